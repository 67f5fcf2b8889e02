/** Random transistors of BSIM4, as cards and by us. */
import { type RandomStream } from '../../src/base/random.js';
import { bsim4Geometry } from '../../src/circuit/laws/bsim4/bsim4-geometry.js';
import { bsim4JunctionLaw } from '../../src/circuit/laws/bsim4/bsim4-junction-law.js';
import { bsim4BulkJunction } from '../../src/circuit/laws/bsim4/bsim4-junctions.js';
import { bsim4Law } from '../../src/circuit/laws/bsim4/bsim4-law.js';
import { bsim4Parameters } from '../../src/circuit/laws/bsim4/bsim4-parameters.js';
import { bsim4Values } from '../../src/circuit/laws/bsim4/bsim4-values.js';
import { valuesAt } from '../circuit/laws/law-checks.js';
import { type BiasedDevice, modelText } from './ngspice-devices.js';

export interface Transistor extends BiasedDevice {
  readonly number: number;
  readonly ours: (celsius: number) => { readonly currents: number[]; readonly capacitances: number[] };
}

const versions: readonly (readonly [string, number])[] = [
  ['4.5', 4.5],
  ['4.6', 4.6],
  ['4.7', 4.7],
  ['4.8', 4.8],
];

/** Usual parameters of processes from 22 nm to 130 nm, some of them, with bins. */
export function drawTransistor(stream: RandomStream, kind: number): Drawn {
  const uniform = (min: number, max: number): number => min + (max - min) * stream.uniform();
  const decade = (min: number, max: number): number => min * (max / min) ** stream.uniform();
  const either = (): boolean => stream.uniform() < 0.5;
  const pick = <T>(...all: T[]): T => all[Math.floor(all.length * stream.uniform())]!;
  const type = either() ? 'nmos' : 'pmos';
  const sign = type === 'nmos' ? 1 : -1;
  const [version, number] = pick(...versions);
  const mobmod = pick(...(number < 4.6 ? [0, 1, 2] : number < 4.8 ? [0, 1, 2, 3] : [0, 1, 2, 3, 4, 5, 6]));
  const tempmod = pick(...(number < 4.6 ? [0, 1, 2] : [0, 1, 2, 3]));
  const parameters: Record<string, number> = {
    level: either() ? 14 : 54,
    toxe: decade(1.2e-9, 3e-9),
    mobmod,
    capmod: kind,
    tempmod,
    at: tempmod === 0 ? 3e4 : 1e-3,
    xpart: pick(0, 0.5, 1),
    diomod: pick(0, 1, 2),
    permod: pick(0, 1),
    jss: decade(1e-8, 1e-4),
    jsws: decade(1e-15, 1e-12),
    jswgs: decade(1e-15, 1e-12),
    ...(either() && {
      jsd: decade(1e-8, 1e-4),
      xtis: 2.5,
      njs: 1.1,
      bvs: 8,
      xjbvs: 1.2,
      ijthsfwd: decade(1e-6, 1e-2),
      ijthsrev: 1e-3,
    }),
    ...(either() && {
      jtss: 1e-4,
      jtssws: 1e-10,
      jtsswgs: 1e-10,
      jtsd: 2e-4,
      vtss: 5,
      njts: 15,
      njtssw: 12,
      xtss: 0.1,
      tnjts: 0.05,
    }),
    ...(either() && {
      cjswgs: 3e-10,
      mjswgs: 0.4,
      pbd: 0.9,
      tcj: 1e-3,
      tpb: 1e-3,
      tcjswg: 1e-3,
      tpbsw: 1e-3,
    }),
    ...(either() && {
      dmcg: 5e-8,
      dmci: 6e-8,
      dmdg: 4e-8,
      dmcgt: 1e-9,
      geomod: Math.floor(9 * stream.uniform()),
    }),
    tnom: 25,
    delta: uniform(0.005, 0.02),
    vsat: uniform(8e4, 2e5),
    u0: type === 'nmos' ? uniform(0.02, 0.05) : uniform(0.005, 0.02),
    ...(mobmod === 3 && { ua: 0.3, uc: 0.05, ud: 0.2 }),
    ...(either() && { vth0: sign * uniform(0.2, 0.6) }),
    ...(either() && {
      k1: uniform(0.3, 0.6),
      k2: uniform(-0.05, 0.02),
      k3: uniform(-5, 80),
      k3b: uniform(-1, 1),
    }),
    ...(either() && {
      ndep: decade(5e17, 5e18),
      xj: decade(1e-8, 1e-7),
      vbm: -5,
      phin: uniform(0, 0.1),
      nsd: 2e20,
    }),
    ...(either() && {
      lpe0: uniform(0, 5e-8),
      lpeb: uniform(-1e-8, 5e-8),
      dvt0w: uniform(0, 1),
      dvt1: uniform(0.2, 2),
      etab: uniform(-0.1, 0.1),
      dsub: 0.2,
    }),
    ...(either() && { dvtp0: decade(1e-11, 1e-8), dvtp1: uniform(0, 0.3) }),
    ...(number > 4.65 &&
      either() && {
        dvtp2: 1e-9,
        dvtp3: 0.5,
        dvtp4: uniform(0.5, 2),
        dvtp5: 0.01,
        tnfactor: 0.1,
        teta0: 0.02,
        tvoffcv: 1e-4,
      }),
    ...(either() && { ngate: decade(1e19, 1e21) }),
    ...(either() && { minv: uniform(-1, 1), voffl: uniform(-5e-9, 0), voff: uniform(-0.15, 0), tvoff: 1e-3 }),
    ...(either() && {
      rdsw: uniform(50, 300),
      rdswmin: 10,
      prwg: uniform(0, 2),
      prwb: uniform(-0.3, 0.1),
      prt: uniform(0, 1e-3),
      wr: uniform(0.9, 1),
    }),
    ...(either() && {
      a0: uniform(0.5, 2),
      ags: uniform(0, 0.5),
      b0: uniform(0, 1e-8),
      b1: 1e-8,
      keta: uniform(-0.05, 0.01),
    }),
    ...(either() && { a1: uniform(-0.01, 0.05), a2: uniform(0.4, 0.95) }),
    ...(either() && {
      pclm: uniform(0.05, 2),
      pdiblc1: uniform(0, 0.5),
      pdiblcb: uniform(-0.1, 0.1),
      pvag: uniform(-0.1, 1),
      fprout: uniform(0, 0.1),
    }),
    ...(either() && { pdits: uniform(0, 0.3), pditsd: uniform(0, 1), pditsl: 1e6 }),
    ...(either() && { pscbe1: decade(1e8, 1e9), pscbe2: decade(1e-9, 1e-6) }),
    ...(either() && { alpha0: decade(1e-9, 1e-7), alpha1: 0.1, beta0: uniform(10, 30) }),
    ...(either() && {
      cdscb: uniform(-1e-4, 1e-4),
      cdscd: uniform(0, 1e-4),
      cit: uniform(0, 1e-4),
      nfactor: uniform(0.8, 2),
    }),
    ...(either() && { dwg: uniform(-3e-9, 3e-9), dwb: uniform(-3e-9, 3e-9) }),
    ...(either() && { up: uniform(0, 0.2), lp: 2e-8, ua1: 1e-10, ub1: -1e-19 }),
    ...(either() && mobmod !== 3 && { ud: decade(1e13, 1e16) }),
    ...(either() && { lambda: decade(1e-11, 1e-10) }),
    ...(either() && { vtl: uniform(1e5, 3e5), xn: 4, lc: 3e-9 }),
    ...(either() && {
      igcmod: pick(1, 2),
      igbmod: 1,
      toxref: 2e-9,
      dlcig: 5e-9,
      ...(either() && { pigcd: uniform(0.5, 3) }),
      ...(either() && number > 4.55 && { dlcigd: 7e-9, aigs: 0.0136, aigd: 0.014 }),
    }),
    ...(either() && {
      agidl: decade(1e-11, 1e-8),
      bgidl: decade(1e8, 2e9),
      egidl: uniform(0.1, 0.8),
      ...(number > 4.55 && { agisl: 2e-10, cgisl: 0.3 }),
    }),
    ...(number > 4.65 && either() && { gidlmod: 1, rgidl: 0.9, kgidl: uniform(-0.1, 0.3), fgidl: 1.2 }),
    ...(either() && {
      lint: 1e-9,
      wint: 2e-9,
      ll: 1e-18,
      lln: 1.1,
      dlc: 2e-9,
      dwj: 3e-9,
      cgsl: 1e-10,
      cgdl: 2e-10,
      ckappas: uniform(0.3, 1),
      ckappad: 0.5,
    }),
    ...(either() && { lvth0: 1e-3, wk1: 1e-3, pu0: -1e-5, lvsat: 1e2, wpclm: 1e-3 }),
    ...(either() && {
      noff: uniform(0.8, 2),
      voffcv: uniform(-0.1, 0.1),
      acde: uniform(0.5, 1.2),
      moin: uniform(8, 20),
    }),
    ...(number > 4.55 &&
      either() && { cvchargemod: 1, minvcv: uniform(-1, 1), voffcvl: -1e-9, ados: 1.1, bdos: 0.9 }),
    ...(number > 4.55 && either() && { epsrox: 4.2, toxp: 1.1e-9 }),
    ...(number > 4.65 &&
      either() && {
        mtrlmod: 1,
        // ngspice has no fringe then unless it is given.
        ...(number > 4.75 && { cf: 1e-10 }),
        eot: 1.2e-9,
        epsrsub: 12,
        bg0sub: 1.12,
        phig: 4.2,
        epsrgate: 11,
        mtrlcompatmod: pick(0, 1),
      }),
    ...(either() && {
      saref: 1e-6,
      kvth0: 2e-9,
      wkvth0: 1e-7,
      stk2: 1e-9,
      steta0: 1e-10,
      wlod: 1e-9,
      llodku0: 0.5,
      lodk2: 1.2,
    }),
    ...(either() && { wpemod: 1, web: 0.1, wec: 0.2, kvth0we: 1e-3, k2we: 1e-3 }),
  };
  const own: Record<string, number> = {
    ...{ w: decade(1e-7, 2e-6), l: decade(3e-8, 1e-6), m: 2 },
    ...(either() && { nf: pick(2, 3, 4), min: pick(0, 1) }),
    ...(either() && { ad: 1e-13, as: 2e-13, pd: 2e-6, ps: 3e-6 }),
    ...(either() && { sa: 2e-7, sb: 3e-7, sd: 2e-7 }),
    ...(either() && (either() ? { sca: 1, scb: 0.1, scc: 0.01 } : { sc: 5e-7 })),
    ...(either() && { delvto: uniform(-0.05, 0.05), mulu0: uniform(0.8, 1.2) }),
  };
  const volts = [uniform(-0.5, 1.2), uniform(-0.5, 1.2), uniform(0, 0.6), uniform(-1, 0.3)].map(
    (v) => sign * v,
  );
  return { type, parameters, own, volts, version, number };
}

export interface Drawn {
  readonly type: 'nmos' | 'pmos';
  readonly parameters: Readonly<Record<string, number>>;
  readonly own: Readonly<Record<string, number>>;
  readonly volts: readonly number[];
  readonly version: string;
  readonly number: number;
}

export function transistorOf({ type, parameters, own, volts, version, number }: Drawn): Transistor {
  const instanceText = Object.entries(own)
    .map(([name, value]) => `${name}=${value.toPrecision(17)}`)
    .join(' ');
  const given = new Map<string, number>(Object.entries(parameters));
  return {
    number,
    letter: 'm',
    card: `MODEL ${instanceText}`,
    model: modelText(type, parameters).replace(/\)$/, ` version=${version})`),
    volts,
    ours(celsius) {
      const at = { celsius, nominal: 25 };
      const values = bsim4Values(type, given, new Map(Object.entries(own)), at, number);
      const instance = { law: bsim4Law, parameters: bsim4Parameters(values) };
      const { f, dq } = valuesAt(instance, volts);
      const currents = Array.from(f);
      const capacitances = Array.from(dq);
      const geometry = bsim4Geometry(values.model, values.instance, values.size);
      for (const [end, node] of [
        ['d', 0],
        ['s', 2],
      ] as const) {
        const junction = { law: bsim4JunctionLaw, parameters: bsim4BulkJunction(values, geometry, end) };
        const [anode, cathode] = values.sign > 0 ? [3, node] : [node, 3];
        const { f: i, dq: c } = valuesAt(junction, [volts[anode]!, volts[cathode]!]);
        currents[anode]! += i[0]!;
        currents[cathode]! -= i[0]!;
        for (const [row, column, factor] of [
          [anode, anode, 1],
          [anode, cathode, -1],
          [cathode, anode, -1],
          [cathode, cathode, 1],
        ] as const)
          capacitances[4 * row + column]! += factor * c[0]!;
      }
      return { currents, capacitances };
    },
  };
}
