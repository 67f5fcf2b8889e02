/**
 * Which rows of pairs and guards are forced: such a row reads z_unknown = 0 instead of y = 0. A pair is forced while
 * its multiplier rests, free while y = 0; a guard as its discrete state says. The pattern of J contains both readings,
 * so that a change of mode is a change of numbers.
 */
import type { DescriptorSystem } from '../../../modeling/descriptor-system.js';
import type { SparsePattern } from '../../../../numerics/sparse/compressed-columns.js';
import {
  floatsIn,
  integersIn,
  type NumberRoom,
  plainRoom,
  type WithoutRecord,
} from '../../../../numerics/code/number-room.js';
import { placeOf } from '../descriptor/assembly.js';
import { type ActiveRowArrays, forceRows, restoreRows, rowChange, setForced } from './pair-loops.js';
import { leaksOf } from './singular-mode.js';

export class ActiveRows {
  readonly pairCount: number;
  /** Pairs first, guards behind them. */
  readonly count: number;
  readonly row: Int32Array;
  readonly unknown: Int32Array;
  /** 1 where z_unknown = 0 holds instead of the row. */
  readonly forced: Uint8Array;
  /** Of each guard whether it is on. */
  readonly on: Uint8Array;
  /** How often each pair turned over in the last iteration. */
  readonly turns: Uint8Array;
  /** What the loops over these rows compute with. */
  readonly arrays: ActiveRowArrays;
  /** Replaces the rows of J that are forced. */
  readonly force: WithoutRecord<typeof forceRows>;
  readonly #met: Int32Array;

  constructor(
    private readonly system: DescriptorSystem,
    pattern: SparsePattern,
    room: NumberRoom = plainRoom,
  ) {
    const { pairs, guards } = system;
    const all = [...pairs, ...guards];
    this.pairCount = pairs.length;
    this.count = all.length;
    const integers = (of: ArrayLike<number>): Int32Array => integersIn(room, of);
    this.row = integers(all.map(({ row }) => row));
    this.unknown = integers(all.map(({ unknown }) => unknown));
    this.#met = Int32Array.from(pairs.flatMap(({ met, relay }, pair) => (met || relay ? pair : [])));
    this.forced = room.bytes(all.length);
    pairs.forEach(({ beginsHeld }, i) => (this.forced[i] = beginsHeld ? 0 : 1));
    this.turns = room.bytes(all.length);
    this.on = room.bytes(guards.length);
    guards.forEach(({ initially }, g) => (this.on[g] = initially === 'on' ? 1 : 0));
    const indexOfRow = new Map(all.map(({ row }, i) => [row, i]));
    const entries: number[][] = all.map(() => []);
    const columns: number[][] = all.map(() => []);
    if (all.length > 0)
      for (let j = 0; j < pattern.cols; j++)
        for (let p = pattern.colStart[j]!; p < pattern.colStart[j + 1]!; p++) {
          const i = indexOfRow.get(pattern.rowIndex[p]!);
          if (i === undefined) continue;
          entries[i]!.push(p);
          columns[i]!.push(j);
        }
    const start = room.integers(all.length + 1);
    entries.forEach((list, i) => (start[i + 1] = start[i]! + list.length));
    const entry = integers(entries.flat());
    const { pairCount, count, row, unknown, forced, turns } = this;
    this.arrays = {
      ...{ pairCount, count, row, unknown, forced, turns, version: room.integers(1), start, entry },
      column: integers(columns.flat()),
      place: integers(all.map((one) => placeOf(pattern, one.row, one.unknown))),
      kept: room.floats(entry.length),
      leaks: floatsIn(room, leaksOf(this, system)),
    };
    this.force = room.bind('forceRows', forceRows, this.arrays);
    guards.forEach((_guard, g) => this.setGuard(g, this.on[g]!));
  }

  /** Counts changes of `forced`. */
  get version(): number {
    return this.arrays.version[0]!;
  }

  /** Turns guard g on or off. */
  setGuard(g: number, on: number): void {
    const force = (this.system.guards[g]!.onMeans === 'lambda=0') === (on === 1) ? 1 : 0;
    this.on[g] = on;
    this.#set(this.pairCount + g, force);
  }

  /** The row of pair or guard i as it was before it was forced, times dz. */
  rowOf(i: number, dz: Float64Array): number {
    return rowChange(this.arrays, i, dz);
  }

  /** Turns a pair over. */
  flip(pair: number): void {
    this.turns[pair]!++;
    this.#set(pair, 1 - this.forced[pair]!);
  }

  /** Takes over what was copied from `forced`. */
  restore(forced: Uint8Array): void {
    restoreRows(this.arrays, forced);
  }

  /** Whether a pair that steps end at has turned over since `forced` was copied, from a point to another; one whose z is nothing on both sides moves nothing. */
  hasPassed(forced: Uint8Array, points: readonly Float64Array[]): boolean {
    const { absolute } = this.system;
    return this.#met.some((p) => {
      const z = this.unknown[p]!;
      return this.forced[p] !== forced[p] && points.some((w) => Math.abs(w[z]!) > absolute[z]!);
    });
  }

  #set(i: number, force: number): void {
    setForced(this.arrays, i, force);
  }
}
