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
import { copyNumbers } from '../../../../numerics/dense/short-arrays.js';
import { floatsIn, type WithoutRecord } from '../../../../numerics/code/number-room.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import { keepRows, measureRows, type ResidualArrays, rowsHold } from './newton-iteration.js';
import type { StateArray } from './stepping-state.js';

export class RowResiduals {
  /** Measures residuals at w behind a change of `change` tolerances, Infinity where no tangent led here. */
  readonly measure: WithoutRecord<typeof measureRows>;
  /** Of each row the size of its terms at solutions. */
  readonly #sizes: Float64Array;
  /** Those where the step began that is being tried. */
  readonly before: Float64Array;
  /**
   * What the tangents missed by the square of the change, at the last point, and there roughly, in tolerances; 1 where a law may be
   * vertical.
   */
  readonly #numbers: Float64Array;

  /** What `measure` computes with. */
  readonly arrays: ResidualArrays;
  /** Takes the terms at a solution as the size of the rows. */
  readonly keep: WithoutRecord<typeof keepRows>;

  constructor(assembly: DescriptorAssembly) {
    const { room, size } = assembly;
    const mayBeVertical = assembly.system.groups.some(({ law }) => law.mayBeVertical);
    this.#sizes = room.floats(size);
    this.before = room.floats(size);
    this.#numbers = floatsIn(room, [1, 0, 0, Number(mayBeVertical)]);
    const own = { sizes: this.#sizes, numbers: this.#numbers, magnitudes: room.floats(size) };
    this.arrays = { descriptor: assembly.arrays, ...own };
    this.measure = room.bind('measureRows', measureRows, this.arrays);
    this.keep = room.bind('keepRows', keepRows, this.arrays);
  }

  /** Arrays that a copy of a run takes over. */
  get stateArrays(): StateArray[] {
    return [this.#sizes, this.#numbers];
  }

  /** True where the rows were seen to hold at the last point. */
  get hold(): boolean {
    return rowsHold(this.arrays, 0);
  }

  /** A step is tried from here. */
  begin(): void {
    copyNumbers(this.#sizes, this.before);
  }

  /** It has not been taken: the currents that it would have had measure nothing. */
  retreat(): void {
    copyNumbers(this.before, this.#sizes);
  }
}
