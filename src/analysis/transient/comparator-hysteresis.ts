/**
 * Comparators that slide while something else commutates with every turn of them (`sliding-commutation.ts`) get a small
 * hysteresis: duty and means are then those of its limit, where those of the sliding mode are not.
 *
 * Whether there are any is found by a run that nobody watches, as long as none is met: twice the cost for circuits in which a
 * comparison acts on itself beside ideal elements, nothing for all others. What a comparator does before it slides is moved by
 * no more than its hysteresis.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { compileCircuit } from '../../circuit/compile.js';
import type { CircuitOptions } from '../../circuit/circuit-options.js';
import type { CompiledCircuit } from '../../circuit/compiler/compiled-circuit.js';
import { EventDrivenFailure } from '../../kernel/simulation/event-driven/event-driven-failure.js';
import type { SlidingCommutation } from '../../kernel/simulation/event-driven/sliding-commutation.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { TransientCard } from '../../netlist/flat-circuit.js';
import type { AnalysisJob } from '../analysis.js';
import { EventRun } from './event-run.js';
import { elementsOf } from '../preparation/run-failure.js';
import { reportCommutation } from '../operating-point/several-solutions.js';
import type { TransientOptions } from '../preparation/transient-options.js';
import { findStart } from './transient-start.js';

/** The circuit of a job, with hysteresis where comparators need it; warnings go to the diagnostics. */
export function* withHysteresis(
  job: Pick<AnalysisJob<TransientCard>, 'flat' | 'compiled' | 'circuitOptions' | 'devices' | 'card'>,
  options: TransientOptions,
  diagnostics: Diagnostics,
): Steps<CompiledCircuit> {
  let { compiled } = job;
  const hysteretic = new Set<string>();
  for (;;) {
    const sliding = mayCommutate(compiled)
      ? yield* firstCommutation({ ...job, compiled, sinks: [] }, options)
      : undefined;
    const comparator = sliding && elementsOf([sliding.relay], compiled.system)[0];
    if (!sliding || comparator === undefined || hysteretic.has(comparator)) return compiled;
    hysteretic.add(comparator);
    const chosen: CircuitOptions = { ...job.circuitOptions, hysteretic };
    const again = compileCircuit(job.flat, chosen, { devices: job.devices }).compiled;
    if (!again) return compiled;
    reportCommutation(sliding, compiled.system, diagnostics);
    compiled = again;
  }
}

/** A comparison that is a relay, beside rows that are none. */
function mayCommutate({ system: { rows, branches } }: CompiledCircuit): boolean {
  const relays = rows.filter(({ beginsRelay }) => beginsRelay === true);
  const holdsRelay = (branch: number): boolean => relays.some((row) => row.branch === branch);
  return relays.length > 0 && rows.some(({ branch }) => branches[branch] && !holdsRelay(branch));
}

function* firstCommutation(
  job: AnalysisJob<TransientCard>,
  options: TransientOptions,
): Steps<SlidingCommutation | undefined> {
  const diagnostics = new Diagnostics();
  const start = findStart(job, diagnostics);
  if (!start || diagnostics.hasErrors) return undefined;
  const { flow, loop } = new EventRun({ job, options, columns: [], start, diagnostics });
  const steps = loop.stepsTo(job.card.tstop, []);
  try {
    for (let step = steps.next(); step.done !== true;) {
      if (flow.met.commutates) break;
      const { t, steps: count } = step.value;
      const asked = yield { t: t / 2, steps: count };
      if (asked === 'stop') return undefined;
      step = steps.next();
    }
  } catch (error) {
    // The run that is watched tells it.
    if (!(error instanceof EventDrivenFailure)) throw error;
  } finally {
    flow.retire();
  }
  return flow.met.commutates;
}
