/**
 * The slow manifolds of a linear motion.
 *
 * Where some entries f decay much faster than the rest s moves (an inductor behind an open switch of 1 GOhm:
 * 1e-13 s beside 1e-4 s), following f would cost a segment a time constant for ever. With
 *
 *     s' = A11 s + A12 f,    f' = A21 s + A22 f,
 *
 * the manifold f = X s is invariant when A22 X = X (A11 + A12 X) - A21; the fixed point iteration converges
 * with the ratio of the rates. On it the motion is s' = (A11 + A12 X) s, exactly, and off it d = f - X s decays with
 * d' = (A22 - X A12) d. So the full system is propagated until f has reached the manifold to rounding, the slow one
 * from then on. Source: Chang's transformation [Kokotovic-Khalil-O'Reilly 1986, 2.2].
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { factorLU, solveManyLU } from '../../../numerics/dense/lu.js';
import { identity, multiply, multiplyAdd } from '../../../numerics/dense/matrix.js';
import { balance } from '../../../numerics/dense/balance.js';
import { symmetricEigen } from '../../../numerics/dense/symmetric-eigen.js';
import { linearMotion, motionRate, type LinearMotion } from './linear-motion.js';
import { type Basis, spectralSplits } from './spectral-basis.js';

export interface SlowManifold extends LinearMotion {
  /** s = project xi (size x full size), xi = lift s (full size x size). */
  readonly project: Float64Array;
  readonly lift: Float64Array;
  /** xi lies on the manifold where off xi = 0, fast x full size. */
  readonly off: Float64Array;
  readonly fast: number;
  /** Smallest decay of what is off it, 1/s. */
  readonly decay: number;
  /** By how much x is off where off xi = d: by back d, n x fast. Absent: d are states themselves. */
  readonly back?: Float64Array;
}

/** A part is fast when it decays this many times faster than everything else moves. */
const fastRatio = 30;
/** The same between invariant subspaces, which only the inputs couple. */
const spectralRatio = 10;
const maxIterations = 60;
/** The iteration ends when X moves by less than this part of itself. */
const settled = 1e-16;
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
  const least = minFast(plain, n);
  if (least < 2) return withInner(plain, n);
  const combined = manifoldsIn(full, n, decayBasis(full, weight)).filter(({ fast }) => fast < least);
  const others =
    combined.length > 0 ? combined : spectralManifolds(full, n).filter(({ fast }) => fast < least);
  return withInner([...plain, ...others], n);
}

/** With the manifolds of the motion on the one with the fewest fast parts: behind the largest gap the next one shows. */
function withInner(found: readonly SlowManifold[], n: number): SlowManifold[] {
  const outer = found.at(-1);
  const states = n - (outer?.fast ?? n);
  if (!outer || states === 0) return [...found];
  const plain = manifoldsIn(outer, states, undefined);
  const least = minFast(plain, states);
  const others = least < 2 ? [] : spectralManifolds(outer, states).filter(({ fast }) => fast < least);
  const inner = withInner([...plain, ...others], states).map((each) => manifoldOn(outer, each));
  const isNew = ({ fast }: SlowManifold): boolean => found.every((each) => each.fast !== fast);
  return [...found, ...inner.filter(isNew)].sort((a, b) => b.fast - a.fast);
}

function minFast(manifolds: readonly SlowManifold[], n: number): number {
  return Math.min(n, ...manifolds.map(({ fast }) => fast));
}

/** The manifold of the motion on another one, over the coordinates of that one's whole motion. */
function manifoldOn(outer: SlowManifold, inner: SlowManifold): SlowManifold {
  const whole = outer.off.length / outer.fast;
  const fast = outer.fast + inner.fast;
  const project = new Float64Array(inner.size * whole);
  multiply(inner.size, outer.size, whole, inner.project, outer.project, project);
  const lift = new Float64Array(whole * inner.size);
  multiply(whole, outer.size, inner.size, outer.lift, inner.lift, lift);
  const off = new Float64Array(fast * whole);
  off.set(outer.off);
  multiply(inner.fast, outer.size, whole, inner.off, outer.project, off.subarray(outer.off.length));
  const { size, A, G, guards, like, terms, rates, short, rate, use } = inner;
  const motion = { size, A, G, guards, like, terms, rates, short, rate, use };
  return { ...motion, project, lift, off, fast, decay: Math.min(outer.decay, inner.decay) };
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
    multiplyAdd(k, q, k, A12, X, As);
    const next = A21.map(negative);
    multiplyAdd(q, k, k, X, As, next);
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
    if (round >= maxIterations) {
      if (change > 1e-12) return undefined;
      break;
    }
  }
  As.set(A11);
  multiplyAdd(k, q, k, A12, X, As);
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
  const rest = block(fast, fast);
  multiplyAdd(q, k, q, X, A12.map(negative), rest);
  const decay = smallestDecay(q, rest);
  return decay > 0 ? { ...motion, project, lift, off, fast: q, decay } : undefined;
}

/** The smallest -Re of the eigenvalues of A, n x n. */
function smallestDecay(n: number, A: Float64Array): number {
  const rows = Array.from({ length: n }, (_, i) => Array.from(A.subarray(i * n, (i + 1) * n)));
  const { realEigenvalues } = new EigenvalueDecomposition(new Matrix(rows));
  return -Math.max(...realEigenvalues);
}

const negative = (value: number): number => -value;
