/**
 * Numbers as SPICE writes them and as people read them.
 *
 * A SPICE number is a decimal, an optional exponent (1e3, or 1d3 as Fortran writes it), an optional scale suffix (t g meg k mil m u n p f,
 * any case) and trailing unit letters that say nothing: 10uF, 1Meg, 4.7kOhm, 27°C. "1F" is a femto: SPICE's
 * rule, not ours. The suffix is folded into the decimal exponent, so that 10u is the double nearest 1e-5.
 */

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:[ed]([+-]?\d+))?([a-z\u00b5\u03bc\u2126\u03a9\u00b0]*)$/i;

const EXPONENT_OF_SUFFIX: Readonly<Record<string, number>> = Object.freeze({
  t: 12,
  g: 9,
  k: 3,
  m: -3,
  u: -6,
  '\u00b5': -6,
  '\u03bc': -6,
  n: -9,
  p: -12,
  f: -15,
});

/** A mil is a thousandth of an inch: 254e-7 m. Whole numbers, so that 1mil is the double nearest 25.4e-6. */
const MIL_IN_TENTHS_OF_MICRONS = 254;

/** Reads a SPICE number; undefined when the text is anything else. Overflow gives Infinity. */
export function parseNumber(text: string): number | undefined {
  return plainNumber(text) ?? anyNumber(text);
}

/** Powers of ten that are doubles: a product or quotient of one and an exact integer is the double nearest to the number. */
const POWERS_OF_TEN = Object.freeze(Array.from({ length: 23 }, (_, k) => Number(`1e${k}`)));
/** Integers of as many digits are exact. */
const MAX_DIGITS = 15;
const ZERO = 48;
const POINT = 46;

/**
 * Digits, a point among them or not, and at most one letter of scale, as most numbers of a netlist are written; undefined for
 * any other text. It gives the same double as the general way, in a tenth of its time.
 */
function plainNumber(text: string): number | undefined {
  let value = 0;
  let digits = 0;
  let point = -1;
  let at = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === POINT && point < 0) point = at;
    else if (code >= ZERO && code <= ZERO + 9) {
      value = 10 * value + code - ZERO;
      digits++;
    } else break;
  }
  if (digits === 0 || digits > MAX_DIGITS || at < text.length - 1) return undefined;
  const scale = at === text.length ? 0 : EXPONENT_OF_SUFFIX[text.charAt(at)];
  if (scale === undefined) return undefined;
  const exponent = point < 0 ? scale : scale - (at - point - 1);
  const power = POWERS_OF_TEN[Math.abs(exponent)];
  if (power === undefined) return undefined;
  return exponent < 0 ? value / power : value * power;
}

function anyNumber(text: string): number | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, mantissa = '', exponent = '0', letters = ''] = match;
  if (letters === '') return Number(`${mantissa}e${exponent}`);
  const suffix = letters.toLowerCase();
  if (suffix.startsWith('mil')) return (Number(`${mantissa}e${exponent}`) * MIL_IN_TENTHS_OF_MICRONS) / 1e7;
  const scale = suffix.startsWith('meg') ? 6 : (EXPONENT_OF_SUFFIX[suffix.charAt(0)] ?? 0);
  return Number(`${mantissa}e${Number(exponent) + scale}`);
}

const INNER_SUFFIX = /^([+-]?\d+)(r|k|meg|m|u|\u00b5|\u03bc|n|p|f|g|t)(\d+)$/i;

/** Reads a number whose suffix stands for the point, as parts are marked: 4k7, 2R2, 1n5. Undefined for anything else. */
export function parseInnerSuffix(text: string): number | undefined {
  const [, whole, suffix = '', fraction] = INNER_SUFFIX.exec(text) ?? [];
  if (whole === undefined || fraction === undefined) return undefined;
  return parseNumber(`${whole}.${fraction}${suffix.toLowerCase() === 'r' ? '' : suffix}`);
}

/** Numbers from here on are told by their exponent. */
const LARGE = 1e18;

/** Formats with at most `digits` significant digits and no trailing zeros: 0.7884, 1e-7, 1e+20, -inf. */
export function formatNumber(value: number, digits = 9): string {
  if (Number.isFinite(value)) {
    const rounded = Number(value.toPrecision(digits));
    return Math.abs(rounded) >= LARGE ? rounded.toExponential() : String(rounded);
  }
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? 'inf' : '-inf';
}

const PREFIXES = ['f', 'p', 'n', 'u', 'm', '', 'k', 'M', 'G', 'T'] as const;
/** Index of the empty prefix. */
const NO_PREFIX = 5;

/** Units that take no prefix. */
export const plainUnits: ReadonlySet<string> = new Set(['dB', '°']);

/**
 * Formats for people: "1 kOhm", "-2.752 mA", "0.7884 V", "-0.02 dB", "1e-23 V". The mantissa lies in [1, 1000), except that
 * tenths keep the plain unit, as do numbers far below a femto and beyond a tera, and decibels and degrees always do;
 * without a unit the number stands alone.
 */
export function formatEngineering(value: number, unit: string, digits = 4): string {
  if (unit === '') return formatNumber(value, digits);
  if (plainUnits.has(unit)) return `${formatNumber(value, digits)} ${unit}`;
  const rounded = Number(value.toPrecision(digits));
  const magnitude = Math.abs(rounded);
  if (rounded === 0 || !Number.isFinite(value) || (magnitude >= 0.1 && magnitude < 1)) {
    return `${formatNumber(value, digits)} ${unit}`;
  }
  // Beyond the prefixes an exponent says it: of both a reader would have to add them up.
  if (magnitude < 1e-18 || magnitude >= LARGE) return `${formatNumber(rounded, digits)} ${unit}`;
  const decade = Number(magnitude.toExponential().split('e')[1]);
  const index = Math.min(Math.max(Math.floor(decade / 3) + NO_PREFIX, 0), PREFIXES.length - 1);
  const scaled = Number(`${rounded.toExponential().split('e')[0]}e${decade - 3 * (index - NO_PREFIX)}`);
  return `${formatNumber(scaled, digits)} ${PREFIXES[index] ?? ''}${unit}`;
}

/** The unit of an integral over a scale: V s of V and s, J of W and s, m of m/s and s; '' of what has none. */
export function unitOfIntegral(unit: string, scale: string): string {
  if (unit === '' || scale === '') return unit;
  if (unit === 'W' && scale === 's') return 'J';
  return unit.endsWith(`/${scale}`) ? unit.slice(0, -scale.length - 1) : `${unit} ${scale}`;
}

/** The unit of a slope over a scale: V/s of V and s, m/s^2 of m/s and s; '' of what has none. */
export function unitOfSlope(unit: string, scale: string): string {
  if (unit === '' || scale === '') return unit;
  return unit.endsWith(`/${scale}`) ? `${unit}^2` : `${unit}/${scale}`;
}
