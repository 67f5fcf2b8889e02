/**
 * How laws of transistors of drain, gate, source and bulk write what their channel, whose ends are a low and a high one, has by
 * vgs, vds and vbs, into rows of nodes: quantities with their slopes in an array (`grammar/slopes`), and the overlap of gate and an end
 *
 *     q = C v + CL (v - y - KAPPA/2 (sqrt(1 - 4 y / KAPPA) - 1)),     y = min(0, v), or rounded off:
 *         (v + d - sqrt((v + d)^2 + 4 d)) / 2,   d = 20 mV.
 *
 * Sources: BSIM3v3.2.2 manual, app. B; BSIM4.8 manual, ch. 7.
 */
import type { Int } from '../../base/int.js';

const gate = 1;
const bulk = 3;
const ends = 4;
/** Volts in which the overlaps are rounded off. */
const overlapRounding = 0.02;

/** Adds `factor` times a quantity, with its slopes, to the row of a terminal; low and high are the ends of the channel. */
export function addQuantity(
  values: Float64Array,
  slopes: Float64Array,
  row: Int,
  low: Int,
  jets: Float64Array,
  at: Int,
  sign: number,
  factor: number,
): void {
  const byGate = factor * (jets[at + 1] as number);
  const byHigh = factor * (jets[at + 2] as number);
  const byBulk = factor * (jets[at + 3] as number);
  const first = row * ends;
  values[row] = (values[row] as number) + sign * factor * (jets[at] as number);
  slopes[first + gate] = (slopes[first + gate] as number) + byGate;
  slopes[first + 2 - low] = (slopes[first + 2 - low] as number) + byHigh;
  slopes[first + bulk] = (slopes[first + bulk] as number) + byBulk;
  slopes[first + low] = (slopes[first + low] as number) - (byGate + byHigh + byBulk);
}

/** Adds a charge between the gate and an end. */
export function addBetween(
  q: Float64Array,
  dq: Float64Array,
  end: Int,
  charge: number,
  capacitance: number,
): void {
  q[gate] = (q[gate] as number) + charge;
  q[end] = (q[end] as number) - charge;
  dq[gate * ends + gate] = (dq[gate * ends + gate] as number) + capacitance;
  dq[gate * ends + end] = (dq[gate * ends + end] as number) - capacitance;
  dq[end * ends + gate] = (dq[end * ends + gate] as number) - capacitance;
  dq[end * ends + end] = (dq[end * ends + end] as number) + capacitance;
}

/** Adds overlap and fringe of an end: `light` is that of its lightly doped part. */
export function addOverlap(
  q: Float64Array,
  dq: Float64Array,
  end: Int,
  v: number,
  sign: number,
  whole: number,
  light: number,
  kappa: number,
  isRounded: boolean,
): void {
  let charge = whole * v;
  let capacitance = whole;
  if (light !== 0) {
    let y = v < 0 ? v : 0;
    let slope = v < 0 ? 1 : 0;
    if (isRounded) {
      const over = v + overlapRounding;
      const root = Math.sqrt(over * over + 4 * overlapRounding);
      y = 0.5 * (over - root);
      slope = 0.5 * (1 - over / root);
    }
    const root = Math.sqrt(1 - (4 * y) / kappa);
    charge += light * (v - y - 0.5 * kappa * (root - 1));
    capacitance += light * (1 - slope * (1 - 1 / root));
  }
  addBetween(q, dq, end, sign * charge, capacitance);
}
