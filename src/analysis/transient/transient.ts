/** The transient analysis: start, the method that the options name, certificate. */
import { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import { delayedWaves } from '../../circuit/compiler/delayed-waves.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { TransientCard } from '../../netlist/flat-circuit.js';
import type { AnalysisJob, AnalysisReport } from '../analysis.js';
import { reportExceeded } from '../certificate/laws/exceeded-fits.js';
import { missedBounds } from '../certificate/certificate.js';
import { withHysteresis } from './comparator-hysteresis.js';
import { beyondNewtonSteps, noExactEvents, type SteppingChoice } from '../preparation/method-choice.js';
import { measuredRun } from '../measures/measured-run.js';
import { outputColumns, quantitiesOf, reportGaps } from '../rows/output-columns.js';
import type { CircuitPart } from '../preparation/prepared-circuit.js';
import { ContinuedSinks } from './continued-sinks.js';
import type { EventRun } from './event-run.js';
import { partedEventSteps } from './parted-events.js';
import { probedParts, probedSystem } from '../preparation/probed-system.js';
import { reportLongRun } from './step-limit.js';
import { newtonSteps } from './transient-newton.js';
import { eventSteps, mayGoOn } from './transient-events.js';
import { fixedStep, transientOptionsFrom, type TransientOptions } from '../preparation/transient-options.js';
import { unresolvedPair } from '../preparation/unresolved-pair.js';
import { frequencyDependence } from '../small-signal/small-signal-circuit.js';
import { plotName, type TransientOutcome, type TransientRun } from './transient-run.js';
import { findStart } from './transient-start.js';
import { steppingColumns, steppingQuantities } from '../rows/stepping-columns.js';
import { hystereticSteps } from './hysteretic-steps.js';
import { thetaSteps } from './transient-theta.js';

/** What sparse steps take, for which nothing is compiled whole. */
type WholeJob = Pick<AnalysisJob<TransientCard>, 'flat' | 'card' | 'sinks' | 'watch'>;

/** The table of methods: one line each. */
const methods: {
  readonly [Method in 'events' | 'theta']: (run: TransientRun) => Steps<TransientOutcome>;
} = Object.freeze({ events: eventSteps, theta: thetaSteps });

/** Runs `.tran`, with pauses in which `next("stop")` ends it early. */
export function* transientSteps(job: AnalysisJob<TransientCard>): Steps<AnalysisReport> {
  const { flat } = job;
  const diagnostics = new Diagnostics();
  const options = transientOptionsFrom(flat.options);
  const dependent = frequencyDependence(flat);
  if (dependent) {
    const message = `${dependent.name} depends on the frequency, which is 0 over time`;
    diagnostics.warning('frequency-over-time', message, dependent.span, {
      hint: 'write the transfer function: E1 out 0 laplace {v(in)} {1/(1+s*1m)}',
    });
  }
  if (job.stepping) {
    const report = yield* sparseSteps(job, job.stepping, options, diagnostics);
    if (report) return report;
  }
  const method = options.method === 'theta' ? 'theta' : 'events';
  const isParted = job.parts?.every(({ compiled }) => noExactEvents(compiled) === undefined) ?? false;
  if (isParted && method === 'events') return yield* partedSteps(job, options, diagnostics);
  const isExact = method === 'events' && noExactEvents(job.compiled) === undefined;
  const compiled = isExact ? yield* withHysteresis(job, options, diagnostics) : job.compiled;
  return yield* wholeSteps({ ...job, compiled }, method, options, diagnostics);
}

/** The same of a circuit that is one whole. */
function* wholeSteps(
  job: AnalysisJob<TransientCard>,
  method: 'events' | 'theta',
  options: TransientOptions,
  diagnostics: Diagnostics,
): Steps<AnalysisReport> {
  const { flat } = job;
  const { system, descriptor } = job.compiled;
  const probed = probedSystem(system, descriptor.tree);
  const columns = outputColumns(flat, probed, diagnostics);
  const measured = measuredRun(job.watch, flat, quantitiesOf(flat, probed), diagnostics);
  reportLongRun(flat, system.branches, job.card, options, diagnostics);
  const start = findStart(job, diagnostics);
  if (!start || diagnostics.hasErrors) return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const delay = Math.min(Infinity, ...delayedWaves(job.compiled).map(({ signal }) => signal.delay));
  // A grid bears lines and many states, but no nonlinear rows.
  const isNonlinear = job.compiled.smooth.length > 0;
  const obstacle = method === 'events' || isNonlinear ? noExactEvents(job.compiled) : undefined;
  const beyond = obstacle && beyondNewtonSteps(flat, job.compiled);
  if (beyond !== undefined) {
    const message = `${beyond}, which method=${method} does not take here: ${obstacle}`;
    diagnostics.error('mechanics-in-newton-steps', message, job.card.span, {
      hint: 'write method=stepping',
    });
    return { name: plotName, diagnostics: diagnostics.items, final: [] };
  }
  if (obstacle === undefined && method === 'theta' && fixedStep(options, job.card) > delay) {
    const message = `the step ${formatEngineering(fixedStep(options, job.card), 's')} is longer than the shortest delay of a line, ${formatEngineering(delay, 's')}`;
    diagnostics.error('step-beyond-delay', message, job.card.span, {
      hint: `write h=${delay.toExponential()} or less among the options, or method=events`,
    });
    return { name: plotName, diagnostics: diagnostics.items, final: [] };
  }
  const pair =
    method === 'theta' && unresolvedPair(job.compiled.system, fixedStep(options, job.card), options.theta);
  if (pair) {
    const message = `${pair.elements.join(' and ')} swing against each other in ${formatEngineering(pair.period, 's')}: of that a step of ${formatEngineering(fixedStep(options, job.card), 's')} leaves nothing but rounding`;
    diagnostics.error('swing-within-step', message, job.card.span, {
      hint: 'write method=stepping, take a smaller step, or leave out what is so stiff: YLEVER a b 1 ties two nodes',
    });
    return { name: plotName, diagnostics: diagnostics.items, final: [] };
  }
  if (obstacle !== undefined) {
    const instead = `time stepping with error control is taken${isNonlinear ? ", with Newton's method" : ''}`;
    diagnostics.note('no-exact-events', `${obstacle}; ${instead}`, job.card.span);
  }
  const run: TransientRun = { job, options, columns, start, measured, diagnostics };
  const steps = obstacle !== undefined ? newtonSteps : methods[method];
  const { final, certificate: body, missed = [] } = yield* steps(run);
  reportGaps(columns, diagnostics);
  reportExceeded(body.fits, diagnostics);
  const certificate = { ...body, missed: [...missed, ...missedBounds(body)] };
  return { name: plotName, diagnostics: diagnostics.items, final, certificate };
}

/** The same by sparse steps, for which no dense matrix is made; undefined where they do not begin and exact events can. */
function* sparseSteps(
  { flat, card, sinks, watch }: WholeJob,
  { circuit: own, reason, exactToo }: SteppingChoice,
  options: TransientOptions,
  diagnostics: Diagnostics,
): Steps<AnalysisReport | undefined> {
  const found = new Diagnostics();
  const circuit = exactToo ? { ...own, exactToo } : own;
  const report = (): AnalysisReport => {
    if (reason !== undefined) diagnostics.note('no-exact-events', reason, card.span);
    found.items.forEach((item) => diagnostics.add(item));
    return { name: plotName, diagnostics: diagnostics.items, final: [] };
  };
  const columns = steppingColumns(circuit, found);
  const measured = measuredRun(watch, circuit.flat, steppingQuantities(circuit), found);
  reportLongRun(flat, circuit.branches, card, options, found);
  if (found.hasErrors) return report();
  const run = { circuit, card, sinks, options, columns, measured, diagnostics: found };
  const outcome = yield* hystereticSteps(run, watch);
  const begun = outcome !== undefined && outcome.certificate.steps > 0;
  if (!begun && exactToo) {
    const why = found.items.find(({ severity }) => severity === 'error')?.message ?? '';
    diagnostics.note(
      'exact-after-all',
      `sparse steps do not begin (${why}); another method is taken`,
      card.span,
    );
    return undefined;
  }
  if (!outcome) return report();
  reportGaps(columns, found);
  const certificate = { ...outcome.certificate, missed: missedBounds(outcome.certificate) };
  return { ...report(), final: outcome.final, certificate };
}

/** The same for a circuit in parts, all of which have exact events. */
function* partedSteps(
  job: AnalysisJob<TransientCard>,
  options: TransientOptions,
  diagnostics: Diagnostics,
): Steps<AnalysisReport> {
  const { circuitOptions, devices, card } = job;
  const parts: CircuitPart[] = [];
  for (const part of job.parts ?? []) {
    const compiled = yield* withHysteresis({ ...part, circuitOptions, devices, card }, options, diagnostics);
    parts.push({ ...part, compiled });
  }
  const probed = probedParts(parts.map(({ compiled }) => compiled));
  const columns = outputColumns(job.flat, probed, diagnostics);
  const measured = measuredRun(job.watch, job.flat, quantitiesOf(job.flat, probed), diagnostics);
  const branches = parts.flatMap(({ compiled }) => compiled.system.branches);
  reportLongRun(job.flat, branches, job.card, options, diagnostics);
  const nothing: AnalysisReport = { name: plotName, diagnostics: diagnostics.items, final: [] };
  if (diagnostics.hasErrors) return nothing;
  const plot = new ContinuedSinks(job.sinks);
  // Not spread: nothing is compiled whole.
  const own = {
    ...{ flat: job.flat, card, circuitOptions, devices, sinks: plot.sinks },
    ...(job.otherwise && { otherwise: job.otherwise }),
  };
  const found = new Diagnostics();
  const outcome = yield* partedEventSteps({
    job: own,
    parts,
    options,
    columns,
    measured,
    diagnostics: found,
  });
  const instead = outcome?.failed && (yield* wholeAnew(job, outcome.failed, options, plot, diagnostics));
  plot.end((instead ?? outcome)?.certificate?.incomplete);
  if (instead) return instead;
  found.items.forEach((item) => diagnostics.add(item));
  if (!outcome) return nothing;
  reportGaps(columns, diagnostics);
  reportExceeded(outcome.certificate.fits, diagnostics);
  const certificate = { ...outcome.certificate, missed: missedBounds(outcome.certificate) };
  return { name: plotName, diagnostics: diagnostics.items, final: outcome.final, certificate };
}

/**
 * The same by sparse steps from the start, where a part of it cannot go on: the others are elsewhere in time. Undefined where there are
 * none, or do not begin.
 */
function* wholeAnew(
  { flat, card, watch, otherwise }: Omit<WholeJob, 'sinks'> & Pick<AnalysisJob, 'otherwise'>,
  failed: EventRun,
  options: TransientOptions,
  plot: ContinuedSinks,
  diagnostics: Diagnostics,
): Steps<AnalysisReport | undefined> {
  const circuit = mayGoOn(failed) ? otherwise?.() : undefined;
  if (!circuit) return undefined;
  plot.beginAnew();
  const found = new Diagnostics();
  const job = { flat, card, sinks: plot.sinks, ...(watch && { watch }) };
  const report = yield* sparseSteps(job, { circuit }, options, found);
  const at = formatEngineering(failed.flow.t, 's', 6);
  if (!report?.certificate || report.certificate.steps === 0) {
    const why = found.items.find(({ severity }) => severity === 'error')?.message ?? '';
    diagnostics.note('no-steps-either', `sparse steps do not begin: ${why}`, card.span);
    return undefined;
  }
  diagnostics.note(
    'steps-instead',
    `exact events of a part of the circuit end at t = ${at} (${failed.failure?.message ?? ''}); sparse steps with error control are taken from the start, and rows behind it are theirs`,
    card.span,
  );
  found.items.forEach((item) => diagnostics.add(item));
  return { ...report, diagnostics: diagnostics.items };
}
