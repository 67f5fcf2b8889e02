/**
 * The start of sparse steps where those of another circuit ended that differs from it in the comparisons of some elements: what is
 * stored, and how switches stand, pass by name, all else is a guess (`handed-over.ts` has the same behind exact events).
 */
import { readForm } from '../../circuit/sparse/sparse-forms.js';
import type { UnknownOrigin } from '../../circuit/sparse/sparse-numbering.js';
import type { SparseModel } from '../../circuit/sparse/sparse-model.js';
import type { DescriptorStart, SteppedPoint } from '../../kernel/modeling/descriptor-system.js';

/** What lines carry and what logic is about to do stays with their signals, which are those of both. */
export function handedOn(
  { numbering: known, system: before }: SparseModel,
  { t, z, stored, guardsOn }: SteppedPoint,
  { numbering, system }: SparseModel,
  /** Elements whose comparisons have another form there. */
  changed: readonly string[],
): DescriptorStart {
  const keyOf = ({ quantity, name }: UnknownOrigin): string => `${quantity} ${name}`;
  const isChanged = ({ quantity, name }: UnknownOrigin): boolean =>
    quantity === 'auxiliary' && changed.includes(name.replace(/[:#].*/, ''));
  const places = new Map(known.origins.map((origin, k) => [keyOf(origin), k]));
  const states = new Map(before.guards.map(({ row }, g) => [row, guardsOn[g] ?? 0]));
  const start = { t0: t, z: new Float64Array(system.size), stored: new Float64Array(system.size) };
  const placeOf = numbering.origins.map((origin) =>
    isChanged(origin) ? -1 : (places.get(keyOf(origin)) ?? -1),
  );
  placeOf.forEach((place, k) => {
    if (place < 0) return;
    start.z[k] = z[place] ?? 0;
    start.stored[k] = stored[place] ?? 0;
  });
  const u = system.inputs.map((signal) => signal.value(t));
  const guards = Uint8Array.from(system.guards, ({ row, control, on, off }) => {
    const state = states.get(placeOf[row] ?? -1);
    return state ?? Number(readForm(control, start.z, u) > (on + off) / 2);
  });
  return { ...start, guards, continues: true };
}
