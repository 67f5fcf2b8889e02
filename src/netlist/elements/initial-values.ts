/** `ic=v1,i1,v2,i2`: one parameter each, those left out 0. */
import type { Session } from '../session.js';
import { readValue } from '../values.js';
import { takeAssignment, type ElementDraft } from './element-draft.js';

export function readInitialValues(draft: ElementDraft, session: Session): boolean {
  const { element, indexed, rest } = draft;
  const { value: kind } = indexed.syntax;
  const first = kind.kind === 'initial-values' ? takeAssignment(draft, ['ic']) : undefined;
  if (!first || kind.kind !== 'initial-values') return true;
  const items = [first.value, ...rest.splice(0, kind.names.length - 1)];
  const values = items.map((item, k) => {
    const spec = { name: kind.names[k] ?? 'ic', range: 'finite' } as const;
    return [spec.name, readValue(item, spec, element.name, session, 'named')] as const;
  });
  const known = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  element.parameters = new Map([...element.parameters, ...known, ['ic', known[0]?.[1] ?? 0]]);
  return known.length === values.length;
}
