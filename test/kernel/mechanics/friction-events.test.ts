/** Friction by events in the plane: sticking and sliding in closed forms, coupled contacts, impacts, and what has no solution. */
import { describe, expect, it, test } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LagrangianDS } from '../../../src/kernel/modeling/systems/lagrangian-ds.js';
import { LagrangianLinearTIDS } from '../../../src/kernel/modeling/systems/lagrangian-linear-tids.js';
import { LagrangianLinearTIR } from '../../../src/kernel/modeling/relations/lagrangian-linear-tir.js';
import {
  LagrangianRheonomousR,
  LagrangianScleronomousR,
} from '../../../src/kernel/modeling/relations/lagrangian-r.js';
import { NewtonEuler3DR } from '../../../src/kernel/modeling/relations/newton-euler-contact-r.js';
import { NewtonEulerDS } from '../../../src/kernel/modeling/systems/newton-euler-ds.js';
import {
  NewtonImpactFrictionNSL,
  NewtonImpactNSL,
} from '../../../src/kernel/modeling/laws/newton-impact-nsl.js';
import type { NonSmoothLaw } from '../../../src/kernel/modeling/laws/nonsmooth-law.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { RelayNSL } from '../../../src/kernel/modeling/laws/relay-nsl.js';
import { EventDriven } from '../../../src/kernel/simulation/event-driven/event-driven.js';
import { EventDrivenFailure } from '../../../src/kernel/simulation/event-driven/event-driven-failure.js';
import { LagrangianFlow } from '../../../src/kernel/simulation/event-driven/mechanics/lagrangian-flow.js';
import { MoreauJeanOSI } from '../../../src/kernel/simulation/integrators/moreau-jean-osi.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { gravity, woodpecker } from './models.js';

interface Run {
  readonly x: Float64Array;
  readonly lambda: Float64Array;
  /** Times of changes of mode after the start. */
  readonly times: readonly number[];
}

function run(model: NonSmoothDynamicalSystem, T = model.T): Run {
  const flow = new LagrangianFlow(model, { evtol: 1e-12 * T, reltol: 1e-12, abstol: 1e-14 });
  const times: number[] = [];
  new EventDriven(flow, 0, T).run({
    event: ({ kind, time }) => void (kind === 'mode' && time > 0 && times.push(time)),
  });
  return { x: flow.x, lambda: flow.lambda, times };
}

const values = (...given: number[]): Float64Array => Float64Array.from(given);

/** Rows of a plane contact, [normal, tangential], over the coordinates of the linked systems. */
function plane(
  T: number,
  systems: readonly LagrangianDS[],
  contacts: readonly {
    readonly law: NonSmoothLaw;
    readonly H: readonly number[];
    readonly e?: readonly number[];
    readonly of?: readonly number[];
  }[],
): NonSmoothDynamicalSystem {
  const model = new NonSmoothDynamicalSystem(0, T);
  for (const system of systems) model.insertDynamicalSystem(system);
  for (const { law, H, e, of = [0] } of contacts) {
    const linked = of.map((k) => systems[k]!);
    const relation = new LagrangianLinearTIR(law.size, Float64Array.from(H), {
      coordinates: linked.map(({ coordinates }) => coordinates),
      ...(e && { e: Float64Array.from(e) }),
    });
    model.link(new Interaction(law, relation), ...linked);
  }
  return model;
}

/** A block of mass m at (height 0, x0) with the horizontal velocity v0 and force f(t). */
function block(m: number, x0: number, v0: number, force: (t: number) => number, K = 0): LagrangianLinearTIDS {
  return new LagrangianLinearTIDS(values(0, x0), values(0, v0), values(m, 0, 0, m), {
    FExt: (t, F) => F.set([-m * gravity, force(t)]),
    ...(K > 0 && { K: values(0, 0, 0, K) }),
  });
}

const floor = [1, 0, 0, 1];
const coulomb = (mu: number, e = 0): NonSmoothLaw => new NewtonImpactFrictionNSL(e, 0, mu, 2);

describe('one contact', () => {
  it('a braked mass stops at v0 / (mu g), after v0^2 / (2 mu g), and stays', () => {
    for (const v0 of [1, -3]) {
      const { x, times, lambda } = run(
        plane(2, [block(2, 0, v0, () => 0)], [{ law: coulomb(0.25), H: floor }]),
      );
      expect(Math.abs(times[0]! - Math.abs(v0) / (0.25 * gravity))).toBeLessThan(1e-12);
      expect(Math.abs(x[1]! - (v0 * Math.abs(v0)) / (2 * 0.25 * gravity))).toBeLessThan(1e-12);
      expect(Math.abs(x[3]!)).toBeLessThan(1e-14);
      expect(lambda[0]).toBeCloseTo(2 * gravity, 12);
      expect(Math.abs(lambda[1]!)).toBeLessThan(1e-12);
    }
  });

  it('a slider lets go where the force reaches mu m g, and is held again', () => {
    // F = 5 sin t, m = 1, mu g = 3: slides from asin 0.6, m v = 5 (cos t1 - cos t) - 3 (t - t1) until v = 0, held: |F| < 3.
    const [t1, weight] = [Math.asin(0.6), 3 / gravity];
    const velocity = (t: number): number => 5 * (Math.cos(t1) - Math.cos(t)) - 3 * (t - t1);
    let [low, high] = [t1 + 1, 4];
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      if (velocity(middle) > 0) low = middle;
      else high = middle;
    }
    const model = plane(3.7, [block(1, 0, 0, (t) => 5 * Math.sin(t))], [{ law: coulomb(weight), H: floor }]);
    const { x, times } = run(model);
    expect(times).toHaveLength(2);
    expect(Math.abs(times[0]! - t1)).toBeLessThan(1e-9);
    expect(Math.abs(times[1]! - low)).toBeLessThan(1e-9);
    const way = 5 * (Math.cos(t1) * (low - t1) - Math.sin(low) + Math.sin(t1)) - (3 * (low - t1) ** 2) / 2;
    expect(Math.abs(x[1]! - way)).toBeLessThan(1e-9);
  });

  test.each(['contact', 'relay'])('a spring and a %s: half waves that lose 2 mu g / w^2 each', (kind) => {
    // w = 10, d = mu m g / k = 0.05: from 0.52 turning points -0.42, 0.32, -0.22, 0.12, -0.02, where the spring is too weak.
    const d = 0.05;
    const model =
      kind === 'contact'
        ? plane(3, [block(1, 0.52, 0, () => 0, 100)], [{ law: coulomb((100 * d) / gravity), H: floor }])
        : plane(
            3,
            [block(1, 0.52, 0, () => 0, 100)],
            [
              { law: new NewtonImpactNSL(0), H: [1, 0] },
              { law: new RelayNSL(1, -100 * d, 100 * d), H: [0, 1] },
            ],
          );
    const { x, times } = run(model);
    expect(times).toHaveLength(5);
    times.forEach((time, k) => expect(Math.abs(time - ((k + 1) * Math.PI) / 10)).toBeLessThan(1e-9));
    expect(Math.abs(x[1]! + 0.02)).toBeLessThan(1e-10);
    expect(Math.abs(x[3]!)).toBeLessThan(1e-12);
  });

  it('a belt: slip, stick, slip of an oscillator in closed form', () => {
    // w = 10, d = mu g / w^2 = 0.05, belt V = 0.3. From (d + A, 0): x = d + A cos wt; v = V where sin wt = -V / (A w).
    const [w, d, V, A] = [10, 0.05, 0.3, 0.09];
    const oscillator = block(1, d + A, 0, () => 0, w * w);
    const model = new NonSmoothDynamicalSystem(0, 1.2);
    model.insertDynamicalSystem(oscillator);
    const belt = new LagrangianRheonomousR(2, 2, {
      h: (t, q, y) => y.set([q[0]!, q[1]! - V * t]),
      H: (_t, _q, H) => H.set(floor),
      hDot: (_t, _q, y) => y.set([0, -V]),
    });
    model.link(new Interaction(coulomb((w * w * d) / gravity), belt), oscillator);
    const stick = (Math.PI + Math.asin(V / (A * w))) / w;
    const held = d + A * Math.cos(w * stick);
    const slip = stick + (d - held) / V;
    const { x, times } = run(model);
    expect(times).toHaveLength(2);
    expect(Math.abs(times[0]! - stick)).toBeLessThan(1e-9);
    expect(Math.abs(times[1]! - slip)).toBeLessThan(1e-9);
    expect(Math.abs(x[1]! - d - (V / w) * Math.sin(w * (1.2 - slip)))).toBeLessThan(1e-9);
    // Every 2 pi / w it grazes the speed of the belt, and goes on.
    const further = run(model, 2);
    expect(Math.abs(further.x[1]! - d - (V / w) * Math.sin(w * (2 - slip)))).toBeLessThan(1e-6);
  });
});

describe('several contacts', () => {
  /** A box of width 2 b and height 2 h on two feet, pushed at the height of its centre by c t. */
  function box(T: number, mu: number, c: number): NonSmoothDynamicalSystem {
    const [b, h] = [0.2, 0.5];
    const body = new LagrangianDS(values(0, 0, 0), values(0, 0, 0), {
      mass: values(1, 0, 0, 0, 1, 0, 0, 0, 0.1),
      FExt: (t, F) => F.set([c * t, -gravity, 0]),
    });
    const model = new NonSmoothDynamicalSystem(0, T);
    model.insertDynamicalSystem(body);
    for (const side of [-1, 1]) {
      // A foot at (side b, -h) of the body: height and horizontal place.
      const place = (q: Float64Array): readonly [number, number] => [
        side * b * Math.sin(q[2]!) - h * Math.cos(q[2]!),
        side * b * Math.cos(q[2]!) + h * Math.sin(q[2]!),
      ];
      const foot = new LagrangianScleronomousR(2, 3, {
        h: (q, y) => y.set([q[1]! + h + place(q)[0], q[0]! + place(q)[1]]),
        H: (q, H) => {
          const [up, along] = place(q);
          H.set([0, 1, along, 1, 0, -up]);
        },
      });
      model.link(new Interaction(coulomb(mu), foot), body);
    }
    return model;
  }

  it('a box on two feet, which share what is not determined, slides on both at mu m g', () => {
    const [mu, c] = [0.25, 2];
    const t1 = (mu * gravity) / c;
    const { x, times } = run(box(t1 + 1, mu, c));
    for (const time of times) expect(Math.abs(time - t1)).toBeLessThan(1e-8);
    // v' = c (t - t1).
    expect(Math.abs(x[0]! - c / 6)).toBeLessThan(1e-8);
    expect(Math.abs(x[2]!)).toBeLessThan(1e-9);
  });

  it('a box that sticks better tips at m g b / h', () => {
    const { x, times } = run(box(2.1, 1, 2));
    expect(Math.abs(times[0]! - (gravity * 0.4) / 2)).toBeLessThan(1e-8);
    expect(x[2]!).toBeLessThan(0);
  });

  it('of two blocks on each other the upper one is carried until its friction is too small', () => {
    // Below 2 kg on a smooth floor, pulled by 3 t; above 1 kg, mu = 0.2: carried while t < mu g.
    const below = block(2, 0, 0, (t) => 3 * t);
    const above = block(1, 0, 0, () => 0);
    const model = plane(
      3,
      [below, above],
      [
        { law: new NewtonImpactNSL(0), H: [1, 0] },
        { law: coulomb(0.2), H: [-1, 0, 1, 0, 0, -1, 0, 1], of: [0, 1] },
      ],
    );
    const t1 = 0.2 * gravity;
    const { x, times, lambda } = run(model);
    expect(times).toHaveLength(1);
    expect(Math.abs(times[0]! - t1)).toBeLessThan(1e-9);
    expect(Math.abs(x[7]! - (t1 ** 2 / 2 + t1 * (3 - t1)))).toBeLessThan(1e-9);
    expect(lambda[0]).toBeCloseTo(3 * gravity, 10);
    // Momentum: 3 t^2 / 2 on both.
    expect(Math.abs(2 * x[3]! + x[7]! - 13.5)).toBeLessThan(1e-9);
  });
});

describe('impacts', () => {
  /** A disc of radius R: q = (height of its lowest point, x, angle), tangential velocity of that point x' + R w. */
  const disc = (T: number, e: number, mu: number, v0: readonly number[]): NonSmoothDynamicalSystem =>
    plane(
      T,
      [
        new LagrangianLinearTIDS(
          values(1, 0, 0),
          Float64Array.from(v0),
          values(1, 0, 0, 0, 1, 0, 0, 0, 0.005),
          {
            FExt: values(-gravity, 0, 0),
          },
        ),
      ],
      [{ law: coulomb(mu, e), H: [1, 0, 0, 0, 1, 0.1] }],
    );

  it('a disc slides through an impact or rolls out of it, as its friction says', () => {
    const [e, vx] = [0.5, 1];
    const fall = Math.sqrt(2 * gravity);
    const T = Math.sqrt(2 / gravity) + 0.1;
    // Sliding: mu (1 + e) vn from x'; rolling needs one third of the tangential velocity.
    expect(run(disc(T, e, 0.02, [0, vx, 0])).x[4]).toBeCloseTo(vx - 0.02 * (1 + e) * fall, 12);
    const { x } = run(disc(T, e, 0.3, [0, vx, 0]));
    expect(x[4]).toBeCloseTo((2 / 3) * vx, 12);
    expect(x[5]).toBeCloseTo(-(2 / 3) * vx * 10, 11);
  });

  it('bounces to rest and rolls: two thirds of its speed, however it came to that', () => {
    const { x } = run(disc(6, 0.5, 0.03, [0, 2, 0]));
    expect(Math.abs(x[0]!)).toBeLessThan(1e-9);
    expect(Math.abs(x[4]! - 4 / 3)).toBeLessThan(1e-9);
    expect(Math.abs(x[4]! + 0.1 * x[5]!)).toBeLessThan(1e-9);
  });

  it('the woodpecker is the limit of time stepping', () => {
    const T = 0.05;
    const exact = run(woodpecker(T)).x;
    const error = (h: number): number => {
      const steps = new TimeStepping(woodpecker(T), new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5));
      steps.run();
      return Math.max(...steps.x.subarray(0, 3).map((value, k) => Math.abs(value - exact[k]!)));
    };
    const [coarse, fine] = [error(1e-4), error(1e-5)];
    // Order 1: the impacts fall anywhere within their steps.
    expect(fine).toBeLessThan(coarse / 3);
    expect(fine).toBeLessThan(1e-4);
  });
});

/** Masses in a row with springs between them on a rough floor, dropped onto it, driven, some pulled upwards: q = (z, x) each. */
function drivenRow(seed: number, T: number): NonSmoothDynamicalSystem {
  const random = new RandomStream(seed);
  const draw = (from: number, to: number): number => from + (to - from) * random.uniform();
  const count = 1 + (seed % 3);
  const n = 2 * count;
  const [M, K, q0, v0] = [
    new Float64Array(n * n),
    new Float64Array(n * n),
    new Float64Array(n),
    new Float64Array(n),
  ];
  const masses = Array.from({ length: count }, (_, i) => {
    const [z, x] = [2 * i, 2 * i + 1];
    const mass = draw(0.5, 2);
    M[z * n + z] = M[x * n + x] = mass;
    q0.set([seed % 4 === 0 ? draw(0, 0.3) : 0, draw(-0.5, 0.5)], z);
    v0[x] = draw(-1, 1);
    const k = draw(10, 100);
    K[x * n + x]! += k;
    if (i > 0) {
      K[x * n + x - 2]! -= k;
      K[(x - 2) * n + x]! -= k;
      K[(x - 2) * n + x - 2]! += k;
    }
    const [force, rate, phase, lift] = [draw(2, 12), draw(2, 9), draw(0, 6), draw(0, 12)];
    return { mass, force, rate, phase, lift, mu: draw(0.1, 0.6), e: draw(0, 0.6) };
  });
  const FExt = (t: number, F: Float64Array): void => {
    masses.forEach(({ mass, force, rate, phase, lift }, i) => {
      F.set([lift * Math.sin(3 * t) - mass * gravity, force * Math.sin(rate * t + phase)], 2 * i);
    });
  };
  const contacts = masses.map(({ mu, e }, i) => {
    const H = new Array<number>(2 * n).fill(0);
    H[2 * i] = H[n + 2 * i + 1] = 1;
    return { law: coulomb(mu, e), H };
  });
  return plane(T, [new LagrangianLinearTIDS(q0, v0, M, { K, FExt })], contacts);
}

// 4 and 12 fall, bounce to rest while they slide, and stick; 3 is pulled up.
test.each([3, 4, 12])('time stepping converges to events, seed %i', (seed) => {
  const exact = run(drivenRow(seed, 1)).x;
  const error = (h: number): number => {
    const steps = new TimeStepping(drivenRow(seed, 1), new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5));
    steps.run();
    const half = exact.length / 2;
    return Math.max(...exact.subarray(0, half).map((value, k) => Math.abs(value - steps.x[k]!)));
  };
  // Order 1; events fall anywhere within their steps.
  expect(error(5e-4)).toBeLessThan(Math.max(1e-5, error(4e-3) / 2));
  expect(error(5e-4)).toBeLessThan(1e-3);
});

describe('what has no solution, or no events', () => {
  it('a rod that slides with much friction has no force that holds it: Painleve', () => {
    // Its lower end slides to the left, away from under the centre; W_N of the sliding contact, 1 + 3 cos a (cos a - mu sin a), is negative.
    const [angle, mu, speed] = [1, 3, -1];
    const rod = new LagrangianDS(values(0, Math.sin(angle), angle), values(speed, 0, 0), {
      mass: values(1, 0, 0, 0, 1, 0, 0, 0, 1 / 3),
      FExt: values(0, -gravity, 0),
    });
    const model = new NonSmoothDynamicalSystem(0, 1);
    model.insertDynamicalSystem(rod);
    const end = new LagrangianScleronomousR(2, 3, {
      h: (q, y) => y.set([q[1]! - Math.sin(q[2]!), q[0]! - Math.cos(q[2]!)]),
      H: (q, H) => H.set([0, 1, -Math.cos(q[2]!), 1, 0, Math.sin(q[2]!)]),
    });
    model.link(new Interaction(coulomb(mu), end), rod);
    expect(1 + 3 * Math.cos(angle) * (Math.cos(angle) - mu * Math.sin(angle))).toBeLessThan(0);
    expect(() => run(model)).toThrow(EventDrivenFailure);
  });

  it('friction in space is refused with the reason', () => {
    const body = new NewtonEulerDS(
      values(0, 0, 0, 1, 0, 0, 0),
      new Float64Array(6),
      1,
      values(1, 0, 0, 0, 1, 0, 0, 0, 1),
    );
    const model = new NonSmoothDynamicalSystem(0, 1);
    model.insertDynamicalSystem(body);
    const contact = new NewtonEuler3DR(1, (q, frame) => {
      frame.gap = q[2]!;
      frame.normal.set([0, 0, 1]);
    });
    model.link(new Interaction(new NewtonImpactFrictionNSL(0, 0, 0.3, 3), contact), body);
    expect(() => run(model)).toThrow(
      'LagrangianFlow: interaction 0 has Coulomb friction in space, where the direction of sliding turns all the time and no ' +
        'event separates sticking from sliding; TimeStepping with MoreauJeanOSI takes it',
    );
  });
});
