/** One accepted step of the integrator, up to the event in it. */
import type { OdeIntegrator } from '../../../../numerics/ode/ode-integrator.js';
import type { Segment } from '../../stream.js';

export class OdeSegment implements Segment {
  t0 = 0;
  t1 = 0;
  mode = 0;
  fired = 0;
  readonly gridCount = 0;
  readonly firedGuards: Int32Array;

  /** Takes the number of guards, and what writes the multipliers at (t, x), where there are any. */
  constructor(
    private readonly integrator: OdeIntegrator,
    guards: number,
    private readonly multipliers?: (t: number, x: Float64Array, lambda: Float64Array) => void,
  ) {
    this.firedGuards = new Int32Array(guards);
  }

  gridTime(): number {
    return this.t0;
  }

  gridPoint(_k: number, x: Float64Array, lambda: Float64Array): void {
    this.interpolate(this.t0, x, lambda);
  }

  interpolate(t: number, x: Float64Array, lambda: Float64Array): void {
    this.integrator.interpolate(t, x);
    this.multipliers?.(t, x, lambda);
  }
}
