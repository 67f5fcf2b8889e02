/**
 * What unknowns are measured by: the largest value of the last steps, which fades by and by; of those behind d/dt also a part
 * of what their charge or flux is worth in them, |s_row| / |ds_row/dz|, and of the largest one of their kind. So neither
 * the choice of ground nor a start from 0 asks for more digits than the charges have: SPICE measures these alone, which
 * misses a small signal behind a large capacitor. Kinds are those of `quantity-kinds.ts`: voltages, currents.
 * Cost: one pass over the unknowns and the entries of ds/dz a step. Source: [Nagel 1975, ch. 4].
 */
import { type Bound, integersIn } from '../../../../numerics/code/number-room.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import { quantityKinds } from '../descriptor/quantity-kinds.js';
import type { StateArray } from '../newton/stepping-state.js';
import { floatingCharges } from './floating-charges.js';
import { measureSizes, type SizeArrays } from './stage-loops.js';

export class UnknownSizes {
  /** Takes the values at w into account, and charges by row. */
  readonly measure: Bound<[w: Float64Array, charges: Float64Array], void>;
  /** What `measure` computes with. */
  readonly arrays: SizeArrays;
  /** Of each state its kind, and of each kind the largest size. */
  readonly #kinds: Int32Array;
  readonly largest: Float64Array;
  readonly #algebraic: Int32Array;
  readonly #kept: Float64Array;

  constructor(
    assembly: DescriptorAssembly,
    readonly sizes: Float64Array,
  ) {
    const { room } = assembly;
    const { unknown } = quantityKinds(assembly.system);
    const kinds = assembly.stateUnknowns.map((i) => unknown[i]!);
    this.#kinds = integersIn(room, kinds);
    this.#algebraic = assembly.algebraicUnknowns;
    this.#kept = new Float64Array(this.#algebraic.length);
    this.largest = room.floats(unknown.reduce((most, kind) => Math.max(most, kind + 1), 0));
    const charges = floatingCharges(assembly, unknown);
    const own = { sizes, kinds: this.#kinds, largest: this.largest, charges };
    this.arrays = { storage: assembly.storage, stateUnknowns: assembly.stateUnknowns, ...own };
    this.measure = room.bind('measureSizes', measureSizes, this.arrays);
  }

  /** The same behind a jump, where what algebraic unknowns are is impulses, spread over its length: their sizes stay as they were. */
  measureStates(w: Float64Array, charges: Float64Array): void {
    const { sizes } = this;
    for (let p = 0; p < this.#algebraic.length; p++) this.#kept[p] = sizes[this.#algebraic[p]!]!;
    this.measure(w, charges);
    for (let p = 0; p < this.#algebraic.length; p++) sizes[this.#algebraic[p]!] = this.#kept[p]!;
  }

  /** What a copy of a run takes over beside the sizes. */
  get stateArrays(): StateArray[] {
    return [this.largest, this.arrays.charges.sizes];
  }

  /** The largest size of a state of the kind of the p-th one. */
  largestOfKind(p: number): number {
    return this.largest[this.#kinds[p]!]!;
  }
}
