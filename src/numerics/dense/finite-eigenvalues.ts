/**
 * The finite eigenvalues of a pencil: all s with det(G + s C) = 0.
 *
 * C of a circuit is singular, and a general solver would return what is infinite as large numbers made of rounding. Here what is
 * infinite is taken away exactly: rows of C are eliminated with complete pivoting; a row that is left without derivative is a
 * constraint, which eliminates one unknown; both again, until C is regular. The rest is an eigenvalue problem of a
 * matrix, balanced. An entry counts as 0 where a running bound of its error says that it may be, whatever its size: so that femtofarads
 * stand beside farads. Cost: O(n^3). Source: [Golub-Van Loan 2013] 7.7, [Van Dooren 1979].
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { balance } from './balance.js';

export interface ComplexNumber {
  readonly re: number;
  readonly im: number;
}

const unit = 2 ** -52;

/** Of an entry as it is given: the sum of a node's conductances. */
const initialError = 4 * unit;

/** A number by which a row is multiplied, and how far rounding may have moved it. */
interface Factor {
  readonly value: number;
  readonly error: number;
}

/** Returns them by size, each with its multiplicity; undefined where the determinant is 0 for every s. G and C are n x n by rows. */
export function finiteEigenvalues(n: number, G: Float64Array, C: Float64Array): ComplexNumber[] | undefined {
  const still = new TrackedMatrix(n, G);
  const moving = new TrackedMatrix(n, C);
  const rows = new Set(Array.from({ length: n }, (_, k) => k));
  const columns = new Set(rows);
  for (;;) {
    const constraints = eliminateRates(still, moving, rows, columns);
    if (constraints.size === 0) break;
    if (!eliminateConstraints(still, moving, constraints, rows, columns)) return undefined;
  }
  return eigenvaluesOf(still, moving, [...rows], [...columns]);
}

/** Makes rows of C independent; returns those that nothing is left of. */
function eliminateRates(
  still: TrackedMatrix,
  moving: TrackedMatrix,
  rows: ReadonlySet<number>,
  columns: ReadonlySet<number>,
): Set<number> {
  const left = new Set(rows);
  for (;;) {
    const pivot = moving.largest(left, columns);
    if (!pivot) return left;
    const [row, column] = pivot;
    left.delete(row);
    for (const other of left) {
      if (moving.at(other, column) === 0) continue;
      const factor = moving.quotient(other, column, moving, row);
      moving.subtract(other, factor, moving, row, columns, column);
      still.subtract(other, factor, still, row, columns);
    }
  }
}

/** Each constraint G_row z = 0 takes one row and one unknown away; false where one says nothing. */
function eliminateConstraints(
  still: TrackedMatrix,
  moving: TrackedMatrix,
  constraints: Set<number>,
  rows: Set<number>,
  columns: Set<number>,
): boolean {
  while (constraints.size > 0) {
    const pivot = still.largest(constraints, columns);
    if (!pivot) return false;
    const [row, column] = pivot;
    constraints.delete(row);
    rows.delete(row);
    for (const other of rows) {
      for (const matrix of [still, moving]) {
        if (matrix.at(other, column) === 0) continue;
        matrix.subtract(other, matrix.quotient(other, column, still, row), still, row, columns, column);
      }
    }
    columns.delete(column);
  }
  return true;
}

function eigenvaluesOf(
  still: TrackedMatrix,
  moving: TrackedMatrix,
  rows: readonly number[],
  columns: readonly number[],
): ComplexNumber[] {
  const m = rows.length;
  if (m === 0) return [];
  const dense = (matrix: TrackedMatrix): Matrix =>
    new Matrix(rows.map((row) => columns.map((column) => matrix.at(row, column))));
  const solved = solveByElimination(dense(moving), dense(still));
  const values = Float64Array.from(solved.to1DArray(), (value) => -value);
  const scale = balance(values, m, 0, m);
  const balanced = new Matrix(m, m);
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) balanced.set(i, j, (values[i * m + j]! * scale[j]!) / scale[i]!);
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(balanced);
  const found = realEigenvalues.map((re, k) => ({ re, im: imaginaryEigenvalues[k] ?? 0 }));
  return found.sort((a, b) => Math.hypot(a.re, a.im) - Math.hypot(b.re, b.im) || b.im - a.im);
}

/** Solves C X = G by elimination with complete pivoting: C may have rows and columns of all sizes. */
function solveByElimination(C: Matrix, G: Matrix): Matrix {
  const m = C.rows;
  const order: number[] = [];
  const free = new Set(Array.from({ length: m }, (_, k) => k));
  for (let k = 0; k < m; k++) {
    let [row, column, largest] = [k, 0, -1];
    for (let i = k; i < m; i++)
      for (const j of free)
        if (Math.abs(C.get(i, j)) > largest) [row, column, largest] = [i, j, Math.abs(C.get(i, j))];
    C.swapRows(row, k);
    G.swapRows(row, k);
    free.delete(column);
    order.push(column);
    for (let i = 0; i < m; i++) {
      const factor = C.get(i, column) / C.get(k, column);
      if (i === k || factor === 0) continue;
      for (const j of free) C.set(i, j, C.get(i, j) - factor * C.get(k, j));
      C.set(i, column, 0);
      for (let j = 0; j < m; j++) G.set(i, j, G.get(i, j) - factor * G.get(k, j));
    }
  }
  const X = new Matrix(m, m);
  order.forEach((column, k) => {
    for (let j = 0; j < m; j++) X.set(column, j, G.get(k, j) / C.get(k, column));
  });
  return X;
}

/** A matrix whose entries know how far rounding may have moved them. */
class TrackedMatrix {
  readonly #values: Float64Array;
  readonly #errors: Float64Array;

  constructor(
    private readonly n: number,
    values: Float64Array,
  ) {
    this.#values = values.slice();
    this.#errors = values.map((value) => initialError * Math.abs(value));
  }

  at(row: number, column: number): number {
    return this.#values[row * this.n + column]!;
  }

  /** The place of the largest entry; undefined where all are 0. */
  largest(rows: Iterable<number>, columns: ReadonlySet<number>): readonly [number, number] | undefined {
    let found: readonly [number, number] | undefined;
    let size = 0;
    for (const row of rows)
      for (const column of columns) {
        const value = Math.abs(this.at(row, column));
        if (value > size) [found, size] = [[row, column], value];
      }
    return found;
  }

  /** The entry by which a pivot is to be multiplied. */
  quotient(row: number, column: number, pivots: TrackedMatrix, pivotRow: number): Factor {
    const pivot = pivots.at(pivotRow, column);
    const value = this.at(row, column) / pivot;
    const ofPivot = pivots.#errors[pivotRow * this.n + column]!;
    const own = this.#errors[row * this.n + column]!;
    return { value, error: (own + Math.abs(value) * ofPivot) / Math.abs(pivot) + unit * Math.abs(value) };
  }

  /** this[row] -= factor from[other]; column `pivot`, which that makes 0, is set so. */
  subtract(
    row: number,
    factor: Factor,
    from: TrackedMatrix,
    other: number,
    columns: Iterable<number>,
    pivot = -1,
  ): void {
    for (const column of columns) {
      const at = row * this.n + column;
      if (column === pivot) {
        this.#values[at] = this.#errors[at] = 0;
        continue;
      }
      const entry = from.at(other, column);
      if (entry === 0) continue;
      const term = factor.value * entry;
      const passed = Math.abs(factor.value) * from.#errors[other * this.n + column]!;
      const error = this.#errors[at]! + passed + factor.error * Math.abs(entry) + unit * Math.abs(term);
      const value = this.#values[at]! - term;
      const isNone = Math.abs(value) <= error;
      this.#values[at] = isNone ? 0 : value;
      this.#errors[at] = isNone ? 0 : error;
    }
  }
}
