/**
 * The HTML report: one self-contained file with charts, the certificate and nothing else. Script, style and
 * data are inline; its content security policy forbids every network access. Strings of users reach the
 * page as escaped text, or as JSON that the script shows by textContent.
 *
 * Every row is in the page, bit for bit, and what a window shows is chosen from the rows when it is shown
 * (`window-points.ts`). The file is written as rows come; no more than a block of them is held.
 */
import type { ByteSink } from '../base/host.js';
import type { Column, PlotHeader } from '../waveform/plot.js';
import type { LogAxes, RunSummary, WaveformWriter } from '../waveform/writer.js';
import { escapeMarkup, scriptJson } from './escape.js';
import { pageStyle } from './html-style.js';
import { PageRows } from './page-rows.js';
import { pageScript } from './page-script.gen.js';

/** A plot whose rows are in the page. */
interface WrittenPlot {
  /** Its number among the plots of the page. */
  readonly place: number;
  readonly header: PlotHeader;
  readonly rows: number;
  readonly incomplete: string | undefined;
}

/** Plots that are shown together: one, or the points of a `.step` sweep. */
type PageSection = WrittenPlot[];

export class HtmlReport implements WaveformWriter {
  readonly #sink: ByteSink;
  readonly #rows: PageRows;
  readonly #plots: WrittenPlot[] = [];
  #header: PlotHeader | undefined;
  #isBegun = false;

  constructor(
    sink: ByteSink,
    private readonly log?: LogAxes,
  ) {
    this.#sink = sink;
    this.#rows = new PageRows(sink);
  }

  begin(header: PlotHeader): void {
    this.#beginPage(header.title);
    this.#header = header;
    this.#rows.begin(header);
  }

  rows(values: Float64Array, count: number): void {
    this.#rows.rows(values, count);
  }

  end(incomplete?: string): void {
    const rows = this.#rows.end();
    if (this.#header) this.#plots.push({ place: this.#plots.length, header: this.#header, rows, incomplete });
    this.#header = undefined;
  }

  /** Writes the rest of the page; the summary, if any, stands below the charts. */
  finish(summary?: RunSummary): void {
    this.#beginPage('');
    this.#text(restOfPage(this.#plots, summary, this.log));
  }

  #beginPage(title: string): void {
    if (!this.#isBegun) this.#text(headOfPage(title));
    this.#isBegun = true;
  }

  #text(text: string): void {
    this.#sink.write(new TextEncoder().encode(text));
  }
}

const titleOf = (title: string): string => escapeMarkup(title.trim()) || 'Waveforms';

function headOfPage(title: string): string {
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${titleOf(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
`;
}

function restOfPage(
  plots: readonly WrittenPlot[],
  summary: RunSummary | undefined,
  log: LogAxes | undefined,
): string {
  const sections = sectionsOf(plots);
  return `<main>
<h1>${titleOf(plots[0]?.header.title ?? '')}</h1>
${sections.map(plotSection).join('\n')}
<noscript><p class="incomplete">The charts are drawn by a script; this browser runs none.</p></noscript>
${summary ? summarySection(summary) : ''}
<footer>Written by nscircuit. Charts: Chart.js, MIT licence, included in this file.</footer>
</main>
<script type="application/json" id="data">${scriptJson({ log, sections: sections.map(sectionData) })}</script>
<script>${pageScript}</script>
</body>
</html>
`;
}

/** Plots that differ only by their point are one section. */
function sectionsOf(plots: readonly WrittenPlot[]): PageSection[] {
  const sections: PageSection[] = [];
  for (const plot of plots) {
    const own = sections.find(([first]) => areOneSweep(first?.header, plot.header));
    if (own) own.push(plot);
    else sections.push([plot]);
  }
  return sections;
}

function areOneSweep(a: PlotHeader | undefined, b: PlotHeader): boolean {
  if (!a?.point?.length || !b.point?.length) return false;
  const names = (header: PlotHeader): string => JSON.stringify(columnData(header));
  return a.name === b.name && a.complex === b.complex && names(a) === names(b);
}

function plotSection(plots: PageSection): string {
  const [first] = plots;
  const rows = plots.reduce((sum, plot) => sum + plot.rows, 0);
  const counts = [count(rows, 'row')];
  if (plots.length > 1) counts.push(count(plots.length, 'point'));
  const notes = plots.map(({ incomplete }) =>
    incomplete === undefined
      ? ''
      : `<p class="incomplete"><strong>Incomplete:</strong> ${escapeMarkup(incomplete)}</p>`,
  );
  return `${notes.join('')}<section class="plot card">
<div class="bar"><h2>${escapeMarkup(first?.header.name ?? '')}</h2><span class="meta">${counts.join(', ')}</span></div>
</section>`;
}

const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;

function summarySection({ rows, text }: RunSummary): string {
  const lines = rows.map(({ label, value, verdict }) => {
    const mark = verdict === undefined ? '' : ` class="${verdict}"`;
    return `<tr><th scope="row">${escapeMarkup(label)}</th><td><span${mark}>${escapeMarkup(value)}</span></td></tr>`;
  });
  return `<section class="card">
${rows.length > 0 ? `<h2>Certificate</h2>\n<table>${lines.join('\n')}</table>` : '<h2>Summary</h2>'}
<details><summary>As printed by the run</summary><pre>${escapeMarkup(text)}</pre></details>
</section>`;
}

/** What the script needs besides the rows: the headers of a section's plots, and which rows are theirs. */
function sectionData(plots: PageSection): object {
  return plots.map(({ place, header }) => {
    const { complex, point, outer, single } = header;
    return { place, columns: columnData(header), complex, point, outer, single };
  });
}

/** The columns as data, whatever else its maker keeps with them. */
function columnData({ columns }: PlotHeader): Column[] {
  return columns.map(({ name, unit, real }) => ({ name, unit, ...(real && { real }) }));
}
