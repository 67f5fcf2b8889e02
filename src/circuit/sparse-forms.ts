/**
 * Forms of a circuit as sums over the unknowns z and the inputs u of its sparse system. Every current that a form of the
 * circuit reads is an unknown or a form of voltages and inputs (`sparse-numbering.ts`), so that no form needs dz/dt.
 */
import type { SparseForm } from '../kernel/modeling/descriptor-system.js';
import type { Triplets } from '../numerics/sparse/sparse-matrix.js';
import type { FormTerm, LinearForm } from './primitives.js';
import type { SparseNumbering } from './sparse-numbering.js';

/** A sum of gains times unknowns and inputs, equal ones gathered. */
export class FormSum {
  readonly #unknowns = new Map<number, number>();
  readonly #inputs = new Map<number, number>();

  constructor(private readonly numbering: SparseNumbering) {}

  /** Adds factor times a form; auxiliary terms are those of branch `own`. */
  add({ constant, terms }: LinearForm, own: number, factor = 1): this {
    if (constant !== 0) this.addInput(0, factor * constant);
    for (const term of terms) this.#addTerm(term, own, factor * term.gain);
    return this;
  }

  addUnknown(unknown: number, gain: number): this {
    if (unknown >= 0) this.#unknowns.set(unknown, (this.#unknowns.get(unknown) ?? 0) + gain);
    return this;
  }

  addInput(input: number, gain: number): this {
    this.#inputs.set(input, (this.#inputs.get(input) ?? 0) + gain);
    return this;
  }

  addVoltage(a: string, b: string, gain: number): this {
    const { node } = this.numbering;
    return a === b ? this : this.addUnknown(node(a), gain).addUnknown(node(b), -gain);
  }

  /** Adds the current of a branch that is an unknown, a conductance's or a source's; false where it is none of these. */
  addCurrent(index: number, gain: number): boolean {
    const { branches, currentUnknown, inputs } = this.numbering;
    const own = currentUnknown[index] ?? -1;
    const branch = branches[index];
    if (own >= 0) this.addUnknown(own, gain);
    else if (branch?.kind === 'resistance') this.addVoltage(branch.a, branch.b, gain / branch.resistance);
    else if (branch?.kind === 'current') {
      const { input, coefficient } = inputs.source(branch.name, branch.signal);
      this.addInput(input, gain * coefficient);
    } else if (branch?.kind === 'controlled') this.add(branch.form, index, gain);
    else return false;
    return true;
  }

  /** Adds factor times the sum to a row. */
  stamp(row: number, factor: number, K: Triplets, S: Triplets): void {
    for (const [unknown, gain] of this.#unknowns) if (gain !== 0) K.add(row, unknown, factor * gain);
    for (const [input, gain] of this.#inputs) if (gain !== 0) S.add(row, input, factor * gain);
  }

  /** The sum over (z, u), z of a given length. */
  form(size: number): SparseForm {
    const entries = [
      ...this.#unknowns,
      ...[...this.#inputs].map(([input, gain]) => [size + input, gain] as const),
    ];
    const present = entries.filter(([, gain]) => gain !== 0);
    return {
      index: Int32Array.from(present, ([index]) => index),
      gain: Float64Array.from(present, ([, gain]) => gain),
    };
  }

  #addTerm(term: FormTerm, own: number, gain: number): void {
    const { branches, firstAuxiliary, inputs } = this.numbering;
    switch (term.quantity) {
      case 'voltage':
        this.addVoltage(term.a, term.b, gain);
        return;
      case 'signal': {
        const { input, coefficient } = inputs.source(term.name, term.signal);
        this.addInput(input, gain * coefficient);
        return;
      }
      case 'auxiliary': {
        const holder = term.branch === undefined ? own : (this.numbering.branchNamed.get(term.branch) ?? -1);
        const first = firstAuxiliary[holder] ?? -1;
        if (first >= 0) this.addUnknown(first + term.index, gain);
        return;
      }
      case 'current':
        for (const index of this.numbering.branchesOf.get(term.element) ?? [])
          this.addCurrent(index, branches[index]?.reversed === true ? -gain : gain);
    }
  }
}

/** Returns a form of the circuit over (z, u); auxiliary terms are those of branch `own`. */
export function formOver(numbering: SparseNumbering, form: LinearForm, own: number): SparseForm {
  return new FormSum(numbering).add(form, own).form(numbering.origins.length);
}

/** The value of a form. */
export function readForm({ index, gain }: SparseForm, z: Float64Array, u: ArrayLike<number>): number {
  const size = z.length;
  let sum = 0;
  for (let k = 0; k < index.length; k++) {
    const j = index[k] as number;
    sum += (gain[k] as number) * (j < size ? (z[j] as number) : (u[j - size] as number));
  }
  return sum;
}
