/** Assembly of several systems and interactions, [notes] 1.1.2: I_mu links DS1 and DS3, I_theta links DS2 and DS3. */
import { describe, expect, test } from 'vitest';
import { ComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { discretizeSystem } from '../../../src/kernel/simulation/linear/discrete-scheme.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { assembleLinearSystem } from '../../../src/kernel/simulation/linear/linear-system.js';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { record, timeStepping } from '../models.js';

type Rows = readonly (readonly number[])[];

const transpose = (A: Rows): number[][] => A[0]!.map((_, j) => A.map((row) => row[j]!));
const product = (A: Rows, B: Rows): number[][] =>
  A.map((row) => B[0]!.map((_, j) => row.reduce((sum, a, k) => sum + a * B[k]![j]!, 0)));
const plus = (A: Rows, B: Rows): number[][] => A.map((row, i) => row.map((a, j) => a + B[i]![j]!));
const scaled = (factor: number, A: Rows): number[][] => A.map((row) => row.map((a) => factor * a));

/** Blocks of sizes n = 2, 1, 2 with mass matrices; A, M and the start are arbitrary. */
const A1 = [
  [-1, 2],
  [-3, -0.5],
];
const A2 = [[-0.25]];
const A3 = [
  [0, -4],
  [4, -0.125],
];
const M1 = [
  [2, 0.5],
  [0.5, 1],
];
const M2 = [[0.5]];
const M3 = [
  [1, 0],
  [0, 4],
];
const x0 = [1, -1, 2, 3, -2];
/** C of I_mu (3 rows) on DS1 and DS3, of I_theta (1 row) on DS2 and DS3; B = C^T makes the system passive. */
const C1mu = [
  [1, 0],
  [0, 1],
  [1, -1],
];
const C3mu = [
  [-1, 0],
  [0.5, 1],
  [0, 2],
];
const C2theta = [[1]];
const C3theta = [[-1, 0.5]];
const Dmu = [
  [0.5, 1, 0],
  [-1, 0.25, 0],
  [0, 0, 0.125],
];
const Dtheta = [[0.25]];
const eMu = Float64Array.of(-0.5, 0.25, -1);

const beside = (...blocks: Rows[]): number[][] => blocks[0]!.map((_, i) => blocks.flatMap((b) => b[i]!));

function inBlocks(T: number): NonSmoothDynamicalSystem {
  const system = new NonSmoothDynamicalSystem(0, T);
  const forced = (t: number, out: Float64Array): void => void (out[0] = Math.sin(5 * t));
  const ds1 = new FirstOrderLinearDS(Float64Array.from(x0.slice(0, 2)), matrix(A1), { M: matrix(M1) });
  const ds2 = new FirstOrderLinearDS(Float64Array.from(x0.slice(2, 3)), matrix(A2), {
    M: matrix(M2),
    b: forced,
  });
  const ds3 = new FirstOrderLinearDS(Float64Array.from(x0.slice(3)), matrix(A3), { M: matrix(M3) });
  for (const ds of [ds1, ds2, ds3]) system.insertDynamicalSystem(ds);
  const Cmu = beside(C1mu, C3mu);
  const Ctheta = beside(C2theta, C3theta);
  const mu = new FirstOrderLinearTIR(3, matrix(Cmu), matrix(transpose(Cmu)), { D: matrix(Dmu), e: eMu });
  const theta = new FirstOrderLinearTIR(1, matrix(Ctheta), matrix(transpose(Ctheta)), { D: matrix(Dtheta) });
  system.link(new Interaction(new ComplementarityConditionNSL(3), mu), ds1, ds3);
  system.link(new Interaction(new ComplementarityConditionNSL(1), theta), ds2, ds3);
  return system;
}

/** The same as one system of 5 states and one interaction of 4 rows. */
function monolithic(T: number): NonSmoothDynamicalSystem {
  const zero = (rows: number, cols: number): number[][] =>
    Array.from({ length: rows }, () => Array<number>(cols).fill(0));
  const diagonal = (a: Rows, b: Rows, c: Rows): number[][] => [
    ...beside(a, zero(2, 1), zero(2, 2)),
    ...beside(zero(1, 2), b, zero(1, 2)),
    ...beside(zero(2, 2), zero(2, 1), c),
  ];
  const system = new NonSmoothDynamicalSystem(0, T);
  const ds = new FirstOrderLinearDS(Float64Array.from(x0), matrix(diagonal(A1, A2, A3)), {
    M: matrix(diagonal(M1, M2, M3)),
    b: (t, out) => {
      out.fill(0);
      out[2] = Math.sin(5 * t);
    },
  });
  system.insertDynamicalSystem(ds);
  const C = [...beside(C1mu, zero(3, 1), C3mu), ...beside(zero(1, 2), C2theta, C3theta)];
  const D = [...beside(Dmu, zero(3, 1)), ...beside(zero(1, 3), Dtheta)];
  const relation = new FirstOrderLinearTIR(4, matrix(C), matrix(transpose(C)), {
    D: matrix(D),
    e: Float64Array.of(...eMu, 0),
  });
  system.link(new Interaction(new ComplementarityConditionNSL(4), relation), ds);
  return system;
}

/** Inverse of a 1 x 1 or 2 x 2 matrix. */
function inverse(A: Rows): number[][] {
  const [[a = NaN, b = NaN] = [], [c = NaN, d = NaN] = []] = A;
  if (A.length === 1) return [[1 / a]];
  const det = a * d - b * c;
  return [
    [d / det, -b / det],
    [-c / det, a / det],
  ];
}

describe('three systems and two interactions', () => {
  test('make the matrix of [notes] (1.22)', () => {
    const h = 0.1;
    const theta = 0.5;
    const scheme = discretizeSystem(assembleLinearSystem(inBlocks(1)), new EulerMoreauOSI(theta, 1), h);
    const W = (M: Rows, A: Rows): number[][] => inverse(plus(M, scaled(-h * theta, A)));
    const through = (C: Rows, Winv: Rows, B: Rows): number[][] => scaled(h, product(product(C, Winv), B));
    const [W1, W2, W3] = [W(M1, A1), W(M2, A2), W(M3, A3)];
    const topLeft = plus(Dmu, plus(through(C1mu, W1, transpose(C1mu)), through(C3mu, W3, transpose(C3mu))));
    const topRight = through(C3mu, W3, transpose(C3theta));
    const bottomLeft = through(C3theta, W3, transpose(C3mu));
    const bottomRight = plus(
      Dtheta,
      plus(through(C2theta, W2, transpose(C2theta)), through(C3theta, W3, transpose(C3theta))),
    );
    const expected = [...beside(topLeft, topRight), ...beside(bottomLeft, bottomRight)].flat();
    // Both sides are products of three well-conditioned small matrices.
    scheme.M.forEach((value, k) => expect(Math.abs(value - expected[k]!)).toBeLessThan(1e-14));
  });

  test.each([
    [1, 1, 'end'],
    [0.5, 1, 'end'],
    [0.5, 0.5, 'end'],
    [0.5, 0.5, 'gamma'],
  ] as const)(
    'move as the monolithic system does for theta = %d, gamma = %d, relation=%s',
    (theta, gamma, relation) => {
      const run = (system: NonSmoothDynamicalSystem): ReturnType<typeof record> =>
        record(timeStepping(system, 0.01, new EulerMoreauOSI(theta, gamma, { relation })));
      const blocks = run(inBlocks(5));
      const whole = run(monolithic(5));
      expect(blocks.t).toEqual(whole.t);
      // 500 steps of a damped system of order 1, rounded differently.
      const worst = Math.max(
        ...blocks.x.flatMap((x, k) => x.map((value, i) => Math.abs(value - whole.x[k]![i]!))),
        ...blocks.lambda.flatMap((l, k) => l.map((value, i) => Math.abs(value - whole.lambda[k]![i]!))),
      );
      expect(worst).toBeLessThan(1e-12);
      // The run is no trivial one: every multiplier is positive somewhere and 0 elsewhere.
      for (let i = 0; i < 4; i++) {
        expect(blocks.lambda.some((l) => l[i]! > 0.01)).toBe(true);
        expect(blocks.lambda.some((l) => l[i] === 0)).toBe(true);
      }
    },
  );
});

test('a system linked twice by one interaction receives the sum of both contributions', () => {
  const system = new NonSmoothDynamicalSystem(0, 1);
  const ds = new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(0));
  system.insertDynamicalSystem(ds);
  const relation = new FirstOrderLinearTIR(1, Float64Array.of(2, 3), Float64Array.of(5, 7));
  system.link(new Interaction(new ComplementarityConditionNSL(1), relation), ds, ds);
  const { C, B } = assembleLinearSystem(system);
  expect([...C, ...B]).toEqual([5, 12]);
});
