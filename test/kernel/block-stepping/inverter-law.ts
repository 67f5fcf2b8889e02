/** A CMOS inverter of two square-law transistors of equal K and threshold: reads gate, output and supply. */
import type { LocalLaw } from '../../../src/kernel/modeling/laws/local-law.js';

/** Current of a square-law channel and its derivatives by gate and drain voltage, source at 0, either sign of the drain. */
function channel(K: number, vt: number, vg: number, vd: number, out: Float64Array): void {
  if (vd < 0) {
    channel(K, vt, vg - vd, -vd, out);
    out[0] = -out[0]!;
    out[2]! += out[1]!;
    out[1] = -out[1]!;
    return;
  }
  const over = Math.max(0, vg - vt);
  const v = Math.min(vd, over);
  out[0] = K * (over - v / 2) * v;
  out[1] = K * v;
  out[2] = K * (over - v);
}

const down = new Float64Array(3);
const up = new Float64Array(3);

export const inverterLaw: LocalLaw = {
  name: 'inverter',
  reads: 3,
  rows: 2,
  parameterCount: 2,
  conducts: Uint8Array.of(1, 1, 1, 1, 1, 1),
  stores: new Uint8Array(6),
  evaluate(parameters, at, v, { f, df }) {
    const K = parameters[at]!;
    const vt = parameters[at + 1]!;
    const gate = v[0]!;
    const out = v[1]!;
    const supply = v[2]!;
    channel(K, vt, gate, out, down);
    channel(K, vt, supply - gate, supply - out, up);
    f[0] = down[0]! - up[0]!;
    df[0] = down[1]! + up[1]!;
    df[1] = down[2]! + up[2]!;
    df[2] = -up[1]! - up[2]!;
    f[1] = up[0]!;
    df[3] = -up[1]!;
    df[4] = -up[2]!;
    df[5] = up[1]! + up[2]!;
  },
};
