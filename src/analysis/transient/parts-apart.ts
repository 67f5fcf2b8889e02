/** Parts of a circuit that nobody looks at on their way: each runs by itself, from pause to pause, the one that lies behind first. */
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { EventRun } from './event-run.js';
import { SoonestFirst } from './soonest-first.js';

export class PartsApart {
  readonly #walks: readonly Steps<boolean>[];
  readonly #queue: SoonestFirst;
  #steps = 0;
  #sum = 0;
  /** Where one of them failed. */
  #end = Infinity;

  constructor(
    private readonly runs: readonly EventRun[],
    private readonly tstop: number,
  ) {
    this.#walks = runs.map((run) => run.stepsTo(tstop));
    this.#queue = new SoonestFirst(runs.length);
    for (const k of runs.keys()) this.#queue.push(k, 0);
  }

  /**
   * Runs all of them to a time at least; returns that, or an earlier one to which they got. At a pause it says how far they have
   * come on the mean: the last of a thousand parts has not begun when most of the work may be done.
   */
  *to(t: number): Steps<number> {
    const { runs, tstop } = this;
    const queue = this.#queue;
    while (queue.soonest < Math.min(t, this.#end)) {
      const before = queue.soonest;
      const k = queue.pop();
      const step = this.#walks[k]?.next();
      if (step?.done !== false) {
        if (step?.value === false) this.#end = Math.min(this.#end, runs[k]?.flow.t ?? t);
        this.#sum += tstop - before;
        continue;
      }
      this.#steps = Math.max(this.#steps, step.value.steps);
      this.#sum += step.value.t - before;
      queue.push(k, step.value.t);
      if ((yield { t: Math.min(tstop, this.#sum / runs.length), steps: this.#steps }) === 'stop') {
        return Math.min(t, this.#meet());
      }
    }
    return Math.min(t, this.#end);
  }

  /** Runs all parts to the time of the one that has come farthest: a circuit is at one time. */
  #meet(): number {
    const t = Math.max(...this.runs.map(({ flow }) => flow.t));
    for (const run of this.runs) for (const walk = run.stepsTo(t); walk.next().done !== true;);
    return t;
  }
}
