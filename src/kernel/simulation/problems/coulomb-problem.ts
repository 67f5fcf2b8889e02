/**
 * The one-step problem y = M lambda + q of laws with Coulomb friction among them, handed to the contact solvers
 * (`numerics/friction/contact-solver.ts`) as blocks: the rows of a contact together, every other row by itself. Rows that a
 * forecast leaves open are absent. Laws with slopes, shifts or several boxes a row have no place beside friction.
 */
import { contactKind, type ContactProblem } from '../../../numerics/friction/contact-problem.js';
import { ContactSolver } from '../../../numerics/friction/contact-solver.js';
import { blocksOfDense } from '../../../numerics/sparse/block-matrix.js';
import { ModelError } from '../../modeling/model-error.js';
import type { BoxRows, CoulombRows } from '../../modeling/laws/nonsmooth-law.js';
import type { OneStepReport } from './one-step-ns-problem.js';

export class CoulombProblem {
  readonly #sizes: readonly number[];
  readonly #kinds: Uint8Array;
  readonly #mu: Float64Array;

  /** Takes the boxes of all laws, one a row, and the groups of rows with friction; throws `ModelError` where boxes are not plain. */
  constructor(
    readonly m: number,
    readonly boxes: BoxRows,
    readonly contacts: readonly CoulombRows[],
  ) {
    const plain =
      boxes.row.length === m &&
      boxes.row.every((row, i) => row === i) &&
      [boxes.shift, boxes.slope, boxes.offset].every((values) => values.every((value) => value === 0));
    if (!plain) {
      throw new ModelError(
        'FrictionContact: a piecewise-linear law stands beside Coulomb friction; one step solves plain boxes and friction',
      );
    }
    const sizes: number[] = [];
    const kinds: number[] = [];
    const mu: number[] = [];
    for (let row = 0; row < m;) {
      const contact = contacts.find(({ first }) => first === row);
      sizes.push(contact?.size ?? 1);
      kinds.push(contact ? contactKind.coulomb : contactKind.box);
      mu.push(contact?.mu ?? 0);
      row += contact?.size ?? 1;
    }
    this.#sizes = sizes;
    this.#kinds = Uint8Array.from(kinds);
    this.#mu = Float64Array.from(mu);
  }

  /** Solves from the guess in lambda; `forced` by row: 1 makes it y = 0, -1 lambda = 0, 0 leaves it to its law. */
  solve(
    M: Float64Array,
    q: Float64Array,
    forced: Int8Array,
    lambda: Float64Array,
  ): OneStepReport & { readonly mode: string } {
    const kind = this.#kinds.slice();
    const lower = this.boxes.lower.slice();
    const upper = this.boxes.upper.slice();
    let row = 0;
    this.#sizes.forEach((size, i) => {
      if (forced[row]! < 0) {
        kind[i] = contactKind.absent;
        lambda.fill(0, row, row + size);
      } else if (forced[row]! > 0) {
        lower[row] = -Infinity;
        upper[row] = Infinity;
      }
      row += size;
    });
    const W = blocksOfDense(this.#sizes, M);
    const problem: ContactProblem = { W, q, kind, mu: this.#mu, lower, upper };
    const { status, residual } = new ContactSolver(problem).solve(lambda);
    return { status, residual, mode: status === 'solved' ? this.#modeOf(problem, lambda) : '' };
  }

  /** '.' open, '=' closed or between bounds, '/' sliding; '-', '+' at a bound. */
  #modeOf({ kind, mu, lower, upper }: ContactProblem, lambda: Float64Array): string {
    let row = 0;
    let mode = '';
    this.#sizes.forEach((size, i) => {
      const own = lambda[row]!;
      if (kind[i] === contactKind.coulomb) {
        const tangent =
          size === 2 ? Math.abs(lambda[row + 1]!) : Math.hypot(lambda[row + 1]!, lambda[row + 2]!);
        mode += own === 0 ? '.' : tangent < mu[i]! * own * (1 - slidingPart) ? '=' : '/';
      } else {
        mode += kind[i] === contactKind.absent || own === lower[row] ? '-' : own === upper[row] ? '+' : '=';
      }
      row += size;
    });
    return mode;
  }
}

/** An impulse this near to its cone, relative, slides. */
const slidingPart = 1e-9;
