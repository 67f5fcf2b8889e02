/** Arithmetic of linear forms. */
import type { FormTerm, LinearForm } from '../primitives.js';

export const zeroForm: LinearForm = Object.freeze({ constant: 0, terms: Object.freeze<FormTerm[]>([]) });

/** Returns the form that is a number. */
export function constantForm(constant: number): LinearForm {
  return { constant, terms: [] };
}

/** Returns one term with gain 1 as a form. */
export function termForm(term: FormTerm): LinearForm {
  return { constant: 0, terms: [term] };
}

/** Returns factor times a form. */
export function scaled(factor: number, { constant, terms }: LinearForm): LinearForm {
  if (factor === 0) return zeroForm;
  return {
    constant: factor * constant,
    terms: terms.map((term) => ({ ...term, gain: factor * term.gain })),
  };
}

/** Returns first + factor times second, equal quantities gathered, those that cancel left out. */
export function sum(first: LinearForm, second: LinearForm, factor = 1): LinearForm {
  const terms = new Map<string, FormTerm>();
  for (const term of [...first.terms, ...scaled(factor, second).terms]) {
    const key = keyOf(term);
    const known = terms.get(key);
    terms.set(key, known ? { ...known, gain: known.gain + term.gain } : term);
  }
  return {
    constant: first.constant + factor * second.constant,
    terms: [...terms.values()].filter(({ gain }) => gain !== 0),
  };
}

/** Tells whether a form is a number. */
export function isConstant({ terms }: LinearForm): boolean {
  return terms.length === 0;
}

/** Returns {factor, rest} with form = factor times base + rest where such numbers exist. */
export function asMultiple(
  form: LinearForm,
  base: LinearForm,
): { readonly factor: number; readonly rest: number } | undefined {
  const [lead] = base.terms;
  if (!lead) return undefined;
  const own = form.terms.find((term) => keyOf(term) === keyOf(lead));
  const factor = own ? own.gain / lead.gain : 0;
  const rest = sum(form, base, -factor);
  const largest = Math.max(0, ...form.terms.map(({ gain }) => Math.abs(gain)));
  // Gains that should cancel leave their rounding.
  if (rest.terms.some(({ gain }) => Math.abs(gain) > 1e-14 * largest)) return undefined;
  return { factor, rest: rest.constant };
}

function keyOf(term: FormTerm): string {
  switch (term.quantity) {
    case 'voltage':
      return `v ${term.a} ${term.b}`;
    case 'current':
      return `i ${term.element}`;
    case 'signal':
      return `s ${term.name}`;
    case 'auxiliary':
      return `a ${term.index}`;
  }
}
