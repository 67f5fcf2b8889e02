/**
 * What the controls of ideal switches demand, by their definition: on above `on`, off below `off`, and between them what was
 * last. Whether a switch obeys is seen by what it carries (`law-check.ts`).
 *
 * A control at a threshold demands nothing: events are located to rounding. What a switch remembers inside its band is forgotten
 * where points are not followed closely, and at an event near a threshold. Where switches act on the point before, they
 * must obey only what two points in a row demand.
 */
import type { SwitchLaw } from './circuit-laws.js';

/** Nearness of a threshold, as a part of the largest of thresholds and control; wider at an event, which may be its own. */
const atThreshold = 1e-9;
const nearThreshold = 1e-3;

export class SwitchDemands {
  readonly #memory: Int8Array;
  readonly #before: Int8Array;
  readonly #largest: Float64Array;

  constructor(
    private readonly switches: readonly SwitchLaw[],
    private readonly lag: boolean,
  ) {
    this.#memory = Int8Array.from(switches, ({ initially }) => (initially === 'on' ? 1 : -1));
    this.#before = new Int8Array(switches.length);
    this.#largest = Float64Array.from(switches, ({ on, off }) => Math.max(Math.abs(on), Math.abs(off)));
  }

  /** What the next point demands of a switch: 1 on, -1 off, 0 either; at an event that is not to be told. */
  next(index: number, control: number, isEvent: boolean): number {
    const now = this.#demand(index, control, isEvent);
    const before = this.#before[index] as number;
    this.#before[index] = now;
    if (isEvent || (this.lag && before !== now)) return 0;
    return now;
  }

  forget(): void {
    this.#memory.fill(0);
    this.#before.fill(0);
  }

  #demand(index: number, control: number, isEvent: boolean): number {
    const { on, off, within } = this.switches[index] as SwitchLaw;
    const magnitude = Math.abs(control);
    if (magnitude > (this.#largest[index] as number)) this.#largest[index] = magnitude;
    const largest = this.#largest[index] as number;
    const near = Math.max(2 * within, (isEvent ? nearThreshold : atThreshold) * largest);
    if (control > on + near) this.#memory[index] = 1;
    else if (control < off - near) this.#memory[index] = -1;
    else if (!(control > off + near && control < on - near)) this.#memory[index] = 0;
    return this.#memory[index] as number;
  }
}
