/**
 * The transient of a circuit in parts that have no effect on each other (`part-circuit.ts`), by exact events: every part has
 * a flow, a loop and a certificate of its own, so that the cost of an event does not depend on how many others there are.
 *
 * Where rows are written the parts go on in the order of time: the one whose segment ends first is the next, and over
 * the time until then all present segments are one (`composite-segment.ts`). Otherwise each runs by itself, from
 * pause to pause. Cost: that of the parts, and a place in a heap an event.
 */
import { formatEngineering } from '../base/units.js';
import type { Observer, Segment } from '../kernel/simulation/stream.js';
import type { Steps } from '../kernel/simulation/steps.js';
import type { TransientCard } from '../netlist/flat-circuit.js';
import type { AnalysisJob } from './analysis.js';
import { CompositeSegment } from './composite-segment.js';
import { EventRun, eventTolerance } from './event-run.js';
import { SegmentStretches } from './measures/segment-stretches.js';
import { mergeCertificates } from './merged-certificate.js';
import { PointTrack } from './point-track.js';
import type { CircuitPart } from './prepared-circuit.js';
import { placesOf, probedParts } from './probed-system.js';
import { columnsOfParts, type PartColumns } from './part-columns.js';
import { PartedRows } from './parted-rows.js';
import { RowBlock } from './row-block.js';
import { rowSampler } from './run-watch.js';
import { outputStep } from './transient-options.js';
import { SoonestFirst } from './soonest-first.js';
import { finalValues, plotName, type TransientOutcome, type TransientRun } from './transient-run.js';
import { findStart } from './transient-start.js';

/** Segments whose laws are all checked before gaps grow: in all, and of each part at least. */
const checkedInAll = 256;
const minChecked = 4;
const segmentsBetweenPauses = 256;

export interface PartedRun extends Omit<TransientRun, 'start'> {
  readonly parts: readonly CircuitPart[];
}

export function* partedEventSteps(run: PartedRun): Steps<TransientOutcome | undefined> {
  const { job, parts, options, columns, measured, diagnostics } = run;
  const { card, circuitOptions } = job;
  const runs: EventRun[] = [];
  const checkedFirst = Math.max(minChecked, Math.ceil(checkedInAll / parts.length));
  for (const part of parts) {
    const own: AnalysisJob<TransientCard> = { ...part, circuitOptions, card, sinks: [] };
    const start = findStart(own, diagnostics);
    if (!start || diagnostics.hasErrors) return undefined;
    runs.push(new EventRun({ job: own, options, columns: [], start, diagnostics }, checkedFirst));
  }
  const sizes = probedParts(parts.map(({ compiled }) => compiled));
  const evtol = eventTolerance(options, card.tstop);
  const track = new PointTrack(sizes);
  const hasRows = job.sinks.length > 0;
  const places = placesOf(parts.map(({ compiled }) => compiled.system));
  const split = hasRows && !measured ? columnsOfParts(columns, places.of) : undefined;
  const rows = split && rowsOf(run, split);
  const sampler = hasRows && !rows ? rowSampler({ job, options, columns }, sizes, track, evtol) : undefined;
  const observers: SegmentObserver[] = sampler ? [sampler] : [];
  if (measured) observers.push(new SegmentStretches(measured.columns, sizes, measured.observer));
  const hasObservers = observers.length > 0;
  const reached = yield* rows
    ? rowsInOrder(runs, rows, card.tstop)
    : hasObservers
      ? inOrder(runs, observers, card.tstop)
      : oneByOne(runs, card.tstop);
  const ended = runs.find((each) => each.incomplete !== undefined) ?? runs[0];
  const t = ended?.flow.t ?? 0;
  const zeta = new Float64Array(sizes.n + sizes.m + sizes.inputs.length);
  runs.forEach((each, k) => {
    const point = each.pointAt(t);
    places.of[k]?.forEach((place, j) => (zeta[place] = point[j] ?? 0));
  });
  const merged = mergeCertificates(runs.map((each) => each.end()));
  const incomplete =
    merged.incomplete ?? (reached ? undefined : `stopped at t = ${formatEngineering(t, 's', 6)}`);
  sampler?.end(incomplete);
  rows?.end(incomplete);
  const certificate = { ...merged, ...(incomplete !== undefined && { incomplete }) };
  return { certificate, final: finalValues(columns, t, zeta) };
}

/** The rows of a run whose columns are split among its parts, their head written. */
function rowsOf({ job, options, columns }: PartedRun, split: readonly PartColumns[]): PartedRows {
  const { card, sinks, flat, parts = [] } = job;
  const block = new RowBlock(columns, sinks);
  block.begin({ title: flat.title, name: plotName });
  const { tstart, tstop } = card;
  const sizes = parts.map(({ compiled }) => compiled.system);
  return new PartedRows(
    { tstart, tstop, step: outputStep(card), rowtol: options.rowtol },
    columns,
    split,
    sizes,
    block,
  );
}

/**
 * Runs the parts from pause to pause, the one that lies behind first; returns whether all reached the end. At a pause it says
 * how far they have come on the mean: the last of a thousand parts has not begun when most of the work may be done.
 */
function* oneByOne(runs: readonly EventRun[], tstop: number): Steps<boolean> {
  const walks = runs.map((run) => run.stepsTo(tstop));
  const queue = new SoonestFirst(runs.length);
  for (const k of runs.keys()) queue.push(k, 0);
  let steps = 0;
  let sum = 0;
  while (queue.soonest < Infinity) {
    const before = queue.soonest;
    const k = queue.pop();
    const step = walks[k]?.next();
    if (step?.done !== false) {
      if (step?.value === false) return false;
      sum += tstop - before;
      continue;
    }
    steps = Math.max(steps, step.value.steps);
    sum += step.value.t - before;
    queue.push(k, step.value.t);
    if ((yield { t: Math.min(tstop, sum / runs.length), steps }) === 'stop') {
      meet(runs);
      return false;
    }
  }
  return true;
}

/** Runs all parts to the time of the one that has come farthest: a circuit is at one time. */
function meet(runs: readonly EventRun[]): void {
  const t = Math.max(...runs.map(({ flow }) => flow.t));
  for (const run of runs) for (const walk = run.stepsTo(t); walk.next().done !== true;);
}

/** A part on its way from segment to segment. */
class PartWalk {
  readonly #steps: Steps<boolean>;
  readonly #watch = new Stepwise();

  constructor(run: EventRun, tstop: number) {
    this.#steps = run.stepsTo(tstop, this.#watch);
  }

  /** Goes on to the next segment that ends beyond a time; undefined where the run ended before. */
  next(beyond: number): { readonly segment: Segment; readonly isEvent: boolean } | undefined {
    const watch = this.#watch;
    watch.isEvent = false;
    for (;;) {
      if (this.#steps.next().done === true) return undefined;
      const segment = watch.take();
      if (segment && segment.t1 > beyond) return { segment, isEvent: watch.isEvent };
    }
  }

  /** Ends the run where it has come to tstop. */
  end(): void {
    while (this.#steps.next().done !== true);
  }
}

/** Runs all parts in the order of time, with rows; returns whether they reached the end. */
function* rowsInOrder(runs: readonly EventRun[], rows: PartedRows, tstop: number): Steps<boolean> {
  const walks = runs.map((run) => new PartWalk(run, tstop));
  const queue = new SoonestFirst(runs.length);
  const ends = new Float64Array(runs.length);
  let steps = 0;
  /** Lets parts that are due at t go on; returns whether all of them do. */
  const goOn = (due: readonly number[], t: number): boolean => {
    for (const k of due) {
      let isEvent = true;
      if (!((ends[k] as number) > t)) {
        const next = walks[k]?.next(t);
        if (!next) return false;
        steps++;
        ends[k] = next.segment.t1;
        isEvent = next.isEvent;
        rows.begin(k, next.segment);
      }
      rows.enter(k, t, isEvent);
    }
    rows.settle(t);
    for (const k of due) queue.push(k, rows.dueOf(k));
    return true;
  };
  if (!goOn([...runs.keys()], 0)) return false;
  let pause = 0;
  for (let t = 0; ;) {
    const next = Math.min(queue.soonest, tstop);
    while (!rows.advance(next)) {
      if ((yield { t, steps }) !== 'stop') continue;
      rows.finish(t, []);
      return false;
    }
    t = next;
    const due: number[] = [];
    while (queue.soonest <= t) due.push(queue.pop());
    for (const k of due) rows.leave(k, t);
    if (t >= tstop || !goOn(due, t)) {
      rows.finish(t, due);
      if (t < tstop) return false;
      for (const walk of walks) walk.end();
      return true;
    }
    if (steps >= pause) {
      pause = steps + segmentsBetweenPauses;
      if ((yield { t, steps }) === 'stop') {
        rows.finish(t, []);
        return false;
      }
    }
  }
}

/** Looks at the common segments of all parts. */
type SegmentObserver = Observer & Required<Pick<Observer, 'segment'>>;

/** Pauses a loop behind every segment. */
class Stepwise implements Observer {
  unfinished = false;
  #told: Segment | undefined;
  /** Something happened before one of the segments that were told. */
  isEvent = false;

  skippable(): number {
    return 0;
  }

  segment(segment: Segment): void {
    this.unfinished = true;
    this.#told = segment;
    if (segment.afterEvent !== false) this.isEvent = true;
  }

  /** The segment that was told last, once. */
  take(): Segment | undefined {
    const segment = this.#told;
    this.#told = undefined;
    return segment;
  }

  proceed(): void {
    this.unfinished = false;
  }
}

/** Runs all parts in the order of time, telling of the common point; returns whether they reached the end. */
function* inOrder(
  runs: readonly EventRun[],
  observers: readonly SegmentObserver[],
  tstop: number,
): Steps<boolean> {
  const segments = runs.map(({ flow }) => flow.segment);
  const sizes = runs.map(({ flow: { system } }) => ({
    ...{ n: system.n, p: system.signals.length },
    m: system.multipliers?.m ?? system.m,
  }));
  const composite = new CompositeSegment(segments, sizes);
  const walks = runs.map((run) => run.stepsTo(tstop, new Stepwise()));
  const queue = new SoonestFirst(runs.length);
  /** Goes on to the next segment of a part that has a length; false where its run ended before. */
  const advance = (k: number, beyond: number): boolean => {
    for (;;) {
      const step = walks[k]?.next();
      if (step?.done === true) return step.value;
      const end = segments[k]?.t1 ?? NaN;
      if (end > beyond) {
        queue.push(k, end);
        return true;
      }
    }
  };
  let steps = 0;
  for (const k of runs.keys()) if (!advance(k, 0)) return false;
  let t = 0;
  let afterEvent = true;
  while (t < tstop) {
    const end = queue.soonest;
    composite.set(t, end, afterEvent);
    for (const observer of observers) {
      observer.segment(composite);
      while (observer.unfinished === true) {
        if ((yield { t, steps }) === 'stop') return false;
        observer.proceed?.();
      }
    }
    t = end;
    afterEvent = false;
    if (++steps % 64 === 0 && (yield { t, steps }) === 'stop') return false;
    while (queue.soonest <= t && t < tstop) {
      const k = queue.pop();
      if (!advance(k, t)) return false;
      if (segments[k]?.afterEvent !== false) afterEvent = true;
    }
  }
  for (const walk of walks) for (let step = walk.next(); step.done !== true;) step = walk.next();
  return true;
}
