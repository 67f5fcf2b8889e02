/** One panel: a chart of the points that its window needs, with round ticks, linear or logarithmic. */
/* global window */
import { Chart, LinearScale, LineController, LineElement, LogarithmicScale, PointElement } from 'chart.js';
import { formatTick, formatWithin, roundLogTicks, roundTicks } from '../axis.ts';
import { dashesOf } from '../trace-dashes.ts';
import { isLogPanel } from '../log-axes.ts';
import { linearAxis, logAxis, windowPoints } from '../window-points.ts';
import { palette, variable } from './theme.js';

Chart.register(LineController, LineElement, PointElement, LinearScale, LogarithmicScale);

export const axisOf = (isLog) => (isLog ? logAxis : linearAxis);

function tickLabels(unit) {
  return function (value, _index, ticks) {
    if (this.type === 'logarithmic' && this.max > 10 * this.min)
      return formatTick(value, value, value / 10, unit);
    const step = ticks.length > 1 ? Math.abs(ticks[1].value - ticks[0].value) : Math.abs(value) || 1;
    return formatTick(value, Math.max(Math.abs(this.min), Math.abs(this.max)), step, unit);
  };
}

const setTicks = (wanted) => (scale) => {
  const ticks =
    scale.type === 'logarithmic'
      ? roundLogTicks(scale.min, scale.max, wanted)
      : roundTicks(scale.min, scale.max, wanted).ticks;
  scale.ticks = ticks.map((value) => ({ value }));
};

/** Draws the pointer's line and the range under the drag. */
const pointerLines = (view) => ({
  id: 'pointer',
  afterDatasetsDraw({ ctx, chartArea: area, scales }) {
    const inside = (x) => Math.min(area.right, Math.max(area.left, scales.x.getPixelForValue(x)));
    ctx.save();
    if (view.drag) {
      const [from, to] = [inside(view.drag.from), inside(view.drag.to)];
      ctx.fillStyle = variable('--accent');
      ctx.globalAlpha = 0.14;
      ctx.fillRect(Math.min(from, to), area.top, Math.abs(to - from), area.bottom - area.top);
    } else if (view.pointer !== null) {
      ctx.strokeStyle = variable('--muted');
      ctx.setLineDash([3, 3]);
      ctx.beginPath();
      ctx.moveTo(inside(view.pointer), area.top);
      ctx.lineTo(inside(view.pointer), area.bottom);
      ctx.stroke();
    }
    ctx.restore();
  },
});

/** The range of an axis about what is drawn. */
function rangeAbout(low, high, kind) {
  if (!(low <= high)) return [0, 1];
  const [a, b] = [kind.place(low), kind.place(high)];
  const isFlat = !(b - a > 1e-14 * Math.max(Math.abs(a), Math.abs(b)));
  const margin = isFlat ? Math.abs(a) / 2 || 1 : 0.04 * (b - a);
  return [kind.value(a - margin), kind.value(b + margin)];
}

export class PanelChart {
  constructor(canvas, panel, view) {
    this.panel = panel;
    this.canvas = canvas;
    this.view = view;
    const ends = panel.traces.map(({ rows: { y, extrema } }) =>
      extrema.range(0, y.length).map((row) => y[row]),
    );
    this.canBeLog = ends.some(([, high]) => high > 0);
    /** Values that have no place on a logarithmic axis. */
    this.hasOthers = ends.some(([low]) => low <= 0);
    this.isLog = isLogPanel(panel.unit, this.canBeLog, view.log);
    const axis = (unit, most) => ({
      type: 'linear',
      ticks: { callback: tickLabels(unit), maxRotation: 0, maxTicksLimit: 2 * most, font: { size: 11.5 } },
      afterBuildTicks: setTicks(most),
      border: {},
      grid: { tickLength: 4 },
    });
    const datasets = panel.traces.map(({ name, rows }) => ({
      label: name,
      data: [],
      borderWidth: 1.6,
      pointRadius: rows.x.length === 1 ? 3 : 0,
      borderJoinStyle: 'round',
    }));
    const width = (scale) => (scale.width = 84); // charts below each other align
    this.chart = new Chart(canvas, {
      type: 'line',
      data: { datasets },
      plugins: [pointerLines(view)],
      options: {
        animation: false,
        parsing: false,
        normalized: true,
        maintainAspectRatio: false,
        events: [],
        onResize: () => this.refresh(),
        layout: { padding: { right: 14, top: 6 } },
        scales: { x: axis(view.scale.unit, 10), y: { ...axis(panel.unit, 8), afterFit: width } },
      },
    });
  }

  /** Draws the window anew. */
  refresh() {
    const { chart, view } = this;
    if (!chart) return;
    const axes = { x: axisOf(view.isLog), y: axisOf(this.isLog) };
    const columns = Math.ceil(this.canvas.clientWidth * window.devicePixelRatio) || 1000;
    let [low, high] = [Infinity, -Infinity];
    chart.data.datasets.forEach((dataset, k) => {
      const flat = windowPoints(this.panel.traces[k].rows, view.window, columns, axes);
      const points = Array.from({ length: flat.length / 2 }, (_, i) => ({
        x: flat[2 * i],
        y: this.isLog && !(flat[2 * i + 1] > 0) ? NaN : flat[2 * i + 1],
      }));
      dataset.data = points;
      if (!chart.isDatasetVisible(k)) return;
      for (const { y } of points) {
        if (y < low) low = y;
        if (y > high) high = y;
      }
    });
    const { x, y } = chart.options.scales;
    x.type = view.isLog ? 'logarithmic' : 'linear';
    y.type = this.isLog ? 'logarithmic' : 'linear';
    [x.min, x.max] = view.window;
    [y.min, y.max] = rangeAbout(low, high, axes.y);
    chart.update('none');
  }

  paint() {
    const { chart } = this;
    chart.data.datasets.forEach((dataset, k) => {
      dataset.borderColor = dataset.backgroundColor = palette(k);
      dataset.borderDash = dashesOf(k);
    });
    for (const scale of Object.values(chart.options.scales)) {
      scale.ticks.color = variable('--muted');
      scale.grid.color = variable('--grid');
      scale.border.color = variable('--line');
    }
    chart.update('none');
  }

  /** The value of a trace at x as text; empty outside, and until all rows are there. */
  readout(k, x) {
    const y = x === null || !this.view.isWhole ? undefined : this.panel.traces[k].rows.valueAt(x);
    if (y === undefined || Number.isNaN(y)) return '';
    const { min, max } = this.chart.scales.y;
    return formatWithin(y, this.isLog ? Math.abs(y) : max - min, this.panel.unit);
  }
}
