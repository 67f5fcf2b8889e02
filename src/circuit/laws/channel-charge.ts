/**
 * Charges of a channel and of the layer below its oxide as BSIM3 and BSIM4 have them: of a capacitance C, a gate voltage V beyond the
 * threshold and y = vds up to V / A, with x = A y and z = V - x/2,
 *
 *     gate  C (V - y/2 + x y / 12 z),     bulk  C (1 - A) (y/2 - x y / 12 z),
 *     the end of the lower potential, of Ward and Dutton:  -C / (2 z^2) (V (2/3 x^2 + V (V - 4/3 x)) - 2/15 x^3),
 *     or all of the channel:                              -C (V/2 + x/4 - x^2 / 24 z).
 *
 * Functions of the subset of `grammar/slopes`. Sources: BSIM3v3.2.2 manual, app. B; BSIM4.8 manual, ch. 7.
 */
import { upTo } from './smooth-bounds.js';

/** Logarithm beyond which the rest of an exponential is rounding. */
const rounding = 34;
/** Of the thickness of the oxide, in which that of the layer behind it is. */
const layerRounding = 1e-3;
/** Volts beside which 0 is nothing. */
const tiny = 1e-20;

/** Charge of the layer below the oxide over its capacitance, by the voltage across it: straight below 0, K (sqrt(K^2/4 + v) - K/2) above. */
export function layer(v: number, k: number): number {
  if (v < 0) return v;
  return k * (Math.sqrt(0.25 * k * k + v) - 0.5 * k);
}

/** n Vt ln(1 + e^(v / n Vt)) */
export function rounded(v: number, unit: number): number {
  const x = v / unit;
  if (x > rounding) return v;
  return unit * Math.log1p(Math.exp(x));
}

/** Distance of the layer's charge from the oxide, in metres, by the voltage across oxide and layer. */
export function layerDistance(v: number, rate: number, debye: number, thickness: number): number {
  const x = rate * v;
  if (x > rounding) return upTo(debye * Math.exp(rounding), debye, layerRounding * thickness);
  return upTo(debye * Math.exp(x), debye, layerRounding * thickness);
}

/** Voltage of the channel's charge where its surface potential rises with it; `floor` in volts keeps it positive, from 3.3 on. */
export function beyondSurface(v: number, vt: number, spread: number, rise: number, floor: number): number {
  const left = v - vt * Math.log1p(((2 * rise + v) * v) / spread);
  if (floor === 0) return left;
  const over = left - floor;
  return 0.5 * (over + Math.sqrt(over * over + 4 * floor * v));
}

/** Part of the charge over z that the bulk takes along a channel. */
function bend(v: number, x: number, end: number): number {
  return (x * end) / (12 * (v - 0.5 * x + tiny));
}

export function channelGate(c: number, v: number, x: number, end: number): number {
  return c * (v - 0.5 * end + bend(v, x, end));
}

export function channelBulk(c: number, v: number, x: number, end: number, steep: number): number {
  return c * (1 - steep) * (0.5 * end - bend(v, x, end));
}

/** All of the channel's charge at the end of the lower potential. */
export function channelLow(c: number, v: number, x: number): number {
  return -c * (0.5 * v + 0.25 * x - (x * x) / (24 * (v - 0.5 * x + tiny)));
}

/** That of Ward and Dutton. */
export function sharedLow(c: number, v: number, x: number): number {
  const z = v - 0.5 * x + tiny;
  return -((0.5 * c) / (z * z)) * (v * ((2 / 3) * x * x + v * (v - (4 / 3) * x)) - (2 / 15) * x * x * x);
}
