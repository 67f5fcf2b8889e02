/**
 * Tangents of laws that have hardly moved since they were evaluated, at values a:
 *
 *     f(v) = f(a) + f'(a) (v - a),   q(v) = q(a) + q'(a) (v - a)       while |v_j - a_j| <= nu V for all voltages,
 *
 * with the volts V over which a law bends (`LocalLaw.bends`), and nu = sqrt(2 PART reltol): an exponential of the slope voltage V is then
 * off by PART reltol of itself, a depletion charge by less. Of a logic circuit few transistors do anything at a time, and the last
 * iterations of Newton's method move none. Laws are linear in rates, which may be any; what stands outside the unknowns (an
 * input, a node that a source holds) has no slope in J and has to be what it was.
 *
 * What is kept is a function of a alone: a run that is saved keeps a, and evaluates once more there where it goes on.
 * Cost: a tangent is a few products beside the exponentials and powers of a law; keeping it costs its entries once more. So laws of few
 * instances are evaluated each time.
 */
import type { Int } from '../../../../base/int.js';
import type { NumberRoom } from '../../../../numerics/code/number-room.js';
import type { LocalGroup } from '../../../modeling/laws/local-law.js';

/** Of the entries and rows of a `CompiledGroup`, which says where they are. */
export interface KeptTangents {
  /** count x reads: where each instance was evaluated last, and how far from there its tangent holds, in nu. */
  readonly at: Float64Array;
  readonly near: Float64Array;
  /** 1 where only `at` is known of an instance. */
  readonly unknown: Uint8Array;
  /** f and q there, count x rows, and of the entries with places df/dv and dq/dv. */
  readonly f: Float64Array;
  readonly q: Float64Array;
  readonly df: Float64Array;
  readonly dq: Float64Array;
  /** Row and read of each of these entries within its law. */
  readonly entryRow: Int32Array;
  readonly entryRead: Int32Array;
  readonly storeRow: Int32Array;
  readonly storeRead: Int32Array;
}

/** Part of reltol by which an exponential may be off. */
const PART = 1e-3;
/** Instances of a law from which on they keep their tangents. */
const MANY = 8;
/** Values that a law is linear in are never too far. */
const ANY = Number.MAX_VALUE;

/** Returns nu at a relative tolerance. */
export function nearnessAt(reltol: number): number {
  return Math.sqrt(2 * PART * reltol);
}

/** Whether a group keeps tangents. */
export function keepsTangents({ law, count }: LocalGroup): boolean {
  return law.bends !== undefined && count >= MANY;
}

/** Whether the tangent of an instance, whose values begin at `from`, holds at v within nu. */
export function isNear({ at, near }: KeptTangents, v: Float64Array, from: Int, nu: number): boolean {
  const reads = v.length;
  for (let j = 0; j < reads; j++)
    if (!(Math.abs(v[j]! - at[from + j]!) <= nu * near[from + j]!)) return false;
  return true;
}

/** Makes room for the tangents of a group, nothing known of any; `size` unknowns, and its entries with places in f and in q. */
export function keptTangents(
  room: NumberRoom,
  group: LocalGroup,
  size: number,
  entries: Int32Array,
  storeEntries: Int32Array,
): KeptTangents {
  const { law, count } = group;
  const keeps = count > 0;
  const part = (list: Int32Array, of: (entry: number) => number): Int32Array => {
    const out = room.integers(keeps ? list.length : 0);
    for (let e = 0; e < out.length; e++) out[e] = of(list[e]!);
    return out;
  };
  const rowOf = (entry: number): number => Math.floor(entry / law.reads);
  const readOf = (entry: number): number => entry % law.reads;
  const kept: KeptTangents = {
    at: room.floats(count * law.reads),
    near: room.floats(count * law.reads),
    unknown: room.bytes(count),
    f: room.floats(count * law.rows),
    q: room.floats(count * law.rows),
    df: room.floats(keeps ? entries.length : 0),
    dq: room.floats(keeps ? storeEntries.length : 0),
    ...{ entryRow: part(entries, rowOf), entryRead: part(entries, readOf) },
    ...{ storeRow: part(storeEntries, rowOf), storeRead: part(storeEntries, readOf) },
  };
  kept.at.fill(NaN);
  writeNear(group, size, kept.near);
  return kept;
}

/** Writes by how many nu the values of each instance may differ from those of its tangent. */
function writeNear({ law, count, reads, parameters }: LocalGroup, size: number, near: Float64Array): void {
  const nodes = law.reads - (law.rates?.between.length ?? 0);
  for (let instance = 0; instance < count; instance++) {
    const volts = law.bends?.(parameters, instance * law.parameterCount) ?? 0;
    for (let j = 0; j < law.reads; j++) {
      const place = instance * law.reads + j;
      const isUnknown = reads[place]! >= 0 && reads[place]! < size;
      near[place] = !isUnknown ? 0 : j < nodes ? volts : ANY;
    }
  }
}
