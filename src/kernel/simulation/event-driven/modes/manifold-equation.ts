/**
 * One slow manifold of a motion with given fast coordinates f beside slow ones s:
 *
 *     s' = A11 s + A12 f,    f' = A21 s + A22 f,        f = X s invariant when A22 X = X (A11 + A12 X) - A21,
 *
 * solved by fixed-point iteration, which converges with the ratio of the rates. With d = f - X s
 *
 *     d' = (A22 - X A12) d,     s' = (A11 + A12 X) s + A12 d,       forms F_s s + F_f f = (F_s + F_f X) s + F_f d:
 *
 * d decays by itself, and once it has, s moves alone. All with twice the digits (`wide-motion.ts`): forms of xi that are
 * differences of large terms come out as they are on the manifold.
 * Source: Chang's transformation [Kokotovic-Khalil-O'Reilly 1986, 2.2].
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import {
  doubleDoubles,
  multiplyAddWide,
  solveWide,
  type DoubleDoubles,
} from '../../../../numerics/dense/double-double.js';
import { clearNumbers, copyNumbers } from '../../../../numerics/dense/short-arrays.js';
import { motionRate } from '../motion/linear-motion.js';
import type { WideMotion } from '../motion/wide-motion.js';

export interface ManifoldSolution {
  /** The coordinates that are s. */
  readonly slow: Int32Array;
  /** The motion on it over s. */
  readonly motion: WideMotion;
  /** s = project xi, xi = lift s; xi lies on it where off xi = 0, fast x whole size. */
  readonly project: DoubleDoubles;
  readonly lift: DoubleDoubles;
  readonly off: DoubleDoubles;
  readonly fast: number;
  /** What is off it: xi = lift s + back d, d' = rest d, s' = ... + drive d, forms = ... + reads d. */
  readonly back: DoubleDoubles;
  readonly rest: DoubleDoubles;
  readonly drive: DoubleDoubles;
  readonly reads: DoubleDoubles;
  /** Smallest decay of what is off it, and bound of the rate of the motion on it, 1/s. */
  readonly decay: number;
  readonly rate: number;
}

const maxIterations = 60;
/** The iteration ends when X moves by less than this part of itself; at the least it must come to `known`. */
const settled = 1e-30;
const known = 1e-17;

/** Solves for the manifold over which the coordinates `fast` decay; undefined where there is none. */
export function solveManifold(motion: WideMotion, fast: Int32Array): ManifoldSolution | undefined {
  const { A, size } = motion;
  const q = fast.length;
  const slow = othersThan(fast, size);
  const k = slow.length;
  const A11 = block(A, size, slow, slow);
  const A12 = block(A, size, slow, fast);
  const A21 = block(A, size, fast, slow);
  const A22 = block(A, size, fast, fast);
  // One elimination for all rounds: the inverse of A22.
  const inverse = identity(q);
  if (!solveWide(q, copyOf(A22), q, inverse)) return undefined;
  const minus = negated(A21);
  const [As, right] = [doubleDoubles(k * k), doubleDoubles(q * k)];
  let [X, next] = [doubleDoubles(q * k), doubleDoubles(q * k)];
  for (let round = 0; ; round++) {
    // As = A11 + A12 X, then A22 X+ = X As - A21.
    copy(A11, As);
    multiplyAddWide(k, q, k, A12, X, As);
    copy(minus, right);
    multiplyAddWide(q, k, k, X, As, right);
    clear(next);
    multiplyAddWide(q, q, k, inverse, right, next);
    const change = largestChange(next, X);
    if (!Number.isFinite(change)) return undefined;
    [X, next] = [next, X];
    if (change <= settled) break;
    if (round < maxIterations) continue;
    if (change > known) return undefined;
    break;
  }
  return manifoldOver(motion, fast, X);
}

function othersThan(fast: Int32Array, size: number): Int32Array {
  return Int32Array.from({ length: size }, (_, i) => i).filter((i) => !fast.includes(i));
}

/** The manifold f = X s of known X, fast x slow; undefined where what is off it does not decay. */
export function manifoldOver(
  { A, forms, size, states, guards, multipliers }: WideMotion,
  fast: Int32Array,
  X: DoubleDoubles,
): ManifoldSolution | undefined {
  const q = fast.length;
  const slow = othersThan(fast, size);
  const k = slow.length;
  const rows = guards + multipliers;
  const A11 = block(A, size, slow, slow);
  const A12 = block(A, size, slow, fast);
  const A22 = block(A, size, fast, fast);
  const As = copyOf(A11);
  multiplyAddWide(k, q, k, A12, X, As);
  const all = Int32Array.from({ length: rows }, (_, i) => i);
  const read = block(forms, size, all, slow);
  const reads = block(forms, size, all, fast);
  multiplyAddWide(rows, q, k, reads, X, read);

  const project = doubleDoubles(k * size);
  const lift = doubleDoubles(size * k);
  const off = doubleDoubles(q * size);
  const back = doubleDoubles(size * q);
  slow.forEach((i, c) => {
    project.hi[c * size + i] = 1;
    lift.hi[i * k + c] = 1;
    for (let r = 0; r < q; r++) {
      off.hi[r * size + i] = -X.hi[r * k + c]!;
      off.lo[r * size + i] = -X.lo[r * k + c]!;
    }
  });
  fast.forEach((i, r) => {
    off.hi[r * size + i] = 1;
    back.hi[i * q + r] = 1;
    for (let c = 0; c < k; c++) {
      lift.hi[i * k + c] = X.hi[r * k + c]!;
      lift.lo[i * k + c] = X.lo[r * k + c]!;
    }
  });
  const rest = copyOf(A22);
  multiplyAddWide(q, k, q, negated(X), A12, rest);
  const decay = smallestDecay(q, rest.hi);
  if (!(decay > 0)) return undefined;
  const left = slow.filter((i) => i < states).length;
  return {
    slow,
    motion: { size: k, states: left, A: As, forms: read, guards, multipliers },
    ...{ back, rest, drive: A12, reads },
    ...{ project, lift, off, fast: q, decay, rate: motionRate(As.hi, k, left) },
  };
}

function block({ hi, lo }: DoubleDoubles, size: number, rows: Int32Array, cols: Int32Array): DoubleDoubles {
  const out = doubleDoubles(rows.length * cols.length);
  rows.forEach((i, r) =>
    cols.forEach((j, c) => {
      out.hi[r * cols.length + c] = hi[i * size + j]!;
      out.lo[r * cols.length + c] = lo[i * size + j]!;
    }),
  );
  return out;
}

function copyOf({ hi, lo }: DoubleDoubles): DoubleDoubles {
  return { hi: hi.slice(), lo: lo.slice() };
}

function copy(from: DoubleDoubles, to: DoubleDoubles): void {
  copyNumbers(from.hi, to.hi);
  copyNumbers(from.lo, to.lo);
}

function clear({ hi, lo }: DoubleDoubles): void {
  clearNumbers(hi, hi.length);
  clearNumbers(lo, lo.length);
}

function negated({ hi, lo }: DoubleDoubles): DoubleDoubles {
  return { hi: hi.map(negative), lo: lo.map(negative) };
}

const negative = (value: number): number => -value;

function identity(n: number): DoubleDoubles {
  const out = doubleDoubles(n * n);
  for (let i = 0; i < n; i++) out.hi[i * n + i] = 1;
  return out;
}

/** The largest change of an entry relative to itself; entries that are rounding of the largest do not count. */
function largestChange(next: DoubleDoubles, before: DoubleDoubles): number {
  let largest = 0;
  for (const value of next.hi) largest = Math.max(largest, Math.abs(value));
  let change = 0;
  for (let p = 0; p < next.hi.length; p++) {
    const moved = Math.abs(next.hi[p]! - before.hi[p]! + (next.lo[p]! - before.lo[p]!));
    const size = Math.max(Math.abs(next.hi[p]!), 1e-30 * largest) + Number.MIN_VALUE;
    change = Math.max(change, moved / size);
  }
  return Number.isFinite(largest) ? change : NaN;
}

/** The smallest -Re of the eigenvalues of A, n x n. */
function smallestDecay(n: number, A: Float64Array): number {
  const rows = Array.from({ length: n }, (_, i) => Array.from(A.subarray(i * n, (i + 1) * n)));
  const { realEigenvalues } = new EigenvalueDecomposition(new Matrix(rows));
  return -Math.max(...realEigenvalues);
}
