/** Records what travels along the lines of a circuit, at every point of a run, and how much energy it carries. */
import { energyInFlight, type DelayedWave } from '../../circuit/compiler/delayed-waves.js';
import { DelayedSignal } from '../../kernel/modeling/signals/delayed-signal.js';
import type { Observer, Segment } from '../../kernel/simulation/stream.js';
import { CircuitPoint, type PointSizes } from '../certificate/circuit-point.js';
import { dot } from '../certificate/energy/energy-ledger.js';

/** Part of what a wave has been of which a turn is nothing: steps are to err by more. */
const UNNOTICED = 1e-6;

export class WaveRecorder implements Observer {
  readonly needs = 'grid';
  readonly #point: CircuitPoint;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  readonly #first: number;
  /** The begin of the next segment is recorded already. */
  #begun = false;

  constructor(
    private readonly system: PointSizes,
    private readonly waves: readonly DelayedWave[],
  ) {
    const { n, m } = system;
    this.#point = new CircuitPoint(system);
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

  /**
   * Tells that the waves may jump or bend at t, where a source does or what arrives then has turned: others would come back without end,
   * since every wave returns those of all. What arrives within `rounding` seconds of another breakpoint arrives with it: two
   * ways of one length differ in the last digit only.
   */
  markBreakpoint(t: number, rounding: number): void {
    const bends = this.system.inputs.some(
      (input) =>
        input.nextBreakpoint(t - rounding) <= t + rounding &&
        !(input instanceof DelayedSignal && !input.turnsAt(t, UNNOTICED)),
    );
    if (!bends && t > 0) return;
    for (const { signal } of this.waves) {
      const arrival = t + signal.delay;
      const next = Math.min(...this.system.inputs.map((other) => other.nextBreakpoint(arrival - rounding)));
      signal.markBreakpoint(t, next <= arrival + rounding ? next : arrival);
    }
  }

  /** The start, where there is no segment yet. */
  begin(t: number, x: Float64Array, lambda: Float64Array): void {
    this.#begun = true;
    this.#record(this.#point.set(t, x, lambda, 'right'));
  }

  segment(segment: Segment): void {
    if (this.waves.length === 0) return;
    const first = segment.afterEvent === true && !this.#begun ? 0 : 1;
    this.#begun = false;
    for (let k = first; k <= segment.gridCount; k++) {
      segment.gridPoint(k, this.#x, this.#lambda);
      const side = k === 0 ? 'right' : 'left';
      this.#record(this.#point.set(segment.gridTime(k), this.#x, this.#lambda, side));
    }
  }

  #record({ t, zeta }: CircuitPoint): void {
    for (const { signal, form, constant } of this.waves) signal.record(t, constant + dot(form, zeta));
  }
}
