/**
 * The last x of [from, to] at which a function that rises from 0 at `from` is within a bound, by false position with halved
 * ordinates (the Illinois method): superlinear, and the bracket stays. The result is the end of the bracket that is
 * within, so that the bound holds there whatever the function. Cost: some ten calls. Source: [Dowell-Jarratt 1971].
 */

/** Width of the bracket, relative to its ends, at which it is one point. */
const closeness = 1e-13;
/** The bracket is halved where so many calls have not done that. */
const patience = 4;
const maxCalls = 400;

/** Finds x; the function is not asked at `from`. */
export function lastWithin(rises: (x: number) => number, from: number, to: number, bound: number): number {
  let over = rises(to) - bound;
  if (over <= 0) return to;
  let [near, far] = [from, to];
  let under = -bound;
  let side = 0;
  let waited = 0;
  let halved = far - near;
  for (let call = 0; call < maxCalls; call++) {
    const width = far - near;
    const point = closeness * Math.max(Math.abs(near), Math.abs(far));
    if (width <= point) break;
    if (2 * width <= halved) [halved, waited] = [width, 0];
    const guess = waited++ < patience ? far - (over * width) / (over - under) : near + width / 2;
    // Where one end is the root, the other is brought beside it.
    const x = Math.min(far - point / 4, Math.max(near + point / 4, guess));
    const value = rises(x) - bound;
    if (value <= 0) {
      if (side < 0) over /= 2;
      [near, under, side] = [x, value, -1];
    } else {
      if (side > 0) under /= 2;
      [far, over, side] = [x, value, 1];
    }
  }
  return near;
}
