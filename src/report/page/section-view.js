/** What the charts of one section share: the window of the scale, the pointer, the drag. */
import { formatWithin, looksLogarithmic } from '../axis.ts';
import { scaleAxis } from '../log-axes.ts';
import { logAxis } from '../window-points.ts';
import { axisOf } from './panel-chart.js';
import { element, toggle } from './theme.js';

/** Widths of windows below this share of their place are rounding. */
const finest = 1e-12;

export class SectionView {
  charts = [];
  drag = null;
  pointer = null;

  /** `isWhole`: whether the panels have all rows, not those of an overview. */
  constructor(scale, panels, bar, log, isWhole) {
    this.scale = scale;
    this.isWhole = isWhole;
    const xs = panels.flatMap(({ traces }) =>
      traces.flatMap(({ rows }) => rows.runs.flatMap((run) => [rows.x[run.from], rows.x[run.to - 1]])),
    );
    let [low, high] = [Infinity, -Infinity];
    for (const x of xs) {
      if (x < low) low = x;
      if (x > high) high = x;
    }
    this.full =
      low < high
        ? [low, high]
        : low === high
          ? [low - (Math.abs(low) || 1), low + (Math.abs(low) || 1)]
          : [0, 1];
    this.window = this.full;
    const canBeLog = this.full[0] > 0;
    this.log = log;
    const looksLog = looksLogarithmic(this.full[0], xs.length > 0 ? middleOf(panels) : 0, this.full[1]);
    this.isLog = scaleAxis(this.full[0], log, looksLog) === logAxis;
    this.readout = element(bar, 'output', 'readout');
    if (canBeLog) {
      toggle(bar, 'reset', 'log', this.isLog, (isLog) => {
        this.isLog = isLog;
        this.refresh();
      }).title = `Logarithmic ${scale.name} axis`;
    }
    this.reset = element(bar, 'button', 'reset', 'Reset zoom');
    this.reset.type = 'button';
    this.reset.hidden = true;
    this.reset.addEventListener('click', () => this.zoom(...this.full));
  }

  zoom(from, to) {
    const { full } = this;
    const [a, b] = [Math.max(full[0], Math.min(from, to)), Math.min(full[1], Math.max(from, to))];
    if (!(b - a > finest * Math.max(Math.abs(a), Math.abs(b)))) return;
    this.window = [a, b];
    this.reset.hidden = a === full[0] && b === full[1];
    this.refresh();
  }

  refresh() {
    for (const { chart } of this.charts) chart.refresh();
  }

  /** Goes on with all rows: the same panels, whose traces had those of an overview until now. */
  replace(panels) {
    this.charts.forEach(({ chart }, k) => (chart.panel = panels[k]));
    this.isWhole = true;
    this.refresh();
    this.point(this.pointer);
  }

  /** Zooms about a value of the scale; a factor below 1 magnifies. */
  magnify(centre, factor) {
    const { place, value } = axisOf(this.isLog);
    const move = (edge) => value(place(centre) + (place(edge) - place(centre)) * factor);
    this.zoom(move(this.window[0]), move(this.window[1]));
  }

  /** Moves the window by a share of its width, within the whole. */
  pan(share) {
    const { place, value } = axisOf(this.isLog);
    const [low, high] = this.window.map(place);
    const [first, last] = this.full.map(place);
    const shift = Math.min(Math.max(share * (high - low), first - low), last - high);
    this.zoom(value(low + shift), value(high + shift));
  }

  get centre() {
    const { place, value } = axisOf(this.isLog);
    return value((place(this.window[0]) + place(this.window[1])) / 2);
  }

  point(x) {
    this.pointer = x;
    const span = this.window[1] - this.window[0];
    const { name, unit } = this.scale;
    this.readout.textContent =
      x === null ? '' : `${name} = ${formatWithin(x, this.isLog ? Math.abs(x) : span, unit)}`;
    for (const { chart, values } of this.charts) {
      values.forEach((value, k) => (value.textContent = chart.readout(k, x)));
      chart.chart.draw();
    }
  }
}

/** The scale's value in the middle row of the first trace. */
function middleOf([{ traces }]) {
  const { x } = traces[0].rows;
  return x[x.length >> 1];
}
