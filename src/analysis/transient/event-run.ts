/**
 * One run of a circuit, or of a part of one, by exact events: the model, the flow, the loop, and what watches them; the
 * certificate follows from these.
 */
import { formatEngineering } from '../../base/units.js';
import { Diagnostics } from '../../base/diagnostic.js';
import type { ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';
import { impactsOf } from '../../circuit/compiler/guards.js';
import { nonsmoothSystem } from '../../circuit/compiler/nonsmooth-system.js';
import type { SharedModules } from '../../kernel/simulation/linear/code-memory.js';
import type { SegmentKeeper } from '../../kernel/simulation/event-driven/compiled-event-loop.js';
import { EventDriven } from '../../kernel/simulation/event-driven/event-driven.js';
import { EventDrivenFailure } from '../../kernel/simulation/event-driven/event-driven-failure.js';
import { ModePace, type ModePaceOptions } from '../../kernel/simulation/event-driven/mode-pace.js';
import type { LcsFlow } from '../../kernel/simulation/event-driven/lcs-flow.js';
import { linearEventFlow } from '../../kernel/simulation/event-driven/linear-event-flow.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { Observer } from '../../kernel/simulation/stream.js';
import { type Chatter, ChatterWatch } from './chatter-watch.js';
import { ExactEnergyLedger } from '../certificate/energy/exact-energy-ledger.js';
import { JumpRecorder } from '../certificate/impacts/jump-recorder.js';
import { StiffWatch, type StiffWatchOptions } from './stiff-watch.js';
import { reportFailure, settlingHint } from '../preparation/run-failure.js';
import { type RunWatch, watchRun } from './run-watch.js';
import { reportSeveral } from '../operating-point/several-solutions.js';
import { outputStep, type TransientOptions } from '../preparation/transient-options.js';
import { pointAt, type TransientOutcome, type TransientRun } from './transient-run.js';
import { describeUniqueness } from '../certificate/uniqueness.js';

/** Events within one output step before the run is stopped (conventions: Zeno points). */
const maxEvents = 1e5;
/** What searches for modes may cost before sparse steps go on: some .3 s each, 2 s in all. */
const searchesBeforeSteps = Object.freeze({ one: 1e7, all: 6e7 });
/**
 * What new modes may cost before sparse steps go on, in seconds as they were measured: of a mode by the third power of its size, states
 * beside those of its inputs and multipliers; of a step by its size, ten steps an event and four a row of the run.
 */
const modeCost = 2e-7;
const [stepCost, unknownCost] = [3e-5, 5e-7];
const [stepsAnEvent, stepsARow] = [10, 4];
/** What a segment takes, and by the square of the size of its mode. */
const [segmentCost, entryCost] = [5e-6, 5e-8];
/** Sparse steps go on where they are ten times as fast at least, and where the rest of the run would take longer than that. */
const modesBeforeSteps = Object.freeze({ least: 10, times: 10 });
const segmentsBeforeSteps = Object.freeze({ least: 2, times: 10 });
/** What a switch that would have to slide ends in. */
const unsettled: ReadonlySet<EventDrivenFailure['status']> = new Set(['switching', 'too-many-events']);

/** Events closer than this are one, seconds. */
export function eventTolerance({ evtol }: TransientOptions, tstop: number): number {
  return evtol > 0 ? evtol : 1e-12 * tstop;
}

export class EventRun {
  readonly flow: LcsFlow;
  readonly loop: EventDriven<LcsFlow>;
  readonly #energy: ExactEnergyLedger;
  readonly #recorder: JumpRecorder;
  readonly #chatter: ChatterWatch;
  readonly #watch: RunWatch;
  readonly #observers: readonly Observer[];
  readonly #undetermined = new Set<string>();
  readonly #startPoint: Float64Array;
  readonly #system: ReducedSystem;
  readonly #diagnostics: Diagnostics;
  #incomplete: string | undefined;
  #failure: EventDrivenFailure | undefined;

  /**
   * `checkedFirst`: segments whose laws are all checked, before gaps grow; default as for a whole circuit. `modules`: machine
   * code that runs share.
   */
  constructor(
    private readonly run: TransientRun,
    { checkedFirst, modules }: { readonly checkedFirst?: number; readonly modules?: SharedModules } = {},
  ) {
    const { job, options, start, diagnostics } = run;
    const { card, compiled } = job;
    const { system } = compiled;
    const { tstop } = card;
    const evtol = eventTolerance(options, tstop);
    this.#system = system;
    this.#diagnostics = diagnostics;
    this.#energy = new ExactEnergyLedger(system, () => this.flow.bank);
    const recorded = job.sinks.length > 0 || options.certificate === 'full' ? run.columns.length : 0;
    this.flow = linearEventFlow(
      nonsmoothSystem(start.compiled, 0, tstop),
      {
        evtol,
        code: options.code,
        impacts: impactsOf(start.compiled),
        columns: recorded,
        ...(start.begins && { begins: start.begins }),
        ...(modules && { modules }),
        ...(job.otherwise && { searches: searchesBeforeSteps }),
      },
      {
        reads: (input) => this.#energy.reads(input),
        forms: (mode) => this.#energy.forms(mode),
        add: (mode) => {
          this.#energy.add(mode);
          for (const row of mode.dynamics.undetermined) this.#undetermined.add(system.rows[row]?.name ?? '');
        },
      },
    );
    this.#recorder = new JumpRecorder(system, this.#energy, start.impulses, job.flat.domains);
    this.#startPoint = pointAt(compiled, this.flow, 0);
    this.#chatter = new ChatterWatch(compiled, evtol);
    this.#watch = watchRun(run, { points: 'between-events', evtol, checkedFirst, flow: this.flow });
    const mayChatter = compiled.guards.some(({ on, off, sourceOnly }) => on === off && !sourceOnly);
    const costs = job.otherwise && this.#paceOptions(outputStep(card));
    const pace = costs && new ModePace({ ...costs, ...modesBeforeSteps }, 0, tstop);
    const stiff = costs && this.#stiffWatch({ ...costs, ...segmentsBeforeSteps, tstop });
    this.#observers = [
      ...[this.#recorder, ...(mayChatter ? [this.#chatter] : []), ...this.#watch.observers],
      // Behind those that take rows: it ends the run.
      ...(stiff ? [stiff] : []),
    ];
    const window = { eventWindow: outputStep(card), maxEvents, evtol };
    this.loop = new EventDriven(this.flow, 0, tstop, { ...window, ...(pace && { pace }) });
  }

  #stiffWatch(options: StiffWatchOptions): StiffWatch {
    const { n, m } = this.#system;
    return new StiffWatch(options, n, m, () => this.loop.counters.events);
  }

  /** What things cost, in seconds. */
  #paceOptions(step: number): Omit<ModePaceOptions, 'least' | 'times'> & { readonly segment: number } {
    const { n, m } = this.#system;
    const size = n + m + this.flow.bank.order;
    const aStep = stepCost + unknownCost * size;
    return {
      mode: modeCost * size ** 3,
      event: stepsAnEvent * aStep,
      run: (stepsARow * aStep * this.run.job.card.tstop) / step,
      segment: segmentCost + entryCost * size ** 2,
    };
  }

  /** Why it stopped short; undefined while it has not. */
  get incomplete(): string | undefined {
    return this.#incomplete;
  }

  /** The present point (x, lambda, u). An edge at the very end of the run belongs to what would follow. */
  get point(): Float64Array {
    const { compiled, card } = this.run.job;
    const { t } = this.flow;
    return pointAt(compiled, this.flow, t, t < card.tstop ? 'right' : 'left');
  }

  /** Nothing that moves drives it, and its states are where they began. */
  get stayed(): boolean {
    const { point } = this;
    const { n, inputs } = this.#system;
    const isStill = inputs.every((signal) => signal.constant);
    return isStill && this.#startPoint.subarray(0, n).every((value, k) => value === point[k]);
  }

  /**
   * Runs to a time; returns whether it got there: a failure becomes a diagnostic that names the elements, and the reason
   * why the waveform is incomplete.
   */
  *stepsTo(end: number, ...observers: readonly Observer[]): Steps<boolean> {
    const ended = yield* this.stepsOrFailure(end, ...observers);
    if (!ended) this.tellFailure();
    return ended;
  }

  /** The same; what fails is told when `tellFailure` is called. */
  *stepsOrFailure(end: number, ...observers: readonly Observer[]): Steps<boolean> {
    try {
      const ended = yield* this.loop.stepsTo(end, [...this.#observers, ...observers]);
      if (!ended) this.#incomplete = `stopped at t = ${formatEngineering(this.flow.t, 's', 6)}`;
      return ended;
    } catch (error) {
      if (!(error instanceof EventDrivenFailure)) throw error;
      this.#failure = error;
      return false;
    }
  }

  /**
   * Lets machine code hand its segments over, before the run begins; returns whether it will: where every row is checked, the place
   * is that of the code that makes the rows, and all segments are told.
   */
  handOver(keeper: SegmentKeeper): boolean {
    if (this.run.options.certificate === 'full') return false;
    this.flow.compiled.keeper = keeper;
    return true;
  }

  /** Why it failed; undefined while it has not. */
  get failure(): EventDrivenFailure | undefined {
    return this.#failure;
  }

  /** What to do about a switch without hysteresis that would have to slide; undefined where it failed for another reason. */
  get chatter(): Chatter | undefined {
    const { status, rows = [] } = this.#failure ?? {};
    return status && unsettled.has(status) ? this.#chatter.found(rows, (row) => this.#isOn(row)) : undefined;
  }

  /** Makes a failure a diagnostic. */
  tellFailure(): void {
    const error = this.#failure;
    if (!error) return;
    const hint =
      error.status === 'not-finite'
        ? 'it grows without bound: look for positive feedback, a negative resistance, or a controlled source of the wrong sign'
        : (this.chatter?.hint ??
          settlingHint(error, this.#system) ??
          'look at the elements that switch at this time, or run with method=theta or stepping');
    this.#incomplete = reportFailure(error, this.#system, this.#diagnostics, hint);
  }

  /** The point at a time; where the run has gone on, of the same run to there. */
  pointAt(t: number): Float64Array {
    if (this.flow.t === t) return this.point;
    const again = new EventRun({ ...this.run, diagnostics: new Diagnostics() });
    for (const steps = again.stepsTo(t); steps.next().done !== true;);
    return again.point;
  }

  /** Ends the run, and its rows; `incomplete` where another part was stopped. */
  end(incomplete = this.#incomplete): TransientOutcome['certificate'] {
    const { flow, loop } = this;
    const { options, job } = this.run;
    const { several } = flow.met;
    if (several) reportSeveral(several, this.#system, this.#diagnostics);
    flow.retire();
    this.#watch.end(incomplete);
    const { impulses, zenoPoints, slides, leftOut } = this.#recorder;
    return {
      method: `exact events, evtol ${formatEngineering(eventTolerance(options, job.card.tstop), 's')}`,
      steps: loop.counters.segments,
      events: loop.counters.events,
      modeChanges: loop.counters.modeChanges,
      modesSeen: flow.modesBuilt,
      lcpSolves: flow.lcpSolves,
      fallbacks: flow.fallbacks,
      ...this.#watch.checked(),
      energy: this.#energy.balance(this.#startPoint, this.point),
      ...{ impulses, zenoPoints, slides, leftOut },
      undetermined: [...this.#undetermined],
      uniqueness: several ? 'not unique: several solutions were met' : describeUniqueness(job.compiled),
      tolerance: options.certtol,
      ...(incomplete !== undefined && { incomplete }),
    };
  }

  #isOn(row: number): boolean {
    const { guards } = this.flow.system;
    return this.flow.on[guards.findIndex((guard) => guard.row === row)] === 1;
  }
}
