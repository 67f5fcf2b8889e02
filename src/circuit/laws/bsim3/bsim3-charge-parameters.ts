/** What the charges of an instance of BSIM3v3 need: channel, flat band, the distances of CAPMOD 3, overlaps and fringes. */
import { oxidePermittivity } from './bsim3-body.js';
import type { Bsim3Values } from './bsim3-values.js';
import { bsim3Place } from './bsim3-places.js';
import { readerOf } from '../law-parameters.js';

const place = bsim3Place;

/** From this version on CAPMOD = 3 is the usual one, and the flat band does not follow the threshold. */
const fixedBandFrom = 3.2;
/** From this one on what the surface potential leaves of the gate voltage is rounded off. */
const roundedFrom = 3.3;
const surfaceRounding = 1e-3;

/** Writes them; those of threshold and current are written already. */
export function writeChargeParameters(p: Float64Array, values: Bsim3Values): void {
  const { model, size, body, vt, version } = values;
  const { binned, charged, effective } = size;
  const given = readerOf(model);
  const { phi, oxide, thickness } = body;
  const isOld = version < fixedBandFrom;
  const kind = Math.round(given('capmod', isOld ? 2 : 3));
  p[place.chargeKind] = Math.min(kind, isOld ? 2 : 3);
  p[place.partition] = given('xpart', 0);
  p[place.area] = oxide * charged.length * charged.width;
  p[place.isFloating] = isOld && kind !== 0 ? 1 : 0;
  p[place.flat] = kind === 0 ? binned('vfbcv', -1) : flatBandOf(p, values);
  const ofLength = isOld ? effective.length : charged.length;
  p[place.chargeFactor] = 1 + (binned('clc', 0.1e-6) / ofLength) ** binned('cle', 0.6);
  p[place.chargeSwing] = (isOld ? 1 : binned('noff', 1)) * vt;
  p[place.chargeOffset] = isOld ? 0 : binned('voffcv', 0);

  // Lengths of CAPMOD 3 in centimetres of the oxide's field.
  const fieldLength = 1e8 * thickness;
  p[place.centroidRate] = (binned('acde', 1) * (body.channelDoping / 2e16) ** -0.25) / fieldLength;
  p[place.debye] = body.debye;
  p[place.thickness] = thickness;
  p[place.thicknessUnit] = 2 * fieldLength;
  const k1 = p[place.k1] ?? 0;
  const rootPhi = Math.sqrt(phi);
  const moin = binned('moin', 15) * vt;
  p[place.surfaceSpread] = k1 > 0 ? moin * k1 * k1 : 0.25 * moin;
  p[place.surfaceRise] = (k1 > 0 ? k1 : 0.5) * rootPhi;
  p[place.surfaceFloor] = version < roundedFrom ? 0 : surfaceRounding;

  writeOverlaps(p, values);
}

/** The flat band at no voltages, which is that of the threshold there. */
function flatBandOf(p: Float64Array, { body }: Bsim3Values): number {
  const unit = (p[place.oxideRoot] ?? 0) * Math.sqrt(body.depletion);
  const theta = (length: number): number => {
    const e = Math.exp(-length / unit);
    return e * (1 + 2 * e);
  };
  const lowered =
    (p[place.shortHeight] ?? 0) * theta(p[place.shortLength] ?? 0) +
    (p[place.narrowHeight] ?? 0) * theta(p[place.narrowLength] ?? 0);
  return (p[place.threshold] ?? 0) - lowered * (p[place.barrier] ?? 0) - body.phi;
}

function writeOverlaps(p: Float64Array, { model, size, body }: Bsim3Values): void {
  const { binned, charged } = size;
  const given = readerOf(model);
  const { oxide, thickness } = body;
  const fringe = binned('cf', ((2 * oxidePermittivity) / Math.PI) * Math.log(1 + 0.4e-6 / thickness));
  const dlc = model.has('dlc') ? given('dlc', 0) : 0;
  const light = (end: 's' | 'd'): number => binned(`cg${end}l`, 0);
  const overlap = (end: 's' | 'd'): number => {
    const underGate = dlc > 0 ? dlc * oxide - given(`cg${end}l`, 0) : 0.6 * given('xj', 0.15e-6) * oxide;
    return (given(`cg${end}o`, underGate) + fringe) * charged.width;
  };
  const kind = p[place.chargeKind] ?? 0;
  p[place.overlapSource] = overlap('s');
  p[place.overlapDrain] = overlap('d');
  const dwc = given('dwc', given('wint', 0));
  p[place.overlapBulk] = given('cgbo', 2 * dwc * oxide) * charged.length;
  p[place.lightSource] = kind === 0 ? 0 : light('s') * charged.width;
  p[place.lightDrain] = kind === 0 ? 0 : light('d') * charged.width;
  p[place.kappa] = binned('ckappa', 0.6);
}
