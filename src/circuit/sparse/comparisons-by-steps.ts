/** The comparisons of a sparse model that may slide and may be given a hysteresis instead: what each compares, and how wide that would be. */
import type { SparseForm } from '../../kernel/modeling/descriptor-system.js';
import { hysteresisOf } from '../behavioural/piecewise-linear-form.js';
import { DecidedComparisons } from './decided-comparisons.js';
import { FormSum } from './sparse-forms.js';
import type { SparseModel } from './sparse-model.js';

export interface SteppedComparison {
  /** As options name it (`CircuitOptions.hysteretic`). */
  readonly element: string;
  /** What is compared with 0, over (z, u). */
  readonly control: SparseForm;
  /** The unknown that is 1 where it is above 0, and 0 below. */
  readonly unknown: number;
  /** Half the hysteresis that it would be given. */
  readonly band: number;
}

export function comparisonsOf({ numbering, system }: SparseModel): readonly SteppedComparison[] {
  const { branches, others, firstAuxiliary } = numbering;
  const decided = new DecidedComparisons(branches);
  return others.flatMap((index) => {
    const branch = branches[index];
    if (branch?.kind !== 'controlled') return [];
    return (branch.auxiliaries ?? []).flatMap((row, k): SteppedComparison[] => {
      const { y, beginsRelay, whereEqual } = row;
      if (beginsRelay !== true || !whereEqual || decided.has(row, branch)) return [];
      const unknown = (firstAuxiliary[index] ?? NaN) + k;
      // y = p - g, with p the unknown behind.
      const control = new FormSum(numbering)
        .add(y, index, -1)
        .addUnknown(unknown + 1, 1)
        .form(system.size);
      // Helpers of an element are called ELEMENT#HELPER.
      const element = branch.element.replace(/#.*/, '');
      return [{ element, control, unknown, band: hysteresisOf(whereEqual) }];
    });
  });
}
