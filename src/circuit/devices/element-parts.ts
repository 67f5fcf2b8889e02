/** What several devices read from a flat element. */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { ParameterSpec } from '../../netlist/language.js';
import type { EmissionContext } from '../device.js';

/** From this value on a resistance is an open circuit, as CONVENTIONS 16 says of roff. */
const openResistance = 1e30;

/** Returns name and ends of an element's first branch. */
export function endsOf(element: FlatElement): { name: string; element: string; a: string; b: string } {
  const [a = '', b = ''] = element.nodes;
  return { name: element.name, element: element.name, a, b };
}

/** SPICE's temperature law: 1 + tc1 dT + tc2 dT^2, from the card's coefficients, else the model's. */
export function temperatureFactor(element: FlatElement, celsius: number): number {
  const given = (name: string): number | undefined =>
    element.parameters.get(name) ?? element.model?.parameters.get(name);
  const own = element.parameters.get('temp') ?? celsius + (element.parameters.get('dtemp') ?? 0);
  const rise = own - (element.model?.parameters.get('tnom') ?? 27);
  return 1 + (given('tc1') ?? 0) * rise + (given('tc2') ?? 0) * rise * rise;
}

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
  { name: 'temp', unit: 'Celsius', range: 'finite', doc: 'temperature of the element' },
  { name: 'dtemp', unit: 'K', default: 0, range: 'finite', doc: "temperature above the circuit's" },
  { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of elements in parallel' },
]);

/** Reports an element whose value came out as nothing usable; returns whether it did. */
export function reportValue(
  { name, valueSpan, span }: FlatElement,
  what: string,
  value: number,
  context: EmissionContext,
): boolean {
  if (Number.isFinite(value) && value !== 0) return false;
  context.diagnostics.error('element-value', `${name} has ${what} = ${value}`, valueSpan ?? span, {
    cure: `give ${name} a ${what} other than 0, on its card or in its model`,
  });
  return true;
}

/** Tells whether an off-resistance means no path at all. */
export function isOpen(resistance: number): boolean {
  return resistance >= openResistance;
}

/** Returns the series resistance of a contact beside `off` that makes both together exactly `on`. */
export function seriesBeside(on: number, off: number): number {
  return isOpen(off) ? on : (on * off) / (off - on);
}
