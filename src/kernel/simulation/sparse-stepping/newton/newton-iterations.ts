/**
 * The iterations of a solve: `iterateNewton` over the arrays of a `DescriptorNewton` and its factors as they stand, which only new
 * pivots, singular modes and structure interrupt.
 */
import { resultOf } from '../../../../base/pauses.js';
import type { WithoutRecord } from '../../../../numerics/code/number-room.js';
import { linearDependence } from '../../../../numerics/sparse/linear-dependence.js';
import type { ActiveRows } from './active-rows.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import type { LinearFactors } from './linear-factors.js';
import {
  beginSolve,
  endSolve,
  forgetFactors,
  iterateNewton,
  modePlaces,
  outcomes,
  pivotStates,
  type SolveArrays,
} from './newton-loop.js';
import { countPlaces, numberPlaces } from './newton-verdict.js';
import type { NewtonStatus } from './newton-status.js';
import { beginSoft } from './soft-mode.js';
import type { SteppingCounters } from './stepping-counters.js';
import type { UndeterminedUnknowns } from '../descriptor/undetermined-unknowns.js';

type Iterate = WithoutRecord<typeof iterateNewton>;

/** The matrix of a `DescriptorNewton`, as it describes it. */
export interface PivotChooser {
  readonly factors: LinearFactors;
  readonly counters: SteppingCounters;
  readonly hasPivots: boolean;
  readonly grounds: boolean;
  readonly reltol: number;
  worstUnknown: number;
  singularColumn: number;
  choosePivots(values: Float64Array): Generator<void, number>;
}

/** What came of choosing pivots for a tangent: 'again' where it had none and was changed; else how the iterations end. */
export type FoundPivots = 'chosen' | 'again' | Exclude<NewtonStatus, 'converged' | 'cycling'>;

export class NewtonIterations {
  /** Whether the last solve ended as the limit of regular modes. */
  isLimit = false;
  #iterate: Iterate | undefined;
  #arrays: SolveArrays;
  /** The arrays over which it was bound. */
  #bound: SolveArrays | undefined;

  constructor(
    arrays: Omit<SolveArrays, 'factors'>,
    private readonly assembly: DescriptorAssembly,
    private readonly rows: ActiveRows,
    private readonly undetermined: UndeterminedUnknowns,
    private readonly matrix: PivotChooser,
  ) {
    this.#arrays = { ...arrays, factors: matrix.factors.arrays };
  }

  /** Factors move where they grow: another object then. */
  get arrays(): SolveArrays {
    const { arrays: factors } = this.matrix.factors;
    if (this.#arrays.factors !== factors) this.#arrays = { ...this.#arrays, factors };
    return this.#arrays;
  }

  /** As `DescriptorNewton.solve`, pairs turning over freely or one by one; a mode that is singular is regularised in the first case. */
  solve(
    w: Float64Array,
    history: Float64Array,
    b: number,
    maxIterations: number,
    leastIndex = false,
  ): NewtonStatus {
    const { assembly, matrix } = this;
    const { modes } = this.#arrays;
    beginSolve(this.#arrays, w, Number(leastIndex));
    modes[modePlaces.begins] = Number(assembly.takeBeginning());
    modes[modePlaces.still] = Number(assembly.withoutStorage);
    let state: number = matrix.hasPivots ? pivotStates.known : pivotStates.none;
    let status: NewtonStatus | undefined;
    while (status === undefined) {
      assembly.prepare(b);
      const outcome = this.#bind()(w, history, b, matrix.reltol, maxIterations, state);
      if (outcome !== outcomes.pivots) status = statusOf(outcome);
      else {
        const found = resultOf(this.pivotsForTangent(b));
        state = found === 'chosen' ? pivotStates.chosen : pivotStates.none;
        if (found !== 'chosen' && found !== 'again') status = found;
      }
    }
    this.isLimit = modes[modePlaces.shared] === 1;
    this.countLast();
    modes[modePlaces.still] = 0;
    return status;
  }

  /** Factors J as it was evaluated last, with new pivots, or where that takes long with those that suit; pauses in between. */
  *pivotsForTangent(b: number): Generator<void, FoundPivots> {
    const found = yield* this.#pivotsForTangent(b);
    if (found !== 'chosen' && found !== 'again') endSolve(this.#arrays, outcomes.diverged);
    return found;
  }

  *#pivotsForTangent(b: number): Generator<void, FoundPivots> {
    const { assembly, matrix, rows } = this;
    const { newton, modes, soft, nonlinear, factored } = this.#arrays;
    const { values } = assembly;
    if (matrix.hasPivots && matrix.factors.isLong) {
      matrix.counters.refactorizations++;
      if (yield* matrix.factors.refactoring(values)) {
        if (nonlinear === 0) factored.set(values.subarray(0, factored.length));
        modes[modePlaces.isRefactored] = Number(nonlinear === 0);
        this.undetermined.isRegular();
        this.#keepFactors(b);
        return 'chosen';
      }
    }
    modes[modePlaces.isRefactored] = 0;
    const column = yield* matrix.choosePivots(values);
    if (column < 0) {
      this.undetermined.isRegular();
      this.#keepFactors(b);
      return 'chosen';
    }
    forgetFactors(newton);
    if (!assembly.isFinite) return 'not-finite';
    const isLeastIndex = modes[modePlaces.leastIndex]! > 0;
    if (rows.pairCount > 0 && soft.epsilon[0] === 0 && !isLeastIndex) {
      beginSoft(soft, soft.epsilon[1]!);
      return 'again';
    }
    // Far from a solution a law may be flat that is not so there.
    const isFlat = nonlinear > 0 && newton.counts[countPlaces.iteration]! > 0 && this.#readsDependent();
    const isGiven = modes[modePlaces.frozen]! > 0 && isLeastIndex && !isFlat;
    if (!isGiven) {
      if (b > 0 && assembly.pin(column)) return 'again';
      if (isFlat) return 'diverged';
      if (matrix.grounds && this.undetermined.ground(column)) return 'again';
      matrix.singularColumn = column;
    }
    return 'singular';
  }

  /** Whether laws read what J does not determine, so that their slopes may; else pairs alone leave it open. */
  #readsDependent(): boolean {
    const { pattern, values, groups } = this.assembly;
    if (this.rows.pairCount === 0) return true;
    const { cols } = linearDependence(pattern, values);
    return cols.length === 0 || groups.some(({ reads }) => reads.some((unknown) => cols.includes(unknown)));
  }

  /** Takes note of iterations. */
  count(iterations: number, refactored: number): void {
    const { counters } = this.matrix;
    const { newton, modes } = this.#arrays;
    const worst = newton.iteration.worst[0]!;
    if (worst >= 0) this.matrix.worstUnknown = worst;
    counters.newtonIterations += iterations;
    counters.refactorizations += refactored;
    this.assembly.countEvaluations(iterations);
    if (modes[modePlaces.shared] === 1) this.undetermined.share();
    modes[modePlaces.shared] = 0;
  }

  /** Takes note of those of the last solve. */
  countLast(): void {
    const { counts } = this.#arrays.newton;
    this.count(counts[countPlaces.iteration]!, counts[countPlaces.refactored]!);
  }

  /** J has been factored as it was evaluated last. */
  #keepFactors(b: number): void {
    const { newton, modes, rows } = this.#arrays;
    newton.numbers[numberPlaces.factorB] = b;
    modes[modePlaces.factorVersion] = rows.version[0]!;
  }

  #bind(): Iterate {
    const { arrays } = this;
    if (!this.#iterate || arrays !== this.#bound) {
      this.#bound = arrays;
      this.#iterate = this.assembly.room.bind('iterateNewton', iterateNewton, arrays);
    }
    return this.#iterate;
  }
}

/** What an outcome other than `pivots` says. */
export function statusOf(outcome: number): NewtonStatus {
  switch (outcome) {
    case outcomes.converged:
      return 'converged';
    case outcomes.notFinite:
      return 'not-finite';
    case outcomes.cycling:
      return 'cycling';
    default:
      return 'diverged';
  }
}
