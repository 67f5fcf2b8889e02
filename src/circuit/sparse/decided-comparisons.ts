/**
 * Comparisons of given nodes that they do not act on (`given-nodes.ts`): they mean at equality what their sign says, and none of them
 * slides. Each is a guard, without the pairs of a relay: it turns where its sides differ by more than signs are known to.
 */
import { sum, termForm } from '../behavioural/form-arithmetic.js';
import type { AuxiliaryRow, LinearForm, SmoothBranch } from '../primitives.js';
import { GivenNodes } from './given-nodes.js';

/** Times the rounding of a comparison's sides (`whereEqual`): signs of steps are known to a part of `vntol`, 5e-8 of volts is beyond it. */
const DECIDED = 1000;

export interface ComparisonLevels {
  readonly control: LinearForm;
  readonly on: number;
  readonly off: number;
}

export class DecidedComparisons {
  #given: GivenNodes | undefined;

  constructor(private readonly branches: readonly SmoothBranch[]) {}

  /** Whether a row of a branch is such a comparison, the first of a relay or with a guard. */
  has(row: AuxiliaryRow | undefined, branch: SmoothBranch): row is AuxiliaryRow {
    if (!row?.whereEqual) return false;
    this.#given ??= new GivenNodes(this.branches);
    return this.#given.decide(row.guard?.control ?? row.y, branch);
  }

  /** The guard of a row of a branch as it turns. */
  guardOf<Guard extends { readonly on: number; readonly off: number }>(
    guard: Guard,
    row: AuxiliaryRow,
    branch: SmoothBranch,
  ): Guard {
    const by = this.has(row, branch) ? this.#shiftOf(row) : 0;
    return { ...guard, on: guard.on + by, off: guard.off + by };
  }

  /** What row k of a branch, which begins a relay with y = p - g, compares, and where it turns. */
  levelsOf(row: AuxiliaryRow, k: number): ComparisonLevels {
    const excess = termForm({ gain: 1, quantity: 'auxiliary', index: k + 1 });
    const level = this.#shiftOf(row);
    return { control: sum(excess, row.y, -1), on: level, off: level };
  }

  /** By how much the level of a row's guard is moved. */
  #shiftOf({ whereEqual }: AuxiliaryRow): number {
    return whereEqual ? (whereEqual.holds ? -DECIDED : DECIDED) * whereEqual.within : 0;
  }
}
