/** Projection onto constraints: what holds at every point of a run, what it leaves alone, and what it refuses. */
import { describe, expect, it, test } from 'vitest';
import { EqualityConditionNSL } from '../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LagrangianLinearTIDS } from '../../../src/kernel/modeling/systems/lagrangian-linear-tids.js';
import { LagrangianLinearTIR } from '../../../src/kernel/modeling/relations/lagrangian-linear-tir.js';
import { LagrangianScleronomousR } from '../../../src/kernel/modeling/relations/lagrangian-r.js';
import { NewtonEuler3DR } from '../../../src/kernel/modeling/relations/newton-euler-contact-r.js';
import { NewtonEulerDS } from '../../../src/kernel/modeling/systems/newton-euler-ds.js';
import { PivotJointR } from '../../../src/kernel/modeling/relations/newton-euler-joints.js';
import { NewtonImpactFrictionNSL } from '../../../src/kernel/modeling/laws/newton-impact-nsl.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { MoreauJeanOSI } from '../../../src/kernel/simulation/integrators/moreau-jean-osi.js';
import type { ProjectionOptions } from '../../../src/kernel/simulation/newton/projected-step.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { rotationMatrix } from '../../../src/numerics/quaternion.js';
import { measuredOrder } from '../../suites/one-step-integrator-suite.js';
import { ball, beads, gravity } from './models.js';

const tolerance = 1e-10;
const kinds = ['direct', 'combined'] as const;
const metrics = ['kinetic', 'velocities', 'coordinates'] as const;

/** Runs a model and shows every point. */
function each(
  model: NonSmoothDynamicalSystem,
  h: number,
  projection: ProjectionOptions | undefined,
  see: (run: TimeStepping) => void = () => undefined,
): TimeStepping {
  const options = projection && { projection };
  const grid = new TimeDiscretisation(0, h);
  const run = new TimeStepping(model, grid, new MoreauJeanOSI(0.5), undefined, options);
  while (run.hasNextEvent()) {
    run.computeOneStep();
    run.nextStep();
    see(run);
  }
  return run;
}

function lowest(model: NonSmoothDynamicalSystem, projection?: ProjectionOptions, h = 1e-2): number {
  let least = Infinity;
  each(model, h, projection, () => {
    for (const { interaction } of model.links) least = Math.min(least, ...interaction.y);
  });
  return least;
}

describe('contacts', () => {
  test.each(kinds)('%s: nothing goes below the floor, nor through each other', (kind) => {
    for (const model of [() => ball(3, 0.9), () => ball(3, 0), () => beads(5, 2)]) {
      expect(lowest(model())).toBeLessThan(-1e-3);
      expect(lowest(model(), { kind })).toBeGreaterThanOrEqual(-tolerance);
    }
  });

  it('combined: what the step brings to the floor leaves it in the same step', () => {
    const approaching = (kind: 'direct' | 'combined'): number => {
      let worst = 0;
      each(ball(3, 0.8), 1e-2, { kind }, ({ x }) => {
        if (x[0]! <= tolerance) worst = Math.min(worst, x[1]!);
      });
      return worst;
    };
    expect(approaching('direct')).toBeLessThan(-1);
    expect(approaching('combined')).toBeGreaterThanOrEqual(0);
  });

  test.each(kinds)('%s: order 1 across impacts, and the floor carries what came to rest', (kind) => {
    const t1 = Math.sqrt(2 / gravity);
    const after = 0.9 * gravity * t1 * (0.6 - t1) - (gravity * (0.6 - t1) ** 2) / 2;
    for (const h of [1e-2, 1e-3]) {
      const error = Math.abs(each(ball(0.6), h, { kind }).x[0]! - after);
      // The impact falls anywhere within its step: below h times the change of velocity.
      expect(error).toBeLessThan(h * 1.9 * gravity * t1);
    }
    // What is left of the bounces is lower than one step's fall, and the floor carries the weight.
    const h = 1e-3;
    let [impulse, highest] = [0, 0];
    const { x } = each(ball(5, 0.5), h, { kind }, (run) => {
      if (run.t <= 4) return;
      impulse += run.lambda[0]!;
      highest = Math.max(highest, run.x[0]!);
    });
    expect(highest).toBeLessThan(gravity * h * h);
    expect(Math.abs(impulse - gravity)).toBeLessThan(2 * gravity * h);
    expect(Math.abs(x[1]!)).toBeLessThanOrEqual(gravity * h * (1 + 1e-9));
  });

  test.each(kinds)('%s: a ball with friction rolls on the floor, not in it', (kind) => {
    const [R, I] = [0.1, 0.4 * 0.01];
    const q0 = Float64Array.of(0, 0, 0.3, 1, 0, 0, 0);
    const rolling = new NewtonEulerDS(
      ...([q0, Float64Array.of(1, 0, 0, 0, 0, 0), 1, Float64Array.of(I, 0, 0, 0, I, 0, 0, 0, I)] as const),
      { fExt: Float64Array.of(0, 0, -gravity) },
    );
    const model = new NonSmoothDynamicalSystem(0, 1.5);
    model.insertDynamicalSystem(rolling);
    const floor = new NewtonEuler3DR(1, (q, frame) => {
      frame.gap = q[2]! - R;
      frame.normal.set([0, 0, 1]);
      frame.point1.set([q[0]!, q[1]!, q[2]! - R]);
      frame.point2.set([q[0]!, q[1]!, 0]);
    });
    model.link(new Interaction(new NewtonImpactFrictionNSL(0, 0, 0.3, 3), floor), rolling);
    const run = each(model, 5e-3, { kind }, ({ x }) => {
      expect(x[2]! - R).toBeGreaterThanOrEqual(-tolerance);
      expect(Math.abs(Math.hypot(...x.subarray(3, 7)) - 1)).toBeLessThan(4e-16);
    });
    // Momentum about the point of contact is kept: 5/7 of the speed, whatever the impact was.
    expect(run.x[7]).toBeCloseTo(5 / 7, 9);
  });
});

const arm = 0.4;

/** A heavy top that hangs from a pivot `arm` above its centre, thrown sideways. */
function hanging(T: number, pivots = 1): NonSmoothDynamicalSystem {
  const body = new NewtonEulerDS(
    Float64Array.of(arm, 0, 0, 1, 0, 0, 0),
    Float64Array.of(0, 1, 0, 0, 0, 1 / arm),
    2,
    Float64Array.of(0.02, 0, 0, 0, 0.03, 0, 0, 0, 0.04),
    { fExt: Float64Array.of(0, 0, -2 * gravity) },
  );
  const model = new NonSmoothDynamicalSystem(0, T);
  model.insertDynamicalSystem(body);
  for (let k = 0; k < pivots; k++) {
    const pivot = new PivotJointR(1, Float64Array.of(-arm, 0, 0), new Float64Array(3));
    model.link(new Interaction(new EqualityConditionNSL(3), pivot), body);
  }
  return model;
}

/** Distance of the body's point from the pivot. */
function drift(x: Float64Array): number {
  const R = new Float64Array(9);
  rotationMatrix(x, R, 3);
  return Math.hypot(...[0, 1, 2].map((i) => x[i]! - arm * R[3 * i]!));
}

describe('joints', () => {
  test.each(metrics)('do not drift and keep quaternions unit: metric %s', (metric) => {
    let [worst, norm] = [0, 0];
    each(hanging(1), 1e-2, { kind: 'direct', metric }, ({ x }) => {
      worst = Math.max(worst, drift(x));
      norm = Math.max(norm, Math.abs(Math.hypot(...x.subarray(3, 7)) - 1));
    });
    expect(worst).toBeLessThan(Math.sqrt(3) * tolerance);
    expect(norm).toBeLessThan(4e-16);
    expect(drift(each(hanging(1), 1e-2, undefined).x)).toBeGreaterThan(1e-5);
  });

  test.each(metrics)('leave the scheme its order, 1 where reactions act: metric %s', (metric) => {
    const at = (h: number, projection?: ProjectionOptions): Float64Array =>
      each(hanging(0.25), h, projection).x;
    const distance = (a: Float64Array, b: Float64Array): number => Math.hypot(...a.map((x, k) => x - b[k]!));
    const exact = at(1 / 4096);
    const error = (h: number): number => distance(at(h, { kind: 'direct', metric }), exact);
    expect(Math.abs(measuredOrder(error, 1 / 256) - 1)).toBeLessThan(0.15);
    // What the corrections change is of the order of the drift, h^2, smaller than the error.
    expect(error(1 / 256)).toBeLessThan(1.05 * distance(at(1 / 256), exact));
  });

  it('that are redundant go on as one', () => {
    const [one, two] = [1, 2].map((pivots) => each(hanging(1, pivots), 1e-2, { kind: 'combined' }).x);
    // The same corrections, in other sums.
    two!.forEach((value, k) => expect(Math.abs(value - one![k]!)).toBeLessThan(1e-8));
    expect(drift(two!)).toBeLessThan(Math.sqrt(3) * tolerance);
  });

  it('two masses on a rod: their centre moves uniformly, the rod keeps its length', () => {
    const model = new NonSmoothDynamicalSystem(0, 3);
    const systems = [
      new LagrangianLinearTIDS(new Float64Array(2), Float64Array.of(0, -3), Float64Array.of(1, 0, 0, 1)),
      new LagrangianLinearTIDS(Float64Array.of(1, 0), Float64Array.of(0.5, 2), Float64Array.of(3, 0, 0, 3)),
    ] as const;
    for (const system of systems) model.insertDynamicalSystem(system);
    const rod = new LagrangianScleronomousR(1, [2, 2], {
      h: (q, y) => (y[0] = (q[2]! - q[0]!) ** 2 + (q[3]! - q[1]!) ** 2 - 1),
      H: (q, H) => {
        const [a, b] = [2 * (q[2]! - q[0]!), 2 * (q[3]! - q[1]!)];
        H.set([-a, -b, a, b]);
      },
    });
    // 0.5 along the rod would tear it: the first step takes that away, and momentum stays (1.5, 3).
    model.link(new Interaction(new EqualityConditionNSL(1), rod), ...systems);
    each(model, 1e-2, { kind: 'direct' }, ({ x, t }) => {
      expect(Math.abs(Math.hypot(x[4]! - x[0]!, x[5]! - x[1]!) - 1)).toBeLessThan(tolerance);
      expect(Math.abs((x[0]! + 3 * x[4]!) / 4 - (0.75 + (1.5 * t) / 4))).toBeLessThan(1e-12);
      expect(Math.abs((x[1]! + 3 * x[5]!) / 4 - (3 * t) / 4)).toBeLessThan(1e-12);
    });
  });
});

describe('what makes no sense is refused', () => {
  const one = (value: number): Float64Array => Float64Array.of(value);

  it('constraints that contradict each other are named with their values', () => {
    const mass = new LagrangianLinearTIDS(one(0), one(0), one(1));
    const model = new NonSmoothDynamicalSystem(0, 1);
    model.insertDynamicalSystem(mass);
    for (const e of [0, -1]) {
      const tie = new LagrangianLinearTIR(1, one(1), { e: one(e) });
      model.link(new Interaction(new EqualityConditionNSL(1), tie), mass);
    }
    expect(() => each(model, 0.1, { kind: 'direct' })).toThrow(
      /^projection: no positions were found at t = 0.1 s that meet all constraints \(row 0 of the LagrangianLinearTIR of interaction 0: y = .*; row 0 of the LagrangianLinearTIR of interaction 1: y = .*they contradict each other/,
    );
    expect(mass.x0).toEqual(Float64Array.of(0, 0));
  });

  test.each<readonly [object, string]>([
    [{ kind: 'other' }, 'projection: kind is other; it must be direct or combined'],
    [
      { kind: 'direct', metric: 'flat' },
      'projection: metric is flat; it must be kinetic or velocities or coordinates',
    ],
    [{ kind: 'direct', tolerance: 0 }, 'projection: tolerance is 0; it must be positive and finite'],
    [{ kind: 'direct', tol: 1 }, 'projection: there is no option tol'],
  ])('%#', (options, message) => {
    expect(() => each(ball(1), 0.1, options as ProjectionOptions)).toThrow(message);
  });

  it('a model without contacts has nothing to project', () => {
    const model = new NonSmoothDynamicalSystem(0, 1);
    model.insertDynamicalSystem(new LagrangianLinearTIDS(one(0), one(0), one(1)));
    expect(() => each(model, 0.1, { kind: 'direct' })).toThrow(
      'projection: the model has no contact or joint',
    );
  });
});
