/**
 * Switches that sources alone turn, known beforehand: where the control is k s(t) + constant with one signal of straight
 * segments, the time at which it leaves its band is asked of the signal, and no guard is followed. A source that does
 * nothing else has no breakpoints and no generator any more: of a gate's trapezoid two events a period remain of six.
 */
import type { LevelCrossings, Signal } from '../../modeling/signal.js';
import type { LinearGuard, LinearSystem } from '../linear-model.js';

/** A switch and its signal. */
interface Clock {
  readonly guard: number;
  readonly signal: Signal;
  /** Signal values beyond which it turns on and off. */
  readonly onLevel: number;
  readonly offLevel: number;
  /** Whether a larger signal turns it on. */
  readonly rising: boolean;
  /** When it gets there. */
  readonly turnsOn: LevelCrossings;
  readonly turnsOff: LevelCrossings;
}

/** Inputs that nothing but switches reads, p entries: `quiet` says of which the breakpoints concern nobody else. */
export function gateInputs(system: LinearSystem, quiet: (input: number) => boolean): Uint8Array {
  const { n, m, p, F, E, signals, guards } = system;
  return Uint8Array.from(signals, (signal, j) => {
    if (signal.constant || !signal.levelCrossings || !quiet(j)) return 0;
    for (let i = 0; i < n; i++) if (F[i * p + j] !== 0) return 0;
    for (let i = 0; i < m; i++) if (E[i * p + j] !== 0) return 0;
    return guards.every((guard) => guard.ku[j] === 0 || isGate(guard, signals, j)) ? 1 : 0;
  });
}

/** Whether a control is a constant beside one signal. */
function isGate({ kx, kl, ku }: LinearGuard, signals: readonly Signal[], input: number): boolean {
  const alone = ku.every((k, j) => k === 0 || j === input || (signals[j]?.constant ?? false));
  return alone && kx.every((k) => k === 0) && kl.every((k) => k === 0);
}

export class SwitchClocks {
  /** 1 for a guard with a clock. */
  readonly clocked: Uint8Array;
  /** Time of the next turn, seconds; Infinity for none. */
  next = Infinity;
  readonly #clocks: readonly Clock[];
  readonly #times: Float64Array;

  constructor(
    { guards, signals }: LinearSystem,
    gates: Uint8Array,
    private readonly on: Uint8Array,
    /** Turns closer than this are one event, seconds. */
    private readonly evtol: number,
  ) {
    this.clocked = new Uint8Array(guards.length);
    this.#clocks = guards.flatMap(({ ku, guard }, g) => {
      const input = ku.findIndex((k, j) => k !== 0 && gates[j] === 1);
      const signal = signals[input];
      if (!signal?.levelCrossings) return [];
      this.clocked[g] = 1;
      let rest = 0;
      ku.forEach((k, j) => {
        if (j !== input && k !== 0) rest += k * (signals[j]?.value(0) ?? 0);
      });
      const level = (threshold: number): number => (threshold - rest) / ku[input]!;
      const levels = { onLevel: level(guard.on), offLevel: level(guard.off) };
      const rising = ku[input]! > 0;
      const turnsOn = signal.levelCrossings(levels.onLevel, rising);
      const turnsOff = signal.levelCrossings(levels.offLevel, !rising);
      return [{ guard: g, signal, ...levels, rising, turnsOn, turnsOff }];
    });
    this.#times = new Float64Array(this.#clocks.length).fill(Infinity);
  }

  get count(): number {
    return this.#clocks.length;
  }

  /**
   * Sets all clocks; returns the guards whose signals are beyond the bands of their states at the start. Later on nothing
   * compares values: those at a crossing are its threshold but for rounding.
   */
  begin(t: number): number[] {
    const beyond: number[] = [];
    this.#clocks.forEach(({ guard, signal, onLevel, offLevel, rising }, k) => {
      const value = signal.value(t);
      const by = this.on[guard] === 1 ? offLevel - value : value - onLevel;
      if ((rising ? by : -by) > 0) beyond.push(guard);
      else this.#ask(k, t);
    });
    this.#findNext();
    return beyond;
  }

  /** Whether a turn at a time belongs to an event at t. */
  isDue(time: number, t: number): boolean {
    return time <= t + this.evtol;
  }

  /** The clocks that are due at t, as bits. */
  due(t: number): number {
    if (t < this.next) return 0;
    let bits = 0;
    for (let k = 0; k < this.#times.length; k++) if (this.isDue(this.#times[k]!, t)) bits |= 1 << k;
    return bits;
  }

  /** The guards of the clocks that are due at t. */
  guardsDue(t: number): number[] {
    return this.#clocks.filter((_, k) => this.isDue(this.#times[k]!, t)).map(({ guard }) => guard);
  }

  /** Takes note that switches have turned at t. */
  turned(switches: readonly number[], t: number): void {
    if (this.#clocks.length === 0) return;
    for (let k = 0; k < this.#clocks.length; k++) {
      if (switches.includes(this.guardOf(k))) this.#ask(k, t);
    }
    this.#findNext();
  }

  /** Times of the next turns, by clock; Infinity for none. */
  get times(): Float64Array {
    return this.#times;
  }

  /** Takes the times of the next turns. */
  adopt(times: Float64Array): void {
    this.#times.set(times);
    this.#findNext();
  }

  /** The switch of a clock. */
  guardOf(clock: number): number {
    return this.#clocks[clock]!.guard;
  }

  /** When a clock turns from t on whose switch is on or off. */
  crossing(clock: number, isOn: boolean, t: number): number {
    const { turnsOn, turnsOff } = this.#clocks[clock]!;
    return (isOn ? turnsOff : turnsOn).from(t);
  }

  #ask(clock: number, t: number): void {
    const time = this.#times[clock]!;
    const from = time > t && this.isDue(time, t) ? time : t;
    this.#times[clock] = this.crossing(clock, this.on[this.guardOf(clock)] === 1, from);
  }

  #findNext(): void {
    let next = Infinity;
    for (let k = 0; k < this.#times.length; k++) next = Math.min(next, this.#times[k]!);
    this.next = next;
  }
}
