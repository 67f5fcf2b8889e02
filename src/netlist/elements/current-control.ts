/**
 * `W1 n+ n- vname model`: the element whose current controls, then the model.
 */
import { requireName } from '../resolve-names.js';
import type { Session } from '../session.js';
import { textOf } from '../syntax.js';
import { usageOf, type ElementDraft } from './element-draft.js';
import { readModelReference } from './model-reference.js';

export function readCurrentControl(draft: ElementDraft, session: Session): boolean {
  const { element, indexed, rest, nameSpan } = draft;
  // A control={expression} stands for the element.
  if (draft.assignments.some(({ key }) => textOf(key.span).toLowerCase() === 'control')) {
    return readModelReference(draft, session);
  }
  const item = rest.shift();
  if (item?.kind !== 'word') {
    const message = `${element.name} names no element whose current controls it`;
    session.diagnostics.error('missing-control', message, item?.span ?? nameSpan, {
      hint: `write: ${usageOf(element.name, indexed.syntax)}`,
    });
    return false;
  }
  const { text, span } = item;
  const control = requireName('element', text, span, session.frame, session, (name) => name !== element.name);
  if (control !== undefined) element.controls = [control];
  return readModelReference(draft, session) && control !== undefined;
}
