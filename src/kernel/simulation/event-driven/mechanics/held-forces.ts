/**
 * The multipliers of the rows that are held, [lecture] (19), with friction rows that slide,
 *
 *     y''_A = W_AA lambda_A + W_AS lambda_S + free_A = 0,      lambda_S = slope lambda_N + constant        (S slides)
 *
 * so (W_AA + W_AS slope) lambda_A = -(free_A + W_AS constant), by LU. Where held rows are redundant (a box that sticks on two
 * feet) forces are shared: the least ones, friction measured by its bound, so that feet on one plane reach their bounds
 * together. The motion does not depend on that.
 */
import { factorLU, solveLU } from '../../../../numerics/dense/lu.js';
import { minNormShift } from '../../../../numerics/dense/min-norm.js';
import { revealRank } from '../../../../numerics/dense/rank-reveal.js';
import { ModelError } from '../../../modeling/model-error.js';
import { rowMode, rowRole, type ContactRows } from './contact-rows.js';

/** A pivot this much smaller than the diagonal asks for the rank. */
const suspicious = 1e-10;
/** What is left of an equation, relative to its terms, where redundant rows agree. */
const consistent = 1e-6;

/** Writes lambda (m) from W (m x m) and y'' without multipliers (m); throws `ModelError` where held rows contradict each other. */
export function heldForces(
  rows: ContactRows,
  W: Float64Array,
  freeAcceleration: Float64Array,
  lambda: Float64Array,
): void {
  const { m, mode, partner } = rows;
  const held: number[] = [];
  const sliding: number[] = [];
  for (let i = 0; i < m; i++) {
    if (mode[i] === rowMode.held) held.push(i);
    else if (rows.isSliding(i)) sliding.push(i);
  }
  const size = held.length;
  const A = new Float64Array(size * size);
  const b = new Float64Array(size);
  held.forEach((i, r) => {
    held.forEach((j, c) => (A[r * size + c] = W[i * m + j]!));
    b[r] = -freeAcceleration[i]!;
    for (const s of sliding) {
      b[r] -= W[i * m + s]! * rows.constant(s);
      const c = held.indexOf(partner[s]!);
      if (c >= 0) A[r * size + c]! += W[i * m + s]! * rows.slope(s);
    }
  });
  solveHeld(rows, held, A, b);
  lambda.fill(0);
  held.forEach((i, r) => (lambda[i] = b[r]!));
  for (const s of sliding) {
    lambda[s] = rows.constant(s) + (partner[s]! < 0 ? 0 : rows.slope(s) * lambda[partner[s]!]!);
  }
}

/** b becomes the solution. */
function solveHeld(rows: ContactRows, held: readonly number[], A: Float64Array, b: Float64Array): void {
  const size = b.length;
  const LU = A.slice();
  const pivots = new Int32Array(size);
  if (factorLU(size, LU, pivots, new Float64Array(2 * size)) < 0 && !isSuspicious(A, LU, size)) {
    solveLU(size, LU, pivots, b, b);
    return;
  }
  const { rank, rightNull, basicInverse } = revealRank(size, size, A);
  const right = b.slice();
  for (let i = 0; i < size; i++) {
    b[i] = 0;
    for (let j = 0; j < size; j++) b[i]! += basicInverse[i * size + j]! * right[j]!;
  }
  const d = size - rank;
  if (d > 0) {
    share(b, rightNull, d, new Float64Array(size).fill(1));
    // Normal forces are known now, and with them the bounds of friction.
    const weights = Float64Array.from(held, (i) => {
      const normal = rows.role[i] === rowRole.friction ? held.indexOf(rows.partner[i]!) : -1;
      return normal >= 0 && b[normal]! > 0 ? Math.sqrt(rows.mu[i]! * b[normal]!) : 1;
    });
    share(b, rightNull, d, weights);
  }
  for (let i = 0; i < size; i++) {
    let [rest, terms] = [-right[i]!, Math.abs(right[i]!)];
    for (let j = 0; j < size; j++) {
      rest += A[i * size + j]! * b[j]!;
      terms += Math.abs(A[i * size + j]! * b[j]!);
    }
    if (Math.abs(rest) <= consistent * terms) continue;
    throw new ModelError(
      `LagrangianFlow: the contacts and joints in rows ${held.join(', ')} contradict each other: row ${held[i]} would be ` +
        `left with the acceleration ${rest}`,
    );
  }
}

function isSuspicious(A: Float64Array, LU: Float64Array, size: number): boolean {
  let [least, diagonal] = [Infinity, Infinity];
  for (let i = 0; i < size; i++) {
    least = Math.min(least, Math.abs(LU[i * size + i]!));
    diagonal = Math.min(diagonal, Math.abs(A[i * size + i]!));
  }
  return size > 0 && !(least > suspicious * diagonal);
}

/** Moves the forces along the null space (size x d) to the least norm of forces over weights. */
function share(forces: Float64Array, N: Float64Array, d: number, weights: Float64Array): void {
  const size = forces.length;
  const U = N.map((entry, k) => entry / weights[Math.floor(k / d)]!);
  const P = forces.map((force, i) => force / weights[i]!);
  const t = new Float64Array(d);
  minNormShift(size, d, 1, U, P, t);
  for (let i = 0; i < size; i++) for (let c = 0; c < d; c++) forces[i]! += N[i * d + c]! * t[c]!;
}
