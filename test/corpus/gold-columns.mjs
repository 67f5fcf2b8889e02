/** Brings the columns of a plot and of its gold together, and measures how far they are apart. */

/** Gold of a stepped run holds one run after the other: time starts anew. */
export function splitRuns(plot) {
  const [time] = plot.columns;
  const starts = [0];
  for (let i = 1; i < time.length; i++) if (time[i] < time[i - 1]) starts.push(i);
  return starts.map((start, k) => {
    const end = starts[k + 1] ?? time.length;
    const columns = plot.columns.map((column) => column.subarray(start, end));
    return { ...plot, length: end - start, columns };
  });
}

/** Names in lower case, without blanks and braces; a hierarchical name may be written with ":" or ".". */
function plainName(name) {
  return name
    .toLowerCase()
    .replace(/[\s{}]/g, '')
    .replaceAll(':', '.');
}

/** Pairs the columns by name, and in order where both have as many. */
export function alignedColumns(plot, reference) {
  const ours = plot.header.columns.map(({ name }) => plainName(name));
  const names = reference.header.columns.map(({ name }) => name);
  const inOrder = ours.length === names.length;
  const pairs = [];
  const missing = [];
  names.forEach((name, k) => {
    if (/^(index|stepnum|time)$/i.test(name)) return;
    const byName = ours.indexOf(plainName(name));
    const at = byName > 0 ? byName : inOrder ? k : -1;
    if (at > 0) pairs.push({ ours: at, theirs: k, name: name.toLowerCase() });
    else missing.push(name.toLowerCase());
  });
  return { pairs, missing };
}

/** Rows of a column with its scale; equal times are the two sides of a jump. */
function curve({ columns }, k) {
  return { t: columns[0], y: columns[k] };
}

/** Left and right limit at a time, linear between rows, within `slack` of a row its own values. */
function limits({ t, y }, time, slack) {
  let low = 0;
  let high = t.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle] < time - slack) low = middle + 1;
    else high = middle;
  }
  if (low === t.length) return [y[t.length - 1], y[t.length - 1]];
  if (t[low] <= time + slack) {
    let last = low;
    while (last + 1 < t.length && t[last + 1] <= time + slack) last++;
    return [y[low], y[last]];
  }
  if (low === 0) return [y[0], y[0]];
  const weight = (time - t[low - 1]) / (t[low] - t[low - 1]);
  const value = y[low - 1] + weight * (y[low] - y[low - 1]);
  return [value, value];
}

/**
 * The largest difference over gold's rows (`atRows`) and over the rows of both (`error`), by gold's range.
 * A row of gold that falls on a jump of ours has to be on or between its two sides. `slack` is the
 * rounding of gold's printed times.
 */
export function errorOf(plot, ours, reference, theirs) {
  const a = curve(plot, ours);
  const b = curve(reference, theirs);
  const range = spread(b.y);
  const end = Math.min(a.t.at(-1), b.t.at(-1));
  const slack = 1e-12 * b.t.at(-1);
  let atRows = 0;
  let at = 0;
  for (let i = b.t[0] === 0 && b.t.length > 1 ? 1 : 0; i < b.t.length; i++) {
    if (b.t[i] > end * (1 + 1e-8)) return { atRows: Infinity, error: Infinity, at: end };
    // Nine digits are printed: the row may stand anywhere within their rounding.
    const rounding = Math.max(slack, 5e-9 * b.t[i]);
    const sides = [
      ...limits(a, b.t[i], slack),
      ...limits(a, b.t[i] - rounding, slack),
      ...limits(a, b.t[i] + rounding, slack),
    ];
    const off = Math.max(Math.min(...sides) - b.y[i], b.y[i] - Math.max(...sides), 0);
    if (!(off <= atRows * range)) [atRows, at] = [off / range, b.t[i]];
  }
  let error = atRows;
  for (let i = 0; i < a.t.length; i++) {
    if (a.t[i] <= b.t[0] || a.t[i] > end) continue;
    const [left, right] = limits(b, a.t[i], slack);
    error = Math.max(error, Math.min(Math.abs(a.y[i] - left), Math.abs(a.y[i] - right)) / range);
  }
  return { atRows, error, at };
}

/** max - min, at least 1e-6 of the magnitude and 1e-12: a constant is known to the digits that are printed. */
function spread(y) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of y) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return Math.max(high - low, 1e-6 * Math.max(Math.abs(high), Math.abs(low)), 1e-12);
}

/** The largest difference of two columns by rows, by the range of the second, which is at least a 20th of its magnitude. */
export function rowsError(ours, theirs) {
  if (ours.length !== theirs.length) return { error: Infinity, row: Math.min(ours.length, theirs.length) };
  const largest = Math.max(...theirs.map(Math.abs));
  const range = Math.max(spread(theirs), 0.05 * largest);
  let [error, row] = [0, 0];
  for (let i = 0; i < theirs.length; i++) {
    const off = Math.abs(ours[i] - theirs[i]) / range;
    if (!(off <= error)) [error, row] = [off, i];
  }
  return { error, row };
}
