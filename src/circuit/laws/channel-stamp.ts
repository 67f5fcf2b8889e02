/**
 * What the laws of MOS channels have in common: where the current of a channel and its slopes stand among drain, gate, source and
 * bulk, whichever end is the source, and how far Newton's method may move it.
 */
import type { Int } from '../../base/int.js';
import { limitWithBody } from './fet-limit.js';
import { thermalVoltage } from './semiconductor.js';

/** Places of the parameters that the channels of all levels begin with: VBI is `flat`, KP W / L `factor`. */
export const channelPlace = Object.freeze({ sign: 0, factor: 1, flat: 2, gamma: 3, phi: 4 });

/** Nodes drain, gate and source, rows drain and source: every current depends on every node, nothing is stored. */
export const threeEnds = Object.freeze({
  reads: 3,
  rows: 2,
  conducts: Uint8Array.of(1, 1, 1, 1, 1, 1),
  stores: new Uint8Array(6),
});

/** As `threeEnds`, with a bulk behind the source. */
export const fourEnds = Object.freeze({
  reads: 4,
  rows: 2,
  conducts: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1),
  stores: new Uint8Array(8),
});

/** Volts over which a channel bends: below its threshold the current falls by e in one or more k T / q, and above more slowly. */
export function channelBends(): number {
  return thermalVoltage(27);
}

/**
 * Writes the rows of drain and source of a channel with current i >= 0 and slopes by vgs, vds and vbs, all counted from the end of
 * the lower potential; `sign` is 1 for n channels, `side` 1 where that is the source and -1 where it is the drain.
 */
export function stampChannel(
  f: Float64Array,
  df: Float64Array,
  sign: number,
  side: number,
  i: number,
  byGate: number,
  byDrain: number,
  byBulk: number,
): void {
  // What is left is the slope by the end of the lower potential.
  const byLow = -(byGate + byBulk + byDrain);
  const current = side * sign * i;
  f[0] = current;
  f[1] = -current;
  const drain = side > 0 ? byDrain : -byLow;
  const source = side > 0 ? byLow : -byDrain;
  df[0] = drain;
  df[1] = side * byGate;
  df[2] = source;
  df[3] = side * byBulk;
  df[4] = -drain;
  df[5] = -side * byGate;
  df[6] = -source;
  df[7] = -side * byBulk;
}

/** Writes the rows of drain and source of a channel without a bulk: drain, gate and source; the rest as `stampChannel`. */
export function stampThreeEnds(
  f: Float64Array,
  df: Float64Array,
  sign: number,
  side: number,
  i: number,
  byGate: number,
  byDrain: number,
): void {
  f[0] = side * sign * i;
  f[1] = -side * sign * i;
  const drain = side > 0 ? byDrain : byGate + byDrain;
  const source = side > 0 ? -(byGate + byDrain) : -byDrain;
  df[0] = drain;
  df[1] = side * byGate;
  df[2] = source;
  df[3] = -drain;
  df[4] = -side * byGate;
  df[5] = -source;
}

/** A channel stores nothing. */
export function stampNoCharge(q: Float64Array, dq: Float64Array): void {
  q[0] = q[1] = 0;
  dq[0] = dq[1] = dq[2] = dq[3] = dq[4] = dq[5] = dq[6] = dq[7] = 0;
}

/** Limits d, g, s of v in place, with the threshold that VBI = `flat` and GAMMA give at the last bulk voltage. */
export function limitChannel(p: Float64Array, at: Int, v: Float64Array, last: Float64Array): boolean {
  return limitWithBody(
    v,
    last,
    p[at + channelPlace.sign] as number,
    p[at + channelPlace.flat] as number,
    p[at + channelPlace.gamma] as number,
    p[at + channelPlace.phi] as number,
  );
}
