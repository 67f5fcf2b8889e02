/**
 * Rank, null spaces and basic inverse as in `rank-reveal.ts`, with twice the digits: of a matrix whose entries are known
 * to some 30 digits, pivots of 1e-15 of the largest are genuine (1 mOhm over 1 TOhm), and zeros show as less than
 * 1e-22. Cost O(m n min(m, n)) sums of products of `double-double.ts`. Source: as there.
 */
import { addScaledWide, DoubleDoubleSum, doubleDoubles, type DoubleDoubles } from './double-double.js';
import { equilibrate } from './equilibrate.js';

export interface WideRank {
  readonly rank: number;
  /** cols x (cols - rank): A N = 0. */
  readonly rightNull: DoubleDoubles;
  /** (rows - rank) x rows: W A = 0; each row has largest magnitude about 1. */
  readonly leftNull: DoubleDoubles;
  /** cols x rows: A X b = b for every b in the range of A, X b with cols - rank zeros. */
  readonly basicInverse: DoubleDoubles;
}

/** Default: pivots of the equilibrated matrix at most this large are zero. */
const wideTolerance = 1e-22;

interface Elimination {
  readonly rows: number;
  readonly cols: number;
  readonly F: DoubleDoubles;
  readonly rowOrder: Int32Array;
  readonly colOrder: Int32Array;
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
  readonly rank: number;
}

/** A, rows x cols, is not changed. */
export function revealRankWide(
  rows: number,
  cols: number,
  A: DoubleDoubles,
  zeroPivot = wideTolerance,
): WideRank {
  const rowScale = new Float64Array(rows);
  const colScale = new Float64Array(cols);
  equilibrate(rows, cols, A.hi, rowScale, colScale);
  const F = doubleDoubles(rows * cols);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      const scale = rowScale[i]! * colScale[j]!;
      F.hi[i * cols + j] = A.hi[i * cols + j]! * scale;
      F.lo[i * cols + j] = A.lo[i * cols + j]! * scale;
    }
  }
  const rowOrder = Int32Array.from({ length: rows }, (_, i) => i);
  const colOrder = Int32Array.from({ length: cols }, (_, j) => j);
  const rank = eliminate(rows, cols, F, { rowOrder, colOrder, zeroPivot });
  const e = { rows, cols, F, rowOrder, colOrder, rowScale, colScale, rank };
  return { rank, rightNull: rightNullSpace(e), leftNull: leftNullSpace(e), basicInverse: basicInverse(e) };
}

interface PivotOrder {
  readonly rowOrder: Int32Array;
  readonly colOrder: Int32Array;
  /** Pivots of the equilibrated matrix at most this large are zero. */
  readonly zeroPivot: number;
}

/** Complete pivoting; leaves L and U in place and returns the rank. */
function eliminate(
  rows: number,
  cols: number,
  F: DoubleDoubles,
  { rowOrder, colOrder, zeroPivot }: PivotOrder,
): number {
  const steps = Math.min(rows, cols);
  const sum = new DoubleDoubleSum();
  for (let k = 0; k < steps; k++) {
    let [largest, pivotRow, pivotCol] = [0, k, k];
    for (let i = k; i < rows; i++) {
      for (let j = k; j < cols; j++) {
        const a = Math.abs(F.hi[i * cols + j]!);
        if (a > largest) [largest, pivotRow, pivotCol] = [a, i, j];
      }
    }
    if (!(largest > zeroPivot)) return k;
    for (let j = 0; j < cols; j++) swap(F, k * cols + j, pivotRow * cols + j);
    for (let i = 0; i < rows; i++) swap(F, i * cols + k, i * cols + pivotCol);
    [rowOrder[k], rowOrder[pivotRow]] = [rowOrder[pivotRow]!, rowOrder[k]!];
    [colOrder[k], colOrder[pivotCol]] = [colOrder[pivotCol]!, colOrder[k]!];
    const pivot = k * cols + k;
    for (let i = k + 1; i < rows; i++) {
      const at = i * cols + k;
      if (F.hi[at] === 0) continue;
      sum.clear().add(F.hi[at]!, F.lo[at]!).divide(F.hi[pivot]!, F.lo[pivot]!).writeTo(F, at);
      addScaledWide(F, at + 1, -F.hi[at]!, -F.lo[at]!, F, pivot + 1, cols - k - 1);
    }
  }
  return steps;
}

function swap({ hi, lo }: DoubleDoubles, i: number, j: number): void {
  if (i === j) return;
  [hi[i], hi[j]] = [hi[j]!, hi[i]!];
  [lo[i], lo[j]] = [lo[j]!, lo[i]!];
}

/** Back substitution with U1 for one right-hand side of length rank, in place. */
function solveUpper({ cols, F, rank }: Elimination, x: DoubleDoubles): void {
  const sum = new DoubleDoubleSum();
  for (let i = rank - 1; i >= 0; i--) {
    sum.clear().add(x.hi[i]!, x.lo[i]!);
    for (let j = i + 1; j < rank; j++) {
      sum.addProduct(-F.hi[i * cols + j]!, -F.lo[i * cols + j]!, x.hi[j]!, x.lo[j]!);
    }
    sum.divide(F.hi[i * cols + i]!, F.lo[i * cols + i]!).writeTo(x, i);
  }
}

/** Writes x over its scale to a place; what elimination left where a zero belongs is cleared. */
function place(x: DoubleDoubles, from: number, scale: number, out: DoubleDoubles, at: number): void {
  if (Math.abs(x.hi[from]!) <= rounding) return;
  out.hi[at] = x.hi[from]! * scale;
  out.lo[at] = x.lo[from]! * scale;
}

/** Entries are relative to the 1 of the free variable, or to a pivot. */
const rounding = 1e-28;

function rightNullSpace(e: Elimination): DoubleDoubles {
  const { cols, F, colOrder, colScale, rank } = e;
  const d = cols - rank;
  const N = doubleDoubles(cols * d);
  const x = doubleDoubles(rank);
  for (let c = 0; c < d; c++) {
    for (let i = 0; i < rank; i++) {
      x.hi[i] = -F.hi[i * cols + rank + c]!;
      x.lo[i] = -F.lo[i * cols + rank + c]!;
    }
    solveUpper(e, x);
    const own = colScale[colOrder[rank + c]!]!;
    for (let i = 0; i < rank; i++) place(x, i, colScale[colOrder[i]!]! / own, N, colOrder[i]! * d + c);
    N.hi[colOrder[rank + c]! * d + c] = 1;
  }
  return N;
}

function leftNullSpace({ rows, cols, F, rowOrder, rowScale, rank }: Elimination): DoubleDoubles {
  const d = rows - rank;
  const W = doubleDoubles(d * rows);
  const y = doubleDoubles(rank);
  const sum = new DoubleDoubleSum();
  for (let r = 0; r < d; r++) {
    // y L1 = -L2 row: back substitution with the unit lower triangle transposed.
    for (let j = rank - 1; j >= 0; j--) {
      sum.clear().add(-F.hi[(rank + r) * cols + j]!, -F.lo[(rank + r) * cols + j]!);
      for (let i = j + 1; i < rank; i++) {
        sum.addProduct(-y.hi[i]!, -y.lo[i]!, F.hi[i * cols + j]!, F.lo[i * cols + j]!);
      }
      sum.writeTo(y, j);
    }
    const own = rowScale[rowOrder[rank + r]!]!;
    for (let j = 0; j < rank; j++) place(y, j, rowScale[rowOrder[j]!]! / own, W, r * rows + rowOrder[j]!);
    W.hi[r * rows + rowOrder[rank + r]!] = 1;
  }
  return W;
}

/** Both substitutions for all unit vectors at once, row by row: zeros of L and U cost nothing. */
function basicInverse(e: Elimination): DoubleDoubles {
  const { rows, cols, F, rowOrder, colOrder, rowScale, colScale, rank } = e;
  const Y = doubleDoubles(rank * rank);
  const sum = new DoubleDoubleSum();
  const eliminateBy = (i: number, j: number, count: number): void => {
    addScaledWide(Y, i * rank, -F.hi[i * cols + j]!, -F.lo[i * cols + j]!, Y, j * rank, count);
  };
  for (let i = 0; i < rank; i++) {
    for (let j = 0; j < i; j++) eliminateBy(i, j, j + 1);
    Y.hi[i * rank + i] = 1;
  }
  for (let i = rank - 1; i >= 0; i--) {
    for (let j = i + 1; j < rank; j++) eliminateBy(i, j, rank);
    const [high, low] = [F.hi[i * cols + i]!, F.lo[i * cols + i]!];
    for (let c = i * rank; c < (i + 1) * rank; c++)
      if (Y.hi[c] !== 0) sum.clear().add(Y.hi[c]!, Y.lo[c]!).divide(high, low).writeTo(Y, c);
  }
  const X = doubleDoubles(cols * rows);
  for (let i = 0; i < rank; i++) {
    for (let c = 0; c < rank; c++) {
      const scale = colScale[colOrder[i]!]! * rowScale[rowOrder[c]!]!;
      const at = colOrder[i]! * rows + rowOrder[c]!;
      X.hi[at] = Y.hi[i * rank + c]! * scale;
      X.lo[at] = Y.lo[i * rank + c]! * scale;
    }
  }
  return X;
}
