import { exactSearch } from '../../../src/numerics/lcp/exact-search.js';
import { solveBasis } from '../../../src/numerics/lcp/complementary-basis.js';
import { widened } from '../../../src/numerics/dense/double-double.js';
import { lemkeWide } from '../../../src/numerics/lcp/lemke-wide.js';
import { lcpResidual } from '../../../src/numerics/lcp/linear-complementarity.js';
import { lemke } from '../../../src/numerics/lcp/lemke.js';
import { principalPivot } from '../../../src/numerics/lcp/principal-pivot.js';
import { solveLcp } from '../../../src/numerics/lcp/solve-lcp.js';
import { lcpSolverSuite } from '../../suites/lcp-solver-suite.js';

lcpSolverSuite('lexicographic Lemke', (n, M, q, z, w) => lemke(n, M, q, z, w), {
  p: true,
  copositivePlus: true,
  all: false,
});
lcpSolverSuite(
  'Lemke with twice the digits',
  (n, M, q, z, w) => {
    const found = lemkeWide(n, widened(M.slice()), widened(q.slice()), new Uint8Array(n));
    const basis = Int32Array.from([...(found ?? []).keys()].filter((i) => found?.[i] === 1));
    const isRegular = found !== undefined && solveBasis(n, M, q, basis, z, w);
    const residual = isRegular ? lcpResidual(n, M, q, z) : Infinity;
    return { status: residual <= 1e-9 ? 'solved' : 'undecided', iterations: 0, residual };
  },
  { p: true, copositivePlus: true, all: false },
);
lcpSolverSuite('principal pivoting', (n, M, q, z, w) => principalPivot(n, M, q, z, w), {
  p: true,
  copositivePlus: false,
  all: false,
});
lcpSolverSuite('exact search', (n, M, q, z, w) => exactSearch(n, M, q, z, w), {
  p: true,
  copositivePlus: true,
  all: true,
});
lcpSolverSuite('the front', (n, M, q, z, w) => solveLcp(n, M, q, z, w), {
  p: true,
  copositivePlus: true,
  all: true,
});
