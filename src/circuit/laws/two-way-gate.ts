/**
 * The two ways from a gate to source and drain, C(v) w each with the rates w of vgs and vgd as unknowns in volts a nanosecond
 * (`gate-shape.ts`): d/dt(C v) - C w / ns = 0. C are the derivatives of one charge Q(vgs, vgd), so that the gate loses none around a
 * cycle, while each way for itself is no derivative of a function. SPICE, which divides the change of Q over a step by its values at
 * the four corners, comes to the same as steps shrink.
 */
import type { LocalPoint } from '../../kernel/modeling/laws/local-law.js';
import { gateShape } from './gate-shape.js';

/** Seconds in which rates count. */
const unit = 1e-9;

const drain = 0;
const gate = 1;
const source = 2;
/** Own unknowns and rows: the rates of vgs and vgd. */
const rateOfSource = 3;
const rateOfDrain = 4;
const size = 5;

/** Nodes and rows: drain, gate, source, then the rates of vgs and vgd. */
export const twoWayShape = gateShape(3, gate, [
  [rateOfSource, source],
  [rateOfDrain, drain],
]);

/**
 * Writes the rows: `cs` and `cd` are dQ/dvgs and dQ/dvgd, `bySS`, `both` and `byDD` their slopes, voltages times `sign`; `scale` is of
 * the size of both.
 */
export function stampTwoWays(
  point: LocalPoint,
  v: Float64Array,
  sign: number,
  cs: number,
  cd: number,
  bySS: number,
  both: number,
  byDD: number,
  scale: number,
): void {
  const { f, q, df, dq } = point;
  f.fill(0);
  q.fill(0);
  df.fill(0);
  dq.fill(0);
  for (let way = 0; way < 2; way++) {
    const rate = way === 0 ? rateOfSource : rateOfDrain;
    const end = way === 0 ? source : drain;
    const farads = way === 0 ? cs : cd;
    const w = (v[rate] as number) / unit;
    f[gate] = (f[gate] as number) + farads * w;
    f[end] = -farads * w;
    df[gate * size + rate] = farads / unit;
    df[end * size + rate] = -farads / unit;
    const bySource = -sign * w * (way === 0 ? bySS : both);
    const byDrain = -sign * w * (way === 0 ? both : byDD);
    df[end * size + source] = -bySource;
    df[end * size + drain] = -byDrain;
    df[end * size + gate] = bySource + byDrain;
    df[gate * size + source] = (df[gate * size + source] as number) + bySource;
    df[gate * size + drain] = (df[gate * size + drain] as number) + byDrain;
    df[gate * size + gate] = (df[gate * size + gate] as number) - bySource - byDrain;
    q[rate] = scale * ((v[gate] as number) - (v[end] as number));
    dq[rate * size + gate] = scale;
    dq[rate * size + end] = -scale;
    f[rate] = (-scale * (v[rate] as number)) / unit;
    df[rate * size + rate] = -scale / unit;
  }
}
