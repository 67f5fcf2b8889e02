/** G: i = gain (v_nc+ - v_nc-), a polynomial, table, expression or rational function of them. */
import { controlledSource } from './parts/controlled-source-parts.js';

export const voltageControlledCurrentSource = controlledSource({
  letter: 'G',
  name: 'voltage-controlled current source',
  doc: 'Current controlled by voltages.',
  control: 'voltage',
  output: 'current',
  gainUnit: 'S',
});
