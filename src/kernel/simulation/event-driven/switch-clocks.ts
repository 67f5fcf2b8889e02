/**
 * Switches that sources alone commutate, known beforehand: where the control is k s(t) + constant with one signal of
 * straight segments, the time at which it leaves its band is asked of the signal, and no guard is followed. A source that
 * does nothing else has no breakpoints and no generator any more: of a gate's trapezoid two events a period remain of six.
 * What a clock does next depends on nothing but its switch's state and the time (`event-queue.ts`).
 */
import { GateClock } from '../../modeling/signals/gate-clock.js';
import type { Signal } from '../../modeling/signals/signal.js';
import type { LinearGuard, LinearSystem } from '../linear/linear-model.js';

/** A switch and its clock. */
interface ClockedSwitch {
  readonly guard: number;
  readonly clock: GateClock;
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
  readonly #clocks: readonly ClockedSwitch[];

  constructor({ guards, signals }: LinearSystem, gates: Uint8Array) {
    this.clocked = new Uint8Array(guards.length);
    this.#clocks = guards.flatMap(({ ku, guard: { on, off } }, g) => {
      const input = ku.findIndex((k, j) => k !== 0 && gates[j] === 1);
      const signal = signals[input];
      let rest = 0;
      ku.forEach((k, j) => {
        if (j !== input && k !== 0) rest += k * (signals[j]?.value(0) ?? 0);
      });
      const clock = signal && GateClock.of(signal, { gain: ku[input]!, rest, on, off });
      if (!clock) return [];
      this.clocked[g] = 1;
      return [{ guard: g, clock }];
    });
  }

  get count(): number {
    return this.#clocks.length;
  }

  /** The switch of a clock. */
  guardOf(clock: number): number {
    return this.#clocks[clock]!.guard;
  }

  /** Whether a clock's signal at t is beyond the band of its switch, which is on or off. */
  isBeyond(clock: number, isOn: boolean, t: number): boolean {
    return this.#clocks[clock]!.clock.isBeyond(isOn, t);
  }

  /** When a clock commutates from t on whose switch is on or off, seconds; Infinity for never. */
  commutation(clock: number, isOn: boolean, t: number): number {
    return this.#clocks[clock]!.clock.commutation(isOn, t);
  }
}
