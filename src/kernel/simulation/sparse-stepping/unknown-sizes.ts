/**
 * What unknowns are measured by: the largest value of the last steps, which fades by and by; of those behind d/dt also a part
 * of what their charge or flux is worth in them, |s_row| / |ds_row/dz|, and of the largest one of their kind. So neither
 * the choice of ground nor a start from 0 asks for more digits than the charges have: SPICE measures these alone, which
 * misses a small signal behind a large capacitor. Of one kind are unknowns of one absolute tolerance: voltages, currents.
 * Cost: one pass over the unknowns and the entries of ds/dz a step. Source: [Nagel 1975, ch. 4].
 */
import type { DescriptorAssembly } from './assembly.js';

/** No state is smaller than this part of the largest one. */
const SMALLEST = 1e-4;
/** Part of the worth of a charge that counts. */
const CHARGE = 1;
/** What is kept of a size from one step to the next. */
const KEPT = 0.98;

export class UnknownSizes {
  /** Of each state its kind, and of each kind the largest size. */
  readonly #kinds: Int32Array;
  readonly #largest: Float64Array;

  constructor(
    private readonly assembly: DescriptorAssembly,
    readonly sizes: Float64Array,
  ) {
    const { absolute } = assembly.system;
    const kindOf = new Map<number, number>();
    this.#kinds = assembly.stateUnknowns.map((i) => {
      const kind = kindOf.get(absolute[i]!) ?? kindOf.size;
      kindOf.set(absolute[i]!, kind);
      return kind;
    });
    this.#largest = new Float64Array(kindOf.size);
  }

  /** The largest size of a state of the kind of the p-th one. */
  largestOfKind(p: number): number {
    return this.#largest[this.#kinds[p]!]!;
  }

  /** Takes the values at w into account, and charges by row. */
  measure(w: Float64Array, charges: Float64Array): void {
    const { stateUnknowns, storage } = this.assembly;
    const { colStart, rowIndex, values } = storage;
    const sizes = this.sizes;
    const kinds = this.#kinds;
    const largest = this.#largest;
    for (let i = 0; i < sizes.length; i++) sizes[i] = Math.max(Math.abs(w[i]!), KEPT * sizes[i]!);
    largest.fill(0);
    for (let p = 0; p < kinds.length; p++) {
      const i = stateUnknowns[p]!;
      let steepest = 0;
      let charge = 0;
      for (let e = colStart[i]!; e < colStart[i + 1]!; e++) {
        const slope = Math.abs(values[e]!);
        if (slope <= steepest) continue;
        steepest = slope;
        charge = Math.abs(charges[rowIndex[e]!]!);
      }
      const worth = CHARGE * charge;
      if (worth > sizes[i]! * steepest) sizes[i] = worth / steepest;
      largest[kinds[p]!] = Math.max(largest[kinds[p]!]!, sizes[i]!);
    }
    for (let p = 0; p < kinds.length; p++) {
      const i = stateUnknowns[p]!;
      sizes[i] = Math.max(sizes[i]!, SMALLEST * largest[kinds[p]!]!);
    }
  }
}
