/**
 * How far two waveforms of one quantity are apart, as an engineer asks: not only point by point. Two square waves whose edges
 * lie a nanosecond apart differ by their whole height there, and are the same for all that matters. So beside
 *
 *     max and rms of a - b over the time that both cover, relative to the range max b - min b
 *
 * there are the differences of mean, rms, largest and smallest value, the times at which each passes the middle of the
 * range (with a band of a tenth, so that no ripple counts), by how much these are shifted, and the rms of a - b once the
 * times of a are stretched so that these events coincide and edges are left out that b has no rows for. Waveforms are straight lines between rows; jumps are rows of equal time.
 *
 *     deviation = max of the relative differences of mean, rms and extremes, the aligned rms, the largest shift / duration
 *
 * Cost: linear in the rows of both.
 */
import type { ColumnUnit } from '../waveform/plot.js';
import {
  type Alignment,
  alignmentOf,
  type Pass,
  passesOf,
  stretched,
  type Waveform,
} from './event-alignment.js';
import { UnseenEdges } from './unseen-edges.js';

export interface Difference {
  /** In the unit of the quantity, and relative to the range. */
  readonly max: number;
  readonly rms: number;
  readonly relativeMax: number;
  readonly relativeRms: number;
  /** Time of the largest difference, seconds. */
  readonly at: number;
}

export interface Level {
  readonly mean: number;
  readonly rms: number;
  readonly min: number;
  readonly max: number;
}

export interface SignalComparison {
  readonly name: string;
  readonly unit: ColumnUnit;
  /** What differences are relative to. */
  readonly range: number;
  readonly pointwise: Difference;
  /** With events of one put over those of the other, and edges that the reference has no rows for; absent where that says nothing. */
  readonly aligned?: Difference;
  readonly own: Level;
  readonly reference: Level;
  /** Passes of the middle. */
  readonly events: number;
  readonly referenceEvents: number;
  /** Mean shift of the events, positive where a comes later, and the largest; seconds. */
  readonly delay?: number;
  readonly largestShift?: number;
  readonly deviation: number;
}

const floors: Readonly<Partial<Record<ColumnUnit, number>>> = Object.freeze({ V: 1e-6, A: 1e-12 });
/** A range below this part of the largest magnitude is a constant: that part is the range then. */
const constantPart = 1e-3;
/** Half the band around the middle, relative to the range. */
const band = 0.1;

/** Waveforms that are so much further apart with their passes over each other do not have the same events there. */
const strangeFactor = 2;

/** Compares a with the reference b; throws a RangeError where they have no time in common. */
export function compareSignals(name: string, unit: ColumnUnit, a: Waveform, b: Waveform): SignalComparison {
  const from = Math.max(a.times[0] ?? NaN, b.times[0] ?? NaN);
  const to = Math.min(a.times.at(-1) ?? NaN, b.times.at(-1) ?? NaN);
  if (!(to > from)) throw new RangeError(`${name}: the two waveforms have no time in common`);
  const [own, reference] = [levelOf(a, from, to), levelOf(b, from, to)];
  const magnitude = Math.max(Math.abs(reference.min), Math.abs(reference.max));
  const range = Math.max(reference.max - reference.min, constantPart * magnitude, floors[unit] ?? 1e-12);
  const middle = (reference.min + reference.max) / 2;
  const isAlive = reference.max - reference.min > constantPart * magnitude;
  const [mine, theirs] = isAlive
    ? [passesOf(a, middle, band * range, from, to), passesOf(b, middle, band * range, from, to)]
    : [[], []];
  const pointwise = differenceOf(a, b, from, to, range);
  const { aligned, alignment } = alignedDifference(a, b, { mine, theirs }, { from, to, range }, pointwise);
  const shifts = alignment ? alignment.own.map((t, k) => t - (alignment.reference[k] ?? t)) : [];
  const largestShift = shifts.reduce((most, shift) => Math.max(most, Math.abs(shift)), 0);
  const levels = (['mean', 'rms', 'min', 'max'] as const).map(
    (key) => Math.abs(own[key] - reference[key]) / range,
  );
  const best = Math.min(pointwise.relativeRms, aligned?.relativeRms ?? Infinity);
  return {
    ...{ name, unit, range, pointwise, own, reference },
    ...(aligned && { aligned }),
    ...{ events: mine.length, referenceEvents: theirs.length },
    ...(shifts.length > 0 && {
      delay: shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length,
      largestShift,
    }),
    deviation: Math.max(...levels, best, largestShift / (to - from)),
  };
}

/** The difference once passes lie over each other, or only edges are left out that b does not show. */
function alignedDifference(
  a: Waveform,
  b: Waveform,
  passes: { readonly mine: readonly Pass[]; readonly theirs: readonly Pass[] },
  { from, to, range }: { readonly from: number; readonly to: number; readonly range: number },
  pointwise: Difference,
): { readonly aligned?: Difference; readonly alignment?: Alignment } {
  const alignment = alignmentOf(passes.mine, passes.theirs, from, to);
  if (alignment) {
    const moved = stretched(a, alignment, from, to);
    const edges = new UnseenEdges(moved, b, band * range);
    const aligned = differenceOf(moved, b, alignment.from, alignment.to, range, edges);
    if (aligned.rms <= strangeFactor * pointwise.rms) return { aligned, alignment };
  }
  const edges = new UnseenEdges(a, b, band * range);
  return edges.isEmpty ? {} : { aligned: differenceOf(a, b, from, to, range, edges) };
}

/** Mean, rms and extremes of straight lines between rows over [from, to]. */
export function levelOf({ times, values }: Waveform, from: number, to: number): Level {
  let [mean, square, min, max] = [0, 0, Infinity, -Infinity];
  for (let k = 1; k < times.length; k++) {
    const [t0, t1] = [times[k - 1] ?? 0, times[k] ?? 0];
    const [u0, u1] = [Math.max(t0, from), Math.min(t1, to)];
    if (u1 < u0 || t1 < from || t0 > to) continue;
    const [v0, v1] = [lineAt(times, values, k - 1, u0), lineAt(times, values, k - 1, u1)];
    mean += ((u1 - u0) * (v0 + v1)) / 2;
    square += ((u1 - u0) * (v0 * v0 + v0 * v1 + v1 * v1)) / 3;
    min = Math.min(min, v0, v1);
    max = Math.max(max, v0, v1);
  }
  return { mean: mean / (to - from), rms: Math.sqrt(square / (to - from)), min, max };
}

/** The value at t of the line from row k to the next; at a jump, that of row k before it and of k + 1 at its end. */
function lineAt(times: Float64Array, values: Float64Array, k: number, t: number): number {
  const [t0, t1] = [times[k] ?? 0, times[k + 1] ?? times[k] ?? 0];
  const [v0, v1] = [values[k] ?? 0, values[k + 1] ?? values[k] ?? 0];
  if (t <= t0) return v0;
  return t >= t1 ? v1 : v0 + ((t - t0) / (t1 - t0)) * (v1 - v0);
}

/** Largest and rms difference over [from, to]. */
function differenceOf(
  a: Waveform,
  b: Waveform,
  from: number,
  to: number,
  range: number,
  edges?: UnseenEdges,
): Difference {
  const difference = (value: number, other: number): number =>
    edges ? edges.difference(value, other) : value - other;
  let [i, j] = [0, 0];
  let [max, at, square] = [0, from, 0];
  let t = from;
  while (t < to) {
    while (i + 2 < a.times.length && (a.times[i + 1] ?? Infinity) <= t) i++;
    while (j + 2 < b.times.length && (b.times[j + 1] ?? Infinity) <= t) j++;
    const next = Math.min(to, nextAfter(a.times, i, t), nextAfter(b.times, j, t));
    edges?.between(t, next);
    const first = difference(lineAt(a.times, a.values, i, t), lineAt(b.times, b.values, j, t));
    const last = difference(lineAt(a.times, a.values, i, next), lineAt(b.times, b.values, j, next));
    square += ((next - t) * (first * first + first * last + last * last)) / 3;
    for (const [apart, time] of [
      [first, t],
      [last, next],
    ] as const) {
      if (Math.abs(apart) <= max) continue;
      max = Math.abs(apart);
      at = time;
    }
    t = next;
  }
  const rms = Math.sqrt(square / (to - from));
  return { max, rms, relativeMax: max / range, relativeRms: rms / range, at };
}

function nextAfter(times: Float64Array, k: number, t: number): number {
  const next = times[k + 1] ?? Infinity;
  return next > t ? next : Infinity;
}
