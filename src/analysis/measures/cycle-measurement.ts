/**
 * DUTY ON_TIME OFF_TIME FREQ PERIOD: a quantity is on from where it passes ON upwards to where it passes OFF downwards.
 *
 *     DUTY      time on / interval
 *     ON_TIME   time above ON / cycles;  OFF_TIME  time below OFF / cycles
 *     cycles    times that ON is passed upwards or OFF downwards, whichever is more, at least 1: a pulse that the start found begun
 *               ends, so that whole periods count as many wherever they begin
 *     PERIOD    from the first upward crossing of ON to the last one, by the number of periods between;  FREQ = 1 / PERIOD
 *
 * Crossings are times, not rows, so that a whole number of periods has its frequency to rounding.
 */
import type { IntervalMeasure } from '../../netlist/flat-cards.js';
import { CrossingWatch } from './crossing-watch.js';
import {
  emptyInterval,
  type Interval,
  type Measured,
  type Measurement,
  type Unmeasured,
  Window,
} from './measurement.js';
import { PolynomialSegment } from './polynomial-segment.js';

export interface CycleLevels {
  readonly on: number;
  readonly off: number;
}

interface Crossing {
  readonly t: number;
  readonly rises: boolean;
  /** Of ON, not of OFF. */
  readonly isOn: boolean;
}

/** The time during which a condition holds. */
class Meter {
  time = 0;
  #since = NaN;

  set(on: boolean, t: number): void {
    if (on && Number.isNaN(this.#since)) this.#since = t;
    else if (!on && !Number.isNaN(this.#since)) {
      this.time += t - this.#since;
      this.#since = NaN;
    }
  }

  at(t: number): number {
    return this.time + (Number.isNaN(this.#since) ? 0 : t - this.#since);
  }
}

export class CycleMeasurement implements Measurement {
  settled = false;
  readonly #window: Window;
  readonly #onWatch: CrossingWatch;
  readonly #offWatch: CrossingWatch;
  readonly #on = new Meter();
  readonly #above = new Meter();
  readonly #below = new Meter();
  #rises = 0;
  #falls = 0;
  #firstRise = NaN;
  #lastRise = NaN;
  #begun = false;
  #end = NaN;

  constructor(
    private readonly kind: IntervalMeasure,
    private readonly q: number,
    private readonly levels: CycleLevels,
    private readonly interval: Interval,
    private readonly scale: (t: number) => string,
  ) {
    this.#window = new Window(interval, (width) => new PolynomialSegment(width));
    this.#onWatch = new CrossingWatch(q, levels.on);
    this.#offWatch = new CrossingWatch(q, levels.off);
  }

  segment(whole: PolynomialSegment): void {
    if (this.settled) return;
    const segment = this.#window.of(whole);
    this.settled = this.#window.isOver(whole.t1);
    if (!segment) return;
    if (!this.#begun) this.#begin(segment);
    this.#end = segment.t1;
    const crossings: Crossing[] = [];
    this.#onWatch.segment(segment, (t, rises) => crossings.push({ t, rises, isOn: true }));
    this.#offWatch.segment(segment, (t, rises) => crossings.push({ t, rises, isOn: false }));
    if (crossings.length > 1) crossings.sort((a, b) => a.t - b.t);
    for (const crossing of crossings) this.#cross(crossing);
  }

  #begin(segment: PolynomialSegment): void {
    const { q, levels } = this;
    const value = segment.first[q] as number;
    this.#begun = true;
    this.#above.set(value > levels.on, segment.t0);
    this.#on.set(value > levels.on, segment.t0);
    this.#below.set(value < levels.off, segment.t0);
  }

  #cross({ t, rises, isOn }: Crossing): void {
    if (!isOn) {
      this.#below.set(!rises, t);
      if (rises) return;
      this.#on.set(false, t);
      this.#falls++;
      return;
    }
    this.#above.set(rises, t);
    if (!rises) return;
    this.#on.set(true, t);
    this.#rises++;
    if (Number.isNaN(this.#firstRise)) this.#firstRise = t;
    this.#lastRise = t;
  }

  outcome(): Measured | Unmeasured {
    const { from, to } = this.#window;
    if (Number.isNaN(from)) return emptyInterval(this.interval, this.scale);
    const interval = { from, to };
    const length = to - from;
    const cycles = Math.max(1, this.#rises, this.#falls);
    switch (this.kind) {
      case 'duty':
        return { value: this.#on.at(this.#end) / length, ...interval };
      case 'on_time':
        return { value: this.#above.at(this.#end) / cycles, ...interval };
      case 'off_time':
        return { value: this.#below.at(this.#end) / cycles, ...interval };
      default: {
        if (this.#rises < 2) return { failed: `it rises ${this.#rises === 0 ? 'never' : 'once only'}` };
        const period = (this.#lastRise - this.#firstRise) / (this.#rises - 1);
        return { value: this.kind === 'freq' ? 1 / period : period, ...interval };
      }
    }
  }
}
