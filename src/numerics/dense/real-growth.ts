/**
 * A growing real solution v exp(s t), s > 0, of G z + C z' = 0, for points that are saddles: the determinant of a block of
 * G + s C that has an odd number of positive real roots changes its sign between s = 0 and large s. The root is closed in by
 * bisection, its direction v found by inverse iteration, and both are shown by the residual of (G + s C) v = 0.
 *
 * Roots are looked for in each irreducible block by itself (two latches are two blocks), so that those that do not meet cannot hide
 * each other; an even number in one block, and oscillations that grow, are not found. Cost: a matching and two dense
 * factorizations a block, some 80 where there is such a root. Source: [Kuznetsov 2004] ch. 5, the test function of a fold.
 */
import { blockTriangularForm } from '../sparse/block-triangular-form.js';
import { compressTriplets } from '../sparse/compressed-columns.js';
import type { Triplets } from '../sparse/sparse-matrix.js';
import { factorLU, solveLU } from './lu.js';

export interface RealGrowth {
  /** s, in 1/s. */
  readonly rate: number;
  /** v, its largest entry 1. */
  readonly direction: Float64Array;
}

/** Unknowns of the largest block that is looked at. */
const largestBlock = 200;
/** Rates in 1/s: what grows more slowly is rest, more quickly an artifact of ideal parts. */
const slowest = 1e-6;
/** Rates at which the sign is compared with that of rest: beyond all roots rounding may leave the matrix singular, which has none. */
const beyond = [1e15, 1e12, 1e9, 1e6, 1e3];
const halvings = 80;
/** Of the terms of a row, where v solves it. */
const solved = 1e-6;

/** Looks at all blocks of an n x n pencil; undefined where none has a growing solution by itself. */
export function realGrowth(n: number, G: Triplets, C: Triplets): RealGrowth | undefined {
  if (C.length === 0) return undefined;
  const { pattern } = compressTriplets(n, n, [...G.row, ...C.row], [...G.col, ...C.col]);
  const form = blockTriangularForm(pattern);
  if (form.structuralRank < n) return undefined;
  const { blocks, blockStart, rowOrder, colOrder, blockOfCol, blockOfRow } = form;
  const placeOfRow = new Int32Array(n);
  const placeOfCol = new Int32Array(n);
  rowOrder.forEach((row, place) => (placeOfRow[row] = place));
  colOrder.forEach((col, place) => (placeOfCol[col] = place));
  const pencils = Array.from({ length: blocks }, (_, k) => {
    const size = blockStart[k + 1]! - blockStart[k]!;
    return size <= largestBlock ? new BlockPencil(size) : undefined;
  });
  const spread = ({ row, col, value }: Triplets, moving: boolean): void => {
    for (let k = 0; k < value.length; k++) {
      const block = blockOfRow[row[k]!]!;
      if (block !== blockOfCol[col[k]!]) continue;
      const first = blockStart[block]!;
      pencils[block]?.add(placeOfRow[row[k]!]! - first, placeOfCol[col[k]!]! - first, value[k]!, moving);
    }
  };
  spread(G, false);
  spread(C, true);
  for (let k = 0; k < blocks; k++) {
    const found = pencils[k]?.growth();
    if (!found) continue;
    const direction = new Float64Array(n);
    found.direction.forEach((part, j) => (direction[colOrder[blockStart[k]! + j]!] = part));
    return { rate: found.rate, direction };
  }
  return undefined;
}

/** G + s C of one block, dense. */
class BlockPencil {
  readonly #still: Float64Array;
  readonly #moving: Float64Array;
  readonly #factors: Float64Array;
  readonly #pivots: Int32Array;
  readonly #work: Float64Array;
  #moves = false;

  constructor(private readonly size: number) {
    this.#still = new Float64Array(size * size);
    this.#moving = new Float64Array(size * size);
    this.#factors = new Float64Array(size * size);
    this.#pivots = new Int32Array(size);
    this.#work = new Float64Array(2 * size);
  }

  add(i: number, j: number, value: number, moving: boolean): void {
    (moving ? this.#moving : this.#still)[i * this.size + j]! += value;
    if (moving) this.#moves = true;
  }

  growth(): RealGrowth | undefined {
    if (!this.#moves) return undefined;
    const start = this.#sign(0);
    if (start === 0) return undefined;
    const end = beyond.find((s) => this.#sign(s) === -start);
    if (end === undefined || this.#sign(slowest) !== start) return undefined;
    let [low, high] = [Math.log(slowest), Math.log(end)];
    for (let k = 0; k < halvings; k++) {
      const middle = (low + high) / 2;
      if (this.#sign(Math.exp(middle)) === start) low = middle;
      else high = middle;
    }
    const rate = Math.exp(high);
    const direction = this.#direction(rate);
    return direction && { rate, direction };
  }

  /** The sign of det(G + s C), 0 where it is singular to rounding. */
  #sign(s: number): number {
    if (!this.#factor(s, undefined)) return 0;
    let sign = 1;
    for (let k = 0; k < this.size; k++)
      if (this.#factors[k * this.size + k]! < 0 !== (this.#pivots[k] !== k)) sign = -sign;
    return sign;
  }

  #factor(s: number, tolerance: number | undefined): boolean {
    this.#still.forEach((g, k) => (this.#factors[k] = g + s * this.#moving[k]!));
    return factorLU(this.size, this.#factors, this.#pivots, this.#work, tolerance) === -1;
  }

  /** What (G + s C) v = 0 leaves open; undefined where nothing solves it. */
  #direction(s: number): Float64Array | undefined {
    // A root to rounding: the last pivot is a rounding error, which is what inverse iteration divides by.
    const isRegular = this.#factor(s, 0) || this.#factor(s * (1 + 1e-12), 0);
    if (!isRegular) return undefined;
    const v = new Float64Array(this.size).fill(1);
    for (let k = 0; k < 3; k++) {
      solveLU(this.size, this.#factors, this.#pivots, v, v);
      const largest = v.reduce((most, part) => (Math.abs(part) > Math.abs(most) ? part : most), 0);
      if (!Number.isFinite(largest) || largest === 0) return undefined;
      for (let j = 0; j < this.size; j++) v[j]! /= largest;
    }
    return this.#solves(s, v) ? v : undefined;
  }

  #solves(s: number, v: Float64Array): boolean {
    for (let i = 0; i < this.size; i++) {
      let [sum, terms] = [0, 0];
      for (let j = 0; j < this.size; j++) {
        const term = (this.#still[i * this.size + j]! + s * this.#moving[i * this.size + j]!) * v[j]!;
        sum += term;
        terms += Math.abs(term);
      }
      if (Math.abs(sum) > solved * terms && terms > Number.MIN_VALUE) return false;
    }
    return true;
  }
}
