/**
 * The transient by exact events (`method=events`): linear modes are propagated exactly, every switching
 * instant is located, nothing depends on tstep but the rows that are written.
 *
 * Where the method is the program's own choice, a run whose next mode is not found, or whose events follow each other without
 * end, goes on by sparse steps from where it stands (`handed-over.ts`): rows, measures and certificate are one.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import type { DescriptorStart } from '../../kernel/modeling/descriptor-system.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import { missedBounds } from '../certificate/certificate.js';
import { type ReadAgain, readAgain } from '../measures/measured-again.js';
import type { SmoothIntervalObserver } from '../measures/smooth-interval.js';
import { handedOver } from '../preparation/handed-over.js';
import type { SteppingCircuit } from '../preparation/stepping-circuit.js';
import { ContinuedSinks } from './continued-sinks.js';
import { EventRun } from './event-run.js';
import { hystereticSteps } from './hysteretic-steps.js';
import { consecutiveCertificate } from './merged-certificate.js';
import { finalValues, type TransientOutcome, type TransientRun } from './transient-run.js';

export function* eventSteps(run: TransientRun): Steps<TransientOutcome> {
  const { job, columns } = run;
  const plot = new ContinuedSinks(job.sinks);
  const events = new EventRun({ ...run, job: { ...job, sinks: plot.sinks } });
  yield* events.stepsOrFailure(job.card.tstop);
  const { point, flow, failure } = events;
  const next = failure && mayGoOn(events) ? successor(run, events) : undefined;
  if (!next) events.tellFailure();
  if (!failure && mayBeUnstable(job.compiled) && events.stayed) warnOfRest(job, run.diagnostics);
  const certificate = events.end();
  const exact = { certificate, final: finalValues(columns, flow.t, point) };
  const outcome = next ? yield* goOn(run, events, exact, next, plot) : exact;
  plot.end(outcome.certificate.incomplete);
  return outcome;
}

/** A source that bends and storage: together they may have an equilibrium that nothing but rounding leaves. */
function mayBeUnstable({ system }: TransientRun['job']['compiled']): boolean {
  return system.n > 0 && system.rows.some(({ multiplier }) => multiplier === 'form');
}

function warnOfRest({ card }: TransientRun['job'], diagnostics: Diagnostics): void {
  diagnostics.warning(
    'nothing-moves',
    'no source changes with time and nothing moved: the run stayed where it began, which only rounding leaves where it is unstable',
    card.span,
    { hint: 'an oscillator starts by .ic, or by a supply that is switched on (pulse, pwl)' },
  );
}

/**
 * Not what is proved to have no solution or is no number any more, nor a switch that a comparison turns back at once: steps would follow
 * its turns one by one. Another switch that would have to slide gets a small hysteresis there, and a note names it.
 */
export function mayGoOn({ failure, chatter }: EventRun): boolean {
  const { status } = failure ?? {};
  return status !== 'infeasible' && status !== 'not-finite' && chatter?.isCompared !== true;
}

interface Successor extends ReadAgain {
  readonly circuit: SteppingCircuit;
  /** Undefined where no event was met: steps begin where the circuit does. */
  readonly from: DescriptorStart | undefined;
}

/** The sparse run that can go on with a run of exact events; undefined where there is none that says the same. */
function successor(
  { job, columns, measured }: TransientRun,
  { flow, point, chatter }: EventRun,
): Successor | undefined {
  const circuit = job.otherwise?.();
  if (!circuit) return undefined;
  const observer = measured && withoutSums(measured.observer);
  const read = readAgain(circuit, columns, job.watch, observer, measured?.columns.length);
  if (!read) return undefined;
  const { t, on } = flow;
  const from = t > 0 ? handedOver(job.compiled, { t, zeta: point, on }, circuit, chatter?.row) : undefined;
  if (t > 0 && !from) return undefined;
  return { circuit, ...read, from };
}

/** It has begun, so that it takes no sums in the place of intervals any more. */
function withoutSums(observer: SmoothIntervalObserver): SmoothIntervalObserver {
  return {
    get finished() {
      return observer.finished ?? false;
    },
    interval: (interval) => {
      observer.interval(interval);
    },
  };
}

/** Goes on by steps; where these do not begin, with the failure of the exact run. */
function* goOn(
  run: TransientRun,
  events: EventRun,
  exact: TransientOutcome,
  { circuit, columns, measured, from }: Successor,
  plot: ContinuedSinks,
): Steps<TransientOutcome> {
  const { job, options, diagnostics } = run;
  const { card } = job;
  const found = new Diagnostics();
  const continued = { circuit, card, options, columns, measured, diagnostics: found, sinks: plot.sinks };
  const stepped = yield* hystereticSteps({ ...continued, ...(from && { from }) }, job.watch);
  const at = formatEngineering(events.flow.t, 's', 6);
  if (!stepped || stepped.certificate.steps === 0) {
    const why = found.items.find(({ severity }) => severity === 'error')?.message ?? '';
    events.tellFailure();
    diagnostics.note('no-steps-either', `sparse steps do not go on from t = ${at}: ${why}`, card.span);
    const { incomplete } = events;
    return {
      ...exact,
      certificate: { ...exact.certificate, ...(incomplete !== undefined && { incomplete }) },
    };
  }
  const reason = events.failure?.message ?? '';
  const slides = events.chatter ? `; ${events.chatter.hint}` : '';
  diagnostics.note(
    'continued-by-steps',
    `exact events end at t = ${at} (${reason}${slides}); sparse steps with error control go on from there`,
    card.span,
  );
  found.items.forEach((item) => diagnostics.add(item));
  if (!from) return stepped;
  return {
    final: stepped.final,
    certificate: consecutiveCertificate(exact.certificate, stepped.certificate, at),
    missed: missedBounds(exact.certificate),
  };
}
