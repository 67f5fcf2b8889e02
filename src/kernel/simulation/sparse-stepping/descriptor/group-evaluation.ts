/**
 * What the instances of one local law add to k, s, J and ds/dz at a point w, as it stands here, or as machine code of the same functions
 * (`MachineRoom`). A law that limits its step is taken along its tangent at the limited values, and one that has hardly moved along the
 * tangent that was kept of it (`kept-tangents.ts`).
 */
import type { Int } from '../../../../base/int.js';
import type { CompiledGroup } from './compiled-group.js';
import { isNear } from './kept-tangents.js';

/** Where the laws of a system are read and added: w, k, s, J, ds/dz, and the largest term of each row. */
export interface GroupTargets {
  readonly k: Float64Array;
  readonly s: Float64Array;
  readonly values: Float64Array;
  readonly stored: Float64Array;
  readonly terms: Float64Array;
}

/** Moves values v of an instance, as the law wants to start or to be limited; true where it has. */
function limitValues(group: CompiledGroup, instance: Int, limits: boolean, fromBegin: boolean): boolean {
  const { parameters, parameterCount, readCount, last, v, old } = group;
  if (fromBegin && group.begin !== undefined) {
    group.begin(parameters, instance * parameterCount, v);
    return true;
  }
  if (!limits || group.limit === undefined) return false;
  const from = instance * readCount;
  for (let j = 0; j < readCount; j++) old[j] = last[from + j]!;
  return group.limit(parameters, instance * parameterCount, v, old);
}

/**
 * Adds f, q, df + b dq and dq of all instances at w, and raises `terms` to |f|; returns how many were limited. Tangents hold within `nu`.
 */
export function evaluateGroup(
  group: CompiledGroup,
  to: GroupTargets,
  w: Float64Array,
  b: number,
  limits: boolean,
  fromBegin: boolean,
  nu: number,
): Int {
  const { count, parameters, reads, rows, entryStart, entries, places } = group;
  const { storeStart, storeEntries, slopePlaces, storePlaces } = group;
  const { readCount, rowCount, parameterCount } = group;
  const { last, limited, v, point } = group;
  const { f, q, df, dq } = point;
  const { s, values, stored } = to;
  const stores = group.stores > 0;
  const keeps = group.keeps > 0;
  const mayBeNear = keeps && !fromBegin;
  let moved = 0;
  for (let instance = 0; instance < count; instance++) {
    const at = instance * readCount;
    const parameter = instance * parameterCount;
    for (let j = 0; j < readCount; j++) v[j] = w[reads[at + j]!]!;
    if (mayBeNear && isNear(group.kept, v, at, nu)) {
      for (let j = 0; j < readCount; j++) last[at + j] = v[j]!;
      limited[instance] = 0;
      addTangent(group, to, instance, b);
      continue;
    }
    const isLimited = limitValues(group, instance, limits, fromBegin);
    group.evaluate(parameters, parameter, v, point);
    if (keeps) keepTangent(group, instance, v);
    for (let j = 0; j < readCount; j++) last[at + j] = v[j]!;
    limited[instance] = isLimited ? 1 : 0;
    if (isLimited) {
      moved++;
      // Along the tangent at the limited values to where w is.
      for (let j = 0; j < readCount; j++) v[j] = w[reads[at + j]!]! - v[j]!;
      for (let i = 0, entry = 0; i < rowCount; i++)
        for (let j = 0; j < readCount; j++, entry++) {
          f[i]! += df[entry]! * v[j]!;
          q[i]! += dq[entry]! * v[j]!;
        }
    }
    addFlows(group, to, instance);
    const end = entryStart[instance + 1]!;
    for (let e = entryStart[instance]!; e < end; e++) values[places[e]!]! += df[entries[e]!]!;
    if (!stores) continue;
    for (let i = 0; i < rowCount; i++) s[rows[instance * rowCount + i]!]! += q[i]!;
    const storeEnd = storeStart[instance + 1]!;
    for (let e = storeStart[instance]!; e < storeEnd; e++) {
      const slope = dq[storeEntries[e]!]!;
      values[slopePlaces[e]!]! += b * slope;
      stored[storePlaces[e]!]! += slope;
    }
  }
  return moved;
}

/** Adds f of an instance, and raises `terms` to it. */
function addFlows({ rows, rowCount, point }: CompiledGroup, { k, terms }: GroupTargets, instance: Int): void {
  const { f } = point;
  for (let i = 0; i < rowCount; i++) {
    const row = rows[instance * rowCount + i]!;
    const term = f[i]!;
    k[row]! += term;
    if (Math.abs(term) > terms[row]!) terms[row] = Math.abs(term);
  }
}

/** Adds an instance along its tangent at its values v. */
function addTangent(group: CompiledGroup, to: GroupTargets, instance: Int, b: number): void {
  const { rows, entryStart, places, storeStart, slopePlaces, storePlaces, kept, rowCount, v, point } = group;
  const { entryRow, entryRead, storeRow, storeRead } = kept;
  const { f, q } = point;
  const { s, values, stored } = to;
  if (kept.unknown[instance]! === 1) evaluateAgain(group, instance);
  const from = instance * group.readCount;
  for (let j = 0; j < group.readCount; j++) v[j] = v[j]! - kept.at[from + j]!;
  const row = instance * rowCount;
  for (let i = 0; i < rowCount; i++) f[i] = kept.f[row + i]!;
  const end = entryStart[instance + 1]!;
  for (let e = entryStart[instance]!; e < end; e++) {
    const slope = kept.df[e]!;
    f[entryRow[e]!]! += slope * v[entryRead[e]!]!;
    values[places[e]!]! += slope;
  }
  addFlows(group, to, instance);
  if (group.stores === 0) return;
  for (let i = 0; i < rowCount; i++) q[i] = kept.q[row + i]!;
  const storeEnd = storeStart[instance + 1]!;
  for (let e = storeStart[instance]!; e < storeEnd; e++) {
    const slope = kept.dq[e]!;
    q[storeRow[e]!]! += slope * v[storeRead[e]!]!;
    values[slopePlaces[e]!]! += b * slope;
    stored[storePlaces[e]!]! += slope;
  }
  for (let i = 0; i < rowCount; i++) s[rows[row + i]!]! += q[i]!;
}

/** Makes the tangent of an instance again at the values of the one that is lost. */
function evaluateAgain(group: CompiledGroup, instance: Int): void {
  const { parameters, parameterCount, readCount, kept, old, point } = group;
  for (let j = 0; j < readCount; j++) old[j] = kept.at[instance * readCount + j]!;
  group.evaluate(parameters, instance * parameterCount, old, point);
  keepTangent(group, instance, old);
}

/** Keeps f, q and their slopes as they stand in the group's point, at values v. */
function keepTangent(group: CompiledGroup, instance: Int, v: Float64Array): void {
  const { readCount, rowCount, entryStart, entries, storeStart, storeEntries, kept, point } = group;
  for (let j = 0; j < readCount; j++) kept.at[instance * readCount + j] = v[j]!;
  for (let i = 0; i < rowCount; i++) kept.f[instance * rowCount + i] = point.f[i]!;
  const end = entryStart[instance + 1]!;
  for (let e = entryStart[instance]!; e < end; e++) kept.df[e] = point.df[entries[e]!]!;
  kept.unknown[instance] = 0;
  if (group.stores === 0) return;
  for (let i = 0; i < rowCount; i++) kept.q[instance * rowCount + i] = point.q[i]!;
  const storeEnd = storeStart[instance + 1]!;
  for (let e = storeStart[instance]!; e < storeEnd; e++) kept.dq[e] = point.dq[storeEntries[e]!]!;
}
