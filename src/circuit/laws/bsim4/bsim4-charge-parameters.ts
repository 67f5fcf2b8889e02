/** What the charges of an instance of BSIM4 need: channel, flat band, the distances of CAPMOD 2, overlaps and fringes. */
import { bsim4OxideBand } from './bsim4-gate-parameters.js';
import { vacuumPermittivity } from './bsim4-material.js';
import { bsim4EndPlace, bsim4Place } from './bsim4-places.js';
import type { Bsim4Values } from './bsim4-values.js';
import { readerOf } from '../law-parameters.js';

const place = bsim4Place;

/** Volts: a voltage of CGSL and CGDL is not less. */
const leastKappa = 0.02;

/** Writes them; those of threshold, oxide and current are written already. */
export function writeBsim4ChargeParameters(p: Float64Array, values: Bsim4Values): void {
  const { model, size, material, body, vt, version } = values;
  const { binned, charged, effective } = size;
  const given = readerOf(model);
  const asked = Math.round(given('capmod', 2));
  const kind = asked >= 0 && asked <= 2 ? asked : 2;
  const partition = given('xpart', 0);
  p[place.chargeKind] = kind;
  p[place.partition] = partition;
  p[place.area] = partition < 0 ? 0 : material.oxide * charged.length * charged.width;
  p[place.band] = kind === 0 ? binned('vfbcv', -1) : bsim4OxideBand(p, values);
  p[place.chargeFactor] = 1 + (binned('clc', 0.1e-6) / charged.length) ** binned('cle', 0.6);
  const heated = version < 4.7 ? 1 : 1 + binned('tvoffcv', 0) * values.warmer;
  const offset = binned('voffcv', 0) * heated;
  const isParted = version >= 4.6 && given('cvchargemod', 0) !== 0;
  p[place.chargeSwing] = binned('noff', 1) * vt;
  p[place.chargeOffset] = offset;
  p[place.chargePart] = isParted ? 0.5 + Math.atan(binned('minvcv', 0)) / Math.PI : 0;
  p[place.chargeOffsetPart] = offset + given('voffcvl', 0) / effective.length;

  const physical = p[place.physical] ?? NaN;
  p[place.centroidRate] = (binned('acde', 1) * (body.channelDoping / 2e16) ** -0.25) / (1e8 * physical);
  p[place.debye] = body.debye;
  const k1 = p[place.k1Charge] ?? 0;
  const rootPhi = Math.sqrt(body.phi);
  const moin = binned('moin', 15) * vt;
  p[place.surfaceSpread] = k1 > 0 ? moin * k1 * k1 : 0.25 * moin;
  p[place.surfaceRise] = (k1 > 0 ? k1 : 0.5) * rootPhi;
  for (const end of ['s', 'd'] as const) writeOverlap(p, values, end);
  const overlapBulk = given('cgbo', 2 * given('dwc', given('wint', 0)) * material.oxide);
  p[place.overlapBulk] = overlapBulk * charged.length;
}

function writeOverlap(
  p: Float64Array,
  { model, size, material, version }: Bsim4Values,
  end: 's' | 'd',
): void {
  const { binned, charged } = size;
  const given = readerOf(model);
  const { oxide } = material;
  // Through version 4.7 the fringe is that of TOXE whatever MTRLMOD.
  const isOwn = material.isOther && version < 4.8;
  const thickness = isOwn ? given('toxe', 30e-10) : material.thickness;
  const permittivity = (isOwn ? given('epsrox', 3.9) : material.oxideConstant) * vacuumPermittivity;
  const usualFringe = ((2 * permittivity) / 3.141592654) * Math.log(1 + 0.4e-6 / thickness);
  const fringe = binned('cf', usualFringe);
  const dlc = model.has('dlc') ? given('dlc', 0) : 0;
  const underGate = dlc > 0 ? dlc * oxide - given(`cg${end}l`, 0) : 0.6 * given('xj', 0.15e-6) * oxide;
  const first = end === 's' ? place.source : place.drain;
  const own = given(`cg${end}o`, underGate);
  const kappas = binned('ckappas', 0.6);
  const kappa = end === 's' || !model.has('ckappad') ? kappas : binned('ckappad', 0.6);
  p[first + bsim4EndPlace.overlap] = (own + fringe) * charged.width;
  p[first + bsim4EndPlace.light] = p[place.chargeKind] === 0 ? 0 : binned(`cg${end}l`, 0) * charged.width;
  p[first + bsim4EndPlace.kappa] = Math.max(leastKappa, kappa);
}
