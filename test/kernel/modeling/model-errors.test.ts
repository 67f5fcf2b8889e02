/** A model or scheme that does not fit together is refused with sizes, values and what is legal. */
import { describe, expect, test } from 'vitest';
import { ComplementarityConditionNSL } from '../../../src/kernel/modeling/complementarity-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/first-order-linear-tir.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { ModelError } from '../../../src/kernel/modeling/model-error.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/euler-moreau-osi.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-discretisation.js';
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
});
