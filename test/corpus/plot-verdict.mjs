/**
 * How far the plots of two simulators are apart, for netlists that were written for one of them. Plots are paired by their kind
 * in an order in which they may have been made, columns by name.
 *
 *     error = rms of a - b over the scale / range,    range = max(max b - min b, 5 % of max |b|, 1e-6 of the largest of its unit)
 *
 * Over time the rms is that of `compareSignals`: the less of point by point and with events put over each other, where these are
 * shifted by no more than 2 % of the run. Where one oscillates by itself its phase is its start-up's: then the periods over the second
 * half and mean, rms and extremes there are compared. Complex values are compared as such, relative to the largest of the column.
 */
import { compareSignals, levelOf } from '../../dist/compare/signal-comparison.js';

const largestShift = 0.02;
const magnitudePart = 0.05;
const unitPart = 1e-6;
/** Fewer passes of the middle are no oscillation. */
const oscillation = 12;

function kindOf({ header: { name } }) {
  if (/transient/i.test(name)) return 'tran';
  if (/operating/i.test(name)) return 'op';
  if (/\bac\b/i.test(name)) return 'ac';
  if (/dc|transfer char/i.test(name)) return 'dc';
  return undefined;
}

const plain = (name) =>
  name
    .toLowerCase()
    .replace(/^(\S+)#branch$/, 'i($1)')
    .replaceAll(/[\s{}"]/g, '');

function columnsByName({ header, columns }) {
  const named = new Map();
  header.columns.forEach(({ name }, k) => {
    if (!named.has(plain(name))) named.set(plain(name), columns[k]);
  });
  return named;
}

/** A written quantity: by its name, or as the difference of two nodes. */
function quantity(named, name) {
  const found = named.get(name) ?? named.get(`v(${name})`);
  if (found) return found;
  const [, plus, minus] = /^v\(([^,]+),([^,]+)\)$/.exec(name) ?? [];
  const [a, b] = [plus, minus].map((node) => named.get(`v(${node})`));
  return a && b && a.map((value, k) => value - b[k]);
}

const unitOf = (name) => (/^i\(|#branch|\[i/.test(name) ? 'A' : 'V');
const sizeOf = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

function oscillates({ events, referenceEvents }) {
  return Math.min(events, referenceEvents) >= oscillation;
}

/** Mean distance between passes of the middle over the second half. */
function periodOf({ times, values }, from, to) {
  const { min, max } = levelOf({ times, values }, from, to);
  const [low, high] = [min + 0.3 * (max - min), min + 0.7 * (max - min)];
  const passes = [];
  let isHigh = true;
  times.forEach((t, k) => {
    if (t < from || t > to) return;
    if (values[k] < low) isHigh = false;
    else if (values[k] > high && !isHigh) {
      isHigh = true;
      passes.push(t);
    }
  });
  return passes.length > 2 ? (passes.at(-1) - passes[0]) / (passes.length - 1) : NaN;
}

function steadyError(a, b, range) {
  const to = Math.min(a.times.at(-1), b.times.at(-1));
  const from = (Math.max(a.times[0], b.times[0]) + to) / 2;
  const [mine, theirs] = [periodOf(a, from, to), periodOf(b, from, to)];
  const [own, other] = [levelOf(a, from, to), levelOf(b, from, to)];
  const levels = ['mean', 'rms', 'min', 'max'].map((key) => Math.abs(own[key] - other[key]) / range);
  const most = Math.max(...levels, Math.abs(mine - theirs) / theirs);
  return Number.isFinite(most) ? most : Infinity;
}

function overTime(name, a, b, least) {
  const found = compareSignals(name, unitOf(name), a, b);
  const range = Math.max(found.range, magnitudePart * sizeOf(b.values), least);
  const scale = found.range / range;
  const duration = b.times.at(-1) - b.times[0];
  const isAligned = found.aligned && found.largestShift <= largestShift * duration;
  const error = Math.min(
    found.pointwise.relativeRms * scale,
    isAligned ? found.aligned.relativeRms * scale : Infinity,
    oscillates(found) ? steadyError(a, b, range) : Infinity,
  );
  return { error, at: found.pointwise.at, worst: found.pointwise.relativeMax * scale };
}

/** Values of a at the scale of b along straight lines, where the scales rise; row by row where they are as long. */
function alongScale(x, y, at, width) {
  if (x.length === at.length) return y;
  if (x.some((value, k) => k > 0 && value < x[k - 1])) return undefined;
  const out = new Float64Array(at.length * width);
  let k = 0;
  at.forEach((t, i) => {
    while (k < x.length - 2 && x[k + 1] < t) k++;
    const weight = x[k + 1] > x[k] ? Math.min(1, Math.max(0, (t - x[k]) / (x[k + 1] - x[k]))) : 0;
    for (let part = 0; part < width; part++) {
      const [u, v] = [y[width * k + part], y[width * Math.min(k + 1, x.length - 1) + part]];
      out[width * i + part] = u + weight * (v - u);
    }
  });
  return out;
}

/** `isPoint`: the plot is one row, though vectors of a script in it may be longer. */
function overScale(ours, gold, a, b, least, isPoint) {
  const width = gold.header.complex ? 2 : 1;
  const scaleOf = ({ header, columns }) =>
    header.complex ? columns[0].filter((_, k) => k % 2 === 0) : columns[0];
  const isSingle = isPoint || gold.length === 1;
  const at = scaleOf(gold);
  const values = isSingle ? a : alongScale(scaleOf(ours), a, at, width);
  if (!values) return undefined;
  let [low, high, square, worst, where] = [Infinity, -Infinity, 0, 0, 0];
  const length = isPoint ? 1 : b.length;
  for (let k = 0; k < length; k++) {
    low = Math.min(low, b[k]);
    high = Math.max(high, b[k]);
    const off = Math.abs(values[k] - b[k]);
    square += off * off;
    if (!(off <= worst)) [worst, where] = [off, at[Math.floor(k / width)]];
  }
  const size = Math.max(high, -low);
  const range = Math.max(width === 2 || isSingle ? size : Math.max(high - low, magnitudePart * size), least);
  return { error: Math.sqrt((width * square) / length) / range, worst: worst / range, at: where };
}

/**
 * The largest error over all quantities that both have: {error, worst, at, name, count}. Commands of a script leave their plots in
 * their order, cards that one `run` carries out in the reverse of theirs, and what a script leaves unrun may stand before the rest:
 * of the ways to pair the plots of a kind the one with the least error counts, all plots in the same way.
 */
export function plotsVerdict(ours, gold) {
  const verdicts = [gold, [...gold].reverse()].flatMap((plots) => [
    pairedVerdict(ours, plots, false),
    pairedVerdict(ours, plots, true),
  ]);
  return verdicts.reduce((best, one) => (one.count > 0 && !(one.error >= best.error) ? one : best));
}

/** With the plots of a kind paired from the first on, or from the last. */
function pairedVerdict(ours, gold, fromLast) {
  let most = { error: -1, name: '', at: 0, worst: 0 };
  let count = 0;
  for (const kind of ['tran', 'op', 'ac', 'dc']) {
    const [mine, theirs] = [ours, gold].map((plots) => plots.filter((plot) => kindOf(plot) === kind));
    const pairs = Math.min(mine.length, theirs.length);
    for (let k = 0; k < pairs; k++) {
      const [a, b] = fromLast
        ? [mine[mine.length - pairs + k], theirs[theirs.length - pairs + k]]
        : [mine[k], theirs[k]];
      if (a.header.complex !== b.header.complex || a.length === 0) continue;
      const named = columnsByName(a);
      const reference = columnsByName(b);
      const sizes = { V: 0, A: 0 };
      for (const [name, values] of [...reference].slice(kind === 'op' ? 0 : 1))
        sizes[unitOf(name)] = Math.max(sizes[unitOf(name)], sizeOf(values));
      const skipped = kind === 'op' ? 0 : 1;
      const names = new Set([...reference.keys()].slice(skipped));
      for (const name of [...named.keys()].slice(skipped)) if (name.includes(',')) names.add(name);
      for (const name of names) {
        const [x, y] = [quantity(named, name), quantity(reference, name)];
        if (!x || !y) continue;
        const least = Math.max(unitPart * sizes[unitOf(name)], unitOf(name) === 'A' ? 1e-12 : 1e-6);
        const found =
          kind === 'tran'
            ? b.length > 1 && a.length > 1
              ? overTime(name, { times: a.columns[0], values: x }, { times: b.columns[0], values: y }, least)
              : undefined
            : overScale(a, b, x, y, least, kind === 'op');
        if (!found) continue;
        count++;
        if (!(found.error <= most.error)) most = { ...found, name, kind };
      }
    }
  }
  const reach = ours.some(({ incomplete }) => incomplete) ? ' (incomplete)' : '';
  return { ...most, count, remark: reach };
}
