/**
 * Letters behind a number say nothing in SPICE but for its power of ten: 10uF. For a mechanical quantity an electrical unit is
 * a mistake, and 1kg is one too: read as SPICE reads it that were a tonne.
 */
import { formatNumber, parseNumber } from '../base/units.js';

const mechanical = /^(kg|N|m|rad)\b/;
const electrical = /[VAFHW]|Ohm/;
/** The unit behind a number and its power of ten. */
const written =
  /[\d.](?:e[+-]?\d+)?(?:meg|[tgkmunpf\u00b5\u03bc])?(v|volts?|a|amps?|amperes?|ohms?|\u2126|\u03a9|f|farads?|arads?|h|henrys?|hz)$/i;
/** F right behind a number is a femto in what layouts say of transistors: AS=75.3f. */
const size = /^m(\^2)?$/;
const femto = /[\d.](?:e[+-]?\d+)?f$/i;

/** What a number's letters say against the unit of a quantity; undefined where they do not. */
export function contradictingUnit(text: string, unit: string): string | undefined {
  if (!mechanical.test(unit) || electrical.test(unit)) return undefined;
  if (size.test(unit) && femto.test(text)) return undefined;
  if (written.test(text)) return 'has an electrical unit';
  const value = parseNumber(text);
  const isKilo = /^kg/.test(unit) && /kg$/i.test(text) && value !== undefined;
  return isKilo ? `would be ${formatNumber(value)} kg: k is a thousand` : undefined;
}

/** A capital N right behind a number, alone or before m or s: meant as newtons, read as a power of ten. */
const newtons = /[\d.](?:e[+-]?\d+)?N(?:s|m|s?\/m|ms?|s\/rad)?$/;

/** What a number is worth whose N is a power of ten where newtons may be meant; undefined elsewhere. */
export function nanoForNewtons(text: string, unit: string): number | undefined {
  return mechanical.test(unit) && !electrical.test(unit) && newtons.test(text)
    ? parseNumber(text)
    : undefined;
}
