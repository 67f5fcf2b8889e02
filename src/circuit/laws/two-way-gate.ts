/**
 * The two ways from a gate to source and drain, C(v) w each with the rates w of vgs and vgd, which are unknowns (`LawRates`). C are the derivatives of one charge Q(vgs, vgd), so that the gate loses none around a
 * cycle, while each way for itself is no derivative of a function. SPICE, which divides the change of Q over a step by its values at
 * the four corners, comes to the same as steps shrink.
 */
import { type LocalPoint, rateUnit } from '../../kernel/modeling/laws/local-law.js';
import { type GateShape, gateShape } from './gate-shape.js';

const drain = 0;
const gate = 1;
const source = 2;
/** The rates of vgs and vgd. */
const rateOfSource = 3;
const rateOfDrain = 4;
const size = 5;

const ways = [
  [rateOfSource, source],
  [rateOfDrain, drain],
] as const;

/** Nodes and rows: drain, gate, source; the rates of vgs and vgd. Capacitances of source and drain stand at `ofSource` and `ofDrain`. */
export function twoWayShape(ofSource: number, ofDrain: number): GateShape {
  return gateShape(3, gate, ways, (p, at) => (p[at + ofSource] as number) + (p[at + ofDrain] as number));
}

/** Writes the rows: `cs` and `cd` are dQ/dvgs and dQ/dvgd, `bySS`, `both` and `byDD` their slopes, voltages times `sign`. */
export function stampTwoWays(
  point: LocalPoint,
  v: Float64Array,
  sign: number,
  cs: number,
  cd: number,
  bySS: number,
  both: number,
  byDD: number,
): void {
  const { f, df } = point;
  f.fill(0);
  df.fill(0);
  for (let way = 0; way < 2; way++) {
    const rate = way === 0 ? rateOfSource : rateOfDrain;
    const end = way === 0 ? source : drain;
    const farads = way === 0 ? cs : cd;
    const w = (v[rate] as number) * rateUnit;
    f[gate] = (f[gate] as number) + farads * w;
    f[end] = -farads * w;
    df[gate * size + rate] = farads * rateUnit;
    df[end * size + rate] = -farads * rateUnit;
    const bySource = -sign * w * (way === 0 ? bySS : both);
    const byDrain = -sign * w * (way === 0 ? both : byDD);
    df[end * size + source] = -bySource;
    df[end * size + drain] = -byDrain;
    df[end * size + gate] = bySource + byDrain;
    df[gate * size + source] = (df[gate * size + source] as number) + bySource;
    df[gate * size + drain] = (df[gate * size + drain] as number) + byDrain;
    df[gate * size + gate] = (df[gate * size + gate] as number) - bySource - byDrain;
  }
}
