/** Sums of random quadratics over intervals that cut their steps: Gauss quadrature and closed forms, and machine code to the bit. */
import { expect, it } from 'vitest';
import { machineCode } from '../../../src/circuit/machine-code.gen.js';
import { QuadraticSums } from '../../../src/kernel/simulation/step-records/quadratic-sums.js';
import { MachineRoom } from '../../../src/numerics/code/machine-room.js';
import { floatsIn, integersIn, type NumberRoom, plainRoom } from '../../../src/numerics/code/number-room.js';

const stage = 2 - Math.SQRT2;
/** Two unknowns, each p + q t + r t^2 in the step that begins at t0, by its place in `motion`. */
const motion = [
  [1.5, -3, 2, -0.4, 5, -9],
  [0.25, 1, -4, 0.7, -2, 3],
] as const;
const times = [0, 0.4, 1.5];
const intervals = [
  { from: 0, to: 1.5, tolerance: 1e-12 },
  { from: 0.13, to: 0.9, tolerance: 1e-12 },
  { from: 0.2, to: 0.3, tolerance: 1e-12 },
  { from: 2, to: 3, tolerance: 1e-12 },
];

function unknowns(step: number, t: number): [number, number] {
  const [a, b, c, d, e, f] = motion[step]!;
  return [a + b * t + c * t * t, d + e * t + f * t * t];
}

function rates(step: number, t: number): [number, number] {
  const [, b, c, , e, f] = motion[step]!;
  return [b + 2 * c * t, e + 2 * f * t];
}

/** The first unknown, a difference, and a rate with a part of an unknown. */
const quantities = [
  (z: readonly number[]): number => z[0]!,
  (z: readonly number[]): number => 2 * z[0]! - z[1]!,
  (z: readonly number[], dz: readonly number[]): number => 0.5 * z[1]! + 3 * dz[0]!,
];

function sumsIn(room: NumberRoom): QuadraticSums {
  const forms = {
    count: 3,
    start: integersIn(room, [0, 1, 3, 4]),
    index: integersIn(room, [0, 0, 1, 1]),
    gain: floatsIn(room, [1, 2, -1, 0.5]),
    rateStart: integersIn(room, [0, 0, 0, 1]),
    rateIndex: integersIn(room, [0]),
    rateGain: floatsIn(room, [3]),
  };
  const sums = new QuadraticSums(forms, intervals, stage, room);
  const points = [0, 1, 2].map(() => room.floats(3)) as [Float64Array, Float64Array, Float64Array];
  for (let step = 0; step < 2; step++) {
    const [t0, t1] = [times[step]!, times[step + 1]!];
    [0, stage, 1].forEach((part, j) => points[j]!.set(unknowns(step, t0 + part * (t1 - t0))));
    sums.add(...points, t0, t1);
  }
  return sums;
}

const gauss = [
  [-Math.sqrt(0.6), 5 / 18],
  [0, 4 / 9],
  [Math.sqrt(0.6), 5 / 18],
] as const;

it.each(intervals.slice(0, 3).map((interval, k) => [k, interval] as const))(
  'interval %i',
  (k, { from, to }) => {
    const sums = sumsIn(plainRoom);
    quantities.forEach((quantity, q) => {
      const expected = { integral: 0, square: 0, least: Infinity, largest: -Infinity };
      for (let step = 0; step < 2; step++) {
        const [begin, end] = [Math.max(from, times[step]!), Math.min(to, times[step + 1]!)];
        if (!(end > begin)) continue;
        const at = (t: number): number => quantity(unknowns(step, t), rates(step, t));
        for (const [x, weight] of gauss) {
          const value = at((begin + end) / 2 + (x * (end - begin)) / 2);
          expected.integral += weight * (end - begin) * value;
          expected.square += weight * (end - begin) * value * value;
        }
        for (let i = 0; i <= 20_000; i++) {
          const value = at(begin + ((end - begin) * i) / 20_000);
          expected.least = Math.min(expected.least, value);
          expected.largest = Math.max(expected.largest, value);
        }
      }
      const found = sums.of(k, q);
      expect(found.length).toBeCloseTo(to - from, 12);
      expect(found.integral).toBeCloseTo(expected.integral, 11);
      expect(found.square).toBeCloseTo(expected.square, 11);
      expect(found.least).toBeCloseTo(expected.least, 6);
      expect(found.largest).toBeCloseTo(expected.largest, 6);
    });
  },
);

it('what lies at rest up to a stage and is steep from there on has its extremes at stages, also where an interval cuts the step', () => {
  const none = Int32Array.of(0, 0);
  const forms = {
    ...{ count: 1, start: Int32Array.of(0, 1), index: Int32Array.of(0), gain: Float64Array.of(1) },
    ...{ rateStart: none, rateIndex: none, rateGain: new Float64Array(0) },
  };
  const cut = { from: 0.3, to: 1, tolerance: 1e-12 };
  const sums = new QuadraticSums(forms, [intervals[0]!, cut], stage, plainRoom);
  sums.add(Float64Array.of(0), Float64Array.of(0.05), Float64Array.of(1), 0, 1);
  for (const k of [0, 1]) {
    expect(sums.of(k, 0).least).toBeCloseTo(0, 15);
    expect(sums.of(k, 0).largest).toBeCloseTo(1, 15);
  }
});

it('an interval behind the run holds nothing', () => {
  expect(sumsIn(plainRoom).of(3, 0).length).toBe(0);
});

it('machine code has the same bits', () => {
  const room = MachineRoom.of(machineCode, 1 << 16)!;
  expect(Array.from(sumsIn(room).arrays.sums)).toEqual(Array.from(sumsIn(plainRoom).arrays.sums));
});
