/** What tunnels and leaks at the gate of an instance of BSIM4 (IGCMOD, IGBMOD, GIDL, GISL), and its overlaps, end by end. */
import { bsim4EndPlace, bsim4Place } from './bsim4-places.js';
import type { Bsim4Values } from './bsim4-values.js';
import { readerOf } from '../law-parameters.js';

const place = bsim4Place;
const endPlace = bsim4EndPlace;

/** Prefactor in A/V^2 and exponent in (F/s^2)^(1/2) of tunnelling, of electrons and of holes. */
const electrons = Object.freeze({ scale: 4.97232e-7, exponent: 7.45669e11 });
const holes = Object.freeze({ scale: 3.42537e-7, exponent: 1.16645e12 });
/** Exponent of inversion over that of accumulation, towards the bulk. */
const inversionExponent = 1.31724;

/** Writes them; those of threshold and oxide are written already. */
export function writeBsim4GateParameters(p: Float64Array, values: Bsim4Values): void {
  const { size, material, body } = values;
  const { binned } = size;
  p[place.k1Charge] = body.k1 * (material.thickness / material.measured);
  p[place.flatBand] = bsim4OxideBand(p, values);
  p[place.edgeBand] = body.edgeBand + binned('vfbsdoff', 0) * (1 + binned('tvfbsdoff', 0) * values.warmer);
  writeTunnelling(p, values);
  for (const end of ['s', 'd'] as const) writeEnd(p, values, end);
}

/** The flat band of oxide voltages and charges: the threshold without voltages less PHI and the body. */
export function bsim4OxideBand(
  p: Float64Array,
  { model, size, body, rise, material, ...values }: Bsim4Values,
): number {
  const { binned, effective } = size;
  const given = readerOf(model);
  const at = (name: keyof typeof place): number => p[place[name]] ?? NaN;
  const unit = at('oxideRoot') * Math.sqrt(body.depletion);
  const theta = (x: number): number => {
    const e = Math.exp(-x / unit);
    return e / ((1 - e) * (1 - e) + 2 * 1.713908431e-15 * e);
  };
  const lowered =
    at('shortHeight') * theta(at('shortLength')) + at('narrowHeight') * theta(at('narrowLength'));
  const { length, width } = effective;
  const byHeat =
    given('tempmod', 0) < 2
      ? (binned('kt1', -0.11) + binned('kt1l', 0) / length) * rise
      : -binned('kt1', -0.11) * rise;
  const rootPhi = Math.sqrt(body.phi);
  const k1 = body.k1 * (material.thickness / material.measured);
  return (
    values.threshold -
    lowered * (body.builtIn - body.phi) +
    (binned('k3', 80) * material.thickness * body.phi) / (width + binned('w0', 2.5e-6)) +
    k1 * (Math.sqrt(1 + binned('lpe0', 1.74e-7) / length) - 1) * rootPhi +
    byHeat -
    body.phi -
    body.k1 * rootPhi
  );
}

function writeTunnelling(p: Float64Array, values: Bsim4Values): void {
  const { model, size, material, vt, nominalVt, version, sign } = values;
  const { binned, effective } = size;
  const given = readerOf(model);
  const thermal = given('tempmod', 0) < 2 ? vt : nominalVt;
  const carriers = sign > 0 ? electrons : holes;
  const thickness = material.thickness;
  const ratio = (given('toxref', 30e-10) / thickness) ** binned('ntox', 1) / (thickness * thickness);
  const area = effective.width * effective.length * ratio;
  const kind = Math.round(given('igcmod', 0));
  p[place.channelKind] = kind === 1 || kind === 2 ? kind : 0;
  p[place.bulkKind] = given('igbmod', 0) === 0 ? 0 : 1;
  p[place.isTunnelling] = (p[place.channelKind] ?? 0) + (p[place.bulkKind] ?? 0) > 0 ? 1 : 0;
  p[place.channelThreshold] = values.threshold;
  p[place.channelThermal] = thermal * binned('nigc', 1);
  p[place.channelScale] = carriers.scale * area;
  const exponent = -carriers.exponent * thickness;
  writeBarrier(p, place.channelA, exponent, barrierOf(values, 'igc'));
  p[place.isShareGiven] = model.has('pigcd') ? 1 : 0;
  p[place.channelShare] = model.has('pigcd')
    ? binned('pigcd', 1)
    : version < 4.7
      ? exponent * thickness
      : -exponent;
  p[place.bulkScale] = electrons.scale * area;
  const toBulk = -electrons.exponent * thickness;
  p[place.accumulationThermal] = thermal * binned('nigbacc', 1);
  writeBarrier(p, place.accumulationA, toBulk, {
    a: binned('aigbacc', 1.36e-2),
    b: binned('bigbacc', 1.71e-3),
    c: binned('cigbacc', 0.075),
  });
  p[place.inversionThermal] = thermal * binned('nigbinv', 3);
  p[place.inversionFrom] = binned('eigbinv', 1.1);
  writeBarrier(p, place.inversionA, inversionExponent * toBulk, {
    a: binned('aigbinv', 1.11e-2),
    b: binned('bigbinv', 9.49e-4),
    c: binned('cigbinv', 0.006),
  });
}

interface Barrier {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** (A - B v) (1 + C v) times a factor. */
function writeBarrier(p: Float64Array, from: number, factor: number, { a, b, c }: Barrier): void {
  p[from] = factor * a;
  p[from + 1] = factor * (a * c - b);
  p[from + 2] = factor * (b * c);
}

/** AIGC, BIGC and CIGC of the channel, or those of an end: of AIGSD before AIGS and AIGD, where that is given. */
function barrierOf({ model, size, sign }: Bsim4Values, what: 'igc' | 'igs' | 'igd'): Barrier {
  const of = (letter: 'a' | 'b' | 'c', usual: number): number => {
    const shared = `${letter}igsd`;
    return size.binned(what !== 'igc' && model.has(shared) ? shared : letter + what, usual);
  };
  return sign > 0
    ? { a: of('a', 1.36e-2), b: of('b', 1.71e-3), c: of('c', 0.075) }
    : { a: of('a', 9.8e-3), b: of('b', 7.59e-4), c: of('c', 0.03) };
}

function writeEnd(p: Float64Array, values: Bsim4Values, end: 's' | 'd'): void {
  const { model, size, material, version, sign } = values;
  const { binned, effective } = size;
  const given = readerOf(model);
  const first = end === 's' ? place.source : place.drain;
  const at = (name: keyof typeof endPlace): number => first + endPlace[name];

  const isOld = version < 4.6;
  const lint = given('lint', 0);
  const byGate = given('dlcig', lint);
  const overlap = Math.max(0, end === 's' || isOld ? byGate : given('dlcigd', byGate));
  const { thickness } = material;
  const carriers = sign > 0 ? electrons : holes;
  const edge = thickness * binned('poxedge', 1);
  const ratio = (given('toxref', 30e-10) / edge) ** binned('ntox', 1) / (edge * edge);
  p[at('tunnelScale')] = carriers.scale * effective.width * overlap * ratio;
  writeBarrier(p, at('tunnelA'), -carriers.exponent * edge, barrierOf(values, `ig${end}`));

  const kind = version < 4.7 ? 0 : given('gidlmod', 0);
  const leaks = leakReader(values, end);
  const rate = leaks('b', 2.3e9);
  const bulk = leaks('c', 0.5);
  const isMeant = rate > 0 && (kind === 0 ? bulk > 0 : bulk >= 0);
  p[at('leakScale')] = isMeant ? Math.max(0, leaks('a', 0)) * size.junctionWidth : 0;
  p[at('leakField')] = rate;
  p[at('leakBulk')] = bulk;
  p[at('leakFrom')] = leaks('e', 0.8) - (material.isOther ? values.body.edgeBand : 0);
  p[at('leakGate')] = kind === 0 ? 1 : leaks('r', 1);
  p[at('leakBulkRate')] = kind === 0 ? 0 : leaks('k', 0);
  p[at('leakBulkFrom')] = leaks('f', version < 4.8 ? 0 : 1);
  p[place.leakKind] = kind === 0 ? 0 : 1;
  p[place.leakThickness] = material.isOther ? (given('epsrsub', 11.7) * thickness) / 3.9 : 3 * thickness;
  p[place.leakClamp] = version < 4.8 ? Infinity : given('gidlclamp', -1e-5);
  if ((p[at('leakScale')] ?? 0) > 0) p[place.isLeaking] = 1;
}

/** Reads a parameter of GIDL, or of GISL, which is that of GIDL where it is not given and through version 4.5. */
function leakReader(
  { model, size, version }: Bsim4Values,
  end: 's' | 'd',
): (letter: string, otherwise: number) => number {
  return (letter, otherwise) => {
    const [drain, source] = [`${letter}gidl`, `${letter}gisl`];
    const isOwn = end === 's' && version >= 4.6 && model.has(source);
    return size.binned(isOwn ? source : drain, otherwise);
  };
}
