import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix, multiplyVector } from '../../../src/numerics/dense/matrix.js';
import { augmentSystem, constantGenerator } from '../../../src/numerics/exponential/augmented.js';
import { DEGREE, LinearFlow } from '../../../src/numerics/exponential/linear-flow.js';
import { RowForm, SubstepStart } from '../../../src/numerics/exponential/row-polynomial.js';
import { evaluateMonomials } from '../../../src/numerics/polynomial/bernstein.js';

const stiffLadder = matrix([
  [-1e9, 1e9, 0],
  [1, -2, 1],
  [0, 1, -3],
]);

describe('LinearFlow', () => {
  it('propagates in one step as in many, by kept maps, series and single exponentials alike', () => {
    const A = matrix([
      [0, 1, 0],
      [-4, -0.3, 1],
      [0, 0, -2],
    ]);
    const flow = new LinearFlow(3, A);
    const x = Float64Array.of(1, 0, -2);
    const whole = new Float64Array(3);
    flow.propagateOnce(3, x, whole);
    for (const parts of [7, 64, 300]) {
      let state = x.slice();
      let next = new Float64Array(3);
      for (let k = 0; k < parts; k++) {
        if (k % 2 === 0) flow.propagate(3 / parts, state, next);
        else flow.propagateOnce(3 / parts, state, next);
        [state, next] = [next, state];
      }
      // 300 steps of a few roundings each.
      state.forEach((value, i) => expect(Math.abs(value - whole[i]!)).toBeLessThan(1e-12));
    }
  });

  it('splits a stiff system into its fast and its slow group, a defective one not at all', () => {
    const flow = new LinearFlow(3, stiffLadder);
    expect(flow.groups).toHaveLength(2);
    expect(flow.groups[0]!.rate).toBeLessThan(10);
    expect(flow.groups[1]!.rate).toBeGreaterThan(9e8);
    expect(flow.groups[1]!.bound).toBeLessThan(100);
    expect(
      new LinearFlow(
        3,
        matrix([
          [0, 1, 0],
          [0, 0, 1],
          [0, 0, 0],
        ]),
      ).groups,
    ).toHaveLength(1);
    expect(new LinearFlow(2, new Float64Array(4)).substep(0)).toBe(Infinity);
  });

  it('propagates inputs exactly with the system that generates them', () => {
    // v' = (u - v) / T, u = 3 (constant), a ramp 2 t, and sin(5 t).
    const T = 0.4;
    const A = Float64Array.of(-1 / T);
    const ramp = {
      order: 2,
      S: matrix([
        [0, 1],
        [0, 0],
      ]),
      c: Float64Array.of(1, 0),
    };
    const sine = {
      order: 2,
      S: matrix([
        [0, 5],
        [-5, 0],
      ]),
      c: Float64Array.of(1, 0),
    };
    const joint = augmentSystem(1, A, Float64Array.of(1 / T, 1 / T, 1 / T), [constantGenerator, ramp, sine]);
    expect(joint.size).toBe(6);
    const flow = new LinearFlow(6, joint.A);
    const out = new Float64Array(6);
    const t = 1.7;
    flow.propagate(t, Float64Array.of(0, 3, 0, 2, 0, 1), out);
    const e = Math.exp(-t / T);
    const w = 5 * T;
    const expected =
      3 * (1 - e) + 2 * (t - T * (1 - e)) + (Math.sin(5 * t) - w * Math.cos(5 * t) + w * e) / (1 + w * w);
    expect(Math.abs(out[0]! - expected)).toBeLessThan(1e-14 * 10);
  });

  it('refuses sizes that do not fit', () => {
    expect(() => augmentSystem(2, new Float64Array(4), new Float64Array(3), [constantGenerator])).toThrow(
      new RangeError('a system of 2 states and 1 inputs needs 4 and 2 entries in A and B, not 4 and 3'),
    );
  });
});

describe('RowForm', () => {
  const problem = fc.integer({ min: 1, max: 6 }).chain((n) =>
    fc.tuple(
      fc.array(
        fc.integer({ min: -64, max: 64 }).map((k) => k / 32),
        { minLength: n * n, maxLength: n * n },
      ),
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n }),
      fc.array(fc.integer({ min: -6, max: 6 }), { minLength: n, maxLength: n }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
  );

  it('is within its error of the exact form, whatever the rates', () => {
    fc.assert(
      fc.property(problem, ([values, start, exponents, u]) => {
        const n = start.length;
        // Rows scaled over 12 decades: fast and slow groups in one system.
        const A = Float64Array.from(values, (a, p) => a * 10 ** exponents[Math.floor(p / n)]!);
        const flow = new LinearFlow(n, A);
        const x = Float64Array.from(start);
        const form = new RowForm(flow, new Float64Array(n).fill(1), 0.5);
        const at = new SubstepStart(flow);
        at.load(x);
        const out = new Float64Array(n);
        for (let level = 0; level < flow.groups.length; level++) {
          const length = Math.min(1e3, flow.substep(level));
          form.expand(at, length);
          if (!Number.isFinite(form.error)) continue;
          const E = new Float64Array(n * n);
          flow.exponential.compute(u * length, E);
          multiplyVector(n, n, E, x, out);
          const exact = form.value(out);
          const size = Math.max(...out.map(Math.abs), ...E.map(Math.abs), 1);
          // The exact value itself carries the rounding of an exponential.
          const difference = Math.abs(evaluateMonomials(DEGREE, form.coefficients, u) - exact);
          expect(difference).toBeLessThanOrEqual(form.error + 1e-10 * size);
        }
      }),
      { seed: 91, numRuns: 150 },
    );
  });

  it('leaves no more than rounding on the substep of a flow of one rate', () => {
    const flow = new LinearFlow(
      2,
      matrix([
        [0, 3],
        [-3, 0],
      ]),
    );
    const form = new RowForm(flow, Float64Array.of(1, 0));
    const start = new SubstepStart(flow);
    start.load(Float64Array.of(1, 0));
    form.expand(start, flow.substep(0));
    expect(form.error).toBeLessThan(4e-15);
    for (const u of [0.1, 0.5, 1]) {
      const value = evaluateMonomials(DEGREE, form.coefficients, u);
      expect(Math.abs(value - Math.cos(0.75 * u))).toBeLessThanOrEqual(form.error);
    }
  });

  it('knows a decayed fast group by a bound that shrinks with it', () => {
    const flow = new LinearFlow(3, stiffLadder);
    const form = new RowForm(flow, Float64Array.of(1, 0, 0));
    const start = new SubstepStart(flow);
    const x = Float64Array.of(5, 1, 1);
    start.load(x);
    form.expand(start, flow.substep(0));
    expect(form.fastError).toBeGreaterThan(1);
    const later = new Float64Array(3);
    flow.propagateOnce(1e-7, x, later);
    start.load(later);
    form.expand(start, flow.substep(0));
    // exp(-100) of 4, and the rounding of the projectors: 1e9 (the ratio of the rates) times 1e-16.
    expect(form.fastError).toBeLessThan(1e-7);
  });
});
