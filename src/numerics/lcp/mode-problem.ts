/** What all modes of one problem y = M lambda + q share (`mode.ts`), prepared once. */
import { equilibrate } from '../dense/equilibrate.js';
import { transpose } from '../dense/matrix.js';
import { SparseRows } from './sparse-rows.js';

/** The directions in which q moves: q = Q zeta, Q m x cols. */
export interface ModeRange {
  readonly Q: Float64Array;
  readonly cols: number;
}

/** The same by non-zeros, with room for a sum and its terms over the columns. */
interface SparseRange {
  readonly Q: SparseRows;
  readonly sum: Float64Array;
  readonly terms: Float64Array;
}

export interface ModeProblem {
  readonly m: number;
  /** Without entries that are rounding of the products of which M is the sum. */
  readonly M: Float64Array;
  /** The same by the non-zeros of its rows, and of its columns. */
  readonly rows: SparseRows;
  readonly columns: SparseRows;
  /** Row by row what the pair is (`mode.ts`). */
  readonly kind: Int8Array;
  readonly range: SparseRange | undefined;
  /** A q without zeros, of the size of each row: on it errors of `tested` show (`neighbouring-mode.ts`). */
  readonly probe: Float64Array;
}

/** Entries this small relative to their row and column (equilibrated) are rounding of the products in M. */
const ENTRY_ROUNDING = 4e-16;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

export function prepareProblem(
  m: number,
  M: Float64Array,
  kind: Int8Array,
  range: ModeRange | undefined,
): ModeProblem {
  const rowScale = new Float64Array(m);
  const colScale = new Float64Array(m);
  equilibrate(m, m, M, rowScale, colScale);
  const cleared = M.map((a, p) => {
    const size = Math.abs(a) * rowScale[Math.floor(p / m)]! * colScale[p % m]!;
    return size <= ENTRY_ROUNDING ? 0 : a;
  });
  // Between 1/2 and 3/2 of the row's unit, by turns of either sign.
  const probe = rowScale.map(
    (scale, i) => ((i % 2 === 0 ? 1 : -1) * (0.5 + ((i * GOLDEN_RATIO) % 1))) / scale,
  );
  const transposed = new Float64Array(m * m);
  transpose(m, m, cleared, transposed);
  return {
    m,
    M: cleared,
    rows: SparseRows.of(m, m, cleared),
    columns: SparseRows.of(m, m, transposed),
    kind,
    range: range && sparseRange(m, range),
    probe,
  };
}

function sparseRange(m: number, { Q, cols }: ModeRange): SparseRange {
  return { Q: SparseRows.of(m, cols, Q), sum: new Float64Array(cols), terms: new Float64Array(cols) };
}
