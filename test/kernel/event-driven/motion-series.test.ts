/** Series against closed forms; generated code against the plain loops, bit for bit; engines that lack what code needs. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { flowMemory } from '../../../src/kernel/simulation/event-driven/motion/flow-memory.js';
import {
  linearMotion,
  motionRate,
  type LinearMotion,
} from '../../../src/kernel/simulation/event-driven/motion/linear-motion.js';
import { MotionSeries } from '../../../src/kernel/simulation/event-driven/motion/motion-series.js';
import { sparseRows } from '../../../src/kernel/simulation/event-driven/motion/motion-arrays.js';
import { SegmentPoints } from '../../../src/kernel/simulation/event-driven/motion/segment-points.js';
import { maxTerms } from '../../../src/kernel/simulation/event-driven/motion/series-terms.js';

/** The engine's WebAssembly; its types know no DOM. */
const engine = (
  globalThis as unknown as { readonly WebAssembly: { Module: new (bytes: Uint8Array) => object } }
).WebAssembly;

/** Segments after which a motion certainly has code. */
const manySegments = 64;
const parts = [0, 0.1, 0.5, 0.93, 1];

/** x' = rows of A over (x | z) of `inputs`, each a polynomial: z1' = z2, z2' = z3, z3' = 0. */
function motionOf(
  rows: readonly (readonly number[])[],
  degree: number,
  G: readonly number[][],
): LinearMotion {
  const n = rows.length;
  const size = n + degree + 1;
  const A = new Float64Array(size * size);
  rows.forEach((row, i) => {
    A.set(row, i * size);
  });
  for (let i = n; i + 1 < size; i++) A[i * size + i + 1] = 1;
  return linearMotion({
    ...{ size, A, G: Float64Array.from(G.flat()), guards: G.length },
    ...{ like: Int32Array.from(G, (_, g) => g), terms: Float64Array.from(G.flat(), Math.abs) },
    rate: motionRate(A, size, n),
  });
}

/** All that is known of the series from v_0 over h; +0 and -0 are two. */
function expansion(
  series: MotionSeries,
  motion: LinearMotion,
  start: readonly number[],
  h: number,
): number[] {
  const { arrays } = series;
  arrays.v.set(start);
  arrays.least.fill(1e-3);
  series.expand(motion, h);
  const points = parts.map((s) => {
    const out = new Float64Array(motion.size);
    series.evaluate(s, out);
    return Array.from(out);
  });
  arrays.parts.set(parts);
  series.evaluateAll(parts.length);
  expect(Array.from(arrays.points.subarray(0, parts.length * motion.size))).toEqual(points.flat());
  const guards = Array.from({ length: motion.guards }, (_, g) => [
    ...arrays.coefficients.subarray(g * (maxTerms + 1), g * (maxTerms + 1) + series.terms + 1),
    ...[arrays.bounds[g] ?? NaN, arrays.scales[g] ?? NaN],
  ]);
  return [series.terms, ...points.flat(), ...guards.flat()];
}

const seriesOf = ({ size, guards }: LinearMotion): MotionSeries =>
  new MotionSeries(flowMemory({ size, order: 0, guards }));

/** By the plain loops, and then by code where there is any: of this series alone, since code is bound to its memory. */
function both(of: LinearMotion, start: readonly number[], h: number): [number[], number[], isCode: boolean] {
  const motion = { ...of, use: { segments: 0, code: undefined } };
  const series = seriesOf(motion);
  const plain = expansion(series, motion, start, h);
  for (let k = 0; k < manySegments; k++) expansion(series, motion, start, h);
  return [plain, expansion(series, motion, start, h), Boolean(motion.use.code)];
}

/** Numbers of no pattern, the same ones in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  };
}

/** A motion of n states with zeros among its entries, and two guards over all of xi. */
function someMotion(n: number, degree: number, seed: number): [LinearMotion, number[]] {
  const next = numbers(seed);
  const row = (length: number): number[] =>
    Array.from({ length }, () => (next() > -0.3 ? next() : Math.sign(next()) === 1 ? 1 : 0));
  const size = n + degree + 1;
  const rows = Array.from({ length: n }, () => row(size));
  return [motionOf(rows, degree, [row(size), row(size)]), Array.from({ length: size }, next)];
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('generated code gives the bits of the plain loops', () => {
  const cases = [1, 2, 3, 4, 5, 8].flatMap((n) => [0, 1, 2, 4].map((degree) => [n, degree] as const));
  test.each(cases)('%i states, inputs of degree %i', (n, degree) => {
    const [motion, start] = someMotion(n, degree, 7 * n + degree + 1);
    for (const angle of [0, 1e-9, 1e-3, 0.2, 1, 2.4]) {
      const [plain, generated, isCode] = both(motion, start, angle / motion.rate);
      expect(isCode).toBe(true);
      expect(generated).toEqual(plain);
    }
  });

  test('an engine that does not compile it keeps to the plain loops', () => {
    const [motion, start] = someMotion(3, 1, 5);
    const [wanted] = both(motion, start, 0.5);
    // Without SIMD the instructions are unknown, as these bytes are to every engine.
    const { Module } = engine;
    vi.spyOn(engine, 'Module').mockImplementation(function () {
      return new Module(Uint8Array.of(0));
    });
    expect(both(motion, start, 0.5)).toEqual([wanted, wanted, false]);
  });
});

/** Times are parts of the series. */
const unit = Object.freeze({ from: 0, to: 1, step: 1, end: 1 });

describe('linear forms of points', () => {
  /** Reads of a point after which forms certainly have code. */
  const manyReads = 4096;
  const cases = [1, 2, 3, 5, 8].flatMap((n) => [0, 1, 3].map((degree) => [n, degree] as const));

  test.each(cases)('have the bits of sums over the points, %i states, inputs of degree %i', (n, degree) => {
    const [of, start] = someMotion(n, degree, 11 * n + degree + 1);
    const { size } = of;
    const next = numbers(n + degree + 3);
    const rows = Array.from({ length: 7 }, (_, f) =>
      Float64Array.from({ length: size }, () => (f === 2 || next() < 0 ? 0 : next())),
    );
    const forms = sparseRows(rows);
    for (const angle of [0, 1e-3, 1, 2.4]) {
      const motion = { ...of, use: { segments: 0, code: undefined } };
      const series = seriesOf(motion);
      series.arrays.v.set(start);
      series.expand(motion, angle / motion.rate);
      const points = new SegmentPoints(series, series.arrays, unit);
      // An odd number of points; the last ones stand at the end of the series.
      const times = Float64Array.from({ length: 301 }, (_, k) => Math.min(1, k / 298));
      const xi = new Float64Array(times.length * size);
      points.coordinates(times, 0, times.length, xi);
      const [offset, stride] = [1, rows.length + 2];
      const out = new Float64Array(times.length * stride).fill(7);
      const place = { out, stride, offset };
      const elsewhere = { ...place, out: out.slice() };
      for (let k = 0; k < manyReads; k++) points.forms(forms, times, 0, 1, elsewhere);
      expect(points.forms(forms, times, 3, times.length, place)).toBe(true);
      const wanted = Array.from(times, (_, k) => [
        7,
        ...rows.map((row) =>
          k < 3 ? 7 : row.reduce((sum, factor, j) => addTerm(sum, factor, xi[k * size + j]), 0),
        ),
        7,
      ]);
      expect(Array.from(out)).toEqual(wanted.flat());
    }
  });

  test('are left to the plain loop where they are too many for code', () => {
    const [motion, start] = someMotion(2, 0, 3);
    const forms = sparseRows(Array.from({ length: 2049 }, () => Float64Array.of(1, 0, 1)));
    const series = seriesOf(motion);
    series.arrays.v.set(start);
    series.expand(motion, 1);
    const points = new SegmentPoints(series, series.arrays, unit);
    const place = { out: new Float64Array(2049), stride: 2049, offset: 0 };
    const read = Array.from({ length: manyReads + 1 }, () =>
      points.forms(forms, Float64Array.of(0.5), 0, 1, place),
    );
    expect(read).not.toContain(true);
  });
});

/** The sum with one more term where that has a factor. */
function addTerm(sum: number, factor: number, entry: number | undefined): number {
  return factor === 0 ? sum : sum + factor * (entry ?? NaN);
}

describe('closed forms', () => {
  /** The point at s = 1, plain and by code, which are the same. */
  const end = (motion: LinearMotion, start: readonly number[], h: number): number[] => {
    const [, generated] = both(motion, start, h);
    return generated.slice(1 + (parts.length - 1) * motion.size, 1 + parts.length * motion.size);
  };

  test('a rotation, to rounding', () => {
    const turn = motionOf([[0, -1], [1, 0]], 0, [[1, 0, 0]]); // prettier-ignore
    for (const angle of [1e-6, 0.3, 1, 2.4]) {
      const [x = NaN, y = NaN] = end(turn, [1, 0, 0], angle);
      expect(Math.abs(x - Math.cos(angle))).toBeLessThan(4e-16);
      expect(Math.abs(y - Math.sin(angle))).toBeLessThan(4e-16);
    }
  });

  test.each([0, 1, 2, 3])('a decay that an input of degree %i drives', (degree) => {
    // x' = t^degree/degree! - x from 0: x = sum_k (-1)^(k+1) t^(degree+k)/(degree+k)!, k >= 1.
    const motion = motionOf([[-1, 1]], degree, [[1, ...new Array<number>(degree + 1).fill(0)]]);
    const start = [0, ...new Array<number>(degree).fill(0), 1];
    for (const h of [1e-4, 0.5, 2]) {
      let [exact, term] = [0, 1];
      for (let k = 1; k <= degree; k++) term *= h / k;
      for (let k = degree + 1; k < 40; k++)
        exact += (k - degree) % 2 === 1 ? (term *= h / k) : -(term *= h / k);
      expect(end(motion, start, h)[0]! / exact).toBeCloseTo(1, 14);
    }
  });
});

test.each([1, 2, 3, 5, 8])(
  'points that are kept have the bits of the segment when the flow has gone on, %i states',
  (n) => {
    const [of, start] = someMotion(n, 1, 5 * n);
    // An odd number of points; the last ones stand at the end of the series.
    const times = Float64Array.from({ length: 301 }, (_, k) => Math.min(1, k / 298));
    for (const segments of [0, 40]) {
      const motion = { ...of, use: { segments, code: undefined } };
      const series = seriesOf(motion);
      const points = new SegmentPoints(series, series.arrays, unit);
      const from = (factor: number, angle: number): void => {
        series.arrays.v.set(start.map((value) => factor * value));
        series.expand(motion, angle / motion.rate);
      };
      let room: unknown;
      for (const angle of [2.4, 1e-3, 1]) {
        from(1, angle);
        const wanted = new Float64Array(times.length * of.size);
        points.coordinates(times, 0, times.length, wanted);
        const kept = (room = points.keep(room));
        from(-3, 2);
        const found = new Float64Array(times.length * of.size);
        kept.coordinates(times, 0, 7, found);
        kept.coordinates(times, 7, times.length, found);
        expect(found).toEqual(wanted);
      }
    }
  },
);
