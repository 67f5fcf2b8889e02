/**
 * Where the channel of a MOS transistor of level 3 begins to conduct and where its linear region ends, von and vsat of
 * `mos3-law.ts`, with exact slopes by vgs, vds and vbs, and what its current takes from the same.
 */
import type { Int } from '../../../base/int.js';
import { channelPlace } from '../channel-stamp.js';
import { depth, depthSlope } from './depletion-depth.js';
import { endCount, endPlace } from './meyer-gate.js';

/** Places of an instance's parameters. */
export const mos3Place = Object.freeze({
  ...channelPlace,
  ...{ feedback: 5, narrow: 6, thermal: 7, surface: 8 },
  ...{ theta: 9, velocity: 10, alpha: 11, kappa: 12, length: 13, junction: 14, diffusion: 15, depletion: 16 },
});
export const mos3ParameterCount = 17;
const place = mos3Place;

/**
 * Behind what the gate reads: x, fb, Vt xn with the slope by vbs, and the slopes of vsat by x and by fb times that of fb. Without a
 * channel x is 0 or less, and vsat 0.
 */
export const mos3EndPlace = Object.freeze({
  ...endPlace,
  ...{ x: endCount, body: endCount + 1, bodyB: endCount + 2 },
  ...{ width: endCount + 3, widthB: endCount + 4 },
  ...{ byX: endCount + 5, byBody: endCount + 6 },
});
export const mos3EndCount = 14;
const to = mos3EndPlace;

/** Coefficients of the width of the depletion layer under a cylindrical junction. */
const c0 = 0.0631353;
const c1 = 0.8013292;
const c2 = -0.01110777;

/** Writes them; vds >= 0, and vgs and vbs are counted from the end of the lower potential. */
export function writeMos3Ends(
  work: Float64Array,
  p: Float64Array,
  at: Int,
  vgs: number,
  vds: number,
  vbs: number,
): void {
  const gamma = p[at + place.gamma] as number;
  const phi = p[at + place.phi] as number;
  const narrow = p[at + place.narrow] as number;
  const length = p[at + place.length] as number;
  // Slopes by vgs, vds and vbs have the names of their quantity with G, D and B.

  // The depletion layer.
  const root = depth(phi, vbs);
  const rootB = depthSlope(phi, vbs, root);
  const square = root * root;
  const squareB = 2 * root * rootB;
  let short = 1;
  let shortB = 0;
  const junction = p[at + place.junction] as number;
  const depletion = p[at + place.depletion] as number;
  if (junction > 0 && depletion > 0) {
    const per = depletion / junction;
    const w = per * root;
    const part = w / (1 + w);
    const side = (p[at + place.diffusion] as number) / junction;
    const reach = c0 + w * (c1 + w * c2) + side;
    const cosine = Math.sqrt(1 - part * part);
    const scale = junction / length;
    short = 1 - scale * (reach * cosine - side);
    const byW = (c1 + 2 * c2 * w) * cosine - (reach * part) / (cosine * (1 + w) * (1 + w));
    shortB = -scale * byW * per * rootB;
  }

  // Thresholds.
  const body = (gamma * short) / (4 * root) + narrow;
  const bodyB = (gamma * (shortB - (short * rootB) / root)) / (4 * root);
  const charge = gamma * short * root + narrow * square;
  const chargeB = gamma * (shortB * root + short * rootB) + narrow * squareB;
  const feedback = p[at + place.feedback] as number;
  const threshold = (p[at + place.flat] as number) - feedback * vds + charge;
  const surface = p[at + place.surface] as number;
  const vt = p[at + place.thermal] as number;
  const isWeakKnown = surface > 0;
  const slope = isWeakKnown ? 1 + surface + charge / (2 * square) : 0;
  const slopeB = isWeakKnown ? (chargeB - (charge * squareB) / square) / (2 * square) : 0;
  const width = vt * slope;
  const widthB = vt * slopeB;
  const on = threshold + width;
  const isWeak = isWeakKnown && vgs < on;
  const x = isWeak ? width : vgs - threshold;
  work[to.on] = on;
  work[to.onD] = -feedback;
  work[to.onB] = chargeB + widthB;
  work[to.x] = x;
  work[to.body] = body;
  work[to.bodyB] = bodyB;
  work[to.width] = width;
  work[to.widthB] = widthB;
  work[to.saturation] = 0;
  work[to.saturationG] = 0;
  work[to.saturationD] = 0;
  work[to.saturationB] = 0;
  work[to.byX] = 0;
  work[to.byBody] = 0;
  if (x > 0) {
    // The end of the linear region; by x and by the body effect.
    const theta = p[at + place.theta] as number;
    const onset = 1 + theta * x;
    const velocity = p[at + place.velocity] as number;
    const a = x / (1 + body);
    const aX = 1 / (1 + body);
    const aB = -a * aX * bodyB;
    const vc = velocity * onset;
    const vcX = velocity * theta;
    const isFast = velocity > 0;
    const h = isFast ? Math.sqrt(a * a + vc * vc) : 0;
    const byA = isFast ? 1 - a / h : 1;
    const saturation = isFast ? a + vc - h : a;
    const saturationX = isFast ? byA * aX + (1 - vc / h) * vcX : aX;
    const saturationB = byA * aB;
    work[to.saturation] = saturation;
    work[to.saturationG] = isWeak ? 0 : saturationX;
    work[to.saturationD] = isWeak ? 0 : saturationX * feedback;
    work[to.saturationB] = saturationX * (isWeak ? widthB : -chargeB) + saturationB;
    work[to.byX] = saturationX;
    work[to.byBody] = saturationB;
  }
}
