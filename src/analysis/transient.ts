/** The transient analysis: start, the method that the options name, certificate. */
import { Diagnostics } from '../base/diagnostic.js';
import { formatEngineering } from '../base/units.js';
import type { CompiledCircuit } from '../circuit/compiled-circuit.js';
import { delayedWaves } from '../circuit/delayed-waves.js';
import type { Steps } from '../kernel/simulation/steps.js';
import type { TransientCard } from '../netlist/flat-circuit.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import { reportExceeded } from './exceeded-fits.js';
import { missedBounds } from './certificate.js';
import { outputColumns, reportGaps } from './output-columns.js';
import { partedEventSteps } from './parted-events.js';
import { probedCircuit, probedSystem } from './probed-system.js';
import { reportLongRun } from './step-limit.js';
import { newtonSteps } from './transient-newton.js';
import { eventSteps } from './transient-events.js';
import { fixedStep, transientOptionsFrom, type TransientOptions } from './transient-options.js';
import { plotName, type TransientOutcome, type TransientRun } from './transient-run.js';
import { findStart } from './transient-start.js';
import { thetaSteps } from './transient-theta.js';

/** The table of methods: one line each. */
const methods: {
  readonly [Method in TransientOptions['method']]: (run: TransientRun) => Steps<TransientOutcome>;
} = Object.freeze({ events: eventSteps, theta: thetaSteps });

/** Runs `.tran`, with pauses in which `next("stop")` ends it early. */
export function* transientSteps(job: AnalysisJob<TransientCard>): Steps<AnalysisReport> {
  const { flat } = job;
  const diagnostics = new Diagnostics();
  const options = transientOptionsFrom(flat.options);
  const isParted =
    job.parts?.every(({ compiled }) => noExactEvents(compiled, options) === undefined) ?? false;
  if (isParted && options.method === 'events') return yield* partedSteps(job, options, diagnostics);
  const { system, descriptor } = job.compiled;
  const columns = outputColumns(flat, probedSystem(system, descriptor.tree), diagnostics);
  reportLongRun(flat, job.card, options, diagnostics);
  const start = findStart(job, diagnostics);
  if (!start || diagnostics.hasErrors) return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const delay = Math.min(Infinity, ...delayedWaves(job.compiled).map(({ signal }) => signal.delay));
  const obstacle = noExactEvents(job.compiled, options);
  if (obstacle === undefined && options.method === 'theta' && fixedStep(options, job.card) > delay) {
    const message = `the step ${formatEngineering(fixedStep(options, job.card), 's')} is longer than the shortest delay of a line, ${formatEngineering(delay, 's')}`;
    diagnostics.error('step-beyond-delay', message, job.card.span, {
      hint: `write h=${delay.toExponential()} or less among the options, or method=events`,
    });
    return { name: plotName, diagnostics: diagnostics.items, final: [] };
  }
  if (obstacle !== undefined) diagnostics.note('no-exact-events', obstacle, job.card.span);
  const run: TransientRun = { job, options, columns, start, diagnostics };
  const steps = obstacle !== undefined ? newtonSteps : methods[options.method];
  const { final, certificate: body } = yield* steps(run);
  reportGaps(columns, diagnostics);
  reportExceeded(body.fits, diagnostics);
  const certificate = { ...body, missed: missedBounds(body) };
  return { name: plotName, diagnostics: diagnostics.items, final, certificate };
}

/** The same for a circuit in parts, all of which have exact events. */
function* partedSteps(
  job: AnalysisJob<TransientCard>,
  options: TransientOptions,
  diagnostics: Diagnostics,
): Steps<AnalysisReport> {
  const columns = outputColumns(job.flat, probedCircuit(job), diagnostics);
  reportLongRun(job.flat, job.card, options, diagnostics);
  const nothing: AnalysisReport = { name: plotName, diagnostics: diagnostics.items, final: [] };
  if (diagnostics.hasErrors) return nothing;
  const outcome = yield* partedEventSteps({ job, options, columns, diagnostics });
  if (!outcome) return nothing;
  reportGaps(columns, diagnostics);
  reportExceeded(outcome.certificate.fits, diagnostics);
  const certificate = { ...outcome.certificate, missed: missedBounds(outcome.certificate) };
  return { name: plotName, diagnostics: diagnostics.items, final: outcome.final, certificate };
}

/** Above so many states exact flows cost more than steps with error control. */
const maxExactStates = 60;

/** Says why the run is one of error-controlled time stepping whatever method was asked for; undefined when it is not. */
function noExactEvents(
  { smooth, system }: CompiledCircuit,
  { method }: TransientOptions,
): string | undefined {
  const instead = 'time stepping with error control is taken';
  if (smooth.length > 0) {
    const rows = smooth.map(({ row }) => system.branches[system.rows[row]?.branch ?? -1]?.element ?? '');
    const elements = [...new Set(rows)];
    const more = elements.length > 5 ? ` and ${elements.length - 5} more` : '';
    return `${elements.slice(0, 5).join(', ')}${more}: neither linear nor piecewise linear; ${instead}, with Newton's method`;
  }
  if (method !== 'events') return undefined;
  const line = system.branches.find((branch) => branch.kind === 'current' && branch.delayed);
  if (line)
    return `${line.element.replace(/#2$/, '')} delays what enters it, which has no closed form; ${instead}`;
  const open = system.inputs.findIndex((signal) => !signal.constant && !signal.generator);
  if (open >= 0) {
    return `${system.inputNames[open] ?? ''} has no closed form, which exact events need; ${instead}`;
  }
  if (system.n <= maxExactStates) return undefined;
  return `there are ${system.n} states, more than the ${maxExactStates} up to which exact events are worth their cost; ${instead}`;
}
