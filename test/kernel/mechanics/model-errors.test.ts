/** Mechanical models that make no sense are refused with object and value. */
import { describe, expect, test } from 'vitest';
import { fixedVelocities } from '../../../src/kernel/modeling/systems/boundary-condition.js';
import { EqualityConditionNSL } from '../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LagrangianDS } from '../../../src/kernel/modeling/systems/lagrangian-ds.js';
import {
  LagrangianLinearDiagonalDS,
  LagrangianLinearTIDS,
} from '../../../src/kernel/modeling/systems/lagrangian-linear-tids.js';
import {
  LagrangianCompliantLinearTIR,
  LagrangianLinearTIR,
} from '../../../src/kernel/modeling/relations/lagrangian-linear-tir.js';
import { LagrangianRheonomousR } from '../../../src/kernel/modeling/relations/lagrangian-r.js';
import { NewtonEulerDS } from '../../../src/kernel/modeling/systems/newton-euler-ds.js';
import { NewtonEuler1DR } from '../../../src/kernel/modeling/relations/newton-euler-contact-r.js';
import { HingeJointR } from '../../../src/kernel/modeling/relations/newton-euler-joints.js';
import {
  NewtonImpactFrictionNSL,
  NewtonImpactNSL,
} from '../../../src/kernel/modeling/laws/newton-impact-nsl.js';
import { ModelError } from '../../../src/kernel/modeling/model-error.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { EventDriven } from '../../../src/kernel/simulation/event-driven/event-driven.js';
import { LagrangianFlow } from '../../../src/kernel/simulation/event-driven/mechanics/lagrangian-flow.js';
import { LCP } from '../../../src/kernel/simulation/problems/lcp.js';
import { MoreauJeanOSI } from '../../../src/kernel/simulation/integrators/moreau-jean-osi.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { ball, woodpecker } from './models.js';

const one = (value: number): Float64Array => Float64Array.of(value);
const zero = new Float64Array(6);
const upright = Float64Array.of(0, 0, 0, 1, 0, 0, 0);
const sphere = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

describe('the message names the object and the value', () => {
  test.each<readonly [() => unknown, string]>([
    [
      () => new LagrangianLinearTIDS(one(0), one(0), one(-2)),
      'LagrangianLinearTIDS: M(0,0) is -2; a mass or moment of inertia must be positive and finite',
    ],
    [
      () => new LagrangianLinearDiagonalDS(one(0), one(0), one(0)),
      'LagrangianLinearDiagonalDS: M(0,0) is 0; a mass or moment of inertia must be positive and finite',
    ],
    [
      () => new LagrangianLinearTIDS(zero.slice(0, 2), zero.slice(0, 2), Float64Array.of(1, 2, 2, 1)),
      'LagrangianLinearTIDS: M is not positive definite: with rows 0 to 1 its least pivot is -3; some motion would have no kinetic energy',
    ],
    [
      () => new NewtonEulerDS(upright, zero, -1, sphere),
      'NewtonEulerDS: the mass is -1 kg; it must be positive and finite',
    ],
    [
      () => new NewtonEulerDS(upright, zero, 1, Float64Array.of(1, 0.5, 0, 0, 1, 0, 0, 0, 1)),
      'NewtonEulerDS: inertia is not symmetric: inertia(1,0) is 0, inertia(0,1) is 0.5',
    ],
    [
      () => new NewtonEulerDS(Float64Array.of(0, 0, 0, 1, 1, 0, 0), zero, 1, sphere),
      `NewtonEulerDS: the quaternion (1, 1, 0, 0) of q0 has norm ${Math.SQRT2}; it must be 1`,
    ],
    [
      () => new NewtonImpactNSL(1.1),
      'NewtonImpactNSL: the coefficient of restitution e is 1.1; it must lie in [0, 1], from no rebound to no loss',
    ],
    [
      () => new NewtonImpactFrictionNSL(0.5, -0.1, 0.3, 2),
      'NewtonImpactFrictionNSL: the coefficient of restitution e_T is -0.1; it must lie in [0, 1], from no rebound to no loss',
    ],
    [
      () => new NewtonImpactFrictionNSL(0.5, 0, -0.3, 3),
      'NewtonImpactFrictionNSL: the coefficient of friction is -0.3; it must be 0 or positive, and finite',
    ],
    [
      () => new LagrangianLinearTIDS(one(0), one(0), one(1), { boundary: fixedVelocities([1]) }),
      'LagrangianLinearTIDS: the boundary condition prescribes velocity 1; there are 1 of them, from 0 on',
    ],
    [
      () => new LagrangianCompliantLinearTIR(2, zero.slice(0, 2), one(1)),
      'LagrangianCompliantLinearTIR: D has 1 entries; a compliance of 2 rows has 4',
    ],
    [
      () => new HingeJointR(1, one(0), one(0), one(0), one(0)),
      'HingeJointR: a1 has 1 entries; it must be 3 x 1, 3 entries row by row',
    ],
    [() => new MoreauJeanOSI(1.5), 'MoreauJeanOSI: theta is 1.5; it must lie in [0, 1]'],
    [
      () => new TimeStepping(ball(1), new TimeDiscretisation(0, 1e-3), new EulerMoreauOSI(0.5)),
      'EulerMoreauOSI cannot step with the LagrangianLinearTIR of interaction 0 and its NewtonImpactNSL; ' +
        'it takes first-order systems and laws without impact (mechanical systems have integrators of their own)',
    ],
    [
      () =>
        new TimeStepping(woodpecker(1), new TimeDiscretisation(0, 1e-3), new MoreauJeanOSI(0.5), new LCP()),
      'LCP: interaction 0 has Coulomb friction; leave the problem out of TimeStepping, or take FrictionContact',
    ],
  ])('%#', (make, message) => {
    expect(make).toThrow(new ModelError(message));
  });

  test('a callback that writes NaN is named with its time', () => {
    const system = new LagrangianDS(one(1), one(0), { FExt: (t, out) => (out[0] = t < 0.05 ? 1 : NaN) });
    const model = new NonSmoothDynamicalSystem(0, 1);
    model.insertDynamicalSystem(system);
    const run = new TimeStepping(model, new TimeDiscretisation(0, 0.1), new MoreauJeanOSI(0.5));
    expect(() => run.run()).toThrow('LagrangianDS: FExt(t, out, z) wrote NaN into entry 0 of 1 at t = 0.1 s');
  });

  test('a normal that is none and a mass that is none are named where they arise', () => {
    const body = new NewtonEulerDS(upright, zero, 1, sphere);
    const model = new NonSmoothDynamicalSystem(0, 1);
    model.insertDynamicalSystem(body);
    const contact = new NewtonEuler1DR(1, (_q, frame) => frame.normal.set([0, 0, 2]));
    model.link(new Interaction(new NewtonImpactNSL(0), contact), body);
    const run = new TimeStepping(model, new TimeDiscretisation(0, 0.1), new MoreauJeanOSI(0.5));
    expect(() => run.run()).toThrow(
      'NewtonEuler1DR: the geometry wrote the normal (0, 0, 2) of length 2; it must be 1',
    );
    const bad = { mass: (_q: Float64Array, out: Float64Array) => void out.fill(NaN) };
    expect(() => new LagrangianDS(one(3), one(0), bad)).toThrow(
      'LagrangianDS: mass(q, out, z) wrote NaN into entry 0 of 1 at q = [3]',
    );
  });

  test('a mass that turns negative on the way is named with its place', () => {
    const mass = (q: Float64Array, out: Float64Array): void => void (out[0] = 1 - q[0]!);
    const model = new NonSmoothDynamicalSystem(0, 2);
    model.insertDynamicalSystem(new LagrangianDS(one(0), one(1), { mass }));
    for (const run of [byStep, byEvents]) {
      expect(() => run(model)).toThrow(
        /^LagrangianDS: M\(0,0\) is (0|-.*) at q = \[.*\]; a mass or moment of inertia must be positive and finite$/,
      );
    }
  });

  const drive = (speed: number): LagrangianRheonomousR =>
    new LagrangianRheonomousR(1, 1, {
      h: (t, q, y) => (y[0] = q[0]! - speed * t),
      H: (_t, _q, H) => (H[0] = 1),
      hDot: (_t, _q, y) => (y[0] = -speed),
    });

  /** A mass that is tied to the ground, and to a support that moves. */
  function tied(speed: number): NonSmoothDynamicalSystem {
    const mass = new LagrangianLinearTIDS(one(0), one(0), one(1));
    const model = new NonSmoothDynamicalSystem(0, 1);
    model.insertDynamicalSystem(mass);
    model.link(new Interaction(new EqualityConditionNSL(1), new LagrangianLinearTIR(1, one(1))), mass);
    model.link(new Interaction(new EqualityConditionNSL(1), drive(speed)), mass);
    return model;
  }

  test('joints that contradict each other are named with their velocities; redundant ones are none', () => {
    const named =
      "row 0 of the LagrangianLinearTIR of interaction 0 (y' = 0 without it), " +
      "row 0 of the LagrangianRheonomousR of interaction 1 (y' = -1 without it) contradict each other";
    expect(() => byStep(tied(1))).toThrow(named);
    expect(() => byEvents(tied(1))).toThrow(named.replaceAll(' without it', ''));
    expect(Math.abs(byStep(tied(0)).x[0]!)).toBeLessThan(1e-12);
    expect(Math.abs(byEvents(tied(0)).x[0]!)).toBeLessThan(1e-12);
  });

  test('a mass that is squeezed between a floor and a falling ceiling has nowhere to go', () => {
    const mass = new LagrangianLinearTIDS(one(0.5), one(0), one(1));
    const model = new NonSmoothDynamicalSystem(0, 1);
    model.insertDynamicalSystem(mass);
    model.link(new Interaction(new NewtonImpactNSL(0), new LagrangianLinearTIR(1, one(1))), mass);
    const ceiling = new LagrangianRheonomousR(1, 1, {
      h: (t, q, y) => (y[0] = 1 - 2 * t - q[0]!),
      H: (_t, _q, H) => (H[0] = -1),
      hDot: (_t, _q, y) => (y[0] = -2),
    });
    model.link(new Interaction(new NewtonImpactNSL(0), ceiling), mass);
    const named =
      /row 0 of the LagrangianLinearTIR of interaction 0 .*, row 0 of the LagrangianRheonomousR of interaction 1 .* contradict each other/;
    expect(() => byStep(model)).toThrow(named);
    expect(() => byEvents(model)).toThrow(named);
  });

  test('events do not begin where a constraint is violated', () => {
    expect(() => byEvents(ball(1, 0.5, -0.1))).toThrow(
      'LagrangianFlow: row 0 of the LagrangianLinearTIR of interaction 0 is violated at the start: y = -0.1; choose q0 so that',
    );
  });
});

function byStep(model: NonSmoothDynamicalSystem): TimeStepping {
  const run = new TimeStepping(model, new TimeDiscretisation(0, 0.1), new MoreauJeanOSI(0.5));
  run.run();
  return run;
}

function byEvents(model: NonSmoothDynamicalSystem): LagrangianFlow {
  const flow = new LagrangianFlow(model, { evtol: 1e-12 });
  new EventDriven(flow, 0, model.T).run();
  return flow;
}
