/**
 * Looks for comparisons that chatter in sparse steps: they turn over again and again while what they compare stays within the hysteresis
 * that they would be given, so fast that the run would have more turns than anybody waits for. What decides their pace is then a
 * parasitic (the capacitance of a junction), or nothing but the length of steps.
 */
import { formAt } from '../../kernel/simulation/sparse-stepping/events/guard-state.js';
import type {
  AcceptedStep,
  StepObserver,
} from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import type { SteppedComparison } from '../../circuit/sparse/comparisons-by-steps.js';

/** Turns over which the pace is taken. */
const TURNS = 64;
/** At a pace of so many turns in what is left of the run it chatters. */
const MANY = 1e6;

export class ComparisonPace implements StepObserver {
  /** Elements that chatter at the end of the last step. */
  found: readonly string[] = [];
  readonly #isOn: Uint8Array;
  readonly #turns: Int32Array;
  /** When the turns began that are counted. */
  readonly #since: Float64Array;

  constructor(
    private readonly comparisons: readonly SteppedComparison[],
    private readonly tstop: number,
  ) {
    this.#isOn = new Uint8Array(comparisons.length);
    this.#turns = new Int32Array(comparisons.length);
    this.#since = new Float64Array(comparisons.length).fill(-Infinity);
  }

  step({ points, last, t1 }: AcceptedStep): void {
    if (this.found.length > 0) this.found = [];
    for (let k = 0; k < this.comparisons.length; k++) {
      const { control, unknown, band, element } = this.comparisons[k] as SteppedComparison;
      const isOn = (last[unknown] as number) > 0.5 ? 1 : 0;
      const isWithin = points.every((w) => Math.abs(formAt(control, w)) <= band);
      if (!isWithin || this.#since[k] === -Infinity) {
        this.#turns[k] = 0;
        this.#since[k] = t1;
      } else if (isOn !== this.#isOn[k]) this.#turns[k] = (this.#turns[k] as number) + 1;
      this.#isOn[k] = isOn;
      if ((this.#turns[k] as number) < TURNS) continue;
      const left = (TURNS * (this.tstop - t1)) / MANY;
      if (t1 - (this.#since[k] as number) < left) this.found = [...this.found, element];
      this.#turns[k] = 0;
      this.#since[k] = t1;
    }
  }

  /** Elements whose comparison is at its threshold at a point (z | u | 0). */
  at(w: Float64Array): readonly string[] {
    return this.comparisons.flatMap(({ control, band, element }) =>
      Math.abs(formAt(control, w)) <= band ? element : [],
    );
  }
}
