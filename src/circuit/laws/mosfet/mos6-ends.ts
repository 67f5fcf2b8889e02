/**
 * Where the channel of a MOS transistor of level 6 begins to conduct and where its linear region ends, von and vsat of
 * `mos6-law.ts`, with exact slopes by vgs, vds and vbs:
 *
 *     von  = VTO + GAMMA (b(vbs) - sqrt(PHI)) - GAMMA1 vbs - SIGMA vds,    b as in `mos1-law.ts`,
 *     vsat = KV (vgs - von)^NV   above von, else 0.
 */
import type { Int } from '../../../base/int.js';
import { channelPlace } from '../channel-stamp.js';
import { endCount, endPlace } from './meyer-gate.js';

/** Places of an instance's parameters: VBI = VTO - GAMMA sqrt(PHI) is `flat`, KC W / L `factor`. */
export const mos6Place = Object.freeze({
  ...channelPlace,
  ...{ rootPhi: 5, body: 6, feedback: 7, voltage: 8, voltageExponent: 9, exponent: 10 },
  ...{ modulation: 11, bulkModulation: 12 },
});
export const mos6ParameterCount = 13;
export const mos6EndCount = endCount;
const place = mos6Place;

/** Writes them; vds >= 0, and vgs and vbs are counted from the end of the lower potential. */
export function writeMos6Ends(
  work: Float64Array,
  p: Float64Array,
  at: Int,
  vgs: number,
  vds: number,
  vbs: number,
): void {
  const body = p[at + place.body] as number;
  const feedback = p[at + place.feedback] as number;
  const gamma = p[at + place.gamma] as number;
  let on = (p[at + place.flat] as number) - body * vbs - feedback * vds;
  let onB = -body;
  if (gamma !== 0) {
    const rootPhi = p[at + place.rootPhi] as number;
    if (vbs <= 0) {
      const root = Math.sqrt((p[at + place.phi] as number) - vbs);
      on += gamma * root;
      onB -= (0.5 * gamma) / root;
    } else if (vbs < 2 * rootPhi * rootPhi) {
      on += gamma * (rootPhi - vbs / (2 * rootPhi));
      onB -= (0.5 * gamma) / rootPhi;
    }
  }
  const x = vgs - on;
  let saturation = 0;
  let saturationX = 0;
  if (x > 0) {
    const exponent = p[at + place.voltageExponent] as number;
    saturation = (p[at + place.voltage] as number) * Math.exp(exponent * Math.log(x));
    saturationX = (exponent * saturation) / x;
  }
  work[endPlace.on] = on;
  work[endPlace.onD] = -feedback;
  work[endPlace.onB] = onB;
  work[endPlace.saturation] = saturation;
  work[endPlace.saturationG] = saturationX;
  work[endPlace.saturationD] = saturationX * feedback;
  work[endPlace.saturationB] = -saturationX * onB;
}
