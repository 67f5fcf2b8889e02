/**
 * `B1 n+ n- v=expression` or `i=expression` -> `FlatElement.law`; with LTspice's `laplace=`, that through a rational function of s.
 */
import type { Session } from '../session.js';
import { expressionOf } from '../values.js';
import { flatLaw, takeAssignment, usageOf, type ElementDraft } from './element-draft.js';
import { readLaplace, readNestedLaw } from './law-forms.js';

export function readBehaviouralValue(draft: ElementDraft, session: Session): boolean {
  const { element, indexed, nameSpan } = draft;
  const voltage = takeAssignment(draft, ['v']);
  const current = takeAssignment(draft, ['i']);
  const given = voltage ?? current;
  if (!given || (voltage && current)) {
    const message = `${element.name} needs v= or i=, ${given ? 'not both' : 'but has neither'}`;
    session.diagnostics.error('missing-value', message, nameSpan, {
      hint: `write: ${usageOf(element.name, indexed.syntax)}`,
    });
    return false;
  }
  const output = voltage ? 'v' : 'i';
  element.valueSpan = given.value.span;
  if (given.value.kind === 'group') {
    const law = readNestedLaw(given.value, output, draft, session);
    if (law) element.law = law;
    return law !== undefined;
  }
  const written = expressionOf(given.value, session.diagnostics, session.rules);
  const expression = written && flatLaw(written, session, element.name);
  const transfer = takeAssignment(draft, ['laplace']);
  if (!expression) return false;
  if (!transfer) {
    element.law = { kind: 'expression', output, expression };
    return true;
  }
  const ratio = expressionOf(transfer.value, session.diagnostics, session.rules);
  const law = ratio && readLaplace(expression, ratio, output, draft, session);
  if (law) element.law = law;
  return law !== undefined;
}
