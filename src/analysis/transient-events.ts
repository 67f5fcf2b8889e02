/**
 * The transient by exact events (`method=events`): linear modes are propagated exactly, every switching
 * instant is located, nothing depends on tstep but the rows that are written.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import { formatEngineering } from '../base/units.js';
import type { ReducedSystem } from '../circuit/compiled-circuit.js';
import { nonsmoothSystem } from '../circuit/nonsmooth-system.js';
import { EventDriven } from '../kernel/simulation/event-driven/event-driven.js';
import { EventDrivenFailure } from '../kernel/simulation/event-driven/event-driven-failure.js';
import type { LcsFlow } from '../kernel/simulation/event-driven/lcs-flow.js';
import { linearEventFlow } from '../kernel/simulation/event-driven/linear-event-flow.js';
import type { Observer } from '../kernel/simulation/stream.js';
import type { Steps } from '../kernel/simulation/steps.js';
import { ChatterWatch } from './chatter-watch.js';
import { ExactEnergyLedger } from './exact-energy-ledger.js';
import { JumpRecorder } from './jump-recorder.js';
import { reportFailure } from './run-failure.js';
import { watchRun } from './run-watch.js';
import { reportSeveral } from './several-solutions.js';
import { outputStep } from './transient-options.js';
import { finalValues, pointAt, type TransientOutcome, type TransientRun } from './transient-run.js';
import { describeUniqueness } from './uniqueness.js';

/** Events within one output step before the run is stopped (conventions: Zeno points). */
const maxEvents = 1e5;
export function* eventSteps(run: TransientRun): Steps<TransientOutcome> {
  const { job, options, columns, start, diagnostics } = run;
  const { card, compiled } = job;
  const { system } = compiled;
  const { tstop } = card;
  const evtol = options.evtol > 0 ? options.evtol : 1e-12 * tstop;
  const step = outputStep(card);
  const undetermined = new Set<string>();
  const energy = new ExactEnergyLedger(system, () => flow.bank);
  const flow: LcsFlow = linearEventFlow(
    nonsmoothSystem(start.compiled, 0, tstop),
    { evtol, code: options.code },
    {
      reads: (input) => energy.reads(input),
      forms: (mode) => energy.forms(mode),
      add: (mode) => {
        energy.add(mode);
        for (const row of mode.dynamics.undetermined) undetermined.add(system.rows[row]?.name ?? '');
      },
    },
  );
  const recorder = new JumpRecorder(system, energy, start.impulses);
  const startPoint = pointAt(compiled, flow, 0);
  const chatter = new ChatterWatch(system, evtol);
  const observers: Observer[] = [recorder];
  if (compiled.guards.some(({ on, off, sourceOnly }) => on === off && !sourceOnly)) observers.push(chatter);
  const watch = watchRun(run, { points: 'between-events', evtol });
  observers.push(...watch.observers);
  const loop = new EventDriven(flow, 0, tstop, { eventWindow: step, maxEvents, evtol });
  const isOn = (row: number): boolean =>
    flow.on[flow.system.guards.findIndex((guard) => guard.row === row)] === 1;
  const incomplete = yield* runSafely(loop, observers, { system, diagnostics, chatter, isOn });
  if (flow.several) reportSeveral(flow.several, system, diagnostics);
  flow.retire();
  watch.end(incomplete);

  const zeta = pointAt(compiled, flow, flow.t);
  const certificate: TransientOutcome['certificate'] = {
    method: `exact events, evtol ${formatEngineering(evtol, 's')}`,
    steps: loop.counters.segments,
    events: loop.counters.events,
    modeChanges: loop.counters.modeChanges,
    modesSeen: flow.modesBuilt,
    lcpSolves: flow.lcpSolves,
    fallbacks: flow.fallbacks,
    ...watch.checked(),
    energy: energy.balance(startPoint, zeta),
    impulses: recorder.impulses,
    accumulations: recorder.accumulations,
    slides: recorder.slides,
    leftOut: recorder.leftOut,
    undetermined: [...undetermined],
    uniqueness: flow.several ? 'not unique: several solutions were met' : describeUniqueness(compiled),
    tolerance: options.certtol,
    ...(incomplete !== undefined && { incomplete }),
  };
  return { final: finalValues(columns, flow.t, zeta), certificate };
}

interface FailureContext {
  readonly system: ReducedSystem;
  readonly diagnostics: Diagnostics;
  readonly chatter: ChatterWatch;
  /** Whether the contact on a row is on. */
  readonly isOn: (row: number) => boolean;
}

/** What a switch that would have to slide ends in. */
const unsettled: ReadonlySet<EventDrivenFailure['status']> = new Set(['switching', 'too-many-events']);

/** Runs; a failure becomes a diagnostic that names the elements, and the reason why the waveform is incomplete. */
function* runSafely(
  loop: EventDriven,
  observers: readonly Observer[],
  { system, diagnostics, chatter, isOn }: FailureContext,
): Steps<string | undefined> {
  try {
    const ended = yield* loop.steps(...observers);
    return ended ? undefined : `stopped at t = ${formatEngineering(loop.flow.t, 's', 6)}`;
  } catch (error) {
    if (!(error instanceof EventDrivenFailure)) throw error;
    const hint =
      (unsettled.has(error.status) ? chatter.hint(error.rows, isOn) : undefined) ??
      'look at the elements that switch at this time, or run with method=theta';
    return reportFailure(error, system, diagnostics, hint);
  }
}
