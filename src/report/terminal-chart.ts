/**
 * Curves as text, in braille dots: two columns and four lines of dots a character. Each trace has a chart of its own
 * height over the common scale, so that signals stay apart without colours. The ends of an axis of values are round numbers and lie on the
 * outermost dots; beside the name stand the least and the largest value exactly.
 */
import { formatTick, roundLogTicks, roundTicks } from './axis.js';
import { formatEngineering } from '../base/units.js';
import { curvesOf } from './monotone-runs.js';
import { plotAxis, TraceCollector, type PicturePlot, type PictureTrace } from './trace-collector.js';
import { isLogPanel, leftOut, positiveParts } from './log-axes.js';
import { linearAxis, logAxis } from './window-points.js';
import type { LogAxes } from '../waveform/writer.js';

export interface ChartSize {
  /** Characters of a line. */
  readonly columns: number;
  /** Lines of a trace. */
  readonly lines: number;
  /** Axes that are logarithmic; absent: as the values ask for. */
  readonly log?: LogAxes | undefined;
}

/** Width of the labels left of the curves. */
const margin = 12;
const maxTraces = 16;

/** Bits of the dots of a character, by column and line. */
const dotBits = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;

/** Places of a horizontal axis: 0 is its left end, 1 its right one. */
interface Across {
  readonly share: (x: number) => number;
  readonly ticks: readonly { readonly share: number; readonly label: string }[];
}

/** Draws plots as they end; keeps of each what its dots can show. */
export class ChartSink extends TraceCollector {
  constructor(private readonly size: ChartSize) {
    super(16 * size.columns);
  }

  get text(): string {
    return this.plots.map((plot) => terminalChart(plot, this.size)).join('\n');
  }
}

/** Returns the lines of a plot, each with its line feed. */
export function terminalChart(plot: PicturePlot, size: ChartSize): string {
  const width = Math.max(8, size.columns - margin - 1);
  const traces = plot.panels.flatMap(({ unit, traces: own }) => own.map((trace) => ({ trace, unit })));
  if (plot.rows === 0 || traces.length === 0) return `${plot.name}: nothing to draw\n`;
  if (plot.rows === 1) return `${plot.name}\n${traces.map(valueLine).join('')}`;
  const across = horizontalAxis(plot, width, size.log);
  const charts = traces
    .slice(0, maxTraces)
    .map(({ trace, unit }) =>
      traceChart(trace, unit, across, { width, lines: Math.max(2, size.lines), log: size.log }),
    );
  const left = traces.length - maxTraces;
  const more = left > 0 ? `${left} more: name what is to be drawn with --probe\n` : '';
  const note = plot.incomplete === undefined ? '' : `incomplete: ${plot.incomplete}\n`;
  return `${plot.name}, ${plot.rows} rows\n${charts.join('')}${axisLines(across, plot.scale.name, width)}${more}${note}`;
}

function valueLine({ trace: { name, points }, unit }: { trace: PictureTrace; unit: string }): string {
  return `  ${name}  ${exact(points[1] ?? NaN, unit)}\n`;
}

const exact = (value: number, unit: string): string => formatEngineering(value, unit, 6);

function horizontalAxis(plot: PicturePlot, width: number, log: LogAxes | undefined): Across {
  const kind = plotAxis(plot, log);
  const [low, high] = extent(
    plot.panels.flatMap(({ traces }) => traces.map(({ points }) => points)),
    0,
  );
  const [first, last] = [kind.place(low), kind.place(high)];
  const share = (x: number): number => (last > first ? (kind.place(x) - first) / (last - first) : 0.5);
  const { unit } = plot.scale;
  const wanted = Math.max(2, Math.floor(width / 14));
  const { ticks, step } = roundTicks(low, high, wanted);
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const labelled =
    kind === logAxis
      ? roundLogTicks(low, high, wanted).map(
          (tick) => [tick, formatTick(tick, tick, tick / 10, unit)] as const,
        )
      : ticks.map((tick) => [tick, formatTick(tick, largest, step, unit)] as const);
  return { share, ticks: labelled.map(([tick, label]) => ({ share: share(tick), label })) };
}

/** The least and largest x (part 0) or y (part 1). */
function extent(lists: readonly Float64Array[], part: 0 | 1): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const points of lists) {
    for (let i = part; i < points.length; i += 2) {
      low = Math.min(low, points[i] ?? NaN);
      high = Math.max(high, points[i] ?? NaN);
    }
  }
  return low <= high ? [low, high] : [0, 0];
}

function traceChart(
  { name, points }: PictureTrace,
  unit: string,
  { share }: Across,
  { width, lines, log }: { width: number; lines: number; log: LogAxes | undefined },
): string {
  const whole = curvesOf(points);
  const positive = whole.flatMap(positiveParts);
  const isLog = isLogPanel(unit, positive.length > 0, log);
  const curves = isLog ? positive : whole;
  const upright = isLog ? logAxis : linearAxis;
  const [low, high] = extent(curves, 1);
  const axis = isLog ? outerPowers(low, high) : outerTicks(low, high);
  const height = upright.place(axis.high) - upright.place(axis.low);
  const raster = new Raster(width, lines);
  const [right, top] = [2 * width - 1, 4 * lines - 1];
  const column = (x: number): number => Math.round(share(x) * right);
  const line = (y: number): number =>
    Math.round(((upright.place(axis.high) - upright.place(y)) / height) * top);
  for (const curve of curves) {
    let [x, y] = [column(curve[0] ?? 0), line(curve[1] ?? 0)];
    raster.dot(x, y);
    for (let i = 2; i < curve.length; i += 2) {
      const [nextX, nextY] = [column(curve[i] ?? 0), line(curve[i + 1] ?? 0)];
      raster.line(x, y, nextX, nextY);
      [x, y] = [nextX, nextY];
    }
  }
  const largest = Math.max(Math.abs(axis.low), Math.abs(axis.high));
  const label = (value: number): string => {
    const text = isLog
      ? formatTick(value, value, value / 10, unit)
      : formatTick(value, largest, axis.step, unit);
    return text.length < margin ? text : `${value.toExponential(3)} ${unit}`;
  };
  const between = isLog ? roundLogTicks(axis.low, axis.high, lines - 1).filter(isPower) : [];
  const labels = new Map([...between, axis.low, axis.high].map((tick) => [line(tick) >> 2, label(tick)]));
  const texts = raster.lines.map((text, k) => {
    const written = labels.get(k) ?? '';
    return `${written.padStart(margin)}${written === '' ? '│' : '┤'}${text}\n`;
  });
  const range = low === high ? exact(low, unit) : `${exact(low, unit)} to ${exact(high, unit)}`;
  const less = isLog ? leftOut(whole) : '';
  return `${' '.repeat(margin + 1)}${name}: ${range}${less === '' ? '' : ` (${less})`}\n${texts.join('')}`;
}

/** Round numbers at or beyond both ends. */
function outerTicks(low: number, high: number): { low: number; high: number; step: number } {
  const spread = high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)) ? 0 : Math.abs(low) / 2 || 1;
  const [from, to] = [low - spread, high + spread];
  const { step } = roundTicks(from, to, 4);
  return { low: step * Math.floor(from / step + 1e-9), high: step * Math.ceil(to / step - 1e-9), step };
}

/** Powers of ten at or beyond both ends. */
function outerPowers(low: number, high: number): { low: number; high: number; step: number } {
  const from = Math.floor(Math.log10(low) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(high) - 1e-9));
  return { low: Number(`1e${from}`), high: Number(`1e${to}`), step: 0 };
}

const isPower = (tick: number): boolean => Number.isInteger(Math.round(1e9 * Math.log10(tick)) / 1e9);

/** The axis with its ticks, their labels where there is room, and the name of the scale. */
function axisLines({ ticks }: Across, name: string, width: number): string {
  const line = Array.from('─'.repeat(width));
  let labels = '';
  for (const { share, label } of ticks) {
    const at = Math.round(share * (width - 1));
    line[at] = '┬';
    const from = Math.max(0, margin + 1 + at - (label.length >> 1));
    if (labels !== '' && from < labels.length + 2) continue;
    labels = labels.padEnd(from) + label;
  }
  return `${' '.repeat(margin)}└${line.join('')}\n${labels}\n${' '.repeat(margin + 1)}${name}\n`;
}

class Raster {
  readonly #cells: Uint8Array;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.#cells = new Uint8Array(width * height);
  }

  get lines(): string[] {
    return Array.from({ length: this.height }, (_, k) =>
      Array.from(this.#cells.subarray(k * this.width, (k + 1) * this.width), (bits) =>
        bits === 0 ? ' ' : String.fromCharCode(0x2800 + bits),
      )
        .join('')
        .trimEnd(),
    );
  }

  dot(x: number, y: number): void {
    const cell = (y >> 2) * this.width + (x >> 1);
    this.#cells[cell] = (this.#cells[cell] ?? 0) | (dotBits[x & 1 ? 1 : 0][(y & 3) as 0 | 1 | 2 | 3] ?? 0);
  }

  /** All dots of a straight line: at most one apart in both directions. */
  line(x0: number, y0: number, x1: number, y1: number): void {
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    for (let k = 1; k <= steps; k++) {
      this.dot(Math.round(x0 + ((x1 - x0) * k) / steps), Math.round(y0 + ((y1 - y0) * k) / steps));
    }
    this.dot(x1, y1);
  }
}
