/**
 * Unknowns that inputs alone determine: row r is k z_j + S u = 0, as that of a source from a node to ground, or reads besides what such
 * rows determine, as that of a divider does. What reads z_j reads inputs.
 */
import type { DescriptorSystem, SparseForm } from '../../../modeling/descriptor-system.js';

/** Terms of one input each. */
export type InputTerms = readonly (readonly [input: number, gain: number])[];

/** Sums of more inputs are left to the rows: chains of them would cost their square. */
const MOST_TERMS = 16;

export class DrivenUnknowns {
  /** By unknown the terms of inputs that it is the sum of. */
  readonly #terms = new Map<number, InputTerms>();
  readonly #rowOf = new Map<number, number>();

  constructor(private readonly system: DescriptorSystem) {
    const { size, K, S } = system;
    const entries: [unknown: number, factor: number][][] = Array.from({ length: size }, () => []);
    const readers: number[][] = Array.from({ length: size }, () => []);
    const isOpen = new Uint8Array(size).fill(1);
    for (const row of rowsWithMore(system)) isOpen[row] = 0;
    K.row.forEach((row, k) => {
      const [unknown, factor] = [K.col[k]!, K.value[k]!];
      if (isOpen[row] === 0 || factor === 0) return;
      const known = entries[row]!.find(([other]) => other === unknown);
      if (known) {
        known[1] += factor;
        return;
      }
      entries[row]!.push([unknown, factor]);
      readers[unknown]!.push(row);
    });
    const inputs: (readonly [input: number, gain: number])[][] = Array.from({ length: size }, () => []);
    S.row.forEach((row, k) => {
      if (isOpen[row] === 1) inputs[row]!.push([S.col[k]!, S.value[k]!]);
    });
    const left = Int32Array.from(entries, (of) => of.length);
    const rows = [...left.keys()].filter((row) => left[row] === 1);
    for (let row = rows.pop(); row !== undefined; row = rows.pop()) {
      const own = entries[row]!.find(([unknown]) => !this.#terms.has(unknown));
      if (!own) continue;
      const terms = new Map<number, number>();
      const add = (input: number, gain: number): void =>
        void terms.set(input, (terms.get(input) ?? 0) - gain / own[1]);
      for (const [input, gain] of inputs[row]!) add(input, gain);
      for (const [unknown, factor] of entries[row]!)
        for (const [input, gain] of this.#terms.get(unknown) ?? []) add(input, factor * gain);
      if (terms.size > MOST_TERMS || ![...terms.values()].every(Number.isFinite)) continue;
      this.#rowOf.set(own[0], row);
      this.#terms.set(own[0], [...terms]);
      for (const reader of readers[own[0]]!) if (--left[reader]! === 1) rows.push(reader);
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
