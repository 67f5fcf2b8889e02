/**
 * Sparse steps of a circuit with comparisons. One that chatters (`comparison-pace.ts`), or is at its threshold where switches turn without
 * end, gets a small hysteresis, as by exact events (`comparator-hysteresis.ts`), and the run goes on from there: up to then it
 * has been right, and where it ends depends on nothing but itself.
 */
import { formatEngineering } from '../../base/units.js';
import { comparisonsOf } from '../../circuit/sparse/comparisons-by-steps.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { Watch } from '../measures/instrument.js';
import { readAgain } from '../measures/measured-again.js';
import { reportEndlessSwitching } from '../operating-point/several-solutions.js';
import { handedOn } from '../preparation/handed-on.js';
import type { Chattering } from './comparison-watch.js';
import { ContinuedSinks } from './continued-sinks.js';
import { consecutiveCertificate } from './merged-certificate.js';
import type { TransientOutcome } from './transient-run.js';
import { steppingSteps, type SteppingRun } from './transient-stepping.js';

/** `steppingSteps`, with hysteresis where comparisons need it; `watch`: what measures the run. */
export function* hystereticSteps(
  run: SteppingRun,
  watch: Watch | undefined,
): Steps<TransientOutcome | undefined> {
  if (comparisonsOf(run.circuit.model).length === 0) return yield* steppingSteps(run);
  const plot = new ContinuedSinks(run.sinks);
  let current: SteppingRun = { ...run, sinks: plot.sinks };
  let whole: TransientOutcome | undefined;
  for (;;) {
    const own = current;
    let next: SteppingRun | undefined;
    const goesOn = (met: Chattering): boolean => {
      next = successor(own, met, watch);
      return next !== undefined;
    };
    const outcome = yield* steppingSteps({ ...own, goesOn });
    whole = whole && outcome ? consecutive(whole, outcome, own.from?.t0 ?? 0) : (outcome ?? whole);
    if (!next) break;
    current = next;
  }
  plot.end(whole?.certificate.incomplete);
  return whole;
}

/** The run that goes on with one whose comparisons chatter, with the warning; undefined where there is none. */
function successor(
  run: SteppingRun,
  { t, point, comparisons, switches }: Chattering,
  watch: Watch | undefined,
): SteppingRun | undefined {
  const { measured } = run;
  const circuit = run.circuit.hysteretic(comparisons);
  const read =
    circuit && readAgain(circuit, run.columns, watch, measured?.observer, measured?.columns.length);
  if (!circuit || !read) return undefined;
  const from = handedOn(run.circuit.model, point, circuit.model, comparisons);
  reportEndlessSwitching({ time: t, comparators: comparisons, switches }, run.diagnostics);
  return { ...run, ...read, circuit, from };
}

function consecutive(first: TransientOutcome, second: TransientOutcome, t: number): TransientOutcome {
  if (first.certificate.steps === 0) return second;
  const { final, certificate } = second;
  return {
    final,
    certificate: consecutiveCertificate(first.certificate, certificate, formatEngineering(t, 's', 6)),
  };
}
