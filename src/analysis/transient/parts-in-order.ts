/**
 * Runs the parts of a circuit (`parted-events.ts`). Those that are written or measured go on in the order of time, from segment
 * to segment: the one that is due first is the next. Each has some segments ready, copied, before they are looked at. All others
 * run by themselves, ahead of these by a part of the run.
 * Cost: that of the parts, and a copy and a place in a heap a segment that is told of.
 */
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { Observer, Segment, SimulationEvent } from '../../kernel/simulation/stream.js';
import { KeptSegment } from '../certificate/kept-segment.js';
import type { CommonSegments } from './common-segments.js';
import type { EventRun } from './event-run.js';
import type { PartedRows } from '../rows/parted-rows.js';
import { PartsApart } from './parts-apart.js';
import { SoonestFirst } from './soonest-first.js';

const segmentsBetweenPauses = 256;
/** What an event counts for among them: it may search for its mode and build it. */
const segmentsOfAnEvent = 32;
/** What nobody looks at is run ahead by one of so many parts of the run at a time. */
const runAheadParts = 64;

/** Segments that a part runs ahead of the others, at most; and so many of one state: each is kept with its series. */
const [mostAhead, sizeAhead] = [16, 64];

/** Who looks at the parts: the rows, and those who want to see some of them together. */
export interface PartsWatch {
  readonly rows?: PartedRows | undefined;
  readonly common: readonly CommonSegments[];
}

/** Runs all parts to tstop, with pauses; returns the time to which all of them got. */
export function* partsInOrder(
  runs: readonly EventRun[],
  { rows, common }: PartsWatch,
  tstop: number,
): Steps<number> {
  const seen = [...runs.keys()].filter((k) => rows?.writes(k) === true || common.some((each) => each.has(k)));
  // Rows are written even where no column reads anything.
  if (seen.length === 0 && rows) seen.push(0);
  const apart = new PartsApart(
    runs.filter((_, k) => !seen.includes(k)),
    tstop,
  );
  if (seen.length === 0) return yield* apart.to(tstop);
  const walk = (k: number): PartWalk => {
    const run = runs[k] as EventRun;
    // Who looks at several parts at once looks at what they are at.
    const ahead = common.length > 0 ? 1 : Math.max(1, Math.min(mostAhead, sizeAhead / run.flow.x.length));
    return new PartWalk(run, tstop, ahead, (event) => {
      for (const each of common) each.event(k, event);
    });
  };
  const walks = new Map(seen.map((k) => [k, walk(k)]));
  const queue = new SoonestFirst(runs.length);
  const ends = new Float64Array(runs.length);
  let steps = 0;
  let pause = 0;
  /** Lets parts that are due at t go on; returns whether all of them do. */
  const goOn = (due: readonly number[], t: number): boolean => {
    for (const k of due) {
      let isEvent = true;
      if (!((ends[k] as number) > t)) {
        const next = walks.get(k)?.next();
        if (!next) return false;
        steps++;
        ends[k] = next.t1;
        isEvent = next.isEvent;
        if (isEvent) pause -= segmentsOfAnEvent;
        if (rows) rows.begin(k, next);
        else next.release();
        for (const each of common) each.enter(k, isEvent);
      }
      rows?.enter(k, t, isEvent);
    }
    rows?.settle(t);
    for (const k of due)
      queue.push(k, rows ? Math.min(rows.dueOf(k), ends[k] as number) : (ends[k] as number));
    return true;
  };
  if (!goOn(seen, 0)) return 0;
  let end = tstop;
  let ahead = 0;
  for (let t = 0; ;) {
    while (ahead < Math.min(queue.soonest, end)) {
      ahead = Math.min(
        tstop,
        (Math.floor((runAheadParts * queue.soonest) / tstop) + 1) * (tstop / runAheadParts),
      );
      const reached = yield* apart.to(ahead);
      if (reached < ahead) end = Math.max(t, reached);
    }
    const next = Math.min(queue.soonest, end);
    while (rows?.advance(next) === false) {
      if ((yield { t, steps }) !== 'stop') continue;
      rows.finish(t, []);
      return t;
    }
    const due: number[] = [];
    while (queue.soonest <= next) due.push(queue.pop());
    for (const each of common) {
      if (next < end && !due.some((k) => each.has(k) && (ends[k] as number) <= next)) continue;
      if (yield* each.tell(next, steps)) continue;
      rows?.finish(t, []);
      return t;
    }
    t = next;
    for (const k of due) rows?.leave(k, t);
    if (t >= end || !goOn(due, t)) {
      rows?.finish(t, due);
      if (t >= tstop) for (const each of walks.values()) each.end();
      return t;
    }
    if (steps >= pause) {
      pause = steps + segmentsBetweenPauses;
      if ((yield { t, steps }) === 'stop') {
        rows?.finish(t, []);
        return t;
      }
    }
  }
}

/** A part on its way from segment to segment, some of them ahead of who asks: what a part works on stays in the fastest memory. */
class PartWalk {
  readonly #steps: Steps<boolean>;
  readonly #watch: SegmentWatch;
  #next = 0;

  /** `told`: of every event, before the segment behind it. */
  constructor(run: EventRun, tstop: number, ahead: number, told: (event: SimulationEvent) => void) {
    this.#watch = new SegmentWatch(ahead, told);
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
  readonly segments: KeptSegment[] = [];
  readonly #free: KeptSegment[] = [];
  #end = 0;
  #isEvent = false;

  constructor(
    private readonly ahead: number,
    private readonly told: (event: SimulationEvent) => void,
  ) {}

  skippable(): number {
    return 0;
  }

  segment(segment: Segment): void {
    if (segment.afterEvent !== false) this.#isEvent = true;
    const { t1 } = segment;
    if (!(t1 > this.#end)) return;
    this.#end = t1;
    const kept = this.#free.pop() ?? new KeptSegment(this.#free);
    kept.take(segment, this.#isEvent);
    this.segments.push(kept);
    this.#isEvent = false;
    this.unfinished = this.segments.length >= this.ahead;
  }

  event(event: SimulationEvent): void {
    this.told(event);
  }

  proceed(): void {
    this.unfinished = false;
  }
}
