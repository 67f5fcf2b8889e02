import { ContactNewton } from '../../../src/numerics/friction/contact-newton.js';
import { contactLemke } from '../../../src/numerics/friction/contact-lemke.js';
import { ContactSolver } from '../../../src/numerics/friction/contact-solver.js';
import { Nsgs } from '../../../src/numerics/friction/nsgs.js';
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
