/**
 * Runs the parts of a circuit (`parted-events.ts`). Those that are only written run one after the other, some output steps at a
 * time (`parted-rows.ts`): what a part works on stays in the fastest memory. Where somebody looks at several at once, as measures
 * do, those that are looked at go on in the order of time, from segment to segment: the one that is due first is the next. All
 * others run by themselves, ahead of these by a part of the run.
 * Cost: that of the parts, and a copy of a segment that is told of; in the order of time a place in a heap.
 */
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { CommonSegments } from './common-segments.js';
import type { EventRun } from './event-run.js';
import type { PartedRows } from '../rows/parted-rows.js';
import { PartWalk } from './part-walk.js';
import { PartsApart } from './parts-apart.js';
import { SoonestFirst } from './soonest-first.js';

const segmentsBetweenPauses = 256;
/** What an event counts for among them: it may search for its mode and build it. */
const segmentsOfAnEvent = 32;
/** What nobody looks at is run ahead by one of so many parts of the run at a time. */
const runAheadParts = 64;

/** Segments that a part runs ahead of who takes them, at most; and so many of one state: each is kept with its series. */
const [mostAhead, sizeAhead] = [16, 64];

/** Who looks at the parts: the rows, and those who want to see some of them together. */
export interface PartsWatch {
  readonly rows?: PartedRows | undefined;
  readonly common: readonly CommonSegments[];
}

/** Runs all parts to tstop, with pauses; returns the time to which all of them got. */
export function* partsInOrder(runs: readonly EventRun[], watch: PartsWatch, tstop: number): Steps<number> {
  const { rows, common } = watch;
  const seen = [...runs.keys()].filter((k) => rows?.writes(k) === true || common.some((each) => each.has(k)));
  // Rows are written even where no column reads anything.
  if (seen.length === 0 && rows) seen.push(0);
  const apart = new PartsApart(
    runs.filter((_, k) => !seen.includes(k)),
    tstop,
  );
  if (seen.length === 0) return yield* apart.to(tstop);
  const walks = new Map<number, PartWalk>();
  for (const k of seen) {
    const run = runs[k] as EventRun;
    // Who looks at several parts at once looks at what they are at.
    const ahead = common.length > 0 ? 1 : Math.max(1, Math.min(mostAhead, sizeAhead / run.flow.x.length));
    const told = (event: Parameters<CommonSegments['event']>[1]): void => {
      for (const each of common) each.event(k, event);
    };
    walks.set(k, new PartWalk(run, tstop, ahead, told, rows?.numbers));
  }
  const t = yield* common.length === 0 && rows
    ? oneAfterTheOther(walks, rows, apart, tstop)
    : inOrder(walks, watch, apart, tstop);
  rows?.finish(t);
  if (t >= tstop) for (const walk of walks.values()) walk.end();
  return t;
}

/** Each part in its turn up to where rows are asked for next. */
function* oneAfterTheOther(
  walks: ReadonlyMap<number, PartWalk>,
  rows: PartedRows,
  apart: PartsApart,
  tstop: number,
): Steps<number> {
  let [t, end, steps, pause] = [0, tstop, 0, segmentsBetweenPauses];
  for (let isToStop = false; t < end && !isToStop;) {
    const horizon = Math.min(end, rows.horizon);
    let until = horizon;
    let done = 0;
    for (const [k, walk] of walks) {
      while (!isToStop && rows.needs(k)) {
        const next = walk.next();
        if (!next) {
          end = Math.min(end, rows.reachedBy(k));
          break;
        }
        steps++;
        if (next.isEvent) pause -= segmentsOfAnEvent;
        rows.take(k, next);
        if (steps < pause) continue;
        pause = steps + segmentsBetweenPauses;
        // How far they have come on the mean.
        isToStop = (yield { t: t + (done / walks.size) * (horizon - t), steps }) === 'stop';
      }
      done++;
      until = Math.min(until, rows.reachedBy(k));
    }
    const reached = yield* apart.to(until);
    if (reached < until) until = end = Math.max(t, reached);
    if (yield* rows.advance(until, steps)) isToStop = true;
    t = until;
  }
  return t;
}

/** The part that is due first is the next. */
function* inOrder(
  walks: ReadonlyMap<number, PartWalk>,
  { rows, common }: PartsWatch,
  apart: PartsApart,
  tstop: number,
): Steps<number> {
  const seen = [...walks.keys()];
  const queue = new SoonestFirst(Math.max(...seen) + 1);
  let [steps, pause] = [0, 0];
  /** Lets parts go on; returns whether all of them do. */
  const goOn = (due: readonly number[]): boolean => {
    for (const k of due) {
      const next = walks.get(k)?.next();
      if (!next) return false;
      const { t1, isEvent } = next;
      steps++;
      if (isEvent) pause -= segmentsOfAnEvent;
      if (rows) rows.take(k, next);
      else next.release();
      for (const each of common) each.enter(k, isEvent);
      queue.push(k, t1);
    }
    return true;
  };
  if (!goOn(seen)) return 0;
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
    const due: number[] = [];
    while (queue.soonest <= next) due.push(queue.pop());
    for (const each of common) {
      if (next < end && !due.some((k) => each.has(k))) continue;
      if (yield* each.tell(next, steps)) continue;
      yield* advance(rows, t, steps);
      return t;
    }
    t = next;
    const isLast = t >= end || !goOn(due);
    if (isLast || rows?.isDue(t) === true) {
      const isToStop = yield* advance(rows, t, steps);
      if (isLast || isToStop) return t;
    }
    if (steps < pause) continue;
    pause = steps + segmentsBetweenPauses;
    if ((yield { t, steps }) !== 'stop') continue;
    yield* advance(rows, t, steps);
    return t;
  }
}

function* advance(rows: PartedRows | undefined, t: number, steps: number): Steps<boolean> {
  return rows ? yield* rows.advance(t, steps) : false;
}
