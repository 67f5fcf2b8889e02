/** Which quantities a law acts on by itself. */
import type { EmissionContext } from '../device.js';
import type { LinearForm } from '../primitives.js';
import { ownQuantity } from './own-slope.js';

type Place = Parameters<typeof ownQuantity>[1];

/**
 * Whether a form is a branch's own voltage or current, or the current of a source in series with it, by which a current is measured: at
 * their common node there is nothing else.
 */
export function actsOn(
  form: LinearForm,
  place: Place,
  { elements }: Pick<EmissionContext, 'elements'>,
): boolean {
  if (ownQuantity(form, place)) return true;
  const [term, other] = form.terms;
  if (term?.quantity !== 'current' || other || place.output !== 'voltage') return false;
  const at = new Map<string, string[]>([place.a, place.b].map((node) => [node, []]));
  for (const { name, nodes } of elements().values())
    for (const node of new Set(nodes)) at.get(node)?.push(name);
  return [...at.values()].some(
    (names) =>
      names.length === 2 && names.includes(term.element) && names.some((name) => name !== term.element),
  );
}
