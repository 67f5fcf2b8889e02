/** What `.meas noise` reads: columns of the plot of densities, and expressions of these. */
import { variablesIn } from '../../expression/map-expression.js';
import { compileExpression } from '../../expression/program.js';
import { NOISE_PROBE } from '../../netlist/flat-cards.js';
import type { Column } from '../../waveform/plot.js';
import { unitOf } from '../rows/unit-of.js';
import type { MeasuredItem } from './instrument.js';
import type { SweptQuantity } from './sweep-intervals.js';

/** Finds items among the columns of a row, the frequency first; undefined where the plot has no such columns. */
export function noiseQuantity(columns: readonly Column[]): (item: MeasuredItem) => SweptQuantity | undefined {
  const placeOf = (name: string): number => columns.findIndex((column, k) => k > 0 && column.name === name);
  return ({ text, quantity, names, expression }) => {
    if (quantity === NOISE_PROBE) {
      const place = placeOf(names[0] ?? '');
      const column = columns[place];
      return column && { column: { ...column, name: text }, read: (row) => row[place] ?? NaN };
    }
    if (!expression) return undefined;
    const keys = variablesIn(expression);
    const places = keys.map((key) =>
      key === 'freq' || key === 'hertz' ? 0 : placeOf(/^noise\((.*)\)$/.exec(key)?.[1] ?? ''),
    );
    const program = places.includes(-1) ? undefined : compileExpression(expression, keys);
    if (!program) return undefined;
    const unit = unitOf(expression, (_, [name = '']) => columns[placeOf(name)]?.unit ?? '');
    return {
      column: { name: text, unit },
      read: (row) => program.evaluate(Float64Array.from(places, (place) => row[place] ?? NaN)),
    };
  };
}
