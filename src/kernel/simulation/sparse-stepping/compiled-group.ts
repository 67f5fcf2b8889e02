/**
 * Instances of one local law with the places of all that they read and write: values v = w[reads], and for every entry of
 * df/dv and dq/dv that may differ from 0 its place in J and in ds/dz. What nobody asks for has a place behind the others.
 */
import { localPoint, type LocalGroup, type LocalLaw, type LocalPoint } from '../../modeling/local-law.js';
import type { SparsePattern } from '../../../numerics/sparse/compressed-columns.js';

export interface CompiledGroup {
  readonly law: LocalLaw;
  readonly count: number;
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
}

/** Finds all places of a group. */
export function compileGroup(
  { law, count, reads, rows, parameters, names }: LocalGroup,
  { size, pointLength, storage }: GroupSurroundings,
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
  return {
    law,
    count,
    parameters,
    names,
    reads: reads.map((read) => (read < 0 ? pointLength - 1 : read)),
    rows: rows.map((row) => (row < 0 ? size : row)),
    entries: Int32Array.from(entries),
    places: places(entries, place, none),
    storeEntries: Int32Array.from(storeEntries),
    storePlaces: places(storeEntries, (row, col) => entryOf(storage, row, col), -1),
    last: new Float64Array(count * law.reads),
    limited: new Uint8Array(count),
    v: new Float64Array(law.reads),
    old: new Float64Array(law.reads),
    point: localPoint(law),
  };
}

/** Adds f, q, df + b dq and dq of all instances at w, and raises `terms` to |f|; returns how many were limited. */
export function evaluateGroup(
  group: CompiledGroup,
  w: Float64Array,
  b: number,
  limits: boolean,
  fromBegin: boolean,
  k: Float64Array,
  s: Float64Array,
  values: Float64Array,
  stored: Float64Array,
  terms: Float64Array,
): number {
  const { law, count, parameters, reads, rows, entries, places, storeEntries, storePlaces } = group;
  const { last, limited, v, old, point } = group;
  const { f, q, df, dq } = point;
  const readCount = law.reads;
  const rowCount = law.rows;
  const entryCount = entries.length;
  const storeCount = storeEntries.length;
  const mayLimit = limits && law.limit !== undefined;
  let moved = 0;
  for (let instance = 0; instance < count; instance++) {
    const at = instance * readCount;
    for (let j = 0; j < readCount; j++) v[j] = w[reads[at + j]!]!;
    let isLimited = false;
    if (fromBegin && law.begin) {
      law.begin(parameters, instance * law.parameterCount, v);
      isLimited = true;
    } else if (mayLimit) {
      for (let j = 0; j < readCount; j++) old[j] = last[at + j]!;
      isLimited = law.limit!(parameters, instance * law.parameterCount, v, old);
    }
    law.evaluate(parameters, instance * law.parameterCount, v, point);
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
