/** Sources around a loop of shorts, or across a cut of open branches, that drive a current or voltage without end. */
import type { Branch } from './primitives.js';

/** Of the largest source, what rounding leaves of a sum that is 0. */
const rounding = 1e-12;

export interface OrientedSource {
  readonly branch: Extract<Branch, { readonly kind: 'voltage' | 'current' }>;
  /** Its direction on the loop or cut: 1 or -1. */
  readonly sign: number;
}

/** Names of the sources; none where they cancel. */
export function drivingSources(sources: readonly OrientedSource[]): readonly string[] {
  let sum = 0;
  let largest = 0;
  const names: string[] = [];
  for (const { branch, sign } of sources) {
    // The point is that of t = 0: a sine that begins at 0 drives nothing yet.
    const value = branch.signal.valueLeft(0);
    sum += sign * value;
    largest = Math.max(largest, Math.abs(value));
    if (value !== 0) names.push(branch.element);
  }
  return Math.abs(sum) > rounding * largest ? names : [];
}
