/** The transient analysis: start, the method that the options name, certificate. */
import { Diagnostics } from '../base/diagnostic.js';
import type { Steps } from '../kernel/simulation/time-stepping.js';
import type { TransientCard } from '../netlist/flat-circuit.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import { missedBounds } from './certificate.js';
import { outputColumns } from './output-columns.js';
import { reportLongRun } from './step-limit.js';
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
  const sampled = options.certificate === 'sampled' || (options.certificate === 'auto' && sinks.length === 0);
  const run: TransientRun = { job, options, columns, start, diagnostics, sampled };
  const { final, certificate: body } = yield* methods[options.method](run);
  const certificate = { ...body, missed: missedBounds(body) };
  return { name: plotName, diagnostics: diagnostics.items, final, certificate };
}
