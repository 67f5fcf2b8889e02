/** Terms that a series with h |A| <= 2.5 may need: 2.5^28/28! = 5e-19. */
export const mostTerms = 30;
/** A term this small against what the entry has summed so far is the end of the series. */
export const vanishing = 1e-17;
