/** Records what travels along the lines of a circuit, at every point of a run, and how much energy it carries. */
import type { ReducedSystem } from '../circuit/compiled-circuit.js';
import { energyInFlight, type DelayedWave } from '../circuit/delayed-waves.js';
import type { Observer, Segment } from '../kernel/simulation/stream.js';
import { dot } from './energy-ledger.js';

export class WaveRecorder implements Observer {
  readonly needs = 'grid';
  readonly #zeta: Float64Array;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  readonly #first: number;

  constructor(
    private readonly system: Pick<ReducedSystem, 'n' | 'm' | 'p' | 'inputs'>,
    private readonly waves: readonly DelayedWave[],
  ) {
    const { n, m, p } = system;
    this.#zeta = new Float64Array(n + m + p);
    this.#x = new Float64Array(n);
    this.#lambda = new Float64Array(m);
    this.#first = energyInFlight(waves);
  }

  /** The shortest delay in seconds; Infinity without lines. */
  get delay(): number {
    return Math.min(Infinity, ...this.waves.map(({ signal }) => signal.delay));
  }

  /** Time up to which all waves are known. */
  get knownUntil(): number {
    return Math.min(Infinity, ...this.waves.map(({ signal }) => signal.knownUntil));
  }

  /** Joules on their way now more than at the start. */
  get stored(): number {
    return energyInFlight(this.waves) - this.#first;
  }

  /** The right limit at a point where inputs jump or bend, or the start. */
  event({ time, right, lambda }: Parameters<NonNullable<Observer['event']>>[0]): void {
    this.#record(time, right, lambda, 'right');
  }

  /**
   * Tells that the waves may jump or bend at t. What arrives within `rounding` seconds of another breakpoint arrives with it: two
   * ways of one length differ in the last digit only.
   */
  markBreakpoint(t: number, rounding: number): void {
    for (const { signal } of this.waves) {
      const arrival = t + signal.delay;
      const next = Math.min(...this.system.inputs.map((other) => other.nextBreakpoint(arrival - rounding)));
      signal.markBreakpoint(t, next <= arrival + rounding ? next : arrival);
    }
  }

  segment(segment: Segment): void {
    if (this.waves.length === 0) return;
    for (let k = 1; k <= segment.gridCount; k++) {
      segment.gridPoint(k, this.#x, this.#lambda);
      this.#record(segment.gridTime(k), this.#x, this.#lambda, 'left');
    }
  }

  #record(t: number, x: Float64Array, lambda: Float64Array, side: 'left' | 'right'): void {
    const { n, m, inputs } = this.system;
    const zeta = this.#zeta;
    zeta.set(x);
    zeta.set(lambda, n);
    inputs.forEach((signal, j) => {
      zeta[n + m + j] = side === 'left' ? signal.valueLeft(t) : signal.value(t);
    });
    for (const { signal, form, constant } of this.waves) signal.record(t, constant + dot(form, zeta));
  }
}
