/**
 * Where the parts of an element stand in its text. Of a card of plain words, of which large netlists consist, the element keeps
 * no places: its nodes are the words behind its name, its value or model the next one. So an element takes half the memory.
 */
import type { Span } from '../base/span.js';
import type { FlatElement } from './flat-circuit.js';

type Placed = Pick<FlatElement, 'nodes' | 'nodeSpans' | 'valueSpan' | 'span'>;

/** Place of the name of a node, by terminal; the whole card where that is not known. */
export function nodePlace({ nodeSpans, span }: Placed, terminal: number): Span {
  return nodeSpans ? (nodeSpans[terminal] ?? span) : wordPlace(span, terminal + 1);
}

/** Place of the value or model; the whole card where that is not known. */
export function valuePlace({ nodes, nodeSpans, valueSpan, span }: Placed): Span {
  return valueSpan ?? (nodeSpans ? span : wordPlace(span, nodes.length + 1));
}

/** Word k of a card on one line, the name being word 0. */
function wordPlace(span: Span, k: number): Span {
  const { source } = span;
  let end = wordEnd(source.text, span.start);
  let start = span.start;
  for (let word = 0; word < k; word++) {
    start = blanksEnd(source.text, end);
    end = wordEnd(source.text, start);
  }
  return { source, start, end };
}

/** Letters, digits, "_", ".", "-" and "+" make words in every dialect; whatever else there is, the grammar reads. */
export function wordEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    if (!isLetter && !(code >= 48 && code <= 57) && code !== 95 && code !== 46 && code !== 45 && code !== 43)
      break;
  }
  return at;
}

export function blanksEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  return at;
}
