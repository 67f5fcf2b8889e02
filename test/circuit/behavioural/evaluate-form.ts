/** Values of controlled branches at given voltages and currents: their auxiliary rows solved one after the other. */
import type {
  AuxiliaryRow,
  ControlledBranch,
  FormTerm,
  LinearForm,
} from '../../../src/circuit/primitives.js';

export interface Quantities {
  /** Node voltages; ground is 0. */
  readonly v: Readonly<Record<string, number>>;
  /** Currents by element. */
  readonly i?: Readonly<Record<string, number>>;
  readonly t?: number;
}

/** Evaluates the output of a branch whose rows depend on earlier rows only. */
export function outputAt(
  { form, auxiliaries = [] }: Pick<ControlledBranch, 'form' | 'auxiliaries'>,
  at: Quantities,
): number {
  const lambda: number[] = [];
  auxiliaries.forEach((row, k) => {
    if (lambda[k] !== undefined) return;
    if (row.guard) {
      const on = valueOf(row.guard.control, at, lambda) > row.guard.on;
      lambda[k] = on ? -without(row.y, k, at, lambda) : 0;
    } else if (own(row, k)) {
      lambda[k] = Math.max(0, -without(row.y, k, at, lambda));
    } else {
      // A step: row k is p - g, row k + 1 is 1 - s.
      const g = -without(row.y, k + 1, at, lambda);
      lambda[k] = g > 0 ? 1 : 0;
      lambda[k + 1] = Math.max(0, g);
    }
  });
  return valueOf(form, at, lambda);
}

function own(row: AuxiliaryRow, k: number): boolean {
  return row.y.terms.some((term) => term.quantity === 'auxiliary' && term.index === k);
}

/** The form less its term of multiplier k, which has gain 1. */
function without({ constant, terms }: LinearForm, k: number, at: Quantities, lambda: number[]): number {
  const rest = terms.filter((term) => !(term.quantity === 'auxiliary' && term.index === k));
  return valueOf({ constant, terms: rest }, at, lambda);
}

function valueOf({ constant, terms }: LinearForm, at: Quantities, lambda: number[]): number {
  return terms.reduce((sum, term) => sum + term.gain * quantity(term, at, lambda), constant);
}

function quantity(term: FormTerm, { v, i = {}, t = 0 }: Quantities, lambda: number[]): number {
  switch (term.quantity) {
    case 'voltage':
      return (v[term.a] ?? 0) - (v[term.b] ?? 0);
    case 'current':
      return i[term.element] ?? NaN;
    case 'signal':
      return term.signal.value(t);
    case 'auxiliary':
      return lambda[term.index] ?? NaN;
  }
}
