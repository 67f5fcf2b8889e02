/**
 * A segment of a flow as it can be read when the flow has gone on, until nobody needs it any more. Cost: a copy of what its points
 * follow from; rooms are used again.
 */
import { KeptPoints } from '../../kernel/simulation/event-driven/motion/kept-points.js';
import type { NumberRoom } from '../../numerics/code/number-room.js';
import type { Segment, SegmentPart } from '../../kernel/simulation/stream.js';

export class KeptSegment {
  /** Where it ends, seconds. */
  t1 = 0;
  /** Something happened before it. */
  isEvent = false;
  /** What its points are read from: its parts, or a segment that stays as it is. */
  source: Segment | readonly SegmentPart[] = [];
  /** Sum of the lengths of its coordinates. */
  size = 0;
  readonly #parts: KeptPart[] = [];

  /** `free`: where it goes when it is released; `numbers`: where machine code reads its points. */
  constructor(
    private readonly free: KeptSegment[],
    private readonly numbers?: NumberRoom,
  ) {}

  take(segment: Segment, isEvent: boolean): void {
    this.t1 = segment.t1;
    this.isEvent = isEvent;
    this.size = 0;
    const { parts } = segment;
    this.source = parts ? this.#parts : segment;
    if (!parts) return;
    this.#parts.length = Math.min(this.#parts.length, parts.length);
    for (let k = 0; k < parts.length; k++) {
      const part = parts[k] as SegmentPart;
      const room = this.#parts[k];
      if (room) room.take(part);
      else this.#parts.push(new KeptPart(part, this.numbers));
      this.size += part.size;
    }
  }

  /** The series of its points, where it has one part that moves by one. */
  get points(): KeptPoints | undefined {
    return this.source === this.#parts && this.#parts.length === 1 ? this.#parts[0]?.points : undefined;
  }

  /** Gives its room to another one. */
  release(): void {
    this.free.push(this);
  }
}

class KeptPart implements SegmentPart {
  states: Int32Array;
  rows: Int32Array;
  inputs: Int32Array;
  size: number;
  projection: Float64Array;
  remainder: Float64Array | undefined;
  motion: SegmentPart['motion'];
  #points: Pick<SegmentPart, 'coordinates'>;

  constructor(part: SegmentPart, numbers: NumberRoom | undefined) {
    this.states = part.states;
    this.rows = part.rows;
    this.inputs = part.inputs;
    this.size = part.size;
    this.projection = part.projection;
    this.remainder = part.remainder;
    this.motion = part.motion;
    this.#points = part.keep?.(undefined, numbers) ?? part;
  }

  take(part: SegmentPart): void {
    this.states = part.states;
    this.rows = part.rows;
    this.inputs = part.inputs;
    this.size = part.size;
    this.projection = part.projection;
    this.remainder = part.remainder;
    this.motion = part.motion;
    this.#points = part.keep?.(this.#points) ?? part;
  }

  get points(): KeptPoints | undefined {
    return this.#points instanceof KeptPoints ? this.#points : undefined;
  }

  coordinates(times: Float64Array, from: number, to: number, out: Float64Array): void {
    this.#points.coordinates(times, from, to, out);
  }
}
