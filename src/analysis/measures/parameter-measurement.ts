/**
 * PARAM: an expression of results and of quantities where its interval ends. Of `.ac` the largest parts of it that read quantities
 * and no results are read as they are, in complex arithmetic; everything else is made of what was read when the run is over.
 */
import type { Expression } from '../../expression/ast.js';
import { FREQUENCY_VARIABLES } from '../../expression/circuit-functions.js';
import { variableKey, visitExpression, withChildren } from '../../expression/map-expression.js';
import { compileExpression } from '../../expression/program.js';
import { MEASURE_PROBE } from '../../netlist/flat-cards.js';
import { measuresIn } from '../../netlist/measure-expressions.js';
import {
  emptyInterval,
  type Interval,
  type Measured,
  type Measurement,
  type Unmeasured,
} from './measurement.js';
import type { PolynomialSegment } from './polynomial-segment.js';
import { PlaceReader } from './table-measurement.js';

/** Stands for what is read, by its number. */
const READ_PROBE = 'read';

export interface ParameterReads {
  /** The expression over what is read. */
  readonly expression: Expression;
  /** What is read of the circuit, each once, by its key in the expression. */
  readonly reads: ReadonlyMap<string, Expression>;
}

/** What PARAM reads. */
export function parameterReads(expression: Expression, isComplex: boolean): ParameterReads {
  const reads = new Map<string, Expression>();
  if (!isComplex) {
    visitExpression(expression, (node) => {
      if (node.kind === 'probe' && node.quantity !== MEASURE_PROBE) reads.set(variableKey(node), node);
    });
    return { expression, reads };
  }
  const read = (node: Expression): Expression => {
    if (measuresIn(node).length > 0) return withChildren(node, read);
    if (!readsQuantity(node)) return node;
    const probe = { kind: 'probe', quantity: READ_PROBE, names: [String(reads.size)] } as const;
    const whole = { ...probe, span: node.span };
    reads.set(variableKey(whole), node);
    return whole;
  };
  return { expression: read(expression), reads };
}

function readsQuantity(expression: Expression): boolean {
  let reads = false;
  visitExpression(expression, (node) => {
    reads ||= node.kind === 'probe';
  });
  return reads;
}

/** Where the scale begins and ends. */
type RunEnds = Pick<Interval, 'from' | 'to'>;

/** What came out of other measures. */
export interface Results {
  valueOf(name: string): number | undefined;
  /** Why a measure failed, as half a sentence that names it. */
  failureOf(name: string): string | undefined;
}

export class ParameterMeasurement implements Measurement {
  readonly #reader: PlaceReader;
  readonly #names: readonly string[];
  readonly #keys: readonly string[];
  readonly #at: number;

  constructor(
    private readonly written: string,
    private readonly of: ParameterReads,
    /** Of what is read, in its order. */
    quantities: readonly number[],
    private readonly interval: Interval,
    private readonly run: RunEnds,
    private readonly results: Results,
    private readonly scale: (t: number) => string,
  ) {
    this.#at = Math.min(interval.to, run.to);
    this.#reader = new PlaceReader([this.#at], quantities, interval.tolerance);
    this.#names = measuresIn(of.expression);
    const ofScale = ['time', ...FREQUENCY_VARIABLES];
    this.#keys = [...of.reads.keys(), ...this.#names.map((name) => `${MEASURE_PROBE}(${name})`), ...ofScale];
  }

  get settled(): boolean {
    return this.of.reads.size === 0 || this.#reader.settled;
  }

  get begins(): number {
    return this.of.reads.size === 0 ? Infinity : -Infinity;
  }

  segment(segment: PolynomialSegment): void {
    this.#reader.segment(segment);
  }

  outcome(): Measured | Unmeasured {
    const { interval, results, run } = this;
    if (interval.from > interval.to || interval.from > run.to + interval.tolerance)
      return emptyInterval(interval, this.scale);
    for (const name of this.#names) {
      const failed = results.failureOf(name);
      if (failed !== undefined) return { failed };
    }
    const known = [...this.#reader.values, ...this.#names.map((name) => results.valueOf(name) ?? NaN)];
    const values = this.#keys.map((_, k) => (k < known.length ? (known[k] ?? NaN) : this.#at));
    const program = compileExpression(this.of.expression, this.#keys);
    const value = program?.evaluate(Float64Array.from(values)) ?? NaN;
    return Number.isFinite(value) ? { value } : { failed: `${this.written} has no finite value` };
  }
}
