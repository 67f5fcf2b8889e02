/**
 * What a run records of itself because it comes back as inputs a delay later: the parabola of every step. Where an input bends
 * the run, what it records bends too, and so does what arrives. A step ends there only where it would notice: of a bend whose
 * arrival a step as long as the one before it could pass within its error there may be any number, since every line returns
 * those of all others.
 */
import type { DescriptorDelay } from '../../../modeling/descriptor-system.js';
import type { AcceptedStep } from '../stages/accepted-step.js';
import { formAt } from './guard-state.js';
import type { StepInputs } from '../inputs/step-inputs.js';
import { INPUT_PART } from '../stages/trial-loop.js';

/**
 * A step passes a bend that would turn its inputs by so many reltol of their size within it: in its middle that is a quarter off
 * the polynomial, as much as an input may be. It passes no jump of a reltol.
 */
const PASSED = 4 * INPUT_PART;
/** No wave is smaller than this part of the largest one: what returns from a matched end is rounding. */
const SMALLEST = 1e-4;
/** Arrivals within so many ulp are one: ways of one length differ in their last digits. */
const SAME_ARRIVAL = 256 * Number.EPSILON;

export class DelayRecord {
  /** The next step begins where an input jumps or bends, or at an event. */
  bends = true;
  /** Of each delay what its wave does at the end of the last step, per second. */
  readonly #slopes: Float64Array;
  /** The largest value of each wave so far, and of them all. */
  readonly #sizes: Float64Array;
  #largest = 0;
  /** Length of the last step. */
  #last = 0;

  constructor(
    private readonly delays: readonly DescriptorDelay[],
    private readonly inputs: StepInputs,
    private readonly reltol: number,
  ) {
    this.#slopes = new Float64Array(delays.length);
    this.#sizes = new Float64Array(delays.length);
  }

  get count(): number {
    return this.delays.length;
  }

  /** Time up to which all of them are known. */
  get knownUntil(): number {
    let known = Infinity;
    for (const { signal } of this.delays) known = Math.min(known, signal.knownUntil);
    return known;
  }

  /** The run begins: its waves have been as they are. */
  begin(): void {
    this.#slopes.fill(0);
    this.#sizes.fill(0);
    this.#largest = 0;
    this.#last = 0;
  }

  /** Records a step; where it begins with a bend the waves are expected to bend when they arrive. */
  record(step: AcceptedStep): void {
    const { t0, t1, points, nodes } = step;
    const h = t1 - t0;
    const inner = nodes[1]!;
    for (let d = 0; d < this.delays.length; d++) {
      const { form, signal, input } = this.delays[d]!;
      const first = formAt(form, points[0]!);
      const middle = formAt(form, points[1]!);
      const last = formAt(form, points[points.length - 1]!);
      const bend = (middle - first - inner * (last - first)) / (inner * (inner - 1) * h * h);
      const slope = (last - first) / h;
      const size = Math.max(this.#sizes[d]!, SMALLEST * this.#largest, Math.abs(first), Math.abs(last));
      this.#sizes[d] = size;
      this.#largest = Math.max(this.#largest, size);
      this.inputs.measure(input, size);
      if (this.bends) {
        const jump = Math.abs(first - signal.lastRecorded);
        const turn = Math.abs(slope - bend * h - this.#slopes[d]!) * Math.max(this.#last, h);
        if (Math.max(jump, turn / PASSED) > this.reltol * size) {
          const arrival = this.inputs.nearBreakpoint(t0 + signal.delay, SAME_ARRIVAL);
          signal.markBreakpoint(t0, arrival);
          this.inputs.expect(input, arrival);
        }
        signal.record(t0, first);
      }
      signal.recordBent(t1, last, bend);
      this.#slopes[d] = slope + bend * h;
    }
    this.#last = h;
    this.bends = false;
  }
}
