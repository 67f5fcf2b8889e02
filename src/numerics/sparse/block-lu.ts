/**
 * LU factors of a matrix of small blocks whose pattern is symmetric, in a fill-reducing order:
 *
 *     P A P^T = L U,     L_ik = A_ik U_kk^-1 (unit block diagonal),     rows of blocks, one after another.
 *
 * The order is by minimum degree on the graph of blocks [Rose 1972], found once with the pattern of the factors; ties go
 * to the block that has had its degree longest, so that a chain is eliminated from its ends without fill. Pivots are searched inside the diagonal
 * blocks only: right for Delassus operators and their generalised Jacobians, whose diagonal blocks are regular where the
 * contact problem is; a block that is singular is reported, never replaced.
 *
 * Blocks can be left out of a factorisation (`live`): their rows and columns are then not there, and cost nothing.
 * Cost: the sum over k of (blocks behind k)^2, 3 a contact of a chain. Source: [Duff-Erisman-Reid 2017, 11-12].
 */
import type { BlockMatrix } from './block-matrix.js';
import { minimumDegree } from './minimum-degree.js';

/** A pivot of a diagonal block smaller than this part of the block's row was rounding. */
const SINGULAR = 1e-13;

export class BlockLU {
  /** order[k]: the block that is eliminated at step k. */
  readonly order: Int32Array;
  readonly #rank: Int32Array;
  readonly #offset: Int32Array;
  readonly #size: Int32Array;
  /** Factors by rows in the order of elimination: entries start[k] .. start[k+1]-1, columns (steps) ascending. */
  readonly #start: Int32Array;
  readonly #step: Int32Array;
  readonly #place: Int32Array;
  readonly #diagonal: Int32Array;
  /** L, U and, in the places of the diagonal blocks, their inverses. */
  readonly #values: Float64Array;
  /** Of the row at hand: the entry of each step, -1 where there is none. */
  readonly #entryOf: Int32Array;
  readonly #live: Uint8Array;
  readonly #work: Float64Array;
  readonly #scalar: boolean;

  /**
   * Analyzes the pattern. `stage`: blocks of a lower stage are eliminated before all of a higher one, where the diagonal
   * blocks of the higher one are regular only then (saddle-point systems); all on one stage when absent.
   */
  constructor(pattern: BlockMatrix, stage?: Uint8Array) {
    const { blocks, offset } = pattern;
    this.#offset = offset;
    const { order, rank, rows } = minimumDegree(pattern, stage ?? new Uint8Array(blocks));
    this.order = order;
    this.#rank = rank;
    this.#size = Int32Array.from(order, (i) => offset[i + 1]! - offset[i]!);
    this.#start = new Int32Array(blocks + 1);
    rows.forEach((row, k) => (this.#start[k + 1] = this.#start[k]! + row.length));
    const entries = this.#start[blocks]!;
    this.#step = new Int32Array(entries);
    this.#place = new Int32Array(entries);
    this.#diagonal = new Int32Array(blocks);
    let next = 0;
    rows.forEach((row, k) => {
      row.forEach((l, p) => {
        const entry = this.#start[k]! + p;
        this.#step[entry] = l;
        this.#place[entry] = next;
        next += this.#size[k]! * this.#size[l]!;
        if (l === k) this.#diagonal[k] = entry;
      });
    });
    this.#values = new Float64Array(next);
    this.#entryOf = new Int32Array(blocks).fill(-1);
    this.#live = new Uint8Array(blocks);
    const largest = this.#size.reduce((a, b) => Math.max(a, b), 1);
    this.#work = new Float64Array(2 * largest * largest + largest);
    this.#scalar = largest === 1;
  }

  /** Blocks of the factors, those of fill included. */
  get entries(): number {
    return this.#step.length;
  }

  /**
   * Factors the matrix of the live blocks, whose rows `rows` writes one after another. Returns -1, or the block whose
   * diagonal is singular.
   */
  factor(live: Uint8Array, rows: BlockRows): number {
    const { blocks } = rows;
    for (let k = 0; k < blocks; k++) this.#live[k] = live[this.order[k]!]!;
    this.#values.fill(0);
    for (let k = 0; k < blocks; k++) {
      if (this.#live[k] === 0) continue;
      const i = this.order[k]!;
      this.#scatter(k, 1);
      rows.write(i, this);
      const done = this.#scalar ? this.#eliminateScalar(k) : this.#eliminate(k);
      this.#scatter(k, 0);
      if (!done) return i;
    }
    return -1;
  }

  /** Where the block (present row, j) starts in `values`, row-major; -1 where j is not in the pattern or not live. */
  placeOf(j: number): number {
    const step = this.#rank[j]!;
    const entry = this.#entryOf[step]!;
    return entry < 0 || this.#live[step] === 0 ? -1 : this.#place[entry]!;
  }

  get values(): Float64Array {
    return this.#values;
  }

  /** Solves A x = b over the live blocks; b and x (n each) may be the same array; other entries stay as in b. */
  solve(b: Float64Array, x: Float64Array): void {
    if (x !== b) x.set(b);
    const blocks = this.order.length;
    for (let k = 0; k < blocks; k++) {
      if (this.#live[k] === 0) continue;
      for (let e = this.#start[k]!; e < this.#diagonal[k]!; e++) this.#subtract(k, e, x);
    }
    for (let k = blocks - 1; k >= 0; k--) {
      if (this.#live[k] === 0) continue;
      for (let e = this.#diagonal[k]! + 1; e < this.#start[k + 1]!; e++) this.#subtract(k, e, x);
      this.#applyDiagonal(k, x);
    }
  }

  #subtract(k: number, entry: number, x: Float64Array): void {
    const l = this.#step[entry]!;
    if (this.#live[l] === 0) return;
    const to = this.#offset[this.order[k]!]!;
    const from = this.#offset[this.order[l]!]!;
    const [rows, cols] = [this.#size[k]!, this.#size[l]!];
    let at = this.#place[entry]!;
    for (let a = 0; a < rows; a++) {
      let sum = 0;
      for (let c = 0; c < cols; c++) sum += this.#values[at++]! * x[from + c]!;
      x[to + a]! -= sum;
    }
  }

  #applyDiagonal(k: number, x: Float64Array): void {
    const size = this.#size[k]!;
    const to = this.#offset[this.order[k]!]!;
    let at = this.#place[this.#diagonal[k]!]!;
    const work = this.#work;
    for (let a = 0; a < size; a++) {
      let sum = 0;
      for (let c = 0; c < size; c++) sum += this.#values[at++]! * x[to + c]!;
      work[a] = sum;
    }
    for (let a = 0; a < size; a++) x[to + a] = work[a]!;
  }

  /** Notes where the entries of row k stand, or forgets it. */
  #scatter(k: number, on: 0 | 1): void {
    for (let e = this.#start[k]!; e < this.#start[k + 1]!; e++)
      this.#entryOf[this.#step[e]!] = on === 1 ? e : -1;
  }

  /** Row k of blocks of one number each. */
  #eliminateScalar(k: number): boolean {
    const values = this.#values;
    const step = this.#step;
    const place = this.#place;
    let scale = 0;
    for (let e = this.#start[k]!; e < this.#start[k + 1]!; e++) {
      if (this.#live[step[e]!] !== 0) scale = Math.max(scale, Math.abs(values[place[e]!]!));
    }
    for (let e = this.#start[k]!; e < this.#diagonal[k]!; e++) {
      const l = step[e]!;
      const at = place[e]!;
      if (values[at] === 0 || this.#live[l] === 0) continue;
      const factor = values[at]! * values[place[this.#diagonal[l]!]!]!;
      values[at] = factor;
      for (let f = this.#diagonal[l]! + 1; f < this.#start[l + 1]!; f++) {
        if (this.#live[step[f]!] === 0) continue;
        values[place[this.#entryOf[step[f]!]!]!]! -= factor * values[place[f]!]!;
      }
    }
    const at = place[this.#diagonal[k]!]!;
    const pivot = values[at]!;
    if (!(Math.abs(pivot) > SINGULAR * scale)) return false;
    values[at] = 1 / pivot;
    return true;
  }

  #eliminate(k: number): boolean {
    const values = this.#values;
    const rows = this.#size[k]!;
    const work = this.#work;
    const at = this.#place[this.#diagonal[k]!]!;
    let scale = 0;
    for (let p = 0; p < rows * rows; p++) scale = Math.max(scale, Math.abs(values[at + p]!));
    for (let e = this.#start[k]!; e < this.#diagonal[k]!; e++) {
      const l = this.#step[e]!;
      if (this.#live[l] === 0) continue;
      const inner = this.#size[l]!;
      const left = this.#place[e]!;
      const inverse = this.#place[this.#diagonal[l]!]!;
      // L_kl = A_kl U_ll^-1, in place row by row.
      for (let a = 0; a < rows; a++) {
        for (let c = 0; c < inner; c++) {
          let sum = 0;
          for (let b = 0; b < inner; b++)
            sum += values[left + a * inner + b]! * values[inverse + b * inner + c]!;
          work[c] = sum;
        }
        for (let c = 0; c < inner; c++) values[left + a * inner + c] = work[c]!;
      }
      for (let f = this.#diagonal[l]! + 1; f < this.#start[l + 1]!; f++) {
        const m = this.#step[f]!;
        if (this.#live[m] === 0) continue;
        const cols = this.#size[m]!;
        const target = this.#place[this.#entryOf[m]!]!;
        const right = this.#place[f]!;
        for (let a = 0; a < rows; a++) {
          for (let b = 0; b < inner; b++) {
            const factor = values[left + a * inner + b]!;
            if (factor === 0) continue;
            for (let c = 0; c < cols; c++)
              values[target + a * cols + c]! -= factor * values[right + b * cols + c]!;
          }
        }
      }
    }
    return invertBlock(rows, values, at, work, SINGULAR * scale);
  }
}

/** Who writes the blocks of A. */
export interface BlockRows {
  readonly blocks: number;
  /** Writes block row i: adds into `lu.values` from `lu.placeOf(j)` on. */
  write(i: number, lu: BlockLU): void;
}

/** Inverts a block in place by Gauss-Jordan with row pivoting; false where a pivot is at most `smallest`. */
function invertBlock(n: number, A: Float64Array, at: number, work: Float64Array, smallest: number): boolean {
  if (n === 1) {
    const pivot = A[at]!;
    if (!(Math.abs(pivot) > smallest)) return false;
    A[at] = 1 / pivot;
    return true;
  }
  const width = 2 * n;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      work[i * width + j] = A[at + i * n + j]!;
      work[i * width + n + j] = i === j ? 1 : 0;
    }
  }
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++)
      if (Math.abs(work[i * width + k]!) > Math.abs(work[p * width + k]!)) p = i;
    const pivot = work[p * width + k]!;
    if (!(Math.abs(pivot) > smallest)) return false;
    for (let j = 0; j < width; j++) {
      const value = work[p * width + j]! / pivot;
      work[p * width + j] = work[k * width + j]!;
      work[k * width + j] = value;
    }
    for (let i = 0; i < n; i++) {
      const factor = work[i * width + k]!;
      if (i === k || factor === 0) continue;
      for (let j = 0; j < width; j++) work[i * width + j]! -= factor * work[k * width + j]!;
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) A[at + i * n + j] = work[i * width + n + j]!;
  return true;
}
