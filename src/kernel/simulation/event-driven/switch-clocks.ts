/**
 * Switches that sources alone commutate, known beforehand: where the control is k s(t) + constant with one signal of
 * straight segments, the time at which it leaves its band is asked of the signal, and no guard is followed. A source that
 * does nothing else has no breakpoints and no generator any more: of a gate's trapezoid two events a period remain of six.
 * What a clock does next depends on nothing but its switch's state and the time (`event-queue.ts`).
 */
import type { LevelCrossings, Signal } from '../../modeling/signals/signal.js';
import type { LinearGuard, LinearSystem } from '../linear/linear-model.js';

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
  readonly #clocks: readonly Clock[];

  constructor({ guards, signals }: LinearSystem, gates: Uint8Array) {
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
  }

  get count(): number {
    return this.#clocks.length;
  }

  /** The switch of a clock. */
  guardOf(clock: number): number {
    return this.#clocks[clock]!.guard;
  }

  /**
   * Whether a clock's signal at t is beyond the band of a switch that is on or off: at the start it commutates at once.
   * Later on nothing compares values: those at a crossing are its threshold but for rounding.
   */
  isBeyond(clock: number, isOn: boolean, t: number): boolean {
    const { signal, onLevel, offLevel, rising } = this.#clocks[clock]!;
    const value = signal.value(t);
    const by = isOn ? offLevel - value : value - onLevel;
    return (rising ? by : -by) > 0;
  }

  /** When a clock commutates from t on whose switch is on or off, seconds; Infinity for never. */
  commutation(clock: number, isOn: boolean, t: number): number {
    const { turnsOn, turnsOff } = this.#clocks[clock]!;
    return (isOn ? turnsOff : turnsOn).from(t);
  }
}
