/**
 * Where the channel of a MOS transistor of level 2 begins to conduct and where its linear region ends, von and vsat of
 * `mos2-law.ts`, with exact slopes by vgs, vds and vbs, and what its current takes from the same.
 */
import type { Int } from '../../../base/int.js';
import { channelPlace } from '../channel-stamp.js';
import { depth, depthBend, depthSlope } from './depletion-depth.js';
import { endCount, endPlace } from './meyer-gate.js';

/** Places of an instance's parameters. */
export const mos2Place = Object.freeze({
  ...channelPlace,
  ...{ narrow: 5, thermal: 6, surface: 7, critical: 8 },
  ...{ exponent: 9, velocity: 10, reach: 11, modulation: 12, length: 13, junction: 14, depletion: 15 },
  ...{ spread: 16, shortest: 17 },
});
export const mos2ParameterCount = 18;
const place = mos2Place;

/**
 * Behind what the gate reads: g, Vt xn, u, and the slope of u by vgs over u. Where there is no channel - below von without NFS -
 * u is 0, and so are vsat and the current.
 */
export const mos2EndPlace = Object.freeze({
  ...endPlace,
  ...{ body: endCount, bodyD: endCount + 1, bodyB: endCount + 2 },
  ...{ width: endCount + 3, widthD: endCount + 4, widthB: endCount + 5 },
  ...{ mobility: endCount + 6, growth: endCount + 7 },
});
export const mos2EndCount = 15;
const to = mos2EndPlace;

/**
 * Volts above von within which a current begins where the bulk conducts, vbs > 0, without NFS: there r_s^2 is not PHI - vbs, and SPICE's
 * current jumps from 0 at von.
 */
const onset = 0.01;

/** Rounds of the root's search: halving alone would end within them. */
const maxRounds = 60;

/**
 * Returns the least positive root of
 *
 *     x^4 + 4/3 g x^3 - 2 (v1 + w) x^2 - 2 g w x + 2 v1 (v2 + w) - v2^2 - 4/3 g r^3,
 *
 * which falls from 0 to `top`, the root of x^2 + g x = v1, where it is not positive: Newton's method between bounds. Where it is
 * negative at 0 already, it is `top`.
 */
function velocityRoot(g: number, v1: number, w: number, v2: number, cube: number, top: number): number {
  const rest = 2 * v1 * (v2 + w) - v2 * v2 - (4 / 3) * g * cube;
  if (rest <= 0) return top;
  let low = 0;
  let high = top;
  let x = top;
  for (let round = 0; round < maxRounds; round++) {
    const value = x * (x * (x * (x + (4 / 3) * g) - 2 * (v1 + w)) - 2 * g * w) + rest;
    if (value > 0) low = x;
    else high = x;
    const slope = 4 * x * (x * (x + g) - v1 - w) - 2 * g * w;
    const wanted = x - value / slope;
    const next = wanted > low && wanted < high ? wanted : 0.5 * (low + high);
    const moved = Math.abs(next - x);
    x = next;
    if (moved <= 2e-16 * x) round = maxRounds;
  }
  return x;
}

/** Writes them; vds >= 0, and vgs and vbs are counted from the end of the lower potential. */
export function writeMos2Ends(
  work: Float64Array,
  p: Float64Array,
  at: Int,
  vgs: number,
  vds: number,
  vbs: number,
): void {
  const phi = p[at + place.phi] as number;
  const length = p[at + place.length] as number;
  const depletion = p[at + place.depletion] as number;
  // Slopes by vgs, vds and vbs have the names of their quantity with G, D and B.

  // The depletion layer at both ends, and what of GAMMA the junctions leave.
  const rs = depth(phi, vbs);
  const rsB = depthSlope(phi, vbs, rs);
  const rsBB = depthBend(phi, vbs, rs, rsB);
  const vbd = vbs - vds;
  const rd = depth(phi, vbd);
  const rdB = depthSlope(phi, vbd, rd);
  let body = p[at + place.gamma] as number;
  let bodyD = 0;
  let bodyB = 0;
  let bodyBD = 0;
  let bodyBB = 0;
  const junction = p[at + place.junction] as number;
  if (junction > 0 && depletion > 0) {
    const per = depletion / junction;
    const wide = Math.sqrt(1 + 2 * per * rs);
    const wider = Math.sqrt(1 + 2 * per * rd);
    const wideB = (per * rsB) / wide;
    const widerB = (per * rdB) / wider;
    const wideBB = (per * rsBB - wideB * wideB) / wide;
    const widerBB = (per * depthBend(phi, vbd, rd, rdB) - widerB * widerB) / wider;
    const share = (0.5 * body * junction) / length;
    body -= share * (wide + wider - 2);
    bodyB = -share * (wideB + widerB);
    bodyD = share * widerB;
    bodyBB = -share * (wideBB + widerBB);
    bodyBD = share * widerBB;
  }

  // Thresholds.
  const narrow = p[at + place.narrow] as number;
  const factor = 1 + narrow;
  const bottom = (p[at + place.flat] as number) + narrow * (phi - vbs);
  let on = bottom + body * rs;
  let onD = bodyD * rs;
  let onB = bodyB * rs + body * rsB - narrow;
  let width = 0;
  let widthD = 0;
  let widthB = 0;
  const surface = p[at + place.surface] as number;
  if (surface > 0) {
    const vt = p[at + place.thermal] as number;
    width = vt * (1 + surface - onB);
    widthD = -vt * (bodyBD * rs + bodyD * rsB);
    widthB = -vt * (bodyBB * rs + 2 * bodyB * rsB + body * rsBB);
    on += width;
    onD += widthD;
    onB += widthB;
  }
  const above = vgs - on;
  const isWeak = surface > 0 && above < 0;
  work[to.on] = on;
  work[to.onD] = onD;
  work[to.onB] = onB;
  work[to.body] = body;
  work[to.bodyD] = bodyD;
  work[to.bodyB] = bodyB;
  work[to.width] = width;
  work[to.widthD] = widthD;
  work[to.widthB] = widthB;
  work[to.saturation] = 0;
  work[to.saturationG] = 0;
  work[to.saturationD] = 0;
  work[to.saturationB] = 0;
  work[to.mobility] = 0;
  work[to.growth] = 0;
  const over = (isWeak ? on : vgs) - bottom;
  // PHI - vbs; at the onset the square of the depth as it is taken there, so that vsat and the current begin at 0.
  let v2 = phi - vbs;
  let v2G = 0;
  let v2D = 0;
  let v2B = -1;
  if (vbs > 0 && surface === 0 && above > 0 && above < onset) {
    const t = above / onset;
    const part = t * t * (3 - 2 * t);
    const slope = (6 * t * (1 - t)) / onset;
    const square = rs * rs;
    const gap = v2 - square;
    v2 = square + gap * part;
    v2G = gap * slope;
    v2D = -gap * slope * onD;
    v2B = 2 * rs * rsB * (1 - part) - part - gap * slope * onB;
  }
  if ((isWeak || above > 0) && over / factor + v2 > 0) {
    const overG = isWeak ? 0 : 1;
    const overD = isWeak ? onD : 0;
    const overB = (isWeak ? onB : 0) + narrow;

    // Mobility falls with the field across the oxide.
    let mobility = 1;
    let mobilityX = 0;
    const exponent = p[at + place.exponent] as number;
    const critical = p[at + place.critical] as number;
    if (exponent !== 0 && above > critical) {
      mobility = Math.exp(-exponent * Math.log(above / critical));
      mobilityX = (-exponent * mobility) / above;
    }
    const growth = mobilityX / mobility;
    const growthD = -growth * onD;
    const growthB = -growth * onB;

    // The end of the linear region.
    const g = body / factor;
    const gD = bodyD / factor;
    const gB = bodyB / factor;
    const v1 = over / factor + v2;
    const v1G = overG / factor + v2G;
    const v1D = overD / factor + v2D;
    const v1B = overB / factor + v2B;
    const root = Math.sqrt(0.25 * g * g + v1);
    let x = root - 0.5 * g;
    let xG = (0.5 * v1G) / root;
    let xD = (0.5 * (0.5 * g * gD + v1D)) / root - 0.5 * gD;
    let xB = (0.5 * (0.5 * g * gB + v1B)) / root - 0.5 * gB;
    const velocity = p[at + place.velocity] as number;
    if (velocity > 0) {
      const w = velocity / mobility;
      const cube = rs * rs * rs;
      const met = velocityRoot(g, v1, w, v2, cube, x);
      if (met < x) {
        x = met;
        const slope = 4 * x * (x * (x + g) - v1 - w) - 2 * g * w;
        const byG = (4 / 3) * (x * x * x - cube) - 2 * w * x;
        const by1 = 2 * (v2 + w - x * x);
        const byW = -2 * w * (v1 - x * (x + g));
        const by2 = 2 * (v1 - v2);
        xG = -(by1 * v1G + byW * growth + by2 * v2G) / slope;
        xD = -(byG * gD + by1 * v1D + byW * growthD + by2 * v2D) / slope;
        xB = -(byG * gB + by1 * v1B + byW * growthB + by2 * v2B - 4 * g * rs * rs * rsB) / slope;
      }
    }
    work[to.saturation] = Math.max(0, x * x - v2);
    work[to.saturationG] = 2 * x * xG - v2G;
    work[to.saturationD] = 2 * x * xD - v2D;
    work[to.saturationB] = 2 * x * xB - v2B;
    work[to.mobility] = mobility;
    work[to.growth] = growth;
  }
}
