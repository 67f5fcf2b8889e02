/**
 * What TimeStepping asks of the two ways to take steps: cached linear maps (`linear-engine.ts`) and Newton's
 * method (`newton-engine.ts`).
 */
import type { Signal } from '../../modeling/signals/signal.js';
import type { IntegratorAssignment } from '../integrators/integrator-assignment.js';
import type { MultiplierMap } from './multiplier-map.js';
import type { StepperState } from './linear-stepper.js';
import type { StepStop } from './step-stop.js';

export interface BlockStepper {
  /** Identity of the present mode; -1 where there is none. */
  readonly mode: number;
  /** Grid points of a block, row i after i steps; filled when `configure` asked for it. */
  readonly recordX: Float64Array;
  readonly recordLambda: Float64Array;
  /** Says what the following steps record, and whether moments are gathered for a ledger. */
  configure(record: boolean, moments: boolean): void;
  /** Goes on from where another stepper of the same engine stopped: among several solutions the mode it was in. */
  follow(other: BlockStepper): void;
  /** Evaluates the inputs of the steps k .. k + count - 1. */
  prepare(k: number, count: number, time: (k: number) => number): void;
  /** Takes up to `count` of the prepared steps from the `first` on; returns how many were accepted. */
  advance(first: number, count: number, outcome: { stop: StepStop }): number;
  retireAll(): void;
}

export interface StepEngine {
  /** States, multipliers of the model. */
  readonly n: number;
  readonly m: number;
  /** Rows of `state.lambda` and the records. */
  readonly rows: number;
  readonly state: StepperState;
  /** The model's multipliers from those rows; the same where absent. */
  readonly multipliers: MultiplierMap | undefined;
  /** What the user should know of the model. */
  readonly notes: readonly string[];
  /**
   * Computes the multiplier at t (`rows`); undefined where none is consistent with the state. `before` is the
   * state from which a jump led here: rounding is relative to it.
   */
  initialMultiplier(t: number, before?: Float64Array): Float64Array | undefined;
  /** 1 for each row that impulses of these inputs may reach; absent where there are no such inputs. */
  impulsiveRows?(inputs: readonly Signal[]): Uint8Array;
  /** The first time in (t, until] at which an input of y jumps; later or Infinity when there is none. */
  nextJump(t: number, until: number): number;
  /** Makes a stepper of size h. */
  stepper(integrators: IntegratorAssignment, h: number): BlockStepper;
}
