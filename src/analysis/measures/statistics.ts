/**
 * Mean, effective value and extremes of the written quantities over intervals of a run: from integrals and extrema of its
 * segments, as `.meas` has them. Cost: one reading of all written quantities a segment.
 */
import type { QuadraticSums, QuantitySums } from '../../kernel/simulation/step-records/quadratic-sums.js';
import { ground } from '../../circuit/compiler/tree.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import type { Span } from '../../base/span.js';
import type { Instrument, MeasuredItem, MeasuredQuantity } from './instrument.js';
import { Extrema, Integrals } from './interval-measurement.js';
import { Window } from './measurement.js';
import { PolynomialSegment } from './polynomial-segment.js';
import { signalStatistics } from './signal-statistics.js';
import type { TimeFunction } from './smooth-interval.js';
import { fullResolution } from './piecewise-polynomial.js';

export interface QuantityStatistics {
  readonly name: string;
  readonly unit: string;
  /** With the areas of its impulses; NaN where it has no integral over one. */
  readonly mean: number;
  /** Infinity where it has impulses. */
  readonly rms: number;
  readonly min: number;
  readonly max: number;
}

export interface IntervalStatistics {
  /** What the interval is: "run", "period", "window". */
  readonly what: StatisticsInterval['what'];
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly quantities: readonly QuantityStatistics[];
}

export interface StatisticsInterval {
  readonly what: 'run' | 'period' | 'window';
  readonly from: number;
  readonly to: number;
}

/** Sums of one quantity over one interval. */
class Sums {
  readonly extrema = new Extrema();
  readonly integrals = new Integrals();
  /** Of a function of time, once it is known over how much. */
  given: QuantitySums | undefined;

  constructor(readonly quantity: MeasuredQuantity) {}

  impulse(t: number, areas: Float64Array): void {
    this.integrals.addImpulse(t, areas[this.quantity.q] as number);
  }

  add(segment: PolynomialSegment): void {
    this.extrema.segment(segment, this.quantity.q);
    this.integrals.segment(segment, this.quantity.q);
  }
}

export class Statistics implements Instrument {
  readonly items: readonly MeasuredItem[];
  #sums: readonly (readonly Sums[])[] = [];
  /** Sums that runs make themselves, one behind the other. */
  #given: QuadraticSums[] = [];
  #left = 0;
  /** Quantities that are functions of time, and of how much of it the run has told. */
  readonly #functions = new Map<number, TimeFunction>();
  #seen = { from: Infinity, to: -Infinity };

  /** Gives up after `maxReadings`, one of a quantity in a segment each. */
  constructor(
    flat: FlatCircuit,
    private readonly intervals: readonly StatisticsInterval[],
    private readonly tolerance: number,
    private readonly maxReadings = Infinity,
    readonly resolution = fullResolution,
  ) {
    this.items = writtenItems(flat);
  }

  begin(quantities: ReadonlyMap<string, MeasuredQuantity>): ReturnType<Instrument['begin']> {
    const found = this.items.flatMap(({ text }) => quantities.get(text) ?? []);
    const { tolerance } = this;
    const parts = this.intervals.map((interval) => ({
      window: new Window({ ...interval, tolerance }, (width) => new PolynomialSegment(width)),
      sums: found.map((quantity) => new Sums(quantity)),
    }));
    this.#sums = parts.map(({ sums }) => sums);
    this.#left = this.maxReadings;
    this.#given = [];
    this.#functions.clear();
    const seen = (this.#seen = { from: Infinity, to: -Infinity });
    const isOver = (): boolean => this.#left < 0;
    return {
      get finished() {
        return isOver();
      },
      takeSums: (make) => {
        this.#given.push(make(this.intervals.map((interval) => ({ ...interval, tolerance }))));
      },
      takeFunction: (q, of) => {
        this.#functions.set(q, of);
      },
      impulse: (t, areas) => {
        for (const { window, sums } of parts)
          if (window.has(t)) for (const each of sums) each.impulse(t, areas);
      },
      segment: (whole) => {
        this.#left -= found.length - this.#functions.size;
        seen.from = Math.min(seen.from, whole.t0);
        seen.to = Math.max(seen.to, whole.t1);
        for (const { window, sums } of parts) {
          const segment = window.of(whole);
          if (!segment) continue;
          for (const each of sums) if (!this.#functions.has(each.quantity.q)) each.add(segment);
        }
      },
    };
  }

  /** Of every interval of which there is something. */
  get results(): readonly IntervalStatistics[] {
    this.#addFunctions();
    if (this.#left < 0) return [];
    return this.intervals.flatMap((interval, k) => {
      const quantities = (this.#sums[k] ?? [])
        .map((own) => ({ quantity: own.quantity, ...this.#together(k, own) }))
        .filter(({ length }) => length > 0)
        .map(({ quantity: { name, unit }, length, integral, square, least, largest }) => {
          const [mean, rms] = [integral / length, Math.sqrt(Math.max(0, square / length))];
          return { name, unit, mean, rms, min: least, max: largest };
        });
      return quantities.length === 0 ? [] : [{ ...interval, quantities }];
    });
  }

  /** Adds what follows from time alone, as far as the run went. */
  #addFunctions(): void {
    for (const [q, of] of this.#functions) {
      this.intervals.forEach(({ from, to }, k) => {
        const sums = this.#sums[k]?.find(({ quantity }) => quantity.q === q);
        const [begin, end] = [Math.max(from, this.#seen.from), Math.min(to, this.#seen.to)];
        if (!sums || !(end - begin > this.tolerance) || this.#left < 0) return;
        const found = signalStatistics(of, begin, end, this.resolution, this.#left);
        this.#left -= found?.pieces ?? Infinity;
        sums.given = found;
      });
    }
    this.#functions.clear();
  }

  /** What was summed up over interval k here and by runs. */
  #together(k: number, { quantity: { q }, integrals, extrema, given }: Sums): QuantitySums {
    if (given) return given;
    const own = {
      ...{ length: integrals.length, integral: integrals.value, square: integrals.square },
      ...{ least: extrema.least, largest: extrema.largest },
    };
    const [first = own, ...others] = [own, ...this.#given.map((sums) => sums.of(k, q))].filter(
      ({ length }) => length > 0,
    );
    return others.reduce(
      (sum, next) => ({
        length: sum.length + next.length,
        integral: sum.integral + next.integral,
        square: sum.square + next.square,
        least: Math.min(sum.least, next.least),
        largest: Math.max(sum.largest, next.largest),
      }),
      first,
    );
  }
}

/** What is written: what the circuit names, or all nodes and the currents of voltage sources and inductors. */
function writtenItems({ outputs, elements, everything }: FlatCircuit): readonly MeasuredItem[] {
  if (outputs.length > 0 && everything !== true) return outputs;
  const item = (quantity: string, name: string, span: Span): MeasuredItem => ({
    ...{ text: `${quantity}(${name})`, quantity, names: [name], span },
  });
  const nodes = new Map(
    elements.flatMap(({ nodes: ends, span }) => ends.map((node) => [node, span] as const)),
  );
  const shown = [...nodes].filter(([node]) => node !== ground && !node.includes('#'));
  const carriers = elements.filter(({ letter }) => letter === 'V' || letter === 'L');
  const all = [
    ...shown.map(([node, span]) => item('v', node, span)),
    ...carriers.map(({ name, span }) => item('i', name, span)),
  ];
  const texts = new Set(all.map(({ text }) => text));
  return [...all, ...outputs.filter(({ text }) => !texts.has(text))];
}
