/**
 * The trustworthy front of the contact solvers, for one problem whose numbers change and whose pattern does not:
 *
 * 1. Newton's method from the given impulses (those of the last time step): usually one or two steps;
 * 2. rounds of Gauss-Seidel sweeps, which settle what slides and what is open, each followed by Newton's method;
 * 3. without contacts in three dimensions: Lemke's method and the exact search, which also prove that there is no solution.
 *
 * "solved" means that the public residual is within tolerance. Every friction problem with W positive definite has a
 * solution [Klarbring-Pang 1998]; it need not be unique, and the one near the guess is found. In three dimensions an
 * unsolved problem is "undecided": nothing proves it infeasible.
 */
import { RESIDUAL_TOLERANCE } from '../lcp/linear-complementarity.js';
import { contactLemke, isPlanar } from './contact-lemke.js';
import { ContactNewton } from './contact-newton.js';
import { requireContactProblem, type ContactProblem, type ContactResult } from './contact-problem.js';
import { Nsgs } from './nsgs.js';
import { isScalarProblem, RowNewton } from './row-newton.js';

export interface ContactSolverOptions {
  /** Largest `contactResidual` of a solution; default 1e-9, the certificate's. */
  readonly tolerance?: number;
  /**
   * Steps of one attempt of Newton's method; default 30, and one a row more without friction: there every step of a column
   * of bodies decides at least one contact for good.
   */
  readonly newtonSteps?: number;
  /** Rounds of sweeps and Newton's method; default 20. */
  readonly rounds?: number;
}

/** Sweeps of the first round; each round takes half as many again. */
const SWEEPS = 20;
/** Rows beyond which the dense last resort would take minutes. */
const DENSE_ROWS = 240;

export class ContactSolver {
  readonly #newton: ContactNewton | RowNewton;
  #nsgs: Nsgs | undefined;
  readonly #counters = { newton: 0, sweeps: 0, lemke: 0 };

  /** Throws a RangeError where the problem makes no sense. */
  constructor(
    private readonly problem: ContactProblem,
    private readonly options: ContactSolverOptions = {},
  ) {
    requireContactProblem(problem);
    this.#newton = isScalarProblem(problem) ? new RowNewton(problem) : new ContactNewton(problem);
  }

  /** How often each method gave the answer. */
  get counters(): { readonly newton: number; readonly sweeps: number; readonly lemke: number } {
    return this.#counters;
  }

  /** Solves from the guess r, which receives the answer (the best point where there is none). */
  solve(r: Float64Array): ContactResult {
    const { tolerance = RESIDUAL_TOLERANCE, rounds = 20 } = this.options;
    const { newtonSteps = this.#newton instanceof RowNewton ? 30 + this.problem.W.n : 30 } = this.options;
    let result = this.#newton.solve(r, { tolerance, steps: newtonSteps });
    let { iterations } = result;
    if (result.status === 'solved') {
      this.#counters.newton++;
      return result;
    }
    const nsgs = (this.#nsgs ??= new Nsgs(this.problem));
    let sweeps = SWEEPS;
    for (let round = 0; round < rounds; round++, sweeps = Math.ceil(1.5 * sweeps)) {
      for (const method of ['sweeps', 'newton'] as const) {
        result =
          method === 'sweeps'
            ? nsgs.solve(r, { tolerance, sweeps })
            : this.#newton.solve(r, { tolerance, steps: newtonSteps });
        iterations += result.iterations;
        if (result.status !== 'solved') continue;
        this.#counters[method]++;
        return { ...result, iterations };
      }
    }
    if (isPlanar(this.problem) && this.problem.W.n <= DENSE_ROWS) {
      const exact = contactLemke(this.problem, r, tolerance);
      iterations += exact.iterations;
      if (exact.status === 'solved') this.#counters.lemke++;
      return { ...exact, iterations };
    }
    return { ...result, iterations };
  }
}
