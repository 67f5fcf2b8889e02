/**
 * The transient of a circuit in parts that have no effect on each other (`part-circuit.ts`), by exact events: every part has
 * a flow, a loop and a certificate of its own, so that the cost of an event does not depend on how many others there are.
 *
 * Parts that are written run in turn, those that are measured in the order of time, all others by themselves (`parts-in-order.ts`).
 * Rows are merged from those of the parts (`parted-rows.ts`); who needs several parts at once, as measures and expressions of several
 * quantities do, is told of their present segments as of one (`common-segments.ts`). Cost: that of the parts.
 */
import { machineCode } from '../../circuit/machine-code.gen.js';
import { formatEngineering } from '../../base/units.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import { SharedModules } from '../../kernel/simulation/linear/code-memory.js';
import type { TransientCard } from '../../netlist/flat-circuit.js';
import type { AnalysisJob } from '../analysis.js';
import { EventRun, eventTolerance } from './event-run.js';
import { SegmentIntervals } from '../measures/segment-intervals.js';
import { mergeCertificates } from './merged-certificate.js';
import { PointTrack } from '../certificate/point-track.js';
import type { CircuitPart } from '../preparation/prepared-circuit.js';
import { placesOf, probedParts } from '../preparation/probed-system.js';
import { CommonSegments } from './common-segments.js';
import { columnsOfParts, partsRead, type PartColumns } from '../rows/part-columns.js';
import { partsInOrder } from './parts-in-order.js';
import { PartedRows } from '../rows/parted-rows.js';
import { RowBlock } from '../rows/row-block.js';
import { rowSampler } from './run-watch.js';
import { outputStep } from '../preparation/transient-options.js';
import { finalValues, plotName, type TransientOutcome, type TransientRun } from './transient-run.js';
import { findStart } from './transient-start.js';

/** Segments whose laws are all checked before gaps grow: in all, and of each part at least. */
const checkedInAll = 256;
const minChecked = 4;

export interface PartedRun extends Omit<TransientRun, 'start' | 'job'> {
  readonly job: Pick<
    AnalysisJob<TransientCard>,
    'flat' | 'card' | 'circuitOptions' | 'devices' | 'sinks' | 'otherwise'
  >;
  readonly parts: readonly CircuitPart[];
}

export interface PartedOutcome extends TransientOutcome {
  /** The part that could not go on, where that is so. */
  readonly failed: EventRun | undefined;
}

export function* partedEventSteps(run: PartedRun): Steps<PartedOutcome | undefined> {
  const { job, parts, options, columns, measured, diagnostics } = run;
  const { card, circuitOptions, devices, otherwise } = job;
  // Parts end as a whole circuit would that others can go on with.
  const more = { circuitOptions, devices, card, sinks: [], ...(otherwise && { otherwise }) };
  const runs: EventRun[] = [];
  const checkedFirst = Math.max(minChecked, Math.ceil(checkedInAll / parts.length));
  const modules = new SharedModules();
  for (const part of parts) {
    const own: AnalysisJob<TransientCard> = { ...part, ...more };
    const start = findStart(own, diagnostics);
    if (!start || diagnostics.hasErrors) return undefined;
    runs.push(
      new EventRun({ job: own, options, columns: [], start, diagnostics }, { checkedFirst, modules }),
    );
  }
  const sizes = probedParts(parts.map(({ compiled }) => compiled));
  const evtol = eventTolerance(options, card.tstop);
  const hasRows = job.sinks.length > 0;
  const places = placesOf(parts.map(({ compiled }) => compiled.system));
  const split = hasRows ? columnsOfParts(columns, places.of) : undefined;
  const rows = split && rowsOf(run, split, runs);
  const sampler =
    hasRows && !rows ? rowSampler({ job, options, columns }, sizes, new PointTrack(sizes), evtol) : undefined;
  const flows = runs.map(({ flow }) => flow);
  const common: CommonSegments[] = [];
  if (sampler) common.push(new CommonSegments(flows, partsRead(columns, places.of), sampler));
  if (measured) {
    const intervals = new SegmentIntervals(measured.columns, sizes, measured.observer);
    common.push(new CommonSegments(flows, partsRead(measured.columns, places.of), intervals));
  }
  const reached = yield* partsInOrder(runs, { rows, common }, card.tstop);
  // Parts run ahead of each other: what stopped one that was further has not stopped the run.
  const stopped = runs.filter((each) => each.incomplete !== undefined).map(({ flow }) => flow.t);
  const t = Math.min(reached, ...stopped);
  const zeta = new Float64Array(sizes.n + sizes.m + sizes.inputs.length);
  runs.forEach((each, k) => {
    const point = each.pointAt(t);
    places.of[k]?.forEach((place, j) => (zeta[place] = point[j] ?? 0));
  });
  const merged = mergeCertificates(runs.map((each) => each.end()));
  const incomplete =
    merged.incomplete ??
    (reached >= card.tstop ? undefined : `stopped at t = ${formatEngineering(t, 's', 6)}`);
  sampler?.end(incomplete);
  rows?.end(incomplete);
  const certificate = { ...merged, ...(incomplete !== undefined && { incomplete }) };
  const failed = runs.find((each) => each.failure !== undefined);
  return { certificate, final: finalValues(columns, t, zeta), failed };
}

/** The rows of a run whose columns are split among its parts, their head written. */
function rowsOf(
  { job, parts, options, columns }: PartedRun,
  split: readonly PartColumns[],
  runs: readonly EventRun[],
): PartedRows {
  const { card, sinks, flat } = job;
  const block = new RowBlock(columns, sinks);
  block.begin({ title: flat.title, name: plotName });
  const { tstart, tstop } = card;
  const sizes = parts.map(({ compiled: { system } }, k) => ({
    ...{ n: system.n, m: system.m, inputs: system.inputs },
    size: system.n + (runs[k]?.flow.bank.order ?? 0),
  }));
  const code = options.code === 'plain' ? undefined : machineCode;
  return new PartedRows(
    { tstart, tstop, step: outputStep(card), rowtol: options.rowtol, code },
    columns,
    split,
    sizes,
    block,
  );
}
