/** What a control says about the discrete state of its guard. */
import type { DescriptorGuard, SparseForm } from '../../../modeling/descriptor-system.js';

/** Value of the control of a guard at w = (z | u | 0). */
export function controlAt({ control }: DescriptorGuard, w: Float64Array): number {
  return formAt(control, w);
}

/** Value of a form at w. */
export function formAt({ index, gain }: SparseForm, w: Float64Array): number {
  let sum = 0;
  for (let e = 0; e < index.length; e++) sum += gain[e]! * w[index[e]!]!;
  return sum;
}
