/**
 * BSIM4: what tunnels through the oxide of the gate into the channel (IGCMOD), shared by its ends, and into the bulk (IGBMOD). With the
 * voltage Vox of the oxide,
 *
 *     Igc = S Vg n Vt ln(1 + e^((Vg - VTH0) / n Vt)) e^(-B (AIGC - BIGC Vox) (1 + CIGC Vox)),     with IGCMOD = 2 Vth for VTH0,
 *     Igcs = Igc (x - 1 + e^-x + 1e-4) / (x^2 + 2e-4),     Igcd = Igc (1 - (1 + x) e^-x + 1e-4) / (x^2 + 2e-4),     x = PIGCD Vdseff,
 *     Igb of accumulation and of inversion likewise, of Vg - vb.
 *
 * A function of the subset of `grammar/slopes`. Source: BSIM4.8 manual, ch. 4.
 */
import type { Int } from '../../../base/int.js';
import { rounded } from '../channel-charge.js';
import { bsim4Jet, bsim4Place } from './bsim4-places.js';
import { upToEither } from '../smooth-bounds.js';

const place = bsim4Place;
const to = bsim4Jet;

const rounding = 34;
/** Volts in which the flat band is rounded off. */
const bandRounding = 0.02;
/** Keeps shares of the ends finite where x is 0, and both alike. */
const shareRounding = 1e-4;
const tiny = 1e-20;
/** Prefactor of tunnelling in inversion over that in accumulation. */
const inversionPart = 0.7561;

/** e^(a + b v - c v^2), between e^-34 and e^34. */
export function tunnelled(v: number, a: number, b: number, c: number): number {
  const exponent = a + b * v - c * (v * v);
  if (exponent > rounding) return Math.exp(rounding);
  if (exponent < -rounding) return Math.exp(-rounding);
  return Math.exp(exponent);
}

/** Writes them. */
export function writeGateCurrent(p: Float64Array, at: Int, jets: Float64Array): void {
  const vgate = jets[to.vgate] as number;
  const vb = jets[to.vbs] as number;
  const vgsteff = jets[to.vgsteff] as number;
  const flat = p[at + place.flatBand] as number;
  const k = p[at + place.k1Charge] as number;
  const band = upToEither(vgate - vb, flat, bandRounding);
  const left = vgate - band - vb - vgsteff;
  let inverted = vgsteff;
  if (k !== 0) {
    if (left < 0) inverted = vgsteff - left;
    else inverted = vgsteff + k * (Math.sqrt(0.25 * k * k + left) - 0.5 * k);
  }
  const kind = p[at + place.channelKind] as number;
  if (kind > 0) {
    let threshold = p[at + place.channelThreshold] as number;
    if (kind > 1) threshold = jets[to.vth] as number;
    const filled = rounded(vgate - threshold, p[at + place.channelThermal] as number);
    const whole =
      (p[at + place.channelScale] as number) *
      vgate *
      filled *
      tunnelled(
        inverted,
        p[at + place.channelA] as number,
        p[at + place.channelB] as number,
        p[at + place.channelC] as number,
      );
    const end = jets[to.end] as number;
    let share = p[at + place.channelShare] as number;
    if ((p[at + place.isShareGiven] as number) === 0) {
      const v = vgsteff + tiny;
      share = (share / (v * v)) * (1 - (0.5 * end) / v);
    }
    const x = share * end;
    const unit = x * x + 2 * shareRounding;
    let e: number;
    if (x < -rounding) e = Math.exp(rounding);
    else e = Math.exp(-x);
    jets[to.toLow] = (whole * (e - 1 + shareRounding + x)) / unit;
    jets[to.toHigh] = (whole * (1 + shareRounding - e - x * e)) / unit;
  } else {
    jets[to.toLow] = 0;
    jets[to.toHigh] = 0;
  }

  if ((p[at + place.bulkKind] as number) > 0) {
    const accumulated = rounded(vb + flat - vgate, p[at + place.accumulationThermal] as number);
    let rest = flat - band;
    if (rest < 0) rest = 0;
    const accumulation =
      accumulated *
      tunnelled(
        rest,
        p[at + place.accumulationA] as number,
        p[at + place.accumulationB] as number,
        p[at + place.accumulationC] as number,
      );
    const freed = rounded(
      inverted - (p[at + place.inversionFrom] as number),
      p[at + place.inversionThermal] as number,
    );
    const inversion =
      freed *
      tunnelled(
        inverted,
        p[at + place.inversionA] as number,
        p[at + place.inversionB] as number,
        p[at + place.inversionC] as number,
      );
    jets[to.toBulk] =
      (p[at + place.bulkScale] as number) * (vgate - vb) * (accumulation + inversionPart * inversion);
  } else {
    jets[to.toBulk] = 0;
  }
}
