/**
 * The script of the HTML report; `grammar/generate-chart.mjs` bundles it with the parts of chart.js that it
 * uses into one text, which the page holds inline. It reads its data from the element #data, writes text by
 * textContent only, and needs no network.
 *
 * One chart a panel, the charts of a plot share the x range. Drag zooms to a range, the wheel zooms about
 * the pointer (sideways: pans), a double click resets; with a chart focused + - 0 and the arrows do the same.
 */
/* global document, getComputedStyle, matchMedia, window */
import { Chart, LinearScale, LineController, LineElement, PointElement } from 'chart.js';
import { formatEngineering } from '../../base/units.ts';
import { formatTick } from '../axis.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale);

const colours = {
  light: ['#2563eb', '#d9480f', '#0d9488', '#9333ea', '#b45309', '#be185d', '#4d7c0f', '#475569'],
  dark: ['#60a5fa', '#fb923c', '#2dd4bf', '#c084fc', '#facc15', '#f472b6', '#a3e635', '#cbd5e1'],
};
const theme = matchMedia('(prefers-color-scheme: dark)');
const palette = () => (theme.matches ? colours.dark : colours.light);
const variable = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function element(parent, tag, className, text = '') {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  parent.append(made);
  return made;
}

/** Tick labels share the prefix of the axis' largest value. */
function tickLabels(unit) {
  return function (value, _index, ticks) {
    const step = ticks.length > 1 ? Math.abs(ticks[1].value - ticks[0].value) : Math.abs(value) || 1;
    return formatTick(value, Math.max(Math.abs(this.min), Math.abs(this.max)), step, unit);
  };
}

/** The value of a trace at x, linear between points, the right limit at a jump; null outside. */
function valueAt(points, x) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].x <= x) low = middle + 1;
    else high = middle;
  }
  const before = points[low - 1];
  const after = points[low] ?? before;
  if (!before || (low === points.length && x > before.x)) return null;
  const width = after.x - before.x;
  return width > 0 ? before.y + ((x - before.x) / width) * (after.y - before.y) : before.y;
}

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

function chartOf(canvas, panel, plot, view) {
  const axis = (unit, most) => ({
    type: 'linear',
    ticks: { callback: tickLabels(unit), maxRotation: 0, maxTicksLimit: most, font: { size: 11.5 } },
    border: {},
    grid: { tickLength: 4 },
  });
  const datasets = panel.traces.map(({ name, points }) => ({
    label: name,
    data: points,
    borderWidth: 1.6,
    pointRadius: points.length === 1 ? 3 : 0,
    borderJoinStyle: 'round',
  }));
  const width = (scale) => (scale.width = 78); // charts below each other align
  return new Chart(canvas, {
    type: 'line',
    data: { datasets },
    plugins: [pointerLines(view)],
    options: {
      animation: false,
      parsing: false,
      normalized: true,
      maintainAspectRatio: false,
      events: [],
      layout: { padding: { right: 14, top: 6 } },
      scales: {
        x: { ...axis(plot.scale.unit, 11), min: view.full[0], max: view.full[1] },
        y: { ...axis(panel.unit, 8), afterFit: width, grace: '4%' },
      },
    },
  });
}

function paint(chart) {
  chart.data.datasets.forEach((dataset, k) => {
    dataset.borderColor = dataset.backgroundColor = palette()[k % palette().length];
  });
  for (const scale of Object.values(chart.options.scales)) {
    scale.ticks.color = variable('--muted');
    scale.grid.color = variable('--grid');
    scale.border.color = variable('--line');
  }
  chart.update('none');
}

/** Buttons that show a trace's colour, name and value under the pointer, and hide and show it. */
function legendOf(parent, chart, panel) {
  return panel.traces.map(({ name }, k) => {
    const button = element(parent, 'button', 'chip');
    button.type = 'button';
    button.setAttribute('aria-pressed', 'true');
    const swatch = element(button, 'i', '');
    element(button, 'span', '', name);
    const value = element(button, 'output', '');
    button.addEventListener('click', () => {
      const shown = !chart.isDatasetVisible(k);
      chart.setDatasetVisibility(k, shown);
      button.setAttribute('aria-pressed', String(shown));
      chart.update('none');
    });
    return { swatch, value };
  });
}

/** Gives a chart drag, wheel, double click and keys. */
function control(canvas, chart, view) {
  const scale = () => chart.scales.x;
  const at = (event) => scale().getValueForPixel(event.offsetX);
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    view.drag = { from: at(event), to: at(event), pixel: event.offsetX };
  });
  canvas.addEventListener('pointermove', (event) => {
    if (view.drag) view.drag.to = at(event);
    view.point(at(event));
  });
  canvas.addEventListener('pointerup', (event) => {
    const drag = view.drag;
    view.drag = null;
    if (drag && Math.abs(event.offsetX - drag.pixel) > 4) view.zoom(drag.from, at(event));
    else view.point(at(event));
  });
  canvas.addEventListener('pointercancel', () => (view.drag = null));
  canvas.addEventListener('pointerleave', () => view.point(null));
  canvas.addEventListener('dblclick', () => view.zoom(...view.full));
  const magnify = (centre, factor) =>
    view.zoom(centre + (scale().min - centre) * factor, centre + (scale().max - centre) * factor);
  const pan = (share) => {
    const width = scale().max - scale().min;
    const low = Math.min(Math.max(scale().min + share * width, view.full[0]), view.full[1] - width);
    view.zoom(low, low + width);
  };
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(event.deltaX / 1000);
      else magnify(at(event), Math.exp(event.deltaY * 0.0015));
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', (event) => {
    const middle = (scale().min + scale().max) / 2;
    const action = {
      '+': () => magnify(middle, 0.5),
      '-': () => magnify(middle, 2),
      0: () => view.zoom(...view.full),
      ArrowLeft: () => pan(-0.2),
      ArrowRight: () => pan(0.2),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** The state that the charts of one plot share. */
function viewOf(plot, bar) {
  const ends = plot.panels.flatMap(({ traces }) =>
    traces.flatMap(({ points }) => [points[0], points.at(-1)]),
  );
  const xs = ends.filter(Boolean).map(({ x }) => x);
  const [low, high] = xs.length > 0 ? [Math.min(...xs), Math.max(...xs)] : [0, 1];
  const full = low < high ? [low, high] : [low - 1, high + 1];
  const readout = element(bar, 'output', 'readout');
  const reset = element(bar, 'button', 'reset', 'Reset zoom');
  reset.type = 'button';
  reset.hidden = true;
  const charts = [];
  const view = { full, charts, drag: null, pointer: null };
  view.zoom = (from, to) => {
    const [a, b] = [Math.max(full[0], Math.min(from, to)), Math.min(full[1], Math.max(from, to))];
    if (!(b - a > 1e-9 * (full[1] - full[0]))) return;
    reset.hidden = a === full[0] && b === full[1];
    for (const { chart } of charts) {
      chart.options.scales.x.min = a;
      chart.options.scales.x.max = b;
      chart.update('none');
    }
  };
  view.point = (x) => {
    view.pointer = x;
    readout.textContent =
      x === null ? '' : `${plot.scale.name} = ${formatEngineering(x, plot.scale.unit, 6)}`;
    for (const { chart, panel, legend } of charts) {
      legend.forEach(({ value }, k) => {
        const y = x === null ? null : valueAt(panel.traces[k].points, x);
        value.textContent = y === null ? '' : formatEngineering(y, panel.unit);
      });
      chart.draw();
    }
  };
  reset.addEventListener('click', () => view.zoom(...full));
  return view;
}

function show(plot, section) {
  const bar = section.querySelector('.bar');
  for (const { traces } of plot.panels) {
    for (const trace of traces) {
      const flat = trace.points;
      trace.points = Array.from({ length: flat.length / 2 }, (_, i) => ({
        x: flat[2 * i],
        y: flat[2 * i + 1],
      }));
    }
  }
  const view = viewOf(plot, bar);
  const hint = section.querySelector('.hint');
  for (const panel of plot.panels) {
    const box = element(section, 'div', 'panel');
    hint.before(box);
    const head = element(box, 'div', 'panel-head');
    element(head, 'h3', '', panel.label);
    const frame = element(box, 'div', 'frame');
    const canvas = element(frame, 'canvas', '');
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${panel.label} against ${plot.scale.name}`);
    const chart = chartOf(canvas, panel, plot, view);
    const legend = legendOf(head, chart, panel);
    const repaint = () => {
      paint(chart);
      legend.forEach(({ swatch }, k) => (swatch.style.background = palette()[k % palette().length]));
    };
    view.charts.push({ chart, panel, legend });
    control(canvas, chart, view);
    theme.addEventListener('change', repaint);
    repaint();
  }
  window.addEventListener('beforeprint', () => view.charts.forEach(({ chart }) => chart.resize()));
}

const plots = JSON.parse(document.getElementById('data').textContent);
document.querySelectorAll('section.plot').forEach((section, i) => show(plots[i], section));
