/**
 * PAT(vhi vlo td tr tf tsample data r): bits in time, as Xyce and HSPICE have them. From td on each sample lasts tsample; a
 * change is a ramp over tr (rise) or tf (fall) in the middle of the change: it ends and begins half the ramp after and
 * before the sample's edge. r is how often the data come again: 0 or absent never, n times, -1 without end;
 * then the last bit stays.
 */
import { type AffineSegment, fitSegments } from './affine-segments.js';
import { PiecewiseAffineSignal } from './piecewise-affine-signal.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import type { ClosedFormSignal } from './closed-form-signal.js';
import type { SourceFunction } from './source-function.js';

export interface Pattern {
  readonly high: number;
  readonly low: number;
  /** Seconds. */
  readonly td: number;
  readonly tr: number;
  readonly tf: number;
  readonly sample: number;
  readonly bits: readonly boolean[];
  readonly repeats: boolean;
}

/** Bits of repeated data that are written out. */
const maxBits = 1_000_000;

export const pat: SourceFunction = {
  syntax: {
    name: 'pat',
    doc: 'Bit pattern: b0110 ...',
    required: 6,
    args: [
      { name: 'vhi', unit: '', doc: 'value of a 1' },
      { name: 'vlo', unit: '', doc: 'value of a 0' },
      { name: 'td', unit: 's', doc: 'delay' },
      { name: 'tr', unit: 's', range: 'non-negative', doc: 'rise time' },
      { name: 'tf', unit: 's', range: 'non-negative', doc: 'fall time' },
      { name: 'tsample', unit: 's', range: 'positive', doc: 'duration of a bit' },
      { name: 'r', unit: '', default: 0, range: 'finite', doc: 'repetitions; -1: without end' },
    ],
    parameters: [{ name: 'r', unit: '', range: 'finite', doc: 'repetitions; -1: without end' }],
    words: { pattern: /^b[01]+$/i, name: 'data', doc: 'b and the bits' },
  },
  signal({ args, words = [], parameters, span }, { diagnostics }) {
    const [high = 0, low = 0, td = 0, tr = 0, tf = 0, sample = 1, positional = 0] = args;
    const repeat = parameters?.get('r') ?? positional;
    const bits = words.flatMap((word) => Array.from(word.slice(1), (bit) => bit === '1'));
    if (bits.length === 0) {
      diagnostics.error('pat-data', 'PAT has no data', span, { hint: 'write the bits, such as b0110' });
      return undefined;
    }
    if ((tr + tf) / 2 > sample) {
      diagnostics.error('pat-edges', 'the edges of PAT are longer than its samples', span, {
        hint: 'make (tr + tf)/2 at most tsample',
      });
      return undefined;
    }
    const count = Math.max(0, Math.trunc(repeat));
    if (bits.length * (count + 1) > maxBits) {
      diagnostics.error('pat-data', `PAT repeats its data ${count} times`, span, {
        hint: 'write r=-1: without end',
      });
      return undefined;
    }
    const all = Array.from({ length: count + 1 }, () => bits).flat();
    return patSignal({ high, low, td, tr, tf, sample, bits: all, repeats: repeat === -1 });
  },
};

/** Builds the signal. */
export function patSignal({ high, low, td, tr, tf, sample, bits, repeats }: Pattern): ClosedFormSignal {
  const level = (bit: boolean | undefined): number => (bit === true ? high : low);
  const first = level(bits[0]);
  if (bits.every((bit) => bit === bits[0])) return constantSignal(first);
  const segments: AffineSegment[] = [];
  let at = 0;
  const add = (end: number, from: number, to: number): void => {
    if (end > at) segments.push({ offset: at, length: end - at, from, to });
    at = Math.max(at, end);
  };
  const half = (from: number, to: number): number => (from === to ? 0 : (to > from ? tr : tf) / 2);
  const wrap = repeats ? level(bits.at(-1)) : first;
  // A repeated pattern begins in the middle of the edge from its last bit.
  const begin = half(wrap, first);
  if (begin > 0) add(begin, (wrap + first) / 2, first);
  bits.forEach((bit, k) => {
    const from = level(bit);
    const last = k === bits.length - 1;
    const to = last ? (repeats ? first : from) : level(bits[k + 1]);
    const edge = half(from, to);
    const end = (k + 1) * sample;
    add(end - edge, from, from);
    if (edge === 0) return;
    const middle = (from + to) / 2;
    if (last) add(end, from, middle);
    else add(end + edge, from, to);
  });
  const period = repeats ? bits.length * sample : Infinity;
  if (!repeats) {
    const end = level(bits.at(-1));
    segments.push({ offset: at, length: Infinity, from: end, to: end });
  }
  return new PiecewiseAffineSignal({
    before: first,
    origin: td,
    period,
    segments: fitSegments(segments, period),
  });
}
