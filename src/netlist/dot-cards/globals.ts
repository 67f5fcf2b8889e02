/**
 * `.global node ...`: nodes that have the same name in every subcircuit. `.temp value ...`: temperatures.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { canonicalNode } from '../names.js';
import type { Session } from '../session.js';
import type { Item, ParsedCard } from '../syntax.js';
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
  if (items.some((item) => isPassedOver(item, session))) return;
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

/** A name that nothing defines: ngspice reads no number there and takes its default, in silence. */
function isPassedOver(item: Item, { scope, rules, dialect, diagnostics }: Session): boolean {
  if (item.kind !== 'word' || dialect !== 'ngspice') return false;
  const found = new Diagnostics();
  readValue(item, { name: 'temperature' }, '.temp', { scope, rules, diagnostics: found }, 'named');
  if (!found.has('unknown-parameter')) return false;
  const message = `.temp: there is no parameter "${item.text}": the circuit is at 27 Celsius, as in ngspice`;
  diagnostics.warning('unknown-temperature', message, item.span, {
    hint: `define it: .param ${item.text}=...`,
  });
  return true;
}
