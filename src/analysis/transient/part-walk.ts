/** A part of a circuit on its way from segment to segment, some of them ahead of who takes them. */
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { NumberRoom } from '../../numerics/code/number-room.js';
import type { Observer, Segment, SimulationEvent } from '../../kernel/simulation/stream.js';
import { KeptSegment } from '../certificate/kept-segment.js';
import type { EventRun } from './event-run.js';

export class PartWalk {
  readonly #steps: Steps<boolean>;
  readonly #watch: SegmentWatch;
  #next = 0;

  /** `told`: of every event, before the segment behind it; `numbers`: where machine code reads segments. */
  constructor(
    run: EventRun,
    tstop: number,
    ahead: number,
    told: (event: SimulationEvent) => void,
    numbers?: NumberRoom,
  ) {
    this.#watch = new SegmentWatch(ahead, told, numbers);
    this.#watch.handedOver = run.handOver(this.#watch.keep);
    this.#steps = run.stepsTo(tstop, this.#watch);
  }

  /** The next segment; undefined where the run ended before. */
  next(): KeptSegment | undefined {
    const { segments } = this.#watch;
    if (this.#next === segments.length) {
      this.#next = segments.length = 0;
      while (this.#steps.next().done !== true && !this.#watch.unfinished);
    }
    return segments[this.#next++];
  }

  /** Ends the run where it has come to tstop. */
  end(): void {
    while (this.#steps.next().done !== true);
  }
}

/** Pauses a loop behind so many segments. */
class SegmentWatch implements Observer {
  unfinished = false;
  /** Machine code hands over what it records. */
  handedOver = false;
  readonly segments: KeptSegment[] = [];
  readonly #free: KeptSegment[] = [];
  #end = 0;
  #isEvent = false;

  constructor(
    private readonly ahead: number,
    private readonly told: (event: SimulationEvent) => void,
    private readonly numbers: NumberRoom | undefined,
  ) {}

  /** Machine code hands over the segments that nobody else wants to be told of. */
  skippable(): number {
    return this.handedOver ? this.ahead - this.segments.length - 1 : 0;
  }

  segment(segment: Segment): void {
    if (!this.handedOver || segment.recorded !== true) this.keep(segment);
  }

  readonly keep = (segment: Segment): void => {
    if (segment.afterEvent !== false) this.#isEvent = true;
    const { t1 } = segment;
    if (!(t1 > this.#end)) return;
    this.#end = t1;
    const kept = this.#free.pop() ?? new KeptSegment(this.#free, this.numbers);
    kept.take(segment, this.#isEvent);
    this.segments.push(kept);
    this.#isEvent = false;
    this.unfinished = this.segments.length >= this.ahead;
  };

  event(event: SimulationEvent): void {
    this.told(event);
  }

  proceed(): void {
    this.unfinished = false;
  }
}
