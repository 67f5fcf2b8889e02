/** Laws in one-step problems: switches beside other laws, cones, graphs of interactions, degrees. */
import { describe, expect, test } from 'vitest';
import {
  ComplementarityConditionNSL,
  SwitchedComplementarityNSL,
} from '../../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { EqualityConditionNSL } from '../../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { Interaction } from '../../../../src/kernel/modeling/interaction.js';
import { NonSmoothDynamicalSystem } from '../../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { NormalConeNSL } from '../../../../src/kernel/modeling/laws/normal-cone-nsl.js';
import { RelayNSL } from '../../../../src/kernel/modeling/laws/relay-nsl.js';
import { EulerMoreauOSI } from '../../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { linkedInteractions } from '../../../../src/kernel/simulation/integrators/interaction-graph.js';
import { MLCP } from '../../../../src/kernel/simulation/problems/mlcp.js';
import { matrix } from '../../../../src/numerics/dense/matrix.js';
import { nonlinearForm, oneSystem } from '../../first-order-models.js';
import { record, timeStepping } from '../../models.js';

const identity2 = matrix([[1, 0], [0, 1]]); // prettier-ignore

test('three systems and two interactions are linked as [notes] 1.1.2 says', () => {
  const system = new NonSmoothDynamicalSystem(0, 1);
  const [one, two, three] = [1, 2, 3].map(
    () => new FirstOrderLinearDS(Float64Array.of(0), Float64Array.of(0)),
  );
  for (const ds of [one!, two!, three!]) system.insertDynamicalSystem(ds);
  const relation = (m: number): FirstOrderLinearTIR =>
    new FirstOrderLinearTIR(m, new Float64Array(2 * m), new Float64Array(2 * m));
  system.link(new Interaction(new ComplementarityConditionNSL(3), relation(3)), one!, three!);
  system.link(new Interaction(new ComplementarityConditionNSL(1), relation(1)), two!, three!);
  expect(linkedInteractions(system.links)).toEqual([
    [{ index: 1, commonSystems: [three] }],
    [{ index: 0, commonSystems: [three] }],
  ]);
});

test('a second-order cone pulls a point to the axis as dry friction does, along a straight line', () => {
  // x' = lambda_T, y = (lambda_0 - 100, x): the cone bounds |lambda_T| by lambda_0 / 100, about 1.
  const dynamics = new FirstOrderLinearDS(Float64Array.of(3, 4), new Float64Array(4));
  const relation = new FirstOrderLinearTIR(
    3,
    matrix([[0, 0], [1, 0], [0, 1]]), // prettier-ignore
    matrix([[0, 1, 0], [0, 0, 1]]), // prettier-ignore
    { D: matrix([[1, 0, 0], [0, 0, 0], [0, 0, 0]]), e: Float64Array.of(-100, 0, 0) }, // prettier-ignore
  );
  const law = new NormalConeNSL([{ set: 'second-order-cone', size: 3, aperture: 0.01 }]);
  const run = record(timeStepping(oneSystem(2, dynamics, relation, law), 0.1, new EulerMoreauOSI(1, 1)));
  run.x.forEach(([x = NaN, y = NaN], k) => {
    // The direction stays (3, 4) / 5: the pull is central.
    expect(Math.abs(4 * x - 3 * y)).toBeLessThan(1e-6);
    const [l0 = NaN, l1 = NaN, l2 = NaN] = run.lambda[k]!;
    expect(Math.hypot(l1, l2)).toBeLessThanOrEqual(0.01 * l0 + 1e-7);
    // lambda and y are orthogonal.
    expect(Math.abs(l0 * (l0 - 100) + l1 * x + l2 * y)).toBeLessThan(1e-5);
    if (k > 0) expect(Math.hypot(x, y)).toBeLessThan(Math.hypot(run.x[k - 1]![0]!, run.x[k - 1]![1]!));
  });
});

test('a problem that means no cones refuses them', () => {
  const dynamics = new FirstOrderLinearDS(Float64Array.of(1, 1), new Float64Array(4));
  const law = new NormalConeNSL([{ set: 'second-order-cone', size: 2 }]);
  const system = oneSystem(1, dynamics, new FirstOrderLinearTIR(2, identity2, identity2), law);
  expect(() => timeStepping(system, 0.1, new EulerMoreauOSI(1, 1), new MLCP())).toThrow(
    'MLCP: interaction 0 has second-order cones; leave the problem out of TimeStepping, or take BoxVI',
  );
});

describe.each(['linear', 'Newton'] as const)('a switch, a relay and an equation side by side, %s', (path) => {
  test('each does what its law says', () => {
    // x1' = -x1 + l1 (switch: l1 = 0 open, y1 = x1 - 2 = 0 closed), x2' = 2 l2 (relay on x2), x3 held at 1 by l3.
    const dynamics = new FirstOrderLinearDS(Float64Array.of(1, 1, 1), matrix([[-1, 0, 0], [0, 0, 0], [0, 0, -3]])); // prettier-ignore
    const system = new NonSmoothDynamicalSystem(0, 2);
    system.insertDynamicalSystem(dynamics);
    const link = (
      row: number,
      gain: number,
      law: SwitchedComplementarityNSL | RelayNSL | EqualityConditionNSL,
      e: number,
      d: number,
    ): void => {
      const [C, B] = [new Float64Array(3), new Float64Array(3)];
      C[row] = 1;
      B[row] = gain;
      const tir = new FirstOrderLinearTIR(1, C, B, { D: Float64Array.of(d), e: Float64Array.of(e) });
      const plain = nonlinearForm(1, C, B, Float64Array.of(d));
      const shifted = e === 0 ? plain : tir;
      system.link(new Interaction(law, path === 'Newton' ? shifted : tir), dynamics);
    };
    const guard = {
      row: 0,
      controlX: Float64Array.of(-1, 0, 0),
      controlLambda: Float64Array.of(0),
      on: -0.5,
      off: -10,
      initially: 'off',
      sourceOnly: false,
      onMeans: 'y=0',
    } as const;
    link(0, 1, new SwitchedComplementarityNSL(1, [guard]), -2, 1);
    link(1, 2, new RelayNSL(1), 0, 0);
    link(2, 1, new EqualityConditionNSL(1), -1, 0);
    const events: number[] = [];
    const simulation = timeStepping(system, 0.01, new EulerMoreauOSI(1, 1));
    const x = new Float64Array(3);
    const lambda = new Float64Array(3);
    const kept: number[][] = [];
    simulation.run({
      needs: 'grid',
      segment: (segment) => {
        for (let k = 1; k <= segment.gridCount; k++) {
          segment.gridPoint(k, x, lambda);
          kept.push([segment.gridTime(k), ...x, ...lambda]);
        }
      },
      event: ({ kind, time }) => void (kind === 'switch' && events.push(time)),
    });
    // The decay 1.01^-k passes 1/2 at k = 70.
    expect(events).toEqual([70 * 0.01]);
    for (const [t = NaN, x1 = NaN, x2 = NaN, x3 = NaN, l1 = NaN, , l3 = NaN] of kept) {
      expect(x2).toBeCloseTo(Math.max(0, 1 - 2 * t), 12);
      expect(x3).toBeCloseTo(1, 12);
      expect(l3).toBeCloseTo(3, 10);
      if (t < 0.705) expect(Math.abs(l1)).toBe(0);
      else expect(x1 + l1).toBeCloseTo(2, 10);
    }
  });
});

test('lambda that acts on y through three integrations is refused', () => {
  const A = matrix([[0, 1, 0], [0, 0, 1], [0, 0, 0]]); // prettier-ignore
  const dynamics = new FirstOrderLinearDS(new Float64Array(3), A);
  const relation = new FirstOrderLinearTIR(1, Float64Array.of(1, 0, 0), Float64Array.of(0, 0, 1));
  expect(() =>
    timeStepping(oneSystem(1, dynamics, relation, new ComplementarityConditionNSL(1)), 0.1),
  ).toThrow(
    'the relative degree between lambda and y is 3; simulations go up to 2: differentiate the constraint ' +
      'by hand, or add the compliance (a resistor, a damper) that makes lambda act sooner',
  );
});
