/**
 * What every one-step integrator must do: the order that it promises, on a smooth system and across the mode
 * changes of the diode bridge; exactness where its formula is exact; energy; no allocation; the same bits.
 */
import { describe, expect, it } from 'vitest';
import { FirstOrderLinearDS } from '../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { NonSmoothDynamicalSystem } from '../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import type { Observer } from '../../src/kernel/simulation/stream.js';
import { bridgeSystem, bridgeVoltage } from '../kernel/models.js';

/** What the suite uses of a simulation. */
export interface IntegratedRun {
  readonly x: Float64Array;
  readonly lambda: Float64Array;
  run(...observers: readonly Observer[]): void;
}

/** What an integrator promises. */
export interface IntegratorPromise {
  /** On x' = A x + b with smooth b, and on the diode bridge, in max norm. */
  readonly order: number;
  readonly bridgeOrder: number;
  /** Energy of an undamped oscillator: kept to rounding, or never increased. */
  readonly energy: 'kept' | 'never-increased';
  /** Simulates a system at step h (seconds). */
  simulate(system: NonSmoothDynamicalSystem, h: number): IntegratedRun;
}

/** A measured order is a logarithm of a ratio of errors; their higher-order terms shift it by less than this. */
const orderTolerance = 0.1;

/** The order that the errors at 2 h and h show. */
export function measuredOrder(error: (h: number) => number, h: number): number {
  return Math.log2(error(2 * h) / error(h));
}

/** x' = A x + b, x(0) = x0, without interactions. */
export function linearSystem(
  T: number,
  x0: readonly number[],
  A: readonly number[],
  b?: Float64Array | ((t: number, out: Float64Array) => void),
): NonSmoothDynamicalSystem {
  const system = new NonSmoothDynamicalSystem(0, T);
  const dynamics = new FirstOrderLinearDS(Float64Array.from(x0), Float64Array.from(A), b ? { b } : {});
  system.insertDynamicalSystem(dynamics);
  return system;
}

/** Largest |v(a)| error on the bridge over 5 ms. */
export function bridgeError(integrator: Pick<IntegratorPromise, 'simulate'>, h: number): number {
  let worst = 0;
  const x = new Float64Array(2);
  const lambda = new Float64Array(4);
  integrator.simulate(bridgeSystem(5e-3), h).run({
    needs: 'grid',
    segment: (segment) => {
      for (let k = 1; k <= segment.gridCount; k++) {
        segment.gridPoint(k, x, lambda);
        worst = Math.max(worst, Math.abs(x[0]! - bridgeVoltage(segment.gridTime(k))));
      }
    },
  });
  return worst;
}

/** |x_0(1) - exact| of x' = -2 x + y + sin 3t, y' = -x - 2 y from (1, 0), by complex arithmetic z = x - i y. */
function dampedError(integrator: IntegratorPromise, h: number): number {
  const forced = (t: number, out: Float64Array): void => {
    out[0] = Math.sin(3 * t);
    out[1] = 0;
  };
  const run = integrator.simulate(linearSystem(1, [1, 0], [-2, 1, -1, -2], forced), h);
  run.run();
  return Math.abs(run.x[0]! - dampedSolution(1));
}

/**
 * With z = x - i y: z' = (-2 + i) z + sin 3t; x is the real part. The particular solution is
 * alpha sin 3t + beta cos 3t with alpha = -a / (a^2 + 9), beta = -3 / (a^2 + 9), a = -2 + i.
 */
function dampedSolution(t: number): number {
  const [re, im] = [3 + 9, -4]; // a^2 + 9
  const size = re * re + im * im;
  const alpha = [(2 * re - im) / size, (-2 * im - re) / size] as const;
  const beta = [(-3 * re) / size, (3 * im) / size] as const;
  const [startRe, startIm] = [1 - beta[0], -beta[1]];
  const free = Math.exp(-2 * t) * (startRe * Math.cos(t) - startIm * Math.sin(t));
  return free + alpha[0] * Math.sin(3 * t) + beta[0] * Math.cos(3 * t);
}

export function oneStepIntegratorSuite(name: string, integrator: IntegratorPromise): void {
  describe(`${name} as a one-step integrator`, () => {
    it(`has order ${integrator.order} on a smooth forced system`, () => {
      const order = measuredOrder((h) => dampedError(integrator, h), 1 / 512);
      expect(Math.abs(order - integrator.order)).toBeLessThan(orderTolerance);
    });

    it(`has order ${integrator.bridgeOrder} across the mode changes of the diode bridge`, () => {
      const order = measuredOrder((h) => bridgeError(integrator, h), 1e-6);
      expect(Math.abs(order - integrator.bridgeOrder)).toBeLessThan(orderTolerance);
    });

    it('keeps a constant and integrates a constant input exactly', () => {
      const run = integrator.simulate(linearSystem(1, [3, -1], [0, 0, 0, 0], Float64Array.of(2, 0)), 1 / 64);
      run.run();
      // All numbers are dyadic: no rounding at all.
      expect([...run.x]).toEqual([5, -1]);
    });

    it('stays in an equilibrium', () => {
      const run = integrator.simulate(linearSystem(1, [1, 2], [-1, 1, 0, -1], Float64Array.of(-1, 2)), 0.01);
      run.run();
      // Each of 100 steps rounds by 1e-16 relative; the errors decay.
      expect(Math.abs(run.x[0]! - 1)).toBeLessThan(1e-14);
      expect(Math.abs(run.x[1]! - 2)).toBeLessThan(1e-14);
    });

    it(`leaves the energy of an undamped oscillator ${integrator.energy.replace('-', ' ')}`, () => {
      const T = 20;
      const run = integrator.simulate(linearSystem(T, [1, 0], [0, -1, 1, 0]), 0.1);
      const x = new Float64Array(2);
      let energy = 1;
      let largestChange = -Infinity;
      let smallestChange = Infinity;
      run.run({
        needs: 'grid',
        segment: (segment) => {
          for (let k = 1; k <= segment.gridCount; k++) {
            segment.gridPoint(k, x, new Float64Array(0));
            const now = x[0]! ** 2 + x[1]! ** 2;
            largestChange = Math.max(largestChange, now - energy);
            smallestChange = Math.min(smallestChange, now - energy);
            energy = now;
          }
        },
      });
      // A step rounds the energy 1 by a few 1e-16.
      expect(largestChange).toBeLessThan(1e-14);
      if (integrator.energy === 'kept') expect(smallestChange).toBeGreaterThan(-1e-14);
      else expect(energy).toBeLessThan(0.5);
    });

    it('allocates nothing in a step', () => {
      const steps = 1e6;
      const bytes = bytesAllocated(integrator.simulate(bridgeSystem(1.1), 1e-6), 0.1, 1.1);
      // One boxed number a step would be 12 bytes a step; a block of 1024 steps may take some hundred bytes.
      expect(bytes / steps).toBeLessThan(2);
    });

    it('gives the same bits on every run', () => {
      const bits = [1, 2].map(() => {
        const run = integrator.simulate(bridgeSystem(5e-3), 1e-6);
        run.run();
        return Buffer.from(Float64Array.from([...run.x, ...run.lambda]).buffer).toString('hex');
      });
      expect(bits[0]).toBe(bits[1]);
    });
  });
}

/**
 * Bytes allocated between the first blocks that end after t = from and t = to. Garbage counts: no collection
 * runs between the two readings as long as the young generation has room, which the bounds in use ensure.
 */
export function bytesAllocated(run: Pick<IntegratedRun, 'run'>, from: number, to: number): number {
  if (globalThis.gc === undefined) throw new Error('tests of memory use run with --expose-gc');
  const { gc } = globalThis;
  let start = NaN;
  let end = NaN;
  run.run({
    segment: ({ t1 }) => {
      if (Number.isNaN(start) && t1 >= from) {
        gc();
        start = process.memoryUsage().heapUsed;
      } else if (Number.isNaN(end) && t1 >= to * (1 - 1e-12)) {
        end = process.memoryUsage().heapUsed;
      }
    },
  });
  return end - start;
}
