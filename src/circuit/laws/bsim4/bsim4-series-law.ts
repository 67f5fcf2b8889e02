/**
 * The resistance of an end of BSIM4 with RDSMOD = 1, between its outer and its inner node, by the voltages v of the gate and vb of the bulk
 * over the inner one:
 *
 *     R = sheet + RDWMIN + RDW / 2 (y + sqrt(y^2 + .01)),   y = 1 / (1 + PRWG w) - PRWB vb,   w = (v - Vfbsd + sqrt((v - Vfbsd)^2 + 1e-4)) / 2.
 *
 * Source: BSIM4.8 manual, 5.3.
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { channelBends } from '../channel-stamp.js';
import type { ChannelEnd } from './bsim4-geometry.js';
import type { Bsim4Values } from './bsim4-values.js';
import { readerOf } from '../law-parameters.js';

const place = Object.freeze({ sign: 0, count: 1, fixed: 2, half: 3, byGate: 4, byBulk: 5, band: 6 });
const parameterCount = 7;

/** Ohms of an end whose diffusion has no resistance. */
const usualSheet = 1e-3;
const gateRounding = 1e-4;
const partRounding = 0.01;

/** Nodes: outer, inner, gate, bulk; rows: outer, inner. */
export const bsim4SeriesLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'resistance of BSIM4',
  reads: 4,
  rows: 2,
  parameterCount,
  bends: channelBends,
  conducts: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1),
  stores: new Uint8Array(8),
  evaluate(p, at, v, { f, q, df, dq }) {
    const sign = p[at + place.sign] as number;
    const inner = v[1] as number;
    const away = sign * ((v[2] as number) - inner) - (p[at + place.band] as number);
    const size = Math.sqrt(away * away + gateRounding);
    const open = 0.5 * (away + size);
    const byGate = p[at + place.byGate] as number;
    const grown = 1 / (1 + byGate * open);
    const y = grown - (p[at + place.byBulk] as number) * sign * ((v[3] as number) - inner);
    const root = Math.sqrt(y * y + partRounding);
    const half = p[at + place.half] as number;
    const resistance = (p[at + place.fixed] as number) + half * (y + root);
    const g = (p[at + place.count] as number) / resistance;
    const across = (v[0] as number) - inner;
    f[0] = g * across;
    f[1] = -g * across;
    q[0] = q[1] = 0;
    dq.fill(0);
    // By y, and by the voltages of gate and bulk over the inner node.
    const byY = (-g * across * half * (1 + y / root)) / resistance;
    const ofGate = byY * (-grown * grown * byGate * (open / size)) * sign;
    const ofBulk = -byY * (p[at + place.byBulk] as number) * sign;
    df[0] = g;
    df[1] = -g - ofGate - ofBulk;
    df[2] = ofGate;
    df[3] = ofBulk;
    for (let k = 0; k < 4; k++) df[4 + k] = -(df[k] as number);
  },
});

/** Returns the parameters of an end, all fingers and transistors in parallel; `sheet` is that of its diffusion in ohms, of one transistor. */
export function bsim4SeriesParameters(values: Bsim4Values, end: ChannelEnd, sheet: number): Float64Array {
  const { model, instance, size, body, rise, warmer, sign } = values;
  const { binned, fingers } = size;
  const given = readerOf(model);
  const perWidth = (size.junctionWidth * 1e6) ** binned('wr', 1) * fingers;
  const prt = binned('prt', 0);
  const heated = (ohms: number): number =>
    Math.max(0, given('tempmod', 0) === 0 ? ohms + prt * rise : ohms * (1 + prt * warmer)) / perWidth;
  const prwg = binned('prwg', 1);
  const p = new Float64Array(parameterCount);
  p[place.sign] = sign;
  p[place.count] = instance.get('m') ?? 1;
  p[place.fixed] = (sheet > 0 ? sheet : usualSheet) + heated(given(`r${end}wmin`, 0));
  p[place.half] = 0.5 * heated(binned(`r${end}w`, 100));
  p[place.byGate] = given('paramchk', 1) === 1 ? Math.max(0, prwg) : prwg;
  p[place.byBulk] = binned('prwb', 0);
  p[place.band] = body.edgeBand;
  return p;
}
