/**
 * The `.meas` cards of one analysis: in which pass over the run each is computed, what it reads, and what came out. A measure
 * whose level, place or interval is the result of another one needs that before it begins: it waits for the next pass, in
 * which the run is done once more - the same to the last bit - so that nothing of a run has to be kept.
 */
import type { Diagnostic } from '../../base/diagnostic.js';
import { formatEngineering, unitOfIntegral, unitOfSlope } from '../../base/units.js';
import type { Expression } from '../../expression/ast.js';
import { mapExpression } from '../../expression/map-expression.js';
import { compileExpression } from '../../expression/program.js';
import { numberAt, simplifyNode } from '../../expression/simplify.js';
import {
  MEASURE_PROBE,
  type MeasureCard,
  type MeasureCondition,
  type MeasurePoint,
} from '../../netlist/flat-cards.js';
import type { ColumnUnit } from '../../waveform/plot.js';
import { CycleMeasurement } from './cycle-measurement.js';
import { type Instrument, itemOf, type MeasuredItem, type MeasuredQuantity } from './instrument.js';
import { IntervalMeasurement } from './interval-measurement.js';
import {
  type Interval,
  type Measured,
  type Measurement,
  observerOf,
  type Unmeasured,
} from './measurement.js';
import {
  DistanceMeasurement,
  PointFinder,
  type PointFound,
  PointMeasurement,
  type PointKind,
  type PointSpec,
} from './point-measurement.js';
import { SpectrumMeasurement } from './fourier.js';
import type { FourierResult } from './fourier-result.js';
import { type MeasureOrder, orderMeasures } from './measure-order.js';
import { measuresIn } from '../../netlist/measure-expressions.js';
import { endedEarly, namesIn } from './measure-reads.js';
import { ParameterMeasurement, parameterReads, type Results } from './parameter-measurement.js';
import { ErrorMeasurement, pointsInOrder } from './table-measurement.js';
import { printWritten, type UnitOfQuantity, unitOf, whyMissing } from '../rows/unit-of.js';

/** What came out of a `.meas` card. */
export interface MeasureResult extends Partial<Measured> {
  readonly name: string;
  /** Of the value. */
  readonly unit: string;
  /** Of the places: s of a transient, Hz of .ac; absent where there are none (`.op`). */
  readonly scaleUnit?: string;
  /** Why there is no value. */
  readonly failed?: string;
}

/** The scale of a run: its unit, and what of it there is. */
export interface RunScale {
  readonly unit: ColumnUnit;
  readonly from: number;
  readonly to: number;
  /** The points of a sweep that is not nested, in its order. */
  readonly places?: readonly number[];
}

type Outcome = Measured | Unmeasured;
/** A card that is being measured, and the unit of its value. */
interface Running {
  readonly card: MeasureCard;
  readonly measurement: Measurement | Unmeasured;
  readonly unit: string;
}

type Quantities = ReadonlyMap<string, MeasuredQuantity>;

export class MeasurePlan {
  readonly passes: number;
  readonly #results = new Map<string, MeasureResult>();
  readonly #spectra = new Map<string, FourierResult>();
  readonly #histories = new Map<string, readonly PointFound[]>();
  readonly #outside: (readonly [MeasureCard, failed: string])[] = [];
  readonly #order: MeasureOrder;
  readonly #whole: Interval;
  /** Of the present pass. */
  #running: readonly Running[] = [];

  readonly cards: readonly MeasureCard[];

  constructor(
    asked: readonly MeasureCard[],
    private readonly run: RunScale,
    private readonly units: UnitOfQuantity,
    /** Measures of which every value that they take on is wanted (`running-measures.ts`). */
    private readonly recorded: ReadonlySet<string> = new Set(),
  ) {
    this.cards = asked.map((card) => endedEarly(card, asked));
    this.#order = orderMeasures(this.cards);
    this.passes = asked.length === 0 ? 0 : 1 + Math.max(...this.#order.pass.values());
    this.#whole = {
      from: run.from,
      to: run.to,
      tolerance: 1e-12 * Math.max(Math.abs(run.from), Math.abs(run.to)),
    };
  }

  /** What looks at the run in a pass. */
  instrument(pass: number): Instrument {
    const cards = this.#order.cards.filter((card) => this.#order.pass.get(card) === pass);
    const items = new Map<string, MeasuredItem>();
    for (const card of cards) {
      for (const expression of this.#waveforms(card)) {
        const item = itemOf(expression);
        if (!items.has(item.text)) items.set(item.text, { ...item, span: card.span });
      }
    }
    return {
      items: [...items.values()],
      begin: (quantities) => {
        this.#running = cards.map((card) => this.#begin(card, quantities));
        const measurements = this.#running.map(({ measurement }) => measurement);
        return observerOf(measurements.filter((measurement) => 'segment' in measurement));
      },
    };
  }

  /** Takes the outcomes of a pass; `incomplete` says why the run did not reach its end. */
  finish(pass: number, incomplete?: string): void {
    if (this.#running.length === 0) this.instrument(pass).begin(new Map());
    for (const { card, measurement, unit } of this.#running) {
      const cut = incomplete !== undefined && 'segment' in measurement && !measurement.settled;
      const outcome: Outcome =
        'failed' in measurement
          ? measurement
          : cut
            ? { failed: `the run is incomplete: ${incomplete}` }
            : measurement.outcome();
      if ('outside' in outcome) this.#outside.push([card, outcome.failed]);
      const told = 'failed' in outcome ? { failed: outcome.failed } : outcome;
      this.#results.set(card.name, { name: card.name, unit, scaleUnit: this.run.unit, ...told });
      if ('spectrum' in measurement && measurement.spectrum)
        this.#spectra.set(card.name, measurement.spectrum);
      if ('history' in measurement && measurement.history)
        this.#histories.set(card.name, measurement.history);
    }
    this.#running = [];
  }

  /** Tells of intervals and places that the run does not have. */
  get diagnostics(): readonly Diagnostic[] {
    const { from, to } = this.run;
    return this.#outside.map(([{ name, span }, failed]) => ({
      code: 'outside-of-run',
      severity: 'warning',
      message: `.meas ${name.split('#')[0] ?? name}: ${failed}`,
      span,
      hint: `choose what lies within the run, ${this.#scaleText(from)} to ${this.#scaleText(to)}`,
    }));
  }

  /** The harmonics behind FOUR, in the order of the cards. */
  get spectra(): readonly FourierResult[] {
    return this.cards.map(({ name }) => this.#spectra.get(name)).filter((found) => found !== undefined);
  }

  /** The values that a recorded measure took on, with the places from which it had them. */
  history(name: string): readonly PointFound[] {
    return this.#histories.get(name) ?? [];
  }

  /** What came out of a measure so far. */
  result(name: string): MeasureResult | undefined {
    return this.#results.get(name);
  }

  /** An expression of parameters and measures as a number; NaN where it has none. */
  number(expression: Expression): number {
    const put = this.#put(expression);
    return put.kind === 'number'
      ? put.value
      : (compileExpression(put, [])?.evaluate(new Float64Array(0)) ?? NaN);
  }

  /** What came out, in the order of the cards. */
  get results(): readonly MeasureResult[] {
    return this.cards
      .filter(({ name }) => !name.includes('#'))
      .map(
        ({ name }) =>
          this.#results.get(name) ?? {
            name,
            unit: '',
            scaleUnit: this.run.unit,
            failed: 'it was not measured',
          },
      );
  }

  /** The expressions of the circuit that a card reads, with the results of earlier passes put in. */
  #waveforms({ question, analysis }: MeasureCard): readonly Expression[] {
    const ofPoint = (point: MeasurePoint): readonly Expression[] => {
      if (point.kind === 'at') return [];
      const { of, size } = this.#difference(point);
      return size ? [of, size] : [of];
    };
    switch (question.kind) {
      case 'left-out':
        return [];
      case 'param':
        return [...parameterReads(question.expression, analysis === 'ac').reads.values()];
      case 'trig':
        return [...ofPoint(question.trig), ...ofPoint(question.targ)];
      case 'find':
      case 'deriv':
        return [...(question.of ? [this.#put(question.of)] : []), ...ofPoint(question.point)];
      case 'error':
      case 'four':
        return [this.#put(question.of)];
      default:
        return [question.of, ...(question.where ? [question.where] : [])].map((of) => this.#put(of));
    }
  }

  /** What of a condition is watched, and the level that it passes: left - right passes 0, rounded as left is. */
  #difference({ left, right }: MeasureCondition): { of: Expression; level: number; size?: Expression } {
    const { span } = left;
    const a = this.#put(left);
    if (!right) return { of: a, level: 0 };
    const b = this.#put(right);
    if (b.kind === 'number') return { of: a, level: b.value };
    return { of: { kind: 'binary', operator: '-', left: a, right: b, span }, level: 0, size: a };
  }

  /** Puts results of earlier measures into an expression; those that failed leave NaN, which `#begin` sees first. */
  #put(expression: Expression): Expression {
    return mapExpression(expression, (node) => {
      if (node.kind !== 'probe' || node.quantity !== MEASURE_PROBE) return simplifyNode(node);
      return numberAt(this.#results.get(node.names[0] ?? '')?.value ?? NaN, node.span);
    });
  }

  #begin(card: MeasureCard, quantities: Quantities): Running {
    const failed = (reason: string): Running => ({ card, measurement: { failed: reason }, unit: '' });
    if (card.question.kind === 'left-out') return failed('the card could not be read');
    const circle = this.#order.circles.get(card)?.filter((name) => !name.includes('#'));
    if (circle) return failed(['it needs itself', ...circle].join(', by way of '));
    const mayFail = card.until ? measuresIn(card.until) : [];
    for (const name of namesIn(card, 'before')) {
      if (mayFail.includes(name)) continue;
      const result = this.#results.get(name);
      if (!result) return failed(`${name} is no measure of this analysis`);
      if (result.failed !== undefined) return failed(reasonOf(name, result.failed));
    }
    const missing = this.#waveforms(card).find((expression) => !quantities.has(itemOf(expression).text));
    if (missing) return failed(whyMissing(itemOf(missing), printWritten(missing, this.units)));
    return { card, ...this.#measurement(card, quantities) };
  }

  #measurement(card: MeasureCard, quantities: Quantities): Pick<Running, 'measurement' | 'unit'> {
    const { question } = card;
    const { run } = this;
    const scale = this.#scaleText;
    const quantityOf = (expression: Expression): MeasuredQuantity => {
      const found = quantities.get(itemOf(this.#put(expression)).text);
      if (!found) throw new Error('a quantity that is measured has not been found');
      return found.unit === '' ? { ...found, unit: unitOf(expression, this.units) } : found;
    };
    const interval = this.#interval(card);
    const finder = (point: MeasurePoint, kind: PointKind, q: number): PointFinder =>
      new PointFinder(this.#pointSpec(point, interval, quantities), kind, q, this.#whole, records);
    const records = this.recorded.has(card.name) ? (card.continuous ? 'all' : 'asked') : undefined;
    switch (question.kind) {
      case 'left-out':
        throw new Error('a card that could not be read is not measured');
      case 'find':
      case 'deriv': {
        const of = question.of && quantityOf(question.of);
        const kind = !of ? 'place' : question.kind === 'find' ? 'value' : 'slope';
        const unit = !of ? run.unit : question.kind === 'find' ? of.unit : unitOfSlope(of.unit, run.unit);
        return { measurement: new PointMeasurement(finder(question.point, kind, of?.q ?? 0), scale), unit };
      }
      case 'trig': {
        const { trig, targ } = question;
        const measurement = new DistanceMeasurement(
          finder(trig, 'place', 0),
          finder(targ, 'place', 0),
          scale,
        );
        return { measurement, unit: run.unit };
      }
      case 'param':
        return { measurement: this.#parameter(card, question.expression, interval, quantities), unit: '' };
      case 'error': {
        const { q, unit } = quantityOf(question.of);
        const { norm } = question;
        const points = question.inOrder ? pointsInOrder(question.points, run) : question.points;
        if ('failed' in points) return { measurement: points, unit };
        return { measurement: new ErrorMeasurement(q, points, norm, interval), unit };
      }
      case 'four': {
        const asked = { frequency: this.number(question.frequency), harmonics: question.harmonics };
        return { measurement: new SpectrumMeasurement(quantityOf(question.of), asked, interval), unit: '' };
      }
      case 'duty':
      case 'freq':
      case 'period':
      case 'on_time':
      case 'off_time': {
        const { q } = quantityOf(question.of);
        const on = question.on ? this.number(question.on) : 0;
        const off = question.off ? this.number(question.off) : on;
        const unit = { duty: '', freq: 'Hz', period: run.unit, on_time: run.unit, off_time: run.unit }[
          question.kind
        ];
        return { measurement: new CycleMeasurement(question.kind, q, { on, off }, interval, scale), unit };
      }
      default: {
        const { q, unit } = quantityOf(question.of);
        const of = {
          max_at: run.unit,
          min_at: run.unit,
          integ: unitOfIntegral(unit, run.unit),
        } as Readonly<Record<string, string>>;
        const where = question.where && quantityOf(question.where).q;
        // Powers of noise add, not its amplitudes: of a density the integral is the noise of the band.
        const density = /^(.*)\/sqrt\(Hz\)$/.exec(unit)?.[1];
        const isTotal = density !== undefined && question.kind === 'integ';
        const kind = isTotal ? 'total' : question.kind;
        return {
          measurement: new IntervalMeasurement(kind, q, interval, scale, where),
          unit: isTotal ? density : (of[question.kind] ?? unit),
        };
      }
    }
  }

  /** FROM and TO; a sweep has no direction in which they would have to stand. */
  #interval(card: MeasureCard): Interval {
    const { run } = this;
    const until = card.until ? this.number(card.until) : NaN;
    const [begin, end] = [card.from, card.to].map((place) => place && this.number(place));
    const isTurned = card.analysis === 'dc' && begin !== undefined && end !== undefined && end < begin;
    const [from = run.from, to = run.to] = isTurned ? [end, begin] : [begin, end];
    return {
      ...this.#whole,
      from: Math.max(run.from, from),
      to: Math.min(to, Number.isNaN(until) ? Infinity : until),
    };
  }

  #pointSpec(point: MeasurePoint, { from, to }: Interval, quantities: Quantities): PointSpec {
    if (point.kind === 'at') return { kind: 'at', at: this.number(point.at) };
    const { edge, count, delay, right, least } = point;
    const { of, level, size } = this.#difference(point);
    const q = quantities.get(itemOf(of).text)?.q ?? 0;
    const sizeAt = size && quantities.get(itemOf(size).text)?.q;
    const which = count < 0 ? `${edge} ${count === -1 ? 'last' : count}` : `${edge} ${count}`;
    const written = (expression: Expression): string => printWritten(this.#put(expression), this.units);
    const what = right ? `= ${written(right)}` : `begins to ${edge}`;
    return {
      ...{ kind: 'when', q, level, edge, count, to },
      ...(least && { least: this.number(least) }),
      ...(sizeAt !== undefined && { size: sizeAt }),
      text: `${written(point.left)} ${what} (${which})`,
      from: Math.max(from, delay ? this.number(delay) : from),
    };
  }

  /** An expression of results, and of quantities where the interval ends. */
  #parameter(
    { analysis }: MeasureCard,
    expression: Expression,
    interval: Interval,
    quantities: Quantities,
  ): Measurement {
    const of = parameterReads(expression, analysis === 'ac');
    const places = [...of.reads.values()].map((read) => quantities.get(itemOf(read).text)?.q ?? 0);
    const written = printWritten(expression, this.units);
    return new ParameterMeasurement(written, of, places, interval, this.run, this.#outcomes, this.#scaleText);
  }

  readonly #outcomes: Results = {
    valueOf: (name) => this.#results.get(name)?.value,
    failureOf: (name) => {
      const failed = this.#results.get(name)?.failed;
      return failed === undefined ? undefined : reasonOf(name, failed);
    },
  };

  readonly #scaleText = (t: number): string => formatEngineering(t, this.run.unit, 6);
}

function reasonOf(name: string, failed: string): string {
  return `it needs ${name.split('#')[0] ?? name}: ${failed}`;
}
