/**
 * Checks the laws of the circuit (`circuit-laws.ts`) at points of the trajectory (conventions: certificate):
 *
 *     complementarity   |min(y_i / Y_i, lambda_i / L_i)|          every ideal element
 *     switch states     |y_i| / Y_i where the control demands on, |lambda_i| / L_i where it demands off (or the reverse)
 *     Kirchhoff         |sum of currents at a node| / sum of their magnitudes
 *     element laws      |v - R i| / |v|,  |v - s(t)|, |i - s(t)|, ...
 *
 * At a point only the largest residual and the largest magnitude of every law are kept, with the time; they are held
 * against each other at the end, so that no verdict depends on the order of points (`law-scales.ts` has the scales).
 * Cost: the non-zeros of the laws' forms and some ten operations a law and point; nothing is allocated.
 */
import type { Signal } from '../kernel/modeling/signal.js';
import type { CircuitLaws, ControlledValue } from './circuit-laws.js';
import type { ExceededFit, WorstResidual } from './certificate.js';
import { exceededFits } from './exceeded-fits.js';
import { LawScales } from './law-scales.js';
import { LargestValue } from './largest-value.js';
import type { PointTrack } from './point-track.js';
import { SwitchDemands } from './switch-demands.js';

export interface LawCheckOptions {
  readonly vntol: number;
  readonly abstol: number;
  /** Switches act on controls of the point before, as in fixed steps. */
  readonly lag?: boolean;
}

/** The time of a point is known to this part of it. */
const timeRounding = 4 * Number.EPSILON;
/** What is rounding in a controlled value: this part of the node voltages that a gain multiplies. */
const termFloor = 1e-6;

export class LawCheck {
  pointsChecked = 0;
  readonly #scales: LawScales;
  readonly #demands: SwitchDemands;
  readonly #kirchhoff: LargestValue;
  readonly #elements: LargestValue;
  readonly #smooth: LargestValue;
  /** Of each switch: the residual where it is to be on and where it is to be off. */
  readonly #notOn: LargestValue;
  readonly #notOff: LargestValue;
  /** Of each row: the worst pair so far. */
  readonly #worstY: Float64Array;
  readonly #worstLambda: Float64Array;
  readonly #worstTime: Float64Array;
  readonly #worst: Float64Array;
  readonly #isSwitch: Uint8Array;
  readonly #isSmooth: Uint8Array;
  /** Nodes of each branch, -1: ground. */
  readonly #sum: Float64Array;
  readonly #terms: Float64Array;
  #values = new Float64Array(0);
  /** Of the last controlled value: the magnitudes that it adds up. */
  #magnitudes = 0;

  constructor(
    private readonly laws: CircuitLaws,
    options: LawCheckOptions,
  ) {
    const { rows } = laws.system;
    this.#scales = new LawScales(laws, options);
    this.#demands = new SwitchDemands(laws.switches, options.lag === true);
    this.#kirchhoff = new LargestValue(laws.nodes.length);
    this.#elements = new LargestValue(laws.elements.length);
    this.#smooth = new LargestValue(laws.smooth.length);
    this.#notOn = new LargestValue(laws.switches.length);
    this.#notOff = new LargestValue(laws.switches.length);
    this.#worstY = new Float64Array(rows.length);
    this.#worstLambda = new Float64Array(rows.length);
    this.#worstTime = new Float64Array(rows.length).fill(NaN);
    this.#worst = new Float64Array(rows.length).fill(-1);
    this.#isSwitch = Uint8Array.from(rows, ({ law }) => (law === 'ideal-switch' ? 1 : 0));
    this.#isSmooth = Uint8Array.from(rows, ({ law }) => (law === 'smooth' ? 1 : 0));
    this.#sum = new Float64Array(laws.nodes.length);
    this.#terms = new Float64Array(laws.nodes.length);
  }

  /** Checks points [from, to) of a track. */
  check(track: PointTrack, from: number, to: number): void {
    const values = this.#read(track, from, to);
    const { count } = this.laws.forms;
    this.pointsChecked += to - from;
    for (let k = from; k < to; k++) {
      const t = track.times[k] as number;
      const isLeft = track.left[k] === 1;
      this.#noteScales(values, k * count);
      this.#checkNodes(values, k * count, t);
      this.#checkElements(values, k * count, t, isLeft);
      this.#checkRows(values, k * count, t);
      this.#checkSwitches(values, k * count, t, isLeft, track.nearEvent[k] === 1);
    }
  }

  /** Lets points set scales, and what switches remember, without holding laws against the run. */
  note(track: PointTrack, from: number, to: number): void {
    const values = this.#read(track, from, to);
    const { count } = this.laws.forms;
    for (let k = from; k < to; k++) {
      this.#noteScales(values, k * count);
      const near = track.nearEvent[k] === 1;
      this.laws.switches.forEach(({ control }, s) => {
        const value = this.#valueOf(control, values, k * count, track.times[k] as number, false);
        this.#demands.next(s, value, near);
      });
    }
  }

  /** The laws' forms over zeta, and how large each has been by the run's own account. */
  get forms(): readonly Float64Array[] {
    return this.laws.forms.all;
  }

  noteMagnitudes(magnitudes: Float64Array): void {
    const { largest } = this.#scales;
    magnitudes.forEach((magnitude, f) => (largest[f] = Math.max(largest[f] as number, magnitude)));
  }

  /** Says that the next point does not follow the last one closely: what switches remember is forgotten. */
  leap(): void {
    this.#demands.forget();
  }

  get complementarity(): WorstResidual {
    const { rows } = this.laws.system;
    let worst: WorstResidual = nothing;
    this.#worst.forEach((_, row) => {
      const time = this.#worstTime[row] as number;
      if (Number.isNaN(time)) return;
      const y = this.#worstY[row] as number;
      const value = this.#residual(row, y, this.#worstLambda[row] as number);
      worst = larger(worst, { value, time, name: rows[row]?.name ?? '' });
    });
    return worst;
  }

  get switches(): WorstResidual {
    let worst: WorstResidual = nothing;
    this.laws.switches.forEach(({ row, name, onIsY }, s) => {
      const scaleY = this.#scales.y(row);
      const scaleLambda = this.#scales.lambda(row);
      worst = larger(worst, this.#notOn.over(s, onIsY ? scaleY : scaleLambda, name));
      worst = larger(worst, this.#notOff.over(s, onIsY ? scaleLambda : scaleY, name));
    });
    return worst;
  }

  get kirchhoff(): WorstResidual {
    const worst = (found: WorstResidual, name: string, node: number): WorstResidual =>
      larger(found, this.#kirchhoff.over(node, this.#scales.node(node), name));
    return this.laws.nodes.reduce<WorstResidual>(worst, nothing);
  }

  get elementLaws(): WorstResidual {
    const { elements, smooth, system } = this.laws;
    let worst: WorstResidual = nothing;
    elements.forEach(({ branch }, k) => {
      const name = system.branches[branch]?.name ?? '';
      worst = larger(worst, this.#elements.over(k, this.#scales.element(k), name));
    });
    smooth.forEach(({ row }, k) => {
      // lambda is f itself, in the function's unit: its magnitude is that of the terms of y.
      const scale = Math.max(this.#scales.y(row), this.#scales.lambda(row));
      worst = larger(worst, this.#smooth.over(k, scale, system.rows[row]?.name ?? ''));
    });
    return worst;
  }

  /** Elements beyond the range of their fits, by the largest currents and multipliers so far. */
  get fits(): readonly ExceededFit[] {
    return exceededFits(this.laws, this.#scales.largest);
  }

  #read(track: PointTrack, from: number, to: number): Float64Array {
    const { forms } = this.laws;
    const size = track.times.length * forms.count;
    if (this.#values.length < size) this.#values = new Float64Array(size);
    forms.read(track, from, to, this.#values);
    return this.#values;
  }

  #noteScales(values: Float64Array, at: number): void {
    const { largest } = this.#scales;
    for (let f = 0; f < largest.length; f++) {
      const magnitude = Math.abs(values[at + f] as number);
      if (magnitude > (largest[f] as number)) largest[f] = magnitude;
    }
  }

  #checkNodes(values: Float64Array, at: number, t: number): void {
    const { a, b, currentForm } = this.laws;
    const sum = this.#sum.fill(0);
    const terms = this.#terms.fill(0);
    for (let k = 0; k < currentForm.length; k++) {
      const i = values[at + (currentForm[k] as number)] as number;
      const magnitude = Math.abs(i);
      const [from, to] = [a[k] as number, b[k] as number];
      if (from >= 0) {
        sum[from] = (sum[from] as number) + i;
        terms[from] = (terms[from] as number) + magnitude;
      }
      if (to >= 0) {
        sum[to] = (sum[to] as number) - i;
        terms[to] = (terms[to] as number) + magnitude;
      }
    }
    const { nodeTerms } = this.#scales;
    for (let node = 0; node < sum.length; node++) {
      this.#kirchhoff.note(node, sum[node] as number, t);
      if ((terms[node] as number) > (nodeTerms[node] as number)) nodeTerms[node] = terms[node] as number;
    }
  }

  #checkElements(values: Float64Array, at: number, t: number, isLeft: boolean): void {
    const { elements } = this.laws;
    const scales = this.#scales;
    for (let k = 0; k < elements.length; k++) {
      const law = elements[k] as (typeof elements)[number];
      const i = values[at + law.i] as number;
      const va = law.a < 0 ? 0 : (values[at + law.a] as number);
      const vb = law.b < 0 ? 0 : (values[at + law.b] as number);
      let left = va - vb;
      let right = law.resistance * i;
      let terms = 0;
      if (law.signal) {
        if (law.quantity === 'i') left = i;
        right = isLeft ? law.signal.valueLeft(t) : law.signal.value(t);
      } else if (law.controlled) {
        if (law.quantity === 'i') left = i;
        right = this.#valueOf(law.controlled, values, at, t, isLeft);
        terms = this.#magnitudes;
      } else scales.noteResistance((Math.abs(va) + Math.abs(vb)) / Math.abs(law.resistance));
      if (law.signal && !(Math.abs(left - right) <= this.#elements.of(k))) {
        this.#elements.note(k, beyond(left, law.signal, t, isLeft), t);
      } else this.#elements.note(k, left - right, t);
      scales.noteElement(k, Math.max(Math.abs(left), Math.abs(right), terms));
    }
  }

  #checkRows(values: Float64Array, at: number, t: number): void {
    const { y, lambda, smooth } = this.laws;
    const { perY, perLambda } = this.#scales;
    for (let i = 0; i < y.length; i++) {
      if (this.#isSmooth[i] === 1) continue;
      const a = (values[at + (y[i] as number)] as number) * (perY[i] as number);
      const b = (values[at + (lambda[i] as number)] as number) * (perLambda[i] as number);
      const residual = this.#isSwitch[i] === 1 ? Math.min(Math.abs(a), Math.abs(b)) : Math.abs(a < b ? a : b);
      if (!(residual <= (this.#worst[i] as number))) this.#noteRow(i, values, at, t);
    }
    for (let k = 0; k < smooth.length; k++) {
      const { row, value, arguments: forms } = smooth[k] as (typeof smooth)[number];
      const point = Float64Array.from(
        forms,
        ({ form, constant }) => constant + (values[at + form] as number),
      );
      this.#smooth.note(k, (values[at + (y[row] as number)] as number) - value.value(point), t);
    }
  }

  /** A pair that is worse by the scales of a while ago: of it and the one that was, the worse by those of now. */
  #noteRow(row: number, values: Float64Array, at: number, t: number): void {
    const y = values[at + (this.laws.y[row] as number)] as number;
    const lambda = values[at + (this.laws.lambda[row] as number)] as number;
    this.#scales.refresh(row);
    const worst = this.#worst[row] as number;
    const kept =
      worst < 0 ? -1 : this.#residual(row, this.#worstY[row] as number, this.#worstLambda[row] as number);
    const residual = this.#residual(row, y, lambda);
    if (residual <= kept) {
      this.#worst[row] = kept;
      return;
    }
    this.#worst[row] = residual;
    this.#worstY[row] = y;
    this.#worstLambda[row] = lambda;
    this.#worstTime[row] = t;
  }

  #residual(row: number, y: number, lambda: number): number {
    const a = y / this.#scales.y(row);
    const b = lambda / this.#scales.lambda(row);
    const value = this.#isSwitch[row] === 1 ? Math.min(Math.abs(a), Math.abs(b)) : Math.abs(Math.min(a, b));
    return Number.isNaN(value) ? Infinity : value;
  }

  #checkSwitches(values: Float64Array, at: number, t: number, isLeft: boolean, isNear: boolean): void {
    const { switches, y, lambda } = this.laws;
    for (let s = 0; s < switches.length; s++) {
      const { row, control, onIsY } = switches[s] as (typeof switches)[number];
      const demand = this.#demands.next(s, this.#valueOf(control, values, at, t, isLeft), isNear);
      if (demand === 0) continue;
      const form = demand > 0 === onIsY ? y[row] : lambda[row];
      (demand > 0 ? this.#notOn : this.#notOff).note(s, values[at + (form as number)] as number, t);
    }
  }

  /** A value from node voltages and branch currents. */
  #valueOf(
    { constant, terms }: ControlledValue,
    values: Float64Array,
    at: number,
    t: number,
    isLeft: boolean,
  ): number {
    let sum = constant;
    let magnitudes = 0;
    for (let k = 0; k < terms.length; k++) {
      const { gain, plus, minus, isVoltage, signal } = terms[k] as (typeof terms)[number];
      let value = signal ? (isLeft ? signal.valueLeft(t) : signal.value(t)) : 0;
      let sizes = 0;
      for (let f = 0; f < plus.length; f++) {
        const part = values[at + (plus[f] as number)] as number;
        value += part;
        sizes += Math.abs(part);
      }
      for (let f = 0; f < minus.length; f++) {
        const part = values[at + (minus[f] as number)] as number;
        value -= part;
        sizes += Math.abs(part);
      }
      sum += gain * value;
      magnitudes += Math.abs(gain * value);
      // A gain multiplies the rounding of both node voltages, however small their difference.
      if (isVoltage) magnitudes += termFloor * Math.abs(gain) * sizes;
    }
    this.#magnitudes = magnitudes;
    return sum;
  }
}

/** How far a value is off a signal beyond what the signal changes by within the rounding of t, on the side that is meant. */
function beyond(value: number, signal: Signal, t: number, isLeft: boolean): number {
  const rounding = timeRounding * t;
  const now = isLeft ? signal.valueLeft(t) : signal.value(t);
  const near = isLeft ? signal.value(Math.max(0, t - rounding)) : signal.valueLeft(t + rounding);
  const off = Math.abs(value - now) - Math.abs(near - now);
  return off < 0 ? 0 : off;
}

const nothing: WorstResidual = Object.freeze({ value: 0, time: NaN, name: '' });

/** The larger one; of equal ones the first that has a time. */
function larger(one: WorstResidual, other: WorstResidual): WorstResidual {
  if (Number.isNaN(other.time)) return one;
  return Number.isNaN(one.time) || other.value > one.value ? other : one;
}
