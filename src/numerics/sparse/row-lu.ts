/**
 * LU factors of the principal submatrix W_FF of a sparse matrix with symmetric pattern (`block-matrix.ts`, blocks of one
 * row), F changing from call to call: order and pattern are found once for all rows, rows outside F cost one test. Pivots
 * are the diagonal entries: right for symmetric positive definite W and its submatrices; one that vanishes is reported.
 * Cost as `BlockLU`; for a column of bodies some ten operations a row. Source: [Duff-Erisman-Reid 2017, 11-12].
 */
import type { BlockMatrix } from './block-matrix.js';
import { minimumDegree } from './minimum-degree.js';

/** A pivot this much smaller than what its row was is rounding. */
const SINGULAR = 1e-13;

export class RowLU {
  readonly #order: Int32Array;
  readonly #start: Int32Array;
  readonly #step: Int32Array;
  readonly #diagonal: Int32Array;
  /** Entry of W of each entry of the factors, -1 for fill. */
  readonly #source: Int32Array;
  readonly #values: Float64Array;
  readonly #entryOf: Int32Array;
  readonly #free: Uint8Array;
  readonly #x: Float64Array;

  /** Analyzes the pattern; throws a RangeError where a block has more than one row. */
  constructor(private readonly W: BlockMatrix) {
    const { blocks, n } = W;
    if (n !== blocks)
      throw new RangeError(`the rows of ${blocks} blocks are ${n}; blocks of one row are needed`);
    const { order, rank, rows } = minimumDegree(W, new Uint8Array(blocks));
    this.#order = order;
    this.#start = new Int32Array(blocks + 1);
    rows.forEach((row, k) => (this.#start[k + 1] = this.#start[k]! + row.length));
    this.#step = new Int32Array(this.#start[blocks]!);
    this.#source = new Int32Array(this.#step.length).fill(-1);
    this.#diagonal = new Int32Array(blocks);
    this.#entryOf = new Int32Array(blocks).fill(-1);
    rows.forEach((row, k) => {
      row.forEach((l, p) => {
        const entry = this.#start[k]! + p;
        this.#step[entry] = l;
        this.#entryOf[l] = entry;
        if (l === k) this.#diagonal[k] = entry;
      });
      const i = order[k]!;
      for (let e = W.rowStart[i]!; e < W.rowStart[i + 1]!; e++)
        this.#source[this.#entryOf[rank[W.column[e]!]!]!] = e;
      this.#entryOf.fill(-1);
    });
    this.#values = new Float64Array(this.#step.length);
    this.#free = new Uint8Array(blocks);
    this.#x = new Float64Array(blocks);
  }

  /**
   * Factors the rows and columns with free[i] = 1, `shift` times the diagonal added; returns -1, or the row whose pivot
   * vanishes.
   */
  factor(free: Uint8Array, shift = 0): number {
    const order = this.#order;
    const start = this.#start;
    const step = this.#step;
    const source = this.#source;
    const values = this.#values;
    const entryOf = this.#entryOf;
    const isFree = this.#free;
    const from = this.W.values;
    const blocks = order.length;
    for (let k = 0; k < blocks; k++) isFree[k] = free[order[k]!]!;
    for (let k = 0; k < blocks; k++) {
      if (isFree[k] === 0) continue;
      const first = start[k]!;
      const end = start[k + 1]!;
      const own = this.#diagonal[k]!;
      let scale = 0;
      for (let e = first; e < end; e++) {
        const l = step[e]!;
        if (isFree[l] === 0) continue;
        const at = source[e]!;
        const value = at < 0 ? 0 : from[at]!;
        values[e] = value;
        entryOf[l] = e;
        if (value > scale) scale = value;
        else if (-value > scale) scale = -value;
      }
      values[own]! += shift * values[own]!;
      for (let e = first; e < own; e++) {
        const l = step[e]!;
        if (isFree[l] === 0) continue;
        // Diagonals are kept inverted.
        const factor = values[e]! * values[this.#diagonal[l]!]!;
        values[e] = factor;
        if (factor === 0) continue;
        for (let f = this.#diagonal[l]! + 1; f < start[l + 1]!; f++) {
          const j = step[f]!;
          if (isFree[j] !== 0) values[entryOf[j]!]! -= factor * values[f]!;
        }
      }
      const pivot = values[own]!;
      if (!(Math.abs(pivot) > SINGULAR * scale)) return order[k]!;
      values[own] = 1 / pivot;
    }
    return -1;
  }

  /** Solves W_FF x_F = b_F in place; entries outside F stay. */
  solve(b: Float64Array): void {
    const order = this.#order;
    const start = this.#start;
    const step = this.#step;
    const values = this.#values;
    const isFree = this.#free;
    const x = this.#x;
    const blocks = order.length;
    for (let k = 0; k < blocks; k++) {
      if (isFree[k] === 0) continue;
      let sum = b[order[k]!]!;
      const own = this.#diagonal[k]!;
      for (let e = start[k]!; e < own; e++) {
        const l = step[e]!;
        if (isFree[l] !== 0) sum -= values[e]! * x[l]!;
      }
      x[k] = sum;
    }
    for (let k = blocks - 1; k >= 0; k--) {
      if (isFree[k] === 0) continue;
      let sum = x[k]!;
      const own = this.#diagonal[k]!;
      const end = start[k + 1]!;
      for (let e = own + 1; e < end; e++) {
        const l = step[e]!;
        if (isFree[l] !== 0) sum -= values[e]! * x[l]!;
      }
      sum *= values[own]!;
      x[k] = sum;
      b[order[k]!] = sum;
    }
  }
}
