import { describe, expect, it } from 'vitest';
import { OdeIntegrator } from '../../../src/numerics/ode/ode-integrator.js';
import type { OdeProblem } from '../../../src/numerics/ode/step-method.js';

const robertson: OdeProblem = {
  n: 3,
  derivative: (_t, x, out) => {
    const slow = 0.04 * x[0]!;
    const fast = 1e4 * x[1]! * x[2]!;
    const quick = 3e7 * x[1]! * x[1]!;
    out[0] = fast - slow;
    out[1] = slow - fast - quick;
    out[2] = quick;
  },
};

const vanDerPol: OdeProblem = {
  n: 2,
  derivative: (_t, x, out) => {
    out[0] = x[1]!;
    out[1] = ((1 - x[0]! * x[0]!) * x[1]! - x[0]!) / 1e-6;
  },
  jacobian: (_t, x, out) => {
    out[0] = 0;
    out[1] = 1;
    out[2] = (-2 * x[0]! * x[1]! - 1) / 1e-6;
    out[3] = (1 - x[0]! * x[0]!) / 1e-6;
  },
};

describe('stiff problems', () => {
  it('Robertson: the published values at t = 40', () => {
    const integrator = new OdeIntegrator(robertson, {
      method: 'radau',
      reltol: 1e-9,
      abstol: Float64Array.of(1e-12, 1e-16, 1e-12),
    });
    integrator.restart(0, Float64Array.of(1, 0, 0));
    expect(integrator.advance(40).status).toBe('done');
    // [Hairer-Wanner 1996, IV.10] prints 0.7158, 9.185e-6, 0.2842 (as all codes do).
    expect(integrator.x[0]).toBeCloseTo(0.7158270688, 7);
    expect(integrator.x[1]! * 1e6).toBeCloseTo(9.185534765, 5);
    expect(integrator.x[2]).toBeCloseTo(0.2841637457, 7);
    expect(integrator.x[0]! + integrator.x[1]! + integrator.x[2]!).toBeCloseTo(1, 12);
    expect(integrator.statistics.accepted).toBeLessThan(1000);
  });

  it('Van der Pol with 1e-6: the published values at t = 2', () => {
    const integrator = new OdeIntegrator(vanDerPol, { method: 'radau', reltol: 1e-7, abstol: 1e-7 });
    integrator.restart(0, Float64Array.of(2, -0.66));
    expect(integrator.advance(2).status).toBe('done');
    // [Hairer-Wanner 1996, IV.10]: 1.706167732170483, -0.8928097010247975.
    expect(integrator.x[0]).toBeCloseTo(1.706167732170483, 5);
    expect(integrator.x[1]).toBeCloseTo(-0.8928097010247975, 5);
    expect(integrator.statistics.accepted).toBeLessThan(3000);
  });

  it('"auto" turns from Dormand-Prince to Radau and needs far fewer steps', () => {
    const stiff: OdeProblem = {
      n: 1,
      derivative: (t, x, out) => (out[0] = -1e6 * (x[0]! - Math.cos(t)) - Math.sin(t)),
    };
    const integrator = new OdeIntegrator(stiff, { reltol: 1e-6, abstol: 1e-9 });
    integrator.restart(0, Float64Array.of(1));
    expect(integrator.advance(10).status).toBe('done');
    expect(integrator.method).toBe('radau');
    expect(integrator.x[0]).toBeCloseTo(Math.cos(10), 5);
    expect(integrator.statistics.accepted).toBeLessThan(1000);
  });

  it('refuses tolerances that do not fit', () => {
    expect(() => new OdeIntegrator(robertson, { abstol: Float64Array.of(1) })).toThrow(
      new RangeError('abstol has 1 entries for 3 states'),
    );
    expect(() => new OdeIntegrator(robertson, { reltol: 0 })).toThrow(
      new RangeError('reltol[0] = 0 must be positive'),
    );
  });
});
