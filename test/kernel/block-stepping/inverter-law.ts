/** A CMOS inverter of two square-law transistors of equal K and threshold: reads gate, output and supply. */
import type { LocalLaw } from '../../../src/kernel/modeling/local-law.js';

/** Current of a square-law channel and its derivatives by gate and drain voltage, source at 0, drain above it. */
function channel(K: number, vt: number, vg: number, vd: number): [number, number, number] {
  const over = vg - vt;
  if (over <= 0) return [0, 0, 0];
  if (vd < over) return [K * (over - vd / 2) * vd, K * vd, K * (over - vd)];
  return [(K / 2) * over * over, K * over, 0];
}

/** Both signs of the drain voltage. */
function symmetric(K: number, vt: number, vg: number, vd: number): [number, number, number] {
  if (vd >= 0) return channel(K, vt, vg, vd);
  const [i, byGate, byDrain] = channel(K, vt, vg - vd, -vd);
  return [-i, -byGate, byGate + byDrain];
}

export const inverterLaw: LocalLaw = {
  name: 'inverter',
  reads: 3,
  rows: 2,
  parameterCount: 2,
  conducts: Uint8Array.of(1, 1, 1, 1, 1, 1),
  stores: new Uint8Array(6),
  evaluate(parameters, at, v, { f, q, df, dq }) {
    const K = parameters[at]!;
    const vt = parameters[at + 1]!;
    const [gate, out, supply] = v as unknown as [number, number, number];
    const [down, downGate, downOut] = symmetric(K, vt, gate, out);
    const [up, upGate, upOut] = symmetric(K, vt, supply - gate, supply - out);
    f[0] = down - up;
    df[0] = downGate + upGate;
    df[1] = downOut + upOut;
    df[2] = -upGate - upOut;
    f[1] = up;
    df[3] = -upGate;
    df[4] = -upOut;
    df[5] = upGate + upOut;
    q.fill(0);
    dq.fill(0);
  },
};
