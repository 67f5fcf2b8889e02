/**
 * Quantities of `.noise` as outputs: onoise, inoise (also V(onoise), onoise_spectrum, totals) are written whoever asks; where the
 * part of an element is named - onoise_r1, Xyce's DNO(r1) - those of all elements are, as with a summary on the card. Expressions
 * of them, and what Xyce has in other units, are columns of their own.
 */
import type { Expression } from '../../expression/ast.js';
import { visitExpression } from '../../expression/map-expression.js';
import { parseExpressionText } from '../../expression/parse.js';
import { flatExpression } from '../elements/element-draft.js';
import type { OutputItem } from '../output-item.js';
import { findElement, findNode, requireName } from '../resolve-names.js';
import type { Session } from '../session.js';
import { textOf, type Item } from '../syntax.js';
import { noiseResolver, withNoiseQuantities } from './noise-quantities.js';

const WHOLE = /^[io]noise(?:_spectrum|_total)?$/;
const PART = /^(?:onoise|onoise_total|inoise_total)_(?!total_)(.+)$/;

/** Reads an item of a `.print noise`, or of any list in a text with `.noise`; false where it is none of these quantities. */
export function readNoiseOutput(item: Item, session: Session, analysis?: string): boolean {
  const name = nameOf(item);
  if (name === undefined) return false;
  const isAsked = analysis === 'noise';
  const hasNoise = session.content.cards.some(({ reader }) => reader.name === '.noise');
  if (!isAsked && (!hasNoise || findNode(name, session.frame, session) !== undefined)) return false;
  if (WHOLE.test(name)) return true;
  const [, element] = PART.exec(name) ?? [];
  if (element === undefined) return false;
  if (!hasPart(element, session)) requireName('element', element, item.span, session.frame, session);
  session.noiseParts = true;
  return true;
}

/** What a `.print noise` asks for beside the columns that `.noise` has; undefined where it is no such item, or after reporting. */
export function noiseOutputOf(item: Item, session: Session): OutputItem | undefined {
  const written = expressionOf(item, session);
  if (!written) return undefined;
  const parts = withNoiseQuantities(written, session);
  visitExpression(parts, (node) => {
    if (node.kind === 'probe' && /^onoise_(?!spectrum$)/.test(node.names[0] ?? '')) session.noiseParts = true;
  });
  const expression = flatExpression(parts, session, session.scope, noiseResolver(session));
  const text = textOf(item.span).toLowerCase().replaceAll(/\s/g, '');
  const { span } = item;
  return expression && { text, quantity: 'expression', names: [], expression, analyses: ['noise'], span };
}

/** In Xyce onoise, inoise, dno(r1) and dni(r1) are expressions too: V^2/Hz of what is written in V/sqrt(Hz). */
function expressionOf(item: Item, session: Session): Expression | undefined {
  if (item.kind === 'expression') return item.expression;
  const { span } = item;
  const isOwn =
    session.dialect === 'xyce' &&
    (item.kind === 'word'
      ? /^[io]noise$/i.test(item.text)
      : item.kind === 'group' && /^dn[io]$/.test(item.name));
  const place = { source: span.source, base: span.start, rules: session.rules };
  return isOwn ? parseExpressionText(textOf(span), place, session.diagnostics) : undefined;
}

/** Whether it is an element, or one with the name of a source of its noise behind it: r1, r1_thermal. */
function hasPart(text: string, session: Session): boolean {
  if (findElement(text, session.frame, session) !== undefined) return true;
  const at = text.lastIndexOf('_');
  return at > 0 && findElement(text.slice(0, at), session.frame, session) !== undefined;
}

/** The quantity's name as a column has it; undefined where it cannot be one. */
function nameOf(item: Item): string | undefined {
  if (item.kind === 'word') return item.text.toLowerCase();
  if (item.kind !== 'group' || item.items.length !== 1) return undefined;
  const [only] = item.items;
  const inner = only?.kind === 'word' ? only.text.toLowerCase() : undefined;
  if (inner === undefined) return undefined;
  if (item.name === 'dno') return `onoise_${inner}`;
  return item.name === 'v' && (WHOLE.test(inner) || PART.test(inner)) ? inner : undefined;
}

/** Has the parts of all elements written where one is named. */
export function writeNoiseParts({ analyses, noiseParts }: Session): void {
  if (!noiseParts) return;
  analyses.forEach((card, k) => {
    if (card.kind === 'noise') analyses[k] = { ...card, summary: card.summary ?? 1 };
  });
}
