/**
 * The current of a junction over its saturation current, and its slope, by x = v / (N Vt):
 *
 *     e^x - 1                        for -3 <= x <= top,
 *     -1 - (3 / (e x))^3             below: a slope remains that falls as x^-4 (ngspice's manual, "Junction diode"),
 *     e^top (1 + x - top) - 1        above: no voltage overflows, and no circuit comes there,
 *
 * once continuously differentiable everywhere. The slope follows from the value, so that one exponential serves both.
 *
 * `limitedJunction` is Nagel's rule: where an exponential begins to dominate, Newton's method moves the logarithm of the
 * current instead of the voltage. It holds downwards too, where the exponential alone decides: from a current that is far too
 * large a tangent comes down by N Vt an iteration, whatever the current that is asked for.
 * Source: [Nagel 1975] 5.2; [Antognetti-Massobrio 1988] app. A.
 */

/** Below this x the exponential gives way to a cubic. */
const lowest = -3;

/** The least current at which the exponential ends, over IS and in amperes. */
const topLogarithm = 80;
const topCurrent = 1e9;

/** Part of the current below which it is its logarithm that falls: a tangent misses more by two iterations at least. */
const fallen = 0.1;

/** Returns the x above which the law is straight, for a saturation current in amperes. */
export function topOf(saturation: number): number {
  return saturation > 0 ? Math.max(topLogarithm, Math.log(topCurrent / saturation)) : topLogarithm;
}

/** Returns current over saturation current; `steepest` is e^top. */
export function junctionGrowth(x: number, top: number, steepest: number): number {
  if (x > top) return steepest * (1 + x - top) - 1;
  if (x >= lowest) return Math.exp(x) - 1;
  const part = lowest / (Math.E * x);
  return part * part * part - 1;
}

/** Returns the derivative by x, from x and its growth. */
export function junctionSlope(x: number, growth: number, top: number, steepest: number): number {
  if (x > top) return steepest;
  return x >= lowest ? growth + 1 : (-3 * (growth + 1)) / x;
}

/** Returns the voltage at which the current bends most sharply, at least 2 N Vt: from there on steps are limited. */
export function criticalVoltage(saturation: number, slopeVoltage: number): number {
  const bend = Math.log(slopeVoltage / (Math.SQRT2 * saturation));
  return saturation > 0 ? slopeVoltage * Math.max(2, bend) : Infinity;
}

/** Returns the voltage to take where Newton's method went from `last` to `wanted`. */
export function limitedJunction(
  wanted: number,
  last: number,
  slopeVoltage: number,
  critical: number,
): number {
  const left = 1 + (wanted - last) / slopeVoltage;
  if (last > 0 && left > 0 && left < fallen) return last + slopeVoltage * Math.log(left);
  if (!(wanted > critical) || Math.abs(wanted - last) <= 2 * slopeVoltage) return wanted;
  if (last <= 0) return slopeVoltage * Math.log(wanted / slopeVoltage);
  return left > 0 ? last + slopeVoltage * Math.log(left) : critical;
}
