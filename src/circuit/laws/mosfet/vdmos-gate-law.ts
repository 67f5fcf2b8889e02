/**
 * The charge between gate and drain of a vertical power MOSFET, v = s (v_g - v_d):
 *
 *     c = S tanh(A v) + Y for v > 0, S atan(A v) + Y below,   S = (CGDMAX - CGDMIN) / (1 + pi/2),   Y = CGDMAX - S,
 *
 * so that it falls from CGDMAX, the gate on, to CGDMIN, the drain high; q its integral. Below 0 it is written as CGDMIN + S (atan(A v) + pi/2):
 * S and Y are hundreds of times CGDMIN, and differences of their charges would be rounding beside the charge that is there.
 * Sources: LTspice's help, "VDMOS"; ngspice's manual.
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { type GivenValues, readerOf } from '../law-parameters.js';
import { writeAcross } from '../two-ends.js';

const place = Object.freeze({ sign: 0, rate: 1, swing: 2, middle: 3, least: 4 });
const parameterCount = 5;

/** ln cosh x, without overflow. */
function logCosh(x: number): number {
  return x + Math.log1p(Math.exp(-2 * x)) - Math.LN2;
}

/** Nodes and rows: gate, drain. */
export const vdmosGateDrainLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'gate-drain charge of VDMOS',
  reads: 2,
  rows: 2,
  parameterCount,
  conducts: new Uint8Array(4),
  stores: Uint8Array.of(1, 1, 1, 1),
  evaluate(p, at, values, { f, q, df, dq }) {
    const sign = p[at + place.sign] as number;
    const rate = p[at + place.rate] as number;
    const swing = p[at + place.swing] as number;
    const middle = p[at + place.middle] as number;
    const v = sign * ((values[0] as number) - (values[1] as number));
    const x = rate * v;
    const least = p[at + place.least] as number;
    const isHigh = x < 0;
    // atan(x) + pi/2 = atan(-1 / x).
    const shape = isHigh ? Math.atan(-1 / x) : Math.tanh(x);
    const area = isHigh ? x * shape - 0.5 * Math.log1p(x * x) : logCosh(x);
    const constant = isHigh ? least : middle;
    const charge = sign * ((swing * area) / rate + constant * v);
    const capacitance = swing * shape + constant;
    f[0] = f[1] = 0;
    df[0] = df[1] = df[2] = df[3] = 0;
    writeAcross(q, dq, charge, capacitance);
  },
});

/** Returns its parameters, `count` transistors in parallel. */
export function vdmosGateDrainParameters(sign: 1 | -1, model: GivenValues, count: number): Float64Array {
  const given = readerOf(model);
  const [least, most] = [given('cgdmin', 0), given('cgdmax', 0)];
  const swing = (count * (most - least)) / (1 + Math.PI / 2);
  return Float64Array.of(sign, given('a', 1), swing, count * most - swing, count * least);
}
