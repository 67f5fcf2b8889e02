/**
 * Newton's method for a system without pairs: `iterateSmooth` over the arrays of a `DescriptorNewton` and its factors as
 * they stand, which only new pivots and structure interrupt.
 */
import { resultOf } from '../../../../base/pauses.js';
import type { WithoutRecord } from '../../../../numerics/code/number-room.js';
import type { ActiveRows } from './active-rows.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import type { LinearFactors } from './linear-factors.js';
import {
  beginIterations,
  countPlaces,
  iterateSmooth,
  type NewtonArrays,
  outcomes,
  pivotStates,
  type SmoothArrays,
} from './newton-loop.js';
import type { NewtonStatus } from './newton-status.js';
import type { SteppingCounters } from './stepping-counters.js';
import type { UndeterminedUnknowns } from '../descriptor/undetermined-unknowns.js';

type Iterate = WithoutRecord<typeof iterateSmooth>;

/** The matrix of a `DescriptorNewton`, as it describes it. */
export interface PivotChooser {
  readonly factors: LinearFactors;
  readonly counters: SteppingCounters;
  readonly hasPivots: boolean;
  readonly reltol: number;
  worstUnknown: number;
  singularColumn: number;
  choosePivots(values: Float64Array): Generator<void, number>;
}

/** What came of choosing pivots for a tangent: 'again' where it had none and was changed; else how the iterations end. */
export type FoundPivots = 'chosen' | 'again' | Exclude<NewtonStatus, 'converged' | 'cycling'>;

export class SmoothIterations {
  #iterate: Iterate | undefined;
  #arrays: SmoothArrays | undefined;
  /** The arrays over which it was bound. */
  #bound: SmoothArrays | undefined;

  constructor(
    private readonly newton: NewtonArrays,
    private readonly assembly: DescriptorAssembly,
    private readonly rows: ActiveRows,
    private readonly undetermined: UndeterminedUnknowns,
    private readonly matrix: PivotChooser,
  ) {}

  /** Factors move where they grow: another object then. */
  get arrays(): SmoothArrays {
    const { arrays: factors } = this.matrix.factors;
    if (this.#arrays?.factors !== factors)
      this.#arrays = { newton: this.newton, rows: this.rows.arrays, factors };
    return this.#arrays;
  }

  /** As `DescriptorNewton.solve`. */
  solve(w: Float64Array, history: Float64Array, b: number, maxIterations: number): NewtonStatus {
    const { assembly, matrix } = this;
    beginIterations(this.newton);
    let state: number = matrix.hasPivots ? pivotStates.known : pivotStates.none;
    let status: NewtonStatus | undefined;
    while (status === undefined) {
      assembly.prepare(b);
      const outcome = this.#bind()(w, history, b, matrix.reltol, maxIterations, state);
      if (outcome === outcomes.converged) status = 'converged';
      else if (outcome === outcomes.diverged) status = 'diverged';
      else if (outcome === outcomes.notFinite) status = 'not-finite';
      else {
        const found = resultOf(this.pivotsForTangent(b));
        state = found === 'chosen' ? pivotStates.chosen : pivotStates.none;
        if (found !== 'chosen' && found !== 'again') status = found;
      }
    }
    this.countLast();
    return status;
  }

  /** Factors J as it was evaluated last, with new pivots, or where that takes long with those that suit; pauses in between. */
  *pivotsForTangent(b: number): Generator<void, FoundPivots> {
    const { assembly, matrix } = this;
    if (matrix.hasPivots && matrix.factors.isLong) {
      matrix.counters.refactorizations++;
      if (yield* matrix.factors.refactoring(assembly.values)) return 'chosen';
    }
    const column = yield* matrix.choosePivots(assembly.values);
    if (column < 0) return 'chosen';
    if (!assembly.isFinite) return 'not-finite';
    if (b > 0 && assembly.pin(column)) return 'again';
    // Far from a solution a law may be flat that is not so there.
    if (this.newton.counts[countPlaces.iteration]! > 0) return 'diverged';
    if (this.undetermined.ground(column)) return 'again';
    matrix.singularColumn = column;
    return 'singular';
  }

  /** Takes note of iterations. */
  count(iterations: number, refactored: number): void {
    const { counters } = this.matrix;
    this.matrix.worstUnknown = this.newton.iteration.worst[0]!;
    counters.newtonIterations += iterations;
    counters.refactorizations += refactored;
    this.assembly.countEvaluations(iterations);
  }

  /** Takes note of those of the last solve. */
  countLast(): void {
    const { counts } = this.newton;
    this.count(counts[countPlaces.iteration]!, counts[countPlaces.refactored]!);
  }

  #bind(): Iterate {
    const { arrays } = this;
    if (!this.#iterate || arrays !== this.#bound) {
      this.#bound = arrays;
      this.#iterate = this.assembly.room.bind('iterateSmooth', iterateSmooth, arrays);
    }
    return this.#iterate;
  }
}
