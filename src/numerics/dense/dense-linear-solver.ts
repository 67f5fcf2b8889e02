/**
 * The dense `LinearSolver`: W is scattered into a row-major array and factored by `factorLU`.
 * For n up to about a hundred; memory n^2, factor 2/3 n^3, solve 2 n^2. Pivoting anew costs a dense
 * matrix next to nothing, so `refactor` is `factor`. After `analyze` nothing is allocated.
 */
import type { FactorStatus, LinearSolver } from '../linear-solver.js';
import type { SparseMatrix } from '../sparse/sparse-matrix.js';
import { factorLU, solveLU } from './lu.js';

const OK: FactorStatus = Object.freeze({ status: 'ok' });

export class DenseLinearSolver implements LinearSolver {
  #n = -1;
  #factored = false;
  #lu = new Float64Array(0);
  #pivots = new Int32Array(0);
  #work = new Float64Array(0);

  analyze(matrix: SparseMatrix): void {
    if (matrix.rows !== matrix.cols) {
      throw new RangeError(`a linear system must be square, not ${matrix.rows} x ${matrix.cols}`);
    }
    this.#n = matrix.rows;
    this.#factored = false;
    this.#lu = new Float64Array(this.#n * this.#n);
    this.#pivots = new Int32Array(this.#n);
    this.#work = new Float64Array(2 * this.#n);
  }

  factor(matrix: SparseMatrix): FactorStatus {
    const n = this.#n;
    if (matrix.rows !== n || matrix.cols !== n) {
      throw new RangeError(`analyze() saw ${n} x ${n}, factor() got ${matrix.rows} x ${matrix.cols}`);
    }
    const { colStart, rowIndex, values } = matrix;
    this.#lu.fill(0);
    for (let j = 0; j < n; j++) {
      for (let p = colStart[j]!; p < colStart[j + 1]!; p++) this.#lu[rowIndex[p]! * n + j] = values[p]!;
    }
    const column = factorLU(n, this.#lu, this.#pivots, this.#work);
    this.#factored = column < 0;
    return column < 0 ? OK : { status: 'singular', column };
  }

  refactor(matrix: SparseMatrix): FactorStatus {
    return this.factor(matrix);
  }

  solve(b: Float64Array, x: Float64Array): void {
    if (!this.#factored) throw new Error('solve() needs a factor() that returned "ok"');
    solveLU(this.#n, this.#lu, this.#pivots, b, x);
  }
}
