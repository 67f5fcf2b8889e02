/** Waveforms of two raw files against each other: how far the passages of a level are apart. */
import { readFileSync } from 'node:fs';

/** Columns of a binary raw file by name. */
export function readRaw(path) {
  const bytes = readFileSync(path);
  const marker = bytes.indexOf('Binary:\n');
  const head = bytes.subarray(0, marker).toString('latin1');
  const names = [...head.matchAll(/^\s+\d+\s+(\S+)\s+\S+/gm)].map(([, name]) => name.toLowerCase());
  const points = Number(/No\. Points:\s*(\d+)/.exec(head)?.[1]);
  const columns = new Map(names.map((name) => [name, new Float64Array(points)]));
  const view = new DataView(bytes.buffer, bytes.byteOffset + marker + 8);
  let at = 0;
  for (let row = 0; row < points; row++)
    for (const name of names) {
      columns.get(name)[row] = view.getFloat64(at, true);
      at += 8;
    }
  return columns;
}

/** Times at which a column passes a level, along straight lines between rows; upward ones where told so. */
export function passages(plot, name, level, upwardOnly = false) {
  const [times, values] = [plot.get('time'), plot.get(name)];
  const found = [];
  for (let k = 1; k < times.length; k++) {
    const [before, now] = [values[k - 1] - level, values[k] - level];
    if (before < 0 === now < 0 || (upwardOnly && now < 0)) continue;
    found.push(times[k - 1] - ((times[k] - times[k - 1]) * before) / (now - before));
  }
  return found;
}

/** The largest time, in seconds, by which a passage of the level differs over all columns of the truth; NaN where one is missing. */
export function worstShift(plot, truth, level) {
  let worst = 0;
  for (const name of truth.keys()) {
    if (name === 'time') continue;
    const [ours, theirs] = [plot, truth].map((of) => passages(of, name, level));
    if (ours.length !== theirs.length) return NaN;
    for (const [k, t] of ours.entries()) worst = Math.max(worst, Math.abs(t - theirs[k]));
  }
  return worst;
}
