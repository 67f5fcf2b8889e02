/**
 * Which rows of pairs and guards are forced: such a row reads z_unknown = 0 instead of y = 0. A pair is forced while
 * its multiplier rests, free while y = 0; a guard as its discrete state says. The pattern of J contains both readings,
 * so that a change of mode is a change of numbers.
 */
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';
import type { SparsePattern } from '../../../numerics/sparse/compressed-columns.js';
import { placeOf } from './assembly.js';

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
  /** Counts changes of `forced`. */
  version = 0;
  readonly #met: Int32Array;
  readonly #place: Int32Array;
  /** Entries of each row: places and columns. */
  readonly #start: Int32Array;
  readonly #entry: Int32Array;
  readonly #column: Int32Array;
  /** The entries as they were before they were forced. */
  readonly #kept: Float64Array;

  constructor(
    private readonly system: DescriptorSystem,
    pattern: SparsePattern,
  ) {
    const { pairs, guards } = system;
    const all = [...pairs, ...guards];
    this.pairCount = pairs.length;
    this.count = all.length;
    this.row = Int32Array.from(all, ({ row }) => row);
    this.unknown = Int32Array.from(all, ({ unknown }) => unknown);
    this.#met = Int32Array.from(pairs.flatMap(({ met }, pair) => (met ? pair : [])));
    this.forced = new Uint8Array(all.length).fill(1, 0, pairs.length);
    this.turns = new Uint8Array(all.length);
    this.on = Uint8Array.from(guards, ({ initially }) => (initially === 'on' ? 1 : 0));
    this.#place = Int32Array.from(all, ({ row, unknown }) => placeOf(pattern, row, unknown));
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
    this.#start = new Int32Array(all.length + 1);
    entries.forEach((list, i) => (this.#start[i + 1] = this.#start[i]! + list.length));
    this.#entry = Int32Array.from(entries.flat());
    this.#column = Int32Array.from(columns.flat());
    this.#kept = new Float64Array(this.#entry.length);
    guards.forEach((_guard, g) => this.setGuard(g, this.on[g]!));
  }

  /** Turns guard g on or off. */
  setGuard(g: number, on: number): void {
    const force = (this.system.guards[g]!.onMeans === 'lambda=0') === (on === 1) ? 1 : 0;
    this.on[g] = on;
    this.#set(this.pairCount + g, force);
  }

  /** Turns a pair over. */
  flip(pair: number): void {
    this.turns[pair]!++;
    this.#set(pair, 1 - this.forced[pair]!);
  }

  /** Takes over what was copied from `forced`. */
  restore(forced: Uint8Array): void {
    for (let i = 0; i < this.count; i++) this.#set(i, forced[i]!);
  }

  /** Whether a pair that steps end at has turned over since `forced` was copied, from a point to another; one whose z is nothing on both sides moves nothing. */
  hasPassed(forced: Uint8Array, points: readonly Float64Array[]): boolean {
    const { absolute } = this.system;
    return this.#met.some((p) => {
      const z = this.unknown[p]!;
      return this.forced[p] !== forced[p] && points.some((w) => Math.abs(w[z]!) > absolute[z]!);
    });
  }

  /** Keeps the rows of J, and replaces those that are forced, `leaking` times `leaks[i]` of them left. */
  force(values: Float64Array, leaks: Float64Array, leaking: number): void {
    for (let i = 0; i < this.count; i++) {
      const end = this.#start[i + 1]!;
      for (let e = this.#start[i]!; e < end; e++) this.#kept[e] = values[this.#entry[e]!]!;
      if (this.forced[i] === 0) continue;
      const part = leaking * leaks[i]!;
      for (let e = this.#start[i]!; e < end; e++) values[this.#entry[e]!] = part * this.#kept[e]!;
      values[this.#place[i]!]! += 1;
    }
  }

  /** How much the row of pair i changes where z changes by dz, before it was forced. */
  change(i: number, dz: Float64Array): number {
    let sum = 0;
    for (let e = this.#start[i]!; e < this.#start[i + 1]!; e++) sum += this.#kept[e]! * dz[this.#column[e]!]!;
    return sum;
  }

  #set(i: number, force: number): void {
    if (this.forced[i] === force) return;
    this.forced[i] = force;
    this.version++;
  }
}
