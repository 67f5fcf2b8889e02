/**
 * An autonomous linear motion xi' = A xi with guards g = G xi, its rate, and its slow manifold.
 *
 * Where some entries f decay much faster than the rest s moves (an inductor behind an open switch of 1 GOhm:
 * 1e-13 s beside 1e-4 s), following f would cost a piece a time constant for ever. With
 *
 *     s' = A11 s + A12 f,    f' = A21 s + A22 f,
 *
 * the manifold f = X s is invariant when A22 X = X (A11 + A12 X) - A21; the fixed point iteration converges
 * with the ratio of the rates. On it the motion is s' = (A11 + A12 X) s, exactly, and off it f - X s decays with
 * A22 - X A12. So the full system is propagated until f has reached the manifold to rounding, the slow one
 * from then on. Source: Chang's transformation [Kokotovic-Khalil-O'Reilly 1986, 2.2].
 */
import { factorLU, solveManyLU } from '../../../numerics/dense/lu.js';

export interface LinearMotion {
  readonly size: number;
  /** size x size. */
  readonly A: Float64Array;
  /** guards x size. */
  readonly G: Float64Array;
  /** guards x size: magnitudes of the terms of which the entries of G are sums; what rounding is relative to. */
  readonly terms: Float64Array;
  /** Bound of the rate of the fastest motion, 1/s. */
  readonly rate: number;
}

export interface SlowManifold extends LinearMotion {
  /** Entries of the full xi that are s (size of them) and f. */
  readonly slow: Int32Array;
  readonly fast: Int32Array;
  /** f = X s, fast x size. */
  readonly X: Float64Array;
}

/** A part is fast when it decays this many times faster than everything else moves. */
const fastRatio = 300;
const mostIterations = 60;
/** The iteration ends when X moves by less than this part of itself. */
const settled = 1e-16;
/** Sweeps of balancing; it settles in two or three. */
const balanceSweeps = 20;

/** Rate of xi = (x | z): the larger of both diagonal blocks, since z drives x but not the reverse. */
export function motionRate(A: Float64Array, size: number, n: number): number {
  return Math.max(balancedRate(A, size, 0, n), balancedRate(A, size, n, size));
}

/**
 * The infinity norm of the diagonal block [from, to) of A after balancing by powers of two [Osborne 1960]:
 * units (V beside A, s beside us) would otherwise make every circuit look stiff. The coupling of z into x
 * raises the order of the exponential's series by one, not its rate.
 */
function balancedRate(A: Float64Array, size: number, from: number, to: number): number {
  const scale = balance(A, size, from, to);
  let rate = 0;
  for (let i = from; i < to; i++) {
    let sum = 0;
    for (let j = from; j < to; j++) sum += (Math.abs(A[i * size + j]!) * scale[j]!) / scale[i]!;
    rate = Math.max(rate, sum);
  }
  return rate;
}

function balance(A: Float64Array, size: number, from: number, to: number): Float64Array {
  const scale = new Float64Array(size).fill(1);
  for (let sweep = 0; sweep < balanceSweeps; sweep++) {
    let changed = false;
    for (let i = from; i < to; i++) {
      let row = 0;
      let column = 0;
      for (let j = from; j < to; j++) {
        if (j === i) continue;
        row += (Math.abs(A[i * size + j]!) * scale[j]!) / scale[i]!;
        column += (Math.abs(A[j * size + i]!) * scale[i]!) / scale[j]!;
      }
      if (row === 0 || column === 0) continue;
      const factor = 2 ** Math.round(Math.log2(row / column) / 2);
      if (factor === 1 || !Number.isFinite(factor)) continue;
      scale[i]! *= factor;
      changed = true;
    }
    if (!changed) break;
  }
  return scale;
}

/**
 * Finds the slow manifolds, one for each set of states that decays by itself much faster than the rest moves,
 * the largest set (the slowest motion) first.
 */
export function slowManifolds(full: LinearMotion, n: number, guards: number): SlowManifold[] {
  const { A, size } = full;
  const decay = (i: number): number => -A[i * size + i]!;
  const byDecay = Array.from({ length: n }, (_, i) => i).sort((i, j) => decay(j) - decay(i));
  const manifolds: SlowManifold[] = [];
  for (let count = n; count > 0; count--) {
    const fast = byDecay.slice(0, count);
    const slowest = decay(fast[count - 1] ?? 0);
    const next = count < n ? Math.abs(decay(byDecay[count] ?? 0)) : 0;
    if (!(slowest > 0 && slowest > next * fastRatio)) continue;
    const manifold = solveManifold(full, n, guards, Int32Array.from(fast.sort((i, j) => i - j)));
    if (manifold && slowest > fastRatio * manifold.rate) manifolds.push(manifold);
  }
  return manifolds;
}

function solveManifold(
  { A, G, size }: LinearMotion,
  n: number,
  guards: number,
  fast: Int32Array,
): SlowManifold | undefined {
  const q = fast.length;
  const slow = Int32Array.from({ length: size }, (_, i) => i).filter((i) => !fast.includes(i));
  const k = slow.length;
  const block = (rows: Int32Array, cols: Int32Array): Float64Array => {
    const out = new Float64Array(rows.length * cols.length);
    rows.forEach((i, r) => cols.forEach((j, c) => (out[r * cols.length + c] = A[i * size + j]!)));
    return out;
  };
  const A11 = block(slow, slow);
  const A12 = block(slow, fast);
  const A21 = block(fast, slow);
  const A22 = block(fast, fast);
  const pivots = new Int32Array(q);
  if (factorLU(q, A22, pivots, new Float64Array(2 * q)) >= 0) return undefined;
  let X = new Float64Array(q * k);
  const As = A11.slice();
  for (let round = 0; ; round++) {
    // As = A11 + A12 X, then A22 X+ = X As - A21.
    As.set(A11);
    accumulate(k, q, k, A12, X, As);
    const next = A21.map((value) => -value);
    accumulate(q, k, k, X, As, next);
    solveManyLU(q, A22, pivots, k, next, next);
    let change = 0;
    let sizeOfX = 0;
    for (let p = 0; p < X.length; p++) {
      change = Math.max(change, Math.abs(next[p]! - X[p]!) / (Math.abs(next[p]!) + Number.MIN_VALUE));
      sizeOfX = Math.max(sizeOfX, Math.abs(next[p]!));
    }
    if (!Number.isFinite(sizeOfX)) return undefined;
    X = next;
    if (change <= settled) break;
    if (round >= mostIterations) {
      if (change > 1e-12) return undefined;
      break;
    }
  }
  As.set(A11);
  accumulate(k, q, k, A12, X, As);
  const Gs = new Float64Array(guards * k);
  const terms = new Float64Array(guards * k);
  for (let g = 0; g < guards; g++) {
    slow.forEach((i, c) => {
      Gs[g * k + c] = G[g * size + i]!;
      terms[g * k + c] = Math.abs(G[g * size + i]!);
    });
    fast.forEach((i, r) => {
      for (let c = 0; c < k; c++) {
        const term = G[g * size + i]! * X[r * k + c]!;
        Gs[g * k + c]! += term;
        terms[g * k + c]! += Math.abs(term);
      }
    });
  }
  const states = slow.filter((i) => i < n).length;
  return { size: k, A: As, G: Gs, terms, rate: motionRate(As, k, states), slow, fast, X };
}

/** C += A B with A rows x inner, B inner x cols. */
function accumulate(
  rows: number,
  inner: number,
  cols: number,
  A: Float64Array,
  B: Float64Array,
  C: Float64Array,
): void {
  for (let i = 0; i < rows; i++) {
    for (let p = 0; p < inner; p++) {
      const a = A[i * inner + p]!;
      if (a === 0) continue;
      for (let j = 0; j < cols; j++) C[i * cols + j]! += a * B[p * cols + j]!;
    }
  }
}
