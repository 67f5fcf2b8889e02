/**
 * Laws between y and lambda, row by row, [intro] 6.3:
 *
 *     ComplementarityConditionNSL     0 <= y  _|_  lambda >= 0                        (51)
 *     SwitchedComplementarityNSL      the same, but for the rows of switches, where a discrete state says
 *                                     which of y = 0 and lambda = 0 holds, whatever the sign of the other
 *
 * Kernel assembly asks a law for its size and for what forces its rows.
 */
import type { LinearInput } from './linear-input.js';
import { ModelError } from './model-error.js';

export interface NonSmoothLaw {
  readonly size: number;
  /** Rows that a discrete state forces; absent where every row is complementary. */
  readonly guards?: readonly SwitchGuard[];
  /**
   * Which of each pair is the flow (current, impulse): 0 lambda, 1 y. It matters only where the model leaves
   * multipliers undetermined and the least flows and efforts are chosen (CONVENTIONS 4).
   */
  readonly flowIsY?: Int8Array;
}

export class ComplementarityConditionNSL implements NonSmoothLaw {
  constructor(
    readonly size: number,
    readonly flowIsY: Int8Array = new Int8Array(size),
  ) {
    checkLawSize('ComplementarityConditionNSL', size);
  }
}

/**
 * A switch: its discrete state follows a control c = k_x . x + k_lambda . lambda + k_u(t) with hysteresis,
 * on above `on`, off below `off` (CONVENTIONS 10).
 */
export interface SwitchGuard {
  readonly row: number;
  /** k_x over the states of the linked systems. */
  readonly controlX: Float64Array;
  /** k_lambda over the rows of this interaction. */
  readonly controlLambda: Float64Array;
  /** k_u: one row over signals; absent where no input reaches the control. */
  readonly controlInput?: LinearInput;
  readonly on: number;
  readonly off: number;
  readonly initially: 'on' | 'off';
  /** True: the control depends on inputs alone and is taken at t_k+1, otherwise at t_k. */
  readonly sourceOnly: boolean;
  /** What holds in the on state: y = 0 (lambda free), or lambda = 0 (y free). */
  readonly onMeans: 'y=0' | 'lambda=0';
}

export class SwitchedComplementarityNSL implements NonSmoothLaw {
  constructor(
    readonly size: number,
    readonly guards: readonly SwitchGuard[],
    readonly flowIsY: Int8Array = new Int8Array(size),
  ) {
    checkLawSize('SwitchedComplementarityNSL', size);
    for (const { row, on, off } of guards) {
      if (!(row >= 0 && row < size)) {
        throw new ModelError(`SwitchedComplementarityNSL: a guard names row ${row} of ${size}`);
      }
      if (!(on >= off)) {
        throw new ModelError(
          `SwitchedComplementarityNSL: row ${row} switches on at ${on} but off at ${off}; on must not lie below off`,
        );
      }
    }
  }
}

function checkLawSize(object: string, size: number): void {
  if (!Number.isInteger(size) || size < 0) {
    throw new ModelError(`${object}: the size is ${size}; it must be a whole number of rows`);
  }
}
