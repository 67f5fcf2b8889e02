/**
 * A fast path for devices of models, of which large netlists consist: `M7 d g s b mn w=1u l=1u`, where what stands behind
 * the nodes is letter by letter what stood behind those of a device before. Model, parameters and flags are then that one's: cards of
 * one circuit mean the same wherever they stand. What was the first of its kind, was told anything of, or has values that depend on the
 * circuit, the general path reads (a property test holds both to the same). Cost: one look-up a card.
 */
import type { LogicalCard } from '../cards.js';
import type { FlatElement } from '../flat-circuit.js';
import { blanksEnd, nodePlace, valuePlace, wordEnd } from '../element-places.js';
import type { ElementSyntax } from '../language.js';
import { canonicalNode } from '../names.js';
import type { Session } from '../session.js';
import { isOneLine } from './plain-element.js';

/** Reads a card of the main circuit that ends as one before, its name not claimed yet; undefined: the general path is to read it. */
export function alikeElement({ text, span }: LogicalCard, session: Session): FlatElement | undefined {
  if (session.alike.size === 0 || session.grounds.size > 0 || !isOneLine(text, span)) return undefined;
  const nameEnd = wordEnd(text, 0);
  const lead = text.slice(0, nameEnd);
  const syntax = syntaxOf(lead, session);
  if (!syntax) return undefined;
  const words = wordsBehind(text, nameEnd, mostNodes(syntax));
  for (let count = words.length / 2; count >= syntax.terminals.length; count--) {
    const tail = tailStart(text, nameEnd, words, count);
    const known = session.alike
      .get(text.slice(tail))
      ?.find((one) => one.letter === syntax.letter && one.count === count);
    if (!known) continue;
    const nodes = new Array<string>(count);
    for (let k = 0; k < count; k++) {
      const node = canonicalNode(text.slice(words[2 * k], words[2 * k + 1]));
      nodes[k] = session.meetNode(node);
    }
    const { model, parameters, flags } = known;
    return { name: lead.toLowerCase(), letter: syntax.letter, nodes, model, parameters, flags, span };
  }
  return undefined;
}

/** Notes an element of the main circuit that the general path has read, nothing having been told of it. */
export function noteElement({ text, span }: LogicalCard, element: FlatElement, session: Session): void {
  const { model, parameters, flags, nodes } = element;
  const nameEnd = wordEnd(text, 0);
  const syntax = syntaxOf(text.slice(0, nameEnd), session);
  if (!syntax || !model || !Object.keys(element).every((key) => SHARED.has(key))) return;
  const words = wordsBehind(text, nameEnd, nodes.length);
  const tail = tailStart(text, nameEnd, words, nodes.length);
  const stand = nodes.every((_, k) => nodePlace(element, k).start - span.start === words[2 * k]);
  if (nodes.length > mostNodes(syntax) || words.length < 2 * nodes.length || !stand) return;
  if (valuePlace(element).start !== span.start + tail || !/^[\w.+\-= \t]*$/.test(text.slice(tail))) return;
  const known = { letter: syntax.letter, count: nodes.length, model, parameters, flags };
  const end = text.slice(tail);
  const others = session.alike.get(end);
  if (others) others.push(known);
  else session.alike.set(end, [known]);
}

/** Fields that are the element's own here, and what it shares. */
const SHARED: ReadonlySet<string> = new Set([
  ...['name', 'letter', 'nodes', 'span', 'nodeSpans', 'valueSpan'],
  ...['model', 'parameters', 'flags'],
]);

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

/** From where to where in the text each word stands, of as many as there are, `most` at most: two numbers a word. */
function wordsBehind(text: string, from: number, most: number): number[] {
  const words: number[] = [];
  for (let end = from; words.length < 2 * most;) {
    const start = blanksEnd(text, end);
    end = wordEnd(text, start);
    if (end === start) break;
    words.push(start, end);
  }
  return words;
}

function tailStart(text: string, nameEnd: number, words: readonly number[], count: number): number {
  return blanksEnd(text, count === 0 ? nameEnd : (words[2 * count - 1] ?? nameEnd));
}
