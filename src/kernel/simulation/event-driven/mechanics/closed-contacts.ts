/**
 * The two problems of an event over closed contacts, [lecture] (17), (18), with Coulomb's law in the plane:
 *
 *     impact         u+ + e u-  = W p + (1 + e) u-      and the impulses p,
 *     acceleration   y''        = W lambda + free       and the forces lambda,
 *
 * both with 0 <= normal _|_ . >= 0 and, at contacts that do not slide, |T| <= mu N against the tangential side; friction rows that
 * slide are eliminated, lambda_T = -+ mu lambda_N, which makes W unsymmetric: then there may be no solution (the
 * paradoxes of Painleve), which is said. Relays take no part in impacts: their force is bounded. By pivoting, `solveMlcp` and
 * `contactLemke`: an impact of 1e-9 m/s beside a sliding velocity of 1 m/s is no rounding, as it would be to iterations.
 */
import { contactLemke } from '../../../../numerics/friction/contact-lemke.js';
import { contactKind, type ContactProblem } from '../../../../numerics/friction/contact-problem.js';
import { ContactSolver } from '../../../../numerics/friction/contact-solver.js';
import { solveMlcp } from '../../../../numerics/mlcp/solve-mlcp.js';
import { blocksOfDense } from '../../../../numerics/sparse/block-matrix.js';
import { rowRole, type ContactRows } from './contact-rows.js';

export interface ClosedProblem {
  /** Contacts and joints that are closed. */
  readonly closed: readonly number[];
  /** Friction rows that take part without sliding: with a partner among `closed`, or relays. */
  readonly undecided: readonly number[];
  /** Friction rows that slide, whose mode is set. */
  readonly sliding: readonly number[];
  /** W (m x m), and the other term of each row (m). */
  readonly W: Float64Array;
  readonly constant: Float64Array;
}

export interface ClosedResult {
  readonly status: 'solved' | 'infeasible' | 'undecided';
  readonly residual: number;
  /** Over all rows. */
  readonly lambda: Float64Array;
}

export function solveClosed(rows: ContactRows, problem: ClosedProblem): ClosedResult {
  const { partner, lower, upper, mu } = rows;
  const { closed, undecided, sliding, W, constant } = problem;
  const { m } = rows;
  // The unknowns in the order of blocks: a contact with its undecided friction, then relays.
  const blocks = [
    ...closed.map((i) => (undecided.includes(partner[i]!) ? [i, partner[i]!] : [i])),
    ...undecided.filter((i) => partner[i]! < 0).map((i) => [i]),
  ];
  const order = blocks.flat();
  const n = order.length;
  const M = new Float64Array(n * n);
  const q = new Float64Array(n);
  order.forEach((i, r) => {
    order.forEach((j, c) => (M[r * n + c] = W[i * m + j]!));
    q[r] = constant[i]!;
    for (const s of sliding) {
      q[r] += W[i * m + s]! * rows.constant(s);
      const c = order.indexOf(partner[s]!);
      if (c >= 0) M[r * n + c]! += W[i * m + s]! * rows.slope(s);
    }
  });
  const z = new Float64Array(n);
  const isJoint = (i: number): boolean => rows.role[i] === rowRole.joint;
  let result: Omit<ClosedResult, 'lambda'>;
  if (rows.hasFriction) {
    const kind = Uint8Array.from(blocks, ({ length }) =>
      length > 1 ? contactKind.coulomb : contactKind.box,
    );
    const isRelay = (i: number): boolean => rows.role[i] === rowRole.friction;
    const contacts: ContactProblem = {
      W: blocksOfDense(
        blocks.map(({ length }) => length),
        M,
      ),
      q,
      kind,
      mu: Float64Array.from(blocks, ([, friction]) => (friction === undefined ? 0 : mu[friction]!)),
      lower: Float64Array.from(order, (i) => (isJoint(i) ? -Infinity : isRelay(i) ? lower[i]! : 0)),
      upper: Float64Array.from(order, (i) => (isRelay(i) ? upper[i]! : Infinity)),
    };
    result = contactLemke(contacts, z);
    if (result.status === 'undecided') result = new ContactSolver(contacts).solve(z.fill(0));
  } else {
    const equality = Uint8Array.from(order, (i) => (isJoint(i) ? 1 : 0));
    result = solveMlcp({ n, M, q, equality }, z, new Float64Array(n));
  }
  const lambda = new Float64Array(m);
  order.forEach((i, r) => (lambda[i] = z[r]!));
  for (const s of sliding) {
    lambda[s] = rows.constant(s) + (partner[s]! < 0 ? 0 : rows.slope(s) * lambda[partner[s]!]!);
  }
  return { status: result.status, residual: result.residual, lambda };
}
