/**
 * A transistor of BSIM4 (levels 14 and 54) without resistances of its ends and junctions of its bulk: what flows into drain, gate, source
 * and bulk, by `bsim4-threshold.ts`, `bsim4-mobility.ts`, `bsim4-current.ts`, what tunnels and leaks by `bsim4-gate-current.ts` and
 * `bsim4-end-current.ts`, and what they store, by `bsim4-charge.ts`, with overlaps and fringes (`channel-ends.ts`) and CGBO. NF fingers and M
 * transistors are in parallel.
 *
 * The end of the lower potential is the source. Current and, with XPART = 1/2, charges are continuous where drain and source change
 * places; capacitances jump there, and with another XPART the part of the drain, as in SPICE. Slopes are those of `grammar/slopes`: exact,
 * where SPICE leaves out terms. Charges are conserved. NQS effects are not modelled. Some fifteen exponentials a call.
 *
 * Sources: BSIM4.8 manual; ngspice's manual, "BSIM4".
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { bsim4EndPlace, bsim4Jet, bsim4JetLength, bsim4ParameterCount, bsim4Place } from './bsim4-places.js';
import {
  writeChargeWithSlopes,
  writeCurrentWithSlopes,
  writeEndCurrentWithSlopes,
  writeGateCurrentWithSlopes,
  writeMobilityWithSlopes,
  writeThresholdWithSlopes,
} from './bsim4-slopes.gen.js';
import { addBetween, addOverlap, addQuantity } from '../channel-ends.js';
import { channelBends } from '../channel-stamp.js';
import { limitWithBody } from '../fet-limit.js';

const place = bsim4Place;
const end = bsim4EndPlace;
const from = bsim4Jet;

const drain = 0;
const gate = 1;
const source = 2;
const bulk = 3;

/** Nodes and rows: drain, gate, source, bulk. */
export const bsim4Law: LocalLaw = Object.freeze<LocalLaw>({
  name: 'BSIM4',
  reads: 4,
  rows: 4,
  work: bsim4JetLength,
  parameterCount: bsim4ParameterCount,
  bends: channelBends,
  conducts: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
  stores: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
  evaluate(p, at, v, { f, q, df, dq, work }) {
    const sign = p[at + place.sign] as number;
    const count = p[at + place.count] as number;
    const vd = v[drain] as number;
    const vg = v[gate] as number;
    const vs = v[source] as number;
    const vb = v[bulk] as number;
    const isForward = sign * (vd - vs) >= 0;
    const low = isForward ? source : drain;
    const high = isForward ? drain : source;
    const lowest = isForward ? vs : vd;
    const vgs = sign * (vg - lowest);
    const vds = Math.abs(vd - vs);
    const vbs = sign * (vb - lowest);
    writeThresholdWithSlopes(p, at, vgs, vds, vbs, work);
    writeMobilityWithSlopes(p, at, work);
    writeCurrentWithSlopes(p, at, vds, work);
    writeChargeWithSlopes(p, at, vds, vbs, work);
    f.fill(0);
    q.fill(0);
    df.fill(0);
    dq.fill(0);

    addQuantity(f, df, high, low, work, from.drain, sign, count);
    addQuantity(f, df, low, low, work, from.drain, sign, -count);
    addQuantity(f, df, high, low, work, from.impact, sign, count);
    addQuantity(f, df, bulk, low, work, from.impact, sign, -count);

    const isTunnelling = (p[at + place.isTunnelling] as number) > 0;
    if (isTunnelling) {
      writeGateCurrentWithSlopes(p, at, work);
      addQuantity(f, df, gate, low, work, from.toLow, sign, count);
      addQuantity(f, df, low, low, work, from.toLow, sign, -count);
      addQuantity(f, df, gate, low, work, from.toHigh, sign, count);
      addQuantity(f, df, high, low, work, from.toHigh, sign, -count);
      addQuantity(f, df, gate, low, work, from.toBulk, sign, count);
      addQuantity(f, df, bulk, low, work, from.toBulk, sign, -count);
    }
    if (isTunnelling || (p[at + place.isLeaking] as number) > 0) {
      const ofLow = isForward ? place.source : place.drain;
      const ofHigh = isForward ? place.drain : place.source;
      writeEndCurrentWithSlopes(p, at, ofLow, ofHigh, vgs, vds, vbs, work);
      addQuantity(f, df, gate, low, work, from.lowEdge, sign, count);
      addQuantity(f, df, low, low, work, from.lowEdge, sign, -count);
      addQuantity(f, df, gate, low, work, from.highEdge, sign, count);
      addQuantity(f, df, high, low, work, from.highEdge, sign, -count);
      addQuantity(f, df, low, low, work, from.lowLeak, sign, count);
      addQuantity(f, df, bulk, low, work, from.lowLeak, sign, -count);
      addQuantity(f, df, high, low, work, from.highLeak, sign, count);
      addQuantity(f, df, bulk, low, work, from.highLeak, sign, -count);
    }

    addQuantity(q, dq, gate, low, work, from.gateCharge, sign, count);
    addQuantity(q, dq, bulk, low, work, from.bulkCharge, sign, count);
    addQuantity(q, dq, low, low, work, from.lowCharge, sign, count);
    addQuantity(q, dq, high, low, work, from.gateCharge, sign, -count);
    addQuantity(q, dq, high, low, work, from.bulkCharge, sign, -count);
    addQuantity(q, dq, high, low, work, from.lowCharge, sign, -count);

    const ofSource = at + place.source;
    const ofDrain = at + place.drain;
    addOverlap(
      q,
      dq,
      source,
      sign * (vg - vs),
      sign,
      count * (p[ofSource + end.overlap] as number),
      count * (p[ofSource + end.light] as number),
      p[ofSource + end.kappa] as number,
      true,
    );
    addOverlap(
      q,
      dq,
      drain,
      sign * (vg - vd),
      sign,
      count * (p[ofDrain + end.overlap] as number),
      count * (p[ofDrain + end.light] as number),
      p[ofDrain + end.kappa] as number,
      true,
    );
    const overlapBulk = count * (p[at + place.overlapBulk] as number);
    addBetween(q, dq, bulk, overlapBulk * (vg - vb), overlapBulk);
  },
  limit(p, at, v, last) {
    return limitWithBody(
      v,
      last,
      p[at + place.sign] as number,
      p[at + place.threshold] as number,
      p[at + place.k1] as number,
      p[at + place.phi] as number,
    );
  },
});
