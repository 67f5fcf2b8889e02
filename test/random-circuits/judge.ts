/**
 * Judges a run by exact events against time stepping of the same circuit, halved until it agrees with itself. The distance of
 * two waveforms is the mean of |a - b| over the run by the range of the quantity: an edge that is a little late
 * costs a little. What steps cannot resolve within their budget is not judged.
 */
import { cardSteps } from '../../src/analysis/simulate.js';
import { prepare } from '../../src/analysis/preparation.js';
import { MemoryPlot } from '../../src/waveform/memory-plot.js';
import type { Plot } from '../../src/waveform/plot.js';

export type Verdict = 'ok' | 'unjudged' | 'wrong' | 'missed' | 'stops' | 'refused';

export interface Judgement {
  readonly verdict: Verdict;
  /** What the run said, or what differs. */
  readonly says: string;
}

export interface ExactRun {
  readonly verdict: Verdict;
  readonly says: string;
  readonly plot: Plot | undefined;
  readonly mean: readonly number[];
  /** A comparator was given a hysteresis, where steps slide. */
  readonly isHysteretic: boolean;
}

/** Runs a text with its own `.tran`; rows are written and checked. */
export function runText(text: string, options: Readonly<Record<string, string | number>>): ExactRun {
  const { diagnostics, circuit } = prepare({ name: 'random.cir', text }, { options });
  const errorsOf = (found: readonly { readonly severity: string; readonly message: string }[]): string =>
    found.flatMap(({ severity, message }) => (severity === 'error' ? [message] : [])).join('; ');
  let isHysteretic = false;
  const ended = (verdict: Verdict, says: string, plot?: Plot): ExactRun => ({
    ...{ verdict, says, plot, isHysteretic },
    mean: plot ? plot.columns.slice(1).map((column) => meanOf(plot.columns[0]!, column)) : [],
  });
  if (!circuit) return ended('refused', errorsOf(diagnostics));
  const memory = new MemoryPlot();
  const steps = cardSteps(circuit, circuit.flat.analyses[0]!, [memory]);
  let pause = steps.next();
  while (pause.done !== true) pause = steps.next();
  const { diagnostics: found, certificate } = pause.value;
  const errors = errorsOf(found);
  isHysteretic = found.some(({ code }) => code === 'sliding-commutation');
  const [plot] = memory.plots;
  if (errors !== '') return ended('stops', errors, plot);
  if (!certificate || certificate.missed.length > 0) {
    return ended('missed', certificate?.missed.join('; ') ?? 'no certificate', plot);
  }
  return ended('ok', '', plot);
}

/** Steps of the first stepped run, and how often they are halved at most. */
const firstSteps = 4000;
const halvings = 4;
/** Stepping agrees with itself. */
const converged = 2e-3;
/** A run is wrong beyond this, and beyond so many times what a halving moved the stepped one. */
const tolerated = 1e-2;
const margin = 4;
/** Halving leaves more than this part of a distance that is no error of steps. */
const staying = 0.8;
/**
 * What differs is looked at once more: with steps finer by this factor (a turn is late by a part of a step that halving may keep),
 * with rows whose lines stay near behind spikes of GV, and with channels nearer to their square law. What is wrong stays.
 */
const finer = 8;
const [rowtol, mostol] = [1e-7, 1e-3];
/** A second look leaves less than this part of what is not wrong. */
const confirming = 0.5;

/** Judges a text; the steps are those of `peer`, which is the same circuit but where the judge itself is tested. */
export function judge(text: string, stepBudget = halvings, peer = text): Judgement {
  const exact = runText(text, { method: 'events' });
  if (exact.verdict !== 'ok' || !exact.plot) return exact;
  if (exact.isHysteretic) return { verdict: 'unjudged', says: 'steps slide where events have a hysteresis' };
  const stop = exact.plot.columns[0]!.at(-1)!;
  // A little above 1/2: what decays within a step does not ring. Where that grows without bound the implicit step does not.
  const stepped = (count: number, closer = {}): ExactRun => {
    const options = { ...closer, method: 'theta', gamma: 1, h: stop / count, allowlong: '1' };
    try {
      return runText(peer, { ...options, theta: 0.55 });
    } catch {
      return runText(peer, { ...options, theta: 1 });
    }
  };
  let before = stepped(firstSteps).plot;
  let moved = Infinity;
  let farther = 0;
  for (let k = 1; k <= stepBudget; k++) {
    const next = stepped(firstSteps * 2 ** k).plot;
    if (!before || !next || next.incomplete !== undefined) return { verdict: 'unjudged', says: 'no steps' };
    moved = distance(before, next).worst;
    before = next;
    const { worst, column } = distance(exact.plot, next);
    if (worst <= Math.min(tolerated, Math.max(2 * moved, 1e-4))) return { verdict: 'ok', says: '' };
    // Switching on a grid is late by a random part of a step: what finer steps bring nearer is not wrong.
    const stays = worst > staying * farther;
    farther = worst;
    if (moved <= converged && worst > tolerated && worst > margin * moved && stays && k > 1) {
      const again = runText(text, { method: 'events', rowtol, mostol });
      const fine = stepped(finer * firstSteps * 2 ** k, { mostol }).plot;
      if (!again.plot || !fine || fine.incomplete !== undefined)
        return { verdict: 'unjudged', says: 'no finer steps' };
      const left = distance(again.plot, fine).worst;
      if (left <= confirming * worst) return { verdict: 'ok', says: '' };
      return {
        verdict: 'wrong',
        says: `${column}: off by ${worst.toPrecision(2)}, by ${left.toPrecision(2)} in a second look`,
      };
    }
    if (moved <= converged && worst <= tolerated) return { verdict: 'ok', says: '' };
  }
  return { verdict: 'unjudged', says: `steps still move by ${moved.toPrecision(2)}` };
}

/** Ranges below this part of the largest of their unit are no signal. */
const silent = 1e-3;

/** The largest distance of a column, by name. */
export function distance(a: Plot, b: Plot): { readonly worst: number; readonly column: string } {
  const ranges = b.columns.map(rangeOf);
  const largest = new Map<string, number>();
  b.header.columns.forEach(({ unit }, k) => {
    largest.set(unit, Math.max(largest.get(unit) ?? 0, ranges[k]!));
  });
  let [worst, worstColumn] = [0, ''];
  b.header.columns.forEach(({ name, unit }, k) => {
    const from = a.header.columns.findIndex((column) => column.name === name);
    if (k === 0 || from < 0) return;
    const range = Math.max(ranges[k]!, silent * largest.get(unit)!, 1e-9);
    const off = meanDistance([a.columns[0]!, a.columns[from]!], [b.columns[0]!, b.columns[k]!]) / range;
    if (off > worst) [worst, worstColumn] = [off, name];
  });
  return { worst, column: worstColumn };
}

function rangeOf(column: Float64Array): number {
  let [low, high] = [Infinity, -Infinity];
  for (const value of column) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return high - low;
}

function meanOf(times: Float64Array, values: Float64Array): number {
  let area = 0;
  for (let k = 1; k < times.length; k++)
    area += ((times[k]! - times[k - 1]!) * (values[k]! + values[k - 1]!)) / 2;
  return area / (times.at(-1)! - times[0]!);
}

type Waveform = readonly [times: Float64Array, values: Float64Array];

/** Mean of |a - b| over the common time, by the trapezoidal rule over the union of rows with both limits at jumps. */
function meanDistance([ta, a]: Waveform, [tb, b]: Waveform): number {
  let [i, j] = [0, 0];
  let area = 0;
  let t = Math.max(ta[0]!, tb[0]!);
  const end = Math.min(ta.at(-1)!, tb.at(-1)!);
  while (t < end) {
    while (i + 2 < ta.length && ta[i + 1]! <= t) i++;
    while (j + 2 < tb.length && tb[j + 1]! <= t) j++;
    const next = Math.min(ta[i + 1]!, tb[j + 1]!, end);
    if (!(next > t)) break;
    const from = Math.abs(at(ta, a, i, t) - at(tb, b, j, t));
    const to = Math.abs(at(ta, a, i, next) - at(tb, b, j, next));
    area += ((next - t) * (from + to)) / 2;
    t = next;
  }
  return area / (end - Math.max(ta[0]!, tb[0]!));
}

/** The value at t on the line from row k to the next. */
function at(times: Float64Array, values: Float64Array, k: number, t: number): number {
  const length = times[k + 1]! - times[k]!;
  return length > 0
    ? values[k]! + ((values[k + 1]! - values[k]!) * (t - times[k]!)) / length
    : values[k + 1]!;
}
