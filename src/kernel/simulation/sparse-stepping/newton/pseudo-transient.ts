/**
 * Pseudo-transient continuation to F(w) = k + b (s - history) = 0: a capacitor of one size from every terminal of the local laws
 * to ground, and backward Euler steps of growing length in a time of its own,
 *
 *     F(w) + g (w - w_before) = 0,     g -> 0.
 *
 * It leads to where the capacitances that a model leaves out would lead, through points where J says nothing, as between
 * transistors that are all saturated. Lengths follow success; behind the last one F(w) = 0 is to be solved itself: nothing of it
 * remains. Source: [Kelley-Keyes 1998].
 */
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import type { DescriptorNewton } from './newton.js';

const FIRST_CONDUCTANCE = 1;
const LAST_CONDUCTANCE = 1e-13;
const MAX_CONDUCTANCE = 1e9;
/** From one step to the next one, and behind one that failed. */
const LONGER = 2;
const SHORTER = 8;
const MAX_POINTS = 400;
/** One that had to go back so often goes round: of a block that oscillates by itself, between two of its states. */
const MAX_RETREATS = 20;

/** What is solved at one of its steps: F(w) + g w with a history of its own; returns whether it was. */
export type PseudoStep = (history: Float64Array) => boolean;

/** What local laws read and may be tied to ground. */
export function terminalsOf(assembly: DescriptorAssembly): Int32Array {
  const { groups, system } = assembly;
  const read = groups.flatMap(({ reads }) => Array.from(reads));
  return Int32Array.from(new Set(read.filter((i) => i < system.size && assembly.canShunt(i))));
}

/** Conductances to ground at terminals, beside those that stand there for good. */
export class TerminalConductances {
  readonly #own: Float64Array;

  constructor(
    private readonly newton: DescriptorNewton,
    readonly terminals: Int32Array,
  ) {
    this.#own = Float64Array.from(terminals, (i) => newton.assembly.shunts[i]!);
  }

  set(value: number): void {
    const { assembly } = this.newton;
    this.terminals.forEach((i, p) => {
      assembly.shunts[i] = this.#own[p]! + value;
    });
    assembly.forgetLinearPart();
    this.newton.invalidate();
  }
}

/**
 * Moves w near the solution by steps that `solve` makes, `passed` being told of each; returns whether it got there. Without conductances then.
 */
export function followPseudoTime(
  newton: DescriptorNewton,
  conductances: TerminalConductances,
  w: Float64Array,
  history: Float64Array,
  b: number,
  solve: PseudoStep,
  passed: () => void = () => undefined,
): boolean {
  const { assembly, aside: own } = newton;
  const { terminals } = conductances;
  const { grounds } = assembly.system;
  if (!grounds || terminals.length === 0) return false;
  const good = w.slice();
  let [g, retreats] = [FIRST_CONDUCTANCE, 0];
  for (let k = 0; k < MAX_POINTS && g >= LAST_CONDUCTANCE; k++) {
    conductances.set(g);
    own.set(history);
    // b (s - history): a current of history is b times as large.
    for (const i of terminals) own[grounds[i]!]! += (g * good[i]!) / b;
    if (solve(own)) {
      passed();
      good.set(w);
      g /= LONGER;
      continue;
    }
    w.set(good);
    assembly.resetLimits(w);
    g *= SHORTER;
    if (g > MAX_CONDUCTANCE || ++retreats > MAX_RETREATS) break;
  }
  conductances.set(0);
  return g < LAST_CONDUCTANCE;
}
