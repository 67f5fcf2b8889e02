/**
 * BSIM4: the charges of gate, bulk and channel by CAPMOD 0 to 2, with what `bsim4-threshold.ts` finds. All have the channel of
 * `channel-charge.ts`, and below it a layer of accumulation and depletion, as much on the gate as less in the bulk. They differ in
 * how gate voltage, end and that layer are bounded: 0 has a threshold and a flat band of its own and bounds them by their least, 1 and 2 have
 * them rounded off, in 2 both charges lie a distance from the oxide.
 *
 *     V = n' Vt ln(1 + e^((Vgst - VOFFCV) / n' Vt)),  n' = NOFF n,   with CVCHARGEMOD = 1 as Vgsteff of the current.
 *
 * A function of the subset of `grammar/slopes`. Source: BSIM4.8 manual, ch. 7.
 */
import type { Int } from '../../../base/int.js';
import { centredCapacitance } from './bsim4-current.js';
import { bsim4Jet, bsim4Place } from './bsim4-places.js';
import { partlyEffectiveGate } from './bsim4-threshold.js';
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

const place = bsim4Place;
const to = bsim4Jet;

/** Volts in which flat band and saturation are rounded off, and the surface potential. */
const bandRounding = 0.02;
const endRounding = 0.02;
const surfaceRounding = 1e-3;

/** The gate voltage of charges beyond the threshold. */
function chargedGate(p: Float64Array, at: Int, over: number, n: number): number {
  const part = p[at + place.chargePart] as number;
  if (part > 0)
    return partlyEffectiveGate(
      over,
      n,
      p[at + place.thermal] as number,
      part,
      p[at + place.chargeOffsetPart] as number,
      p[at + place.oxideByDepletion] as number,
    );
  return rounded(over - (p[at + place.chargeOffset] as number), n * (p[at + place.chargeSwing] as number));
}

/** Writes the charges of gate, bulk and the end of the lower potential; vds >= 0. */
export function writeCharge(p: Float64Array, at: Int, vds: number, vbs: number, jets: Float64Array): void {
  const kind = p[at + place.chargeKind] as number;
  const k = p[at + place.k1Charge] as number;
  const area = p[at + place.area] as number;
  const band = p[at + place.band] as number;
  const vgate = jets[to.vgate] as number;
  const steep = (jets[to.bulk0] as number) * (p[at + place.chargeFactor] as number);
  const limited = jets[to.vbs] as number;

  let v: number;
  let below: number;
  let end: number;
  let c = area;
  if (kind === 0) {
    const root = jets[to.rootPhi] as number;
    const vb = limited < 0 ? vbs : limited;
    const over = vgate - band - (p[at + place.phi] as number) - k * root;
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
    const across = vgate - limited;
    const vgsteff = chargedGate(p, at, jets[to.over] as number, jets[to.n] as number);
    const flat = upToEither(across, band, bandRounding);
    const charge = flat - band + layer(across - flat - vgsteff, k);
    if (kind === 1) {
      v = vgsteff;
      below = area * charge;
    } else {
      const oxide = p[at + place.physicalOxide] as number;
      const distance = layerDistance(
        across - band,
        p[at + place.centroidRate] as number,
        p[at + place.debye] as number,
        p[at + place.physical] as number,
      );
      const perOxide = area / (p[at + place.oxide] as number);
      below = (perOxide * oxide * charge) / (1 + (oxide / (p[at + place.substrate] as number)) * distance);
      v = beyondSurface(
        vgsteff,
        p[at + place.thermal] as number,
        p[at + place.surfaceSpread] as number,
        p[at + place.surfaceRise] as number,
        surfaceRounding,
      );
      c = perOxide * centredCapacitance(p, at, vgsteff);
    }
    end = upTo(vds, v / steep, endRounding);
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
