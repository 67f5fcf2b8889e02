/** The sweeping process, [lecture] (26)-(35). */
import { describe, expect, test } from 'vitest';
import { ComplementarityConditionNSL } from '../../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { CatchingUp, MovingPolyhedron } from '../../../../src/kernel/simulation/time-stepping/catching-up.js';
import { lcsScheme, thetaMethod } from '../../../../src/kernel/simulation/integrators/lecture-schemes.js';
import { TimeDiscretisation } from '../../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { matrix } from '../../../../src/numerics/dense/matrix.js';
import { oneSystem, rlcdCircuit } from '../../first-order-models.js';
import { record, timeStepping } from '../../models.js';

/** The interval [s - 1, s + 1] with s = 3 sin t. */
const movingInterval = (): MovingPolyhedron =>
  new MovingPolyhedron(1, 2, Float64Array.of(1, -1), (t, out) => {
    out[0] = 1 - 3 * Math.sin(t);
    out[1] = 1 + 3 * Math.sin(t);
  });

describe('a point in a moving interval', () => {
  test('is the play operator: exact at grid points between turning points', () => {
    const catching = new CatchingUp(
      movingInterval(),
      Float64Array.of(0),
      new TimeDiscretisation(0, Math.PI / 200),
    );
    const points: number[] = [0];
    catching.run(2 * Math.PI, (_t, u) => points.push(u[0]!));
    points.forEach((u, k) => {
      const s = 3 * Math.sin((k * Math.PI) / 200);
      const expected = k <= 100 ? Math.max(0, s - 1) : k <= 300 ? Math.min(2, s + 1) : Math.max(-2, s - 1);
      expect(Math.abs(u - expected)).toBeLessThan(1e-13);
    });
  });

  test('that starts outside is caught up in one step, whatever its length', () => {
    const catching = new CatchingUp(movingInterval(), Float64Array.of(5), new TimeDiscretisation(0, 1e-9));
    catching.step();
    expect(catching.u[0]).toBeCloseTo(1, 8);
    expect(catching.du[0]).toBeCloseTo(-4, 8);
  });

  test('with a perturbation follows it in the interior', () => {
    const wide = new MovingPolyhedron(1, 1, Float64Array.of(1), (_t, out) => void (out[0] = 0));
    const catching = new CatchingUp(wide, Float64Array.of(1), new TimeDiscretisation(0, 0.25), {
      perturbation: (_t, _u, out) => void (out[0] = 1),
    });
    const points: number[] = [];
    catching.run(2, (_t, u) => points.push(u[0]!));
    expect(points).toEqual([0.75, 0.5, 0.25, 0, 0, 0, 0, 0]);
  });
});

test('a disc moves the point along its normal', () => {
  const disc = {
    project: (t: number, u: Float64Array, out: Float64Array): boolean => {
      const distance = Math.hypot(u[0]! - t, u[1]!);
      const part = Math.min(1, 1 / distance);
      out[0] = t + part * (u[0]! - t);
      out[1] = part * u[1]!;
      return true;
    },
  };
  const catching = new CatchingUp(disc, Float64Array.of(0, 0), new TimeDiscretisation(0, 0.5));
  catching.run(3, (t, u) => expect(u).toEqual(Float64Array.of(Math.max(0, t - 1), 0)));
});

test('the linear complementarity system of [lecture] (34) is the same algorithm with an implicit field', () => {
  // x' = -x + C^T lambda, C x + e >= 0: K = {x1 >= 0.5}.
  const C = Float64Array.of(1, 0);
  const dynamics = new FirstOrderLinearDS(Float64Array.of(1, 1), matrix([[-1, 0], [0, -1]])); // prettier-ignore
  const relation = new FirstOrderLinearTIR(1, C, C, { e: Float64Array.of(-0.5) });
  const run = record(
    timeStepping(oneSystem(3, dynamics, relation, new ComplementarityConditionNSL(1)), 0.01, lcsScheme()),
  );
  const set = new MovingPolyhedron(2, 1, C, (_t, out) => void (out[0] = -0.5));
  const [u, next] = [Float64Array.of(1, 1), new Float64Array(2)];
  for (let k = 1; k < run.t.length; k++) {
    // (I + h) x = prox of x_k in the metric of I + h, a multiple of the identity: prox(x_k / (1 + h)).
    set.project(run.t[k]!, u.map((value) => value / 1.01), next); // prettier-ignore
    u.set(next);
    expect(Math.abs(run.x[k]![0]! - u[0]!)).toBeLessThan(1e-12);
    // mu = h lambda.
    expect(Math.abs(0.01 * run.lambda[k]![0]! - 1.01 * set.mu[0]!)).toBeLessThan(1e-12);
  }
});

describe('bad sets and schemes', () => {
  test('an empty set fails at its time', () => {
    const set = new MovingPolyhedron(1, 2, Float64Array.of(1, -1), (t, out) => {
      out[0] = out[1] = 0.25 - t;
    });
    const catching = new CatchingUp(set, Float64Array.of(0), new TimeDiscretisation(0, 0.1));
    expect(() => catching.run(1)).toThrow(
      'the one-step problem has no solution (proved) in the step from t = 0.2 s (step 2)',
    );
  });

  test('a T that is no grid point is refused', () => {
    const catching = new CatchingUp(movingInterval(), Float64Array.of(0), new TimeDiscretisation(0, 0.3));
    expect(() => catching.run(1)).toThrow(
      'CatchingUp: T = 1 s is no grid point; the step 0.3 s must divide it',
    );
  });

  test('a matrix of another size names it', () => {
    expect(() => new MovingPolyhedron(2, 2, new Float64Array(3), () => undefined)).toThrow(
      'MovingPolyhedron: C has 3 entries; it must be 2 x 2, 4 entries row by row',
    );
  });

  test('the theta-method stays in [1/2, 1]', () => {
    expect(() => thetaMethod(0.4)).toThrow(
      'thetaMethod: theta is 0.4; it must lie in [1/2, 1] (EulerMoreauOSI takes any in [0, 1])',
    );
  });
});

test('the theta-method (41) at 1/2 loses no energy but what the resistor takes: order 2 on the RLCD circuit', () => {
  const final = (h: number): number => {
    const simulation = timeStepping(rlcdCircuit(1), h, thetaMethod(0.5));
    simulation.run();
    return simulation.x[0]!;
  };
  const [a, b, c] = [final(0.01), final(0.005), final(0.0025)];
  expect(Math.log2((a - b) / (b - c))).toBeGreaterThan(1.7);
});
