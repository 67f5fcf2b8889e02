/**
 * The script of the HTML report; `grammar/generate-chart.mjs` bundles it with the parts of chart.js that it
 * uses into one text, which the page holds inline. It reads its data from elements of the page, writes text by
 * textContent only, and needs no network.
 *
 * One chart a panel, the charts of a section share the window of their scale. Drag zooms to a range, the wheel zooms about
 * the pointer (sideways: pans), a double click resets; with a chart focused + - 0 and the arrows do the same.
 * `window.nscircuit` has the views of the sections, for scripts that ask what is drawn.
 */
/* global document, requestAnimationFrame, window */
import { formatWithin } from '../axis.ts';
import { panelsOf } from '../page-panels.ts';
import { PageBlocks } from './load-rows.js';
import { PanelChart } from './panel-chart.js';
import { SectionView } from './section-view.js';
import { element, swatch, theme, toggle } from './theme.js';

/** Buttons that show a trace's colour, name and value under the pointer, and hide and show it. */
function legendOf(parent, chart) {
  return chart.panel.traces.map(({ name }, k) => {
    const button = toggle(parent, 'chip', '', true, (isShown) => {
      chart.chart.setDatasetVisibility(k, isShown);
      chart.refresh();
    });
    const swatch = element(button, 'i', '');
    element(button, 'span', '', name);
    const value = element(button, 'output', '');
    return { swatch, value };
  });
}

/** Gives a chart drag, wheel, double click and keys. */
function control(canvas, { chart }, view) {
  const at = (event) => chart.scales.x.getValueForPixel(event.offsetX);
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
    view.point(at(event));
  });
  canvas.addEventListener('pointercancel', () => (view.drag = null));
  canvas.addEventListener('pointerleave', () => view.point(null));
  canvas.addEventListener('dblclick', () => view.zoom(...view.full));
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) view.pan(event.deltaX / 1000);
      else view.magnify(at(event), Math.exp(event.deltaY * 0.0015));
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', (event) => {
    const action = {
      '+': () => view.magnify(view.centre, 0.5),
      '-': () => view.magnify(view.centre, 2),
      0: () => view.zoom(...view.full),
      ArrowLeft: () => view.pan(-0.2),
      ArrowRight: () => view.pan(0.2),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function showPanel(panel, section, view) {
  const box = element(section, 'div', 'panel');
  const head = element(box, 'div', 'panel-head');
  const label = element(head, 'h3', '', panel.label);
  const frame = element(box, 'div', 'frame');
  const canvas = element(frame, 'canvas', '');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `${panel.label} against ${view.scale.name}`);
  const chart = new PanelChart(canvas, panel, view);
  const legend = legendOf(head, chart);
  if (chart.canBeLog && !panel.unit.match(/dB|°/)) {
    const name = () => {
      const less = chart.isLog && chart.hasOthers ? ', values <= 0 left out' : '';
      label.textContent = `${panel.label}${less}`;
    };
    name();
    toggle(head, 'reset', 'log', chart.isLog, (isLog) => {
      chart.isLog = isLog;
      name();
      chart.refresh();
    }).title = 'Logarithmic axis';
  }
  const repaint = () => {
    chart.paint();
    legend.forEach((item, k) => (item.swatch.style.background = swatch(k)));
  };
  view.charts.push({ chart, values: legend.map(({ value }) => value) });
  control(canvas, chart, view);
  theme.addEventListener('change', repaint);
  repaint();
  window.addEventListener('beforeprint', () => chart.chart.resize());
}

/** Plots of one row are a table, not charts. */
function showTable(panels, section) {
  const table = element(section, 'table', '');
  for (const { traces, unit } of panels) {
    for (const { name, rows } of traces) {
      const row = element(table, 'tr', '');
      element(row, 'th', '', name).scope = 'row';
      element(row, 'td', '', formatWithin(rows.y[0], Math.abs(rows.y[0]) / 500, unit));
    }
  }
}

const panelsOfSection = (plots, columns) =>
  panelsOf(plots.map((header) => ({ header, columns: columns[header.place] })));

function show(plots, columns, section, log, isWhole) {
  const panels = panelsOfSection(plots, columns);
  if (plots.every(({ place }) => columns[place][0].length === 1)) {
    showTable(panels, section);
    return undefined;
  }
  const view = new SectionView(plots[0].columns[0], panels, section.querySelector('.bar'), log, isWhole);
  for (const panel of panels) showPanel(panel, section, view);
  element(
    section,
    'p',
    'hint',
    'Drag to zoom, wheel to zoom about the pointer, double-click to reset; click a name to hide or show its trace.',
  );
  view.refresh();
  return view;
}

/** Once the charts are on the screen. */
const painted = () =>
  new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))).then(() =>
    performance.mark('nscircuit-painted'),
  );

/** Long plots are drawn by their overviews while all rows are read. */
async function showAll() {
  const { log, sections } = JSON.parse(document.getElementById('data').textContent);
  const widths = [];
  for (const { place, columns, complex } of sections.flat())
    widths[place] = columns.length * (complex ? 2 : 1);
  const blocks = new PageBlocks(widths);
  const isWhole = !blocks.hasOverview;
  const columns = await (isWhole ? blocks.all() : blocks.overview());
  const places = [...document.querySelectorAll('section.plot')];
  const views = sections.map((plots, i) => show(plots, columns, places[i], log, isWhole));
  window.nscircuit = { views };
  await painted();
  if (!isWhole) {
    const all = await blocks.all();
    views.forEach((view, i) => view?.replace(panelsOfSection(sections[i], all)));
  }
  performance.mark('nscircuit-complete');
}

showAll().catch((error) => {
  element(
    document.querySelector('main'),
    'p',
    'incomplete',
    `The rows of this page cannot be shown: ${error.message}`,
  );
});
