/** What a matrix of masses must be: symmetric and positive definite. The error names object, entry and value. */
import { ModelError } from '../model-error.js';

/** Difference of M_ij and M_ji, relative to the diagonal, that is still rounding. */
const SYMMETRIC = 1e-12;

/**
 * Throws `ModelError` unless M (n x n row-major) is finite and symmetric with a positive diagonal; `what` names it, `q` is told
 * as the place where it is so.
 */
export function checkMassEntries(
  object: string,
  what: string,
  n: number,
  M: Float64Array,
  q?: Float64Array,
): void {
  const where = (): string => (q ? ` at q = [${q.join(', ')}]` : '');
  for (let i = 0; i < n; i++) {
    const own = M[i * n + i]!;
    if (!(own > 0 && own < Infinity)) {
      throw new ModelError(
        `${object}: ${what}(${i},${i}) is ${own}${where()}; a mass or moment of inertia must be positive and finite`,
      );
    }
    for (let j = 0; j < i; j++) {
      const [a, b] = [M[i * n + j]!, M[j * n + i]!];
      const scale = Math.sqrt(own * M[j * n + j]!);
      if (!(Math.abs(a - b) <= SYMMETRIC * scale)) {
        throw new ModelError(
          `${object}: ${what} is not symmetric: ${what}(${i},${j}) is ${a}, ${what}(${j},${i}) is ${b}${where()}`,
        );
      }
    }
  }
}

/** Throws `ModelError` unless M (n x n row-major) is finite, symmetric and positive definite; `what` names it. */
export function checkMass(object: string, what: string, n: number, M: Float64Array): void {
  checkMassEntries(object, what, n, M);
  const L = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = M[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= L[i * n + k]! * L[j * n + k]!;
      if (j < i) {
        L[i * n + j] = sum / L[j * n + j]!;
      } else if (sum > 0) {
        L[i * n + i] = Math.sqrt(sum);
      } else {
        throw new ModelError(
          `${object}: ${what} is not positive definite: with rows 0 to ${i} its least pivot is ${sum}; ` +
            `some motion would have no kinetic energy`,
        );
      }
    }
  }
}
