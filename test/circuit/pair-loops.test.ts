/** The loops over pairs and guards give the same bits as machine code and as they are written, on random rows. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { machineCode } from '../../src/circuit/machine-code.gen.js';
import {
  type ActiveRowArrays,
  followPairs,
  forceRows,
  keepPairs,
  readPairs,
  type SignArrays,
  turnPairs,
} from '../../src/kernel/simulation/sparse-stepping/newton/pair-loops.js';
import { MachineRoom } from '../../src/numerics/code/machine-room.js';
import { floatsIn, integersIn, type NumberRoom, plainRoom } from '../../src/numerics/code/number-room.js';

const size = 40;

/** Rows of a random pattern with pairs before guards, and all that the loops did to their arrays in some rounds. */
function results(seed: number, room: NumberRoom): number[][] {
  const random = new RandomStream(seed);
  const below = (limit: number): number => Math.floor(limit * random.uniform());
  const number = (): number =>
    random.uniform() < 0.1 ? 0 : (random.uniform() - 0.5) * 10 ** (24 * random.uniform() - 12);
  const numbers = (length: number): Float64Array => floatsIn(room, Array.from({ length }, number));
  const pairCount = below(15);
  const count = pairCount + below(10);
  const start = Array.from({ length: count + 1 }, (_, i) => 5 * i);
  const entries = 5 * count;
  const indices = (length: number, limit: number): Int32Array =>
    integersIn(
      room,
      Array.from({ length }, () => below(limit)),
    );
  const forced = room.bytes(count);
  for (let i = 0; i < count; i++) forced[i] = below(2);
  const rows: ActiveRowArrays = {
    ...{ pairCount, count, row: indices(count, size), unknown: indices(count, size), forced },
    ...{ turns: room.bytes(count), version: room.integers(1), start: integersIn(room, start) },
    // No two rows have an entry of J in common.
    entry: integersIn(
      room,
      Array.from({ length: entries }, (_, e) => e),
    ),
    ...{
      column: indices(entries, size),
      place: integersIn(
        room,
        start.slice(0, count).map((e) => e + below(5)),
      ),
    },
    ...{ kept: numbers(entries), leaks: numbers(count) },
  };
  const signs: SignArrays = {
    ...{ rows, y: numbers(pairCount), largestY: numbers(pairCount), largestZ: numbers(pairCount) },
    ...{
      here: room.floats(3),
      rounding: numbers(pairCount),
      absolute: numbers(size),
      residual: numbers(size),
      part: 1e-3,
    },
    ...{ kindY: indices(pairCount, 3), kindZ: indices(pairCount, 3) },
    // The first pairs are relays.
    partner: integersIn(
      room,
      Array.from({ length: pairCount }, (_, p) => (p < 2 * Math.floor(pairCount / 3) ? p ^ 1 : -1)),
    ),
  };
  const force = room.bind('forceRows', forceRows, rows);
  const read = room.bind('readPairs', readPairs, signs);
  const follow = room.bind('followPairs', followPairs, signs);
  const turn = room.bind('turnPairs', turnPairs, signs);
  const keep = room.bind('keepPairs', keepPairs, signs);
  const [w, dz, k, values] = [numbers(size), numbers(size), numbers(size), numbers(entries)];
  const flips: number[] = [];
  for (const [leaking, leastIndex] of [
    [0, false],
    [0.3, true],
    [1e-4, false],
  ] as const) {
    read(k);
    force(values, w, dz, k, leaking);
    follow(w, dz);
    flips.push(turn(w, leastIndex));
    keep(signs.y, w);
  }
  const { turns, version, kept } = rows;
  const all = [values, dz, signs.y, signs.largestY, signs.largestZ, signs.here, kept, forced, turns, version];
  return [...all.map((array) => [...array]), flips];
}

describe('loops over pairs and guards', () => {
  it('machine code gives the bits of script', () => {
    let turned = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const room = MachineRoom.of(machineCode, 1 << 17)!;
      const expected = results(seed, plainRoom);
      expect(results(seed, room)).toEqual(expected);
      turned += expected.at(-1)!.reduce((sum, flips) => sum + flips, 0);
    }
    expect(turned).toBeGreaterThan(60);
  });

  it('a forced row reads z = 0, and turns over where y is below 0', () => {
    const rows: ActiveRowArrays = {
      ...{ pairCount: 2, count: 2, row: Int32Array.of(0, 1), unknown: Int32Array.of(0, 1) },
      ...{ forced: Uint8Array.of(1, 0), turns: new Uint8Array(2), version: new Int32Array(1) },
      ...{
        start: Int32Array.of(0, 2, 4),
        entry: Int32Array.of(0, 2, 1, 3),
        column: Int32Array.of(0, 1, 0, 1),
      },
      ...{ place: Int32Array.of(0, 3), kept: new Float64Array(4), leaks: Float64Array.of(1, 1) },
    };
    // By columns: y0 = 2 z0 + z1 - 4, y1 = z0 + 3 z1 - 6 at z = 0.
    const values = Float64Array.of(2, 1, 1, 3);
    const [from, missed, k] = [new Float64Array(2), Float64Array.of(4, 6), Float64Array.of(-4, -6)];
    forceRows(rows, values, from, missed, k, 0);
    expect([...values]).toEqual([1, 1, 0, 3]);
    expect([...missed]).toEqual([-0, 6]);
    const tolerances = { absolute: Float64Array.of(1e-12, 1e-12), residual: Float64Array.of(1e-6, 1e-6) };
    const largest = {
      largestY: new Float64Array(2),
      largestZ: new Float64Array(2),
      here: new Float64Array(2),
      part: 1e-3,
      rounding: new Float64Array(2),
      kindY: Int32Array.of(0, 0),
      kindZ: Int32Array.of(1, 1),
      partner: Int32Array.of(-1, -1),
    };
    const signs: SignArrays = { rows, y: new Float64Array(2), ...largest, ...tolerances };
    readPairs(signs, k);
    // z0 = 0 and z1 = 2: y0 = -2 < 0.
    const w = Float64Array.of(0, 2);
    followPairs(signs, w, w);
    expect(turnPairs(signs, w, false)).toBe(1);
    expect([...signs.y]).toEqual([-2, 0]);
    expect([...rows.forced]).toEqual([0, 0]);
    expect(rows.version[0]).toBe(1);
  });

  // s in [0, 1] beside p - g, p beside 1 - s; g falls by `feedback` s: a relay that slides where this brings g back through 0.
  it.each([
    { g: -1, feedback: 0, modes: ['11'] },
    { g: 1, feedback: 0, modes: ['00'] },
    { g: 1, feedback: 3, modes: ['00', '01'] },
  ])('a relay with g = $g - $feedback s goes to $modes', ({ g, feedback, modes }) => {
    const relay = (turns: Uint8Array, forced: Uint8Array): ActiveRowArrays => ({
      ...{ pairCount: 2, count: 2, row: Int32Array.of(0, 1), unknown: Int32Array.of(0, 1) },
      ...{ forced, turns, version: new Int32Array(1), start: Int32Array.of(0, 2, 4) },
      ...{ entry: Int32Array.of(0, 1, 2, 3), column: Int32Array.of(0, 1, 0, 1), place: Int32Array.of(0, 3) },
      ...{ kept: Float64Array.of(feedback, 1, -1, 0), leaks: new Float64Array(2) },
    });
    const ones = Float64Array.of(1, 1);
    const rows = relay(new Uint8Array(2), g < 0 ? Uint8Array.of(0, 0) : Uint8Array.of(1, 1));
    const signs: SignArrays = {
      ...{ rows, y: new Float64Array(2), largestY: ones, largestZ: ones, here: ones, part: 1e-3 },
      ...{ rounding: new Float64Array(2), absolute: Float64Array.of(1e-12, 1e-12) },
      ...{ residual: Float64Array.of(1e-12, 1e-12), kindY: Int32Array.of(0, 1), kindZ: Int32Array.of(1, 0) },
      partner: Int32Array.of(1, 0),
    };
    const solve = (): Float64Array => {
      // 0 0: s = 1 and p = g - feedback; 0 1: p = 0 and s where g comes to 0; 1 1: both 0.
      const mode = [...rows.forced].join('');
      const s = mode === '11' ? 0 : mode === '00' ? 1 : g / feedback;
      return Float64Array.of(s, mode === '00' ? g - feedback : 0);
    };
    const seen: string[] = [];
    for (let w = solve(); ; w = solve()) {
      signs.y.set([w[1]! - g + feedback * w[0]!, 1 - w[0]!]);
      followPairs(signs, w, new Float64Array(2));
      if (turnPairs(signs, w, false) === 0) break;
      seen.push([...rows.forced].join(''));
    }
    expect(seen).toEqual(modes);
  });
});
