/** The parameters of an instance of BSIM3v3, from its model and its card, at its size and temperature. Source: BSIM3v3.2.2 manual, app. A and B. */
import { elementaryCharge, oxidePermittivity, siliconPermittivity } from './bsim3-body.js';
import { writeChargeParameters } from './bsim3-charge-parameters.js';
import { bsim3ParameterCount, bsim3Place } from './bsim3-places.js';
import type { Bsim3Values } from './bsim3-values.js';
import { readerOf } from '../law-parameters.js';

const place = bsim3Place;

/** Dopings of a gate that is depleted, per cm^3: between a slip of the pen and a metal. */
const leastGate = 1e18;
const mostGate = 1e25;
const perCubicCentimetre = 1e6;

/** Returns what an instance has: the numbers of `bsim3-places.ts`. */
export function bsim3Parameters(values: Bsim3Values): Float64Array {
  const p = new Float64Array(bsim3ParameterCount);
  p[place.sign] = values.type === 'nmos' ? 1 : -1;
  p[place.count] = values.instance.get('m') ?? 1;
  writeThresholdParameters(p, values);
  writeCurrentParameters(p, values);
  writeChargeParameters(p, values);
  return p;
}

function writeThresholdParameters(p: Float64Array, values: Bsim3Values): void {
  const { model, instance, size, body, rise, vt } = values;
  const { binned, effective } = size;
  const given = readerOf(model);
  const own = readerOf(instance);
  const sign = values.type === 'nmos' ? 1 : -1;
  const { phi, oxide, thickness } = body;
  const { length, width } = effective;
  const rootPhi = Math.sqrt(phi);
  const scale = thickness / given('toxm', thickness);
  const k1 = body.k1 * scale;
  const oxideRoot = Math.sqrt((siliconPermittivity / oxidePermittivity) * thickness);
  const narrow = (thickness * phi) / (width + binned('w0', 2.5e-6));
  p[place.phi] = phi;
  p[place.rootPhi] = rootPhi;
  p[place.lowestBulk] = body.lowestBulk;
  p[place.depletion] = body.depletion;
  p[place.barrier] = body.builtIn - phi;
  p[place.oxideRoot] = oxideRoot;
  p[place.shortHeight] = binned('dvt0', 2.2);
  p[place.shortLength] = 0.5 * binned('dvt1', 0.53) * length;
  p[place.shortBulk] = binned('dvt2', -0.032);
  p[place.narrowHeight] = binned('dvt0w', 0);
  p[place.narrowLength] = 0.5 * binned('dvt1w', 5.3e6) * width * length;
  p[place.narrowBulk] = binned('dvt2w', -0.032);
  p[place.threshold] =
    body.threshold +
    sign * own('delvto', 0) -
    body.k1 * rootPhi +
    k1 * (Math.sqrt(1 + binned('nlx', 1.74e-7) / length) - 1) * rootPhi +
    (binned('kt1', -0.11) + binned('kt1l', 0) / length) * rise +
    binned('k3', 80) * narrow;
  p[place.k1] = k1;
  p[place.bulkSlope] = binned('k3b', 0) * narrow + binned('kt2', 0.022) * rise - body.k2 * scale;
  p[place.eta] = binned('eta0', 0.08);
  p[place.etaBulk] = binned('etab', -0.07);
  const characteristic = oxideRoot * Math.sqrt(body.depletion);
  const drout = binned('drout', 0.56);
  const barrier = (d: number): number => theta((0.5 * d * length) / characteristic);
  p[place.dibl] = barrier(model.has('dsub') ? binned('dsub', 0) : binned('dsub', given('drout', 0.56)));
  p[place.outputDibl] = binned('pdiblc1', 0.39) * barrier(drout) + binned('pdiblc2', 0.0086);
  p[place.outputBulk] = binned('pdiblcb', 0);
  p[place.swing] = (binned('nfactor', 1) * siliconPermittivity) / oxide;
  p[place.coupling] = binned('cdsc', 2.4e-4) / oxide;
  p[place.couplingBulk] = binned('cdscb', 0) / oxide;
  p[place.couplingDrain] = binned('cdscd', 0) / oxide;
  p[place.interfaces] = binned('cit', 0) / oxide;
  p[place.thermal] = vt;
  const gate = body.gateDoping;
  p[place.poly] =
    gate > leastGate && gate < mostGate
      ? (perCubicCentimetre * elementaryCharge * siliconPermittivity * gate) / (oxide * oxide)
      : 0;
  p[place.polyFrom] = body.flatBand + sign * own('delvto', 0) + phi;
  p[place.offset] = binned('voff', -0.08);
  p[place.oxideByDepletion] = oxide / body.depletionCapacitance;
}

function writeCurrentParameters(
  p: Float64Array,
  { type, model, instance, size, body, rise }: Bsim3Values,
): void {
  const { binned, effective } = size;
  const given = readerOf(model);
  const { oxide, thickness } = body;
  const { length, width } = effective;
  const isChecked = given('paramchk', 0) === 1;
  p[place.width] = width;
  p[place.widthGate] = binned('dwg', 0);
  p[place.widthBulk] = binned('dwb', 0);
  const series = (binned('rdsw', 0) + binned('prt', 0) * rise) / (width * 1e6) ** binned('wr', 1);
  p[place.series] = isChecked && series < 1e-3 ? 0 : series;
  p[place.seriesGate] = binned('prwg', 0);
  p[place.seriesBulk] = binned('prwb', 0);
  p[place.length] = length;
  const xj = binned('xj', 0.15e-6);
  const a0 = binned('a0', 1);
  p[place.junction] = xj;
  p[place.a0] = a0;
  p[place.narrowCharge] = binned('b0', 0) / (width + binned('b1', 0));
  p[place.gateCharge] = binned('ags', 0) * a0;
  p[place.keta] = binned('keta', -0.047);

  const kind = Math.round(given('mobmod', 1));
  const isThird = kind !== 1 && kind !== 2;
  p[place.mobilityKind] = isThird ? 3 : kind;
  const heated = (name: string, otherwise: number, perRise: number): number =>
    binned(name, otherwise) + binned(`${name}1`, perRise) * rise;
  p[place.ua] = heated('ua', 2.25e-9, 4.31e-9) / thickness;
  p[place.ub] = heated('ub', 5.87e-19, -7.61e-18) / (thickness * thickness);
  p[place.uc] = isThird ? heated('uc', -0.0465, -0.056) : heated('uc', -0.0465e-9, -0.056e-9) / thickness;
  const u0 = binned('u0', type === 'nmos' ? 0.067 : 0.025);
  // Above 1 it is in cm^2/Vs.
  p[place.mobility] =
    (u0 > 1 ? u0 / 1e4 : u0) * (1 + rise) ** binned('ute', -1.5) * (instance.get('mulu0') ?? 1);

  p[place.velocity] = binned('vsat', 8e4) - binned('at', 3.3e4) * rise;
  p[place.oxide] = oxide;
  const a2 = binned('a2', 1);
  p[place.a1] = isChecked && a2 > 1 ? 0 : binned('a1', 0);
  p[place.a2] = isChecked ? Math.min(1, Math.max(0.01, a2)) : a2;
  p[place.delta] = binned('delta', 0.01);
  const litl = Math.sqrt(3 * xj * thickness);
  p[place.modulation] = binned('pclm', 1.3) * litl;
  p[place.outputGate] = binned('pvag', 0);
  p[place.bodyField] = binned('pscbe1', 4.24e8) * litl;
  p[place.bodyPart] = binned('pscbe2', 1e-5);
  p[place.impactPart] = binned('alpha0', 0) / length + binned('alpha1', 0);
  p[place.impactVoltage] = binned('beta0', 30);
}

/** e^-x + 2 e^-2x. */
function theta(x: number): number {
  const e = Math.exp(-x);
  return e * (1 + 2 * e);
}

/** What is wrong with an instance: names of quantities, their values and what they have to be; the law has no meaning then. */
export function bsim3Faults({ size, body, model }: Bsim3Values, p: Float64Array): string[] {
  const sizes: readonly (readonly [string, number])[] = [
    ['its effective length', size.effective.length],
    ['its effective width', size.effective.width],
    ['its effective length of charges', size.charged.length],
    ['its effective width of charges', size.charged.width],
  ];
  const positive: readonly (readonly [string, number])[] = [
    ['TOX', body.thickness],
    ['TOXM', model.get('toxm') ?? 1],
    ['NCH', body.channelDoping],
    ['PHI', body.phi],
    ['XJ', p[place.junction] ?? NaN],
    ['U0 at its temperature', p[place.mobility] ?? NaN],
    ['VSAT at its temperature', p[place.velocity] ?? NaN],
    ['PCLM', p[place.modulation] ?? NaN],
    ['A2', p[place.a2] ?? NaN],
    ['1 + NLX / Leff', 1 + size.binned('nlx', 1.74e-7) / size.effective.length],
  ];
  const atLeast: readonly (readonly [string, number])[] = [
    ['DVT1', p[place.shortLength] ?? NaN],
    ['DVT1W', p[place.narrowLength] ?? NaN],
    ['DSUB', size.binned('dsub', model.get('drout') ?? 0.56)],
    ['DROUT', size.binned('drout', 0.56)],
    ['DELTA', p[place.delta] ?? NaN],
    ['CLC', size.binned('clc', 0)],
    ['NGATE', body.gateDoping],
  ];
  const told = (what: string, value: number, rule: string): string =>
    `${what} is ${Number(value.toPrecision(4))}, ${rule}`;
  const small = sizes.filter(([, value]) => !(value > 0));
  // Without a size nothing else means anything.
  if (small.length > 0) return small.map(([what, value]) => told(what, value, 'not positive'));
  return [
    ...positive.filter(([, value]) => !(value > 0)).map(([what, value]) => told(what, value, 'not positive')),
    ...atLeast.filter(([, value]) => !(value >= 0)).map(([what, value]) => told(what, value, 'negative')),
  ];
}
