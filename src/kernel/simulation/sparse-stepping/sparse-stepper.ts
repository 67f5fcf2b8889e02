/**
 * Integrates a descriptor system by steps of variable length with an error estimate each (`stage-method.ts`). A step ends exactly where
 * an input jumps or bends, and where it is asked to. Behind such a point the state is made consistent and the first step chosen by the
 * rates found (`consistent-start.ts`). A run that does not get on ends and says at what.
 */
import { resultOf } from '../../../base/pauses.js';
import type { NumberRoom } from '../../../numerics/code/number-room.js';
import type { DescriptorStart, DescriptorSystem, SteppedPoint } from '../../modeling/descriptor-system.js';
import { AcceptedStep, type StepObserver } from './stages/accepted-step.js';
import type { ActiveRows } from './newton/active-rows.js';
import type { DescriptorAssembly } from './descriptor/assembly.js';
import { CommutationJumps } from './stages/commutation-jumps.js';
import { CompiledDescriptor } from './compiled-descriptor.js';
import { DelayRecord } from './events/delay-record.js';
import { EventWatch } from './events/event-watch.js';
import { LogicLink } from './events/logic-link.js';
import type { DescriptorNewton } from './newton/newton.js';
import type { NewtonStatus } from './newton/newton-status.js';
import { failureOf } from './name-failure.js';
import { StageSolver } from './stages/stage-solver.js';
import { trBdf2, type StageMethod } from './stages/stage-method.js';
import { ProgressWatch } from './stages/progress-watch.js';
import { restDistance } from './stages/rest-distance.js';
import { type LoopChoice, WholeSteps } from './stages/whole-steps.js';
import { MAX_EVENTS_AT_ONCE, Restart, RETURN } from './restart.js';
import { partAgain, StepController } from './stages/step-controller.js';
import { StepBinding } from './stages/step-binding.js';
import { AFTER_FAILURE, stepOutcomes } from './stages/step-loop.js';
import { stepNumbers } from './stages/trial-loop.js';
import { StepTrial } from './stages/step-trial.js';
import type { StepInputs } from './inputs/step-inputs.js';
import type { SteppingCounters } from './newton/stepping-counters.js';
import { SavedRun } from './newton/saved-run.js';
import type { SteppingState } from './newton/stepping-state.js';
import type { SteppingFailure, SteppingFailureStatus } from './newton/stepping-failure.js';
import { type SparseSteppingOptions, TIMING } from './descriptor/stepping-options.js';
import type { UndeterminedUnknowns } from './descriptor/undetermined-unknowns.js';
import { UnknownSizes } from './stages/unknown-sizes.js';

const MAX_SHORTENED = 30;
/** Behind a change of mode within a step whose error was beyond this part of what is allowed, rates are found anew. */
const RESTART_ABOVE = 0.1;
/** What floats has moved, however little. */
const BEGUN = -Infinity;

export class SparseStepper {
  readonly system: DescriptorSystem;
  readonly counters: SteppingCounters;
  readonly room: NumberRoom;
  /** Unknowns that are, between the ends of steps, what inputs are. */
  readonly passed: CompiledDescriptor['clocks']['passed'];
  /** (z | u | 0) at t, and ds/dt there by row. */
  readonly z: Float64Array;
  readonly rates: Float64Array;
  /** Of each unknown the largest value of the last steps. */
  readonly sizes: Float64Array;
  /** By row what flows at t: ds/dt, where nothing is stored the largest term of a law; and there the largest so far. */
  readonly flows: Float64Array;
  readonly carried: Float64Array;
  readonly #assembly: DescriptorAssembly;
  readonly #rows: ActiveRows;
  readonly #inputs: StepInputs;
  readonly #newton: DescriptorNewton;
  readonly #undetermined: UndeterminedUnknowns;
  readonly #solver: StageSolver;
  readonly #jumps: CommutationJumps;
  readonly #sizes: UnknownSizes;
  readonly #restart: Restart;
  readonly #lengths: StepController;
  readonly #progress: ProgressWatch;
  readonly #delays: DelayRecord;
  readonly #logic: LogicLink;
  readonly #watch: EventWatch;
  readonly #options: SparseSteppingOptions;
  readonly accepted: AcceptedStep;
  readonly #observers: StepObserver[] = [];
  readonly #oldForced: Uint8Array;
  /** Whole steps in one call, and what of them is to be judged here. */
  readonly #whole: WholeSteps | undefined;
  readonly #trial: StepTrial;
  /** All that a run goes on from, where it stays. */
  readonly #saved: SavedRun;
  /** Whether it begins with a jump and with rates, as it was saved. */
  readonly #needs = new Uint8Array(2);
  #needsJump = true;
  #needsRates = true;

  constructor(
    of: DescriptorSystem | CompiledDescriptor,
    start: DescriptorStart | undefined,
    options: Partial<SparseSteppingOptions> = {},
    method: StageMethod = trBdf2,
  ) {
    const compiled = of instanceof CompiledDescriptor ? of : new CompiledDescriptor(of, options);
    const { assembly, rows, newton, inputs, clocks, system } = compiled;
    [this.system, this.counters, this.room] = [system, compiled.counters, assembly.room];
    [this.#options, this.passed] = [compiled.options, clocks.passed];
    [this.#assembly, this.#rows, this.#newton] = [assembly, rows, newton];
    [this.#undetermined, this.#inputs] = [compiled.undetermined, inputs];
    compiled.forget();
    const solver = new StageSolver(assembly, newton, rows, inputs, method, compiled.options);
    [this.#solver, this.flows, this.carried] = [solver, solver.arrays.flows, solver.arrays.carried];
    [this.z, this.rates, this.sizes] = [solver.points[0]!, solver.rates[0]!, newton.sizes];
    this.#jumps = new CommutationJumps(solver, this.passed);
    this.#delays = new DelayRecord(system.delays, inputs, compiled.options.reltol);
    this.#logic = new LogicLink(system, rows, inputs);
    this.#watch = new EventWatch(system, solver, clocks.others);
    const sizes = (this.#sizes = new UnknownSizes(assembly, newton.sizes));
    const { points, before, start: stored, startRates, rates, y } = solver;
    const ofStages = [startRates, ...rates.slice(1)];
    this.accepted = new AcceptedStep(system.size, method, before, ofStages, system.inputs);
    const lengths = (this.#lengths = new StepController(this.room));
    const progress = (this.#progress = new ProgressWatch(this.room));
    const { accepted, counters } = this;
    const parts = { solver, sizes, lengths, progress, counters, accepted };
    const binding = new StepBinding(parts, this.#watch.arrays);
    this.#oldForced = binding.forcedBefore;
    this.#restart = new Restart(parts, this.#watch, clocks, this.#logic, this.#observers);
    this.#whole = compiled.options.wholeSteps ? new WholeSteps(binding) : undefined;
    this.#trial = new StepTrial(binding);
    const live = [
      ...[points[0]!, ...before, stored, rates[0]!, y[0]!, rows.forced, rows.on],
      ...[...newton.stateArrays, ...assembly.stateArrays, ...this.#watch.stateArrays, ...inputs.stateArrays],
      ...[lengths.numbers, progress.numbers, ...sizes.stateArrays, ...binding.growth.stateArrays],
      ...[solver.numbers.subarray(0, stepNumbers.end), this.#needs],
    ];
    this.#saved = new SavedRun(live, assembly, newton, compiled.undetermined);
    if (start) this.begin(start);
  }

  /** Begins (again) from a start; what was learnt of step lengths is forgotten. */
  begin(start: DescriptorStart): void {
    start.guards?.forEach((on, g) => this.#rows.setGuard(g, on));
    this.#restart.begin(start);
    this.#delays.begin();
    this.#solver.numbers[stepNumbers.t] = start.t0;
    this.#lengths.begin(0);
    this.#trial.begin();
    this.#progress.begin(start.t0);
    this.#needsJump = this.#needsRates = true;
    const { points, before } = this.#solver;
    const w = points[0]!;
    w.set(start.z);
    for (const point of [...points, ...before]) this.#inputs.begin(start.t0, point);
    this.#assembly.resetLimits(w);
    if (start.stored) this.#solver.start.set(start.stored);
    else {
      this.#assembly.evaluate(w, 0, false);
      this.#solver.start.set(this.#assembly.s.subarray(0, this.system.size));
    }
    this.#sizes.measure(w, this.#solver.start);
  }

  /** Seconds. */
  get t(): number {
    return this.#solver.numbers[stepNumbers.t]!;
  }

  /** Where the run stands: z as above, Q z + sum q_e by row, and 1 for every guard that is on. */
  get point(): SteppedPoint {
    return { t: this.t, z: this.z, stored: this.#solver.start, guardsOn: this.#rows.on };
  }

  /** What was done where nothing else decides. */
  get notes(): string[] {
    return [...this.#undetermined.notes(), ...this.#watch.notes()];
  }

  /** Looks at the inputs anew, whose future was not known before; `jump` where one of them jumps at t. */
  renewInputs(jump: boolean): void {
    const w = this.#solver.points[0]!;
    this.#inputs.renew(this.t);
    if (!jump) return;
    this.#inputs.evaluate(this.t, false, w);
    this.#needsJump = this.#needsRates = true;
  }

  /** How far the static solution next to z lies from it, in tolerances of the unknown that would move most; Infinity where none is. */
  restDistance(): number {
    return restDistance(this.#solver, this.#oldForced);
  }

  /** Where the run stands, in the numbers of `reuse`; observers and counters are no part of it. Throws where delays keep a record. */
  save(reuse?: SteppingState): SteppingState {
    if (this.#delays.count > 0 || this.system.logic)
      throw new Error('the record of a delay, or logic, is no part of a state');
    this.#needs.set([Number(this.#needsJump), Number(this.#needsRates)]);
    return this.#saved.save(reuse);
  }

  /** Goes on from where another run of the same system stood, to the bit. */
  restore(state: SteppingState): void {
    this.#saved.restore(state, () => this.#solver.spreadInputs());
    [this.#needsJump, this.#needsRates] = [this.#needs[0] !== 0, this.#needs[1] !== 0];
    this.#inputs.renew(this.t);
  }

  observe(observer: StepObserver): void {
    this.#observers.push(observer);
  }

  /** Where many steps may be made in one call, since nothing between them asks for script: what is recorded of them. */
  get record(): WholeSteps['record'] | undefined {
    return this.#delays.count > 0 || this.#rows.count > 0 ? undefined : this.#whole?.record;
  }

  /** Whether a loop of one's own may make steps and show them. */
  get showsSteps(): boolean {
    return this.#delays.count === 0 && this.#whole !== undefined;
  }

  /** Makes one accepted step, or many where it is smooth, to `until` at the latest; throws a `SteppingFailure` where it cannot. */
  step(until: number, choice: LoopChoice = 'one'): AcceptedStep {
    return resultOf(this.stepping(until, choice));
  }

  /** As `step`, with pauses where factors of smooth steps take long. A loop of one's own tells observers itself. */
  *stepping(until: number, choice: LoopChoice = 'one'): Generator<void, AcceptedStep> {
    for (let round = 0; round < MAX_EVENTS_AT_ONCE; round++) {
      const span = Math.min(until - this.t, this.#options.maxStep, this.#inputs.soonest - this.t);
      const isStart = this.#needsRates;
      this.accepted.afterEvent = false;
      if (isStart) this.#becomeConsistent(span);
      // Behind a start what commutates at once is looked for in the first step.
      const isLooked = isStart && this.#rows.count > 0;
      if (this.#whole && !isLooked) {
        const [t, end] = [this.t, Math.min(until, this.#delays.knownUntil)];
        const outcome = yield* this.#whole.make(end, choice, this.accepted.afterEvent);
        if (outcome !== stepOutcomes.tried) {
          const isLost = outcome > stepOutcomes.atBreakpoint;
          if (isLost && !this.#beginsAnew(this.#whole.failedLength(outcome)))
            throw this.failureBy(this.#whole.failure(outcome));
          if (isLost && !(this.t > t)) continue;
          return this.#end(typeof choice === 'function');
        }
      } else this.#trial.start();
      const step = this.#attempt(until, isLooked, this.#whole !== undefined && !isLooked);
      const stuck = step && this.#progress.stuck(this.t, until);
      if (stuck) throw this.failureBy(stuck);
      if (step) return step;
    }
    throw this.failureBy('chattering');
  }

  /**
   * Tries steps until one is accepted; undefined where an event came before any time had passed. `mayRush`: behind a start; `isTried`: the
   * first one has been tried.
   */
  #attempt(until: number, mayRush: boolean, isTried: boolean): AcceptedStep | undefined {
    const [{ reltol, maxStep }, { stateUnknowns }, counters] = [this.#options, this.#assembly, this.counters];
    const [rows, newton, trial, t] = [this.#rows, this.#newton, this.#trial, this.t];
    const wantedFirst = Math.min(this.#lengths.length, maxStep);
    let status: NewtonStatus = 'converged';
    // What it is being shortened to, how often, and whether pairs commutate within it: guards follow at its end; whether one moves something at once.
    let [located, shortened, through, shifts] = [-1, 0, false, false];
    for (;;) {
      if (isTried) isTried = false;
      else {
        if (!trial.choose(Math.min(until, this.#delays.knownUntil), located >= 0)) {
          if (this.#beginsAnew(status === 'converged' ? 0 : trial.length)) return undefined;
          throw this.failureBy(status === 'converged' ? 'creeping' : status);
        }
        status = trial.run();
      }
      const t1 = trial.end;
      if (status !== 'converged') {
        const isLost = trial.failures > this.#progress.mostFailures(t);
        if (isLost && !this.#beginsAnew(t1 - t)) throw this.failureBy(status);
        this.#solver.retreat(this.#oldForced);
        if (isLost) return undefined;
        trial.length = AFTER_FAILURE * (t1 - t);
        this.#solver.lastStep = 0;
        located = -1;
        continue;
      }
      const { error, wanted, turned } = trial;
      // What changes at once behind a start is no polynomial either: its overshoot turns pairs over that stay as they are.
      if (mayRush && this.#jumps.rushes()) {
        this.#solver.retreat(this.#oldForced);
        const end = this.#inputs.before(Math.min(until, this.#delays.knownUntil));
        this.#becomeConsistent(Math.min(end - t, maxStep), true);
        trial.start();
        mayRush = false;
        continue;
      }
      // Where commutations are found in vain they are passed, by shorter steps too.
      const meets = turned && !through && !this.#watch.passesJumps(t);
      const again = partAgain(error, wanted);
      mayRush = false;
      if (again < 1) {
        trial.reject(!meets);
        this.#solver.retreat(this.#oldForced);
        if (meets) newton.frozen = true;
        else trial.length = (t1 - t) * again;
        located = -1;
        continue;
      }
      // What a commutation moves at once is no polynomial: it comes first.
      if (meets) shifts ||= this.#jumps.within(this.#oldForced);
      const comesFirst = shifts || rows.hasPassed(this.#oldForced, this.#solver.points);
      const isFirst = comesFirst || stateUnknowns.length === 0;
      if (turned && !through && (isFirst || this.#watch.first(t, t1, false) <= 1)) {
        this.#solver.retreat(this.#oldForced);
        newton.frozen = true;
        located = -1;
        continue;
      }
      let event = -1;
      if (this.#watch.hasGuards || newton.frozen) {
        const part = this.#watch.first(t, t1, newton.frozen);
        if (part <= 1) {
          event = this.#watch.found;
          const length = through ? t1 - t : part * (t1 - t);
          const rounding = 4 * Number.EPSILON * Math.abs(t1);
          if (length <= Math.max(rounding, TIMING * reltol * wantedFirst)) {
            this.#solver.retreat(this.#oldForced);
            if (this.#watch.shouldPass(event, t, wantedFirst)) {
              [newton.frozen, through, shifts] = [false, true, false];
              trial.length = 2 * Math.max(rounding, TIMING * reltol * wantedFirst);
              continue;
            }
            this.#watch.switchOthers(event, part, t, t1);
            this.#switchOver(event, wantedFirst, shifts);
            return undefined;
          }
          if (1 - part > TIMING * reltol && t1 - t - length > rounding && ++shortened < MAX_SHORTENED) {
            counters.relocated++;
            this.#solver.retreat(this.#oldForced);
            trial.length = length * (1 + 0.5 * TIMING * reltol);
            located = event;
            continue;
          }
          // Where a fast mode keeps a commutation from being met, a step passes it: pairs have the right signs at its end.
          if (shortened >= MAX_SHORTENED && newton.frozen && event >= rows.count - rows.pairCount) {
            this.#solver.retreat(this.#oldForced);
            [newton.frozen, through, located] = [false, true, -1];
            continue;
          }
        } else if (located >= 0 && this.#watch.closeness(located) <= TIMING * reltol) event = located;
      }
      if (event >= 0) this.#watch.switchOthers(event, 1, t, t1);
      else this.#lengths.learn(t1 - t, wanted, trial.isAgain);
      const begins = turned && !shifts && this.#jumps.atEnd(this.#oldForced);
      trial.accept(turned);
      const step = this.#end();
      if (turned) counters.modeChanges++;
      const mirrors = shifts || begins || error > RESTART_ABOVE || this.#solver.shifts(BEGUN);
      if (turned && mirrors) this.#needsRates = true;
      if (event >= 0) this.#switchOver(event, wantedFirst, shifts);
      return step;
    }
  }

  /** Turns over what was found at t. */
  #switchOver(event: number, expected: number, shifts: boolean): void {
    this.counters.locatedEvents++;
    const resolution = TIMING * this.#options.reltol * expected;
    this.#restart.expectCommutation(event, resolution, RETURN * expected, shifts);
    this.#watch.switchOver(event, this.t, RETURN * expected, this.#options.reltol);
    this.#logic.follow(this.t, this.#solver.points[0]!);
    this.#needsJump = this.#needsRates = true;
  }

  /** As `Restart.renews`. */
  #beginsAnew(failedStep: number | undefined): boolean {
    return (this.#needsJump = this.#needsRates = this.#restart.renews(this.t, failedStep));
  }

  /** What follows a step that has been taken. */
  #end(isTold = false): AcceptedStep {
    const step = this.accepted;
    const { t1 } = step;
    this.#delays.record(step);
    if (this.#inputs.isAt(t1)) {
      const { jumps, bends } = this.#restart.pass(t1);
      this.#needsJump ||= jumps;
      this.#needsRates ||= bends;
    }
    step.isTold = isTold;
    if (!isTold) for (const observer of this.#observers) observer.step(step);
    return step;
  }

  /** Makes the state at t consistent with inputs and mode to its right, and chooses the next step. */
  #becomeConsistent(span: number, settles = false): void {
    this.accepted.afterEvent = true;
    const failure = this.#restart.run(span, this.#needsJump, settles);
    if (failure !== undefined) throw this.failureBy(failure);
    this.#needsJump = this.#needsRates = false;
    this.#delays.bends = true;
  }

  failureBy(status: SteppingFailureStatus): SteppingFailure {
    const { limiting } = this.#solver;
    return failureOf(status, this.#assembly, this.#newton, this.t, limiting, this.#watch.lastRows);
  }
}
