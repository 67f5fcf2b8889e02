/**
 * Commands of `.control` blocks, as far as they say something here: `run` (the cards run anyway), the
 * analyses (cards without their dot, see resolve-parameters.ts), print, plot, write, wrdata, echo, quit.
 * Anything else is listed as ignored; nothing in a block is fatal.
 */
import { firstWord, type LogicalCard } from '../cards.js';
import { addOutput } from '../dot-cards/outputs.js';
import type { OutputItem } from '../output-item.js';
import { findElement, findNode } from '../resolve-names.js';
import type { Session } from '../session.js';
import { ANALYSIS_COMMANDS } from './resolve-parameters.js';

/** Commands without effect here, not worth a word. */
const SILENT: ReadonlySet<string> = new Set([
  'run',
  'quit',
  'exit',
  'set',
  'unset',
  'reset',
  'rusage',
  'display',
]);

export function readCommands(session: Session): void {
  for (const card of session.commands) {
    const word = firstWord(card.text);
    if (word === 'quit' || word === 'exit') return;
    if (SILENT.has(word) || ANALYSIS_COMMANDS.has(word)) continue;
    if (word === 'print' || word === 'plot') addOutputs(quantitiesIn(card.text, card, session), session);
    else if (word === 'write' || word === 'wrdata') readWrite(word, card, session);
    else if (word === 'echo') {
      const text = card.text
        .slice(word.length)
        .trim()
        .replace(/^"(.*)"$/s, '$1');
      session.actions.push({ kind: 'echo', text, span: card.span });
    } else session.ignore('commands', word, { ...card.span, end: card.span.start + word.length });
  }
}

function addOutputs(outputs: readonly OutputItem[], session: Session): void {
  for (const output of outputs) addOutput(output, session);
}

/** The quantities of a command that name something; what computes with them is not for us. */
function quantitiesIn(text: string, { span }: LogicalCard, session: Session): readonly OutputItem[] {
  const outputs: OutputItem[] = [];
  for (const [, quantity = '', list = '', branch] of text.matchAll(
    /\b([vi])\(([^()]*)\)|([^\s()]+)#branch/gi,
  )) {
    const isNode = branch === undefined && quantity.toLowerCase() === 'v';
    const words = branch === undefined ? list.split(',').map((word) => word.trim()) : [branch];
    const found = words.map((word) =>
      isNode ? findNode(word, session.frame, session) : findElement(word, session.frame, session),
    );
    const names = found.filter((name) => name !== undefined);
    if (names.length < words.length || names.length > (isNode ? 2 : 1)) continue;
    const kind = isNode ? 'v' : 'i';
    outputs.push({ text: `${kind}(${words.join(',').toLowerCase()})`, quantity: kind, names, span });
  }
  for (const word of text.split(/\s+/).slice(1)) {
    const node = /^[^\s()#]+$/.test(word) ? findNode(word, session.frame, session) : undefined;
    if (node === undefined || node === '0') continue;
    outputs.push({ text: `v(${word.toLowerCase()})`, quantity: 'v', names: [node], span });
  }
  return outputs;
}

function readWrite(kind: 'write' | 'wrdata', card: LogicalCard, session: Session): void {
  const [, file = ''] = card.text.trim().split(/\s+/);
  if (file === '') {
    session.ignore('commands', kind, card.span);
    return;
  }
  const outputs = quantitiesIn(card.text.slice(card.text.indexOf(file) + file.length), card, session);
  session.actions.push({ kind, file, outputs, span: card.span });
}
