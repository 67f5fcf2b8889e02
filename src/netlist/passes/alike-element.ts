/**
 * A fast path for devices of models, of which large netlists consist: `M7 d g s b mn w=1u l=1u`, where what stands behind
 * the nodes is letter by letter what stood behind those of a device before. Model, parameters and flags are then that one's: cards of
 * one circuit mean the same wherever they stand. What was the first of its kind, was told anything of, or has values that depend on the
 * circuit, the general path reads (a property test holds both to the same). Cost: one look-up a card.
 */
import type { LogicalCard } from '../cards.js';
import type { FlatElement } from '../flat-circuit.js';
import type { ElementSyntax } from '../language.js';
import { canonicalNode } from '../names.js';
import type { Session } from '../session.js';
import { blanksEnd, type PlainElement, wordEnd } from './plain-element.js';

/** Reads a card of the main circuit that ends as one before; undefined: the general path is to read it. */
export function alikeElement(card: LogicalCard, session: Session): PlainElement | undefined {
  if (session.alike.size === 0) return undefined;
  const { text, span } = card;
  const nameEnd = wordEnd(text, 0);
  const lead = text.slice(0, nameEnd);
  const syntax = syntaxOf(lead, session);
  if (!syntax) return undefined;
  const words = wordsBehind(text, nameEnd, mostNodes(syntax));
  for (let count = words.length; count >= syntax.terminals.length; count--) {
    const tail = tailStart(text, nameEnd, words, count);
    const known = session.alike.get(keyOf(syntax, count, text, tail));
    if (!known) continue;
    const { source, start } = span;
    const nodes = words.slice(0, count);
    const element: FlatElement = {
      name: lead.toLowerCase(),
      letter: syntax.letter,
      nodes: nodes.map(([from, to]) => canonicalNode(text.slice(from, to))),
      ...known,
      span,
      nodeSpans: nodes.map(([from, to]) => ({ source, start: start + from, end: start + to })),
      valueSpan: { source, start: start + tail, end: start + wordEnd(text, tail) },
    };
    return { element, nameSpan: { source, start, end: start + nameEnd } };
  }
  return undefined;
}

/** Notes an element of the main circuit that the general path has read, nothing having been told of it. */
export function noteElement({ text, span }: LogicalCard, element: FlatElement, session: Session): void {
  const { model, parameters, flags, nodes, nodeSpans, valueSpan } = element;
  const nameEnd = wordEnd(text, 0);
  const syntax = syntaxOf(text.slice(0, nameEnd), session);
  if (!syntax || !model || !Object.keys(element).every((key) => SHARED.has(key))) return;
  const words = wordsBehind(text, nameEnd, nodes.length);
  const tail = tailStart(text, nameEnd, words, nodes.length);
  const stand = words.every(([from], k) => nodeSpans[k]?.start === span.start + from);
  if (nodes.length > mostNodes(syntax) || words.length < nodes.length || !stand) return;
  if (valueSpan?.start !== span.start + tail || !/^[\w.+\-= \t]*$/.test(text.slice(tail))) return;
  session.alike.set(keyOf(syntax, nodes.length, text, tail), { model, parameters, flags });
}

/** Fields that are the element's own here, and what it shares. */
const SHARED: ReadonlySet<string> = new Set([
  ...['name', 'letter', 'nodes', 'span', 'nodeSpans', 'valueSpan'],
  ...['model', 'parameters', 'flags'],
]);

/** From where to where in the text of its card. */
type Word = readonly [from: number, to: number];

/** The syntax of a device with a model and nodes as usual; of a letter alone, so that its name says which it is. */
function syntaxOf(lead: string, { index }: Session): ElementSyntax | undefined {
  const syntax = index.element(lead)?.syntax;
  if (syntax?.value.kind !== 'model' || syntax.letter.length > 1) return undefined;
  return (syntax.replacedTerminals ?? syntax.domains) ? undefined : syntax;
}

/** One terminal may be left out: which of several are is decided by the names of nodes. */
function mostNodes({ terminals, optionalTerminals = [] }: ElementSyntax): number {
  return terminals.length + Math.min(1, optionalTerminals.length);
}

/** As many words as there are, `most` at most. */
function wordsBehind(text: string, from: number, most: number): Word[] {
  const words: Word[] = [];
  for (let end = from; words.length < most;) {
    const start = blanksEnd(text, end);
    end = wordEnd(text, start);
    if (end === start) break;
    words.push([start, end]);
  }
  return words;
}

function tailStart(text: string, nameEnd: number, words: readonly Word[], count: number): number {
  return blanksEnd(text, count === 0 ? nameEnd : (words[count - 1]?.[1] ?? nameEnd));
}

function keyOf({ letter }: ElementSyntax, count: number, text: string, tail: number): string {
  return `${letter}${count} ${text.slice(tail)}`;
}
