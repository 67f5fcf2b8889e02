/** The parameters of an instance of BSIM4, from its model and its card, at its size and temperature. Source: BSIM4.8 manual, ch. 1 to 6, 12. */
import { bsim4CoulombFrom, bsim4SwingAtRest } from './bsim4-rest.js';
import { writeBsim4ChargeParameters } from './bsim4-charge-parameters.js';
import { writeBsim4GateParameters } from './bsim4-gate-parameters.js';
import { bsim4Oxide } from './bsim4-oxide.js';
import { bsim4ParameterCount, bsim4Place } from './bsim4-places.js';
import type { Bsim4Values } from './bsim4-values.js';
import { readerOf } from '../law-parameters.js';

const place = bsim4Place;

/** Dopings of a gate that is depleted, per cm^3: between a slip of the pen and a metal. */
const leastGate = 1e18;
const mostGate = 1e25;
const perCubicCentimetre = 1e6;
const elementary = 1.6021766208e-19;
/** Part of PHI that forward voltages of the bulk do not pass. */
const highest = 0.95;
/** Volts below 0 between which the lowest voltage of the bulk is. */
const boundLow = 30;
const boundHigh = 3;
const negligible = 1.713908431e-15;

/** Returns what an instance has: the numbers of `bsim4-places.ts`. */
export function bsim4Parameters(values: Bsim4Values): Float64Array {
  const p = new Float64Array(bsim4ParameterCount);
  p[place.sign] = values.sign;
  p[place.count] = (values.instance.get('m') ?? 1) * values.size.fingers;
  p[place.isOld] = values.version < 4.6 ? 1 : 0;
  writeThresholdParameters(p, values);
  writeWidthParameters(p, values);
  writeMobilityParameters(p, values);
  writeOxideParameters(p, values);
  writeCurrentParameters(p, values);
  writeBsim4GateParameters(p, values);
  writeBsim4ChargeParameters(p, values);
  return p;
}

/** e^-x / (1 - e^-x)^2 */
function theta(x: number): number {
  const e = Math.exp(-x);
  const rest = 1 - e;
  return e / (rest * rest + 2 * negligible * e);
}

function writeThresholdParameters(p: Float64Array, values: Bsim4Values): void {
  const { model, size, material, body, rise, vt, k2, version } = values;
  const { binned, effective } = size;
  const given = readerOf(model);
  const { phi } = body;
  const { thickness, oxide, substrate } = material;
  const { length, width } = effective;
  const rootPhi = Math.sqrt(phi);
  const scale = thickness / material.measured;
  const k1 = body.k1 * scale;
  const along = Math.sqrt(1 + binned('lpeb', 0) / length);
  const narrow = (thickness * phi) / (width + binned('w0', 2.5e-6));
  const oxideRoot = Math.sqrt((substrate * thickness) / (material.oxide * thickness));
  const half = (0.5 * body.k1) / k2;
  const turn = k2 < 0 ? Math.min(boundLow, Math.max(boundHigh, -0.9 * (phi - half * half))) : boundLow;
  p[place.phi] = phi;
  p[place.rootPhi] = rootPhi;
  p[place.lowestBulk] = Math.max(turn, -body.deepest);
  p[place.highestBulk] = highest * phi;
  p[place.depletion] = body.depletion;
  p[place.barrier] = body.builtIn - phi;
  p[place.oxideRoot] = oxideRoot;
  p[place.shortHeight] = binned('dvt0', 2.2);
  p[place.shortLength] = binned('dvt1', 0.53) * length;
  p[place.shortBulk] = binned('dvt2', -0.032);
  p[place.narrowHeight] = binned('dvt0w', 0);
  p[place.narrowLength] = binned('dvt1w', 5.3e6) * width * length;
  p[place.narrowBulk] = binned('dvt2w', -0.032);
  p[place.threshold] =
    values.threshold -
    body.k1 * rootPhi * along +
    k1 * (Math.sqrt(1 + binned('lpe0', 1.74e-7) / length) - 1) * rootPhi +
    (binned('kt1', -0.11) + binned('kt1l', 0) / length) * rise +
    binned('k3', 80) * narrow;
  p[place.k1] = k1 * along;
  p[place.bulkSlope] = binned('k3b', 0) * narrow + binned('kt2', 0.022) * rise - k2 * scale;
  p[place.bulkRise] = k2 * scale - binned('k3b', 0) * narrow;
  p[place.eta] = values.eta0;
  p[place.etaBulk] = binned('etab', -0.07);
  const characteristic = oxideRoot * Math.sqrt(body.depletion);
  const drout = binned('drout', 0.56);
  const dsub = model.has('dsub') ? binned('dsub', 0) : binned('dsub', given('drout', 0.56));
  p[place.dibl] = theta((dsub * length) / characteristic);
  p[place.outputDibl] =
    binned('pdiblc1', 0.39) * theta((drout * length) / characteristic) + binned('pdiblc2', 0.0086);
  p[place.outputBulk] = binned('pdiblcb', 0);
  p[place.swing] = (bsim4SwingAtRest(values) * substrate) / oxide;
  p[place.coupling] = binned('cdsc', 2.4e-4) / oxide;
  p[place.couplingBulk] = binned('cdscb', 0) / oxide;
  p[place.couplingDrain] = binned('cdscd', 0) / oxide;
  p[place.interfaces] = binned('cit', 0) / oxide;
  p[place.pocket] = binned('dvtp0', 0);
  p[place.pocketRate] = binned('dvtp1', 0);
  p[place.pocketThermal] = given('tempmod', 0) < 2 ? vt : values.nominalVt;
  const shiftRate = version < 4.7 ? 0 : 2 * binned('dvtp4', 0);
  p[place.drainShiftRate] = shiftRate;
  p[place.drainShift] =
    shiftRate === 0 ? 0 : binned('dvtp5', 0) + binned('dvtp2', 0) * length ** -binned('dvtp3', 0);
  p[place.thermal] = vt;
  const gate = body.gateDoping;
  p[place.poly] =
    gate > leastGate && gate < mostGate
      ? (perCubicCentimetre * elementary * material.gate * gate) / (oxide * oxide)
      : 0;
  p[place.polyFrom] = values.flatBand + phi;
  p[place.gatePart] = 0.5 + Math.atan(binned('minv', 0)) / Math.PI;
  p[place.offset] =
    binned('voff', -0.08) * (1 + binned('tvoff', 0) * values.warmer) + given('voffl', 0) / length;
  p[place.oxideByDepletion] = oxide / body.depletionCapacitance;
}

/** Width, series resistance and bulk charge. */
function writeWidthParameters(p: Float64Array, { model, size, rise, warmer }: Bsim4Values): void {
  const { binned, effective } = size;
  const given = readerOf(model);
  const isChecked = given('paramchk', 1) === 1;
  p[place.width] = effective.width;
  p[place.widthGate] = binned('dwg', 0);
  p[place.widthBulk] = binned('dwb', 0);
  const perWidth = (size.junctionWidth * 1e6) ** binned('wr', 1);
  const prt = binned('prt', 0);
  const heated = (ohms: number): number =>
    (given('tempmod', 0) === 0 ? ohms + prt * rise : ohms * (1 + prt * warmer)) / perWidth;
  const bounded = (value: number): number => (isChecked ? Math.max(0, value) : value);
  if (given('rdsmod', 0) !== 1) {
    p[place.series] =
      bounded(binned('rdsw', 200)) === 0 && isChecked ? 0 : bounded(heated(binned('rdsw', 200)));
    p[place.seriesLeast] = bounded(heated(given('rdswmin', 0)));
  }
  p[place.seriesGate] = bounded(binned('prwg', 1));
  p[place.seriesBulk] = binned('prwb', 0);
  const a0 = binned('a0', 1);
  p[place.length] = effective.length;
  p[place.junction] = binned('xj', 0.15e-6);
  p[place.a0] = a0;
  p[place.narrowCharge] = binned('b0', 0) / (effective.width + binned('b1', 0));
  p[place.gateCharge] = binned('ags', 0) * a0;
  p[place.keta] = binned('keta', -0.047);
}

function writeMobilityParameters(p: Float64Array, values: Bsim4Values): void {
  const { model, size, material, body, rise, warmer, version, sign } = values;
  const { binned } = size;
  const given = readerOf(model);
  const most = version < 4.6 ? 2 : version < 4.8 ? 3 : 6;
  const asked = Math.round(given('mobmod', 0));
  const kind = asked >= 0 && asked <= most ? asked : 0;
  const isPower = kind === 2 || kind === 3 || kind === 6;
  const hasPart = kind === 1 || kind === 5;
  const tempmod = given('tempmod', 0);
  const heated = (name: string, otherwise: number, perRise: number): number => {
    const value = binned(name, otherwise);
    const rate = binned(`${name}1`, perRise);
    if (tempmod === 0) return value + rate * rise;
    return tempmod === 3 ? value * (1 + rise) ** rate : value * (1 + rate * warmer);
  };
  const eu = Math.max(0, binned('eu', sign > 0 ? 1.67 : 1));
  /** What a volt over the oxide is in the unit of the field. */
  const perVolt = kind === 3 ? 1e-8 / material.thickness / 6 : 1 / material.thickness;
  const field = isPower ? perVolt ** eu : perVolt;
  p[place.mobilityKind] = kind;
  p[place.mobility] = values.mobility;
  p[place.ua] = heated('ua', kind === 2 ? 1e-15 : 1e-9, 1e-9) * field;
  p[place.ub] = heated('ub', 1e-19, -1e-18) * field * field;
  // Defaults of 5 and 6 are those of others in ngspice.
  const usually = kind === 1 ? 1 : 1e-9;
  p[place.uc] = heated('uc', -0.0465 * usually, -0.056 * usually) * (hasPart ? 1 : field);
  const ud = heated('ud', version < 4.6 ? 1e14 : 0, 0);
  // The field of 2 is divided by the thickness twice in the term of UD of old versions.
  const thicknesses = kind === 3 ? 0 : kind === 2 && version < 4.6 ? 4 : 2;
  p[place.ud] = ud * material.thickness ** thicknesses;
  p[place.eu] = eu;
  p[place.coulombPower] = Math.max(
    0,
    binned('ucs', sign > 0 ? 1.67 : 1) * (1 + rise) ** binned('ucste', -4.775e-3),
  );
  p[place.coulombFrom] = bsim4CoulombFrom(p, values);
  const surface = values.threshold - values.flatBand - body.phi;
  p[place.fieldFrom] = Math.max(0, (sign > 0 ? 2 : 2.5) * surface);
  const work = given('phig', 4.05) - given('easub', 4.05) - 0.5 * material.gapAt(values.nominalKelvin) + 0.45;
  p[place.fieldShift] = material.isNew ? 2 * sign * work : 0;
}

function writeOxideParameters(p: Float64Array, values: Bsim4Values): void {
  const { model, material, body } = values;
  const given = readerOf(model);
  const isOld = values.version < 4.6;
  const { physical, capacitance } = bsim4Oxide(p, values);
  p[place.oxide] = material.oxide;
  p[place.physical] = physical;
  p[place.physicalOxide] = capacitance;
  p[place.substrate] = material.substrate;
  p[place.centroidFrom] = Math.max(0, 4 * (values.threshold - values.flatBand - body.phi));
  p[place.centroidUnit] = 2e8 * physical;
  p[place.centroidPower] = 0.7 * (isOld ? 1 : given('bdos', 1));
  p[place.centroid] = 1.9e-9 * (isOld ? 1 : given('ados', 1));
}

function writeCurrentParameters(
  p: Float64Array,
  { model, size, material, velocity, version }: Bsim4Values,
): void {
  const { binned, effective } = size;
  const given = readerOf(model);
  const isChecked = given('paramchk', 1) === 1;
  const { length } = effective;
  p[place.velocity] = velocity;
  const a2 = binned('a2', 1);
  p[place.a1] = isChecked && a2 > 1 ? 0 : binned('a1', 0);
  p[place.a2] = isChecked ? Math.min(1, Math.max(0.01, a2)) : a2;
  p[place.delta] = binned('delta', 0.01);
  const beside = material.isOther
    ? material.substrate / 8.85418e-12 / 3.9
    : version < 4.6
      ? 3
      : (3 * 3.9) / material.oxideConstant;
  const litl = Math.sqrt(beside * binned('xj', 0.15e-6) * material.thickness);
  p[place.characteristic] = litl;
  p[place.overshoot] = given('lambda', 0) > 0 ? binned('lambda', 0) : 0;
  p[place.modulation] = binned('pclm', 1.3) * litl;
  p[place.outputGate] = binned('pvag', 0);
  p[place.outputPocket] = Math.max(0, binned('fprout', 0)) * Math.sqrt(length);
  p[place.bodyField] = binned('pscbe1', 4.24e8) * litl;
  const isMeant = version < 4.6 || binned('pscbe1', 4.24e8) >= 0;
  p[place.bodyPart] = isMeant ? Math.max(0, binned('pscbe2', 1e-5)) / length : 0;
  p[place.drift] = binned('pdits', 0);
  p[place.driftLength] = 1 + given('pditsl', 0) * length;
  p[place.driftRate] = binned('pditsd', 0);
  p[place.impactPart] = binned('alpha0', 0) / length + binned('alpha1', 0);
  p[place.impactVoltage] = binned('beta0', 0);
  const vtl = given('vtl', 0) > 0 ? binned('vtl', 2e5) : 0;
  const xn = binned('xn', 3);
  const part = length / ((isChecked ? Math.max(3, xn) : xn) * length + Math.max(0, given('lc', 5e-9)));
  p[place.sourceVelocity] = (vtl * (1 - part)) / (1 + part);
}
