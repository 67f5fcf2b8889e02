/**
 * The straight line between the last event before a Zeno point (or a step through one) and where the
 * flow goes on: the state linear in time, multipliers before a Zeno point as they are at its start, those of its end there. A step
 * has those of the mode behind it at both ends, and a line between them. As short as the detector's reach.
 */
import type { Segment } from '../stream.js';

export interface GapEnd {
  readonly t: number;
  readonly x: Float64Array;
  readonly lambda: Float64Array;
}

export class GapSegment implements Segment {
  readonly t0: number;
  readonly t1: number;
  readonly gridCount = 0;

  constructor(
    readonly mode: number,
    private readonly from: GapEnd,
    private readonly to: GapEnd,
    private readonly isStep: boolean,
  ) {
    this.t0 = from.t;
    this.t1 = to.t;
  }

  gridTime(): number {
    return this.t0;
  }

  gridPoint(_k: number, x: Float64Array, lambda: Float64Array): void {
    this.interpolate(this.t0, x, lambda);
  }

  interpolate(t: number, x: Float64Array, lambda: Float64Array): void {
    const { from, to } = this;
    const part = to.t > from.t ? (t - from.t) / (to.t - from.t) : 1;
    for (let i = 0; i < x.length; i++) x[i] = from.x[i]! + part * (to.x[i]! - from.x[i]!);
    if (!this.isStep) lambda.set(part < 1 ? from.lambda : to.lambda);
    else
      for (let i = 0; i < lambda.length; i++)
        lambda[i] = from.lambda[i]! + part * (to.lambda[i]! - from.lambda[i]!);
  }
}
