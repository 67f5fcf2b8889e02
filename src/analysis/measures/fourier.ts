/**
 * `.four`: the Fourier coefficients of quantities over the last periods of a run,
 *
 *     v = a_0 + sum m_k sin(2 pi k f (t - t0) + phi_k),     t0 = tstop - periods / f,
 *
 * each integral exact over every segment (`numerics/polynomial/legendre-fourier.ts`), whatever its length: no sampling, hence
 * no aliasing. Total harmonic distortion sqrt(m_2^2 + m_3^2 + ...) / m_1, over the harmonics that are asked for.
 * Cost: nine products a harmonic and segment.
 */
import { degree, pointCount } from '../../numerics/polynomial/legendre.js';
import { sphericalBessel } from '../../numerics/polynomial/legendre-fourier.js';
import { formatEngineering } from '../../base/units.js';
import type { FourierCard } from '../../netlist/flat-cards.js';
import type { Instrument, MeasuredQuantity } from './instrument.js';
import type { FourierResult, Harmonic } from './fourier-result.js';
import { type Interval, type Measured, type Measurement, type Unmeasured, Window } from './measurement.js';
import { PolynomialSegment } from './polynomial-segment.js';

const noIntegral = 'it has no integral over an impulse';
const bessel = new Float64Array(pointCount);

/** Sums of one quantity: real and imaginary part of the integral of v exp(-i k w (t - t0)), k = 0, 1 ... */
class Sums {
  readonly re: Float64Array;
  readonly im: Float64Array;

  constructor(readonly count: number) {
    this.re = new Float64Array(count);
    this.im = new Float64Array(count);
  }

  /** An impulse of an area a time after t0. */
  addImpulse(area: number, w: number, after: number): void {
    for (let k = 0; k < this.count; k++) {
      this.re[k] = (this.re[k] as number) + area * Math.cos(k * w * after);
      this.im[k] = (this.im[k] as number) - area * Math.sin(k * w * after);
    }
  }

  /** Whether all integrals there were exist. */
  get exist(): boolean {
    return !Number.isNaN(this.re[0]);
  }

  add(segment: PolynomialSegment, q: number, w: number, t0: number): void {
    const half = segment.length / 2;
    const middle = segment.t0 - t0 + half;
    const at = q * pointCount;
    for (let k = 0; k < this.count; k++) {
      sphericalBessel(k * w * half, bessel);
      // sum of c_n (-i)^n j_n
      let re = 0;
      let im = 0;
      for (let n = 0; n <= degree; n++) {
        const term = (segment.c[at + n] as number) * (bessel[n] as number);
        if (n % 4 === 0) re += term;
        else if (n % 4 === 1) im -= term;
        else if (n % 4 === 2) re -= term;
        else im += term;
      }
      const [cos, sin] = [Math.cos(k * w * middle), Math.sin(k * w * middle)];
      this.re[k] = (this.re[k] as number) + 2 * half * (re * cos + im * sin);
      this.im[k] = (this.im[k] as number) + 2 * half * (im * cos - re * sin);
    }
  }
}

/** One `.four` card of a run that ends at tstop. */
export class FourierMeasurement implements Instrument {
  readonly items: FourierCard['outputs'];
  readonly #from: number;
  #sums: ReadonlyMap<string, { readonly quantity: MeasuredQuantity; readonly sums: Sums }> = new Map();
  #reached = 0;

  constructor(
    private readonly card: FourierCard,
    private readonly run: { readonly from: number; readonly to: number },
  ) {
    this.items = card.outputs;
    this.#from = run.to - card.periods / card.frequency;
  }

  begin(quantities: ReadonlyMap<string, MeasuredQuantity>): ReturnType<Instrument['begin']> {
    const { frequency, harmonics, outputs } = this.card;
    const found = outputs.flatMap(({ text }) => {
      const quantity = quantities.get(text);
      return quantity ? [[text, { quantity, sums: new Sums(harmonics + 1) }] as const] : [];
    });
    this.#sums = new Map(found);
    this.#reached = this.run.from;
    const tolerance = 1e-12 * this.run.to;
    const from = this.#from;
    if (from < this.run.from - tolerance) return undefined;
    const window = new Window({ from, to: this.run.to, tolerance }, (width) => new PolynomialSegment(width));
    const w = 2 * Math.PI * frequency;
    return {
      impulse: (t, areas) => {
        if (!window.has(t)) return;
        for (const { quantity, sums } of this.#sums.values())
          sums.addImpulse(areas[quantity.q] as number, w, t - from);
      },
      segment: (whole) => {
        this.#reached = whole.t1;
        const segment = window.of(whole);
        if (segment)
          for (const { quantity, sums } of this.#sums.values()) sums.add(segment, quantity.q, w, from);
      },
    };
  }

  /** What came out, one result a quantity. */
  get results(): readonly FourierResult[] {
    const { card, run } = this;
    const to = run.to;
    const refused = (card.refused ?? []).map((name): FourierResult => {
      const { frequency } = card;
      return { name, unit: '', frequency, from: run.from, to, harmonics: [], failed: 'it could not be read' };
    });
    return [...card.outputs.map(({ text }) => this.#resultOf(text)), ...refused];
  }

  #resultOf(text: string): FourierResult {
    const { card, run } = this;
    const to = run.to;
    const found = this.#sums.get(text);
    const base = {
      name: text,
      unit: found?.quantity.unit ?? '',
      frequency: card.frequency,
      from: this.#from,
      to,
      harmonics: [],
    };
    if (!found) return { ...base, failed: 'it is no quantity of this circuit' };
    const length = formatEngineering(card.periods / card.frequency, 's', 6);
    if (this.#from < run.from - 1e-12 * to) {
      const there = formatEngineering(to - run.from, 's', 6);
      return {
        ...base,
        failed: `${card.periods === 1 ? 'a period is' : `${card.periods} periods are`} ${length} long, the run ${there}`,
      };
    }
    if (this.#reached < to * (1 - 1e-12)) return { ...base, failed: 'the run is incomplete' };
    if (!found.sums.exist) return { ...base, failed: noIntegral };
    return { ...base, ...spectrum(found.sums, card.frequency, to - this.#from) };
  }
}

/** FOUR of `.meas`: harmonics over the last period of an interval; the value is their distortion. */
export class SpectrumMeasurement implements Measurement {
  settled = false;
  readonly #sums: Sums;
  readonly #from: number;
  readonly #window: Window;

  constructor(
    private readonly of: MeasuredQuantity,
    private readonly asked: { readonly frequency: number; readonly harmonics: number },
    private readonly interval: Interval,
  ) {
    this.#sums = new Sums(asked.harmonics + 1);
    this.#from = interval.to - 1 / asked.frequency;
    this.#window = new Window({ ...interval, from: this.#from }, (width) => new PolynomialSegment(width));
  }

  segment(whole: PolynomialSegment): void {
    const segment = this.#window.of(whole);
    this.settled = this.#window.isOver(whole.t1);
    if (segment) this.#sums.add(segment, this.of.q, 2 * Math.PI * this.asked.frequency, this.#from);
  }

  impulse(t: number, areas: Float64Array): void {
    if (this.#window.has(t))
      this.#sums.addImpulse(areas[this.of.q] as number, 2 * Math.PI * this.asked.frequency, t - this.#from);
  }

  get spectrum(): FourierResult | undefined {
    if (this.#refusal !== undefined) return undefined;
    const { to } = this.interval;
    const { name, unit } = this.of;
    const { frequency } = this.asked;
    const found = spectrum(this.#sums, frequency, to - this.#from);
    return { name, unit, frequency, from: this.#from, to, ...found };
  }

  outcome(): Measured | Unmeasured {
    const failed = this.#refusal;
    if (failed !== undefined) return { failed };
    const thd = this.spectrum?.thd;
    return thd === undefined
      ? { failed: 'the first harmonic is 0' }
      : { value: thd, from: this.#from, to: this.interval.to };
  }

  get #refusal(): string | undefined {
    const { from, to, tolerance } = this.interval;
    const { frequency } = this.asked;
    if (!(frequency > 0)) return `at = ${frequency} is no frequency`;
    if (this.#from >= from - tolerance) return this.#sums.exist ? undefined : noIntegral;
    const [period, there] = [1 / frequency, to - from].map((length) => formatEngineering(length, 's', 6));
    return `a period is ${period} long, the interval ${there}`;
  }
}

function spectrum(
  { re, im }: Sums,
  frequency: number,
  length: number,
): Pick<FourierResult, 'harmonics' | 'thd'> {
  const harmonics = Array.from(re, (real, k): Harmonic => {
    if (k === 0) return { frequency: 0, magnitude: real / length, phase: 0 };
    // 2/T int v exp(-i k w t) = m (sin phi - i cos phi)
    const [a, b] = [(2 / length) * real, (-2 / length) * (im[k] as number)];
    return {
      frequency: k * frequency,
      magnitude: Math.hypot(a, b),
      phase: (Math.atan2(a, b) * 180) / Math.PI,
    };
  });
  const first = harmonics[1]?.magnitude ?? 0;
  const others = harmonics.slice(2).reduce((sum, { magnitude }) => Math.hypot(sum, magnitude), 0);
  return { harmonics, ...(first > 0 && { thd: others / first }) };
}
