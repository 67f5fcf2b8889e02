/**
 * The programs of a mode, as machine code for what is known of it and as plain functions over its arrays, on random modes: all
 * numbers that either leaves behind are equal to the bit, +0 and -0 being two.
 */
import { describe, expect, test } from 'vitest';
import { flowArrays } from '../../../src/kernel/simulation/event-driven/motion/flow-arrays.js';
import {
  endsLength,
  flowMemory,
  frame,
  type FlowMemory,
} from '../../../src/kernel/simulation/event-driven/motion/flow-memory.js';
import {
  addEnds,
  admissible,
  evaluate,
  expand,
  fire,
  locate,
} from '../../../src/kernel/simulation/event-driven/motion/flow-programs.gen.js';
import {
  linearMotion,
  motionRate,
} from '../../../src/kernel/simulation/event-driven/motion/linear-motion.js';
import { modeData, type GuardedMode } from '../../../src/kernel/simulation/event-driven/modes/mode-arrays.js';
import { generateSearchCode } from '../../../src/kernel/simulation/event-driven/motion/search-code.js';
import { SharedModules } from '../../../src/kernel/simulation/linear/code-memory.js';
import { generateSegmentCode } from '../../../src/kernel/simulation/event-driven/modes/segment-code.js';

/** Numbers of no pattern, the same ones in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  };
}

const rows = 6;

interface RandomMode extends GuardedMode {
  readonly weight: Float64Array;
  readonly start: readonly number[];
}

/** n states over inputs of this degree, six guards of which one is a multiple of another and two are switches. */
function randomMode(n: number, degree: number, seed: number): RandomMode {
  const next = numbers(seed);
  const size = n + degree + 1;
  const A = new Float64Array(size * size);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < size; j++) A[i * size + j] = next() > -0.2 ? next() : 0;
  }
  for (let i = n; i + 1 < size; i++) A[i * size + i + 1] = 1;
  const G = Float64Array.from({ length: rows * size }, () => (next() > -0.4 ? next() : 0));
  const start = Array.from({ length: size }, next);
  // Positive at the start, but for the last: else hardly a mode is admissible.
  for (let g = 0; g < rows - 1; g++) {
    const row = G.subarray(g * size, (g + 1) * size);
    if (row.reduce((sum, value, j) => sum + value * start[j]!, 0) < 0)
      row.forEach((value, j) => (row[j] = -value));
  }
  for (let j = 0; j < size; j++) G[3 * size + j] = 3 * G[size + j]!;
  const like = Int32Array.of(0, 1, 2, 1, 4, 5);
  const full = linearMotion({
    ...{ size, A, G, guards: rows, like, terms: G.map(Math.abs) },
    rate: motionRate(A, size, n),
  });
  return {
    ...{ full, size, n, guardCount: rows, active: Uint8Array.of(0, 1, 0, 1) },
    guardRow: Int32Array.of(0, 1, 2, 3, 0, 1),
    guardIsSwitch: Uint8Array.of(0, 0, 0, 0, 1, 1),
    weight: Float64Array.from({ length: n }, () => 1 + 0.9 * next()),
    start,
    ...{ constraint: new Float64Array(0), dynamics: { constraints: 0 } },
  };
}

function prepare(memory: FlowMemory, { n, weight, start }: RandomMode, resolution: number): void {
  memory.array('xi').set(start);
  memory.array('weights').set(weight);
  weight.forEach((each, i) => (memory.array('floors')[i] = 0.01 / each));
  const at = memory.array('frame');
  [at[frame.resolution], at[frame.evtol], at[frame.largest]] = [resolution, 1e-12, 0];
  if (n === 0) at[frame.largest] = 1;
}

type Left = Readonly<Record<string, number | readonly number[]>>;

/** All that a segment and the questions behind it leave in the memory. */
function left(memory: FlowMemory, more: Left): Left {
  const read = (['xi', 'end', 'rowLargest', 'bounds', 'v'] as const).map((name) => [
    name,
    [...memory.array(name)],
  ]);
  return { ...(Object.fromEntries(read) as Left), ...more };
}

const parts = [1e-9, 0.2, 0.7, 1.6, 2.4];

/** A mode of the same pattern: other numbers where there are any. */
function alike({ full, ...mode }: RandomMode, seed: number): RandomMode {
  const next = numbers(seed);
  const { size, guards, like } = full;
  const other = (value: number): number => (value === 1 ? 1 : value * (1 + 0.5 * next()));
  const A = full.A.map(other);
  const columns = Array.from({ length: size }, () => 1 + 0.5 * next());
  const G = full.G.map((value, i) => value * columns[i % size]!);
  const rate = motionRate(A, size, mode.n);
  return { ...mode, full: linearMotion({ size, A, G, guards, like, terms: G.map(Math.abs), rate }) };
}

/** By machine code, segment after segment; modes of one pattern may share it. */
function compiled(mode: RandomMode, shared?: SharedModules): Left[] {
  const { size, n } = mode;
  const memory = flowMemory({ size, order: size - n, guards: rows }, 'compiled', shared);
  const arrays = flowArrays(memory);
  const search = generateSearchCode(memory, (...question) => arrays.other(...question));
  const data = modeData(mode, mode.weight);
  const code = search && generateSegmentCode({ size, n, data }, 2, { memory, search });
  if (!code) throw new Error('no code');
  const length = endsLength(size, size - n);
  prepare(memory, mode, 1e-9);
  return parts.map((angle) => {
    const h = angle / mode.full.rate;
    const at = memory.array('frame');
    const fired = code.segment(h);
    code.addEnds(h * at[frame.part]!);
    const holds = [code.holds(0), code.holds(1)];
    return left(memory, {
      ...{ fired, holds, largest: at[frame.largest]!, part: at[frame.part]!, terms: at[frame.terms]! },
      ends: [...memory.array('ends').subarray(2 * length, 3 * length)],
      knownRoots: [...memory.array('knownRoots').subarray(2 * rows, 3 * rows)],
    });
  });
}

/** The same one by one, by the plain functions. */
function plain(mode: RandomMode): Left[] {
  const { size, n, weight, full } = mode;
  const memory = flowMemory({ size, order: size - n, guards: rows }, 'plain');
  const arrays = flowArrays(memory);
  const data = modeData(mode, weight);
  const ends = new Float64Array(endsLength(size, size - n));
  const change = ends.subarray(0, (size * (size + 1)) / 2);
  const sums = { endSizes: Int32Array.of(size, n), change, generators: ends.subarray(change.length) };
  prepare(memory, mode, 1e-9);
  return parts.map((angle) => {
    const h = angle / full.rate;
    const { v, xi, least, floors, end, point, frame: at } = arrays;
    for (let i = 0; i < n; i++)
      at[frame.largest] = Math.max(at[frame.largest]!, weight[i]! * Math.abs(xi[i]!));
    for (let i = 0; i < size; i++) [v[i], least[i]] = [xi[i]!, at[frame.largest]! * floors[i]!];
    const terms = expand(arrays, data, h);
    const first = locate(arrays, data, terms);
    const part = Math.min(first, 1);
    if (part < 1) evaluate(arrays, data, terms, part);
    xi.set((part < 1 ? point : end).subarray(0, size));
    const fired = fire(arrays, data, first);
    addEnds({ v, xi }, sums, h * part);
    const holds = [admissible(arrays, data, 0), admissible(arrays, data, 1)];
    const more = { fired, holds, largest: at[frame.largest]!, part, terms };
    return left(memory, { ...more, ends: [...ends], knownRoots: [...data.knownRoots] });
  });
}

/** What both write; behind the last pair of an odd size stands whatever was there. */
function withoutSeries({ v: _v, ...rest }: Left): Left {
  return rest;
}

let fired = 0;
let held = 0;

describe('machine code and plain functions leave the same bits', () => {
  const cases = [0, 1, 2, 3, 4, 5, 7].flatMap((n) => [0, 1, 2, 3].map((degree) => [n, degree] as const));
  test.each(cases)('%i states, inputs of degree %i', (n, degree) => {
    for (let seed = 1; seed <= 12; seed++) {
      const mode = randomMode(n, degree, 1000 * seed + 10 * n + degree + 1);
      const code = compiled(mode);
      expect(code.map(withoutSeries)).toEqual(plain(mode).map(withoutSeries));
      for (const segment of code) {
        if (segment['fired'] !== 0) fired++;
        if ((segment['holds'] as readonly number[])[1] === 1) held++;
      }
    }
  });

  test.each([0, 1, 2, 3, 4])('modes of one pattern share code: %i states', (n) => {
    for (let seed = 1; seed <= 6; seed++) {
      const first = randomMode(n, seed % 3, 2000 * seed + n);
      const shared = new SharedModules();
      for (const mode of [first, alike(first, seed), alike(first, seed + 10)])
        expect(compiled(mode, shared).map(withoutSeries)).toEqual(plain(mode).map(withoutSeries));
      // That of the segments and that of the search.
      expect(shared.modules.size).toBe(2);
    }
  });

  test('with many segments that end at a guard, and points at which the mode is admissible', () => {
    expect(fired).toBeGreaterThan(300);
    expect(held).toBeGreaterThan(30);
  });
});
