/**
 * The base resistance of Gummel and Poon, over what of it depends on the current, between RBM (0) and RB (1):
 *
 *     1 / qb                                   without IRB (conductivity modulation),
 *     3 (tan z - z) / (z tan^2 z),             with IRB (current crowding),
 *     z = (sqrt(1 + 144 x / pi^2) - 1) / ((24 / pi^2) sqrt(x)),   x = IB / IRB.
 *
 * `crowding` is the second and `crowdingSlope` its derivative by x: 1 - 2.4 x near 0, where the formula is 0/0.
 * Source: [Antognetti-Massobrio 1988] 2.6.
 */

const square = Math.PI * Math.PI;

/** Below it 1 - 2.4 x is right to rounding, and the formula is not. */
const series = 1e-6;

function angle(x: number): number {
  return (square * (Math.sqrt(1 + (144 * x) / square) - 1)) / (24 * Math.sqrt(x));
}

/** Returns the part of RB - RBM that is left; all of it where no current flows in. */
export function crowding(x: number): number {
  if (x <= 0) return 1;
  if (x < series) return 1 - 2.4 * x;
  const z = angle(x);
  const t = Math.tan(z);
  return (3 * (t - z)) / (z * t * t);
}

/** Returns its derivative by x. */
export function crowdingSlope(x: number): number {
  if (x <= 0) return 0;
  if (x < series) return -2.4;
  const z = angle(x);
  const t = Math.tan(z);
  // h = (t - z) / (z t^2) by z, t' = 1 + t^2; then z by x.
  const byAngle = 1 / z - ((t - z) * (t * t + 2 * z * t * (1 + t * t))) / (z * z * t * t * t * t);
  const root = Math.sqrt(1 + (144 * x) / square);
  const angleSlope = 3 / (Math.sqrt(x) * root) - z / (2 * x);
  return 3 * byAngle * angleSlope;
}
