import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import { constantSignal } from '../../../src/kernel/modeling/signals/constant-signal.js';
import type { DescriptorSystem } from '../../../src/kernel/modeling/descriptor-system.js';
import { CompiledDescriptor } from '../../../src/kernel/simulation/sparse-stepping/compiled-descriptor.js';
import { operatingPoint } from '../../../src/kernel/simulation/sparse-stepping/operating-point.js';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { Triplets } from '../../../src/numerics/sparse/sparse-matrix.js';
import { lcsFlow, runFlow } from '../event-driven/run-events.js';
import { complementaritySystem } from '../models.js';

type Rows = readonly (readonly number[])[];

/** x' = A x + b + B lambda, 0 <= C x + D lambda + e _|_ lambda >= 0 as a descriptor system with z = (x, lambda). */
function descriptorOf(
  A: Rows,
  B: Rows,
  C: Rows,
  D: Rows,
  b: readonly number[],
  e: readonly number[],
): DescriptorSystem {
  const n = A.length;
  const m = D.length;
  const [K, Q, S] = [new Triplets(), new Triplets(), new Triplets()];
  const add = (M: Rows, row: number, col: number, sign: number) =>
    M.forEach((values, i) => values.forEach((value, j) => K.add(row + i, col + j, sign * value)));
  add(A, 0, 0, -1);
  add(B, 0, n, -1);
  add(C, n, 0, 1);
  add(D, n, n, 1);
  for (let i = 0; i < n; i++) Q.add(i, i, 1);
  b.forEach((value, i) => S.add(i, 0, -value));
  e.forEach((value, i) => S.add(n + i, 0, value));
  return {
    ...{ size: n + m, inputs: [constantSignal(1)], K, Q, S, groups: [], guards: [], delays: [] },
    pairs: Array.from({ length: m }, (_, k) => ({ row: n + k, unknown: n + k })),
    absolute: new Float64Array(n + m).fill(1e-9),
    residual: new Float64Array(n + m).fill(1e-9),
    unknownName: (k) => (k < n ? `x${k}` : `lambda${k - n}`),
    rowName: (k) => `${k}`,
  };
}

const product = (M: Rows, N: Rows) =>
  M.map((row) => N[0]!.map((_, j) => row.reduce((sum, value, k) => sum + value * N[k]![j]!, 0)));
const transposed = (M: Rows) => M[0]!.map((_, j) => M.map((row) => row[j]!));

describe('sparse stepper: complementarity', () => {
  it('agrees with exact events on random passive systems', () => {
    const stream = new RandomStream(7);
    const random = () => stream.uniform();
    const matrix = (rows: number, cols: number) =>
      Array.from({ length: rows }, () => Array.from({ length: cols }, () => 2 * random() - 1));
    for (let trial = 0; trial < 40; trial++) {
      const n = 2 + (trial % 3);
      const m = 1 + (trial % 4);
      const G = matrix(n, n);
      const H = matrix(n, n);
      const skew = H.map((row, i) => row.map((value, j) => 3 * (value - H[j]![i]!)));
      const A = product(transposed(G), G).map((row, i) => row.map((value, j) => -0.2 * value + skew[i]![j]!));
      const B = matrix(n, m);
      const N = matrix(m, m);
      const D = product(transposed(N), N).map((row, i) => row.map((value, j) => value + (i === j ? 0.3 : 0)));
      const x0 = matrix(1, n)[0]!;
      const b = matrix(1, n)[0]!;
      const T = 3;
      const exact = runFlow(
        lcsFlow(complementaritySystem(T, x0, A, { C: transposed(B), B, D }, { b: Float64Array.from(b) })),
        ...([0, T, {}, [T]] as const),
      );
      const stepper = new SparseStepper(
        descriptorOf(
          A,
          B,
          transposed(B),
          D,
          b,
          Array.from({ length: m }, () => 0),
        ),
        { t0: 0, z: Float64Array.from([...x0, ...Array.from({ length: m }, () => 0)]) },
        { reltol: 1e-5 },
      );
      while (stepper.t < T) stepper.step(T);
      // Errors of a run are some reltol of sizes of about 1.
      for (let i = 0; i < n; i++) expect(Math.abs(stepper.z[i]! - exact.samples[0]![i]!)).toBeLessThan(2e-4);
    }
  });

  it('linear complementarity problems with P-matrices are solved whatever the active sets do, ways out counted', () => {
    const stream = new RandomStream(3);
    const random = () => stream.uniform();
    let fallbacks = 0;
    for (let trial = 0; trial < 300; trial++) {
      const m = 3 + (trial % 10);
      // Row-dominant in pairs that follow each other: P-matrices on which active sets go round [Ben Gharbia-Gilbert 2012].
      const D = Array.from({ length: m }, (_, i) =>
        Array.from({ length: m }, (__, j) => (i === j ? 1 : j === (i + m - 1) % m ? 1.2 + random() : 0)),
      );
      if (m % 2 === 0) D[0]![m - 1] = 0;
      const e = Array.from({ length: m }, () => -0.2 - random());
      const compiled = new CompiledDescriptor(descriptorOf([], [], [], D, [], e));
      compiled.rows.flip(trial % m);
      const { z } = operatingPoint(compiled, 0);
      for (let i = 0; i < m; i++) {
        const y = e[i]! + D[i]!.reduce((sum, value, j) => sum + value * z[j]!, 0);
        expect(Math.abs(Math.min(y, z[i]!))).toBeLessThan(1e-9);
      }
      fallbacks += compiled.counters.fallbacks.get('least-index pivoting') ?? 0;
    }
    expect(fallbacks).toBeGreaterThan(0);
  });

  it('a rising law with falling slopes in a loop of high gain is solved, though its kinks make no P-matrix', () => {
    // x = a - g f(x), f(x) = sum of d_j max(0, x - x_j), f' >= 0: one x, where f is steep or flat.
    const stream = new RandomStream(23);
    let paths = 0;
    for (let trial = 0; trial < 40; trial++) {
      const m = 7 + (trial % 4);
      const slopes = Array.from({ length: m }, (_, j) => (j % 2 === 0 ? 1 + stream.uniform() : 0));
      const d = slopes.map((slope, j) => slope - (slopes[j - 1] ?? 0));
      const corners = Array.from({ length: m }, (_, j) => j + 0.5 * stream.uniform());
      const a = 20 + 200 * stream.uniform();
      const g = 300;
      const one = d.map((_, i) => d.map((__, j) => (i === j ? 1 : 0)));
      const B = [d.map((dj) => -g * dj)];
      const C = d.map(() => [-1]);
      const compiled = new CompiledDescriptor(descriptorOf([[-1]], B, C, one, [a], corners));
      const [x, ...z] = operatingPoint(compiled, 0).z as unknown as [number, ...number[]];
      expect(x + g * d.reduce((sum, dj, j) => sum + dj * z[j]!, 0)).toBeCloseTo(a, 9);
      for (let i = 0; i < m; i++) expect(z[i]!).toBeCloseTo(Math.max(0, x - corners[i]!), 9);
      paths += compiled.counters.fallbacks.get('pairs along a path') ?? 0;
    }
    expect(paths).toBeGreaterThan(0);
  });

  it('a problem without solution names its rows', () => {
    // y = -1 - z can never be 0 or more.
    const compiled = new CompiledDescriptor(descriptorOf([], [], [], [[-1]], [], [-1]));
    expect(() => operatingPoint(compiled, 0)).toThrow(
      /^the active rows of the pairs keep changing at the operating point \(unknown lambda0; row 0\)$/,
    );
  });
});
