/**
 * Newton's impact law as an input: where a unilateral constraint w >= 0 on a relative velocity closes with w- < 0, the jump holds
 * it as w - s >= 0 with s = -e w-, so that w+ = -e w-; for all contacts of one impact together, each with its own e
 * (0 <= P _|_ w+ + e w- >= 0). At all other times s is 0. Who makes jumps sets it for their length (`setImpacts`).
 */
import type { Signal, SignalGenerator } from './signal.js';

export class ImpactSignal implements Signal {
  readonly constant = false;
  readonly generator: SignalGenerator = { order: 1, S: new Float64Array(1), c: Float64Array.of(1) };
  /** Present value. */
  #value = 0;

  /** e, from 0 to 1. */
  constructor(readonly restitution: number) {}

  value(): number {
    return this.#value;
  }

  valueLeft(): number {
    return 0;
  }

  integral(t0: number, t1: number): number {
    return this.#value * (t1 - t0);
  }

  nextBreakpoint(): number {
    return Infinity;
  }

  generate(_t: number, z: Float64Array, offset: number): void {
    z[offset] = this.#value;
  }

  /** Holds the law for a velocity before the jump; returns whether that approaches. */
  approach(velocity: number): boolean {
    this.#value = velocity < 0 ? -this.restitution * velocity : 0;
    return this.#value > 0;
  }

  /** Ends the jump. */
  clear(): void {
    this.#value = 0;
  }
}

/** A contact: its law, and how to read its relative velocity off a state. */
export interface Impact<Form> {
  readonly signal: ImpactSignal;
  readonly velocity: Form;
}

/** Sets the laws of all contacts for a jump; returns whether any of them approaches. */
export function setImpacts<Form>(impacts: readonly Impact<Form>[], read: (form: Form) => number): boolean {
  let any = false;
  for (const { signal, velocity } of impacts) any = signal.approach(read(velocity)) || any;
  return any;
}

export function clearImpacts<Form>(impacts: readonly Impact<Form>[]): void {
  for (const { signal } of impacts) signal.clear();
}
