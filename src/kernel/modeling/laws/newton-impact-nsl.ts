/**
 * Impact laws, [intro] (52), (54), [notes] 10.2, 11.47, at the level of velocities; lambda is the impulse of a step.
 *
 *     Newton:              y <= 0:  0 <= y'+ + e y'-  _|_  p >= 0
 *     Newton and Coulomb:  normal row first; the same with e_N, and |p_T| <= mu p_N against y_T'+ + e_T y_T'-.
 *
 * Where a scheme is at the level of positions the law holds there (`restitution` in its point).
 */
import { ModelError } from '../model-error.js';
import { checkLawSize, type CoulombRows, type NonSmoothLaw } from './nonsmooth-law.js';

export class NewtonImpactNSL implements NonSmoothLaw {
  readonly impulsive = true;
  readonly restitution: Float64Array;

  /** Takes the coefficient of restitution, in [0, 1], and the number of contacts; throws `ModelError`. */
  constructor(
    readonly e: number,
    readonly size = 1,
  ) {
    checkLawSize('NewtonImpactNSL', size);
    checkRestitution('NewtonImpactNSL', 'e', e);
    this.restitution = new Float64Array(size).fill(e);
  }
}

export class NewtonImpactFrictionNSL implements NonSmoothLaw {
  readonly impulsive = true;
  readonly restitution: Float64Array;
  readonly coulomb: readonly CoulombRows[];

  /** Takes e_N and e_T in [0, 1], the coefficient of friction mu >= 0 and the rows: 2 in the plane, 3 in space. */
  constructor(
    readonly eN: number,
    readonly eT: number,
    readonly mu: number,
    readonly size: 2 | 3,
  ) {
    const name = 'NewtonImpactFrictionNSL';
    if ((size as number) !== 2 && (size as number) !== 3) {
      throw new ModelError(
        `${name}: the size is ${String(size)}; a contact has 2 rows in the plane, 3 in space`,
      );
    }
    checkRestitution(name, 'e_N', eN);
    checkRestitution(name, 'e_T', eT);
    if (!(mu >= 0 && mu < Infinity)) {
      throw new ModelError(
        `${name}: the coefficient of friction is ${mu}; it must be 0 or positive, and finite`,
      );
    }
    this.restitution = new Float64Array(size).fill(eT);
    this.restitution[0] = eN;
    this.coulomb = [{ first: 0, size, mu }];
  }
}

function checkRestitution(object: string, what: string, e: number): void {
  if (e >= 0 && e <= 1) return;
  throw new ModelError(
    `${object}: the coefficient of restitution ${what} is ${e}; it must lie in [0, 1], from no rebound to no loss`,
  );
}
