/** The mass matrix M of M x' = f + r must be regular: steps and events divide by it. */
import { factorLU } from '../../../numerics/dense/lu.js';
import type { DynamicalSystem } from './dynamical-system.js';
import { ModelError } from '../model-error.js';

/** Throws `ModelError` where M (n x n) is singular; `user` is who needs it. Cost n^3. */
export function requireRegularMass(
  user: string,
  { name, n }: Pick<DynamicalSystem, 'name' | 'n'>,
  M: Float64Array | undefined,
): void {
  if (!M || n === 0) return;
  const column = factorLU(n, M.slice(), new Int32Array(n), new Float64Array(2 * n));
  if (column < 0) return;
  throw new ModelError(
    `${user}: M of ${name} is singular at its state ${column}; take algebraic rows out of the system and write them as ` +
      'an interaction with EqualityConditionNSL',
  );
}
