/** The Euler-Moreau integrator: the suite of all integrators, and the figures of conventions: orders. */
import { describe, expect, test } from 'vitest';
import { DenseLinearSolver } from '../../../../src/numerics/dense/dense-linear-solver.js';
import {
  EulerMoreauOSI,
  type EulerMoreauOptions,
} from '../../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import {
  bridgeError,
  measuredOrder,
  oneStepIntegratorSuite,
  linearSystem,
  type IntegratorPromise,
} from '../../../suites/one-step-integrator-suite.js';
import { timeStepping } from '../../models.js';

function scheme(
  theta: number,
  gamma: number,
  options: EulerMoreauOptions = {},
): Pick<IntegratorPromise, 'simulate'> {
  return { simulate: (system, h) => timeStepping(system, h, new EulerMoreauOSI(theta, gamma, options)) };
}

oneStepIntegratorSuite('Euler-Moreau, theta = gamma = 1', {
  ...scheme(1, 1),
  order: 1,
  bridgeOrder: 1,
  energy: 'never-increased',
});
oneStepIntegratorSuite('Euler-Moreau, theta = 1/2, gamma = 1', {
  ...scheme(0.5, 1),
  order: 2,
  bridgeOrder: 1,
  energy: 'kept',
});
oneStepIntegratorSuite('Euler-Moreau, theta = gamma = 1/2', {
  ...scheme(0.5, 0.5),
  order: 2,
  bridgeOrder: 2,
  energy: 'kept',
});
oneStepIntegratorSuite('Euler-Moreau, theta = gamma = 1/2, relation at gamma', {
  ...scheme(0.5, 0.5, { relation: 'gamma' }),
  order: 2,
  bridgeOrder: 2,
  energy: 'kept',
});

describe('the bridge over 5 ms, max norm, source average', () => {
  test.each([
    [1, 1, 'end', 0.93],
    [0.5, 1, 'end', 1.05],
    [0.5, 0.5, 'end', 2],
    [0.5, 0.5, 'gamma', 2],
  ] as const)('theta = %d, gamma = %d, relation=%s has order %d', (theta, gamma, relation, order) => {
    const measured = measuredOrder((h) => bridgeError(scheme(theta, gamma, { relation }), h), 1e-6);
    // The published figures have two decimals; they hold at 4, 2 and 1 us, this at 2 and 1 us.
    expect(Math.abs(measured - order)).toBeLessThan(0.01);
  });

  test.each([
    [0.5, 1, 19e-3, 0.5e-3],
    [0.5, 0.5, 0.61e-3, 0.005e-3],
  ])('theta = %d, gamma = %d, h = 1 us is off by %d V', (theta, gamma, volts, half) => {
    // Half of the last published digit.
    expect(Math.abs(bridgeError(scheme(theta, gamma), 1e-6) - volts)).toBeLessThan(half);
  });
});

test('a source sampled at both ends of a step is of order 2 like its average', () => {
  const error = (h: number): number => {
    const forced = (t: number, out: Float64Array): void => void (out[0] = Math.cos(t));
    const simulation = timeStepping(
      linearSystem(1, [0], [0], forced),
      h,
      new EulerMoreauOSI(0.5, 1, { source: 'sample' }),
    );
    simulation.run();
    return Math.abs(simulation.x[0]! - Math.sin(1));
  };
  expect(measuredOrder(error, 1 / 64)).toBeCloseTo(2, 3);
});

test('the average of a source integrates it exactly, whatever theta', () => {
  const forced = (t: number, out: Float64Array): void => void (out[0] = Math.cos(t));
  for (const theta of [0, 0.3, 1]) {
    const simulation = timeStepping(linearSystem(1, [0], [0], forced), 0.125, new EulerMoreauOSI(theta, 1));
    simulation.run();
    // The quadrature's remainder is below h^10 f^(10) / 1e10.
    expect(Math.abs(simulation.x[0]! - Math.sin(1))).toBeLessThan(1e-14);
  }
});

test('one linear solver is made for each dynamical system and step size', () => {
  let made = 0;
  const linearSolver = (): DenseLinearSolver => {
    made++;
    return new DenseLinearSolver();
  };
  const simulation = timeStepping(
    linearSystem(1, [1], [-1]),
    0.3,
    new EulerMoreauOSI(0.5, 1, { linearSolver }),
  );
  simulation.run();
  expect(made).toBe(2); // 0.3 s and the last step of 0.1 s
});
