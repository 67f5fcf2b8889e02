/** Trajectories of the reference implementation with the Moreau-Jean scheme, theta = 1/2, same step. */
import { describe, expect, test } from 'vitest';
import type { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { MoreauJeanOSI } from '../../../src/kernel/simulation/integrators/moreau-jean-osi.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { readReference } from '../../data/reference.js';
import { record, worstDifference } from '../models.js';
import { ball, beads, camFollower, woodpecker } from './models.js';

/** The bound: sums in another order, over up to 50 000 steps and hundreds of impacts. */
const tolerance = 1e-9;

const simulate = (model: NonSmoothDynamicalSystem, h: number): ReturnType<typeof record> =>
  record(new TimeStepping(model, new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5)));

describe('the reference implementation agrees, same scheme and step:', () => {
  test('bouncing ball', () => {
    const reference = readReference('ball-h5ms.csv');
    const run = simulate(ball(10), 5e-3);
    const t = reference.column('t');
    expect(worstDifference(run, (k) => run.x[k]![0]!, t, reference.column('q'))).toBeLessThan(tolerance);
    expect(worstDifference(run, (k) => run.x[k]![1]!, t, reference.column('v'))).toBeLessThan(tolerance);
    expect(worstDifference(run, (k) => run.lambda[k]![0]!, t, reference.column('lambda1'))).toBeLessThan(
      tolerance,
    );
  });

  test('column of 10 beads', () => {
    const reference = readReference('beads10-h500us.csv');
    const run = simulate(beads(10, 2), 5e-4);
    const t = reference.column('t');
    for (let i = 0; i < 10; i++) {
      expect(worstDifference(run, (k) => run.x[k]![2 * i]!, t, reference.column(`q${i}`))).toBeLessThan(
        tolerance,
      );
      expect(worstDifference(run, (k) => run.x[k]![2 * i + 1]!, t, reference.column(`v${i}`))).toBeLessThan(
        tolerance,
      );
    }
  });

  test('woodpecker toy, with friction in the plane', () => {
    const reference = readReference('woodpecker-h20us.csv');
    const run = simulate(woodpecker(0.3), 2e-5);
    const t = reference.column('t');
    ['y', 'phiM', 'phiS', 'vy', 'omM', 'omS'].forEach((name, i) => {
      const off = worstDifference(run, (k) => run.x[k]![i]!, t, reference.column(name));
      expect(off, name).toBeLessThan(tolerance);
    });
  });

  test('cam follower at 358 rpm', () => {
    const reference = readReference('cam-358rpm-h100us.csv');
    const run = simulate(camFollower(358, 5), 1e-4);
    const t = reference.column('t');
    expect(worstDifference(run, (k) => run.x[k]![0]!, t, reference.column('u_hat'))).toBeLessThan(tolerance);
    expect(worstDifference(run, (k) => run.x[k]![1]!, t, reference.column('v_hat'))).toBeLessThan(tolerance);
  });
});
