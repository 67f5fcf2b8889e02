/**
 * What the sparse steps ask of factors of one matrix whose pattern stays: the sparse ones, or dense ones of a few rows.
 */
import { withoutPause } from '../../../../base/pauses.js';
import type { NumberRoom } from '../../../../numerics/code/number-room.js';
import type { SparsePattern } from '../../../../numerics/sparse/compressed-columns.js';
import { SparseLu } from '../../../../numerics/sparse/sparse-lu.js';
import { DenseFactors } from './dense-factors.js';
import type { FactorArrays } from './factor-arrays.js';

export interface LinearFactors {
  /** As they stand: another object where they have grown. */
  readonly arrays: FactorArrays;
  /** Chooses pivots; returns -1, or the column that depends on the others. */
  factor(values: Float64Array): number;
  /** Keeps the pivots; false where they do not suit these values. */
  refactor(values: Float64Array): boolean;
  /** Whether they are long enough for pauses: then they are asked for in script. */
  readonly isLong: boolean;
  /** `factor` and `refactor` with pauses. */
  factoring(values: Float64Array): Generator<void, number>;
  refactoring(values: Float64Array): Generator<void, boolean>;
  /** Solves A x = b in place. */
  solve(b: Float64Array): void;
}

/** Up to so many rows dense factors are faster. */
const DENSE = 6;

/** Returns factors for matrices of this pattern. */
export function factorsOf(pattern: SparsePattern, room: NumberRoom): LinearFactors {
  if (pattern.cols <= DENSE) {
    const dense = new DenseFactors(pattern, room);
    return {
      arrays: { dense: dense.arrays, sparse: undefined, apart: 0 },
      isLong: false,
      factoring: (values) => withoutPause(() => dense.factor(values)),
      refactoring: (values) => withoutPause(() => dense.refactor(values)),
      factor: dense.factor,
      refactor: (values) => dense.refactor(values),
      solve: dense.solve,
    };
  }
  const lu = new SparseLu(pattern, {}, room);
  let arrays: FactorArrays | undefined;
  return {
    get arrays(): FactorArrays {
      const sparse = lu.arrays;
      const apart = Number(lu.isLong);
      if (arrays?.sparse !== sparse || arrays.apart !== apart) arrays = { dense: undefined, sparse, apart };
      return arrays;
    },
    get isLong(): boolean {
      return lu.isLong;
    },
    *factoring(values) {
      const result = yield* lu.factoring(values);
      return result.status === 'ok' ? -1 : result.column;
    },
    refactoring: (values) => lu.refactoring(values),
    factor: (values) => {
      const result = lu.factor(values);
      return result.status === 'ok' ? -1 : result.column;
    },
    refactor: (values) => lu.refactor(values),
    solve: (b) => lu.solve(b),
  };
}
