/**
 * Rates that smooth laws have as unknowns, d(va - vb)/dt of two of their nodes. Laws of one pair of nodes share one, the gates of an
 * inverter that of input and output, and a transistor whose bulk is its source has one of both: each law adds its own multiple of the
 * same equation to the row. Where nothing but sources decides both voltages, laws share nothing: they would be one block
 * (`dependency-blocks.ts`) where nothing else couples them.
 */
import type { LawBranch, SmoothBranch } from '../primitives.js';

export class SharedRates {
  /** Of branch k the place of its first rate among `#unknowns`. */
  readonly #start: Int32Array;
  /** The unknown of each rate. */
  readonly #unknowns: number[] = [];
  readonly #ofPair = new Map<number, number>();

  /** Of so many branches; `held`: 1 for each node that sources hold. */
  constructor(
    branchCount: number,
    readonly held: Uint8Array,
  ) {
    this.#start = new Int32Array(branchCount);
  }

  /** Numbers the rates of branch `index`, whose law reads `nodes`; `add` makes a new unknown. */
  number(index: number, { law }: LawBranch, nodes: Int32Array, add: (rate: number) => number): void {
    this.#start[index] = this.#unknowns.length;
    const own = new Map<number, number>();
    law.rates?.between.forEach(([from, to], rate) => {
      const [a, b] = [nodes[from] as number, nodes[to] as number];
      const known = this.#isHeld(a) && this.#isHeld(b) ? own : this.#ofPair;
      const pair = (a + 1) * (this.held.length + 1) + b + 1;
      let unknown = known.get(pair);
      if (unknown === undefined) known.set(pair, (unknown = add(rate)));
      this.#unknowns.push(unknown);
    });
  }

  /** The unknown of a rate of branch `index`, the k-th of its law; its row has the same number. */
  unknown(index: number, k: number): number {
    return this.#unknowns[(this.#start[index] as number) + k] as number;
  }

  #isHeld(node: number): boolean {
    return node < 0 || this.held[node] === 1;
  }
}

/** 1 for each node of a branch whose voltage is that of a source; of the branches whose first nodes are `first` and `second`, -1 for ground. */
export function heldNodes(
  branches: readonly SmoothBranch[],
  count: number,
  first: Int32Array,
  second: Int32Array,
): Uint8Array {
  const held = new Uint8Array(count);
  branches.forEach((branch, index) => {
    if (branch.kind !== 'voltage' && (branch.kind !== 'controlled' || branch.output !== 'voltage')) return;
    for (const node of [first[index] as number, second[index] as number]) if (node >= 0) held[node] = 1;
  });
  return held;
}
