/**
 * Watches the comparisons of a run of sparse steps (`comparison-pace.ts`), whether it steps as a whole or block by block, and tells where
 * another run goes on with it: behind the step in which they chatter, or where the window began.
 */
import { comparisonsOf, type SteppedComparison } from '../../circuit/sparse/comparisons-by-steps.js';
import type { SparseModel } from '../../circuit/sparse/sparse-model.js';
import type { SteppedPoint } from '../../kernel/modeling/descriptor-system.js';
import { type BlockParts, formWithin } from '../../kernel/simulation/block-stepping/block-system.js';
import type { BlockStepping } from '../../kernel/simulation/block-stepping/block-stepping.js';
import type { BlockObserver } from '../../kernel/simulation/block-stepping/stepped-block.js';
import type { SteppingFailure } from '../../kernel/simulation/sparse-stepping/newton/stepping-failure.js';
import { SparseStepper } from '../../kernel/simulation/sparse-stepping/sparse-stepper.js';
import type { PaceArrays } from './comparison-loop.js';
import { ComparisonPace } from './comparison-pace.js';

/** Comparisons that chatter. */
export interface Chattering {
  readonly t: number;
  /** From which another run goes on. */
  readonly point: SteppedPoint;
  /** Their elements, and what they turn where that is known. */
  readonly comparisons: readonly string[];
  readonly switches: readonly string[];
}

export class ComparisonWatch {
  readonly #pace: ComparisonPace;
  /** Comparisons at their threshold in the block that failed, and when. */
  #failed: readonly string[] = [];
  #failedAt = NaN;
  #goesOn = false;

  /** `goesOn`: whether another run goes on with this one. */
  constructor(
    private readonly stepper: SparseStepper | BlockStepping,
    model: SparseModel,
    tstop: number,
    private readonly goesOn: (met: Chattering) => boolean,
  ) {
    const comparisons = comparisonsOf(model);
    this.#pace = new ComparisonPace(
      comparisons,
      tstop,
      stepper instanceof SparseStepper ? stepper.room : undefined,
    );
    if (stepper instanceof SparseStepper) stepper.observe(this.#pace);
    else stepper.observe((parts) => this.#ofBlock(parts, comparisons, tstop));
  }

  /** What counts turns and slides of the steps of a run. */
  get pace(): PaceArrays {
    return this.#pace.arrays;
  }

  /** Whether the run ends here, since another one goes on. */
  look(): boolean {
    if (this.#goesOn || !(this.stepper instanceof SparseStepper)) return this.#goesOn;
    return this.#isChattering(this.#pace, this.stepper);
  }

  /** The same where it failed. */
  lookBehind({ detail }: SteppingFailure): boolean {
    const { stepper } = this;
    const switches = detail.elements ?? [];
    if (!(stepper instanceof SparseStepper)) return this.#isFound(this.#failedAt, this.#failed, switches);
    return this.#isFound(stepper.t, this.#pace.at(stepper.z), switches);
  }

  #isChattering({ found, turnsBack }: ComparisonPace, stepper: SparseStepper): boolean {
    if (found.length === 0) return false;
    const { elements } = stepper.failureBy('chattering').detail;
    return this.#isFound(stepper.t, found, turnsBack ? elements : []);
  }

  #isFound(t: number, comparisons: readonly string[], switches: readonly string[]): boolean {
    if (comparisons.length === 0) return false;
    const { point } = this.stepper;
    return point !== undefined && this.goesOn({ t, point, comparisons, switches });
  }

  #ofBlock(parts: BlockParts, all: readonly SteppedComparison[], tstop: number): BlockObserver | undefined {
    const places = new Map(parts.unknowns.map((unknown, place) => [unknown, place]));
    const own = all.flatMap((comparison): SteppedComparison[] => {
      const unknown = places.get(comparison.unknown);
      const control = formWithin(parts, this.stepper.system.size, comparison.control);
      return unknown === undefined ? [] : [{ ...comparison, unknown, control }];
    });
    if (own.length === 0) return undefined;
    const pace = new ComparisonPace(own, tstop);
    return {
      step: (step, by) => {
        pace.step(step);
        return (this.#goesOn = this.#isChattering(pace, by));
      },
      failed: (w, t) => ([this.#failed, this.#failedAt] = [pace.at(w), t]),
    };
  }
}
