/**
 * Numbers on axes: round tick positions (1, 2 or 5 times a power of ten) and SI-prefixed labels. Shared by
 * the SVG picture and by the script of the HTML page.
 */

import { formatEngineering, plainUnits } from '../base/units.js';

const prefixes: readonly (readonly [number, string])[] = Object.freeze([
  [-15, 'f'],
  [-12, 'p'],
  [-9, 'n'],
  [-6, 'u'],
  [-3, 'm'],
  [0, ''],
  [3, 'k'],
  [6, 'M'],
  [9, 'G'],
  [12, 'T'],
] as const);

/** Returns round positions within [low, high], about `wanted` of them, and their distance. */
export function roundTicks(low: number, high: number, wanted: number): { ticks: number[]; step: number } {
  const raw = (high - low) / Math.max(1, wanted);
  if (!(raw > 0) || !Number.isFinite(raw)) return { ticks: [low], step: 0 };
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= raw * 0.999) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return { ticks: Array.from({ length: count }, (_, i) => (first + i) * step || 0), step };
}

/** Returns round positions within [low, high], both positive, for a logarithmic axis: 1 or 1, 2, 5 of each power of ten. */
export function roundLogTicks(low: number, high: number, wanted: number): number[] {
  const decades = Math.log10(high / low);
  if (decades < 1) return roundTicks(low, high, wanted).ticks.filter((tick) => tick > 0);
  const every = Math.max(1, Math.ceil(decades / wanted));
  const factors = 3 * decades <= wanted ? [1, 2, 5] : [1];
  const first = every * Math.floor(Math.log10(low) / every);
  const powers = Array.from({ length: Math.ceil(decades / every) + 2 }, (_, k) => first + k * every);
  return powers
    .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
    .filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
}

/** Whether the middle one of a scale's values stands nearer to the geometric mean of its ends than to the arithmetic one. */
export function looksLogarithmic(low: number, middle: number, high: number): boolean {
  if (!(low > 0 && high > 4 * low)) return false;
  return Math.abs(Math.log(middle / Math.sqrt(low * high))) < Math.abs(Math.log(middle / ((low + high) / 2)));
}

/** Significant digits that tell a value from its neighbours on a screen that shows `span` at once: 3 to 15. */
export function digitsWithin(value: number, span: number): number {
  const resolution = span / 2000;
  const digits = Math.floor(Math.log10(Math.abs(value))) - Math.floor(Math.log10(resolution)) + 1;
  return Math.min(15, Math.max(3, Number.isFinite(digits) ? digits : 3));
}

/** Formats a number with the digits that a window `span` wide shows: "12.7801 V", "-3.01 dB". */
export function formatWithin(value: number, span: number, unit: string): string {
  const digits = digitsWithin(value, span);
  return formatEngineering(value, unit, digits);
}

/** Formats a tick: "1.5 ms". `largest` sets the prefix of the whole axis, `step` the decimals. */
export function formatTick(value: number, largest: number, step: number, unit: string): string {
  if (plainUnits.has(unit)) return `${formatTick(value, largest, step, '')} ${unit}`;
  if (Math.abs(value) < step / 1e6) return unit === '' ? '0' : `0 ${unit}`;
  if (unit === '' && largest < 1e5 && largest >= 1e-3) return toDecimals(value, step, 0);
  const [exponent, prefix] = prefixFor(largest);
  const digits = toDecimals(value / 10 ** exponent, step, exponent);
  return `${digits} ${prefix}${unit}`.trimEnd();
}

function prefixFor(size: number): readonly [number, string] {
  const exponent = 3 * Math.floor(Math.log10(size * (1 + 1e-12)) / 3);
  return prefixes.find(([e]) => e === Math.min(12, Math.max(-15, exponent))) ?? [0, ''];
}

function toDecimals(value: number, step: number, exponent: number): string {
  const decimals = Math.ceil(-Math.log10(step / 10 ** exponent) - 1e-9);
  return value.toFixed(Math.min(12, Math.max(0, decimals)));
}
