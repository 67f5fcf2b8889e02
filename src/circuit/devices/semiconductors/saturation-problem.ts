/** Saturation currents that no exponential can be fitted to: those that an extreme temperature has taken out of the range of numbers. */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import type { ExponentialDiode } from './diode-fit.js';
import { temperaturesOf } from '../parts/element-parts.js';

/** Amperes: below it the quotient of a current by it is no number. */
const smallestSaturation = 1e-300;

/** Reports one, of "diode d1", and what else there is "instead" of it; true where there is nothing to report. */
export function checkSaturation(
  subject: string,
  { saturation }: ExponentialDiode,
  element: FlatElement,
  context: EmissionContext,
  instead = '',
): boolean {
  if (saturation >= smallestSaturation && saturation < Infinity) return true;
  context.diagnostics.error(
    'diode-temperature',
    `${subject}: IS is ${saturation} A at ${temperaturesOf(element, context).celsius} Celsius, no number to fit a law to`,
    element.model?.span ?? element.span,
    { hint: `take another temperature${instead}` },
  );
  return false;
}
