/**
 * BSIM4: the mobility of the channel's carriers, by what `bsim4-threshold.ts` finds. With the field E = (Vgsteff + v) / TOXE,
 *
 *     u = U0 / (1 + loss + c),
 *     MOBMOD 0, 4   loss = E (UA + UC vb + UB E)            v = 2 Vth, or of 4 to 6 what stays of it without voltages,
 *            1, 5   loss = E (UA + UB E) (1 + UC vb)
 *            2, 6   loss = E^EU (UA + UC vb)                v without voltages
 *            3      the same, E in 1e8 V/m over 6;     c = UD ((1 + Vgsteff / Vgsteff_th) / 2)^-UCS, else
 *     c = UD (TOXE s / (Vgsteff + 2 sqrt(s^2 + 1e-4)))^2,   s = Vth, or v of 4 to 6;   through version 4.5 UD (s / E)^2.
 *
 * A function of the subset of `grammar/slopes`. Source: BSIM4.8 manual, 5.2.
 */
import type { Int } from '../../../base/int.js';
import { bsim4Jet, bsim4Place } from './bsim4-places.js';
import { noLess } from '../smooth-bounds.js';

const place = bsim4Place;
const to = bsim4Jet;

/** 1 + loss + c is not less. */
const leastDenominator = 0.2;
/** Square volts in which the size of s is rounded off. */
const sizeRounding = 1e-4;
/** Volts beside which 0 is nothing. */
const tiny = 1e-20;

/** Writes it. */
export function writeMobility(p: Float64Array, at: Int, jets: Float64Array): void {
  const kind = p[at + place.mobilityKind] as number;
  const vgsteff = jets[to.vgsteff] as number;
  const uc = (p[at + place.uc] as number) * (jets[to.vbs] as number);
  const ua = p[at + place.ua] as number;
  const ub = p[at + place.ub] as number;
  const ud = p[at + place.ud] as number;
  let s = p[at + place.fieldFrom] as number;
  let field: number;
  if (kind < 2) field = vgsteff + 2 * (jets[to.vth] as number) - (p[at + place.fieldShift] as number);
  else if (kind === 4 || kind === 5) field = vgsteff + s - (p[at + place.fieldShift] as number);
  else field = vgsteff + s;
  if (kind < 3) s = jets[to.vth] as number;

  let loss: number;
  if (kind === 0 || kind === 4) loss = field * (ua + uc + ub * field);
  else if (kind === 1 || kind === 5) loss = field * (ua + ub * field) * (1 + uc);
  else loss = Math.exp((p[at + place.eu] as number) * Math.log(field + tiny)) * (ua + uc);
  if (ud !== 0) {
    if (kind === 3) {
      const filled = 0.5 + 0.5 * (vgsteff / (p[at + place.coulombFrom] as number));
      loss = loss + ud * Math.exp(-(p[at + place.coulombPower] as number) * Math.log(filled));
    } else if ((p[at + place.isOld] as number) > 0) {
      const part = s / (field + tiny);
      loss = loss + ud * part * part;
    } else {
      const part = s / (vgsteff + 2 * Math.sqrt(s * s + sizeRounding));
      loss = loss + ud * part * part;
    }
  }
  jets[to.mobility] = (p[at + place.mobility] as number) / noLess(1 + loss, leastDenominator);
}
