/** MAX MIN PP AVG RMS INTEG MAX_AT MIN_AT: extrema, integrals of a quantity and of its square over an interval. */
import { pointCount } from '../../numerics/polynomial/legendre.js';
import type { IntervalMeasure } from '../../netlist/flat-cards.js';
import {
  emptyInterval,
  type Interval,
  type Measured,
  type Measurement,
  type Unmeasured,
  Window,
} from './measurement.js';
import { PolynomialSegment } from './polynomial-segment.js';

/** A later extreme counts as one where it exceeds the first by more than this part of it. */
const samePart = 1e-12;

const turns = new Float64Array(pointCount);

/** Smallest and largest value so far, and where each was first met. */
export class Extrema {
  least = Infinity;
  largest = -Infinity;
  minAt = NaN;
  largestAt = NaN;
  /** Values at the places above. */
  #noted = { least: Infinity, largest: -Infinity };

  segment(segment: PolynomialSegment, q: number): void {
    this.#note(segment.first[q] as number, segment.t0);
    const mean = segment.mean(q);
    // What is at rest is above all so far by its rounding, again and again.
    const spread = segment.spread(q) - (segment.rounding[q] as number);
    if (mean + spread > this.largest || mean - spread < this.least) {
      const count = segment.turns(q, turns);
      for (let k = 0; k < count; k++) {
        const t = segment.time(turns[k] as number);
        this.#note(segment.value(q, t), t);
      }
    }
    this.#note(segment.last[q] as number, segment.t1);
  }

  #note(value: number, t: number): void {
    const noted = this.#noted;
    if (value > this.largest) {
      this.largest = value;
      if (!(value - noted.largest <= samePart * Math.abs(value))) {
        noted.largest = value;
        this.largestAt = t;
      }
    }
    if (value < this.least) {
      this.least = value;
      if (!(noted.least - value <= samePart * Math.abs(value))) {
        noted.least = value;
        this.minAt = t;
      }
    }
  }
}

/** Integrals of a quantity and of its square, and over how much of the scale; an impulse has an area, its square has none. */
export class Integrals {
  length = 0;
  value = 0;
  square = 0;
  /** The first impulse, and the first that has no integral either. */
  impulse: number | undefined;
  divergence: number | undefined;

  /** `where`: a quantity that is 1 where the scale counts and 0 elsewhere, as the integrand is then. */
  segment(segment: PolynomialSegment, q: number, where?: number): void {
    const { length } = segment;
    this.length += where === undefined ? length : length * segment.mean(where);
    this.value += length * segment.mean(q);
    this.square += length * segment.meanSquare(q);
  }

  addImpulse(t: number, area: number): void {
    if (area === 0) return;
    this.value += area;
    this.square = Infinity;
    this.impulse ??= t;
    if (Number.isNaN(area)) this.divergence ??= t;
  }

  get mean(): number {
    return this.value / this.length;
  }

  get rms(): number {
    return Math.sqrt(Math.max(0, this.square / this.length));
  }
}

/** What is asked of an interval; total: the root of the integral of the square. */
export type IntervalQuestion = IntervalMeasure | 'total';

type Of = Pick<IntervalMeasurement, 'extrema' | 'integrals'>;

/** The table of kinds: one line each. */
const outcomes: Readonly<Partial<Record<IntervalQuestion, (of: Of) => Measured>>> = Object.freeze({
  max: ({ extrema }: Of) => ({ value: extrema.largest, at: extrema.largestAt }),
  min: ({ extrema }: Of) => ({ value: extrema.least, at: extrema.minAt }),
  pp: ({ extrema }: Of) => ({ value: extrema.largest - extrema.least }),
  max_at: ({ extrema }: Of) => ({ value: extrema.largestAt }),
  min_at: ({ extrema }: Of) => ({ value: extrema.minAt }),
  avg: ({ integrals }: Of) => ({ value: integrals.mean }),
  rms: ({ integrals }: Of) => ({ value: integrals.rms }),
  integ: ({ integrals }: Of) => ({ value: integrals.value }),
  total: ({ integrals }: Of) => ({ value: Math.sqrt(Math.max(0, integrals.square)) }),
});

const needsExtrema: ReadonlySet<IntervalQuestion> = new Set(['max', 'min', 'pp', 'max_at', 'min_at']);

export class IntervalMeasurement implements Measurement {
  settled = false;
  readonly extrema = new Extrema();
  readonly integrals = new Integrals();
  readonly #window: Window;

  constructor(
    private readonly kind: IntervalQuestion,
    private readonly q: number,
    private readonly interval: Interval,
    private readonly scale: (t: number) => string,
    /** What is 1 where the scale counts, 0 elsewhere. */
    private readonly where?: number,
  ) {
    const slack = needsExtrema.has(kind) ? interval.tolerance : 0;
    this.#window = new Window(interval, (width) => new PolynomialSegment(width), slack);
  }

  get begins(): number {
    return this.#window.begins;
  }

  segment(whole: PolynomialSegment): void {
    const segment = this.#window.of(whole);
    this.settled = this.#window.isOver(whole.t1);
    if (!segment) return;
    if (needsExtrema.has(this.kind)) this.extrema.segment(segment, this.q);
    else this.integrals.segment(segment, this.q, this.where);
  }

  /** What is infinite lies between no ymin and ymax. */
  impulse(t: number, areas: Float64Array): void {
    if (this.where === undefined && this.#window.has(t))
      this.integrals.addImpulse(t, areas[this.q] as number);
  }

  outcome(): Measured | Unmeasured {
    const { from, to } = this.#window;
    const { impulse, divergence } = this.integrals;
    if (this.kind === 'rms' && impulse !== undefined)
      return { failed: `it has an impulse at ${this.scale(impulse)}, whose square has no integral` };
    if (divergence !== undefined && !needsExtrema.has(this.kind))
      return { failed: `it has no integral over the impulse at ${this.scale(divergence)}` };
    if (Number.isNaN(from)) return emptyInterval(this.interval, this.scale);
    if (this.where !== undefined && !(this.integrals.length > this.interval.tolerance))
      return { failed: 'the first waveform is nowhere between ymin and ymax' };
    const outcome = outcomes[this.kind]?.(this) ?? { value: NaN };
    return { ...outcome, from, to };
  }
}
