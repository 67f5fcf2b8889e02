/**
 * A linear motion xi' = A xi with the forms that are read off it, guards G xi and multipliers L xi, with twice the digits
 * (`double-double.ts`), in coordinates of which the leading `states` are states and the rest generate inputs. Where 1 TOhm
 * is in series with 200 uH, A has entries of 5e15 1/s beside 1e2 1/s, and a voltage is 1e12 times the difference of
 * currents: on the slow manifold these cancel, and what is left keeps digits only if it is computed this way.
 */
import {
  doubleDoubles,
  multiplyAddWide,
  solveWide,
  widened,
  type DoubleDoubles,
} from '../../../../numerics/dense/double-double.js';

export interface WideMotion {
  readonly size: number;
  readonly states: number;
  /** size x size. */
  readonly A: DoubleDoubles;
  /** Guards and multipliers one above the other: forms x size. */
  readonly forms: DoubleDoubles;
  readonly guards: number;
  readonly multipliers: number;
}

/** Coordinates chi = T x of the leading states, T the inverse of exactly what `inverse` says; n x n each. */
export interface Basis {
  readonly T: DoubleDoubles;
  readonly inverse: Float64Array;
}

/** The coordinates whose directions are the columns of a matrix; undefined where these depend on each other. */
export function basisOf(n: number, inverse: Float64Array): Basis | undefined {
  const T = doubleDoubles(n * n);
  for (let i = 0; i < n; i++) T.hi[i * n + i] = 1;
  return solveWide(n, widened(inverse.slice()), n, T, dependent) ? { T, inverse } : undefined;
}

/** Pivots this small leave no digits of the new coordinates. */
const dependent = 1e-12;

/** The motion of (T x | z). */
export function changeBasis({ A, forms, size, states, ...rest }: WideMotion, basis: Basis): WideMotion {
  const change = widen(basis.T, states, size);
  const back = widen(widened(basis.inverse), states, size);
  const AB = wideProduct(size, size, size, A, back);
  const rows = rest.guards + rest.multipliers;
  return {
    ...{ size, states, ...rest },
    A: wideProduct(size, size, size, change, AB),
    forms: wideProduct(rows, size, size, forms, back),
  };
}

/** diag(block, 1, ..., 1). */
export function widen(block: DoubleDoubles, n: number, size: number): DoubleDoubles {
  const out = doubleDoubles(size * size);
  for (let i = 0; i < size; i++) out.hi[i * size + i] = 1;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      out.hi[i * size + j] = block.hi[i * n + j]!;
      out.lo[i * size + j] = block.lo[i * n + j]!;
    }
  }
  return out;
}

/** P = A B, rows x inner times inner x cols. */
export function wideProduct(
  rows: number,
  inner: number,
  cols: number,
  A: DoubleDoubles,
  B: DoubleDoubles,
): DoubleDoubles {
  const P = doubleDoubles(rows * cols);
  multiplyAddWide(rows, inner, cols, A, B, P);
  return P;
}
