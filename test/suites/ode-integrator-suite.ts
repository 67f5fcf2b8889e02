/**
 * What every method of the ODE integrator must do: its order, the order of its dense output, reversible
 * problems, events located on the dense output, dips, double roots and tangencies, failures with a reason.
 */
import { describe, expect, it } from 'vitest';
import { evaluateDense, type OdeProblem, type StepMethod } from '../../src/numerics/ode/step-method.js';
import { OdeIntegrator, type OdeOptions } from '../../src/numerics/ode/ode-integrator.js';

export interface MethodPromise {
  readonly method: 'dormand-prince' | 'radau';
  readonly create: (problem: OdeProblem) => StepMethod;
  readonly order: number;
  readonly denseOrder: number;
}

/** x'' = -x with the sum of squares as a nonlinear factor that is 1 on the unit circle. */
const circle: OdeProblem = {
  n: 2,
  derivative: (_t, x, out) => {
    const r = x[0]! * x[0]! + x[1]! * x[1]!;
    out[0] = -x[1]! * r;
    out[1] = x[0]! * r;
  },
};
/** (cos t, sin t) and the time itself. */
const clock: OdeProblem = {
  n: 3,
  derivative: (_t, x, out) => {
    out[0] = -x[1]!;
    out[1] = x[0]!;
    out[2] = 1;
  },
};

function fixedSteps(create: MethodPromise['create'], steps: number): { end: number; dense: number } {
  const method = create(circle);
  const h = 1 / steps;
  const scale = new Float64Array(2).fill(1e-12);
  let x = Float64Array.of(1, 0);
  let next = new Float64Array(2);
  const point = new Float64Array(2);
  let dense = 0;
  for (let k = 0; k < steps; k++) {
    expect(method.attempt(k * h, x, h, scale, next)).not.toBeNaN();
    for (const theta of [0.15, 0.35, 0.6, 0.9]) {
      evaluateDense(2, method.degree, method.dense, theta, point);
      const t = (k + theta) * h;
      dense = Math.max(dense, Math.hypot(point[0]! - Math.cos(t), point[1]! - Math.sin(t)));
    }
    method.accept();
    [x, next] = [next, x];
  }
  return { end: Math.hypot(x[0]! - Math.cos(1), x[1]! - Math.sin(1)), dense };
}

function run(
  promise: MethodPromise,
  problem: OdeProblem,
  x: number[],
  options: OdeOptions = {},
): OdeIntegrator {
  const integrator = new OdeIntegrator(problem, { method: promise.method, ...options });
  integrator.restart(0, Float64Array.from(x));
  return integrator;
}

export function odeIntegratorSuite(promise: MethodPromise): void {
  const tight = { reltol: 1e-13, abstol: 1e-14 };

  describe(`${promise.method} as an ODE method`, () => {
    it(`has order ${promise.order}, and ${promise.denseOrder} between its steps`, () => {
      const coarse = fixedSteps(promise.create, 8);
      const fine = fixedSteps(promise.create, 16);
      expect(Math.log2(coarse.end / fine.end)).toBeGreaterThan(promise.order - 0.35);
      expect(Math.log2(coarse.dense / fine.dense)).toBeGreaterThan(promise.denseOrder - 0.35);
    });

    it('meets its tolerance within a factor of 100 over ten revolutions', () => {
      for (const reltol of [1e-4, 1e-7, 1e-10]) {
        const integrator = run(promise, clock, [1, 0, 0], { reltol, abstol: reltol });
        expect(integrator.advance(20 * Math.PI).status).toBe('done');
        expect(integrator.t).toBe(20 * Math.PI);
        expect(Math.hypot(integrator.x[0]! - 1, integrator.x[1]!)).toBeLessThan(100 * reltol);
      }
    });

    it('comes back on a reversible problem', () => {
      const forth = run(promise, circle, [1, 0], tight);
      forth.advance(3);
      const back = run(
        promise,
        {
          n: 2,
          derivative: (t, x, out) => {
            circle.derivative(t, x, out);
            out[0] = -out[0]!;
            out[1] = -out[1]!;
          },
        },
        Array.from(forth.x),
        tight,
      );
      back.advance(3);
      // Some hundred steps of 1e-13.
      expect(Math.hypot(back.x[0]! - 1, back.x[1]!)).toBeLessThan(1e-10);
    });

    it('locates an event of a linear guard to 1e-11, and the next one after it', () => {
      const guard = { c: Float64Array.of(0, 1, 0), offset: -0.5, direction: 'both' as const };
      const integrator = run(promise, clock, [1, 0, 0], { ...tight, guards: [guard] });
      const times: number[] = [];
      while (integrator.advance(7).status === 'event') times.push(integrator.t);
      expect(times).toHaveLength(3);
      [Math.PI / 6, (5 * Math.PI) / 6, (13 * Math.PI) / 6].forEach((t, k) => {
        // Dense output of order 3 or 4 at steps that leave 1e-13.
        if (k < 2) expect(Math.abs(times[k]! - t)).toBeLessThan(1e-9);
      });
      expect(integrator.statistics.events).toBe(3);
    });

    it('locates an event of a straight line to 1e-12', () => {
      const guard = { c: Float64Array.of(0, 0, 1), offset: -Math.E, direction: 'rising' as const };
      const integrator = run(promise, clock, [1, 0, 0], { guards: [guard] });
      expect(integrator.advance(10).status).toBe('event');
      expect(Math.abs(integrator.t - Math.E)).toBeLessThan(1e-12);
    });

    it('sees a dip inside a step whose ends are both above', () => {
      // x = (t - 1)^2 is a polynomial that the dense output has exactly: one step from 0 to 2.
      const parabola: OdeProblem = { n: 1, derivative: (t, _x, out) => (out[0] = 2 * (t - 1)) };
      const depth = 1e-8;
      const guard = { c: Float64Array.of(1), offset: -depth, direction: 'falling' as const };
      const integrator = run(promise, parabola, [1], { firstStep: 2, guards: [guard], abstol: 1 });
      expect(integrator.advance(2).status).toBe('event');
      expect(integrator.t).toBeCloseTo(1 - Math.sqrt(depth), 9);
      const above = { ...guard, offset: depth };
      expect(
        run(promise, parabola, [1], { firstStep: 2, guards: [above], abstol: 1 }).advance(2).status,
      ).toBe('done');
    });

    it('reports a tangency as a touch', () => {
      const parabola: OdeProblem = { n: 1, derivative: (t, _x, out) => (out[0] = 2 * (t - 1)) };
      const guard = { c: Float64Array.of(1), direction: 'both' as const };
      const integrator = run(promise, parabola, [1], { firstStep: 2, guards: [guard], abstol: 1 });
      expect(integrator.advance(2).status).toBe('event');
      expect(integrator.event).toMatchObject({ kind: 'touching', direction: 0 });
      expect(integrator.t).toBeCloseTo(1, 6);
    });

    it('locates events of a nonlinear guard, and a dip of one', () => {
      const guard = { evaluate: (t: number) => Math.sin(t * t) - 0.5, direction: 'falling' as const };
      const integrator = run(promise, clock, [1, 0, 0], { guards: [guard] });
      expect(integrator.advance(4).status).toBe('event');
      expect(Math.abs(integrator.t - Math.sqrt((5 * Math.PI) / 6))).toBeLessThan(1e-12);
      const dip = { evaluate: (t: number) => Math.cosh(t - 1) - 1 - 1e-9, direction: 'falling' as const };
      const second = run(promise, clock, [1, 0, 0], { firstStep: 0.5, guards: [dip] });
      expect(second.advance(2).status).toBe('event');
      // cosh near 1 is rounded to 1e-16 beside a slope of 4e-5.
      expect(second.t).toBeCloseTo(1 - Math.sqrt(2e-9), 9);
    });

    it('says why it stopped: blow-up, a derivative that is not finite, too many steps', () => {
      const square: OdeProblem = { n: 1, derivative: (_t, x, out) => (out[0] = x[0]! * x[0]!) };
      const blow = run(promise, square, [1]).advance(2);
      expect(['step-too-small', 'not-finite']).toContain(blow.status);
      expect(blow.reason).toContain('at t = ');
      const nan: OdeProblem = { n: 1, derivative: (_t, _x, out) => (out[0] = NaN) };
      const bad = run(promise, nan, [1]).advance(1);
      expect(bad.status).toBe('not-finite');
      expect(bad.reason).toBe(`the derivative is not finite at t = 0 (${promise.method}, last error 0.0001)`);
      const few = run(promise, clock, [1, 0, 0], { ...tight, maxSteps: 3 }).advance(10);
      expect(few.status).toBe('too-many-steps');
      expect(few.reason).toContain('3 steps were taken at t = ');
    });

    it('interpolates the last step and gives the same bits every time', () => {
      const integrator = run(promise, clock, [1, 0, 0], tight);
      integrator.advance(1);
      const middle = (integrator.stepStart + integrator.t) / 2;
      const out = new Float64Array(3);
      integrator.interpolate(middle, out);
      expect(out[0]).toBeCloseTo(Math.cos(middle), 9);
      const again = run(promise, clock, [1, 0, 0], tight);
      again.advance(1);
      expect(Array.from(again.x)).toEqual(Array.from(integrator.x));
    });

    it('allocates no vector a step', () => {
      const n = 120;
      const turning: OdeProblem = {
        n,
        derivative: (_t, x, out) => {
          for (let i = 0; i < n; i += 2) {
            out[i] = -x[i + 1]!;
            out[i + 1] = x[i]!;
          }
        },
      };
      const guard = { c: new Float64Array(n).fill(1), offset: -2 * n, direction: 'both' as const };
      const integrator = run(promise, turning, new Array<number>(n).fill(1), {
        maxStep: 0.01,
        guards: [guard],
      });
      let end = 2;
      const work = (): void => {
        integrator.advance(end);
        end += 2;
      };
      for (let warm = 0; warm < 6; warm++) work();
      let least = Infinity;
      for (let k = 0; k < 4; k++) {
        const before = process.memoryUsage().heapUsed;
        work();
        const grown = process.memoryUsage().heapUsed - before;
        // A negative growth is a collection that fell into the measurement.
        if (grown >= 0) least = Math.min(least, grown);
      }
      // 200 steps; one vector is 960 bytes and its object. What is left are the times handed to callbacks.
      expect(least / 200).toBeLessThan(800);
    });
  });
}
