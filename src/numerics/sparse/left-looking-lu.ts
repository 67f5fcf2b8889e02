/**
 * LU with pivoting of the diagonal blocks of a matrix, one column after another:
 *
 *     solve L x = a_k by the columns before k, those alone that x needs;    u_k = x above,    l_k = x below / pivot.
 *
 * Which columns x needs is found depth-first in the graph of L, so that the cost is that of the multiplications. The search
 * walks pruned columns: where u_jk and l_kj are both there, the rows of l_j below k are met through column k anyway.
 * The pivot is the row that is matched with the column, where it is at least `tolerance` times the largest candidate
 * (rows scaled to a largest entry near 1), else the largest. Zeros that come by cancellation stay in the pattern, so that
 * it holds for any values. A pivot no larger than `singular` times what its column was made of is rounding.
 *
 * Sources: [Gilbert-Peierls 1988], [Eisenstat-Liu 1992] (pruning), [Davis-Palamadai Natarajan 2010] (pivots, blocks).
 */
import { resultOf } from '../../base/pauses.js';
import type { BlockTriangularForm } from './block-triangular-form.js';
import type { LuFactors } from './lu-factors.js';
import type { PermutedColumns } from './permuted-columns.js';

export interface PivotRule {
  readonly tolerance: number;
  readonly singular: number;
}

/** Multiplications with subtraction between two pauses: a hundredth of a second or two. */
const SLICE = 1e7;

export class LeftLookingLu {
  /** Columns of the last call before each of which so many operations were done, and the number of columns. */
  readonly slices: number[] = [];
  /** Multiplications with subtraction, and the largest growth of a column, of the last call. */
  operations = 0;
  growth = 1;
  /** The places without a pivot in the first and in the last singular block, -1 where all are regular. */
  firstSingular = -1;
  lastSingular = -1;
  /** Of each row: its place once it is a pivot, else -1. */
  readonly placeOfRow: Int32Array;
  /** The row that is to be the pivot of a place, and back. */
  readonly #rowFor: Int32Array;
  readonly #placeFor: Int32Array;
  readonly #scale: Float64Array;
  /** By rows: the column being eliminated, and in which column a row was met last. */
  readonly #x: Float64Array;
  readonly #met: Int32Array;
  readonly #prunedEnd: Int32Array;
  readonly #stack: Int32Array;
  readonly #path: Int32Array;
  readonly #next: Int32Array;

  constructor(
    private readonly columns: PermutedColumns,
    private readonly order: BlockTriangularForm,
    private readonly factors: LuFactors,
    private readonly rule: PivotRule,
  ) {
    const { n } = factors;
    this.placeOfRow = new Int32Array(n);
    this.#rowFor = new Int32Array(n);
    this.#placeFor = new Int32Array(n);
    this.#scale = new Float64Array(n);
    this.#x = new Float64Array(n);
    this.#met = new Int32Array(n);
    this.#prunedEnd = new Int32Array(n);
    this.#stack = new Int32Array(n);
    this.#path = new Int32Array(n);
    this.#next = new Int32Array(n);
  }

  /**
   * Factors; false where a block has no pivot for a column. Later blocks are factored all the same: a null vector of the
   * last singular block is one of the matrix, a left null vector that of the first.
   */
  factor(values: Float64Array): boolean {
    return resultOf(this.factoring(values));
  }

  /** `factor` with a pause at the end of each slice. */
  *factoring(values: Float64Array): Generator<void, boolean> {
    const { n, blocks, blockStart, L, U, rowAt, scaleAt } = this.factors;
    const { rowOrder } = this.order;
    this.operations = 0;
    let paused = 0;
    this.slices.length = 0;
    this.growth = 1;
    this.firstSingular = -1;
    this.lastSingular = -1;
    this.placeOfRow.fill(-1);
    this.#met.fill(-1);
    this.#rowFor.set(rowOrder);
    for (let k = 0; k < n; k++) this.#placeFor[rowOrder[k]!] = k;
    this.#scaleRows(values);
    for (let block = 0; block < blocks; block++) {
      const first = blockStart[block]!;
      const end = blockStart[block + 1]!;
      for (let k = first; k < end; k++) {
        L.reserve(L.start[k]! + end - k);
        U.reserve(U.start[k]! + k - first);
        if (this.operations - paused > SLICE) {
          this.slices.push(k);
          paused = this.operations;
          yield;
        }
        if (this.#eliminate(k, values)) continue;
        if (this.firstSingular < 0) this.firstSingular = k;
        this.lastSingular = k;
        L.start.fill(L.start[k]!, k + 1, end + 1);
        U.start.fill(U.start[k + 1]!, k + 2, end + 1);
        break;
      }
      // From here on rows are told by their places.
      const row = L.row;
      for (let p = L.start[first]!; p < L.start[end]!; p++) row[p] = this.placeOfRow[row[p]!]!;
    }
    if (this.firstSingular >= 0) return false;
    this.slices.push(n);
    for (let k = 0; k < n; k++) scaleAt[k] = this.#scale[rowAt[k]!]!;
    this.#keepBelow(values);
    return true;
  }

  /** A row that was to be the pivot of a place and was not chosen so far. */
  pivotRowFor(place: number): number {
    return this.#rowFor[place]!;
  }

  /** Powers of two that bring the largest entry of each row inside its block near 1. */
  #scaleRows(values: Float64Array): void {
    const { start, inside, source, row } = this.columns;
    const scale = this.#scale.fill(0);
    for (let k = 0; k < inside.length; k++) {
      for (let e = start[k]!; e < inside[k]!; e++) {
        const size = Math.abs(values[source[e]!]!);
        if (size > scale[row[e]!]!) scale[row[e]!] = size;
      }
    }
    for (let i = 0; i < scale.length; i++) {
      const size = scale[i]!;
      // Beyond these the scale itself would overflow.
      scale[i] =
        size > 0 && size < Infinity ? 2 ** -Math.max(-1000, Math.min(1000, Math.floor(Math.log2(size)))) : 1;
    }
  }

  #eliminate(k: number, values: Float64Array): boolean {
    const { start, inside, source, row } = this.columns;
    const { L, U, rowAt } = this.factors;
    const x = this.#x;
    const scale = this.#scale;
    const top = this.#reach(k);
    let given = 0;
    for (let e = start[k]!; e < inside[k]!; e++) {
      const i = row[e]!;
      const value = values[source[e]!]! * scale[i]!;
      x[i] = value;
      given = Math.max(given, Math.abs(value));
    }

    // x = L^-1 a: from the deepest dependence up.
    const { start: lStart, row: lRow, value: lValue } = L;
    let grown = 0;
    let entry = U.start[k]!;
    for (let q = top; q < x.length; q++) {
      const j = this.#stack[q]!;
      const i = rowAt[j]!;
      const u = x[i]!;
      x[i] = 0;
      U.row[entry] = j;
      U.value[entry++] = u;
      grown = Math.max(grown, Math.abs(u));
      const last = lStart[j + 1]!;
      for (let p = lStart[j]!; p < last; p++) x[lRow[p]!]! -= lValue[p]! * u;
      this.operations += last - lStart[j]!;
    }
    U.start[k + 1] = entry;
    return this.#choosePivot(k, given, grown);
  }

  /**
   * Columns that column k needs, on the stack from the returned place on, each before what it changes; rows without a
   * place become the rows of l_k.
   */
  #reach(k: number): number {
    const { start, inside, row } = this.columns;
    const { start: lStart, row: lRow } = this.factors.L;
    const place = this.placeOfRow;
    const met = this.#met;
    const stack = this.#stack;
    const path = this.#path;
    const next = this.#next;
    const prunedEnd = this.#prunedEnd;
    let top = stack.length;
    let end = lStart[k]!;
    for (let e = start[k]!; e < inside[k]!; e++) {
      const i = row[e]!;
      if (met[i] === k) continue;
      met[i] = k;
      if (place[i]! < 0) {
        lRow[end++] = i;
        continue;
      }
      let depth = 0;
      path[0] = place[i]!;
      next[0] = lStart[place[i]!]!;
      while (depth >= 0) {
        const j = path[depth]!;
        const last = prunedEnd[j]!;
        let p = next[depth]!;
        let below = -1;
        for (; p < last; p++) {
          const r = lRow[p]!;
          if (met[r] === k) continue;
          met[r] = k;
          below = place[r]!;
          if (below >= 0) break;
          lRow[end++] = r;
        }
        next[depth] = p + 1;
        if (p < last) {
          path[++depth] = below;
          next[depth] = lStart[below]!;
        } else {
          stack[--top] = j;
          depth--;
        }
      }
    }
    lStart[k + 1] = end;
    return top;
  }

  #choosePivot(k: number, given: number, grown: number): boolean {
    const { L, inverse, rowAt } = this.factors;
    const { start: lStart, row: lRow, value: lValue } = L;
    const x = this.#x;
    const first = lStart[k]!;
    const end = lStart[k + 1]!;
    const wanted = this.#rowFor[k]!;
    let largest = 0;
    let grownBelow = 0;
    let at = -1;
    let atWanted = -1;
    for (let p = first; p < end; p++) {
      const size = Math.abs(x[lRow[p]!]!);
      if (size > largest) {
        largest = size;
        at = p;
      }
      grownBelow = Math.max(grownBelow, size);
      if (lRow[p] === wanted) atWanted = p;
    }
    const wantedSize = atWanted < 0 ? 0 : Math.abs(x[wanted]!);
    if (wantedSize > 0 && wantedSize >= this.rule.tolerance * largest) at = atWanted;
    // What is not a number is in `made`, and no pivot is larger.
    const made = Math.max(given, grown, grownBelow);
    if (!(largest > this.rule.singular * made) || made === Infinity) {
      for (let p = first; p < end; p++) x[lRow[p]!] = 0;
      return false;
    }

    const pivotRow = lRow[at]!;
    const pivot = x[pivotRow]!;
    if (pivotRow !== wanted) this.#exchange(k, pivotRow);
    lRow[at] = lRow[end - 1]!;
    lStart[k + 1] = end - 1;
    this.#prunedEnd[k] = end - 1;
    const over = 1 / pivot;
    inverse[k] = over;
    x[pivotRow] = 0;
    for (let p = first; p < end - 1; p++) {
      const i = lRow[p]!;
      lValue[p] = x[i]! * over;
      x[i] = 0;
    }
    rowAt[k] = pivotRow;
    this.placeOfRow[pivotRow] = k;
    const growth = Math.max(grown, Math.abs(pivot)) / given;
    if (growth > this.growth) this.growth = growth;
    this.#prune(k, pivotRow);
    return true;
  }

  /** The row that place k wanted stands in for the row that it took. */
  #exchange(k: number, taken: number): void {
    const left = this.#rowFor[k]!;
    const other = this.#placeFor[taken]!;
    this.#rowFor[other] = left;
    this.#placeFor[left] = other;
    this.#rowFor[k] = taken;
    this.#placeFor[taken] = k;
  }

  /** Columns j of u_k whose l_j has the pivot row: later searches need only the rows of l_j that are pivots by now. */
  #prune(k: number, pivotRow: number): void {
    const { L, U } = this.factors;
    const { start: lStart, row: lRow, value: lValue } = L;
    const prunedEnd = this.#prunedEnd;
    const place = this.placeOfRow;
    for (let q = U.start[k]!; q < U.start[k + 1]!; q++) {
      const j = U.row[q]!;
      const end = lStart[j + 1]!;
      if (prunedEnd[j] !== end) continue;
      let p = lStart[j]!;
      while (p < end && lRow[p] !== pivotRow) p++;
      if (p === end) continue;
      let head = lStart[j]!;
      let tail = end;
      while (head < tail) {
        const i = lRow[head]!;
        if (place[i]! >= 0) {
          head++;
          continue;
        }
        tail--;
        lRow[head] = lRow[tail]!;
        lRow[tail] = i;
        const value = lValue[head]!;
        lValue[head] = lValue[tail]!;
        lValue[tail] = value;
      }
      prunedEnd[j] = tail;
    }
  }

  /** Takes over what stands below the blocks. */
  #keepBelow(values: Float64Array): void {
    const { start, inside, source } = this.columns;
    const { F, scaleAt } = this.factors;
    this.columns.retarget(this.placeOfRow);
    const { target } = this.columns;
    let entry = 0;
    for (let k = 0; k < inside.length; k++) {
      for (let e = inside[k]!; e < start[k + 1]!; e++) {
        F.row[entry] = target[e]!;
        F.value[entry++] = values[source[e]!]! * scaleAt[target[e]!]!;
      }
      F.start[k + 1] = entry;
    }
  }
}
