/** A model or scheme that does not fit together is refused with sizes, values and what is legal. */
import { describe, expect, test } from 'vitest';
import { ComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearR } from '../../../src/kernel/modeling/relations/first-order-linear-r.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { FirstOrderNonLinearDS } from '../../../src/kernel/modeling/systems/first-order-nonlinear-ds.js';
import { FirstOrderType2R } from '../../../src/kernel/modeling/relations/first-order-type2-r.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { ModelError } from '../../../src/kernel/modeling/model-error.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { relativeDegree } from '../../../src/kernel/modeling/relations/relative-degree.js';
import { CatchingUp, MovingPolyhedron } from '../../../src/kernel/simulation/time-stepping/catching-up.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { LCP } from '../../../src/kernel/simulation/problems/lcp.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { solveLcp } from '../../../src/numerics/lcp/solve-lcp.js';
import { linearSystem } from '../../suites/one-step-integrator-suite.js';
import { timeStepping } from '../models.js';

const zeros = (count: number): Float64Array => new Float64Array(count);

describe('the message names the object and the hint', () => {
  test.each<readonly [() => unknown, string]>([
    [
      () => new FirstOrderLinearDS(zeros(2), zeros(3)),
      'FirstOrderLinearDS: A has 3 entries; it must be 2 x 2, 4 entries row by row',
    ],
    [
      () => new FirstOrderLinearDS(zeros(2), Float64Array.of(0, 0, NaN, 0)),
      'FirstOrderLinearDS: A(1,0) is NaN; every entry must be a finite number',
    ],
    [
      () => new FirstOrderLinearTIR(2, zeros(3), zeros(4)),
      'FirstOrderLinearTIR: C has 3 entries, which is no multiple of m = 2 rows',
    ],
    [
      () => new FirstOrderLinearTIR(2, zeros(4), zeros(3)),
      'FirstOrderLinearTIR: B has 3 entries; it must be 2 x 2, 4 entries row by row',
    ],
    [
      () => new ComplementarityConditionNSL(1.5),
      'ComplementarityConditionNSL: the size is 1.5; it must be a whole number of rows',
    ],
    [
      () => new NonSmoothDynamicalSystem(1, 1),
      'NonSmoothDynamicalSystem: the interval is [1, 1]; t0 must lie before T',
    ],
    [
      () => new TimeDiscretisation(0, 0),
      'TimeDiscretisation: the step is 0 s from 0 s; it must be positive and finite',
    ],
    [() => new EulerMoreauOSI(1.5), 'EulerMoreauOSI: theta is 1.5; it must lie in [0, 1]'],
    [() => new EulerMoreauOSI(1, -1), 'EulerMoreauOSI: gamma is -1; it must lie in [0, 1]'],
    [
      () => {
        timeStepping(linearSystem(1, [1], [2]), 0.5, new EulerMoreauOSI(1)).run();
      },
      'EulerMoreauOSI: W = M - h theta A is singular at state 0 for h = 0.5 s, theta = 1; ' +
        'M must be regular and h theta no reciprocal of an eigenvalue of M^-1 A',
    ],
  ])('%#', (build, message) => {
    expect(build).toThrow(new ModelError(message));
  });

  test('an interaction whose law and relation differ in size does not exist', () => {
    const relation = new FirstOrderLinearTIR(2, zeros(2), zeros(2));
    expect(() => new Interaction(new ComplementarityConditionNSL(3), relation)).toThrow(
      new ModelError('Interaction: the law has 3 rows, its relation 2; they must agree'),
    );
  });

  test('systems are inserted once, before they are linked, and have the states that the relation acts on', () => {
    const system = new NonSmoothDynamicalSystem(0, 1);
    const ds = new FirstOrderLinearDS(zeros(2), zeros(4));
    const relation = new FirstOrderLinearTIR(1, zeros(3), zeros(3));
    const interaction = new Interaction(new ComplementarityConditionNSL(1), relation);
    expect(() => system.link(interaction, ds)).toThrow(
      'NonSmoothDynamicalSystem: insert a dynamical system before linking it',
    );
    system.insertDynamicalSystem(ds);
    expect(() => system.insertDynamicalSystem(ds)).toThrow(
      'NonSmoothDynamicalSystem: this dynamical system was inserted before',
    );
    expect(() => system.link(interaction, ds)).toThrow(
      'NonSmoothDynamicalSystem: the relation acts on 3 states, the linked systems have 2',
    );
  });

  test('an interaction is linked once', () => {
    const system = new NonSmoothDynamicalSystem(0, 1);
    const ds = new FirstOrderLinearDS(zeros(1), zeros(1));
    const relation = new FirstOrderLinearTIR(1, zeros(1), zeros(1));
    const interaction = new Interaction(new ComplementarityConditionNSL(1), relation);
    system.insertDynamicalSystem(ds);
    system.link(interaction, ds);
    expect(() => {
      system.link(interaction, ds);
    }).toThrow(
      new ModelError(
        'NonSmoothDynamicalSystem: this interaction (FirstOrderLinearTIR) was linked before; make another one, which ' +
          'may have the same relation and law',
      ),
    );
  });

  test('a grid begins where the model does', () => {
    const system = new NonSmoothDynamicalSystem(1, 2);
    system.insertDynamicalSystem(new FirstOrderLinearDS(zeros(1), zeros(1)));
    expect(() => new TimeStepping(system, new TimeDiscretisation(0, 0.1), new EulerMoreauOSI(1))).toThrow(
      new ModelError('TimeStepping: the discretisation begins at 0 s, the model at 1 s; they must agree'),
    );
  });

  test.each([
    ['linear', new FirstOrderLinearDS(zeros(2), zeros(4), { M: Float64Array.of(1, 2, 2, 4) })],
    [
      'nonlinear',
      new FirstOrderNonLinearDS(zeros(2), (_t, _x, out) => void out.fill(0), {
        M: Float64Array.of(1, 2, 2, 4),
      }),
    ],
  ])('a singular M is refused in steps, %s', (_, ds) => {
    const system = new NonSmoothDynamicalSystem(0, 1);
    system.insertDynamicalSystem(ds);
    expect(() => {
      timeStepping(system, 0.1, new EulerMoreauOSI(1)).run();
    }).toThrow(
      new ModelError(
        `EulerMoreauOSI: M of ${ds.name} is singular at its state 1; take algebraic rows out of the system and write them ` +
          'as an interaction with EqualityConditionNSL',
      ),
    );
  });
});

describe('an option that does not exist is refused with those that do', () => {
  const state = zeros(1);
  const one = Float64Array.of(1);
  const typo = { e: one, ee: one, theta: 1 };
  test.each<readonly [() => unknown, string]>([
    [
      () => new FirstOrderLinearDS(state, one, { m: one } as object),
      'FirstOrderLinearDS: there is no option m; the options are M, b, z, remainder',
    ],
    [
      () => new FirstOrderNonLinearDS(state, () => undefined, { J: () => undefined } as object),
      'FirstOrderNonLinearDS: there is no option J; the options are M, jacobian, b, z',
    ],
    [
      () => new FirstOrderLinearTIR(1, one, one, typo),
      'FirstOrderLinearTIR: there is no option ee; the options are D, F, e, z, remainder',
    ],
    [
      () => new FirstOrderLinearR(1, 1, { C: one, B: one, d: one } as never),
      'FirstOrderLinearR: there is no option d; the options are C, B, D, F, e, z',
    ],
    [
      () => new FirstOrderType2R(1, 1, { h: () => undefined, g: () => undefined, Bb: 1 } as never),
      'FirstOrderType2R: there is no option Bb; the options are h, g, C, D, B, terms, z',
    ],
    [
      () => new EulerMoreauOSI(1, 1, { sources: 'sample' } as object),
      'EulerMoreauOSI: there is no option sources; the options are relation, source, field, linearSolver',
    ],
    [
      () => new EulerMoreauOSI(1, 1, { source: 'samples' } as never),
      'EulerMoreauOSI: source is samples; it must be average or sample',
    ],
    [
      () => new LCP({ maxMode: 3 } as object),
      'LCP: there is no option maxMode; the options are maxModes, hotSteps, signTolerance, code',
    ],
    [
      () =>
        new TimeStepping(
          linearSystem(1, [1], [0]),
          new TimeDiscretisation(0, 0.1),
          new EulerMoreauOSI(1),
          undefined,
          {
            event: 1,
          } as object,
        ),
      'TimeStepping: there is no option event; the options are startsWithJump, ledger, events, knownUntil, newton, projection, impacts',
    ],
    [
      () =>
        new CatchingUp(
          new MovingPolyhedron(1, 1, one, () => undefined),
          one,
          new TimeDiscretisation(0, 0.1),
          { f: 1 } as object,
        ),
      'CatchingUp: there is no option f; the options are perturbation, z',
    ],
  ])('%#', (build, message) => {
    expect(build).toThrow(new ModelError(message));
  });
});

describe('sizes that do not fit', () => {
  test.each<readonly [() => unknown, string]>([
    [
      () => relativeDegree({ n: 2, m: 1, A: zeros(4), B: zeros(1), C: zeros(2) }),
      'relativeDegree: B has 1 entries; it must be 2 x 1, 2 entries row by row',
    ],
    [
      () => relativeDegree({ n: 2, m: 1, A: zeros(4), B: zeros(2), C: zeros(2), D: zeros(2) }),
      'relativeDegree: D has 2 entries; it must be 1 x 1, 1 entries row by row',
    ],
  ])('of a relative degree: %#', (build, message) => {
    expect(build).toThrow(new ModelError(message));
  });

  test('of a complementarity problem', () => {
    const solve = (n: number, m: number, q: number, z: number) => () =>
      solveLcp(n, zeros(m), zeros(q), zeros(z), zeros(2));
    expect(solve(2, 3, 2, 2)).toThrow(new RangeError('solveLcp: M has 3 entries; a problem of 2 rows has 4'));
    expect(solve(2, 4, 1, 2)).toThrow(new RangeError('solveLcp: q has 1 entries; a problem of 2 rows has 2'));
    expect(solve(2, 4, 2, 3)).toThrow(new RangeError('solveLcp: z has 3 entries; a problem of 2 rows has 2'));
    expect(solve(1.5, 4, 2, 2)).toThrow(
      new RangeError('solveLcp: n is 1.5; it must be a whole number of rows'),
    );
    expect(() => solveLcp(1, zeros(1), zeros(1), zeros(1), zeros(1), { tol: 1 } as object)).toThrow(
      new RangeError(
        'solveLcp: there is no option tol; the options are tolerance, nodeLimit, guess, magnitude',
      ),
    );
  });
});
