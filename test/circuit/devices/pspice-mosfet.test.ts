/** RG, RB, RDS and TT of PSpice's MOS models: the same as resistors and diodes beside the transistor. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist } from '../../analysis/run-netlist.js';

/** Columns of the first run by name, and what was said. */
function columns(
  cards: string,
  dialect: 'pspice' | 'ltspice' | 'ngspice' | 'xyce',
  options: Readonly<Record<string, string>> = {},
): { readonly of: (name: string) => Float64Array; readonly told: string[] } {
  const { runs, diagnostics } = simulate(netlist(cards), { dialect, options });
  const plot = runs[0]?.plot;
  const names = plot?.header.columns.map(({ name }) => name) ?? [];
  return {
    of: (name) => plot?.columns[names.indexOf(name)] ?? new Float64Array(),
    told: diagnostics.map(({ message }) => message),
  };
}

const drive = 'V1 dd 0 10\nRL dd d 1\nV2 g1 0 PULSE(0 10 0 10n 10n 1u 2u)\n.tran 10n 2u';
const power =
  'level=3 tox=100n uo=600 phi=.6 kp=20.53u w=.3 l=2u vto=2.831 rd=1.031m rs=1.624m cgso=9.027n cgdo=1.679n is=194e-18';

/** When v(d) falls below and rises above 5 V. */
function edges(
  cards: string,
  dialect: 'pspice' | 'ngspice' | 'xyce' | 'ltspice',
  method = 'stepping',
): number[] {
  const { of } = columns(cards, dialect, { method });
  const [t, v] = [of('time'), of('v(d)')];
  const found: number[] = [];
  for (let k = 1; k < t.length; k++) {
    const [v0 = NaN, v1 = NaN, t0 = NaN, t1 = NaN] = [v[k - 1], v[k], t[k - 1], t[k]];
    if (v0 > 5 !== v1 > 5) found.push(t0 + ((5 - v0) / (v1 - v0)) * (t1 - t0));
  }
  return found.slice(-2);
}

describe.each(['pspice', 'ltspice'] as const)('in files of %s', (dialect) => {
  it('RG and RDS are resistors at the gate and beside the channel', () => {
    const own = edges(`${drive}\nM1 d g1 0 0 mm\n.model mm nmos(${power} rg=13.89 rds=444)`, dialect);
    const apart = edges(
      `${drive}\nRG g1 g 13.89\nRDS d 0 444\nM1 d g 0 0 mm\n.model mm nmos(${power})`,
      dialect,
    );
    expect(own).toHaveLength(2);
    // RDS is behind 1 and 2 mOhm of RD and RS; a step is right to 1e-3.
    own.forEach((t, k) => expect(Math.abs(t / (apart[k] ?? NaN) - 1)).toBeLessThan(2e-3));
    expect(own[0]).toBeGreaterThan(30e-9);
  });

  it('exact events have them too', () => {
    const level1 = 'kp=20 vto=3 cgso=9n cgdo=1n w=0.3 l=2u is=1e-15';
    const own = edges(`${drive}\nM1 d g1 0 0 mm\n.model mm nmos(${level1} rg=13.89)`, dialect, 'events');
    const apart = edges(
      `${drive}\nRG g1 g 13.89\nM1 d g 0 0 mm\n.model mm nmos(${level1})`,
      dialect,
      'events',
    );
    expect(own).toHaveLength(2);
    own.forEach((t, k) => expect(t).toBeCloseTo(apart[k] ?? NaN, 12));
  });

  it('TT and RB are those of a diode from the bulk', () => {
    const source = 'V1 d 0 -0.7 ac 1\n.ac lin 1 1meg 1meg\n.save i(v1)';
    const own = columns(
      `${source}\nM1 0 g d d mm\nV2 g d 0\n.model mm pmos(vto=-2 tt=1u is=1e-14 rb=2)`,
      dialect,
    );
    const apart = columns(`${source}\nR1 d b 2\nD1 0 b dm\n.model dm d(is=1e-14 tt=1u)`, dialect);
    expect(own.told.filter((text) => text.includes('alone'))).toEqual([]);
    const [mine, other] = [own.of('i(v1)'), apart.of('i(v1)')];
    expect(mine).toHaveLength(2);
    expect(Math.hypot((mine[0] ?? 0) - (other[0] ?? 0), (mine[1] ?? 0) - (other[1] ?? 0))).toBeLessThan(
      1e-6 * Math.hypot(other[0] ?? NaN, other[1] ?? NaN) + 1e-12,
    );
  });
});

it('in files of ngspice and Xyce, which have none of them, they are named', () => {
  for (const dialect of ['ngspice', 'xyce'] as const) {
    const { told } = columns(`${drive}\nM1 d g1 0 0 mm\n.model mm nmos(${power} rg=13.89 rds=444)`, dialect);
    expect(told).toContain('MOS model mm: RG, RDS, which PSpice alone has, are left out');
  }
});

it.each(['pspice', 'ltspice', 'ngspice'] as const)('level 7 is BSIM3 in files of %s', (dialect) => {
  const drain = (level: number, as: typeof dialect): number | undefined => {
    const text = `t\nVD d 0 1.5\nVG g 0 1.2\nM1 d g 0 0 n w=5u l=.5u\n.model n nmos(level=${level} vth0=.6 tox=10n)\n.op\n`;
    const { runs } = simulate({ name: 't.cir', text }, { dialect: as });
    return runs[0]?.report.final.find(({ name }) => name === 'i(vd)')?.value;
  };
  expect(drain(7, dialect)).toBeLessThan(-1e-5);
  expect(drain(7, dialect)).toBe(drain(49, 'ngspice'));
});
