/** The switch that holds an integral, idt(x, initial, reset), at what stands at another node while a third is above 0.5 V. */
import type { Branch } from '../primitives.js';
import { quantityForm } from './expression-form.js';

const threshold = 0.5;

export function holdingSwitch(integral: string, held: string, control: string): Branch {
  const name = `${integral}#switch`;
  return {
    ...{ kind: 'ideal-switch', name, element: name, a: integral, b: held },
    ...{ resistance: 0, control: quantityForm(`v(${control})`) },
    ...{ on: threshold, off: threshold, initially: 'off', weightless: true },
  };
}
