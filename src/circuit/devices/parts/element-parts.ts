/** What several devices read from a flat element. */
import { valuePlace } from '../../../netlist/element-places.js';
import type { Dialect, FlatElement } from '../../../netlist/flat-circuit.js';
import type { ParameterSpec } from '../../../netlist/language.js';
import type { EmissionContext } from '../../device.js';
import { polynomialGrowth } from '../../laws/law-parameters.js';
import type { Temperatures } from '../../laws/semiconductor.js';

/** From this value on a resistance is an open circuit, as conventions: switches says of roff. */
const openResistance = 1e30;

/** Returns name and ends of an element's first branch. */
export function endsOf(element: FlatElement): { name: string; element: string; a: string; b: string } {
  const [a = '', b = ''] = element.nodes;
  return { name: element.name, element: element.name, a, b };
}

/** Returns the reader of an element's model: a parameter's value, or another where the model is silent. */
export function modelValues({ model }: FlatElement): (parameter: string, otherwise: number) => number {
  return (parameter, otherwise) => model?.parameters.get(parameter) ?? otherwise;
}

/** Degrees Celsius. */
const absoluteZero = -273.15;

/** Returns the temperature of an element, by TEMP or DTEMP on its card, and that of its model's parameters. */
export function temperaturesOf(
  element: FlatElement,
  { options, diagnostics }: Pick<EmissionContext, 'options' | 'diagnostics'>,
): Temperatures {
  const nominal = element.model?.parameters.get('tnom') ?? options.tnom;
  const celsius = element.parameters.get('temp') ?? options.temp + (element.parameters.get('dtemp') ?? 0);
  if (celsius > absoluteZero) return { celsius, nominal };
  diagnostics.error(
    'element-temperature',
    `${element.name} is at ${celsius} Celsius, below 0 K`,
    element.span,
    {
      hint: 'temperatures are in degrees Celsius; dtemp adds to that of the circuit',
    },
  );
  return { celsius: nominal, nominal };
}

/**
 * SPICE's temperature law, 1 + tc1 dT + tc2 dT^2 or with tce 1.01^(tce dT), from the card's coefficients, else the model's,
 * times the card's scale.
 */
export function temperatureFactor(element: FlatElement, context: EmissionContext): number {
  const given = (name: string): number | undefined =>
    element.parameters.get(name) ?? element.model?.parameters.get(name);
  const { celsius, nominal } = temperaturesOf(element, context);
  const scale = element.parameters.get('scale') ?? 1;
  const exponent = given('tce');
  if (exponent !== undefined) return scale * 1.01 ** (exponent * (celsius - nominal));
  const rise = celsius - nominal;
  const higher = (given('tc3') ?? 0) * rise ** 3 + (given('tc4') ?? 0) * rise ** 4;
  return scale * (polynomialGrowth(rise, given('tc1') ?? 0, given('tc2') ?? 0) + higher);
}

/** Parameters of cards of semiconductors that set their temperature. */
export const temperatureParameters: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  { name: 'temp', unit: 'Celsius', range: 'temperature', doc: 'temperature of the element' },
  { name: 'dtemp', unit: 'K', default: 0, range: 'finite', doc: "temperature above the circuit's" },
]);

/** Parameters of R, C and L cards that scale their value. */
export const scalingParameters: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  {
    name: 'tc1',
    unit: '1/K',
    default: 0,
    range: 'finite',
    aliases: ['tc'],
    doc: 'linear temperature coefficient',
  },
  { name: 'tc2', unit: '1/K^2', default: 0, range: 'finite', doc: 'quadratic temperature coefficient' },
  {
    name: 'tc3',
    unit: '1/K^3',
    default: 0,
    range: 'finite',
    doc: 'cubic temperature coefficient, the third of tc=',
  },
  {
    name: 'tc4',
    unit: '1/K^4',
    default: 0,
    range: 'finite',
    doc: 'that of the fourth power, the fourth of tc=',
  },
  { name: 'temp', unit: 'Celsius', range: 'temperature', doc: 'temperature of the element' },
  { name: 'dtemp', unit: 'K', default: 0, range: 'finite', doc: "temperature above the circuit's" },
  { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of elements in parallel' },
  { name: 'scale', unit: '', default: 1, range: 'positive', doc: 'factor of the value' },
]);

/** Of R cards and models. */
export const exponentialTemperature: ParameterSpec = Object.freeze<ParameterSpec>({
  name: 'tce',
  unit: '1/K',
  range: 'finite',
  doc: 'exponential temperature coefficient, instead of tc1 and tc2: a factor of 1.01^(tce dT)',
});

/** Parameters of R, C and L models: the temperature law of `temperatureFactor`. */
export const modelTemperatureParameters: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  {
    ...{ name: 'tc1', unit: '1/K', default: 0, range: 'finite', aliases: ['tc1r'] },
    doc: 'linear temperature coefficient',
  },
  {
    ...{ name: 'tc2', unit: '1/K^2', default: 0, range: 'finite', aliases: ['tc2r'] },
    doc: 'quadratic temperature coefficient',
  },
  { name: 'tnom', unit: 'Celsius', default: 27, range: 'temperature', doc: 'temperature of the given value' },
]);

/** Parameters of R and C cards whose model is a film: its length and width. */
export const filmParameters: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  { name: 'l', unit: 'm', range: 'positive', doc: 'length, with a model' },
  { name: 'w', unit: 'm', range: 'positive', doc: 'width, with a model' },
]);

/** Width of a film where neither card nor model says one, in metres. */
const filmWidth = 1e-5;

/** Parameters of a film's model. */
export const filmModelParameters: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  {
    ...{ name: 'defw', unit: 'm', default: filmWidth, range: 'positive', aliases: ['w'] },
    doc: 'width where the card has none',
  },
  {
    ...{ name: 'defl', unit: 'm', range: 'positive', aliases: ['l'] },
    doc: 'length where the card has none',
  },
  {
    ...{ name: 'narrow', unit: 'm', default: 0, range: 'finite', aliases: ['dw'] },
    doc: 'narrowing of length and width by etching; in files of ngspice of the width alone, of a resistor on both sides',
  },
  {
    ...{ name: 'short', unit: 'm', default: 0, range: 'finite', aliases: ['dlr'] },
    doc: 'ngspice: the same of the length',
  },
]);

/**
 * Returns a film's length and width in metres after etching; NaN where the card has no length. SPICE takes NARROW from both, ngspice
 * SHORT from the length and NARROW from the width, each twice of a resistor.
 */
export function filmSize(
  { letter, model, parameters }: FlatElement,
  dialect: Dialect = 'ngspice',
): { length: number; width: number } {
  const both = 2 * (model?.parameters.get('del') ?? 0);
  const narrow = model?.parameters.get('narrow') ?? both;
  const length = parameters.get('l') ?? model?.parameters.get('defl') ?? NaN;
  const width = parameters.get('w') ?? model?.parameters.get('defw') ?? filmWidth;
  if (dialect !== 'ngspice') return { length: length - narrow, width: width - narrow };
  const sides = letter === 'R' ? 2 : 1;
  const short = model?.parameters.get('short') ?? both;
  return { length: length - sides * short, width: width - sides * narrow };
}

/** Squares of what is smaller, and quotients by them, leave the range of numbers. */
const smallestValue = 2 ** -511;

/** Reports an element whose value came out as nothing usable; returns whether it did. */
export function reportValue(
  element: FlatElement,
  what: string,
  value: number,
  context: EmissionContext,
): boolean {
  if (Number.isFinite(value) && Math.abs(value) >= smallestValue) return false;
  const { name } = element;
  const message = Number.isNaN(value) ? `${name} has no ${what}` : `${name} has ${what} = ${value}`;
  context.diagnostics.error('element-value', message, valuePlace(element), {
    hint: `give ${name} ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what} other than 0${value !== 0 && Number.isFinite(value) ? ', 1e-153 at least' : ''}, on its card or in its model`,
  });
  return true;
}

/** Macromodels have negative capacitances and inductances; alone with a resistance one grows without bound. */
export function warnOfNegative(
  element: FlatElement,
  what: 'capacitance' | 'inductance',
  { diagnostics }: EmissionContext,
): void {
  diagnostics.warning(`negative-${what}`, `${element.name} has a negative ${what}`, element.span, {
    hint: 'it is right where larger ones lie beside it, as in models of op amps',
  });
}

/** Tells whether an off-resistance means no path at all. */
export function isOpen(resistance: number): boolean {
  return resistance >= openResistance;
}

/** Returns the series resistance of an ideal switch beside `off` that makes both together exactly `on`. */
export function seriesBeside(on: number, off: number): number {
  return isOpen(off) ? on : (on * off) / (off - on);
}

/** What to write instead of LTspice's wavefile=. */
export const soundHint =
  'write times and values of the sound as lines of a text file, and PWL(file=sound.txt)';
