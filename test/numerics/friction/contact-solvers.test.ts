import { ContactNewton } from '../../../src/numerics/friction/contact-newton.js';
import { contactLemke } from '../../../src/numerics/friction/contact-lemke.js';
import type { ContactProblem, ContactResult } from '../../../src/numerics/friction/contact-problem.js';
import { ContactSolver } from '../../../src/numerics/friction/contact-solver.js';
import { symmetricEigen } from '../../../src/numerics/dense/symmetric-eigen.js';
import { solveGlobalContact } from '../../../src/numerics/friction/global-contact.js';
import { Nsgs } from '../../../src/numerics/friction/nsgs.js';
import { blockMatrix, denseOfBlocks } from '../../../src/numerics/sparse/block-matrix.js';
import { contactSolverSuite } from '../../suites/contact-solver-suite.js';

for (const local of ['newton', 'quartic', 'projection'] as const) {
  contactSolverSuite(`nonsmooth Gauss-Seidel with the local solver "${local}"`, {
    dimensions: [1, 2, 3],
    proves: false,
    undecided: 0,
    solve: (problem, r) => new Nsgs(problem).solve(r, { local }),
  });
}

contactSolverSuite("Newton's method in local variables, then sweeps, then Lemke's method", {
  dimensions: [1, 2, 3],
  proves: true,
  undecided: 0,
  solve: (problem, r) => new ContactSolver(problem).solve(r),
});

contactSolverSuite("Newton's method in local variables alone", {
  dimensions: [1, 2, 3],
  proves: false,
  // It cycles, or creeps, from a cold start on a few.
  undecided: 0.2,
  solve: (problem, r) => new ContactNewton(problem).solve(r),
});

contactSolverSuite("Lemke's method in the plane", {
  dimensions: [1, 2],
  proves: true,
  undecided: 0,
  solve: (problem, r) => contactLemke(problem, r),
});

/** The problem in global variables of one body of unit mass: W = G G^T by its eigenvectors, u = G v + q. */
function globally({ W, q, kind, mu, lower, upper }: ContactProblem, r: Float64Array): ContactResult {
  const { n } = W;
  const Q = new Float64Array(n * n);
  const roots = symmetricEigen(n, denseOfBlocks(W), Q).map((value) => Math.sqrt(Math.max(0, value)));
  const M = blockMatrix([n], [[]]);
  for (let k = 0; k < n; k++) M.values[k * n + k] = 1;
  const sizes = Array.from({ length: W.blocks }, (_, i) => W.offset[i + 1]! - W.offset[i]!);
  const G = sizes.map((size, contact) => {
    const values = new Float64Array(size * n);
    for (let a = 0; a < size; a++)
      for (let k = 0; k < n; k++) values[a * n + k] = Q[(W.offset[contact]! + a) * n + k]! * roots[k]!;
    return { contact, body: 0, values };
  });
  const problem = { M, f: new Float64Array(n), G, sizes, b: q, kind, mu, lower, upper };
  return solveGlobalContact(problem, new Float64Array(n), r);
}

contactSolverSuite("Newton's method in global variables", {
  dimensions: [1, 2, 3],
  proves: false,
  // As in local variables, from a cold start.
  undecided: 0.2,
  solve: globally,
});
