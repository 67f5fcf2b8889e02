/** One accepted step of the integrator of a mechanical system, up to the event in it. */
import type { OdeIntegrator } from '../../../numerics/ode/ode-integrator.js';
import type { Segment } from '../stream.js';
import type { ContactDynamics } from './contact-dynamics.js';

export class LagrangianSegment implements Segment {
  t0 = 0;
  t1 = 0;
  mode = 0;
  fired = 0;
  readonly gridCount = 0;
  readonly firedGuards: Int32Array;

  constructor(
    private readonly integrator: OdeIntegrator,
    private readonly dynamics: ContactDynamics,
  ) {
    this.firedGuards = new Int32Array(dynamics.m);
  }

  gridTime(): number {
    return this.t0;
  }

  gridPoint(_k: number, x: Float64Array, lambda: Float64Array): void {
    this.interpolate(this.t0, x, lambda);
  }

  interpolate(t: number, x: Float64Array, lambda: Float64Array): void {
    this.integrator.interpolate(t, x);
    this.dynamics.multipliers(t, x, lambda);
  }
}
