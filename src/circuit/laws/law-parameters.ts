/** How laws read what a model and an element give: plain maps of numbers by canonical names, absent ones absent. */

export type GivenValues = ReadonlyMap<string, number>;

/** Returns a parameter, or another value where it is not given. */
export type ValueReader = (parameter: string, otherwise: number) => number;

/** Returns the reader of a map. */
export function readerOf(given: GivenValues): ValueReader {
  return (parameter, otherwise) => given.get(parameter) ?? otherwise;
}

/** Degrees Celsius at which parameters were measured unless TNOM says otherwise. */
export const usualTemperature = 27;

/** Returns 1 + first dT + second dT^2. */
export function polynomialGrowth(rise: number, first: number, second = 0): number {
  return 1 + rise * (first + rise * second);
}
