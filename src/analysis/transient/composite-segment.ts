/**
 * The present segments of several runs as one segment of the common point (`placesOf`): each runs on by itself, so that
 * none of them ends before the composite does.
 */
import type { ExactFlow } from '../../kernel/simulation/event-driven/exact-flow.js';
import type { Segment, SegmentPart } from '../../kernel/simulation/stream.js';

/** Lengths of x, lambda and u. */
interface PointLengths {
  readonly n: number;
  readonly m: number;
  readonly p: number;
}

/** A segment with the lengths of its own point, and of what stands before it in the common one. */
export interface PlacedSegment {
  readonly segment: ExactFlow;
  readonly sizes: PointLengths;
  readonly before: PointLengths;
}

export class CompositeSegment implements Segment {
  t0 = 0;
  t1 = 0;
  mode = 0;
  afterEvent = true;
  readonly gridCount = 0;
  parts: readonly SegmentPart[] = [];
  /** By mode's projection: the part with its places in the common point. */
  readonly #placed = new WeakMap<Float64Array, SegmentPart>();
  readonly #x: readonly Float64Array[];
  readonly #lambda: readonly Float64Array[];

  constructor(private readonly parted: readonly PlacedSegment[]) {
    this.#x = parted.map(({ sizes: { n } }) => new Float64Array(n));
    this.#lambda = parted.map(({ sizes: { m } }) => new Float64Array(m));
  }

  /** Makes it the segment from t0 to t1, over which all segments go on. */
  set(t0: number, t1: number, afterEvent: boolean): void {
    this.t0 = t0;
    this.t1 = t1;
    this.afterEvent = afterEvent;
    this.mode++;
    this.parts = this.parted.flatMap(({ segment, before }) =>
      (segment.parts ?? []).map((part) => this.#place(part, before)),
    );
  }

  gridTime(): number {
    return this.t0;
  }

  gridPoint(_k: number, x: Float64Array, lambda: Float64Array): void {
    this.interpolate(this.t0, x, lambda);
  }

  interpolate(t: number, x: Float64Array, lambda: Float64Array): void {
    this.parted.forEach(({ segment, before }, k) => {
      const ownX = this.#x[k] ?? new Float64Array(0);
      const ownLambda = this.#lambda[k] ?? new Float64Array(0);
      segment.interpolate(t, ownX, ownLambda);
      x.set(ownX, before.n);
      lambda.set(ownLambda, before.m);
    });
  }

  #place(part: SegmentPart, { n, m, p }: PointLengths): SegmentPart {
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
