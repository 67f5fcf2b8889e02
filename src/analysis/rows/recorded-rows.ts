/**
 * What the machine code of hot modes needs to write the rows of their segments (`kernel/simulation/time-stepping/row-memory.ts`) instead of
 * the sampler (`row-sampler.ts`), which takes all others: both go on from the same numbers and make the same rows.
 * Where every row is checked, the points of a segment are shown to the check once its rows stand: the same ones in the same order.
 */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type {
  RecordedForms,
  RecordedPoints,
  RowRecorder,
} from '../../kernel/simulation/time-stepping/row-memory.js';
import type { Segment, SegmentPart } from '../../kernel/simulation/stream.js';
import { breakpointsOf } from './direct-breakpoints.js';
import { LineTable } from './line-table.js';
import { isNearEnd, middleOf } from '../certificate/segment-times.js';
import type { PointTrack } from '../certificate/point-track.js';
import type { RowBlock } from './row-block.js';
import type { RowPool } from './row-pool.js';
import type { RowSamplerOptions } from './row-sampler.js';

export class RecordedRows implements RowRecorder {
  readonly step: number;
  readonly tstart: number;
  readonly rowtol: number;
  readonly check?: (segment: Segment, points: RecordedPoints) => void;
  readonly #inputs: readonly Signal[];
  /** Inputs that no part follows: the same in every mode. */
  #direct: readonly Signal[] = [];
  #lines = new LineTable([], []);
  #breakpoint: (t: number) => number = () => Infinity;

  constructor(
    options: Pick<RowSamplerOptions, 'inputs' | 'step' | 'tstart' | 'rowtol' | 'evtol' | 'check'>,
    private readonly pool: RowPool,
    private readonly block: RowBlock,
  ) {
    const { inputs, step, tstart, rowtol } = options;
    this.step = step;
    this.tstart = tstart;
    this.rowtol = rowtol;
    this.#inputs = inputs;
    const { evtol, check } = options;
    if (check) this.check = pointChecks(pool.track, evtol, check);
  }

  forms(part: SegmentPart): RecordedForms | undefined {
    const { reader, track } = this.pool;
    const direct = track.directOf([part]);
    const forms = reader.recorded(part, direct);
    this.#direct = Array.from(direct, (j) => this.#inputs[j] as Signal);
    this.#breakpoint = breakpointsOf(reader, this.#inputs, direct);
    const read = Array.from(direct.keys()).filter((d) => reader.readsInput(direct[d] as number));
    this.#lines = new LineTable(this.#direct, read);
    return forms && { ...forms, lines: this.#lines.isWhole };
  }

  lines(t: number, kept: number, out: Float64Array): number {
    return this.#lines.fill(t, kept, out);
  }

  flush(): void {
    this.block.flush();
  }

  inputs(times: Float64Array, left: Float64Array, count: number, out: Float64Array): void {
    const direct = this.#direct;
    for (let d = 0; d < direct.length; d++) {
      const signal = direct[d] as Signal;
      for (let k = 0, at = d; k < count; k++, at += direct.length) {
        const t = times[k] as number;
        out[at] = left[k] === 1 ? signal.valueLeft(t) : signal.value(t);
      }
    }
  }

  nextBreakpoint(t: number): number {
    return this.#breakpoint(t);
  }
}

/** Checks the points of a segment in the track, in the order in which the sampler does. */
function pointChecks(
  track: PointTrack,
  evtol: number,
  check: (from: number, to: number) => void,
): (segment: Segment, points: RecordedPoints) => void {
  const between = (segment: Segment, count: number): void => {
    const middle = middleOf(segment);
    if (Number.isNaN(middle)) return;
    track.set(count, middle, 'right', false);
    track.fill(count, count + 1);
    check(count, count + 1);
  };
  return (segment, { times, left, given, foundTimes, found }) => {
    track.begin(segment);
    let hasInner = false;
    for (let k = 0; k < given; k++) {
      const t = times[k] as number;
      const isLeft = left[k] === 1;
      // Both ends, and both limits of breakpoints.
      const isEvent = k === 0 || isLeft || left[k - 1] === 1;
      const isNear = isEvent || isNearEnd(segment, t, evtol);
      track.set(k, t, isLeft ? 'left' : 'right', isNear);
      hasInner ||= !isNear;
    }
    track.fill(0, given);
    if (!hasInner) between(segment, given);
    check(0, given);
    if (found === 0) return;
    for (let k = 0; k < found; k++) track.set(given + k, foundTimes[k] as number, 'right', false);
    track.fill(given, given + found);
    check(given, given + found);
  };
}
