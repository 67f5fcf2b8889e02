/** F: i = gain times the current of an element, or a polynomial of such currents. */
import { controlledSource } from './parts/controlled-source-parts.js';

export const currentControlledCurrentSource = controlledSource({
  letter: 'F',
  name: 'current-controlled current source',
  doc: 'Current controlled by the current of an element.',
  control: 'current',
  output: 'current',
  gainUnit: '',
});
