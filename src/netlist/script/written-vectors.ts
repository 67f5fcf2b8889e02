/** The vectors that print, plot, write and wrdata name -> items to be written; what cannot be written is left out with a warning. */
import { namesScattering } from '../output-probe.js';
import type { LogicalCard } from '../cards.js';
import { addOutput, outputOf } from '../dot-cards/outputs.js';
import type { OutputItem } from '../output-item.js';
import { parseItems } from '../parse-card.js';
import { findNode } from '../resolve-names.js';
import { measuresAgain } from './derived-measures.js';
import { type CommandWord, spanOf } from './command-line.js';
import type { Script } from './script.js';
import { plainText, vectorExpression } from './vector-expression.js';

/** Words of `plot`, and how many follow each. */
const PLOT_WORDS: ReadonlyMap<string, number> = new Map([
  ...['vs', 'xlabel', 'ylabel', 'title', 'xdelta', 'ydelta', 'xindices', 'xcompress'].map(
    (word) => [word, 1] as const,
  ),
  ...['xlimit', 'ylimit', 'xl', 'yl', 'xindices'].map((word) => [word, 2] as const),
  ...['linear', 'xlog', 'ylog', 'loglog', 'linplot', 'combplot', 'pointplot', 'nogrid', 'polar', 'smith'].map(
    (word) => [word, 0] as const,
  ),
  ...['line', 'col', 'nointerp', 'samep', 'retraceplot', 'digitop', 'kicad', 'plainplot'].map(
    (word) => [word, 0] as const,
  ),
]);

/** Words that mean all vectors, which are written where none is named, and the scales. */
const WHOLE = /^(?:all[viy]?|time|frequency|[\w-]+-sweep)$/i;

/** The items that the words name; they are written from now on. Numbers are handed to `tell`. */
export function writtenVectors(
  words: readonly CommandWord[],
  line: LogicalCard,
  script: Script,
  tell: (name: string, value: number) => void = () => undefined,
): readonly OutputItem[] {
  const items: OutputItem[] = [];
  for (let k = 0; k < words.length; k++) {
    const word = words[k];
    if (!word) continue;
    const skip = PLOT_WORDS.get(word.text.toLowerCase());
    if (skip !== undefined) {
      k += skip;
      continue;
    }
    if (/^>/.test(word.text)) break;
    if (WHOLE.test(word.text) || /^["'].*["']$/.test(word.text)) continue;
    const item = itemOf(word, line, script);
    if (item?.expression?.kind === 'number') tell(item.text, item.expression.value);
    else if (item) items.push(item);
  }
  for (const item of items) addOutput(item, script.session);
  return items;
}

const QUANTITY = /^([a-z]+)\(\s*[^()\s,]+\s*(?:,\s*[^()\s,]+\s*)?\)$/i;

/** One item; undefined after a warning, and for a measure, which is told anyway. */
function itemOf(word: CommandWord, line: LogicalCard, script: Script): OutputItem | undefined {
  const { session, vectors } = script;
  const span = spanOf(line, word);
  const text = plainText(word.text);
  const name = text.toLowerCase().replaceAll(/\s/g, '');
  const vector = vectors.get(name);
  if (vector) return { text: name, quantity: 'expression', names: [], expression: vector, span };
  if (session.measureNames.has(name)) return undefined;
  const isNode = findNode(text, session.frame, session) !== undefined;
  const [, quantity = ''] = QUANTITY.exec(text) ?? [];
  const isQuantity = /^(?:[vip]|[vi](?:m|p|db|r|i|g))$/i.test(quantity);
  if (isNode || isQuantity) {
    const source = { name: span.source.name, text: isNode ? `v(${text})` : text };
    const [item] =
      parseItems({ source, start: 0, end: source.text.length }, session.diagnostics, session.rules) ?? [];
    const output = item && outputOf(item, session, true);
    return output && { ...output, span };
  }
  const expression = vectorExpression(word.text, span, script);
  if (!expression || measuresAgain(name, expression, span, session)) return undefined;
  const analyses = namesScattering(expression) && { analyses: ['sp'] };
  return { text: name, quantity: 'expression', names: [], expression, ...analyses, span };
}
