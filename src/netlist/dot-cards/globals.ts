/**
 * `.global node ...`: nodes that have the same name in every subcircuit. `.temp value ...`: temperatures.
 */
import { canonicalNode } from '../names.js';
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import { readValue } from '../values.js';
import type { DotCard } from './dot-card.js';

export const GLOBAL: DotCard<Session> = {
  name: '.global',
  usage: '.global node ...',
  doc: 'Names nodes that are the same in every subcircuit.',
  phase: 'early',
  read: readGlobals,
};

export const TEMP: DotCard<Session> = {
  name: '.temp',
  usage: '.temp value ...',
  doc: 'Temperature in degrees Celsius; several run one after the other, as with .step.',
  phase: 'control',
  read: readTemperatures,
};

function readGlobals({ items }: ParsedCard, { globals, diagnostics }: Session): void {
  for (const item of items) {
    if (item.kind === 'word') globals.add(canonicalNode(item.text));
    else {
      const message = `${textOf(item.span)} is not the name of a node`;
      diagnostics.error('missing-node', message, item.span, { hint: `write: ${GLOBAL.usage}` });
    }
  }
}

function readTemperatures({ items, span }: ParsedCard, session: Session): void {
  const spec = { name: 'temperature', range: 'temperature' } as const;
  const values = items
    .map((item) => readValue(item, spec, '.temp', session, 'named'))
    .filter((value) => value !== undefined);
  if (items.length === 0) {
    session.diagnostics.error('too-few-arguments', '.temp needs a temperature', span, {
      hint: `write: ${TEMP.usage}`,
    });
  }
  const [first] = values;
  if (first === undefined || values.length < items.length) return;
  if (values.length > 1) session.steps.push({ target: { kind: 'temperature' }, values, span });
}
