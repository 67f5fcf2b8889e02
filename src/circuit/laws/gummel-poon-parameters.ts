/**
 * The parameters of `gummel-poon-law.ts`: where they stand, and how a model, an element and its temperature give them.
 *
 * AREA and M multiply currents and the charges of the emitter, AREAB those of the collector, AREAC those of the substrate, and
 * divide resistances. BF and BR grow as T^XTB, ISE and ISC as IS^(1/N) / T^XTB. VAF, VAR, IKF, IKR and IRB of 0 are none.
 * (ngspice 39 counts AREA twice in IR where AREAB is not written.)
 */
import { type DepletionLayer, depletionPlaces, writeDepletion } from './depletion-charge.js';
import { criticalVoltage, topOf } from './junction-current.js';
import { type GivenValues, polynomialGrowth, readerOf } from './law-parameters.js';
import {
  capacitanceGrowth,
  potentialAt,
  saturationGrowth,
  temperatureRatio,
  type Temperatures,
  thermalVoltage,
} from './semiconductor.js';

/** Places of an instance's parameters; rates are reciprocals, 0 for what is not there. */
export const place = Object.freeze({
  sign: 0,
  saturation: 1,
  forwardSlope: 2,
  reverseSlope: 3,
  forwardShare: 4,
  reverseShare: 5,
  emitterLeak: 6,
  emitterLeakSlope: 7,
  collectorLeak: 8,
  collectorLeakSlope: 9,
  forwardEarly: 10,
  reverseEarly: 11,
  forwardKnee: 12,
  reverseKnee: 13,
  kneeExponent: 14,
  top: 15,
  steepest: 16,
  critical: 17,
  /** RBM, RB - RBM, 1/IRB. */
  minBase: 18,
  spreadBase: 19,
  crowdingRate: 20,
  forwardTransit: 21,
  transitGrowth: 22,
  transitRate: 23,
  transitKnee: 24,
  reverseTransit: 25,
  emitterLayer: 26,
  collectorLayer: 26 + depletionPlaces,
  /** Siemens: what of the current that comes later a volt of its node is. */
  lagScale: 26 + 2 * depletionPlaces,
});
export const parameterCount = place.lagScale + 1;

/** Returns 1 / a parameter that means none where it is 0 or absent. */
function rateOf(value: number): number {
  return value === 0 ? 0 : 1 / value;
}

/** Amperes and farads grow with these: of base-emitter, of base-collector. */
export function bipolarSizes(instance: GivenValues): {
  readonly emitter: number;
  readonly collector: number;
  readonly substrate: number;
} {
  const own = readerOf(instance);
  const area = own('area', 1);
  const count = own('m', 1);
  return {
    emitter: area * count,
    collector: own('areab', area) * count,
    substrate: own('areac', area) * count,
  };
}

/** Returns the parameters of a Q element with a model, by their canonical names, at its temperature. */
export function gummelPoonParameters(
  type: 'npn' | 'pnp',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
): Float64Array {
  const given = readerOf(model);
  const { emitter, collector } = bipolarSizes(instance);
  const rise = at.celsius - at.nominal;
  const thermal = thermalVoltage(at.celsius);
  const gap = given('eg', 1.11);
  const exponent = given('xti', 3);
  const gainGrowth = temperatureRatio(at) ** given('xtb', 0);
  const p = new Float64Array(parameterCount);
  const nominal = given('is', 1e-16);
  const saturation = emitter * nominal * saturationGrowth(at, gap, exponent);
  p[place.sign] = type === 'npn' ? 1 : -1;
  p[place.saturation] = saturation;
  p[place.forwardSlope] = given('nf', 1) * thermal;
  p[place.reverseSlope] = given('nr', 1) * thermal;
  p[place.forwardShare] = 1 / (given('bf', 100) * gainGrowth);
  p[place.reverseShare] = 1 / (given('br', 1) * gainGrowth);
  for (const { leak, slope, name, ratio, emission, usual, size } of [
    {
      leak: place.emitterLeak,
      slope: place.emitterLeakSlope,
      ...({ name: 'ise', ratio: 'c2', emission: 'ne', usual: 1.5, size: emitter } as const),
    },
    {
      leak: place.collectorLeak,
      slope: place.collectorLeakSlope,
      ...({ name: 'isc', ratio: 'c4', emission: 'nc', usual: 2, size: collector } as const),
    },
  ]) {
    const ideality = given(emission, usual);
    // (IS(T)/IS)^(1/NE) / (T/T0)^XTB: the gap is shared out over the emission coefficient.
    const growth = saturationGrowth(at, gap, exponent, ideality) / gainGrowth;
    // SPICE 2 has multiples of IS there, which currents above an ampere are taken for.
    const written = given(name, given(ratio, 0));
    p[leak] = size * (written > 1 ? written * nominal : written) * growth;
    p[slope] = ideality * thermal;
  }
  p[place.forwardEarly] = rateOf(given('vaf', 0));
  p[place.reverseEarly] = rateOf(given('var', 0));
  p[place.forwardKnee] = rateOf(emitter * given('ikf', 0));
  p[place.reverseKnee] = rateOf(emitter * given('ikr', 0));
  p[place.kneeExponent] = given('nkf', 0.5);
  p[place.top] = topOf(saturation);
  p[place.steepest] = Math.exp(topOf(saturation));
  p[place.critical] = criticalVoltage(saturation, given('nf', 1) * thermal);
  const base = given('rb', 0) * polynomialGrowth(rise, given('trb1', 0), given('trb2', 0));
  const least = given('rbm', given('rb', 0)) * polynomialGrowth(rise, given('trm1', 0), given('trm2', 0));
  p[place.minBase] = least / emitter;
  p[place.spreadBase] = (base - least) / emitter;
  p[place.crowdingRate] = rateOf(emitter * given('irb', 0));
  p[place.forwardTransit] = given('tf', 0);
  p[place.transitGrowth] = given('xtf', 0);
  p[place.transitRate] = rateOf(1.44 * given('vtf', 0));
  p[place.transitKnee] = emitter * given('itf', 0);
  p[place.reverseTransit] = given('tr', 0);
  p[place.lagScale] = lagScaleOf(model, emitter);
  writeDepletion(p, place.emitterLayer, bipolarLayer(model, 'e', emitter, at));
  writeDepletion(p, place.collectorLayer, bipolarLayer(model, 'c', collector * given('xcjc', 1), at));
  return p;
}

/** Amperes of which a volt stands where IKF tells of none. */
const usualCurrent = 1e-2;

/** Returns the siemens of a current that comes later: IKF, or 10 mA, are a volt. */
export function lagScaleOf(model: GivenValues, emitter: number): number {
  const knee = model.get('ikf') ?? 0;
  return emitter * (knee > 0 && knee < Infinity ? knee : usualCurrent);
}

/** Returns seconds by which the forward current comes later: PTF is its phase at 1 / (2 pi TF). */
export function lagOf(model: GivenValues): number {
  return ((model.get('ptf') ?? 0) / 180) * Math.PI * (model.get('tf') ?? 0);
}

/** Returns the depletion layer of base-emitter (e), base-collector (c) or substrate (s), `size` times. */
export function bipolarLayer(
  model: GivenValues,
  side: 'e' | 'c' | 's',
  size: number,
  at: Temperatures,
): DepletionLayer {
  const given = readerOf(model);
  const potential = given(`vj${side}`, 0.75);
  const grading = given(`mj${side}`, side === 's' ? 0 : 0.33);
  return {
    capacitance: size * given(`cj${side}`, 0) * capacitanceGrowth(potential, grading, at),
    potential: potentialAt(potential, at),
    grading,
    // Beyond 0 V the substrate's capacitance is a straight line.
    linearFrom: side === 's' ? 0 : given('fc', 0.5),
  };
}
