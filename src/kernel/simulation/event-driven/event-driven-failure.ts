/** Why an event-driven run stopped before its end. */
import { formatEngineering } from '../../../base/units.js';
import type { TransitionResult } from './event-flow.js';

export type FailureStatus =
  | Exclude<TransitionResult['status'], 'ok'>
  | 'too-many-events'
  | 'too-many-modes'
  | 'too-stiff'
  | 'not-finite'
  | 'step-too-small'
  | 'too-many-steps';

export class EventDrivenFailure extends Error {
  override readonly name = 'EventDrivenFailure';

  constructor(
    readonly status: FailureStatus,
    /** Seconds: what was accepted until then stays valid. */
    readonly time: number,
    /** Rows of the model concerned. */
    readonly rows: readonly number[],
    /** What is known of these rows. */
    detail?: string,
  ) {
    const more = detail === undefined ? '' : `: ${detail}`;
    super(`${meaning[status]} at t = ${formatEngineering(time, 's', 9)}${more}`);
  }
}

const meaning: Readonly<Record<FailureStatus, string>> = Object.freeze({
  infeasible: 'the one-step problem has no solution (proved)',
  undecided: 'the one-step problem was not solved and nothing is proved',
  index: 'the mode has a relative degree above 1: its multipliers are not determined by one derivative',
  switching: 'the switches do not settle',
  'zeno-point': 'events accumulate, and the model does not say how it goes on from their limit',
  'too-many-events': 'events follow each other without end',
  'too-many-modes': 'nearly every event leads to a mode that is new, at a cost that has no end in sight',
  'too-stiff':
    'motions that have died out, and no gap parts from the rest, ask for segments that have no end in sight',
  'step-too-small': 'the error estimate asks for a step that does not move the time any more',
  'too-many-steps': 'the integrator needs more steps than are allowed',
  'not-finite': 'the state is no longer finite',
});
