/**
 * Letters behind a number say nothing in SPICE but for its power of ten: 10uF. A mechanical quantity takes a power of ten and units
 * that fit it, 5mm or 2kN. Other letters are a mistake, and so is what SPICE would read otherwise than it is written: 1kg were a
 * tonne, 10N ten nano.
 */
import { formatNumber, parseNumber } from '../base/units.js';

const mechanical = /^(kg|N|m|rad)\b/;
const electrical = /[VAFHW]|Ohm/;
/** The unit behind a number and its power of ten. */
const written =
  /[\d.](?:e[+-]?\d+)?(?:meg|[tgkmunpf\u00b5\u03bc])?(v|volts?|a|amps?|amperes?|ohms?|\u2126|\u03a9|f|farads?|arads?|h|henrys?|hz)$/i;
/** Lengths and areas of transistors and lines are in these, too: F right behind their numbers is a femto, AS=75.3f. */
const size = /^m(\^2)?$/;
const femto = /[\d.](?:e[+-]?\d+)?f$/i;
/** What no size is in. Other letters behind one say nothing. */
const noSize = /^[kmu]?(kg|rad|deg|cm)$/i;

const number = /^[+-]?[\d.]+(?:e[+-]?\d+)?([a-z\u00b5\u03bc]+)$/i;
const power = /^(meg|mil|[tgkmunpf\u00b5\u03bc])/i;
const nameOfPower: Readonly<Record<string, string>> = Object.freeze({
  ...{
    t: 'tera',
    g: 'giga',
    k: 'a thousand',
    m: 'a thousandth',
    u: 'micro',
    n: 'nano',
    p: 'pico',
    f: 'femto',
  },
});
const longNames: readonly (readonly [RegExp, string])[] = [
  [/met(er|re)s?/, 'm'],
  [/newtons?/, 'n'],
  [/radians?/, 'rad'],
];

/** What a number's letters say against the unit of a quantity; undefined where they do not. */
export function contradictingUnit(text: string, unit: string): string | undefined {
  if (!mechanical.test(unit) || electrical.test(unit)) return undefined;
  const isSize = size.test(unit);
  if (isSize && femto.test(text)) return undefined;
  if (written.test(text)) return 'has an electrical unit';
  const letters = number.exec(text)?.[1];
  const value = parseNumber(text);
  if (letters === undefined || value === undefined) return undefined;
  const misfits = `ends in "${letters}", which is no such unit`;
  if (isSize) return noSize.test(letters) ? misfits : undefined;
  const [, scale = ''] = power.exec(letters) ?? [];
  const rest = letters.slice(scale.length);
  const would = `would be ${formatNumber(value)}${unit.includes(' or ') ? '' : ` ${unit}`}: ${scale} is ${nameOfPower[scale.toLowerCase()] ?? scale}`;
  // Grams and tonnes are powers of ten, as a capital N is: the others alone are meant.
  const isMass = unit.startsWith('kg');
  if (rest === '') return letters === 'N' || (isMass && /^[gt]$/i.test(letters)) ? would : undefined;
  if (isMass && /^g$/i.test(rest)) return would;
  if (fits(rest, unit)) return scale === 'N' ? misfits : undefined;
  return scale !== '' && fits(letters, unit) ? would : misfits;
}

/** Whether letters are a unit, or what stands of it before a slash: N s of N s/m. */
function fits(letters: string, unit: string): boolean {
  const short = longNames.reduce((name, [long, own]) => name.replace(long, own), letters.toLowerCase());
  return unit.split(' or ').some((one) => {
    const [above = ''] = one.toLowerCase().replace(/\^\d/g, '').split('/');
    const factors = above.split(' ');
    return factors.some((_, k) => factors.slice(0, k + 1).join('') === short);
  });
}
