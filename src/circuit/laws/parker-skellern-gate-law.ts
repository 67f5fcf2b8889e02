/**
 * The gate of a FET by Parker and Skellern: one charge of both junctions (s = 1 n, -1 p channel, voltages times s),
 *
 *     Q  = CGS F(vn) + CGD (v - r),      F(v) = 2 VBI (1 - sqrt(1 - v / VBI)) up to vm, a parabola with its capacitance and slope beyond,
 *     r  = sqrt((vgs - vgd)^2 + a),      v = (vgs + vgd + r) / 2 + ACGAM (vgs - vgd),      a = (XI / (XI + 1) (VBI - VTO) / 2)^2,
 *     vn = v + (sqrt(y^2 + 0.04 V^2) - y) / 2,      y = (1 - XC) (v - VTO),      vm = FC VBI.
 *
 * Into source and drain flow dQ/dvgs dvgs/dt and dQ/dvgd dvgd/dt (`two-way-gate.ts`). Capacitances are continuous but for their
 * slope at vm. Three roots.
 *
 * Sources: [Parker-Skellern 1997]; [Statz et al. 1987].
 */
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import { type GivenValues, readerOf } from './law-parameters.js';
import { channelDepth, usualIndex } from './parker-skellern-law.js';
import { capacitanceGrowth, potentialAt, type Temperatures } from './semiconductor.js';
import { stampTwoWays, twoWayShape } from './two-way-gate.js';

const place = Object.freeze({
  ...{ sign: 0, source: 1, drain: 2, threshold: 3, knee: 4, potential: 5, straight: 6, share: 7, slant: 8 },
});
const parameterCount = 9;

/** V^2: over 0.2 V the channel pinches off. */
const pinch = 0.04;
/** Of both junctions. */
const grading = 0.5;

/** Nodes and rows: drain, gate, source; the rates of vgs and vgd. */
export const parkerSkellernGateLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'gate of a Parker-Skellern FET',
  ...twoWayShape(place.source, place.drain),
  parameterCount,
  evaluate(p, at, v, point) {
    const sign = p[at + place.sign] as number;
    const knee = p[at + place.knee] as number;
    const share = p[at + place.share] as number;
    const slant = p[at + place.slant] as number;
    const potential = p[at + place.potential] as number;
    const straight = p[at + place.straight] as number;
    const drainFarads = p[at + place.drain] as number;
    const vgs = sign * ((v[1] as number) - (v[2] as number));
    const vgd = sign * ((v[1] as number) - (v[0] as number));
    const vds = vgs - vgd;

    // v by vgs and vgd, and where its root is subtracted.
    const root = Math.sqrt(vds * vds + knee);
    const t = vds / root;
    const bend = (0.5 * knee) / (root * root * root);
    const onS = 0.5 * (1 + t);
    const onD = 0.5 * (1 - t);
    const veff = 0.5 * (vgs + vgd + root) + slant * vds;

    // The capacitance by v, and its slope.
    const y = share * (veff - (p[at + place.threshold] as number));
    const wide = Math.sqrt(y * y + pinch);
    const vn = veff + 0.5 * (wide - y);
    const open = 1 - 0.5 * share * (1 - y / wide);
    const openSlope = (0.5 * share * share * pinch) / (wide * wide * wide);
    const met = Math.min(vn, straight);
    let layer = 1 / Math.sqrt(1 - met / potential);
    const layerSlope = (0.5 * layer) / (potential - met);
    if (vn > straight) layer += layerSlope * (vn - straight);
    const farads = p[at + place.source] as number;
    const c = farads * layer * open;
    const slope = farads * (layerSlope * open * open + layer * openSlope);

    const cs = c * (onS + slant) + drainFarads * (onD + slant);
    const cd = c * (onD - slant) + drainFarads * (onS - slant);
    const moved = (c - drainFarads) * bend;
    const bySS = slope * (onS + slant) * (onS + slant) + moved;
    const both = slope * (onS + slant) * (onD - slant) - moved;
    const byDD = slope * (onD - slant) * (onD - slant) + moved;
    stampTwoWays(point, v, sign, cs, cd, bySS, both, byDD);
  },
});

/** Returns the parameters of the gate of a J element with a model; `size` of one in parallel. At least one of CGS and CGD is not 0. */
export function parkerSkellernGateParameters(
  type: 'njf' | 'pjf',
  model: GivenValues,
  size: number,
  at: Temperatures,
): Float64Array {
  const given = readerOf(model);
  const built = given('pb', 1);
  const growth = capacitanceGrowth(built, grading, at);
  const index = given('xi', usualIndex);
  const knee = (0.5 * index * channelDepth(model, at)) / (index + 1);
  const p = new Float64Array(parameterCount);
  p[place.sign] = type === 'njf' ? 1 : -1;
  p[place.source] = size * given('cgs', 0) * growth;
  p[place.drain] = size * given('cgd', 0) * growth;
  p[place.threshold] = given('vto', -2);
  p[place.knee] = knee * knee;
  p[place.potential] = potentialAt(built, at);
  p[place.straight] = given('fc', 0.5) * potentialAt(built, at);
  p[place.share] = 1 - given('xc', 0);
  p[place.slant] = given('acgam', 0);
  return p;
}
