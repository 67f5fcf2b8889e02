/**
 * The selecting problem (`mode-selector.ts`) with twice the digits, where plain ones leave it undecided: the active set of one
 * implicit Euler step of xi = (x | z), states and generators of the inputs side by side,
 *
 *     xi+ = (I - h A)^-1 (xi + h B lambda),      y = C xi+ + D lambda,      0 <= y _|_ lambda >= 0,
 *
 * over a step at which 1 TOhm, 1 uOhm and the inductances between them keep apart. What it returns is a set to look at: whether a
 * mode holds is asked of its own rows (`nearby-mode.ts`, `broken-guards.ts`). Cost O((n + m)^3) sums of products.
 */
import {
  doubleDoubles,
  DoubleDoubleSum,
  solveWide,
  type DoubleDoubles,
} from '../../../numerics/dense/double-double.js';
import { lemkeWide } from '../../../numerics/lcp/lemke-wide.js';
import type { GeneratorBank } from './modes/generator-bank.js';
import type { ExplicitSystem } from './modes/mode-dynamics.js';

/** The active set right after xi over a step of h seconds; undefined where none is found. `forced`: by row, as of `SwitchStates`. */
export function selectWide(
  system: ExplicitSystem,
  { S, c, order }: Pick<GeneratorBank, 'S' | 'c' | 'order'>,
  xi: Float64Array,
  forced: Int8Array,
  h: number,
): Uint8Array | undefined {
  const { n, m, p, A, B, C, D, E, F, cancelled } = system;
  const size = n + order;
  const rows = [...forced.keys()].filter((i) => forced[i]! >= 0);
  const cols = rows.length + 1;
  const sum = new DoubleDoubleSum();
  const entry = (of: DoubleDoubles, at: number): DoubleDoubleSum => sum.add(of.hi[at]!, of.lo[at]!);
  /** A row over inputs as one over generators. */
  const overGenerators = (of: DoubleDoubles, row: number, k: number): DoubleDoubleSum => {
    for (let j = 0; j < p; j++)
      sum.addProduct(of.hi[row * p + j]!, of.lo[row * p + j]!, c[j * order + k]!, 0);
    return sum;
  };
  // I - h A, and the right-hand sides h B and xi.
  const W = doubleDoubles(size * size);
  const X = doubleDoubles(size * cols);
  const scaled = new DoubleDoubleSum();
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      sum.clear();
      if (i < n && j < n) entry(A, i * n + j);
      else if (i < n) overGenerators(F, i, j - n);
      else if (j >= n) sum.add(S[(i - n) * order + j - n]!, 0);
      scaled.clear().addProduct(sum.hi, sum.lo, -h, 0);
      scaled.add(i === j ? 1 : 0, 0).writeTo(W, i * size + j);
    }
    rows.forEach((row, k) => {
      if (i < n)
        scaled
          .clear()
          .addProduct(B.hi[i * m + row]!, B.lo[i * m + row]!, h, 0)
          .writeTo(X, i * cols + k);
    });
    X.hi[i * cols + cols - 1] = xi[i]!;
  }
  if (!solveWide(size, W, cols, X)) return undefined;
  const count = rows.length;
  const M = doubleDoubles(count * count);
  const q = doubleDoubles(count);
  const Y = doubleDoubles(size);
  rows.forEach((row, r) => {
    for (let j = 0; j < size; j++) {
      sum.clear();
      (j < n ? entry(C, row * n + j) : overGenerators(E, row, j - n)).clean(cancelled).writeTo(Y, j);
    }
    for (let k = 0; k < cols; k++) {
      sum.clear();
      if (k < count) entry(D, row * m + rows[k]!);
      for (let j = 0; j < size; j++)
        sum.addProduct(Y.hi[j]!, Y.lo[j]!, X.hi[j * cols + k]!, X.lo[j * cols + k]!);
      if (k < count) sum.clean(cancelled).writeTo(M, r * count + k);
      else sum.clean(cancelled).writeTo(q, r);
    }
  });
  const found = lemkeWide(
    count,
    M,
    q,
    Uint8Array.from(rows, (row) => (forced[row]! > 0 ? 1 : 0)),
  );
  if (!found) return undefined;
  const active = new Uint8Array(m);
  rows.forEach((row, r) => (active[row] = found[r]!));
  return active;
}
