/**
 * The observers of a transient, wired once for all methods: rows, where somebody wants them, and checks of the laws. What is
 * checked, and so the verdict, depends on the card and the options, never on whether rows are written: `certificate=full`
 * checks every row, written or not; otherwise the same points are checked with and without a file (`check-schedule.ts`).
 */
import type { LcsFlow } from '../../kernel/simulation/event-driven/lcs-flow.js';
import type { RowMemory } from '../../kernel/simulation/time-stepping/row-memory.js';
import type { Observer } from '../../kernel/simulation/stream.js';
import type { Certificate } from '../certificate/certificate.js';
import { HeldPointChecks, SegmentChecks } from '../certificate/laws/check-schedule.js';
import { CircuitLaws } from '../certificate/laws/circuit-laws.js';
import type { PointSizes } from '../certificate/circuit-point.js';
import { ColumnReader } from '../rows/column-reader.js';
import { HeldPointSampler } from '../rows/held-point-sampler.js';
import { HeldIntervals } from '../measures/held-intervals.js';
import { SegmentIntervals } from '../measures/segment-intervals.js';
import { LawCheck } from '../certificate/laws/law-check.js';
import { PointTrack } from '../certificate/point-track.js';
import { RecordedRows } from '../rows/recorded-rows.js';
import { RowBlock } from '../rows/row-block.js';
import { RowPool } from '../rows/row-pool.js';
import { RowSampler } from '../rows/row-sampler.js';
import { outputStep } from '../preparation/transient-options.js';
import { plotName, type TransientRun } from './transient-run.js';

/** Segments between located events, or held points of time stepping. */
export type RunShape =
  | {
      readonly points: 'between-events';
      readonly evtol: number;
      readonly checkedFirst?: number | undefined;
      /** Records the rows of its hot modes by itself. */
      readonly flow: Pick<LcsFlow, 'recorded'>;
    }
  | {
      readonly points: 'held';
      /** y and lambda hold at t_k+gamma with this gamma; 1: at grid points. */
      readonly lawPoint: number;
      /** The limit of inputs at points that end a step. */
      readonly side: 'left' | 'right';
      /** Every point is checked whatever is asked for: steps cost far more. */
      readonly checkAll?: boolean;
    };

export type CheckedLaws = Pick<
  Certificate,
  'pointsChecked' | 'sampling' | 'complementarity' | 'switches' | 'kirchhoff' | 'elementLaws' | 'fits'
>;

export interface RunWatch {
  readonly observers: readonly Observer[];
  readonly laws: LawCheck;
  /** Ends the rows. */
  end(incomplete?: string): void;
  /** What the checks have found. */
  checked(): CheckedLaws;
}

export function watchRun(run: TransientRun, shape: RunShape): RunWatch {
  const { job, options } = run;
  const { card, sinks, compiled } = job;
  const { system, smooth } = compiled;
  const full = options.certificate === 'full';
  const { n, m, inputs } = system;
  const circuitLaws = new CircuitLaws(system, smooth);
  const laws = new LawCheck(circuitLaws, { ...options, lag: shape.points === 'held' });
  const observers: Observer[] = [];
  const newTrack = (): PointTrack => new PointTrack({ n, m, inputs });
  const checkedTrack = newTrack();
  circuitLaws.announce(checkedTrack);

  const track = newTrack();
  const hasRows = sinks.length > 0;
  let sampler: RowSampler | HeldPointSampler | undefined;
  if (shape.points === 'held') {
    const { lawPoint, side, checkAll = false } = shape;
    const turning = inputs.filter((_, j) =>
      compiled.guards.some(({ sourceOnly, control }) => sourceOnly && control[n + m + j] !== 0),
    );
    observers.push(
      new HeldPointChecks(checkedTrack, laws, { all: full || checkAll, lawPoint, side, turning }),
    );
    const { pool, block } = newRows(run, { n, m, inputs }, track);
    if (hasRows) sampler = new HeldPointSampler({ tstart: card.tstart, side }, pool, block);
  } else {
    const { evtol, checkedFirst, flow } = shape;
    if (full) circuitLaws.announce(track);
    else observers.push(new SegmentChecks(checkedTrack, laws, checkedFirst));
    const check = (from: number, to: number): void => {
      laws.check(track, from, to);
    };
    const more = full ? { check, flow } : { flow };
    if (hasRows || full) sampler = rowSampler(run, { n, m, inputs }, track, evtol, more);
  }
  if (sampler) observers.push(sampler);
  const { measured } = run;
  if (measured) {
    observers.push(
      shape.points === 'held'
        ? new HeldIntervals(measured.columns, { n, m, inputs }, shape.side, measured.observer)
        : new SegmentIntervals(measured.columns, { n, m, inputs }, measured.observer),
    );
  }
  return {
    observers,
    laws,
    end: (incomplete) => sampler?.end(incomplete),
    checked: () => ({
      pointsChecked: laws.pointsChecked,
      sampling: full || (shape.points === 'held' && shape.checkAll === true) ? 'full' : 'sampled',
      complementarity: laws.complementarity,
      switches: laws.switches,
      kirchhoff: laws.kirchhoff,
      elementLaws: laws.elementLaws,
      fits: laws.fits,
    }),
  };
}

/** What rows are written of. */
interface RowsRun extends Pick<TransientRun, 'options' | 'columns'> {
  readonly job: Pick<TransientRun['job'], 'flat' | 'card' | 'sinks'>;
}

/** Turns the segments of exact events into rows of the run's columns; `check` is told of every point; `flow` may record them. */
export function rowSampler(
  run: RowsRun,
  sizes: PointSizes,
  track: PointTrack,
  evtol: number,
  {
    check,
    flow,
  }: {
    readonly check?: (from: number, to: number) => void;
    readonly flow?: Pick<LcsFlow, 'recorded'>;
  } = {},
): RowSampler {
  const { tstart, tstop } = run.job.card;
  const { rowtol } = run.options;
  const { pool, block } = newRows(run, sizes, track, flow?.recorded?.memory);
  const options = { inputs: sizes.inputs, tstart, tstop, step: outputStep(run.job.card), rowtol, evtol };
  const record = rowtol > 0 && pool.reader.linear ? flow?.recorded : undefined;
  const checking = check && { check };
  if (record) record.recorder = new RecordedRows({ ...options, ...checking }, pool, block);
  return new RowSampler({ ...options, recorded: record !== undefined, ...checking }, pool, block);
}

/** The rows of a run, their head written. */
function newRows(
  { job, options, columns }: RowsRun,
  sizes: PointSizes,
  track: PointTrack,
  memory?: RowMemory,
): { readonly pool: RowPool; readonly block: RowBlock } {
  const { flat, sinks } = job;
  const reader = new ColumnReader(columns, sizes, track);
  const { n, m, inputs } = sizes;
  const pool = new RowPool(track, reader, n + m + inputs.length, options.rowtol, memory);
  const block = new RowBlock(columns, sinks, pool.memory);
  if (sinks.length > 0) block.begin({ title: flat.title, name: plotName });
  return { pool, block };
}
