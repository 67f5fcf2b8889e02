/**
 * An analysis with what its `.meas` and `.four` cards ask for. Rows are written in the first pass over the run; measures that
 * need the results of others have passes of their own, which compute the same run again.
 */
import type { Diagnostic } from '../base/diagnostic.js';
import { formatEngineering } from '../base/units.js';
import type { Steps } from '../kernel/simulation/time-stepping/steps.js';
import type { AnalysisCard, FlatCircuit, TransientCard } from '../netlist/flat-circuit.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import { FourierMeasurement } from './measures/fourier.js';
import { commonPeriod } from './measures/common-period.js';
import { type Instrument, watchOf } from './measures/instrument.js';
import { Statistics, type StatisticsInterval } from './measures/statistics.js';
import { pointScale, SingleRowInterval } from './measures/single-row-interval.js';
import { endOfPoint } from './measures/sweep-intervals.js';
import { unitOfTarget } from './operating-point/swept-unit.js';
import { quantityUnits } from './rows/unit-of.js';
import { measuresRead, readsMeasure, withRunningMeasures } from './measures/running-measures.js';
import { MeasurePlan, type MeasureResult, type RunScale } from './measures/measure-plan.js';

/** The scale of an analysis; undefined where it has none. */
function scaleOf(card: AnalysisCard, flat: FlatCircuit): RunScale | undefined {
  switch (card.kind) {
    case 'tran':
      return { unit: 's', from: card.tstart, to: card.tstop };
    case 'dc': {
      const [sweep] = card.sweeps;
      const [from, to] = extremes(sweep?.values ?? []);
      const unit = sweep ? unitOfTarget(sweep.target, flat) : '';
      return { unit, from, to, ...(sweep && card.sweeps.length === 1 && { places: sweep.values }) };
    }
    case 'ac':
    case 'noise': {
      const [from, to] = extremes(card.frequencies);
      return { unit: 'Hz', from, to };
    }
    case 'op':
      return { unit: '', ...pointScale };
    default:
      return undefined;
  }
}

function extremes(values: readonly number[]): readonly [number, number] {
  const from = values.reduce((a, b) => Math.min(a, b), Infinity);
  const to = values.reduce((a, b) => Math.max(a, b), -Infinity);
  return [from, to > from ? to : endOfPoint(from)];
}

/** What of a job differs from pass to pass. */
type OwnJob = Pick<AnalysisJob, 'sinks' | 'watch'> & Partial<Pick<AnalysisJob, 'flat' | 'card'>>;
type Run = (own: OwnJob) => Steps<AnalysisReport>;

/** Statistics of what is written: over the run and its last whole period, and over a window, seconds. */
export interface StatisticsRequest {
  readonly window?: readonly [from: number, to: number];
  /** Nobody asked: left out where the netlist measures, and where a run is not small. */
  readonly ifCheap?: true;
}

/** Small is a run of so few rows and quantities, and so few readings; nine digits do, six are printed. */
const cheap = { rows: 50_000, quantities: 24, readings: 1 << 16, resolution: 1e-9 };

/** Runs an analysis as often as its measures need, which is once nearly always. */
export function* measuredSteps(
  { flat, card, sinks }: Pick<AnalysisJob, 'flat' | 'card' | 'sinks'>,
  run: Run,
  request?: StatisticsRequest,
): Steps<AnalysisReport> {
  const scale = scaleOf(card, flat);
  const cards = flat.measures.filter(({ analysis }) => analysis === card.kind);
  const fourierCards = card.kind === 'tran' ? flat.fourier : [];
  const isMeasured = cards.length + fourierCards.length > 0;
  const statistics =
    card.kind === 'tran' && request && !(request.ifCheap && isMeasured)
      ? statisticsOf({ ...flat, outputs: flat.outputs.filter((item) => !readsMeasure(item)) }, card, request)
      : undefined;
  if (!scale || (!isMeasured && !statistics)) return yield* run({ sinks });
  const written = flat.outputs.filter(readsMeasure);
  const plan = new MeasurePlan(cards, scale, quantityUnits(flat), measuresRead(written, cards));
  const fourier = fourierCards.map((each) => new FourierMeasurement(each, scale));
  const others = [...fourier, ...(statistics ? [statistics] : [])];
  const found = yield* written.length > 0
    ? measuresThenRows(plan, others, flat, sinks, run)
    : passes(plan, others, sinks, card.kind === 'tran' ? run : sweepRun(flat, card, run));
  const spectra = [...fourier.flatMap(({ results }) => results), ...plan.spectra];
  const empty = emptyWindow(statistics, request, scale);
  const hasScale = card.kind !== 'op';
  return {
    ...found,
    diagnostics: [...found.diagnostics, ...(hasScale ? plan.diagnostics : []), ...(empty ? [empty] : [])],
    ...(cards.length > 0 && { measures: hasScale ? plan.results : plan.results.map(placeless) }),
    ...(statistics && statistics.results.length > 0 && { statistics: statistics.results }),
    ...(spectra.length > 0 && { fourier: spectra }),
  };
}

/** A measure of a single point: the interval that it is held over is nowhere. */
function placeless({ name, value, unit, failed }: MeasureResult): MeasureResult {
  return { name, unit, ...(value !== undefined && { value }), ...(failed !== undefined && { failed }) };
}

/** Told where a window was asked for of which the run has nothing. */
function emptyWindow(
  statistics: Statistics | undefined,
  request: StatisticsRequest | undefined,
  { from, to }: RunScale,
): Diagnostic | undefined {
  if (!statistics || !request?.window || statistics.results.some(({ what }) => what === 'window'))
    return undefined;
  const [asked, run] = [request.window, [from, to]].map((ends) =>
    ends.map((t) => formatEngineering(t, 's', 6)).join(' to '),
  );
  return {
    code: 'empty-window',
    severity: 'warning',
    message: `the window, ${asked ?? ''}, holds nothing of the run, ${run ?? ''}`,
    hint: 'choose a window within the run',
  };
}

/** Undefined where they would not be cheap and should be. */
function statisticsOf(
  flat: FlatCircuit,
  { tstart, tstop, tstep }: TransientCard,
  { window, ifCheap }: StatisticsRequest,
): Statistics | undefined {
  const period = commonPeriod(flat);
  const hasPeriod = window === undefined && period !== undefined && period <= tstop - tstart;
  const intervals: StatisticsInterval[] = [
    { what: 'run', from: tstart, to: tstop },
    ...(hasPeriod ? [{ what: 'period', from: tstop - period, to: tstop } as const] : []),
    ...(window ? [{ what: 'window', from: window[0], to: window[1] } as const] : []),
  ];
  if (!ifCheap) return new Statistics(flat, intervals, 1e-12 * tstop);
  const statistics = new Statistics(flat, intervals, 1e-12 * tstop, cheap.readings, cheap.resolution);
  const isSmall =
    statistics.items.length <= cheap.quantities && tstop - tstart <= cheap.rows * (tstep ?? tstop);
  return isSmall ? statistics : undefined;
}

/** Runs the first pass, and those that measures wait for; returns the report of the first. */
function* passes(
  plan: MeasurePlan,
  others: readonly Instrument[],
  sinks: AnalysisJob['sinks'],
  run: Run,
): Steps<AnalysisReport> {
  let watch = watchOf([plan.instrument(0), ...others]);
  const report = yield* run({ sinks, ...(watch && { watch }) });
  let incomplete = incompleteness(report);
  plan.finish(0, incomplete);
  for (let pass = 1; pass < plan.passes && incomplete === undefined; pass++) {
    watch = watchOf([plan.instrument(pass)]);
    if (watch) incomplete = incompleteness(yield* run({ sinks: [], watch }));
    plan.finish(pass, incomplete);
  }
  return report;
}

/** The same where a measure is among what is written: its values first, then the rows. */
function* measuresThenRows(
  plan: MeasurePlan,
  others: readonly Instrument[],
  flat: FlatCircuit,
  sinks: AnalysisJob['sinks'],
  run: Run,
): Steps<AnalysisReport> {
  const outputs = flat.outputs.filter((item) => !readsMeasure(item));
  const measured = yield* passes(plan, others, [], (own) => run({ ...own, flat: { ...flat, outputs } }));
  if (incompleteness(measured) !== undefined && !measured.certificate) return measured;
  return yield* run({ sinks, flat: { ...flat, outputs: withRunningMeasures(flat.outputs, plan) } });
}

/** A sweep is measured in a run of its own, with what is measured in the place of what is written. */
function sweepRun(flat: FlatCircuit, card: AnalysisCard, run: Run): Run {
  let report: AnalysisReport | undefined;
  return function* ({ sinks, watch }) {
    const isFirst = report === undefined;
    report ??= yield* run({ sinks });
    if (!watch) return report;
    const measuring = { flat: { ...flat, outputs: watch.items } };
    const measured = yield* run(
      card.kind === 'op'
        ? { sinks: [new SingleRowInterval(watch)], ...measuring }
        : card.kind === 'noise'
          ? { sinks: [], watch, card: { ...card, summary: 1 } }
          : { sinks: [], watch, ...measuring },
    );
    if (!isFirst) return measured;
    const missing = measured.diagnostics.filter(({ code }) => code === 'unknown-output');
    return { ...report, diagnostics: [...report.diagnostics, ...missing] };
  };
}

/** Why a run did not reach its end. */
function incompleteness({ certificate, diagnostics }: AnalysisReport): string | undefined {
  return certificate?.incomplete ?? diagnostics.find(isError)?.message;
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
