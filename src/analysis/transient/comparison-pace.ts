/**
 * Looks for comparisons that chatter in sparse steps: they turn over again and again while what they compare stays within the hysteresis
 * that they would be given, so fast that the run would have more turns than anybody waits for. What decides their pace is then a
 * parasitic (the capacitance of a junction), or nothing but the length of steps: what turns within a step may be turned back where the next
 * one begins. Or they slide, by steps so short that the run would not
 * end: where what they compare follows them by way of two charges, any error of the first is what the slide is to make good at
 * once, and at no length of steps does it settle.
 */
import type {
  AcceptedStep,
  StepObserver,
} from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import { formOf, formsIn } from '../../kernel/simulation/sparse-stepping/descriptor/form-list.js';
import type { SteppedComparison } from '../../circuit/sparse/comparisons-by-steps.js';
import {
  floatsIn,
  integersIn,
  type NumberRoom,
  plainRoom,
  type WithoutRecord,
} from '../../numerics/code/number-room.js';
import { type PaceArrays, type TallyArrays, watchPace } from './comparison-loop.js';

export class ComparisonPace implements StepObserver {
  /** What `watchPace` computes with. */
  readonly arrays: PaceArrays;
  #watch: WithoutRecord<typeof watchPace> | undefined;
  #points: readonly Float64Array[] | undefined;

  constructor(
    private readonly comparisons: readonly SteppedComparison[],
    tstop: number,
    private readonly room: NumberRoom = plainRoom,
  ) {
    const count = comparisons.length;
    const tally = (): TallyArrays => ({
      count: room.integers(count),
      since: room.floats(count).fill(-Infinity),
    });
    this.arrays = {
      tstop,
      controls: formsIn(
        room,
        comparisons.map(({ control }) => control),
      ),
      unknown: integersIn(
        room,
        comparisons.map(({ unknown }) => unknown),
      ),
      band: floatsIn(
        room,
        comparisons.map(({ band }) => band),
      ),
      ...{ isOn: room.bytes(count), within: room.bytes(count), found: room.bytes(count) },
      chattering: room.integers(1),
      ...{ turns: tally(), slides: tally() },
    };
  }

  step({ points, t1 }: AcceptedStep): void {
    this.#loopOver(points)(t1);
  }

  /** The points of a run stay where they are; blocks are lent those of others. */
  #loopOver(points: readonly Float64Array[]): WithoutRecord<typeof watchPace> {
    if (this.#watch && this.#points === points) return this.#watch;
    this.#points = points;
    return (this.#watch = this.room.bind('watchPace', watchPace, { pace: this.arrays, points }));
  }

  /** Elements that chatter at the end of the last step. */
  get found(): readonly string[] {
    const { found, chattering } = this.arrays;
    if (chattering[0] === 0) return [];
    return this.comparisons.flatMap(({ element }, k) => (found[k] === 1 ? element : []));
  }

  /** Whether what they turn turns them back at once. */
  get turnsBack(): boolean {
    const { found, within } = this.arrays;
    return this.comparisons.some((_, k) => found[k] === 1 && within[k] === 1);
  }

  /** Elements whose comparison is at its threshold at a point (z | u | 0). */
  at(w: Float64Array): readonly string[] {
    const { arrays } = this;
    return this.comparisons.flatMap(({ element }, k) =>
      Math.abs(formOf(arrays.controls, k, w)) <= (arrays.band[k] as number) ? element : [],
    );
  }
}
