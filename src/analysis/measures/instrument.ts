/**
 * What looks at quantities of a run while it goes on: measures, Fourier integrals, statistics. Each says what it reads; whoever
 * runs the circuit finds these quantities in its own way and offers smooth intervals; all instruments share one reading of them.
 */
import type { OutputItem } from '../../netlist/output-item.js';
import { printExpression } from '../../expression/print.js';
import type { Expression } from '../../expression/ast.js';
import type { Column } from '../../waveform/plot.js';
import { fullResolution, PiecewisePolynomial, type SegmentObserver } from './piecewise-polynomial.js';
import type { SmoothIntervalObserver } from './smooth-interval.js';

export type MeasuredItem = OutputItem;

/** A quantity that the circuit has: its place among those that are read. */
export interface MeasuredQuantity extends Column {
  readonly q: number;
}

export interface Instrument {
  /** What it reads; equal texts are equal quantities. */
  readonly items: readonly MeasuredItem[];
  /** To which part of the largest value so far it has to know what it reads; absent for all digits there are. */
  readonly resolution?: number;
  /** Begins anew, with the quantities that the circuit has by their texts; undefined where there is nothing to look at. */
  begin(quantities: ReadonlyMap<string, MeasuredQuantity>): SegmentObserver | undefined;
}

/** What a run is watched by. */
export interface Watch {
  readonly items: readonly MeasuredItem[];
  /**
   * Begins anew; columns[k] is that of item k, undefined where the circuit has none such. `known`: the part of the largest value so far
   * to which values are known, absent where that is rounding.
   */
  begin(columns: readonly (Column | undefined)[], known?: number): SmoothIntervalObserver | undefined;
}

/** All instruments as one watch; undefined where they read nothing. */
export function watchOf(instruments: readonly Instrument[]): Watch | undefined {
  const items = new Map<string, MeasuredItem>();
  for (const instrument of instruments)
    for (const item of instrument.items) if (!items.has(item.text)) items.set(item.text, item);
  if (items.size === 0) return undefined;
  const readers = instruments.filter(({ items: read }) => read.length > 0);
  const resolution = Math.min(...readers.map((each) => each.resolution ?? fullResolution));
  return {
    items: [...items.values()],
    begin(columns, known = 0) {
      const quantities = new Map<string, MeasuredQuantity>();
      [...items.keys()].forEach((text, k) => {
        const column = columns[k];
        if (column) quantities.set(text, { ...column, q: quantities.size });
      });
      const observers = instruments
        .map((instrument) => instrument.begin(quantities))
        .filter((observer) => observer !== undefined);
      return observers.length > 0
        ? new PiecewisePolynomial(quantities.size, observers, Math.max(resolution, known))
        : undefined;
    },
  };
}

/** The item that reads an expression; a quantity that is written alone is read as it is. */
export function itemOf(expression: Expression): MeasuredItem {
  const { span } = expression;
  const text = printExpression(expression);
  if (expression.kind === 'probe')
    return { text, quantity: expression.quantity, names: expression.names, span };
  return { text, quantity: 'expression', names: [], expression, span };
}
