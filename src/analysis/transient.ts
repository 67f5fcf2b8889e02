/** The transient analysis: start, the method that the options name, certificate. */
import { Diagnostics } from '../base/diagnostic.js';
import type { Steps } from '../kernel/simulation/time-stepping.js';
import type { TransientCard } from '../netlist/flat-circuit.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import { missedBounds } from './certificate.js';
import { outputColumns } from './output-columns.js';
import { reportLongRun } from './step-limit.js';
import { newtonSteps } from './transient-newton.js';
import { eventSteps } from './transient-events.js';
import { transientOptionsFrom, type TransientOptions } from './transient-options.js';
import { plotName, type TransientOutcome, type TransientRun } from './transient-run.js';
import { findStart } from './transient-start.js';
import { thetaSteps } from './transient-theta.js';

/** The table of methods: one line each. */
const methods: {
  readonly [Method in TransientOptions['method']]: (run: TransientRun) => Steps<TransientOutcome>;
} = Object.freeze({ events: eventSteps, theta: thetaSteps });

/** Runs `.tran`, with pauses in which `next("stop")` ends it early. */
export function* transientSteps(job: AnalysisJob<TransientCard>): Steps<AnalysisReport> {
  const { flat, sinks } = job;
  const diagnostics = new Diagnostics();
  const options = transientOptionsFrom(flat.options);
  const { system, descriptor } = job.compiled;
  const columns = outputColumns(flat, { system, tree: descriptor.tree }, diagnostics);
  reportLongRun(flat, job.card, options, diagnostics);
  const start = findStart(job, diagnostics);
  if (!start || diagnostics.hasErrors) return { name: plotName, diagnostics: diagnostics.items, final: [] };
  noteNonlinear(job, options, diagnostics);
  const sampled = options.certificate === 'sampled' || (options.certificate === 'auto' && sinks.length === 0);
  const run: TransientRun = { job, options, columns, start, diagnostics, sampled };
  const steps = job.compiled.smooth.length > 0 ? newtonSteps : methods[options.method];
  const { final, certificate: body } = yield* steps(run);
  const certificate = { ...body, missed: missedBounds(body) };
  return { name: plotName, diagnostics: diagnostics.items, final, certificate };
}

/** Says which rows make the run one of time stepping, whatever method was asked for. */
function noteNonlinear(
  { compiled: { smooth, system }, card }: AnalysisJob<TransientCard>,
  { method }: TransientOptions,
  diagnostics: Diagnostics,
): void {
  if (smooth.length === 0) return;
  const elements = new Set(smooth.map(({ row }) => system.branches[system.rows[row]?.branch ?? -1]?.element));
  const names = [...elements].slice(0, 5).join(', ');
  const more = elements.size > 5 ? ` and ${elements.size - 5} more` : '';
  diagnostics.note(
    'nonlinear-elements',
    `${names}${more}: neither linear nor piecewise linear, so time stepping with Newton's method and error control is taken${method === 'events' ? ' instead of exact events' : ''}`,
    card.span,
  );
}
