/** `.tf output source` and `.sens output`: what a quantity at the operating point follows from. */
import type { OutputItem } from '../output-item.js';
import { elementIn } from '../frame.js';
import type { Session } from '../session.js';
import { type ParsedCard, textOf } from '../syntax.js';
import type { DotCard } from './dot-card.js';
import { outputOf } from './outputs.js';

export const TF: DotCard<Session> = {
  name: '.tf',
  usage: '.tf v(node[,node])|i(vsource)|x(node) source',
  doc: 'Small-signal gain from a source to a quantity at the operating point, and the resistances at both.',
  phase: 'control',
  analysis: true,
  read: readTransfer,
};

export const SENS: DotCard<Session> = {
  name: '.sens',
  usage: '.sens v(node[,node])|i(vsource) [dc]',
  doc: 'Derivatives of a quantity at the operating point by all values that it depends on.',
  phase: 'control',
  analysis: true,
  read: readSensitivity,
};

function readTransfer(card: ParsedCard, session: Session): void {
  const { items, span } = card;
  const output = readQuantity(card, TF, 2, session);
  const [, item] = items;
  if (!item) return;
  const source = elementIn(session.frame, textOf(item.span).toLowerCase());
  const isSource = session.elements.some(
    ({ name, letter }) => name === source && /^([VI]|YFORCE|YTORQUE|YPOSITION)$/.test(letter),
  );
  if (isSource) {
    if (output) session.analyses.push({ kind: 'tf', output, source, span });
  } else {
    const message = `.tf: "${textOf(item.span)}" is no independent source`;
    session.diagnostics.error('unknown-target', message, item.span, { hint: `write: ${TF.usage}` });
  }
}

/** Of small signals, and of Xyce's objective functions, it is left out beside other analyses. */
function readSensitivity(card: ParsedCard, session: Session): void {
  const { items, span } = card;
  const isOther = items[1]?.kind === 'word' && /^(ac|pct|dec|oct|lin)$/i.test(items[1].text);
  if (isOther || items[0]?.kind === 'assignment') {
    session.unsupported.push({ name: '.sens in this form', hint: `write: ${SENS.usage}`, span });
    return;
  }
  const isAtRest = items[1]?.kind === 'word' && /^dc$/i.test(items[1].text);
  const quantity = isAtRest ? { ...card, items: [...items.slice(0, 1), ...items.slice(2)] } : card;
  const output = readQuantity(quantity, SENS, 1, session);
  if (output) session.analyses.push({ kind: 'sens', output, span: card.span });
}

/** The quantity in front of a card of so many items; undefined after reporting. */
function readQuantity(
  { items, span }: ParsedCard,
  { name, usage }: DotCard<Session>,
  count: number,
  session: Session,
): OutputItem | undefined {
  const [first] = items;
  if (!first || items.length !== count) {
    const surplus = items[count];
    const message = surplus
      ? `${name}: unexpected "${textOf(surplus.span)}"`
      : `${name} needs ${count === 1 ? 'a quantity' : 'a quantity and a source'}`;
    session.diagnostics.error('transfer-syntax', message, surplus?.span ?? span, { hint: `write: ${usage}` });
    return undefined;
  }
  const output = outputOf(first, session, false);
  if (!output || (/^[vi]$/.test(output.quantity) && output.terminal === undefined)) return output;
  session.diagnostics.error('transfer-syntax', `${name} is of a voltage or a current`, first.span, {
    hint: `write: ${usage}`,
  });
  return undefined;
}
