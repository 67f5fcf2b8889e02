/**
 * The table of PSpice's digital parts, `U` cards whose first word names one, and their reader. A part becomes code models of the logic network;
 * what joins that to nodes stands in `passes/auto-bridges.ts`. Sources: PSpice's reference guide, "Digital devices"; the
 * manual of ngspice, "PSpice digital devices".
 */
import type { LogicalCard } from '../cards.js';
import { elementIn } from '../frame.js';
import type { Session } from '../session.js';
import type { DigitalPrimitive } from './digital-primitive.js';
import { flipFlopPrimitives } from './flip-flop-primitives.js';
import { gatePrimitives } from './gate-primitives.js';
import { logicExpression } from './logic-expression.js';
import { pinDelays } from './pin-delays.js';
import { PrimitiveCard, ShortCard } from './primitive-card.js';
import { stimulus } from './stimulus.js';
import { readXycePart, XYCE_ONLY } from './xyce-part.js';

export const DIGITAL_PRIMITIVES: readonly DigitalPrimitive[] = Object.freeze([
  ...gatePrimitives,
  ...flipFlopPrimitives,
  logicExpression,
  pinDelays,
  stimulus,
]);

/** Checks of times, which change no level. */
export const CHECKS: readonly string[] = Object.freeze(['constraint', 'suhd', 'wdth']);

/** Known, and refused by name. */
export const UNMODELLED: readonly string[] = Object.freeze([
  ...['ram', 'rom', 'adc', 'dac', 'fstim', 'dstm', 'pland', 'plandc', 'plor', 'plorc', 'plxor', 'plxorc'],
  ...['plnand', 'plnandc', 'plnor', 'plnorc', 'plnxor', 'plnxorc', 'jkffr', 'tff', 'nbtg', 'pbtg'],
]);

const byName = new Map(DIGITAL_PRIMITIVES.map((primitive) => [primitive.name, primitive]));

/** Words that a line of U, which bears the same letter, has at most behind its first node. */
const wordsOfLine = 3;

/** The digital part that a card names; undefined: the card is none. */
export function digitalType({ text }: LogicalCard): string | undefined {
  const [, type = '', bracket = '', others = ''] = /^u\S*\s+([a-z]\w*)\s*(\(?)(.*)$/is.exec(text) ?? [];
  const name = type.toLowerCase();
  const isKnown = [CHECKS, UNMODELLED, XYCE_ONLY].some((names) => names.includes(name));
  if (!isKnown && !byName.has(name)) return undefined;
  const [front = ''] = others.split('=');
  const words = front.trim().split(/\s+/).length - (front === others ? 0 : 1);
  const isPart = bracket !== '' || words > wordsOfLine;
  return isPart ? name : undefined;
}

/** Adds what a card of a digital part stands for. */
export function expandPrimitive(card: LogicalCard, type: string, session: Session): void {
  const { diagnostics } = session;
  const lead = /^\S+/.exec(card.text)?.[0] ?? '';
  const name = elementIn(session.frame, lead);
  if (CHECKS.includes(type)) {
    session.ignore('element parameters', `u ${type}`, card.span);
    return;
  }
  const primitive = byName.get(type);
  const usage = `${lead} ${primitive?.usage ?? `${type.toUpperCase()} power ground input ... output ... model`}`;
  const reported = (read: () => boolean): boolean => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ShortCard)) throw error;
      const hint = `write: ${usage}`;
      diagnostics.error('digital-part', `${name}: ${error.message}`, card.span, { hint });
      return true;
    }
  };
  if (reported(() => readXycePart(new PrimitiveCard(card, session)))) return;
  if (!primitive) {
    diagnostics.error('unsupported-element', `${name}: ${type.toUpperCase()} is not supported`, card.span, {
      hint: `use one of: ${[...byName.keys()].join(', ')}`,
    });
    return;
  }
  reported(() => {
    primitive.read(new PrimitiveCard(card, session));
    return true;
  });
}
