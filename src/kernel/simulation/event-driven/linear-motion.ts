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
import { identity, multiply } from '../../../numerics/dense/matrix.js';
import { symmetricEigen } from '../../../numerics/dense/symmetric-eigen.js';
import { shortTerms } from './series-terms.js';
import { type Basis, spectralSplits } from './spectral-basis.js';

export interface LinearMotion {
  readonly size: number;
  /** size x size. */
  readonly A: Float64Array;
  /** guards x size. */
  readonly G: Float64Array;
  readonly guards: number;
  /** The first guard of which a guard is a positive multiple (both diodes of a path), itself where there is none. */
  readonly like: Int32Array;
  /** guards x size: magnitudes of the terms of which the entries of G are sums; what rounding is relative to. */
  readonly terms: Float64Array;
  /** guards x size: the same of the entries of G A. */
  readonly rates: Float64Array;
  /** Bound of the rate of the fastest motion, 1/s. */
  readonly rate: number;
  /** The entries from this even one on are short: polynomials in time, of degree `shortTerms` at most (inputs). */
  readonly short: number;
  readonly use: MotionUse;
}

/** How often a motion was followed, and its code once it is hot; null where there is to be none. */
export interface MotionUse {
  pieces: number;
  code: MotionCode | null | undefined;
}

/** The functions of a hot motion (`motion-code.ts`). */
export interface MotionCode {
  /** Expands the series from v_0 over h seconds; returns the number of terms behind it. */
  readonly expand: (h: number) => number;
  /** Writes the point at s of a series of so many terms. */
  readonly evaluate: (terms: number, s: number) => number;
}

export interface SlowManifold extends LinearMotion {
  /** s = project xi (size x full size), xi = lift s (full size x size). */
  readonly project: Float64Array;
  readonly lift: Float64Array;
  /** xi lies on the manifold where off xi = 0, fast x full size. */
  readonly off: Float64Array;
  readonly fast: number;
  /** By how much x is off where off xi = d: by back d, n x fast. Absent: d are states themselves. */
  readonly back?: Float64Array;
}

/** Completes a motion that is not followed yet. */
export function linearMotion(
  motion: Pick<LinearMotion, 'size' | 'A' | 'G' | 'guards' | 'like' | 'terms' | 'rate'>,
): LinearMotion {
  const { size, guards, terms, A } = motion;
  const rates = new Float64Array(guards * size);
  multiply(guards, size, size, terms, A.map(Math.abs), rates);
  return { ...motion, rates, short: shortFrom(A, size), use: { pieces: 0, code: undefined } };
}

function shortFrom(A: Float64Array, size: number): number {
  let isShort = new Array<boolean>(size).fill(false);
  for (let degree = 0; degree <= shortTerms; degree++) {
    const ends = isShort;
    isShort = ends.map((_, i) => ends.every((end, j) => end || A[i * size + j] === 0));
  }
  const first = isShort.lastIndexOf(false) + 1;
  return first + (first % 2);
}

/** A part is fast when it decays this many times faster than everything else moves. */
const fastRatio = 300;
/** The same between invariant subspaces, which only the inputs couple. */
const spectralRatio = 10;
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
 * A bound r of the diagonal block [from, to) of A with |A^k| <= r^k for all k >= 2, in the infinity norm after
 * balancing by powers of two [Osborne 1960]: units (V beside A, s beside us) would otherwise make every circuit look
 * stiff, and |A| itself overrates motions that turn. r = max(|A^2|^(1/2), |A^3|^(1/3)) [Al-Mohy-Higham 2009, 4].
 * The coupling of z into x raises the order of the exponential's series by one, not its rate.
 */
function balancedRate(A: Float64Array, size: number, from: number, to: number): number {
  const scale = balance(A, size, from, to);
  const k = to - from;
  const block = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      block[i * k + j] = (A[(from + i) * size + from + j]! * scale[from + j]!) / scale[from + i]!;
    }
  }
  const square = new Float64Array(k * k);
  multiply(k, k, k, block, block, square);
  const cube = new Float64Array(k * k);
  multiply(k, k, k, block, square, cube);
  return Math.max(Math.sqrt(largestRow(k, square)), Math.cbrt(largestRow(k, cube)));
}

/** The infinity norm. */
function largestRow(k: number, A: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < k; i++) {
    let sum = 0;
    for (let j = 0; j < k; j++) sum += Math.abs(A[i * k + j]!);
    largest = Math.max(largest, sum);
  }
  return largest;
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
 * the largest set (the slowest motion) first. Within the smallest of them, of several states none of which is faster than
 * another, combinations are tried: the eigenvectors of the symmetric part of A in the units of `weight` (a floating star
 * point of three inductors has one fast combination and two slow ones; two junctions behind small resistances share their
 * charges fast and lose them slowly), and where those do not part either (an amplifier's inner loops), the invariant
 * subspaces of A itself (`spectral-basis.ts`).
 */
export function slowManifolds(full: LinearMotion, weight: Float64Array): SlowManifold[] {
  const n = weight.length;
  const plain = manifoldsIn(full, n, undefined);
  const least = Math.min(n, ...plain.map(({ fast }) => fast));
  if (least < 2) return plain;
  const within = ({ fast }: SlowManifold): boolean => fast < least;
  const combined = manifoldsIn(full, n, decayBasis(full, weight)).filter(within);
  return [...plain, ...(combined.length > 0 ? combined : spectralManifolds(full, n).filter(within))];
}

/** One manifold a gap between the rates of A's eigenvalues, where what lies above it decays. */
function spectralManifolds(full: LinearMotion, n: number): SlowManifold[] {
  const { A, size } = full;
  const scale = balance(A, size, 0, n);
  const splits = spectralSplits(A, size, scale.subarray(0, n), spectralRatio);
  return splits.flatMap(({ basis, slow, decay }) => {
    const fast = Int32Array.from({ length: n - slow }, (_, i) => slow + i);
    const manifold = solveManifold(changeBasis(full, n, basis), n, fast);
    if (!manifold || !(decay > spectralRatio * manifold.rate)) return [];
    const back = new Float64Array(n * fast.length);
    for (let i = 0; i < n; i++) back.set(basis.inverse.subarray(i * n + slow, (i + 1) * n), i * fast.length);
    return [{ ...inFullCoordinates(manifold, n, basis), back }];
  });
}

function decayBasis({ A, size }: LinearMotion, weight: Float64Array): Basis {
  const n = weight.length;
  const S = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const upper = (A[i * size + j]! * weight[i]!) / weight[j]!;
      const lower = (A[j * size + i]! * weight[j]!) / weight[i]!;
      S[i * n + j] = (upper + lower) / 2;
    }
  }
  const Q = new Float64Array(n * n);
  symmetricEigen(n, S, Q);
  const T = new Float64Array(n * n);
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      T[i * n + j] = Q[j * n + i]! * weight[j]!;
      inverse[i * n + j] = Q[i * n + j]! / weight[i]!;
    }
  }
  return { T, inverse };
}

function manifoldsIn(full: LinearMotion, n: number, basis: Basis | undefined): SlowManifold[] {
  const motion = basis ? changeBasis(full, n, basis) : full;
  const { A, size } = motion;
  const decay = (i: number): number => -A[i * size + i]!;
  const byDecay = Array.from({ length: n }, (_, i) => i).sort((i, j) => decay(j) - decay(i));
  const manifolds: SlowManifold[] = [];
  for (let count = n; count > 0; count--) {
    const fast = byDecay.slice(0, count);
    const slowest = decay(fast[count - 1] ?? 0);
    const next = count < n ? Math.abs(decay(byDecay[count] ?? 0)) : 0;
    if (!(slowest > 0 && slowest > next * fastRatio)) continue;
    const manifold = solveManifold(motion, n, Int32Array.from(fast.sort((i, j) => i - j)));
    if (!manifold || slowest <= fastRatio * manifold.rate) continue;
    manifolds.push(basis ? inFullCoordinates(manifold, n, basis) : manifold);
  }
  return manifolds;
}

/** The motion of (T x | z). */
function changeBasis(
  { A, G, guards, like, terms, size, rate }: LinearMotion,
  n: number,
  basis: Basis,
): LinearMotion {
  const change = widen(basis.T, n, size);
  const back = widen(basis.inverse, n, size);
  const AB = new Float64Array(size * size);
  multiply(size, size, size, A, back, AB);
  const TAB = new Float64Array(size * size);
  multiply(size, size, size, change, AB, TAB);
  const GB = new Float64Array(guards * size);
  multiply(guards, size, size, G, back, GB);
  const weights = new Float64Array(guards * size);
  multiply(guards, size, size, terms, back.map(Math.abs), weights);
  return linearMotion({ size, A: TAB, G: GB, guards, like, terms: weights, rate });
}

function inFullCoordinates(manifold: SlowManifold, n: number, basis: Basis): SlowManifold {
  const { size, fast } = manifold;
  const whole = manifold.lift.length / size;
  const lift = new Float64Array(whole * size);
  multiply(whole, whole, size, widen(basis.inverse, n, whole), manifold.lift, lift);
  const change = widen(basis.T, n, whole);
  const project = new Float64Array(size * whole);
  multiply(size, whole, whole, manifold.project, change, project);
  const off = new Float64Array(fast * whole);
  multiply(fast, whole, whole, manifold.off, change, off);
  return { ...manifold, lift, project, off };
}

/** diag(block, 1, ..., 1). */
function widen(block: Float64Array, n: number, size: number): Float64Array {
  const out = new Float64Array(size * size);
  identity(size, out);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[i * size + j] = block[i * n + j]!;
  return out;
}

function solveManifold(
  { A, G, guards, like, size }: LinearMotion,
  n: number,
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
  const project = new Float64Array(k * size);
  const lift = new Float64Array(size * k);
  const off = new Float64Array(q * size);
  slow.forEach((i, c) => {
    project[c * size + i] = 1;
    lift[i * k + c] = 1;
    for (let r = 0; r < q; r++) off[r * size + i] = -X[r * k + c]!;
  });
  fast.forEach((i, r) => {
    off[r * size + i] = 1;
    for (let c = 0; c < k; c++) lift[i * k + c] = X[r * k + c]!;
  });
  const motion = linearMotion({
    size: k,
    A: As,
    G: Gs,
    guards,
    like,
    terms,
    rate: motionRate(As, k, states),
  });
  return { ...motion, project, lift, off, fast: q };
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
