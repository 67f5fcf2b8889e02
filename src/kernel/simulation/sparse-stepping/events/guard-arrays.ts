/** Guards of a system as the arrays that loops over them compute with, and what ties guards to each other. */
import type { DescriptorGuard, DescriptorSystem } from '../../../modeling/descriptor-system.js';
import { floatsIn, integersIn } from '../../../../numerics/code/number-room.js';
import { formsIn } from '../descriptor/form-list.js';
import { lagrangeWeights } from '../inputs/lagrange.js';
import type { StageSolver } from '../stages/stage-solver.js';
import type { GuardArrays } from './guard-loops.js';

/** Parts of the step between stages that are looked at too. */
const BETWEEN = Object.freeze([0.15, 0.3, 0.45, 0.75, 0.9]);
/** Square root of the part of its largest gap below which a contact rests, by reltol: heights of bounces go as times squared. */
const LOW_BOUNCE = 0.1;

/** The part of its largest gap below which a contact rests. */
export function lowBounce(reltol: number): number {
  return (LOW_BOUNCE * reltol) ** 2;
}

/** By guard 1 where it closes a contact with an impact law, or closes with one: it rests with it. */
export function contactsOf({ guards, impacts = [] }: DescriptorSystem): Uint8Array {
  const closing = new Set(impacts.map((impact) => impact.closing));
  const contacts = guards.filter(({ row }) => closing.has(row));
  return Uint8Array.from(guards, (guard) =>
    contacts.some((contact) => contact === guard || ratioOf(contact, guard) > 0) ? 1 : 0,
  );
}

export function guardArraysOf(
  { guards }: DescriptorSystem,
  { assembly: { room }, rows, method, options }: StageSolver,
  watched: Int32Array,
  isContact: Uint8Array,
): GuardArrays {
  const { parts, weights } = scanOf(method.c);
  const low = lowBounce(options.reltol);
  return {
    ...{ watched: integersIn(room, watched), on: rows.on },
    controls: formsIn(
      room,
      guards.map(({ control }) => control),
    ),
    onAt: floatsIn(
      room,
      guards.map(({ on }) => on),
    ),
    offAt: floatsIn(
      room,
      guards.map(({ off }) => off),
    ),
    ...{ widened: room.floats(guards.length), sizes: room.floats(guards.length) },
    low: floatsIn(
      room,
      Array.from(isContact, (is) => is * low),
    ),
    values: room.floats(method.c.length),
    ...{ parts: floatsIn(room, parts), weights: floatsIn(room, weights) },
  };
}

/** Parts of a step in rising order, and the weights of its stages there. */
function scanOf(c: readonly number[]): { parts: Float64Array; weights: Float64Array } {
  const parts = Float64Array.from([...BETWEEN, ...c.slice(1)]).sort();
  const nodes = Float64Array.from(c);
  const weights = new Float64Array(parts.length * c.length);
  parts.forEach((part, k) =>
    lagrangeWeights(nodes, c.length, part, weights.subarray(k * c.length, (k + 1) * c.length)),
  );
  return { parts, weights };
}

/** The control of b by that of a where both switch at the same values of it, one on and the other on or off; 0 where not. */
export function ratioOf(a: DescriptorGuard, b: DescriptorGuard): number {
  const [first = 0, ...others] = a.control.gain;
  const ratio = (b.control.gain[0] ?? 0) / first;
  const isSame =
    a.control.index.length === b.control.index.length &&
    a.control.index.every((at, k) => at === b.control.index[k]) &&
    others.every((gain, k) => ratio * gain === b.control.gain[k + 1]);
  if (!isSame || !Number.isFinite(ratio)) return 0;
  const [on, off] = ratio > 0 ? [a.on, a.off] : [a.off, a.on];
  return ratio * on === b.on && ratio * off === b.off ? ratio : 0;
}
