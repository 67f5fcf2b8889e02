/**
 * Forms of a circuit as sums over the unknowns z and the inputs u of its sparse system. Every current that a form of the
 * circuit reads is an unknown or a form of voltages and inputs (`sparse-numbering.ts`), so that no form needs dz/dt.
 */
import type { SparseForm } from '../../kernel/modeling/descriptor-system.js';
import type { Triplets } from '../../numerics/sparse/sparse-matrix.js';
import type { FormTerm, LinearForm } from '../primitives.js';
import type { SparseNumbering } from './sparse-numbering.js';

/** Terms of a sum are looked for one by one up to so many. */
const FEW = 16;

/** Gains by index, in the order in which indices came; without any map where there are few, which is nearly always. */
class GatheredTerms {
  readonly #index: number[] = [];
  readonly #gain: number[] = [];
  #places: Map<number, number> | undefined;

  add(index: number, gain: number): void {
    const known = this.#index;
    const place = this.#places ? (this.#places.get(index) ?? -1) : known.indexOf(index);
    if (place >= 0) {
      this.#gain[place] = (this.#gain[place] as number) + gain;
      return;
    }
    this.#places?.set(index, known.length);
    known.push(index);
    this.#gain.push(gain);
    if (known.length > FEW) this.#places ??= new Map(known.map((at, k) => [at, k]));
  }

  /** All that are not 0. */
  forEach(visit: (index: number, gain: number) => void): void {
    this.#index.forEach((index, k) => {
      const gain = this.#gain[k] as number;
      if (gain !== 0) visit(index, gain);
    });
  }
}

/** A sum of gains times unknowns and inputs, equal ones gathered. */
export class FormSum {
  readonly #unknowns = new GatheredTerms();
  readonly #inputs = new GatheredTerms();

  constructor(private readonly numbering: SparseNumbering) {}

  /** Adds factor times a form; auxiliary terms are those of branch `own`. */
  add({ constant, terms }: LinearForm, own: number, factor = 1): this {
    if (constant !== 0) this.addInput(0, factor * constant);
    for (const term of terms) this.#addTerm(term, own, factor * term.gain);
    return this;
  }

  addUnknown(unknown: number, gain: number): this {
    if (unknown >= 0) this.#unknowns.add(unknown, gain);
    return this;
  }

  addInput(input: number, gain: number): this {
    this.#inputs.add(input, gain);
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
    this.#unknowns.forEach((unknown, gain) => {
      K.add(row, unknown, factor * gain);
    });
    this.#inputs.forEach((input, gain) => {
      S.add(row, input, factor * gain);
    });
  }

  /** The sum over (z, u), z of a given length. */
  form(size: number): SparseForm {
    const index: number[] = [];
    const gains: number[] = [];
    const take = (at: number, gain: number): void => {
      index.push(at);
      gains.push(gain);
    };
    this.#unknowns.forEach(take);
    this.#inputs.forEach((input, gain) => {
      take(size + input, gain);
    });
    return { index: new Int32Array(index), gain: new Float64Array(gains) };
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
