/**
 * A plain SVG picture of plots: one panel a unit - more where a trace would be flat beside another -, stacked, with axes, ticks,
 * traces and a legend. No script, no font, no dependency. Traces are thinned to 4000 points: four a pixel column, peaks kept.
 */
import type { ByteSink } from '../base/host.js';
import type { LogAxes, WaveformWriter } from '../waveform/writer.js';
import { formatTick, formatWithin, roundLogTicks, roundTicks } from './axis.js';
import { escapeMarkup } from './escape.js';
import { splitFlat } from './flat-traces.js';
import { curvesOf } from './monotone-runs.js';
import { plotAxis, TraceCollector, type PicturePanel, type PicturePlot } from './trace-collector.js';
import { isLogPanel, leftOut, positiveParts } from './log-axes.js';
import { linearAxis, logAxis, type AxisKind } from './window-points.js';
import { dashesOf } from './trace-dashes.js';

/** Pixels. */
const size = Object.freeze({ width: 960, left: 84, right: 24, head: 64, plot: 236, panelHead: 34, foot: 48 });
const inner = size.width - size.left - size.right;
const characterWidth = 7.2;

/** Colours that stay apart for colour-blind readers; used in turn. */
const colours = Object.freeze([
  '#2563eb',
  '#d9480f',
  '#0d9488',
  '#9333ea',
  '#b45309',
  '#be185d',
  '#4d7c0f',
  '#475569',
]);

const colourOf = (k: number): string => `stroke="${colours[k % colours.length]}"`;

function strokeOf(k: number): string {
  const lengths = dashesOf(k).join(' ');
  return lengths === '' ? colourOf(k) : `${colourOf(k)} stroke-dasharray="${lengths}"`;
}

const style =
  'text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;fill:#475569}' +
  '.title{font-size:17px;font-weight:600;fill:#0f172a}.panel{font-size:13px;font-weight:600;fill:#0f172a}' +
  '.warn{fill:#b45309}.grid{stroke:#e2e8f0}.frame{fill:none;stroke:#94a3b8}' +
  '.trace{fill:none;stroke-width:1.5;stroke-linejoin:round}.dots{stroke-width:4;stroke-linecap:round}.end{text-anchor:end}.mid{text-anchor:middle}';

interface Range {
  readonly low: number;
  readonly high: number;
}

interface Scale {
  readonly range: Range;
  readonly axis: AxisKind;
}

export class SvgPicture extends TraceCollector implements WaveformWriter {
  constructor(
    private readonly sink: ByteSink,
    private readonly log?: LogAxes,
  ) {
    super(4000);
  }

  finish(): void {
    this.sink.write(new TextEncoder().encode(drawPicture(this.plots, this.log)));
  }
}

/** Draws plots below each other as one SVG document. */
export function drawPicture(plots: readonly PicturePlot[], log?: LogAxes): string {
  const parts: string[] = [];
  let y = 0;
  for (const [p, plot] of plots.entries()) {
    const range = rangeOf(plot.panels, 0, 0);
    const axis = plotAxis(plot, log);
    parts.push(drawHead(plot, y));
    y += size.head;
    if (plot.rows === 1) {
      const lines = valueLines(plot);
      parts.push(...lines.map((line, k) => `<text x="${size.left}" y="${y + 16 + 18 * k}">${line}</text>`));
      y += 18 * lines.length + size.foot;
      continue;
    }
    const panels = plot.panels.flatMap(
      (panel) => asLogarithmic(panel, log) ?? splitFlat(panel).map(asLinear),
    );
    for (const [i, panel] of panels.entries()) {
      const legend = layOutLegend(panel);
      y += size.panelHead + 18 * (legend.lines - 1);
      parts.push(legend.draw(y - size.panelHead + 16 - 18 * (legend.lines - 1)));
      parts.push(drawPanel(panel, plot, { range, axis }, y, `c${p}-${i}`));
      y += size.plot + size.foot;
    }
  }
  const title = escapeMarkup(plots[0]?.title ?? 'nscircuit');
  const box = `width="${size.width}" height="${Math.max(y, 1)}" viewBox="0 0 ${size.width} ${Math.max(y, 1)}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img"><title>${title}</title><style>${style}</style>` +
    `<rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`
  );
}

/** A single row has no curves: its values, each in a line. */
function valueLines({ panels }: PicturePlot): string[] {
  return panels.flatMap(({ unit, traces }) =>
    traces.map(({ name, points }) => {
      const value = points[1] ?? NaN;
      return escapeMarkup(`${name} = ${formatWithin(value, Math.abs(value) / 500, unit)}`);
    }),
  );
}

function drawHead(plot: PicturePlot, y: number): string {
  const note =
    plot.incomplete === undefined
      ? ''
      : `<tspan class="warn" dx="12">incomplete: ${escapeMarkup(plot.incomplete)}</tspan>`;
  return (
    `<text class="title" x="24" y="${y + 30}">${escapeMarkup(plot.title)}</text>` +
    `<text x="24" y="${y + 50}">${escapeMarkup(plot.name)}${note}</text>`
  );
}

/** Places the names in lines behind the panel's label. */
function layOutLegend(panel: PicturePanel): { lines: number; draw: (y: number) => string } {
  const begin = size.left + Math.max(130, 16 + panel.label.length * characterWidth);
  let x = begin;
  let line = 0;
  const items = panel.traces.map(({ name }, k) => {
    const width = 34 + name.length * characterWidth;
    if (x + width > size.width - size.right && x > begin) {
      x = begin;
      line++;
    }
    const item = { name, x, line, stroke: strokeOf(k) };
    x += width;
    return item;
  });
  const draw = (y: number): string =>
    `<text class="panel" x="${size.left}" y="${y}">${escapeMarkup(panel.label)}</text>` +
    items
      .map((item) => {
        const row = y + 18 * item.line;
        const stroke = `<path d="M${fixed(item.x)} ${row - 4}h16" ${item.stroke} stroke-width="2.5"/>`;
        return `${stroke}<text x="${fixed(item.x + 21)}" y="${row}">${escapeMarkup(item.name)}</text>`;
      })
      .join('');
  return { lines: line + 1, draw };
}

function drawPanel(panel: DrawnPanel, plot: PicturePlot, scale: Scale, top: number, id: string): string {
  const { axis, range: xRange } = scale;
  const [first, last] = [axis.place(xRange.low), axis.place(xRange.high)];
  const { upright } = panel;
  const yRange = heightOf(panel);
  const [bottom, height] = [
    upright.place(yRange.low),
    upright.place(yRange.high) - upright.place(yRange.low),
  ];
  const toX = (x: number): number => size.left + ((axis.place(x) - first) / (last - first)) * inner;
  const toY = (y: number): number => top + size.plot * (1 - (upright.place(y) - bottom) / height);
  const parts = [
    `<clipPath id="${id}"><rect x="${size.left}" y="${top}" width="${inner}" height="${size.plot}"/></clipPath>`,
  ];
  for (const { tick, label } of axisTicks(scale, plot.scale.unit)) {
    parts.push(
      `<path class="grid" d="M${fixed(toX(tick))} ${top}v${size.plot}"/>`,
      `<text class="mid" x="${fixed(within(toX(tick), label))}" y="${top + size.plot + 18}">${label}</text>`,
    );
  }
  for (const { tick, label } of axisTicks({ range: yRange, axis: upright }, panel.unit, 8)) {
    parts.push(
      `<path class="grid" d="M${size.left} ${fixed(toY(tick))}h${inner}"/>`,
      `<text class="end" x="${size.left - 8}" y="${fixed(toY(tick) + 4)}">${label}</text>`,
    );
  }
  parts.push(`<rect class="frame" x="${size.left}" y="${top}" width="${inner}" height="${size.plot}"/>`);
  panel.traces.forEach(({ points, drawn }, k) => {
    let path = '';
    const curves = drawn ? [points] : curvesOf(points);
    for (const curve of upright === logAxis ? curves.flatMap(positiveParts) : curves) {
      for (let i = 0; i < curve.length; i += 2) {
        const to = `${fixed(toX(curve[i] ?? 0))} ${fixed(toY(curve[i + 1] ?? 0))}`;
        if (drawn === 'points') path += `M${to}h0`;
        else path += `${i === 0 ? 'M' : 'L'}${to}`;
      }
    }
    const kind = drawn === 'points' ? 'trace dots' : 'trace';
    parts.push(
      `<path class="${kind}" clip-path="url(#${id})" ${drawn === 'points' ? colourOf(k) : strokeOf(k)} d="${path}"/>`,
    );
  });
  const scaleName = `<text class="mid" x="${size.left + inner / 2}" y="${top + size.plot + 36}">`;
  return `${parts.join('')}${scaleName}${escapeMarkup(plot.scale.name)}</text>`;
}

/** The middle of a label that stands at x, or as near as the picture holds it. */
function within(x: number, label: string): number {
  return Math.min(x, size.width - 2 - (label.length * characterWidth) / 2);
}

/** Round places on an axis with their labels, each with its own prefix on a logarithmic one. */
function axisTicks(
  { range: { low, high }, axis }: Scale,
  unit: string,
  wanted = 10,
): { tick: number; label: string }[] {
  if (axis === logAxis) {
    return roundLogTicks(low, high, wanted).map((tick) => ({
      tick,
      label: formatTick(tick, tick, tick / 10, unit),
    }));
  }
  const { ticks, step } = roundTicks(low, high, wanted);
  return ticks.map((tick) => ({ tick, label: formatTick(tick, largest({ low, high }), step, unit) }));
}

/** A panel with its axis of y. */
interface DrawnPanel extends PicturePanel {
  readonly upright: AxisKind;
}

const asLinear = (panel: PicturePanel): DrawnPanel => ({ ...panel, upright: linearAxis });

/** The panel over decades, if it is to be, with a label that says what has no place there. */
function asLogarithmic(panel: PicturePanel, log: LogAxes | undefined): DrawnPanel | undefined {
  const curves = panel.traces.map(({ points }) => points);
  const hasPositive = curves.some((curve) => positiveParts(curve).length > 0);
  if (!isLogPanel(panel.unit, hasPositive, log)) return undefined;
  const less = leftOut(curves);
  return { ...panel, upright: logAxis, label: less === '' ? panel.label : `${panel.label}, ${less}` };
}

/** The range of y: what is drawn and a margin; over decades within the nearest tenths of them. */
function heightOf(panel: DrawnPanel): Range {
  if (panel.upright !== logAxis) return rangeOf([panel], 1, 0.06);
  const traces = panel.traces.flatMap((trace) =>
    positiveParts(trace.points).map((points) => ({ ...trace, points })),
  );
  const { low, high } = rangeOf([{ ...panel, traces }], 1, 0);
  return { low: low / 1.15, high: high * 1.15 };
}

/** The range of x (part 0) or y (part 1) over panels, widened by a share of itself, never empty. */
function rangeOf(panels: readonly PicturePanel[], part: 0 | 1, margin: number): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const { traces } of panels) {
    for (const { points } of traces) {
      for (let i = part; i < points.length; i += 2) {
        low = Math.min(low, points[i] ?? 0);
        high = Math.max(high, points[i] ?? 0);
      }
    }
  }
  if (low > high) return { low: 0, high: 1 };
  const spread = high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)) ? high - low : 0;
  const extra = spread > 0 ? margin * spread : Math.abs(low) / 2 || 1;
  return { low: low - extra, high: high + extra };
}

const largest = ({ low, high }: Range): number => Math.max(Math.abs(low), Math.abs(high));

/** Coordinates to a hundredth of a pixel. */
const fixed = (x: number): string => String(Math.round(x * 100) / 100);
