/** Steps of a linear time-invariant model: one cached map a mode (`linear-stepper.ts`). */
import type { Signal } from '../../modeling/signals/signal.js';
import type { ModeSolver } from '../../../numerics/lcp/mode-solver.js';
import { isFirstOrder } from '../../modeling/systems/first-order-system.js';
import { requireRegularMass } from '../../modeling/systems/regular-mass.js';
import { ModelError } from '../../modeling/model-error.js';
import { interactionLevels, relativeDegree } from '../../modeling/relations/relative-degree.js';
import { ModelLayout } from '../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import { discretizeSystem } from './discrete-scheme.js';
import type { IntegratorAssignment } from '../integrators/integrator-assignment.js';
import { impulsiveRows } from './impulsive-rows.js';
import { initialMultiplier, multiplierSolver } from './initial-multiplier.js';
import { modelRows, type MultiplierMap } from './multiplier-map.js';
import { blockSteps, LinearStepper, type StepperState } from './linear-stepper.js';
import type { StepStop } from './step-stop.js';
import { assembleLinearSystem, type LinearSystem } from './linear-system.js';
import type { BlockStepper, StepEngine } from './step-engine.js';
import { fillConstant, fillStepInputs, firstNotFinite } from './step-inputs.js';
import type { StepMap } from './step-map.js';
import type { StepperOptions } from './stepper-options.js';

/** Sums below this part of their terms are zero. */
const structuralZero = 1e-12;

export class LinearEngine implements StepEngine {
  readonly system: LinearSystem;
  readonly n: number;
  readonly m: number;
  readonly rows: number;
  readonly state: StepperState;
  readonly multipliers: MultiplierMap | undefined;
  readonly notes: readonly string[] = [];
  /** Signals that enter y and may jump. */
  readonly #jumping: readonly Signal[];
  readonly #nsds: NonSmoothDynamicalSystem;
  #solver: ModeSolver | undefined;

  constructor(
    nsds: NonSmoothDynamicalSystem,
    private readonly options: StepperOptions,
    private readonly retire: (map: StepMap) => void,
  ) {
    this.#nsds = nsds;
    const system = assembleLinearSystem(nsds);
    for (const { name, n, M } of nsds.systems.filter(isFirstOrder))
      requireRegularMass('EulerMoreauOSI', { name, n }, M);
    requireModerateDegree(system);
    this.system = system;
    this.n = system.n;
    this.rows = system.m;
    this.multipliers = system.multipliers;
    this.m = this.multipliers?.m ?? system.m;
    this.#jumping = system.signals.filter((signal, j) => !signal.constant && entersY(system, j));
    const on = Uint8Array.from(system.guards, ({ guard }) => (guard.initially === 'on' ? 1 : 0));
    this.state = newStepperState(system.x0, system.m, on);
  }

  initialMultiplier(t: number, before?: Float64Array): Float64Array | undefined {
    this.#solver ??= multiplierSolver(this.system);
    return initialMultiplier(this.system, this.state, t, before, this.#solver);
  }

  impulsiveRows(inputs: readonly Signal[]): Uint8Array {
    return impulsiveRows(this.system, inputs);
  }

  nextJump(t: number, until: number): number {
    let first = Infinity;
    for (const signal of this.#jumping) {
      let breakpoint = signal.nextBreakpoint(t);
      while (breakpoint <= until && signal.value(breakpoint) === signal.valueLeft(breakpoint))
        breakpoint = signal.nextBreakpoint(breakpoint);
      first = Math.min(first, breakpoint);
    }
    return first;
  }

  stepper({ only }: IntegratorAssignment, h: number): BlockStepper {
    const { system } = this;
    if (!only?.linearScheme)
      throw new ModelError('cached maps are made by one linear scheme for all systems');
    const scheme = discretizeSystem(system, only.linearScheme, h);
    const { guards, flowIsY, equations } = system;
    const stepper = new LinearStepper(
      scheme,
      this.state,
      guards,
      flowIsY,
      this.options,
      this.retire,
      equations,
    );
    return new LinearBlocks(system, stepper, this.#nsds);
  }
}

function entersY({ m, p, E }: LinearSystem, signal: number): boolean {
  for (let i = 0; i < m; i++) if (E[i * p + signal] !== 0) return true;
  return false;
}

/** Throws `ModelError` where lambda acts on y only through three integrations or more ([notes] 8.3). */
function requireModerateDegree({ n, m, B, C, D, blocks, multipliers }: LinearSystem): void {
  // Lifted boxes have a D of their own; a D or C B that is not zero settles the question at once.
  if (m === 0 || multipliers || D.some((entry) => entry !== 0)) return;
  if (blocks.every(({ system }) => !system.M) && actsAtOnce(n, m, C, B)) return;
  const [A, M] = [new Float64Array(n * n), new Float64Array(n * n)];
  for (const { system, start } of blocks) {
    for (let i = 0; i < system.n; i++) {
      for (let j = 0; j < system.n; j++) {
        const at = (start + i) * n + start + j;
        A[at] = system.A[i * system.n + j]!;
        M[at] = system.M ? system.M[i * system.n + j]! : i === j ? 1 : 0;
      }
    }
  }
  const { uniform, markov } = relativeDegree({ n, m, A, B, C, M });
  // Where the first parameter that is not zero is singular, its place still bounds every degree from below.
  const least = uniform === Infinity ? 0 : markov.length - 1;
  interactionLevels(least, 'time-stepping');
}

/** Whether an entry of C B is more than rounding. */
function actsAtOnce(n: number, m: number, C: Float64Array, B: Float64Array): boolean {
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      let sum = 0;
      let terms = 0;
      for (let k = 0; k < n; k++) {
        const term = C[i * n + k]! * B[k * m + j]!;
        sum += term;
        terms += Math.abs(term);
      }
      if (Math.abs(sum) > structuralZero * terms) return true;
    }
  }
  return false;
}

/** The state of a run at its start. */
export function newStepperState(x0: Float64Array, rows: number, on: Uint8Array): StepperState {
  return {
    x: x0.slice(),
    lambda: new Float64Array(rows),
    magnitudeY: new Float64Array(rows),
    magnitudeLambda: new Float64Array(rows),
    on,
    counters: { steps: 0, modeChanges: 0, modesSeen: 0, lcpSolves: 0, fallbacks: 0 },
  };
}

class LinearBlocks implements BlockStepper {
  /** Grid points of a block. */
  readonly #times = new Float64Array(blockSteps + 1);
  /** Whether any input depends on time. */
  readonly #timed: boolean;

  constructor(
    private readonly system: LinearSystem,
    private readonly stepper: LinearStepper,
    private readonly nsds: NonSmoothDynamicalSystem,
  ) {
    const { varying, varyingInY } = stepper.scheme;
    this.#timed = varying.length + varyingInY.length + system.guards.length > 0;
    fillConstant(stepper);
  }

  get mode(): number {
    return this.stepper.mode;
  }

  get recordX(): Float64Array {
    return this.stepper.buffers.recordX;
  }

  get recordLambda(): Float64Array {
    return this.stepper.buffers.recordLambda;
  }

  configure(record: boolean, moments: boolean): void {
    this.stepper.configure(record, moments);
  }

  follow(other: BlockStepper): void {
    if (other instanceof LinearBlocks) this.stepper.follow(other.stepper);
  }

  prepare(k: number, count: number, time: (k: number) => number): void {
    if (!this.#timed) return;
    fillTimes(this.#times, k, count, time);
    fillStepInputs(this.system, this.stepper, this.#times, count);
    const bad = firstNotFinite(this.stepper, count);
    if (bad >= 0) this.#refuseInput(bad);
  }

  /** Names the signal of an entry of the inputs. */
  #refuseInput(at: number): never {
    const { scheme, buffers } = this.stepper;
    const stride = buffers.inputWidth + buffers.guardCount;
    const [step, column] = [Math.floor(at / stride), at % stride];
    const { varying, varyingInY } = scheme;
    const index = column < varying.length ? varying[column] : varyingInY[column - varying.length];
    const signal = index === undefined ? undefined : this.system.signals[index];
    const name = signal
      ? new ModelLayout(this.nsds).nameOfSignal(signal)
      : 'a switch: the input of its control';
    throw new ModelError(
      `${name} is ${buffers.inputs[at]} in the step from t = ${this.#times[step]} s to ${this.#times[step + 1]} s; ` +
        'it must be finite',
    );
  }

  advance(first: number, count: number, outcome: { stop: StepStop }): number {
    const done = this.stepper.advance(first, count, outcome);
    const { stop } = outcome;
    const { multipliers } = this.system;
    if ('rows' in stop && multipliers && stop.rows) {
      outcome.stop = { ...stop, rows: modelRows(multipliers, this.system.relays ?? [], stop.rows) };
    }
    return done;
  }

  retireAll(): void {
    this.stepper.retireAll();
  }
}

/** Times of the points k .. k + count; by itself, as short loops are optimised first. */
function fillTimes(times: Float64Array, k: number, count: number, time: (k: number) => number): void {
  for (let i = 0; i <= count; i++) times[i] = time(k + i);
}
