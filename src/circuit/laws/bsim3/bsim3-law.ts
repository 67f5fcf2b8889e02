/**
 * A transistor of BSIM3v3 (levels 8 and 49) without its series resistances RSH and the junctions of its bulk: what flows into drain,
 * gate, source and bulk, by `bsim3-threshold.ts` and `bsim3-current.ts`, and what they store, by `bsim3-charge.ts`, with overlaps and
 * fringes: of gate and source (and of gate and drain)
 *
 *     q = (CGSO + CF) W v + CGSL W (v - y - CKAPPA/2 (sqrt(1 - 4 y / CKAPPA) - 1)),
 *     y = min(0, v) for CAPMOD 1, else rounded off:  (v + d - sqrt((v + d)^2 + 4 d)) / 2,   d = 20 mV;     0: without CGSL,
 *
 * and CGBO L v of gate and bulk. The end of the lower potential is the source. Current, its slopes and, with XPART = 1/2, charges are
 * continuous where drain and source change places; capacitances jump there, and with another XPART the part of the drain, as in SPICE.
 * Slopes are those of `grammar/slopes`: exact, where SPICE leaves out terms. Charges are conserved. NQSMOD is not modelled. Some ten
 * exponentials a call.
 *
 * Sources: [Liu 2001]; BSIM3v3.2.2 manual; ngspice's manual, "BSIM3".
 */
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import { bsim3Jet, bsim3JetLength, bsim3ParameterCount, bsim3Place } from './bsim3-places.js';
import {
  writeChargeWithSlopes,
  writeCurrentWithSlopes,
  writeThresholdWithSlopes,
} from './bsim3-slopes.gen.js';
import { addBetween, addOverlap, addQuantity } from '../channel-ends.js';
import { channelBends } from '../channel-stamp.js';
import { limitWithBody } from '../fet-limit.js';

const place = bsim3Place;
const from = bsim3Jet;

const drain = 0;
const gate = 1;
const source = 2;
const bulk = 3;

/** Nodes and rows: drain, gate, source, bulk. */
export const bsim3Law: LocalLaw = Object.freeze<LocalLaw>({
  name: 'BSIM3v3',
  reads: 4,
  rows: 4,
  work: bsim3JetLength,
  parameterCount: bsim3ParameterCount,
  bends: channelBends,
  conducts: Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1),
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
    const vds = Math.abs(vd - vs);
    const vbs = sign * (vb - lowest);
    writeThresholdWithSlopes(p, at, sign * (vg - lowest), vds, vbs, work);
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

    addQuantity(q, dq, gate, low, work, from.gateCharge, sign, count);
    addQuantity(q, dq, bulk, low, work, from.bulkCharge, sign, count);
    addQuantity(q, dq, low, low, work, from.lowCharge, sign, count);
    addQuantity(q, dq, high, low, work, from.gateCharge, sign, -count);
    addQuantity(q, dq, high, low, work, from.bulkCharge, sign, -count);
    addQuantity(q, dq, high, low, work, from.lowCharge, sign, -count);

    const isRounded = (p[at + place.chargeKind] as number) > 1;
    const kappa = p[at + place.kappa] as number;
    addOverlap(
      q,
      dq,
      source,
      sign * (vg - vs),
      sign,
      count * (p[at + place.overlapSource] as number),
      count * (p[at + place.lightSource] as number),
      kappa,
      isRounded,
    );
    addOverlap(
      q,
      dq,
      drain,
      sign * (vg - vd),
      sign,
      count * (p[at + place.overlapDrain] as number),
      count * (p[at + place.lightDrain] as number),
      kappa,
      isRounded,
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
