/**
 * An analysis with what its `.meas` cards ask for. Rows are written in the first pass over the run; measures that need the
 * results of others have passes of their own, which compute the same run again.
 */
import type { Diagnostic } from '../base/diagnostic.js';
import type { Steps } from '../kernel/simulation/steps.js';
import type { AnalysisCard } from '../netlist/flat-circuit.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import { watchOf } from './measures/instrument.js';
import { MeasurePlan, type RunScale } from './measures/measure-plan.js';

/** The scale of an analysis; undefined where it has none. */
function scaleOf(card: AnalysisCard): RunScale | undefined {
  return card.kind === 'tran' ? { unit: 's', from: card.tstart, to: card.tstop } : undefined;
}

/** Runs an analysis as often as its measures need, which is once nearly always. */
export function* measuredSteps(
  { flat, card, sinks }: Pick<AnalysisJob, 'flat' | 'card' | 'sinks'>,
  run: (own: Pick<AnalysisJob, 'sinks' | 'watch'>) => Steps<AnalysisReport>,
): Steps<AnalysisReport> {
  const scale = scaleOf(card);
  const cards = flat.measures.filter(({ analysis }) => analysis === card.kind);
  if (!scale || cards.length === 0) return yield* run({ sinks });
  const plan = new MeasurePlan(cards, scale);
  let report: AnalysisReport | undefined;
  for (let pass = 0; pass < plan.passes; pass++) {
    const watch = watchOf([plan.instrument(pass)]);
    if (report && !watch) {
      plan.finish(pass);
      continue;
    }
    const found = yield* run({ sinks: report ? [] : sinks, ...(watch && { watch }) });
    report ??= found;
    const incomplete = found.certificate?.incomplete ?? found.diagnostics.find(isError)?.message;
    plan.finish(pass, incomplete);
    if (incomplete !== undefined) break;
  }
  return { ...(report ?? (yield* run({ sinks }))), measures: plan.results };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
