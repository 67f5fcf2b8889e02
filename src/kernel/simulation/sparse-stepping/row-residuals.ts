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
import type { DescriptorAssembly } from './assembly.js';
import type { StateArray } from './stepping-state.js';

/** Part of the tolerance of a row that may be missed, and that may be expected to be where nobody looks. */
const MISSED = 0.3;
const SURELY = 1e-3;
/** Below this part of all unknowns rows hold as well as rounding lets them. */
const NOTHING = 8 * Number.EPSILON;
/** How much of the size of a row is kept from one solve to the next. */
const KEPT = 0.5;
/** How fast a large curvature is forgotten, a solve. */
const FADE = 0.7;
/** How much of the terms of a row is rounding. */
const ROUNDING = 8 * Number.EPSILON;
/** The same where the law of a charge is itself a difference, in multiples of it. */
const ROUGH = 8;
/** Absolute tolerances of an unknown: 1 V at SPICE's vntol. */
const LEAST = 1e6;

export class RowResiduals {
  /** Of each row the size of its terms at solutions. */
  readonly #sizes: Float64Array;
  /** Those where the step began that is being tried. */
  readonly #before: Float64Array;
  /** What the tangents missed by the square of the change, at the last point, and there roughly, in tolerances. */
  readonly #numbers = Float64Array.of(1, 0, 0);

  /** Of each row sum |J_ij z_j|. */
  readonly #magnitudes: Float64Array;

  constructor(private readonly assembly: DescriptorAssembly) {
    this.#sizes = new Float64Array(assembly.size);
    this.#before = new Float64Array(assembly.size);
    this.#magnitudes = new Float64Array(assembly.size);
  }

  /** Arrays that a copy of a run takes over. */
  get stateArrays(): StateArray[] {
    return [this.#sizes, this.#numbers];
  }

  /** Measures residuals at w behind a change of `change` tolerances, Infinity where no tangent led here. */
  measure(
    residual: Float64Array,
    history: Float64Array,
    b: number,
    w: Float64Array,
    reltol: number,
    change: number,
  ): void {
    const { lawRows, terms, s, system } = this.assembly;
    // Far from a solution rounding is nothing.
    const rounding = change <= 1 ? this.assembly.magnitudes(w, LEAST, this.#magnitudes) : undefined;
    let missed = 0;
    let roughly = 0;
    for (let p = 0; p < lawRows.length; p++) {
      const row = lawRows[p]!;
      const charge = s[row]!;
      const largest = Math.max(terms[row]!, b * Math.abs(charge - history[row]!));
      terms[row] = largest;
      const relative = reltol * Math.max(largest, this.#sizes[row]!);
      const large = Math.max(rounding ? rounding[row]! : 0, b * Math.abs(charge));
      const exact = relative + system.residual[row]!;
      const part = Math.abs(residual[row]!) / (exact + ROUNDING * large);
      if (part <= missed) continue;
      missed = part;
      roughly = Math.max(roughly, Math.abs(residual[row]!) / (exact + ROUGH * ROUNDING * large));
    }
    const numbers = this.#numbers;
    numbers[1] = missed;
    numbers[2] = roughly;
    if (change < Infinity) numbers[0] = Math.max(missed / (change * change), FADE * numbers[0]!);
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
