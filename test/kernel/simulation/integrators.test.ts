/** One integrator a system, several in one simulation: what the contracts carry, held to closed forms. */
import { describe, expect, test } from 'vitest';
import { EqualityConditionNSL } from '../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import type { Relation, RelationLinearization } from '../../../src/kernel/modeling/relations/relation.js';
import { RelayNSL } from '../../../src/kernel/modeling/laws/relay-nsl.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import type { Integrators } from '../../../src/kernel/simulation/integrators/integrator-assignment.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import {
  ImpactLaw,
  OneCoordinate,
  PositionScheme,
  SumOfCoordinates,
  VelocityScheme,
} from '../mechanical-fixture.js';

const g = 9.81;
const falling = (q0: number, v0 = 0): OneCoordinate => new OneCoordinate(q0, v0, () => [-g, 0, 0]);

function withFloor(T: number, ball: OneCoordinate, e: number): NonSmoothDynamicalSystem {
  const nsds = new NonSmoothDynamicalSystem(0, T);
  nsds.insertDynamicalSystem(ball);
  nsds.link(new Interaction(new ImpactLaw(e), new SumOfCoordinates([1])), ball);
  return nsds;
}

function simulate(nsds: NonSmoothDynamicalSystem, h: number, osi: Integrators): TimeStepping {
  return new TimeStepping(nsds, new TimeDiscretisation(0, h), osi);
}

/** Height of a ball from 1 m after its first impact, e = 1/2, in closed form. */
function bounceHeight(t: number): number {
  const t1 = Math.sqrt(2 / g);
  const v = (g * t1) / 2;
  return v * (t - t1) - (g * (t - t1) ** 2) / 2;
}

describe('a bouncing ball', () => {
  test.each([
    ['at the level of velocities', new VelocityScheme()],
    ['at the level of positions', new PositionScheme()],
  ])('falls, loses half its velocity and rises, %s', (_, osi) => {
    const error = (h: number): number => {
      const run = simulate(withFloor(0.7, falling(1), 0.5), h, osi);
      run.run();
      return Math.abs(run.x[0]! - bounceHeight(0.7));
    };
    // The impact is taken within a step: order 1, about v h (1 + e).
    expect(error(1e-3)).toBeLessThan(7e-3);
    expect(error(1e-4)).toBeLessThan(7e-4);
  });

  test('comes to rest and the impulse of a step is then m g h', () => {
    const run = simulate(withFloor(3, falling(1), 0.5), 1e-3, new VelocityScheme());
    run.run();
    expect(Math.abs(run.x[1]!)).toBeLessThan(1e-12);
    expect(run.lambda[0]).toBeCloseTo(g * 1e-3, 12);
  });

  test('two bodies that collide exchange their velocities (equal masses, e = 1)', () => {
    const free = (q: number, v: number): OneCoordinate => new OneCoordinate(q, v, () => [0, 0, 0]);
    const [left, right] = [free(0, 3), free(1, 1)];
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    nsds.insertDynamicalSystem(left);
    nsds.insertDynamicalSystem(right);
    nsds.link(new Interaction(new ImpactLaw(1), new SumOfCoordinates([-1, 1])), left, right);
    const run = simulate(nsds, 1e-2, new VelocityScheme());
    run.run();
    expect(run.x[1]).toBeCloseTo(1, 12);
    expect(run.x[3]).toBeCloseTo(3, 12);
  });
});

test('a nonlinear pendulum keeps its energy to the order of the mid-point rule', () => {
  const pendulum = new OneCoordinate(1, 0, (_t, q) => [-Math.sin(q), -Math.cos(q), 0]);
  const drift = (h: number): number => {
    const nsds = new NonSmoothDynamicalSystem(0, 10);
    nsds.insertDynamicalSystem(pendulum);
    const run = simulate(nsds, h, new VelocityScheme());
    run.run();
    const [q, v] = [run.x[0]!, run.x[1]!];
    return Math.abs(v ** 2 / 2 - Math.cos(q) + Math.cos(1));
  };
  expect(drift(0.02) / drift(0.01)).toBeGreaterThan(3.5);
});

/** A machine: emf K v in the circuit L i' = -R i + u + r1, force K i on the rotor; y = lambda_1 + K v, lambda_2 - K i. */
class MachineRelation implements Relation {
  readonly name = 'MachineRelation';
  readonly n = 3;
  readonly equations = 2;
  readonly m = 2;
  readonly z = new Float64Array(0);
  readonly couplesStates = false;
  readonly notes = [];

  constructor(readonly K: number) {}

  linearize(_t: number, x: Float64Array, lambda: Float64Array, out: RelationLinearization): void {
    const [i, v] = [x[0]!, x[2]!];
    out.y.set([lambda[0]! + this.K * v, lambda[1]! - this.K * i]);
    out.C.set([0, 0, this.K, -this.K, 0, 0]);
    out.D.set([1, 0, 0, 1]);
    out.B.set([1, 0, 0, 1]);
    out.K.fill(0);
    out.r.set(lambda);
  }
}

describe('a circuit and a rotor in one one-step problem', () => {
  const [R, L, K, J, d, u] = [1, 0.1, 2, 0.05, 0.3, 10];
  const machine = (T: number): readonly [NonSmoothDynamicalSystem, Integrators] => {
    const circuit = new FirstOrderLinearDS(Float64Array.of(0), Float64Array.of(-R), {
      M: Float64Array.of(L),
      b: Float64Array.of(u),
    });
    const rotor = new OneCoordinate(0, 0, (_t, _q, v) => [-d * v, 0, -d], J);
    const nsds = new NonSmoothDynamicalSystem(0, T);
    nsds.insertDynamicalSystem(circuit);
    nsds.insertDynamicalSystem(rotor);
    nsds.link(new Interaction(new EqualityConditionNSL(2), new MachineRelation(K)), circuit, rotor);
    return [
      nsds,
      new Map<typeof circuit | typeof rotor, EulerMoreauOSI | VelocityScheme>([
        [circuit, new EulerMoreauOSI(1, 1)],
        [rotor, new VelocityScheme(1)],
      ]),
    ];
  };

  test('moves as the same machine written as one first-order system', () => {
    const h = 1e-3;
    const [nsds, osi] = machine(0.3);
    const coupled = simulate(nsds, h, osi);
    coupled.run();
    const whole = new FirstOrderLinearDS(Float64Array.of(0, 0), Float64Array.of(-R, -K, K, -d), {
      M: Float64Array.of(L, 0, 0, J),
      b: Float64Array.of(u, 0),
    });
    const reference = new NonSmoothDynamicalSystem(0, 0.3);
    reference.insertDynamicalSystem(whole);
    const single = simulate(reference, h, new EulerMoreauOSI(1, 1));
    single.run();
    // Both are backward Euler of the same equations.
    expect(Math.abs(coupled.x[0]! - single.x[0]!)).toBeLessThan(1e-10);
    expect(Math.abs(coupled.x[2]! - single.x[1]!)).toBeLessThan(1e-10);
  });

  test('ends at the stationary speed u K / (K^2 + R d)', () => {
    const [nsds, osi] = machine(5);
    const run = simulate(nsds, 1e-2, osi);
    run.run();
    expect(run.x[2]).toBeCloseTo((u * K) / (K ** 2 + R * d), 10);
  });
});

test('dry friction, a relay on a velocity, stops a mass at v0 / mu g in closed form', () => {
  const mass = new OneCoordinate(0, 1, () => [0, 0, 0], 2);
  const nsds = new NonSmoothDynamicalSystem(0, 1);
  nsds.insertDynamicalSystem(mass);
  nsds.link(new Interaction(new RelayNSL(1, -4, 4), new SumOfCoordinates([1])), mass);
  const run = simulate(nsds, 1e-3, new VelocityScheme());
  run.run();
  // v' = -F/m = -2: at rest after .5 s and v0^2 / (2 F/m) = .25 m.
  expect(run.x[0]).toBeCloseTo(0.25, 6);
  expect(Math.abs(run.x[1]!)).toBeLessThan(1e-14);
});

test('two first-order systems under schemes of their own converge to the solution of both', () => {
  const end = (h: number): number => {
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    const a = new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1));
    const b = new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-2));
    nsds.insertDynamicalSystem(a);
    nsds.insertDynamicalSystem(b);
    const run = simulate(
      nsds,
      h,
      new Map([
        [a, new EulerMoreauOSI(0.5, 1)],
        [b, new EulerMoreauOSI(1, 1)],
      ]),
    );
    run.run();
    const [x0, x1] = [run.x[0]!, run.x[1]!];
    // Trapezoidal and implicit steps of x' = a x in closed form.
    expect(x0).toBeCloseTo(((1 - h / 2) / (1 + h / 2)) ** Math.round(1 / h), 12);
    return x1;
  };
  expect(end(0.1)).toBeCloseTo(1.2 ** -10, 12);
});

describe('refused by name', () => {
  test('a system that an integrator does not know', () => {
    expect(() => simulate(withFloor(1, falling(1), 0.5), 0.1, new EulerMoreauOSI(1, 1))).toThrow(
      'EulerMoreauOSI cannot step with the SumOfCoordinates of interaction 0 and its ImpactLaw; it takes first-order ' +
        'systems and laws without impact (mechanical systems have integrators of their own)',
    );
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    nsds.insertDynamicalSystem(falling(1));
    expect(() => {
      simulate(nsds, 0.1, new EulerMoreauOSI(1, 1)).run();
    }).toThrow(
      'EulerMoreauOSI cannot step OneCoordinate (system 0 of the model); it takes first-order systems',
    );
  });

  test('a contact between bodies whose integrators state it at different levels', () => {
    const [a, b] = [falling(1), falling(2)];
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    nsds.insertDynamicalSystem(a);
    nsds.insertDynamicalSystem(b);
    nsds.link(new Interaction(new ImpactLaw(0.5), new SumOfCoordinates([-1, 1])), a, b);
    const osi = new Map<OneCoordinate, VelocityScheme | PositionScheme>([
      [a, new VelocityScheme()],
      [b, new PositionScheme()],
    ]);
    expect(() => simulate(nsds, 0.1, osi)).toThrow(
      'VelocityScheme and PositionScheme state the law of the SumOfCoordinates of interaction 0 at different levels or ' +
        'times; systems that interact need integrators that agree: give all of them the same',
    );
  });

  test('a system without an integrator, an integrator without its system', () => {
    const [a, b] = [falling(1), falling(2)];
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    nsds.insertDynamicalSystem(a);
    expect(() => simulate(nsds, 0.1, new Map())).toThrow(
      'OneCoordinate (system 0 of the model) has no integrator; give one for every system, or one for all',
    );
    expect(() => simulate(nsds, 0.1, new Map([[b, new VelocityScheme()]]))).toThrow(
      'VelocityScheme: it is to step a OneCoordinate that was not inserted into the model',
    );
  });

  test('a reaction of another size than the equations', () => {
    const ball = falling(1);
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    nsds.insertDynamicalSystem(ball);
    const relation = Object.assign(new SumOfCoordinates([1]), { equations: 2 });
    expect(() => {
      nsds.link(new Interaction(new ImpactLaw(1), relation), ball);
    }).toThrow(
      'NonSmoothDynamicalSystem: the reaction of SumOfCoordinates has 2 entries, the linked systems have 1 equations',
    );
  });
});
