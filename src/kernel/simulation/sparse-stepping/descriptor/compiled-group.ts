/**
 * Instances of one local law with the places of all that they read and write: values v = w[reads], and for every entry of
 * df/dv and dq/dv that may differ from 0 its place in J and in ds/dz. What nobody asks for has a place behind the others.
 * Laws store in few entries of many: these are lists of their own.
 */
import type { Int } from '../../../../base/int.js';
import { floatsIn, integersIn, type NumberRoom } from '../../../../numerics/code/number-room.js';
import {
  type LawEvaluation,
  type LawLimit,
  type LawStart,
  type LocalGroup,
  type LocalLaw,
  localPoint,
  type LocalPoint,
} from '../../../modeling/laws/local-law.js';
import { type KeptTangents, keepsTangents, keptTangents } from './kept-tangents.js';
import type { SparsePattern } from '../../../../numerics/sparse/compressed-columns.js';

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
  /** 1 where the law stores anything. */
  readonly stores: Int;
  readonly parameterCount: Int;
  readonly parameters: Float64Array;
  readonly names: readonly string[];
  /** count x law.reads into w, count x law.rows into k and s. */
  readonly reads: Int32Array;
  readonly rows: Int32Array;
  /**
   * Entries of df/dv that may differ from 0, with their places in J: those of instance k are
   * entryStart[k] .. entryStart[k+1]-1. Where a source holds a node there are none.
   */
  readonly entryStart: Int32Array;
  readonly entries: Int32Array;
  readonly places: Int32Array;
  /** The same for dq/dv, with their places in J and in ds/dz. */
  readonly storeStart: Int32Array;
  readonly storeEntries: Int32Array;
  readonly slopePlaces: Int32Array;
  readonly storePlaces: Int32Array;
  /** count x law.reads: where each instance was evaluated last. */
  readonly last: Float64Array;
  /** 1 where the last evaluation had to be limited. */
  readonly limited: Uint8Array;
  readonly v: Float64Array;
  readonly old: Float64Array;
  readonly point: LocalPoint;
  /** 1 where instances go along tangents that are kept, and those. */
  readonly keeps: Int;
  readonly kept: KeptTangents;
}

export interface GroupSurroundings {
  readonly size: number;
  readonly pointLength: number;
  readonly storage: SparsePattern;
  readonly room: NumberRoom;
}

/** Finds all places of a group. */
export function compileGroup(
  group: LocalGroup,
  { size, pointLength, storage, room }: GroupSurroundings,
  place: (row: number, col: number) => number,
): CompiledGroup {
  const { law, count, reads, rows, parameters, names } = group;
  /** Of every instance the entries that `may` be other than 0 and have a place. */
  const placed = (couples: Uint8Array) => {
    const start = [0];
    const entries: number[] = [];
    const places: number[] = [];
    const storePlaces: number[] = [];
    for (let k = 0; k < count; k++) {
      for (let entry = 0; entry < law.rows * law.reads; entry++) {
        const row = rows[k * law.rows + Math.floor(entry / law.reads)]!;
        const col = reads[k * law.reads + (entry % law.reads)]!;
        if (couples[entry] !== 1 || row < 0 || col < 0 || col >= size) continue;
        entries.push(entry);
        places.push(place(row, col));
        if (couples === law.stores) storePlaces.push(entryOf(storage, row, col));
      }
      start.push(entries.length);
    }
    return [start, entries, places, storePlaces].map((list) => integersIn(room, list));
  };
  const [entryStart, entries, places] = placed(law.conducts);
  const [storeStart, storeEntries, slopePlaces, storePlaces] = placed(law.stores);
  const point = localPoint(law, room);
  const keeps = keepsTangents(group);
  return {
    law,
    code: law.name,
    evaluate: law.evaluate,
    limit: law.limit,
    begin: law.begin,
    count,
    readCount: law.reads,
    rowCount: law.rows,
    stores: Number(law.stores.includes(1)),
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
    ...{ entryStart: entryStart!, entries: entries!, places: places! },
    ...{ storeStart: storeStart!, storeEntries: storeEntries! },
    ...{ slopePlaces: slopePlaces!, storePlaces: storePlaces! },
    last: room.floats(count * law.reads),
    limited: room.bytes(count),
    v: room.floats(law.reads),
    old: room.floats(law.reads),
    point,
    keeps: Number(keeps),
    kept: keptTangents(room, keeps ? group : { ...group, count: 0 }, size, entries!, storeEntries!),
  };
}

/** The entry of a pattern, which has it. */
function entryOf({ colStart, rowIndex }: SparsePattern, row: number, col: number): number {
  for (let p = colStart[col]!; p < colStart[col + 1]!; p++) if (rowIndex[p] === row) return p;
  throw new RangeError(`no entry of row ${row} in column ${col}`);
}
