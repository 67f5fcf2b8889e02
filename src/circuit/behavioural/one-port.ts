/**
 * Is the law of a controlled branch that of a resistance: a function of the branch's own voltage or current alone, and 0
 * where that is 0? What such a branch absorbs is heat; any other one is a source, whatever way its power goes. A negative
 * resistance "dissipates" negative heat, as the linear one does.
 *
 * The value at 0 follows from the auxiliary rows in order: a ramp is max(0, g), a step 1 for g > 0 and 0 else, the middle at 0 where no
 * comparison says it, a smooth row its function, a forced row its choice. Cost: linear in the number of terms.
 */
import type { AuxiliaryRow, FormTerm, LinearForm } from '../primitives.js';
import type { Law } from './own-slope.js';

interface Ends {
  readonly element: string;
  readonly a: string;
  readonly b: string;
}

/** Tells whether the branch between these ends is a resistance. */
export function isResistive({ form, rows }: Law, ends: Ends): boolean {
  const forms = [form, ...rows.flatMap(formsOf)];
  if (!forms.every(({ terms }) => terms.every((term) => isOwn(term, ends)))) return false;
  return valueAt(form, valuesAtRest(rows)) === 0;
}

function formsOf({ y, guard, smooth }: AuxiliaryRow): readonly LinearForm[] {
  return [y, ...(guard ? [guard.control] : []), ...(smooth?.arguments ?? [])];
}

function isOwn(term: FormTerm, { element, a, b }: Ends): boolean {
  switch (term.quantity) {
    case 'voltage':
      return (term.a === a && term.b === b) || (term.a === b && term.b === a);
    case 'current':
      return term.element === element;
    case 'signal':
      return false;
    case 'auxiliary':
      return term.branch === undefined;
  }
}

/** The multipliers of the rows where voltages and currents are 0. */
function valuesAtRest(rows: readonly AuxiliaryRow[]): Float64Array {
  const values = new Float64Array(rows.length);
  rows.forEach((row, k) => {
    // y holds the row's own multiplier once; of a step and a limit, the excess, which stands behind it.
    const rest = -valueAt(row.y, values);
    if (row.smooth) {
      const at = Float64Array.from(row.smooth.arguments, (argument) => valueAt(argument, values));
      values[k] = row.smooth.value(at);
    } else if (row.guard) {
      values[k] = valueAt(row.guard.control, values) > row.guard.on ? rest : 0;
    } else if (row.beginsRelay) {
      values[k] = rest > 0 ? 1 : rest === 0 && !row.whereEqual ? 0.5 : 0;
      values[k + 1] = Math.max(0, rest);
    } else if (row.beginsLimit) {
      const most = rows[k + 1]?.y.constant ?? 0;
      values[k] = Math.min(Math.max(0, rest), most);
      values[k + 1] = Math.max(0, rest - most);
    } else if (!rows[k - 1]?.beginsRelay && !rows[k - 1]?.beginsLimit) {
      values[k] = Math.max(0, rest);
    }
  });
  return values;
}

function valueAt({ constant, terms }: LinearForm, auxiliaries: Float64Array): number {
  return terms.reduce(
    (sum, term) => (term.quantity === 'auxiliary' ? sum + term.gain * (auxiliaries[term.index] ?? NaN) : sum),
    constant,
  );
}
