/** What time stepping promises beyond its scheme: the grid, the stream, memory, bits, and honest failures. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { constantSignal } from '../../../../src/kernel/modeling/signals/constant-signal.js';
import { FirstOrderLinearDS } from '../../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { LinearInput } from '../../../../src/kernel/modeling/signals/linear-input.js';
import { NonSmoothDynamicalSystem } from '../../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import type { Signal } from '../../../../src/kernel/modeling/signals/signal.js';
import { EulerMoreauOSI } from '../../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { LCP } from '../../../../src/kernel/simulation/problems/lcp.js';
import { SimulationFailure } from '../../../../src/kernel/simulation/simulation-failure.js';
import type { TimeStepping } from '../../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { bytesAllocated, linearSystem } from '../../../suites/one-step-integrator-suite.js';
import {
  bridgeSystem,
  bridgeWithCapacitor,
  complementaritySystem,
  record,
  resonantConverter,
  timeStepping,
} from '../../models.js';

const schemes = [
  new EulerMoreauOSI(1, 1),
  new EulerMoreauOSI(0.5, 1),
  new EulerMoreauOSI(0.5, 0.5),
  new EulerMoreauOSI(0.5, 0.5, { relation: 'gamma' }),
];

function endOf({ x, lambda }: Pick<TimeStepping, 'x' | 'lambda'>): string {
  // A zero without its sign: generated code leaves out terms that are 0 and may give the other zero.
  const numbers = Float64Array.from([...x, ...lambda], (value) => value + 0);
  return createHash('sha256').update(new Uint8Array(numbers.buffer)).digest('hex');
}

describe('the grid', () => {
  test('ends at T with a shortened last step where h does not divide it', () => {
    const run = record(timeStepping(linearSystem(1, [1], [0]), 0.3));
    expect(run.t).toEqual([0, 0.3, 0.6, 0.8999999999999999, 1]);
  });

  test('takes no last step of rounding only', () => {
    expect(timeStepping(linearSystem(5e-3, [1], [0]), 1e-6).stepCount).toBe(5000);
    expect(timeStepping(linearSystem(0.3, [1], [0]), 0.1).stepCount).toBe(3);
  });

  test('is one shortened step where h exceeds T, however far', () => {
    const simulation = timeStepping(linearSystem(1, [0], [0], Float64Array.of(1)), 1e9);
    simulation.run();
    expect([simulation.stepCount, simulation.t, simulation.x[0]]).toEqual([1, 1, 1]);
  });

  test('is run step by step to the same bits as in blocks', () => {
    for (const osi of schemes) {
      const blocks = timeStepping(bridgeSystem(2e-3), 1e-6, osi);
      blocks.run();
      const single = timeStepping(bridgeSystem(2e-3), 1e-6, osi);
      while (single.hasNextEvent()) {
        single.computeOneStep();
        single.nextStep();
      }
      expect(endOf(single)).toBe(endOf(blocks));
      expect(single.t).toBe(blocks.t);
    }
  });

  test('gives the same bits whether or not somebody watches every point', () => {
    for (const osi of schemes) {
      const watched = timeStepping(bridgeWithCapacitor(3e-3), 1e-6, osi);
      const run = record(watched);
      const alone = timeStepping(bridgeWithCapacitor(3e-3), 1e-6, osi);
      alone.run();
      expect(endOf(watched)).toBe(endOf(alone));
      expect(run.x.at(-1)).toEqual([...alone.x]);
    }
  });
});

describe('same input, same bits', () => {
  test.each([
    ['bridge', bridgeSystem, 5e-3, 1e-6],
    ['bridge with capacitor', bridgeWithCapacitor, 5e-3, 1e-6],
    ['resonant converter', resonantConverter, 3e-4, 5e-8],
  ] as const)(
    '%s: two runs, with generated code and with the plain loop, end alike to the bit',
    (_, model, T, h) => {
      for (const osi of schemes) {
        const end = (hotSteps: number): string => {
          const simulation = timeStepping(model(T), h, osi, new LCP({ hotSteps }), {
            ledger: () => undefined,
          });
          simulation.run();
          return endOf(simulation);
        };
        const generated = end(1e-9);
        expect(end(1e-9)).toBe(generated);
        expect(end(Infinity)).toBe(generated);
      }
    },
  );
});

describe('memory', () => {
  const steps = 1e6;

  test('the bridge with a filter capacitor allocates nothing in a step', () => {
    const bytes = bytesAllocated(timeStepping(bridgeWithCapacitor(1.1), 1e-6), 0.1, 1.1);
    // A boxed number a step would be 12 bytes a step or more.
    expect(bytes / steps).toBeLessThan(2);
  });

  /**
   * Median growth of the heap over 1e5 steps, bytes. A kept number a step would make it 800 kB; compiled code and the test
   * runner add some once.
   */
  function growth(simulation: TimeStepping): number {
    const marks: number[] = [];
    const { gc } = globalThis;
    expect(gc).toBeTypeOf('function');
    simulation.run({
      segment: ({ t1 }) => {
        if (t1 < 0.1 * (1 + marks.length)) return;
        gc?.();
        marks.push(process.memoryUsage().heapUsed);
      },
    });
    const grown = marks.slice(1).map((mark, k) => mark - (marks[k] ?? NaN));
    expect(grown.length).toBeGreaterThan(8);
    return grown.sort((a, b) => a - b)[grown.length >> 1] ?? NaN;
  }

  test('a million driven steps keep nothing', () => {
    const forced = (t: number, out: Float64Array): void => void (out[0] = Math.sin(t));
    const simulation = timeStepping(linearSystem(1.1, [1, 0], [0, -1, 1, 0], forced), 1e-6);
    expect(growth(simulation)).toBeLessThan(1e4);
  });

  test('two million steps of the bridge keep nothing', () => {
    expect(growth(timeStepping(bridgeSystem(2.1), 1e-6))).toBeLessThan(1e4);
  });
});

/** sin(2 t) with its exact integral. */
const sine: Signal = {
  constant: false,
  value: (t) => Math.sin(2 * t),
  valueLeft: (t) => Math.sin(2 * t),
  integral: (t0, t1) => Math.sin(t1 + t0) * Math.sin(t1 - t0),
  nextBreakpoint: () => Infinity,
};

test.each(['average', 'sample'] as const)(
  'b(t) = G sin 2t + c as a callback and as signals with a gain move a system alike, source=%s',
  (source) => {
    const end = (b: LinearInput | ((t: number, out: Float64Array) => void)): Float64Array => {
      const system = new NonSmoothDynamicalSystem(0, 3);
      system.insertDynamicalSystem(
        new FirstOrderLinearDS(Float64Array.of(1, 0), Float64Array.of(0, 1, -1, -0.1), { b }),
      );
      const simulation = timeStepping(system, 0.01, new EulerMoreauOSI(0.5, 1, { source }));
      simulation.run();
      return simulation.x;
    };
    const callback = end((t, out) => {
      out[0] = 3 * Math.sin(2 * t) + 0.5;
      out[1] = -Math.sin(2 * t) + 2;
    });
    const signals = end(new LinearInput([sine, constantSignal(1)], Float64Array.of(3, 0.5, -1, 2)));
    // The quadrature's remainder is (2 h)^10 / 1e10; 300 steps round by 1e-16 each.
    callback.forEach((value, i) => expect(Math.abs(value - signals[i]!)).toBeLessThan(1e-13));
  },
);

describe('a simulation that cannot go on', () => {
  /** y = x - lambda with x' = -1, x(0) = 0.55: once x < 0 no lambda >= 0 makes y >= 0. */
  const doomed = (): TimeStepping =>
    timeStepping(
      complementaritySystem(1, [0.55], [[0]], { C: [[1]], B: [[0]], D: [[-1]] }, { b: Float64Array.of(-1) }),
      0.1,
      new EulerMoreauOSI(1, 1),
    );

  test.each(['grid', 'end'] as const)(
    'keeps what was accepted and says when and why it stopped, observers need the %s',
    (needs) => {
      const simulation = doomed();
      let last = NaN;
      let failure: unknown;
      try {
        simulation.run({ needs, segment: ({ t1 }) => void (last = t1) });
      } catch (error) {
        failure = error;
      }
      expect(failure).toEqual(new SimulationFailure('infeasible', 0.5, 5, Infinity, [0]));
      expect(String(failure)).toBe(
        'SimulationFailure: the one-step problem has no solution (proved) in the step from t = 0.5 s (step 5)',
      );
      expect(last).toBe(0.5);
      expect(simulation.t).toBe(0.5);
      expect(simulation.x[0]).toBeCloseTo(0.05, 14);
    },
  );

  test.each(['grid', 'end'] as const)(
    'never hands on a number that is not finite, observers need the %s',
    (needs) => {
      // Explicit Euler with h |a| = 1e10: 30 steps reach 1e300, the 31st overflows.
      const simulation = timeStepping(linearSystem(1, [1], [-1e13]), 1e-3, new EulerMoreauOSI(0, 1));
      const x = Float64Array.of(NaN);
      let finite = true;
      expect(() =>
        simulation.run({
          needs,
          segment: (segment) => {
            for (let k = 0; k <= segment.gridCount; k++) {
              segment.gridPoint(k, x, new Float64Array(0));
              finite &&= Number.isFinite(x[0]);
            }
          },
        }),
      ).toThrow('the state is no longer finite in the step from t = ');
      expect(finite).toBe(true);
      expect(Number.isFinite(simulation.x[0])).toBe(true);
      if (needs === 'grid') expect(simulation.t).toBe(0.03);
    },
  );
});

describe('a start that no multiplier is consistent with', () => {
  /** 1 F at -2 V with a diode that forbids v < 0, fed by 1 A from t = 0 on: x' = 1 + lambda, y = x. */
  const clamped = (osi: EulerMoreauOSI): TimeStepping =>
    timeStepping(
      complementaritySystem(1, [-2], [[0]], { C: [[1]], B: [[1]] }, { b: Float64Array.of(1) }),
      0.125,
      osi,
    );

  test.each(schemes)('jumps in one implicit step and forgets the impulse afterwards, scheme %#', (osi) => {
    const run = record(clamped(osi));
    // The jump takes 2 A s less what flows in during the step; then 1 A charges 1 F. All numbers are dyadic.
    expect(run.lambda[1]).toEqual([(2 - 0.125) / 0.125]);
    expect(run.x.map(([x]) => x)).toEqual([-2, 0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875]);
    expect(run.lambda.slice(2).flat()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('is told from a consistent one', () => {
    expect(clamped(new EulerMoreauOSI(0.5, 0.5)).startsWithJump).toBe(true);
    expect(timeStepping(bridgeSystem(1e-3), 1e-6).startsWithJump).toBe(false);
  });
});
