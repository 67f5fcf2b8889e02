/**
 * The transient by exact events (`method=events`): linear modes are propagated exactly, every switching
 * instant is located, nothing depends on tstep but the rows that are written.
 */
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import { EventRun } from './event-run.js';
import { finalValues, type TransientOutcome, type TransientRun } from './transient-run.js';

export function* eventSteps(run: TransientRun): Steps<TransientOutcome> {
  const events = new EventRun(run);
  yield* events.stepsTo(run.job.card.tstop);
  const { point, flow } = events;
  return { certificate: events.end(), final: finalValues(run.columns, flow.t, point) };
}
