/** The table of analyses: one line a kind of card. */
import type { AnalysisCard } from '../netlist/flat-circuit.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import { runOperatingPoint } from './operating-point.js';
import { runTransient } from './transient.js';

type Analyses = {
  readonly [Kind in AnalysisCard['kind']]: (
    job: AnalysisJob<Extract<AnalysisCard, { kind: Kind }>>,
  ) => AnalysisReport;
};

export const analyses: Analyses = Object.freeze({ op: runOperatingPoint, tran: runTransient });

/** Runs the analysis of the job's card. */
export function runAnalysis(job: AnalysisJob): AnalysisReport {
  const run = analyses[job.card.kind] as (job: AnalysisJob) => AnalysisReport;
  return run(job);
}
