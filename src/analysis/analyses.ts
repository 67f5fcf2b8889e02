/** The table of analyses: one line a kind of card. */
import type { Steps } from '../kernel/simulation/time-stepping/steps.js';
import type { AnalysisCard } from '../netlist/flat-circuit.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import { dcSteps } from './operating-point/dc-sweep.js';
import { runOperatingPoint } from './operating-point/operating-point-analysis.js';
import { noiseSteps } from './small-signal/noise-analysis.js';
import { runPoleZero } from './small-signal/pole-zero.js';
import { sensitivitySteps } from './operating-point/sensitivity.js';
import { scatteringSteps } from './small-signal/scattering-analysis.js';
import { acSteps } from './small-signal/small-signal.js';
import { runTransferFunction } from './small-signal/transfer-function.js';
import { transientSteps } from './transient/transient.js';

type Analyses = {
  readonly [Kind in AnalysisCard['kind']]: (
    job: AnalysisJob<Extract<AnalysisCard, { kind: Kind }>>,
  ) => AnalysisReport | Steps<AnalysisReport>;
};

export const analyses: Analyses = Object.freeze({
  op: runOperatingPoint,
  dc: dcSteps,
  ac: acSteps,
  noise: noiseSteps,
  sp: scatteringSteps,
  tf: runTransferFunction,
  sens: sensitivitySteps,
  pz: runPoleZero,
  tran: transientSteps,
});

/** Runs the analysis of the job's card, with its pauses; short analyses have none. */
export function* analysisSteps(job: AnalysisJob): Steps<AnalysisReport> {
  const run = analyses[job.card.kind] as (job: AnalysisJob) => AnalysisReport | Steps<AnalysisReport>;
  const started = run(job);
  return 'name' in started ? started : yield* started;
}
