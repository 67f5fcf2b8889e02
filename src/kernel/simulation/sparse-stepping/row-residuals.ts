/**
 * How well the rows of local laws hold in Newton's method, in tolerances of the rows: |residual| over
 *
 *     reltol x (largest term of the row: f_e, b (s - history)) + the absolute tolerance + rounding of |J| |z|.
 *
 * The residual at a point is what the tangents of the point before missed, so that it goes as the square of the change:
 * what the next point will miss is told without evaluating it. An exponential law whose current was missed by a part x is
 * missed by x^2/2 next, which holds too where no change has been seen yet. Changes of unknowns alone would not do: an
 * exponential law between two nodes of hundreds of volts is far off at voltages that have long converged.
 * Cost: one pass over the rows of local laws an iteration. Source: [Nagel 1975, ch. 4] for a test of currents.
 */
import { copyNumbers } from '../../../numerics/dense/short-arrays.js';
import { floatsIn, type WithoutRecord } from '../../../numerics/code/number-room.js';
import type { DescriptorAssembly } from './assembly.js';
import { measureRows } from './newton-iteration.js';
import type { StateArray } from './stepping-state.js';

/** Part of the tolerance of a row that may be missed, and that may be expected to be where nobody looks. */
const MISSED = 0.3;
const SURELY = 1e-3;
/** Below this part of all unknowns rows hold as well as rounding lets them. */
const NOTHING = 8 * Number.EPSILON;
/** How much of the size of a row is kept from one solve to the next. */
const KEPT = 0.5;

export class RowResiduals {
  /** Measures residuals at w behind a change of `change` tolerances, Infinity where no tangent led here. */
  readonly measure: WithoutRecord<typeof measureRows>;
  /** Of each row the size of its terms at solutions. */
  readonly #sizes: Float64Array;
  /** Those where the step began that is being tried. */
  readonly #before: Float64Array;
  /** What the tangents missed by the square of the change, at the last point, and there roughly, in tolerances. */
  readonly #numbers: Float64Array;

  constructor(private readonly assembly: DescriptorAssembly) {
    const { room, size } = assembly;
    this.#sizes = room.floats(size);
    this.#before = room.floats(size);
    this.#numbers = floatsIn(room, [1, 0, 0]);
    this.measure = room.bind('measureRows', measureRows, {
      ...{ descriptor: assembly.arrays, sizes: this.#sizes, numbers: this.#numbers },
      magnitudes: room.floats(size),
    });
  }

  /** Arrays that a copy of a run takes over. */
  get stateArrays(): StateArray[] {
    return [this.#sizes, this.#numbers];
  }

  /** True where the rows were seen to hold at the last point. */
  get hold(): boolean {
    return this.#numbers[1]! <= MISSED;
  }

  /** The same as far as laws can be evaluated. */
  get holdRoughly(): boolean {
    return this.#numbers[2]! <= MISSED;
  }

  /** Whether all rows hold behind a change of `change` tolerances so surely that nobody need look. */
  holdSurely(change: number, reltol: number): boolean {
    return change * reltol <= NOTHING || this.expected(change, reltol) <= SURELY;
  }

  /** What is expected to be missed behind a change of `change` tolerances, in tolerances. */
  expected(change: number, reltol: number): number {
    const curvature = this.#numbers[0]!;
    const missed = this.#numbers[1]!;
    return Math.max(curvature * change * change, 0.5 * reltol * missed * missed);
  }

  /** A step is tried from here. */
  begin(): void {
    copyNumbers(this.#sizes, this.#before);
  }

  /** It has not been taken: the currents that it would have had measure nothing. */
  retreat(): void {
    copyNumbers(this.#before, this.#sizes);
  }

  /** Takes the terms at a solution as the size of the rows; those of iterations far from it measure nothing. */
  keep(): void {
    const { lawRows, terms } = this.assembly;
    for (let p = 0; p < lawRows.length; p++) {
      const row = lawRows[p]!;
      this.#sizes[row] = Math.max(terms[row]!, KEPT * this.#sizes[row]!);
    }
  }
}
