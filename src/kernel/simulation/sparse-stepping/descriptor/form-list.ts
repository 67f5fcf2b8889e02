/** Sums over (z | u | 0), one behind the other, as arrays that loops read: as they stand here, or as machine code. */
import type { Int } from '../../../../base/int.js';
import { floatsIn, integersIn, type NumberRoom } from '../../../../numerics/code/number-room.js';
import type { SparseForm } from '../../../modeling/descriptor-system.js';

/** Terms gain times place of sum k from start[k] to start[k + 1]. */
export interface FormList {
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly gain: Float64Array;
}

/** Value of sum k at w. */
export function formOf(of: FormList, k: Int, w: Float64Array): number {
  const { start, index, gain } = of;
  const end = start[k + 1]!;
  let sum = 0;
  for (let e = start[k]!; e < end; e++) sum += gain[e]! * w[index[e]!]!;
  return sum;
}

/** Forms in a room; none has no terms. */
export function formsIn(room: NumberRoom, forms: readonly (SparseForm | undefined)[]): FormList {
  const start = room.integers(forms.length + 1);
  forms.forEach((form, k) => (start[k + 1] = start[k]! + (form?.index.length ?? 0)));
  return {
    start,
    index: integersIn(
      room,
      forms.flatMap((form) => [...(form?.index ?? [])]),
    ),
    gain: floatsIn(
      room,
      forms.flatMap((form) => [...(form?.gain ?? [])]),
    ),
  };
}
