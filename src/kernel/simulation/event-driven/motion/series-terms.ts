/** Terms that a series with h |A| <= 2.5 may need: 2.5^28/28! = 5e-19. */
export const maxTerms = 30;
/** A term this small against what the entry has summed so far is the end of the series. */
export const vanishing = 1e-17;

/** Terms behind v_0 after which those of the short entries of a motion are 0 (`linear-motion.ts`). */
export const shortTerms = 2;

/** Terms of which none is this small against the largest are not the last ones: they go untested. */
const nearlyVanishing = 1e-12;

/**
 * (terms, angle): so many terms go untested where h |A| is above the angle, since there the bound angle^k/k! of the
 * terms has not fallen that far by then. The bound may be too large: then some terms too many are summed.
 */
export const untestedTerms: readonly (readonly [number, number])[] = Object.freeze(
  [4, 8, 12, 16, 20].map((terms) => Object.freeze([terms, angleOf(terms)] as const)),
);

/** angle^k/k! = nearlyVanishing. */
function angleOf(k: number): number {
  let product = nearlyVanishing;
  for (let i = 2; i <= k; i++) product *= i;
  return product ** (1 / k);
}

/** Terms that go untested; at least as long as short entries may move others. */
export function untested(angle: number): number {
  let max = shortTerms + 1;
  for (const [terms, above] of untestedTerms) if (angle > above) max = terms;
  return max;
}
