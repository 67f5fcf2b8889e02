import { formatEngineering } from '../../base/units.js';

/** A simulation that cannot go on: the point it reached stays valid; the caller names devices and nodes. */
export class SimulationFailure extends Error {
  override readonly name = 'SimulationFailure';

  constructor(
    readonly status: 'infeasible' | 'undecided' | 'not-finite' | 'not-converged' | 'step-too-small',
    /** Seconds: the last accepted time. */
    readonly time: number,
    readonly step: number,
    /** Residual of the best answer of the one-step problem, NaN where it does not apply. */
    readonly residual: number,
    /** Rows of the model that contradict each other; empty where nothing is known. */
    readonly rows: readonly number[] = [],
    /** What is known of these rows. */
    detail?: string,
  ) {
    const more = detail === undefined ? '' : `: ${detail}`;
    super(`${meaning[status]} in the step from t = ${formatEngineering(time, 's', 9)} (step ${step})${more}`);
  }
}

const meaning = Object.freeze({
  infeasible: 'the one-step problem has no solution (proved)',
  undecided: 'the one-step problem was not solved and nothing is proved',
  'not-finite': 'the state is no longer finite',
  'not-converged': 'Newton iterations did not converge',
  'step-too-small': 'the error estimate asks for a step below the smallest one allowed',
});
