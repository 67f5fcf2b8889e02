/** What a source gives to small signals: `AC [magnitude [phase]]`, `AC=magnitude phase` and `AC=(magnitude, phase)`. */
import type { Session } from '../session.js';
import type { AssignmentItem, Item } from '../syntax.js';
import { readValue, type ValueSpec } from '../values.js';
import { type ElementDraft, takeAssignment } from './element-draft.js';

const AC_MAGNITUDE: ValueSpec = { name: 'ac magnitude', range: 'finite' };
const AC_PHASE: ValueSpec = { name: 'ac phase', range: 'finite' };

/** Reads `AC=`; `isValue`: what is no keyword and no flag may be its phase. */
export function readNamedAc(draft: ElementDraft, isValue: (item: Item) => boolean, session: Session): void {
  const named = takeAssignment(draft, ['ac']);
  if (!named) return;
  const { value } = named;
  if (value.kind === 'group' && value.name === '') readAc(value.items, draft, session);
  else readAc([value, ...takePhase(named, draft, isValue)], draft, session);
}

/** Takes the number right behind an assignment: it is no value of its own. */
function takePhase(
  named: AssignmentItem,
  { card, rest }: ElementDraft,
  isValue: (item: Item) => boolean,
): Item[] {
  const next = card.items[card.items.indexOf(named) + 1];
  const at = rest.findIndex((item) => item === next);
  return next && at >= 0 && isValue(next) ? rest.splice(at, 1) : [];
}

export function readAc(
  [magnitudeItem, phaseItem]: readonly Item[],
  { element }: ElementDraft,
  session: Session,
): void {
  const magnitude = magnitudeItem ? readValue(magnitudeItem, AC_MAGNITUDE, element.name, session) : 1;
  const phase = phaseItem ? readValue(phaseItem, AC_PHASE, element.name, session) : 0;
  if (magnitude !== undefined && phase !== undefined) element.ac = { magnitude, phase };
}
