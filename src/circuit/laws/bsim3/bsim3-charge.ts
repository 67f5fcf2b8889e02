/**
 * BSIM3v3: the charges of gate, bulk and channel by CAPMOD 0 to 3, with what `bsim3-threshold.ts` finds. All four have the same channel:
 * of a capacitance C, a gate voltage V beyond the threshold and y = vds up to V / A',
 *
 *     gate  = C (V - y/2 + A' y^2 / 12 z),      bulk = C (1 - A') (y/2 - A' y^2 / 12 z),      z = V - A' y/2,
 *     the end of the lower potential by XPART: half of the channel, or, of Ward and Dutton, 40 % in saturation:
 *           -C / (2 z^2) (V (2/3 x^2 + V (V - 4/3 x)) - 2/15 x^3),  x = A' y,   or all of it:  -C (V/2 + x/4 - x^2 / 24 z),
 *
 * and below it a layer of accumulation and depletion, as much on the gate as less in the bulk. They differ in how V, y and that layer
 * are bounded: 0 and 1 by their least, 2 and 3 rounded off; 0 has a threshold and a flat band of its own; in 3 both charges lie a
 * distance from the oxide. Through 3.1 the flat band follows the threshold (isFloating).
 *
 * A function of the subset of `grammar/slopes`. Sources: as there; [Liu-Jin-King-Hu 1999] of CAPMOD 3.
 */
import type { Int } from '../../../base/int.js';
import { bsim3Jet, bsim3Place } from './bsim3-places.js';
import {
  beyondSurface,
  channelBulk,
  channelGate,
  channelLow,
  layer,
  layerDistance,
  rounded,
  sharedLow,
} from '../channel-charge.js';
import { upTo, upToEither } from '../smooth-bounds.js';

const place = bsim3Place;
const to = bsim3Jet;

/** Volts in which flat band and saturation are rounded off. */
const bandRounding = 0.02;
const endRounding = 0.02;
/** F/m: permittivity of silicon. */
const silicon = 1.03594e-10;
/** Metres: the distance of carriers from the oxide where they are few. */
const farthest = 1.9e-9;
/** Volts beside which 0 is nothing. */
const tiny = 1e-20;

/** The bulk voltage that charges see: its bound below, and what is left of PHI above 0. */
function chargedBulk(vb: number, phi: number): number {
  if (vb <= 0) return vb;
  return (phi * vb) / (phi + vb);
}

/** Writes the charges of gate, bulk and the end of the lower potential; vds >= 0. */
export function writeCharge(p: Float64Array, at: Int, vds: number, vbs: number, jets: Float64Array): void {
  const kind = p[at + place.chargeKind] as number;
  const phi = p[at + place.phi] as number;
  const k = p[at + place.k1] as number;
  const area = p[at + place.area] as number;
  const vgate = jets[to.vgate] as number;
  const root = jets[to.rootPhi] as number;
  const vth = jets[to.vth] as number;
  const steep = (jets[to.bulk0] as number) * (p[at + place.chargeFactor] as number);
  const limited = jets[to.vbs] as number;

  let v: number;
  let below: number;
  let end: number;
  let c: number;
  if (kind === 0) {
    const vb = limited < 0 ? vbs : chargedBulk(limited, phi);
    const band = p[at + place.flat] as number;
    const over = vgate - band - phi - k * root;
    c = area;
    if (over > 0) {
      v = over;
      below = area * k * root;
      const saturation = v / steep;
      if (vds < saturation) end = vds;
      else end = saturation;
    } else {
      v = 0;
      end = 0;
      below = area * layer(vgate - vb - band, k);
    }
  } else {
    const vb = chargedBulk(limited, phi);
    let band: number;
    if ((p[at + place.isFloating] as number) > 0) band = vth - phi - k * root;
    else band = p[at + place.flat] as number;
    const unit = (jets[to.n] as number) * (p[at + place.chargeSwing] as number);
    const over = jets[to.over] as number;
    const vgsteff = rounded(over - (p[at + place.chargeOffset] as number), unit);
    if (kind === 1) {
      c = area;
      v = vgsteff;
      below = area * layer(vgate - vb - band - vgsteff, k);
      const saturation = v / steep;
      if (vds < saturation) end = vds;
      else end = saturation;
    } else {
      const across = vgate - vb;
      const flat = upToEither(across, band, bandRounding);
      const charge = flat - band + layer(across - flat - vgsteff, k);
      if (kind === 2) {
        c = area;
        v = vgsteff;
        below = area * charge;
      } else {
        const thickness = p[at + place.thickness] as number;
        const perDistance = (p[at + place.oxide] as number) / silicon;
        const distance = layerDistance(
          across - band,
          p[at + place.centroidRate] as number,
          p[at + place.debye] as number,
          thickness,
        );
        below = (area / (1 + perDistance * distance)) * charge;
        v = beyondSurface(
          vgsteff,
          p[at + place.thermal] as number,
          p[at + place.surfaceSpread] as number,
          p[at + place.surfaceRise] as number,
          p[at + place.surfaceFloor] as number,
        );
        const twice = 4 * (vth - band - phi);
        let field: number;
        if (twice >= 0) field = vgsteff + twice;
        else field = vgsteff + tiny;
        const crowd = Math.exp(0.7 * Math.log(field / (p[at + place.thicknessUnit] as number)));
        c = area / (1 + (perDistance * farthest) / (1 + crowd));
      }
      end = upTo(vds, v / steep, endRounding);
    }
  }

  const x = steep * end;
  const gate = channelGate(c, v, x, end);
  const bulk = channelBulk(c, v, x, end, steep);
  jets[to.gateCharge] = gate + below;
  jets[to.bulkCharge] = bulk - below;
  const partition = p[at + place.partition] as number;
  if (partition > 0.5) jets[to.lowCharge] = channelLow(c, v, x);
  else if (partition < 0.5) jets[to.lowCharge] = sharedLow(c, v, x);
  else jets[to.lowCharge] = -0.5 * (gate + bulk);
}
