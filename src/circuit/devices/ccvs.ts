/** H: v = gain times the current of an element, or a polynomial of such currents. */
import { controlledSource } from './parts/controlled-source-parts.js';

export const currentControlledVoltageSource = controlledSource({
  letter: 'H',
  name: 'current-controlled voltage source',
  doc: 'Voltage controlled by the current of an element.',
  control: 'current',
  output: 'voltage',
  gainUnit: 'Ohm',
});
