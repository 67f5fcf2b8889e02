/**
 * Points of the circuit along a segment, for whoever reads linear forms of them (`linear-forms.ts`):
 *
 *     zeta(t) = (x, lambda, u) = sum over parts of projection * xi(t), and inputs that no part follows from their signals.
 *
 * A point of exact events is kept as its coordinates xi, one of stepping as x and lambda themselves. Buffers grow to the
 * most points of a segment; nothing is allocated a point.
 */
import type { Segment, SegmentPart } from '../../kernel/simulation/stream.js';
import type { PointSizes, Side } from './circuit-point.js';

const firstCapacity = 64;

/** The coordinates of one part at all points, point-major. */
interface TrackedPart {
  part: SegmentPart;
  xi: Float64Array;
}

export class PointTrack {
  times = new Float64Array(firstCapacity);
  /** 1: inputs that no part follows are taken at their left limits. */
  left = new Uint8Array(firstCapacity);
  /** 1: within the rounding of an event's time, where a switch may stand on either side. */
  nearEvent = new Uint8Array(firstCapacity);
  readonly parts: TrackedPart[] = [];
  /** Bound of the rate at which a part moves, 1/s. */
  rate = 0;
  /** Inputs that no part follows, and their values at all points. */
  direct: Int32Array = new Int32Array(0);
  u = new Float64Array(0);
  /** 1: the coordinates of the point are filled in. */
  #known = new Uint8Array(firstCapacity);
  readonly #plain: PlainPart;
  readonly #used: Uint8Array;

  constructor(private readonly sizes: PointSizes) {
    this.#plain = new PlainPart(sizes.n, sizes.m);
    this.#used = new Uint8Array(sizes.inputs.length);
  }

  /** Says that the places of zeta where a form is not zero are read: inputs that nobody reads are not asked. */
  reads(form: Float64Array): void {
    const { n, m } = this.sizes;
    for (let j = 0; j < this.#used.length; j++) if (form[n + m + j] !== 0) this.#used[j] = 1;
  }

  /** Takes the parts of a segment, or these; points of earlier segments are gone. */
  begin(segment: Segment | readonly SegmentPart[]): void {
    const parts = 'length' in segment ? segment : (segment.parts ?? this.#plain.of(segment));
    while (this.parts.length > parts.length) this.parts.pop();
    this.rate = 0;
    let sameInputs = this.parts.length === parts.length;
    for (let k = 0; k < parts.length; k++) {
      const part = parts[k] as SegmentPart;
      const tracked = this.parts[k];
      if (part.motion) this.rate = Math.max(this.rate, part.motion.rate);
      if (!tracked || !isSame(tracked.part.inputs, part.inputs)) sameInputs = false;
      if (tracked) tracked.part = part;
      else this.parts.push({ part, xi: new Float64Array(0) });
    }
    if (!sameInputs) this.direct = this.directOf(parts);
    this.#reserve();
  }

  /** Makes room for so many points. */
  grow(count: number): void {
    const capacity = this.times.length;
    if (count > capacity) {
      const size = Math.max(count, 2 * capacity);
      this.times = copyInto(new Float64Array(size), this.times);
      this.left = copyInto(new Uint8Array(size), this.left);
      this.nearEvent = copyInto(new Uint8Array(size), this.nearEvent);
      this.#known = copyInto(new Uint8Array(size), this.#known);
    }
    this.#reserve();
  }

  /** Sets the time of a point, which limit of inputs it takes, and whether it is an event's. */
  set(k: number, t: number, side: Side, nearEvent: boolean): void {
    if (k >= this.times.length) this.grow(k + 1);
    this.times[k] = t;
    this.left[k] = side === 'left' ? 1 : 0;
    this.nearEvent[k] = nearEvent ? 1 : 0;
  }

  /** Takes points [from, to) of the segment that began last, at their times. */
  fill(from: number, to: number): void {
    for (let k = from; k < to; k++) this.#known[k] = 0;
    this.#readInputs(from, to);
  }

  /** Fills in the coordinates of points [from, to), where they are not known yet: forms may be read without them. */
  coordinates(from: number, to: number): void {
    const known = this.#known;
    for (let first = from; first < to; first++) {
      if (known[first] === 1) continue;
      let last = first;
      while (last < to && known[last] === 0) known[last++] = 1;
      for (const { part, xi } of this.parts) part.coordinates(this.times, first, last, xi);
      first = last;
    }
  }

  /** Fills in points [from, to) from the held points of a segment of stepping, `first` being that of point `from`. */
  fillHeld(segment: Segment, first: number, from: number, to: number): void {
    const [tracked] = this.parts;
    for (let k = from; k < to; k++) this.#known[k] = 1;
    if (tracked) this.#plain.copy(segment, first, from, to, tracked.xi);
    this.#readInputs(from, to);
  }

  /** Moves the state of held point k towards point `from`, in time as in place: part of k and the rest of the other. */
  mix(from: number, k: number, part: number): void {
    for (const { part: of, xi } of this.parts) {
      const [a, b] = [from * of.size, k * of.size];
      for (let i = 0; i < of.states.length; i++)
        xi[b + i] = part * (xi[b + i] as number) + (1 - part) * (xi[a + i] as number);
    }
    this.times[k] = part * (this.times[k] as number) + (1 - part) * (this.times[from] as number);
    this.#readInputs(k, k + 1);
  }

  /** Copies a point to another place. */
  copy(from: number, to: number): void {
    this.times[to] = this.times[from] as number;
    this.left[to] = this.left[from] as number;
    this.nearEvent[to] = this.nearEvent[from] as number;
    this.#known[to] = this.#known[from] as number;
    for (const { part, xi } of this.parts)
      xi.copyWithin(to * part.size, from * part.size, (from + 1) * part.size);
    const { length } = this.direct;
    this.u.copyWithin(to * length, from * length, (from + 1) * length);
  }

  /** Writes zeta of a point. */
  zeta(k: number, out: Float64Array): void {
    const { n, m } = this.sizes;
    this.coordinates(k, k + 1);
    out.fill(0);
    for (const { part, xi } of this.parts) {
      const { states, rows, inputs, projection, size } = part;
      let at = 0;
      for (const [places, offset] of [[states, 0] as const, [rows, n] as const, [inputs, n + m] as const]) {
        for (const place of places) {
          let sum = 0;
          for (let i = 0; i < size; i++) sum += (projection[at * size + i] ?? 0) * (xi[k * size + i] ?? 0);
          out[offset + place] = sum;
          at++;
        }
      }
    }
    this.direct.forEach((j, d) => (out[n + m + j] = this.u[k * this.direct.length + d] as number));
  }

  #readInputs(from: number, to: number): void {
    const { direct, u, times, left } = this;
    const count = direct.length;
    for (let d = 0; d < count; d++) {
      const signal = this.sizes.inputs[direct[d] as number];
      if (!signal) continue;
      for (let k = from; k < to; k++) {
        const t = times[k] as number;
        u[k * count + d] = left[k] === 1 ? signal.valueLeft(t) : signal.value(t);
      }
    }
  }

  /** The inputs that are read and that none of the parts follows. */
  directOf(parts: readonly Pick<SegmentPart, 'inputs'>[]): Int32Array {
    const followed = new Set(parts.flatMap(({ inputs }) => [...inputs]));
    return Int32Array.from(this.sizes.inputs.keys()).filter((j) => this.#used[j] === 1 && !followed.has(j));
  }

  #reserve(): void {
    const count = this.times.length;
    for (const tracked of this.parts) {
      const size = count * tracked.part.size;
      if (tracked.xi.length < size) tracked.xi = copyInto(new Float64Array(size), tracked.xi);
    }
    const size = count * this.direct.length;
    if (this.u.length < size) this.u = copyInto(new Float64Array(size), this.u);
  }
}

/** The part of a segment that has none: x and lambda themselves. */
class PlainPart {
  readonly #parts: readonly SegmentPart[];
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  #segment: Segment | undefined;

  constructor(n: number, m: number) {
    this.#x = new Float64Array(n);
    this.#lambda = new Float64Array(m);
    const size = n + m;
    const projection = new Float64Array(size * size);
    for (let i = 0; i < size; i++) projection[i * size + i] = 1;
    const range = (count: number): Int32Array => Int32Array.from({ length: count }, (_, i) => i);
    const coordinates: SegmentPart['coordinates'] = (times, from, to, out) => {
      for (let k = from; k < to; k++) {
        this.#segment?.interpolate(times[k] as number, this.#x, this.#lambda);
        this.#put(k, out);
      }
    };
    const places = { states: range(n), rows: range(m), inputs: range(0) };
    this.#parts = [{ ...places, size, projection, coordinates }];
  }

  of(segment: Segment): readonly SegmentPart[] {
    this.#segment = segment;
    return this.#parts;
  }

  /** Writes held points first, first + 1 ... to points [from, to). */
  copy(segment: Segment, first: number, from: number, to: number, out: Float64Array): void {
    for (let k = from; k < to; k++) {
      segment.gridPoint(first + k - from, this.#x, this.#lambda);
      this.#put(k, out);
    }
  }

  #put(k: number, out: Float64Array): void {
    const n = this.#x.length;
    const size = n + this.#lambda.length;
    for (let i = 0; i < n; i++) out[k * size + i] = this.#x[i] as number;
    for (let i = n; i < size; i++) out[k * size + i] = this.#lambda[i - n] as number;
  }
}

/** Whether two parts follow the same inputs: each mode says so by an array of its own. */
function isSame(a: Int32Array, b: Int32Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function copyInto<A extends Float64Array | Uint8Array>(to: A, from: A): A {
  to.set(from);
  return to;
}
