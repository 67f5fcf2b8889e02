/**
 * The present segments of several runs as one segment of the common point (`placesOf`): each runs on by itself, so that
 * none of them ends before the composite does.
 */
import type { ExactFlow } from '../kernel/simulation/event-driven/exact-flow.js';
import type { Segment, SegmentPart } from '../kernel/simulation/stream.js';

export class CompositeSegment implements Segment {
  t0 = 0;
  t1 = 0;
  mode = 0;
  afterEvent = true;
  readonly gridCount = 0;
  parts: readonly SegmentPart[] = [];
  /** By segment and mode's projection: the part with its places in the common point. */
  readonly #placed = new WeakMap<Float64Array, SegmentPart>();
  readonly #x: readonly Float64Array[];
  readonly #lambda: readonly Float64Array[];

  /** `sizes`: of each run the lengths of x, lambda and u. */
  constructor(
    private readonly segments: readonly ExactFlow[],
    private readonly sizes: readonly { readonly n: number; readonly m: number; readonly p: number }[],
  ) {
    this.#x = sizes.map(({ n }) => new Float64Array(n));
    this.#lambda = sizes.map(({ m }) => new Float64Array(m));
  }

  /** Makes it the segment from t0 to t1, over which all segments go on. */
  set(t0: number, t1: number, afterEvent: boolean): void {
    this.t0 = t0;
    this.t1 = t1;
    this.afterEvent = afterEvent;
    this.mode++;
    const before = { n: 0, m: 0, p: 0 };
    this.parts = this.segments.flatMap((segment, k) => {
      const own = (segment.parts ?? []).map((part) => this.#place(part, before));
      const { n = 0, m = 0, p = 0 } = this.sizes[k] ?? {};
      before.n += n;
      before.m += m;
      before.p += p;
      return own;
    });
  }

  gridTime(): number {
    return this.t0;
  }

  gridPoint(_k: number, x: Float64Array, lambda: Float64Array): void {
    this.interpolate(this.t0, x, lambda);
  }

  interpolate(t: number, x: Float64Array, lambda: Float64Array): void {
    let [n, m] = [0, 0];
    this.segments.forEach((segment, k) => {
      const ownX = this.#x[k] ?? new Float64Array(0);
      const ownLambda = this.#lambda[k] ?? new Float64Array(0);
      segment.interpolate(t, ownX, ownLambda);
      x.set(ownX, n);
      lambda.set(ownLambda, m);
      n += ownX.length;
      m += ownLambda.length;
    });
  }

  #place(
    part: SegmentPart,
    { n, m, p }: { readonly n: number; readonly m: number; readonly p: number },
  ): SegmentPart {
    const known = this.#placed.get(part.projection);
    if (known) return known;
    const placed: SegmentPart = {
      states: part.states.map((i) => n + i),
      rows: part.rows.map((i) => m + i),
      inputs: part.inputs.map((j) => p + j),
      size: part.size,
      projection: part.projection,
      ...(part.motion && { motion: part.motion }),
      coordinates: (times, from, count, out) => {
        part.coordinates(times, from, count, out);
      },
    };
    this.#placed.set(part.projection, placed);
    return placed;
  }
}
