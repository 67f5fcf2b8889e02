/** Colours that tell traces apart are used in turn; from the ninth trace on dashes tell those of one colour apart. */

/** Colours of a picture, light or dark. */
export const colourCount = 8;

/** Lengths drawn and left out, in pixels: none is a whole line. */
const dashes: readonly (readonly number[])[] = Object.freeze([[], [6, 3], [2, 3], [9, 3, 2, 3]]);

/** The dashes of trace k. */
export function dashesOf(k: number): readonly number[] {
  return dashes[Math.floor(k / colourCount) % dashes.length] ?? [];
}
