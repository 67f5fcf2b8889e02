import { exactSearch } from '../../../src/numerics/lcp/exact-search.js';
import { lemke } from '../../../src/numerics/lcp/lemke.js';
import { principalPivot } from '../../../src/numerics/lcp/principal-pivot.js';
import { solveLcp } from '../../../src/numerics/lcp/solve-lcp.js';
import { lcpSolverSuite } from '../../suites/lcp-solver-suite.js';

lcpSolverSuite('lexicographic Lemke', (n, M, q, z, w) => lemke(n, M, q, z, w), {
  p: true,
  copositivePlus: true,
  all: false,
});
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
