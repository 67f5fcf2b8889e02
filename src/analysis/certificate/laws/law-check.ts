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
 * Points go through in blocks, law by law. Cost: the non-zeros of the laws' forms and some ten operations a law and point.
 */
import type { Signal } from '../../../kernel/modeling/signals/signal.js';
import type { CircuitLaws, ControlledValue, ElementLaw, SmoothLaw } from './circuit-laws.js';
import type { ExceededFit, WorstResidual } from '../certificate.js';
import { exceededFits } from './exceeded-fits.js';
import { LawScales } from './law-scales.js';
import { LargestValue } from '../largest-value.js';
import { currentsAt, type NodeCurrents } from './node-currents.js';
import type { PointTrack } from '../point-track.js';
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

/** Points that are looked at law by law: their forms stay in the fastest memory. */
const pointsAtOnce = 64;
/** Points [first, last) of a track: form f of point k is values[k * count + f]. */
interface CheckedPoints {
  readonly values: Float64Array;
  readonly count: number;
  readonly track: PointTrack;
  readonly first: number;
  readonly last: number;
}

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
  readonly #currents: NodeCurrents;
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
    this.#currents = currentsAt(laws);
  }

  /** Checks points [from, to) of a track. */
  check(track: PointTrack, from: number, to: number): void {
    const values = this.#read(track, from, to);
    const { count } = this.laws.forms;
    this.pointsChecked += to - from;
    for (let first = from; first < to; first += pointsAtOnce) {
      const points = { values, count, track, first, last: Math.min(to, first + pointsAtOnce) };
      this.#noteScales(points);
      this.#checkNodes(points);
      this.#checkElements(points);
      this.#checkRows(points);
      this.#checkSwitches(points);
    }
  }

  /** Lets points set scales, and what switches remember, without holding laws against the run. */
  note(track: PointTrack, from: number, to: number): void {
    const values = this.#read(track, from, to);
    const { count } = this.laws.forms;
    this.#noteScales({ values, count, track, first: from, last: to });
    for (let k = from; k < to; k++) {
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

  #noteScales({ values, count, first, last }: CheckedPoints): void {
    const { largest } = this.#scales;
    for (let f = 0; f < count; f++) {
      let most = largest[f] as number;
      for (let k = first, at = first * count + f; k < last; k++, at += count) {
        const magnitude = Math.abs(values[at] as number);
        if (magnitude > most) most = magnitude;
      }
      largest[f] = most;
    }
  }

  #checkNodes({ values, count, track, first, last }: CheckedPoints): void {
    const { start, form, sign } = this.#currents;
    const { nodeTerms } = this.#scales;
    for (let node = 0; node + 1 < start.length; node++) {
      const [begin, end] = [start[node] as number, start[node + 1] as number];
      let most = nodeTerms[node] as number;
      for (let k = first, at = first * count; k < last; k++, at += count) {
        let sum = 0;
        let terms = 0;
        for (let e = begin; e < end; e++) {
          const i = values[at + (form[e] as number)] as number;
          sum += (sign[e] as number) * i;
          terms += Math.abs(i);
        }
        if (terms > most) most = terms;
        if (!(Math.abs(sum) <= this.#kirchhoff.of(node)))
          this.#kirchhoff.note(node, sum, track.times[k] as number);
      }
      nodeTerms[node] = most;
    }
  }

  #checkElements(points: CheckedPoints): void {
    const { elements } = this.laws;
    for (let k = 0; k < elements.length; k++) {
      const law = elements[k] as (typeof elements)[number];
      if (law.signal || law.controlled) this.#checkSource(k, law, points);
      else this.#checkResistance(k, law, points);
    }
  }

  #checkResistance(
    element: number,
    { a, b, i, resistance }: ElementLaw,
    { values, count, track, first, last }: CheckedPoints,
  ): void {
    let [voltage, side] = [0, 0];
    for (let k = first, at = first * count; k < last; k++, at += count) {
      const va = a < 0 ? 0 : (values[at + a] as number);
      const vb = b < 0 ? 0 : (values[at + b] as number);
      const left = va - vb;
      const right = resistance * (values[at + i] as number);
      const sum = Math.abs(va) + Math.abs(vb);
      if (sum > voltage) voltage = sum;
      const larger = Math.max(Math.abs(left), Math.abs(right));
      if (larger > side) side = larger;
      if (!(Math.abs(left - right) <= this.#elements.of(element)))
        this.#elements.note(element, left - right, track.times[k] as number);
    }
    this.#scales.noteResistance(voltage / Math.abs(resistance));
    this.#scales.noteElement(element, side);
  }

  #checkSource(
    element: number,
    { a, b, i, quantity, signal, controlled }: ElementLaw,
    { values, count, track, first, last }: CheckedPoints,
  ): void {
    for (let k = first, at = first * count; k < last; k++, at += count) {
      const t = track.times[k] as number;
      const isLeft = track.left[k] === 1;
      const va = a < 0 ? 0 : (values[at + a] as number);
      const vb = b < 0 ? 0 : (values[at + b] as number);
      const left = quantity === 'i' ? (values[at + i] as number) : va - vb;
      let right = 0;
      let terms = 0;
      if (signal) right = isLeft ? signal.valueLeft(t) : signal.value(t);
      else if (controlled) {
        right = this.#valueOf(controlled, values, at, t, isLeft);
        terms = this.#magnitudes;
      }
      if (!(Math.abs(left - right) <= this.#elements.of(element)))
        this.#elements.note(element, signal ? beyond(left, signal, t, isLeft) : left - right, t);
      this.#scales.noteElement(element, Math.max(Math.abs(left), Math.abs(right), terms));
    }
  }

  #checkRows(points: CheckedPoints): void {
    const { y, lambda, smooth } = this.laws;
    const { perY, perLambda } = this.#scales;
    const { values, count, track, first, last } = points;
    for (let i = 0; i < y.length; i++) {
      if (this.#isSmooth[i] === 1) continue;
      const isSwitch = this.#isSwitch[i] === 1;
      const [formY, formLambda] = [y[i] as number, lambda[i] as number];
      for (let k = first, at = first * count; k < last; k++, at += count) {
        const a = (values[at + formY] as number) * (perY[i] as number);
        const b = (values[at + formLambda] as number) * (perLambda[i] as number);
        const residual = isSwitch ? Math.min(Math.abs(a), Math.abs(b)) : Math.abs(a < b ? a : b);
        if (!(residual <= (this.#worst[i] as number))) this.#noteRow(i, values, at, track.times[k] as number);
      }
    }
    for (let k = 0; k < smooth.length; k++) this.#checkSmooth(k, points);
  }

  #checkSmooth(index: number, { values, count, track, first, last }: CheckedPoints): void {
    const { row, value, arguments: forms } = this.laws.smooth[index] as SmoothLaw;
    for (let k = first, at = first * count; k < last; k++, at += count) {
      const entry = ({ form, constant }: (typeof forms)[number]): number =>
        constant + (values[at + form] as number);
      const point = Float64Array.from(forms, entry);
      const y = values[at + (this.laws.y[row] as number)] as number;
      this.#smooth.note(index, y - value.value(point), track.times[k] as number);
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

  #checkSwitches({ values, count, track, first, last }: CheckedPoints): void {
    const { switches, y, lambda } = this.laws;
    for (let s = 0; s < switches.length; s++) {
      const { row, control, onIsY } = switches[s] as (typeof switches)[number];
      for (let k = first, at = first * count; k < last; k++, at += count) {
        const t = track.times[k] as number;
        const value = this.#valueOf(control, values, at, t, track.left[k] === 1);
        const demand = this.#demands.next(s, value, track.nearEvent[k] === 1);
        if (demand === 0) continue;
        const form = demand > 0 === onIsY ? y[row] : lambda[row];
        (demand > 0 ? this.#notOn : this.#notOff).note(s, values[at + (form as number)] as number, t);
      }
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
