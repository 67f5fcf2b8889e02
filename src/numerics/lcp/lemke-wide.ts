/**
 * Lemke's method (`lemke.ts`) with twice the digits, for problems in which 1 uOhm stands beside 1 TOhm: the difference of two
 * entries that decides a pivot is then smaller than the rounding of plain ones. Solves
 *
 *     w = M z + q,   0 <= w  _|_  z >= 0,      rows of `free` with w = 0 and z of any sign
 *
 * where a free z is the difference of two that are not negative, with the two inequalities w >= 0 and -w >= 0: that keeps M
 * semidefinite. Lexicographic, so that no basis repeats; guaranteed where `lemke.ts` is. What it returns is a basis, to be judged
 * by whoever has a better test than the rounding of a tableau. Cost: about 2 n pivots of 2 n^2 sums of products, 30 flops each.
 * Source: [Cottle-Pang-Stone 1992, alg. 4.4.5 with the lexicographic rule of 4.9].
 */
import { DoubleDoubleSum, doubleDoubles, type DoubleDoubles } from '../dense/double-double.js';
import { equilibrate } from '../dense/equilibrate.js';

/** An entry of a column this small beside its largest is no pivot, and what cancels to it of what it was is 0. */
const pivotTolerance = 1e-24;
const cancelled = 1e-27;
/** Ratios closer than this, relative, are equal. */
const tie = 1e-26;

/** Columns: w, z, z0, right-hand side. */
interface Tableau {
  readonly n: number;
  readonly width: number;
  readonly T: DoubleDoubles;
  /** The variable that is basic in each row, numbered as its column. */
  readonly basic: Int32Array;
}

/** Returns 1 for each row of M (m x m) in which w = 0 at the solution; undefined where the path ends in a ray. */
export function lemkeWide(
  m: number,
  M: DoubleDoubles,
  q: DoubleDoubles,
  free: Uint8Array,
): Uint8Array | undefined {
  const origin = [...free.keys(), ...[...free.keys()].filter((i) => free[i] === 1)];
  const n = origin.length;
  const tableau = createTableau(m, M, q, origin);
  const limit = 100 + 50 * n;
  let row = firstRow(tableau);
  let entering = 2 * n;
  for (let pivots = 0; row >= 0; pivots++) {
    if (pivots > limit) return undefined;
    const leaving = tableau.basic[row]!;
    pivot(tableau, row, entering);
    if (leaving === 2 * n) break;
    entering = leaving < n ? leaving + n : leaving - n;
    row = leavingRow(tableau, entering);
    if (row < 0) return undefined;
  }
  const active = free.slice();
  for (const variable of tableau.basic) if (variable >= n && variable < n + m) active[variable - n] = 1;
  return active;
}

function createTableau(m: number, M: DoubleDoubles, q: DoubleDoubles, origin: readonly number[]): Tableau {
  const n = origin.length;
  const width = 2 * n + 2;
  const rowScale = new Float64Array(m);
  const colScale = new Float64Array(m);
  equilibrate(m, m, M.hi, rowScale, colScale);
  const T = doubleDoubles(n * width);
  const set = (at: number, factor: number, of: DoubleDoubles, from: number): void => {
    T.hi[at] = factor * of.hi[from]!;
    T.lo[at] = factor * of.lo[from]!;
  };
  for (let i = 0; i < n; i++) {
    const [a, sign] = [origin[i]!, i < m ? 1 : -1];
    T.hi[i * width + i] = 1;
    T.hi[i * width + 2 * n] = -1;
    set(i * width + 2 * n + 1, sign * rowScale[a]!, q, a);
    for (let j = 0; j < n; j++) {
      const b = origin[j]!;
      set(i * width + n + j, (j < m ? -1 : 1) * sign * rowScale[a]! * colScale[b]!, M, a * m + b);
    }
  }
  return { n, width, T, basic: Int32Array.from({ length: n }, (_, i) => i) };
}

/** The row of the least q, of equal ones the last, which makes all rows lexicographically positive; -1 where q >= 0. */
function firstRow({ n, width, T }: Tableau): number {
  let row = -1;
  let least = 0;
  for (let i = 0; i < n; i++) {
    const value = T.hi[(i + 1) * width - 1]!;
    if (value < least || (row >= 0 && value === least)) [row, least] = [i, value];
  }
  return row;
}

/** The row that blocks the entering variable, -1 for none (a ray). z0 leaves whenever it may. */
function leavingRow({ n, width, T, basic }: Tableau, entering: number): number {
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(T.hi[i * width + entering]!));
  let best = -1;
  const order = new QuotientOrder(T);
  for (let i = 0; i < n; i++) {
    if (!(T.hi[i * width + entering]! > pivotTolerance * largest)) continue;
    if (best < 0) {
      best = i;
      continue;
    }
    const [p, r] = [i * width + entering, best * width + entering];
    const ratio = order.compare((i + 1) * width - 1, p, (best + 1) * width - 1, r);
    if (ratio !== 0) {
      if (ratio < 0) best = i;
      continue;
    }
    if (basic[best] === 2 * n) continue;
    let sign = basic[i] === 2 * n ? -1 : 0;
    for (let j = 0; sign === 0 && j < n; j++) sign = order.compare(i * width + j, p, best * width + j, r);
    if (sign < 0) best = i;
  }
  return best;
}

/** Compares quotients of entries. */
class QuotientOrder {
  readonly #a = new DoubleDoubleSum();
  readonly #b = new DoubleDoubleSum();

  constructor(private readonly T: DoubleDoubles) {}

  /** The sign of T[a] / T[p] - T[b] / T[r], 0 where rounding hides it; T[p] and T[r] are positive. */
  compare(a: number, p: number, b: number, r: number): number {
    const { hi, lo } = this.T;
    const left = this.#a.clear().addProduct(hi[a]!, lo[a]!, hi[r]!, lo[r]!);
    const right = this.#b.clear().addProduct(hi[b]!, lo[b]!, hi[p]!, lo[p]!);
    return Math.sign(left.add(-right.hi, -right.lo).clean(tie).hi);
  }
}

function pivot({ n, width, T, basic }: Tableau, row: number, entering: number): void {
  const { hi, lo } = T;
  const start = row * width;
  const sum = new DoubleDoubleSum();
  const [dh, dl] = [hi[start + entering]!, lo[start + entering]!];
  for (let j = 0; j < width; j++) {
    if (hi[start + j] === 0) continue;
    sum
      .clear()
      .add(hi[start + j]!, lo[start + j]!)
      .divide(dh, dl)
      .writeTo(T, start + j);
  }
  for (let i = 0; i < n; i++) {
    const at = i * width;
    const [fh, fl] = [-hi[at + entering]!, -lo[at + entering]!];
    if (i === row || fh === 0) continue;
    for (let j = 0; j < width; j++) {
      if (hi[start + j] === 0) continue;
      sum
        .clear()
        .add(hi[at + j]!, lo[at + j]!)
        .addProduct(fh, fl, hi[start + j]!, lo[start + j]!)
        .clean(cancelled)
        .writeTo(T, at + j);
    }
    hi[at + entering] = lo[at + entering] = 0;
  }
  basic[row] = entering;
}
