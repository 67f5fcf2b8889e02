/**
 * The HTML report: one self-contained file with charts, the certificate and nothing else. Script, style and
 * data are inline; its content security policy forbids every network access. Strings of users reach the
 * page as escaped text, or as JSON that the script shows by textContent.
 *
 * Traces are thinned to 8000 points with their peaks kept, so that a run of a million rows stays small.
 */
import type { ByteSink } from '../base/host.js';
import type { PlotHeader } from '../waveform/plot.js';
import type { RunSummary, WaveformWriter } from '../waveform/writer.js';
import { escapeMarkup, scriptJson } from './escape.js';
import { pageStyle } from './html-style.js';
import { pageScript } from './page-script.gen.js';
import { TraceCollector, type PicturePlot } from './trace-collector.js';

const pointsPerTrace = 8000;

export class HtmlReport implements WaveformWriter {
  readonly #sink: ByteSink;
  readonly #collector = new TraceCollector(pointsPerTrace);

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  begin(header: PlotHeader): void {
    this.#collector.begin(header);
  }

  rows(values: Float64Array, count: number): void {
    this.#collector.rows(values, count);
  }

  end(incomplete?: string): void {
    this.#collector.end(incomplete);
  }

  /** Writes the page; the summary, if any, stands below the charts. */
  finish(summary?: RunSummary): void {
    this.#sink.write(new TextEncoder().encode(reportPage(this.#collector.plots, summary)));
  }
}

/** Returns the page as text. */
export function reportPage(plots: readonly PicturePlot[], summary?: RunSummary): string {
  const title = escapeMarkup(plots[0]?.title.trim() ?? '') || 'Waveforms';
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${plots.map(plotSection).join('\n')}
<noscript><p class="incomplete">The charts are drawn by a script; this browser runs none.</p></noscript>
${summary ? summarySection(summary) : ''}
<footer>Written by nscircuit. Charts: Chart.js, MIT licence, included in this file.</footer>
</main>
<script type="application/json" id="data">${scriptJson(plots.map(plotData))}</script>
<script>${pageScript}</script>
</body>
</html>
`;
}

function plotSection(plot: PicturePlot): string {
  const traces = plot.panels.reduce((sum, panel) => sum + panel.traces.length, 0);
  const rows = `${plot.rows.toLocaleString('en')} rows, ${traces} ${traces === 1 ? 'trace' : 'traces'}`;
  const note =
    plot.incomplete === undefined
      ? ''
      : `<p class="incomplete"><strong>Incomplete:</strong> ${escapeMarkup(plot.incomplete)}</p>`;
  const hint =
    'Drag to zoom, wheel to zoom about the pointer, double-click to reset; click a name to hide or show its trace.';
  return `${note}<section class="plot card">
<div class="bar"><h2>${escapeMarkup(plot.name)}</h2><span class="meta">${rows}</span></div>
<p class="hint">${hint}</p>
</section>`;
}

function summarySection({ rows, text }: RunSummary): string {
  const lines = rows.map(({ label, value, verdict }) => {
    const mark = verdict === undefined ? '' : ` class="${verdict}"`;
    return `<tr><th scope="row">${escapeMarkup(label)}</th><td><span${mark}>${escapeMarkup(value)}</span></td></tr>`;
  });
  return `<section class="card">
<h2>Certificate</h2>
<table>${lines.join('\n')}</table>
<details><summary>As printed by the run</summary><pre>${escapeMarkup(text)}</pre></details>
</section>`;
}

/** What the script needs; numbers to 9 digits of x and 7 of y, which no screen can tell apart. */
function plotData({ scale, panels }: PicturePlot): object {
  return {
    scale,
    panels: panels.map(({ label, unit, traces }) => ({
      label,
      unit,
      traces: traces.map(({ name, points }) => ({
        name,
        points: Array.from(points, (value, i) => Number(value.toPrecision(i % 2 === 0 ? 9 : 7))),
      })),
    })),
  };
}
