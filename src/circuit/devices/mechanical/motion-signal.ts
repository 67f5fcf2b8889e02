/** The function of time of a source of motion, whose value may stand in a parameter that takes expressions too. */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import type { ClosedFormSignal } from '../../sources/closed-form-signal.js';
import { sourceSignal } from '../../sources/source-table.js';

/** Returns the signal of a source; `parameter` may hold its value. */
export function motionSignal(
  element: FlatElement,
  parameter: string,
  context: EmissionContext,
): ClosedFormSignal {
  const fixed = element.parameters.get(parameter);
  return sourceSignal(fixed === undefined ? element : { ...element, dc: fixed }, context);
}
