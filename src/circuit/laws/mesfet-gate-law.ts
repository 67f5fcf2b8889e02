/**
 * The gate of a MESFET of level 1 by Statz: one charge of both junctions (s = 1 n, -1 p channel, voltages times s),
 *
 *     Q  = CGS F(vn) + CGD v2,       F(v) = 2 PB (1 - sqrt(1 - v / PB)) up to vm, its tangent beyond,
 *     v1, v2 = (vgs + vgd +- sqrt((vgs - vgd)^2 + 1 / ALPHA^2)) / 2,
 *     vn = (v1 + VTO + sqrt((v1 - VTO)^2 + 0.04 V^2)) / 2,       vm = 0.5 V,
 *
 * as in SPICE whatever FC; only where PB is no more than 0.5 V, and SPICE has no number, it is FC PB.
 *
 * Into source and drain flow dQ/dvgs dvgs/dt and dQ/dvgd dvgd/dt (`two-way-gate.ts`). Capacitances are continuous but for their
 * slope at vm.
 *
 * Sources: [Statz et al. 1987] (IEEE Trans. Electron Devices 34, 160); ngspice's manual, "MESFET".
 */
import type { LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import { type GivenValues, readerOf } from './law-parameters.js';
import { mesfetDefaults } from './mesfet-law.js';
import { stampTwoWays, twoWayShape } from './two-way-gate.js';

const place = Object.freeze({
  sign: 0,
  source: 1,
  drain: 2,
  threshold: 3,
  knee: 4,
  potential: 5,
  straight: 6,
});
const parameterCount = 7;

/** Volts over which the channel pinches off, and beyond which the layer's capacitance is constant. */
const pinch = 0.2;
const usualStraight = 0.5;

const drain = 0;
const gate = 1;
const source = 2;
/** Nodes and rows: drain, gate, source; the rates of vgs and vgd. */
export const mesfetGateLaw: LocalLaw = Object.freeze<LocalLaw>({
  name: 'gate of a MESFET',
  ...twoWayShape(place.source, place.drain),
  parameterCount,
  evaluate(p, at, v, point) {
    const sign = p[at + place.sign] as number;
    const threshold = p[at + place.threshold] as number;
    const knee = p[at + place.knee] as number;
    const potential = p[at + place.potential] as number;
    const straight = p[at + place.straight] as number;
    const drainFarads = p[at + place.drain] as number;
    const vgs = sign * ((v[gate] as number) - (v[source] as number));
    const vgd = sign * ((v[gate] as number) - (v[drain] as number));

    // v1, and what the junctions have of it: (1 + t) / 2 and (1 - t) / 2.
    const width = Math.sqrt((vgs - vgd) * (vgs - vgd) + knee * knee);
    const t = (vgs - vgd) / width;
    const bend = (0.5 * knee * knee) / (width * width * width);
    const v1 = 0.5 * (vgs + vgd + width);
    const onS = 0.5 * (1 + t);
    const onD = 0.5 * (1 - t);

    // The capacitance of the depletion layer by v1, and its slope.
    const root = Math.sqrt((v1 - threshold) * (v1 - threshold) + pinch * pinch);
    const u = (v1 - threshold) / root;
    const open = 0.5 * (1 + u);
    const vn = 0.5 * (v1 + threshold + root);
    const layer = (p[at + place.source] as number) / Math.sqrt(1 - Math.min(vn, straight) / potential);
    const layerSlope = vn < straight ? (0.5 * layer) / (potential - vn) : 0;
    const c = layer * open;
    const slope = layerSlope * open * open + (0.5 * layer * (1 - u * u)) / root;

    const cs = c * onS + drainFarads * onD;
    const cd = c * onD + drainFarads * onS;
    const moved = (c - drainFarads) * bend;
    const both = slope * onS * onD - moved;
    const bySS = slope * onS * onS + moved;
    const byDD = slope * onD * onD + moved;
    stampTwoWays(point, v, sign, cs, cd, bySS, both, byDD);
  },
});

/** Returns the parameters of the gate of a Z element with a model; `size` of one in parallel. At least one of CGS and CGD is not 0. */
export function mesfetGateParameters(type: 'nmf' | 'pmf', model: GivenValues, size: number): Float64Array {
  const given = readerOf(model);
  const potential = given('pb', 1);
  const p = new Float64Array(parameterCount);
  p[place.sign] = type === 'nmf' ? 1 : -1;
  p[place.source] = size * given('cgs', 0);
  p[place.drain] = size * given('cgd', 0);
  p[place.threshold] = given('vto', mesfetDefaults.vto);
  p[place.knee] = 1 / given('alpha', mesfetDefaults.alpha);
  p[place.potential] = potential;
  p[place.straight] = potential > usualStraight ? usualStraight : given('fc', 0.5) * potential;
  return p;
}
