/**
 * Instances of one local law with the places of all that they read and write: values v = w[reads], and for every entry of
 * df/dv and dq/dv that may differ from 0 its place in J and in ds/dz. What nobody asks for has a place behind the others.
 */
import type { Int } from '../../../base/int.js';
import { floatsIn, integersIn, type NumberRoom } from '../../../numerics/code/number-room.js';
import {
  type LawEvaluation,
  type LawLimit,
  type LawStart,
  type LocalGroup,
  type LocalLaw,
  localPoint,
  type LocalPoint,
} from '../../modeling/laws/local-law.js';
import type { SparsePattern } from '../../../numerics/sparse/compressed-columns.js';

export interface CompiledGroup {
  readonly law: LocalLaw;
  /** The law's name among machine code, and its functions. */
  readonly code: string;
  readonly evaluate: LawEvaluation;
  readonly limit: LawLimit | undefined;
  readonly begin: LawStart | undefined;
  readonly count: Int;
  readonly readCount: Int;
  readonly rowCount: Int;
  readonly entryCount: Int;
  readonly storeCount: Int;
  readonly parameterCount: Int;
  readonly parameters: Float64Array;
  readonly names: readonly string[];
  /** count x law.reads into w, count x law.rows into k and s. */
  readonly reads: Int32Array;
  readonly rows: Int32Array;
  /** Entries of df/dv that may differ from 0 here or in dq/dv, and count x entries places in J. */
  readonly entries: Int32Array;
  readonly places: Int32Array;
  /** The same for dq/dv and ds/dz. */
  readonly storeEntries: Int32Array;
  readonly storePlaces: Int32Array;
  /** count x law.reads: where each instance was evaluated last. */
  readonly last: Float64Array;
  /** 1 where the last evaluation had to be limited. */
  readonly limited: Uint8Array;
  readonly v: Float64Array;
  readonly old: Float64Array;
  readonly point: LocalPoint;
}

export interface GroupSurroundings {
  readonly size: number;
  readonly pointLength: number;
  readonly storage: SparsePattern;
  readonly room: NumberRoom;
}

/** Finds all places of a group. */
export function compileGroup(
  { law, count, reads, rows, parameters, names }: LocalGroup,
  { size, pointLength, storage, room }: GroupSurroundings,
  place: (row: number, col: number) => number,
): CompiledGroup {
  const entries: number[] = [];
  const storeEntries: number[] = [];
  for (let entry = 0; entry < law.rows * law.reads; entry++) {
    if (law.conducts[entry] || law.stores[entry]) entries.push(entry);
    if (law.stores[entry]) storeEntries.push(entry);
  }
  const places = (of: readonly number[], find: (row: number, col: number) => number, none: number) =>
    Int32Array.from({ length: count * of.length }, (_, i) => {
      const instance = Math.floor(i / of.length);
      const entry = of[i % of.length]!;
      const row = rows[instance * law.rows + Math.floor(entry / law.reads)]!;
      const col = reads[instance * law.reads + (entry % law.reads)]!;
      return row < 0 || col < 0 || col >= size ? none : find(row, col);
    });
  const none = place(size, 0);
  const ofAll = places(entries, place, none);
  const point = localPoint(law, room);
  return {
    law,
    code: law.name,
    evaluate: law.evaluate,
    limit: law.limit,
    begin: law.begin,
    count,
    readCount: law.reads,
    rowCount: law.rows,
    entryCount: entries.length,
    storeCount: storeEntries.length,
    parameterCount: law.parameterCount,
    parameters: floatsIn(room, parameters),
    names,
    reads: integersIn(
      room,
      reads.map((read) => (read < 0 ? pointLength - 1 : read)),
    ),
    rows: integersIn(
      room,
      rows.map((row) => (row < 0 ? size : row)),
    ),
    entries: integersIn(room, entries),
    places: integersIn(room, ofAll),
    storeEntries: integersIn(room, storeEntries),
    storePlaces: integersIn(
      room,
      places(storeEntries, (row, col) => entryOf(storage, row, col), -1),
    ),
    last: room.floats(count * law.reads),
    limited: room.bytes(count),
    v: room.floats(law.reads),
    old: room.floats(law.reads),
    point,
  };
}

/** Where the laws of a system are read and added: w, k, s, J, ds/dz, and the largest term of each row. */
export interface GroupTargets {
  readonly k: Float64Array;
  readonly s: Float64Array;
  readonly values: Float64Array;
  readonly stored: Float64Array;
  readonly terms: Float64Array;
}

/** Adds f, q, df + b dq and dq of all instances at w, and raises `terms` to |f|; returns how many were limited. */
export function evaluateGroup(
  group: CompiledGroup,
  to: GroupTargets,
  w: Float64Array,
  b: number,
  limits: boolean,
  fromBegin: boolean,
): Int {
  const { count, parameters, reads, rows, entries, places, storeEntries, storePlaces } = group;
  const { readCount, rowCount, entryCount, storeCount, parameterCount } = group;
  const { last, limited, v, old, point } = group;
  const { f, q, df, dq } = point;
  const { k, s, values, stored, terms } = to;
  const mayLimit = limits && group.limit !== undefined;
  const mayBegin = fromBegin && group.begin !== undefined;
  let moved = 0;
  for (let instance = 0; instance < count; instance++) {
    const at = instance * readCount;
    const parameter = instance * parameterCount;
    for (let j = 0; j < readCount; j++) v[j] = w[reads[at + j]!]!;
    let isLimited = false;
    if (mayBegin) {
      group.begin(parameters, parameter, v);
      isLimited = true;
    } else if (mayLimit) {
      for (let j = 0; j < readCount; j++) old[j] = last[at + j]!;
      isLimited = group.limit(parameters, parameter, v, old);
    }
    group.evaluate(parameters, parameter, v, point);
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
    for (let i = 0; i < rowCount; i++) {
      const row = rows[instance * rowCount + i]!;
      const term = f[i]!;
      k[row]! += term;
      if (Math.abs(term) > terms[row]!) terms[row] = Math.abs(term);
      s[row]! += q[i]!;
    }
    const first = instance * entryCount;
    for (let e = 0; e < entryCount; e++) {
      const entry = entries[e]!;
      values[places[first + e]!]! += df[entry]! + b * dq[entry]!;
    }
    const firstStored = instance * storeCount;
    for (let e = 0; e < storeCount; e++) {
      const to = storePlaces[firstStored + e]!;
      if (to >= 0) stored[to]! += dq[storeEntries[e]!]!;
    }
  }
  return moved;
}

/** The entry of a pattern, -1 where it has none. */
function entryOf({ colStart, rowIndex }: SparsePattern, row: number, col: number): number {
  for (let p = colStart[col]!; p < colStart[col + 1]!; p++) if (rowIndex[p] === row) return p;
  return -1;
}
