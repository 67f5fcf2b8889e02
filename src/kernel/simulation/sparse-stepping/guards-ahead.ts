/**
 * What turns over with other guards before anything jumps (conventions: simultaneous events): of a leg of ideal switches whose one gate
 * is the other one inverted both would be on in between, which is a loop, or takes the charge of what stands across it.
 */
import type { ConsistentStart } from './consistent-start.js';
import { FollowedGuards } from './events/followed-guards.js';
import type { EventWatch } from './events/event-watch.js';
import type { StageSolver } from './stages/stage-solver.js';

/** Comparisons behind one another that are followed at most. */
const LONGEST_CHAIN = 100;

export class GuardsAhead {
  readonly #followed: FollowedGuards;
  /** Guards with which the state is consistent. */
  readonly #known: Uint8Array;

  constructor(
    private readonly solver: StageSolver,
    private readonly consistent: ConsistentStart,
    private readonly watch: EventWatch,
    watched: Int32Array,
  ) {
    this.#followed = new FollowedGuards(solver.assembly.system, watched);
    this.#known = solver.rows.on.slice();
  }

  /** Whether nothing acts on a pair but inputs and comparisons of them: a relay of such ones does not slide. */
  isGiven(pair: number): boolean {
    return this.#followed.isGiven[pair] === 1;
  }

  /** The state is consistent with the guards as they are. */
  keep(): void {
    this.#known.set(this.solver.rows.on);
  }

  /**
   * Turns over guards that follow inputs and other guards at once; all else is as it was. What the jump makes of the rest while its
   * switches are still as they were is forgotten.
   */
  turnOver(t: number, expected: number, iterations: number): void {
    const { following, isLogic } = this.#followed;
    if (following.length === 0) return;
    const { solver, consistent, watch } = this;
    const { rows, points, start, assembly } = solver;
    const w = points[0]!;
    const on = rows.on.slice();
    const [before, stored, forced] = [w.slice(), start.slice(), rows.forced.slice()];
    const told = consistent.jumps.length;
    for (let g = 0; g < on.length; g++)
      if (isLogic[g] === 0 && rows.on[g] !== this.#known[g]) rows.setGuard(g, this.#known[g]!);
    for (let turns = true, chain = 0; turns && chain < LONGEST_CHAIN; chain++) {
      turns = false;
      if (consistent.jump(t, expected, iterations, []) !== 'converged') break;
      for (const g of following) {
        if (!watch.asks(g, on[g] === 1, w)) continue;
        on[g] = 1 - on[g]!;
        if (isLogic[g] === 0) continue;
        rows.setGuard(g, on[g]);
        turns = true;
      }
      w.set(before);
      start.set(stored);
    }
    consistent.jumps.length = told;
    w.set(before);
    start.set(stored);
    rows.restore(forced);
    for (let g = 0; g < on.length; g++) rows.setGuard(g, on[g]!);
    assembly.resetLimits(w);
  }
}
