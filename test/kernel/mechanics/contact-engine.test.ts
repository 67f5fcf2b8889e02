/** Steps over the graph of contacts: the same motion as Newton's method on the whole, for columns of any length. */
import { describe, expect, it } from 'vitest';
import { ComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { EqualityConditionNSL } from '../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LagrangianLinearTIDS } from '../../../src/kernel/modeling/systems/lagrangian-linear-tids.js';
import { LagrangianLinearTIR } from '../../../src/kernel/modeling/relations/lagrangian-linear-tir.js';
import {
  NewtonImpactFrictionNSL,
  NewtonImpactNSL,
} from '../../../src/kernel/modeling/laws/newton-impact-nsl.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { RelayNSL } from '../../../src/kernel/modeling/laws/relay-nsl.js';
import { MoreauJeanOSI } from '../../../src/kernel/simulation/integrators/moreau-jean-osi.js';
import type { OneStepIntegrator } from '../../../src/kernel/simulation/integrators/one-step-integrator.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { RandomStream } from '../../../src/base/random.js';
import { bytesAllocated } from '../../suites/one-step-integrator-suite.js';
import { record } from '../models.js';
import { ball, beads, gravity, woodpecker } from './models.js';

/** The same scheme, which says nothing of contact graphs: Newton's method takes its steps. */
class WholeModel extends MoreauJeanOSI {
  override readonly contactScheme = undefined;
}

function simulate(
  model: NonSmoothDynamicalSystem,
  h: number,
  osi: OneStepIntegrator = new MoreauJeanOSI(0.5),
): TimeStepping {
  const run = new TimeStepping(model, new TimeDiscretisation(0, h), osi);
  run.run();
  return run;
}

/** Three damped masses on springs with contacts, friction, a tie, dry friction and a force that varies. */
function machine(seed: number): NonSmoothDynamicalSystem {
  const random = new RandomStream(seed);
  const model = new NonSmoothDynamicalSystem(0, 0.5);
  const systems = [0, 1, 2].map((k) => {
    const phase = random.uniform();
    return new LagrangianLinearTIDS(
      Float64Array.of(0.05 + 0.3 * k, 0),
      Float64Array.of(random.normal(), random.normal()),
      Float64Array.of(1, 0.2, 0.2, 2),
      {
        C: Float64Array.of(0.3, 0.1, 0, 0.2),
        K: Float64Array.of(20, 1, 1, 30),
        FExt: (t, F) => F.set([-gravity + 5 * Math.sin(20 * t + phase), Math.cos(10 * t)]),
      },
    );
  });
  for (const system of systems) model.insertDynamicalSystem(system);
  const floor = new LagrangianLinearTIR(2, Float64Array.of(1, 0, 0, 1));
  model.link(new Interaction(new NewtonImpactFrictionNSL(0.5, 0.1, 0.3, 2), floor), systems[0]!);
  const between = { e: Float64Array.of(-0.2), coordinates: [2, 2] };
  for (const k of [1, 2]) {
    const gap = new LagrangianLinearTIR(1, Float64Array.of(-1, 0, 1, 0), between);
    model.link(new Interaction(new NewtonImpactNSL(0.7), gap), systems[k - 1]!, systems[k]!);
  }
  const slide = new LagrangianLinearTIR(1, Float64Array.of(0, 1));
  model.link(new Interaction(new RelayNSL(1, -0.5, 0.5), slide), systems[1]!);
  const tie = new LagrangianLinearTIR(1, Float64Array.of(0, 1, 0, -1), { coordinates: [2, 2] });
  model.link(new Interaction(new EqualityConditionNSL(1), tie), systems[1]!, systems[2]!);
  return model;
}

describe('a linear mechanical model', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'with every kind of law moves as under Newton on the whole, seed %d',
    (seed) => {
      const graph = simulate(machine(seed), 1e-3);
      const whole = simulate(machine(seed), 1e-3, new WholeModel(0.5));
      expect(graph.counters.steps).toBe(500);
      // 500 steps of Newton to 1e-12 each, and impacts that stretch differences.
      graph.x.forEach((value, k) => expect(Math.abs(value - whole.x[k]!)).toBeLessThan(1e-7));
      graph.lambda.forEach((value, k) => expect(Math.abs(value - whole.lambda[k]!)).toBeLessThan(1e-6));
    },
  );

  it('says what it cannot do: a relation between other coordinates than those of its systems', () => {
    const model = new NonSmoothDynamicalSystem(0, 1);
    const two = (): LagrangianLinearTIDS =>
      new LagrangianLinearTIDS(new Float64Array(2), new Float64Array(2), Float64Array.of(1, 0, 0, 1));
    const [a, b] = [two(), two()];
    model.insertDynamicalSystem(a);
    model.insertDynamicalSystem(b);
    const relation = new LagrangianLinearTIR(1, Float64Array.of(1, 0, 0, 1), { coordinates: [1, 3] });
    model.link(new Interaction(new NewtonImpactNSL(0), relation), a, b);
    expect(() => simulate(model, 0.1)).toThrow(
      'LagrangianLinearTIR of interaction 0 is between 2 systems of [1,3] coordinates; system 0, which it links, has 2'.replace(
        '[1,3]',
        '[1, 3]',
      ),
    );
  });
});

describe('columns of beads', () => {
  const R = 0.1;

  /** The deepest overlap of a run, m. */
  function deepest(run: TimeStepping, count: number): number {
    let worst = R - run.x[0]!;
    for (let i = 1; i < count; i++) worst = Math.max(worst, 2 * R - (run.x[2 * i]! - run.x[2 * i - 2]!));
    return worst;
  }

  it('a thousand touching beads fall on the floor, come to rest, and none enters another', () => {
    const count = 1000;
    const h = 5e-4;
    const model = beads(count, 0.5, 2 * R, R + 0.001, 0);
    const run = new TimeStepping(model, new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5));
    let fastest = 0;
    let deepestOverlap = -Infinity;
    while (run.hasNextEvent()) {
      run.computeOneStep();
      run.nextStep();
      for (let i = 0; i < count; i++) fastest = Math.max(fastest, Math.abs(run.x[2 * i + 1]!));
      deepestOverlap = Math.max(deepestOverlap, deepest(run, count));
    }
    // A contact that is still open by forecast closes by at most half a step of the rate it has, once.
    expect(deepestOverlap).toBeLessThan(h * fastest);
    for (let i = 0; i < count; i++) expect(Math.abs(run.x[2 * i + 1]!)).toBeLessThan(1e-9);
    // Every contact carries what is above it.
    run.lambda.forEach((impulse, i) => expect(impulse / (gravity * h)).toBeCloseTo(count - i, 5));
  });

  it('cost what their graph costs: no step makes anything as large as beads^2', () => {
    const count = 1000;
    const bytes = bytesAllocated(
      new TimeStepping(beads(count, 0.42, 0.25, 1), new TimeDiscretisation(0, 1e-4), new MoreauJeanOSI(0.5)),
      0.1,
      0.4,
    );
    // 3000 steps; a vector of the beads a step would be 8 kB each, a matrix 8 MB.
    expect(bytes / 3000).toBeLessThan(8 * count);
  });
});

/** A mass on a damped spring between a floor of forces and one of impacts: both kinds of plain rows. */
function caged(T: number): NonSmoothDynamicalSystem {
  const model = new NonSmoothDynamicalSystem(0, T);
  const system = new LagrangianLinearTIDS(Float64Array.of(0.5), Float64Array.of(3), Float64Array.of(2), {
    C: Float64Array.of(0.1),
    K: Float64Array.of(40),
    FExt: Float64Array.of(-2 * gravity),
  });
  model.insertDynamicalSystem(system);
  const below = new LagrangianLinearTIR(1, Float64Array.of(1), { e: Float64Array.of(0.1) });
  model.link(new Interaction(new ComplementarityConditionNSL(1), below), system);
  const above = new LagrangianLinearTIR(1, Float64Array.of(-1), { e: Float64Array.of(0.6) });
  model.link(new Interaction(new NewtonImpactNSL(0.8), above), system);
  return model;
}

it.each([
  ['bouncing ball', () => ball(5), 1e-3],
  ['woodpecker toy', () => woodpecker(0.2), 2e-5],
  ['three beads', () => beads(3, 3), 5e-4],
  ['caged mass', () => caged(3), 1e-3],
] as const)('steady steps of a %s give the bits of the plain ones', (_, model, h) => {
  // A run takes steady steps by code; one step after the other is never worth a call of it.
  const run = record(new TimeStepping(model(), new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5)));
  const plain = new TimeStepping(model(), new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5));
  // Zeros have one sign here.
  const bits = (values: ArrayLike<number>): number[] => Array.from(values, (value) => value + 0);
  for (let k = 1; plain.hasNextEvent(); k++) {
    plain.computeOneStep();
    plain.nextStep();
    expect(bits(run.x[k]!)).toEqual(bits(plain.x));
    expect(bits(run.lambda[k]!)).toEqual(bits(plain.lambda));
  }
});

it('small models allocate nothing in a step', () => {
  for (const [model, h, T] of [
    [ball(10), 1e-5, 10],
    [woodpecker(4), 2e-5, 4],
  ] as const) {
    const run = new TimeStepping(model, new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5));
    const steps = (0.45 * T) / h;
    // From the middle on, when the loops are compiled: mode changes make keys, and a call may box a number, 12 bytes; an
    // array or object a step would be more.
    expect(bytesAllocated(run, 0.5 * T, 0.95 * T) / steps, `h = ${h}`).toBeLessThan(24);
  }
});
