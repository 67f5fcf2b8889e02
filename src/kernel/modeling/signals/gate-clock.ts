/**
 * When a switch commutates that one signal alone turns, whose times beyond a level are known in closed form: nothing has to be
 * looked for. What comes next depends on nothing but the state of the switch and the time.
 */
import type { LevelCrossings, Signal } from './signal.js';

/** A control k s(t) + rest, and what the switch compares it with. */
export interface GateControl {
  readonly gain: number;
  readonly rest: number;
  /** On above `on`, off below `off`. */
  readonly on: number;
  readonly off: number;
}

/** When a switch commutates that is turned by what is known beforehand. */
export interface GuardClock {
  /** Whether the time that was returned last is only how far was looked: no commutation, but from where to ask again. */
  readonly isOpen: boolean;
  /** Whether the control at t is beyond the band of a switch that is on or off: at the start it commutates at once. */
  isBeyond(isOn: boolean, t: number): boolean;
  /** When a switch that is on or off commutates from t on, seconds; Infinity for never. */
  commutation(isOn: boolean, t: number): number;
}

export class GateClock implements GuardClock {
  readonly isOpen = false;
  /** Signal values beyond which it turns on and off. */
  readonly #onLevel: number;
  readonly #offLevel: number;
  /** Whether a larger signal turns it on. */
  readonly #rising: boolean;
  /** When it gets there. */
  readonly #turnsOn: LevelCrossings;
  readonly #turnsOff: LevelCrossings;

  private constructor(
    private readonly signal: Signal & Required<Pick<Signal, 'levelCrossings'>>,
    { gain, rest, on, off }: GateControl,
  ) {
    this.#onLevel = (on - rest) / gain;
    this.#offLevel = (off - rest) / gain;
    this.#rising = gain > 0;
    this.#turnsOn = signal.levelCrossings(this.#onLevel, this.#rising);
    this.#turnsOff = signal.levelCrossings(this.#offLevel, !this.#rising);
  }

  /** Undefined where the times of the signal are not known. */
  static of(signal: Signal, control: GateControl): GateClock | undefined {
    return knowsCrossings(signal) ? new GateClock(signal, control) : undefined;
  }

  /** Later on nothing compares values: those at a crossing are its threshold but for rounding. */
  isBeyond(isOn: boolean, t: number): boolean {
    const value = this.signal.value(t);
    const by = isOn ? this.#offLevel - value : value - this.#onLevel;
    return (this.#rising ? by : -by) > 0;
  }

  commutation(isOn: boolean, t: number): number {
    return (isOn ? this.#turnsOff : this.#turnsOn).from(t);
  }
}

function knowsCrossings(signal: Signal): signal is Signal & Required<Pick<Signal, 'levelCrossings'>> {
  return signal.levelCrossings !== undefined;
}
