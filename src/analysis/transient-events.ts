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
import type { Observer, Segment } from '../kernel/simulation/stream.js';
import type { Steps } from '../kernel/simulation/steps.js';
import { ChatterWatch } from './chatter-watch.js';
import { EventSampler } from './event-sampler.js';
import { ExactEnergyLedger } from './exact-energy-ledger.js';
import { JumpRecorder } from './jump-recorder.js';
import { LawChecker } from './law-checker.js';
import { reportFailure } from './run-failure.js';
import { reportSeveral } from './several-solutions.js';
import { outputStep } from './transient-options.js';
import { finalValues, plotName, pointAt, type TransientOutcome, type TransientRun } from './transient-run.js';
import { describeUniqueness } from './uniqueness.js';

/** Rows of one segment that are written before a run can be stopped. */
const rowsBetweenPauses = 65536;
/** Events within one output step before the run is stopped (conventions: Zeno points). */
const maxEvents = 1e5;
/** Without files, laws are checked at the ends of the first segments, then at growing gaps of a part of what has been run. */
const checkedSegments = 64;
const widestGap = 1024;

export function* eventSteps(run: TransientRun): Steps<TransientOutcome> {
  const { job, options, columns, start, diagnostics, sampled } = run;
  const { flat, card, sinks, compiled } = job;
  const { system } = compiled;
  const { tstop, tstart } = card;
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
  const laws = new LawChecker(system, {
    needs: 'end',
    vntol: options.vntol,
    abstol: options.abstol,
    lawPoint: 1,
  });
  const recorder = new JumpRecorder(system, energy, start.impulses);
  const startPoint = pointAt(compiled, flow, 0);
  const chatter = new ChatterWatch(system, evtol);
  const observers: Observer[] = [recorder];
  if (compiled.guards.some(({ on, off, sourceOnly }) => on === off && !sourceOnly)) observers.push(chatter);
  const sampler = new EventSampler(
    columns,
    {
      n: system.n,
      m: system.m,
      inputs: system.inputs,
      tstart,
      tstop,
      step,
      rowtol: options.rowtol,
      ...(!sampled && {
        check: (t: number, zeta: Float64Array, side: 'left' | 'right') => laws.checkPoint(t, zeta, side),
      }),
    },
    sinks,
  );
  if (sinks.length > 0) {
    sampler.begin({ title: flat.title, name: plotName });
    observers.push(sampler);
  }
  if (sinks.length === 0 || sampled) observers.push(new SampledChecks(system, laws));
  const loop = new EventDriven(flow, 0, tstop, {
    ...{ eventWindow: step, maxEvents, evtol },
    ...(sinks.length > 0 && { pauseAfter: rowsBetweenPauses * step }),
  });
  const isOn = (row: number): boolean =>
    flow.on[flow.system.guards.findIndex((guard) => guard.row === row)] === 1;
  const incomplete = yield* runSafely(loop, observers, { system, diagnostics, chatter, isOn });
  if (flow.several) reportSeveral(flow.several, system, diagnostics);
  flow.retire();
  if (sinks.length > 0) sampler.end(incomplete);

  const zeta = pointAt(compiled, flow, flow.t);
  const certificate: TransientOutcome['certificate'] = {
    method: `exact events, evtol ${formatEngineering(evtol, 's')}`,
    steps: loop.counters.segments,
    events: loop.counters.events,
    modeChanges: loop.counters.modeChanges,
    modesSeen: flow.modesBuilt,
    lcpSolves: flow.lcpSolves,
    fallbacks: flow.fallbacks,
    pointsChecked: laws.pointsChecked,
    sampling: sampled ? 'sampled' : 'full',
    complementarity: laws.complementarity,
    kirchhoff: laws.kirchhoff,
    elementLaws: laws.elementLaws,
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

/** Checks the laws at the ends of some segments, where no rows are written. */
class SampledChecks implements Observer {
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  readonly #zeta: Float64Array;
  #segments = 0;
  /** The segment that is checked next. */
  #next = 0;

  constructor(
    private readonly system: ReducedSystem,
    private readonly laws: LawChecker,
  ) {
    const { n, m, p } = system;
    this.#x = new Float64Array(n);
    this.#lambda = new Float64Array(m);
    this.#zeta = new Float64Array(n + m + p);
  }

  skippable(): number {
    return this.#next - this.#segments;
  }

  skipped(segments: number): void {
    this.#segments += segments;
  }

  segment(segment: Segment): void {
    const index = this.#segments++;
    if (index === 0) this.laws.noteScales(segment.t0, this.#pointAt(segment, segment.t0, 'right'));
    if (index < this.#next) return;
    this.#next = index + Math.min(widestGap, 1 + Math.floor(index / checkedSegments));
    this.laws.checkPoint(segment.t1, this.#pointAt(segment, segment.t1, 'left'), 'left');
  }

  #pointAt(segment: Segment, t: number, side: 'left' | 'right'): Float64Array {
    const { n, m, inputs } = this.system;
    segment.interpolate(t, this.#x, this.#lambda);
    this.#zeta.set(this.#x);
    this.#zeta.set(this.#lambda, n);
    inputs.forEach((signal, k) => {
      this.#zeta[n + m + k] = side === 'left' ? signal.valueLeft(t) : signal.value(t);
    });
    return this.#zeta;
  }
}
