/** E: v = gain (v_nc+ - v_nc-), a polynomial, table, expression or rational function of them. */
import { controlledSource } from './parts/controlled-source-parts.js';

export const voltageControlledVoltageSource = controlledSource({
  letter: 'E',
  name: 'voltage-controlled voltage source',
  doc: 'Voltage controlled by voltages.',
  control: 'voltage',
  output: 'voltage',
  gainUnit: '',
});
