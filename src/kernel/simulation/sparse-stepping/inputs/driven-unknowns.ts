/**
 * Unknowns that inputs alone determine: row r is k z_j + S u = 0 and nothing else, as that of a source from a node to ground. What
 * reads z_j reads inputs.
 */
import type { DescriptorSystem, SparseForm } from '../../../modeling/descriptor-system.js';

/** Terms of one input each. */
export type InputTerms = readonly (readonly [input: number, gain: number])[];

export class DrivenUnknowns {
  /** By unknown the terms of inputs that it is the sum of. */
  readonly #terms = new Map<number, InputTerms>();
  readonly #rowOf = new Map<number, number>();

  constructor(private readonly system: DescriptorSystem) {
    const { size, K, S } = system;
    /** Entries of K in each row, and the last of them. */
    const count = new Int32Array(size);
    const entry = new Int32Array(size);
    K.row.forEach((row, k) => {
      count[row]!++;
      entry[row] = k;
    });
    for (const row of rowsWithMore(system)) count[row] = 0;
    const terms = new Map<number, [number, number][]>();
    S.row.forEach((row, k) => {
      if (count[row] !== 1) return;
      const known = terms.get(row);
      const term: [number, number] = [S.col[k]!, S.value[k]!];
      if (known) known.push(term);
      else terms.set(row, [term]);
    });
    for (const [row, list] of terms) {
      const unknown = K.col[entry[row]!]!;
      const factor = -1 / K.value[entry[row]!]!;
      if (!Number.isFinite(factor)) continue;
      this.#rowOf.set(unknown, row);
      this.#terms.set(
        unknown,
        list.map(([input, gain]) => [input, factor * gain]),
      );
    }
  }

  /** The row that determines an unknown; undefined where inputs do not. */
  rowOf(unknown: number): number | undefined {
    return this.#rowOf.get(unknown);
  }

  /** The inputs that an unknown is the sum of; undefined where it is not. */
  termsOf(unknown: number): InputTerms | undefined {
    return this.#terms.get(unknown);
  }

  get unknowns(): Iterable<number> {
    return this.#rowOf.keys();
  }

  /** A form as terms of inputs; undefined where it reads another unknown. */
  inputsOf({ index, gain }: SparseForm): InputTerms | undefined {
    const { size } = this.system;
    const found: [number, number][] = [];
    for (let e = 0; e < index.length; e++) {
      const own = index[e]! < size ? this.#terms.get(index[e]!) : [[index[e]! - size, 1] as const];
      if (!own) return undefined;
      for (const [input, factor] of own) found.push([input, gain[e]! * factor]);
    }
    return found;
  }
}

/** Rows that are more than K z + S u = 0. */
function* rowsWithMore({ Q, groups, pairs, guards }: DescriptorSystem): Iterable<number> {
  yield* Q.row;
  for (const { rows } of groups) for (const row of rows) if (row >= 0) yield row;
  for (const { row } of pairs) yield row;
  for (const { row } of guards) yield row;
}
