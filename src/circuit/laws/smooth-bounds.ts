/**
 * Bounds of quantities as compact models of transistors have them, once continuously differentiable or smooth:
 *
 *     upTo(x, top, d)       near min(x, top): the root y of (top - y)^2 - (top - x - d) (top - y) = d top, for top d > 0;
 *                           0 at x = 0, written without differences of what is nearly equal,
 *     upToEither(x, top, d) the same with d |top|, for a top of either sign,
 *     noLess(x, least)      x above, below x = least a hyperbola that falls to least / 2,
 *     noLessThanHalf(x)     x above 1/2, below a hyperbola that falls to 3/8.
 *
 * Functions of the subset of `grammar/slopes`. Source: [Liu 2001] 2.2, app. A.
 */

export function upTo(x: number, top: number, d: number): number {
  const over = top - x - d;
  return (2 * top * x) / (top + x + d + Math.sqrt(over * over + 4 * d * top));
}

export function upToEither(x: number, top: number, d: number): number {
  const over = top - x - d;
  return top - 0.5 * (over + Math.sqrt(over * over + 4 * d * Math.abs(top)));
}

export function noLess(x: number, least: number): number {
  if (x >= least) return x;
  return (least * (2 * least - x)) / (3 * least - 2 * x);
}

export function noLessThanHalf(x: number): number {
  if (x >= 0.5) return x;
  return (3 * x - 2) / (8 * x - 5);
}
