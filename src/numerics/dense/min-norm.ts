/**
 * The least-norm point of an affine family: of all quantities
 *
 *     u = P b + U t,        U rows x d, P rows x k, t free,
 *
 * the shortest, for every b at once: t = T b with T = -pinv(U) P. With U = E N, where N spans the
 * null space of a singular consistent A and E maps the unknowns to what is to be small, x = X b + N T b
 * is the solution that a vanishing equal resistance (conductance) in each quantity would select.
 *
 * Directions of t that move no quantity stay 0. By modified Gram-Schmidt, twice where a column loses length, for
 * orthogonality to rounding: O(rows d (d + k)) [Golub-Van Loan 2013, 5.2.8, 5.5; Daniel-Gragg-Kaufman-Stewart 1976].
 *
 * A null space of low co-dimension (a thousand parallel shorts) has a row of its own for each of its columns,
 * U = [U1; D] with D diagonal, and c = rows - d others. With s = P2 + D t and G = U1 D^-1 it is a ridge problem,
 *
 *     min |P1 - G P2 + G s|^2 + |s|^2,     s = -G' (I + G G')^-1 (P1 - G P2),
 *
 * solved by the orthonormal factor of [I; G'], whose columns are never dependent: O(rows c (c + k)).
 */
import { RANK_TOLERANCE } from '../zero-tolerance.js';

/** Writes T (d x k). Returns the rank of U. U and P are not changed. */
export function minNormShift(
  rows: number,
  d: number,
  k: number,
  U: Float64Array,
  P: Float64Array,
  T: Float64Array,
): number {
  T.fill(0, 0, d * k);
  const own = 2 * d > rows ? ownRows(rows, d, U) : undefined;
  if (own) {
    shiftByRidge(rows, d, k, U, P, own, T);
    return d;
  }
  const { V, R, independent } = orthonormalise(rows, d, transposed(rows, d, U));
  const t = new Float64Array(d);
  const p = new Float64Array(rows);
  for (let c = 0; c < k; c++) {
    if (!readColumn(rows, k, P, c, p)) continue;
    for (let a = d - 1; a >= 0; a--) {
      t[a] = 0;
      if (independent[a] === 0) continue;
      let sum = -dot(V, a * rows, p, 0, rows);
      for (let b = a + 1; b < d; b++) sum -= R[a * d + b]! * t[b]!;
      t[a] = sum / R[a * d + a]!;
    }
    for (let a = 0; a < d; a++) T[a * k + c] = t[a]!;
  }
  return count(independent);
}

/** Returns the rank of U, rows x d, by the same orthogonalisation. */
export function columnRank(rows: number, d: number, U: Float64Array): number {
  if (U.every((value) => value === 0)) return 0;
  return count(orthonormalise(rows, d, transposed(rows, d, U)).independent);
}

/** For each column a row in which no other column has an entry; undefined where one has none. */
function ownRows(rows: number, d: number, U: Float64Array): Int32Array | undefined {
  const own = new Int32Array(d).fill(-1);
  for (let i = 0; i < rows; i++) {
    let only = -1;
    let entries = 0;
    for (let a = 0; a < d && entries < 2; a++) {
      if (U[i * d + a] === 0) continue;
      only = a;
      entries++;
    }
    if (entries !== 1) continue;
    const kept = own[only]!;
    if (kept < 0 || Math.abs(U[i * d + only]!) > Math.abs(U[kept * d + only]!)) own[only] = i;
  }
  return own.includes(-1) ? undefined : own;
}

function shiftByRidge(
  rows: number,
  d: number,
  k: number,
  U: Float64Array,
  P: Float64Array,
  own: Int32Array,
  T: Float64Array,
): void {
  const owned = new Uint8Array(rows);
  for (const i of own) owned[i] = 1;
  const others = Int32Array.from(owned.keys()).filter((i) => owned[i] === 0 && !isZeroRow(U, d, i));
  const c = others.length;
  // Column r of [I; G'].
  const K = new Float64Array(c * (c + d));
  others.forEach((i, r) => {
    K[r * (c + d) + r] = 1;
    for (let a = 0; a < d; a++) K[r * (c + d) + c + a] = U[i * d + a]! / U[own[a]! * d + a]!;
  });
  const G = K.slice();
  const { V, R } = orthonormalise(c + d, c, K);
  const p = new Float64Array(rows);
  const x = new Float64Array(c);
  for (let column = 0; column < k; column++) {
    if (!readColumn(rows, k, P, column, p)) continue;
    // R' x = P1 - G P2, s = -V2 x.
    for (let r = 0; r < c; r++) {
      let sum = p[others[r]!]!;
      for (let a = 0; a < d; a++) sum -= G[r * (c + d) + c + a]! * p[own[a]!]!;
      for (let q = 0; q < r; q++) sum -= R[q * c + r]! * x[q]!;
      x[r] = sum / R[r * c + r]!;
    }
    for (let a = 0; a < d; a++) {
      let s = 0;
      for (let r = 0; r < c; r++) s -= V[r * (c + d) + c + a]! * x[r]!;
      T[a * k + column] = (s - p[own[a]!]!) / U[own[a]! * d + a]!;
    }
  }
}

/** U = V R with orthonormal independent columns of V; U and V column by column. U is overwritten. */
function orthonormalise(
  rows: number,
  d: number,
  V: Float64Array,
): { V: Float64Array; R: Float64Array; independent: Uint8Array } {
  const R = new Float64Array(d * d);
  const independent = new Uint8Array(d);
  for (let a = 0; a < d; a++) {
    const own = a * rows;
    const before = Math.sqrt(dot(V, own, V, own, rows));
    let after = before;
    for (let pass = 0; pass < 2; pass++) {
      const length = after;
      for (let b = 0; b < a; b++) {
        if (independent[b] === 0) continue;
        const part = dot(V, b * rows, V, own, rows);
        if (part === 0) continue;
        R[b * d + a]! += part;
        for (let i = 0, p = b * rows, q = own; i < rows; i++) V[q++]! -= part * V[p++]!;
      }
      after = Math.sqrt(dot(V, own, V, own, rows));
      // What kept half of its length has lost no more than a digit.
      if (after > 0.5 * length) break;
    }
    if (!(after > RANK_TOLERANCE * before)) continue;
    independent[a] = 1;
    R[a * d + a] = after;
    for (let i = own; i < own + rows; i++) V[i]! /= after;
  }
  return { V, R, independent };
}

function dot(A: Float64Array, a: number, B: Float64Array, b: number, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += A[a++]! * B[b++]!;
  return sum;
}

/** Writes a column of P; false where it is zero. */
function readColumn(rows: number, k: number, P: Float64Array, column: number, p: Float64Array): boolean {
  let any = false;
  for (let i = 0; i < rows; i++) {
    p[i] = P[i * k + column]!;
    any ||= p[i] !== 0;
  }
  return any;
}

function transposed(rows: number, d: number, U: Float64Array): Float64Array {
  const V = new Float64Array(rows * d);
  for (let i = 0; i < rows; i++) for (let a = 0; a < d; a++) V[a * rows + i] = U[i * d + a]!;
  return V;
}

function isZeroRow(U: Float64Array, d: number, i: number): boolean {
  for (let a = 0; a < d; a++) if (U[i * d + a] !== 0) return false;
  return true;
}

function count(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}
