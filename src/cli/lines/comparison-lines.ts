/** What a comparison found, as a table and as an object. */
import { formatEngineering } from '../../base/units.js';
import type { PlotSignals } from '../../compare/plot-signals.js';
import type { Plot } from '../../waveform/plot.js';
import type { SignalComparison } from '../../compare/signal-comparison.js';

export interface Compared extends PlotSignals {
  /** What it was compared with. */
  readonly name: string;
  /** Wall times, seconds; NaN for a file. */
  readonly seconds: number;
  readonly otherSeconds: number;
  /** Both beside each other, and their differences. */
  readonly plots: readonly Plot[];
  /** Of a refinement: what was finer. */
  readonly setting?: string;
  /** Whether the other one gave up on its way. */
  readonly stopped?: boolean;
}

const header = ['', 'max', 'rms', 'aligned rms', 'mean', 'eff.', 'peak', 'delay', 'events', 'deviation'];

/** A table of every comparison; of several, last how each signal's deviation went. */
export function comparisonTable(compared: readonly Compared[]): string {
  const tables = compared.map((each) => [
    headOf(each),
    ...tableOf(header, each.signals.map(cells)),
    ...missingLines(each),
  ]);
  return `${[...tables, ...(compared.length > 1 ? [refinementLines(compared)] : [])].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

export function comparisonToJson(compared: readonly Compared[], tolerance: number | undefined): object {
  return {
    ...(tolerance !== undefined && { tolerance }),
    comparisons: compared.map(({ seconds, otherSeconds, name, setting, stopped, signals, missing }) => ({
      ...{ signals, missing, name, ...(setting !== undefined && { setting }) },
      ...(stopped === true && { stopped }),
      seconds,
      ...(Number.isFinite(otherSeconds) && { otherSeconds }),
    })),
  };
}

function headOf({ name, setting, seconds, otherSeconds }: Compared): string {
  const time = Number.isFinite(otherSeconds)
    ? `, ${formatEngineering(seconds, 's', 3)} and ${formatEngineering(otherSeconds, 's', 3)}`
    : '';
  return `nscircuit and ${name}${setting === undefined ? '' : ` (${setting})`}${time}; differences relative to the range of each:`;
}

function cells(signal: SignalComparison): readonly string[] {
  const { pointwise, aligned, own, reference, range, events, referenceEvents, delay } = signal;
  const peak = Math.max(Math.abs(own.max - reference.max), Math.abs(own.min - reference.min));
  return [
    signal.name,
    short(pointwise.relativeMax),
    short(pointwise.relativeRms),
    aligned ? short(aligned.relativeRms) : '-',
    short((own.mean - reference.mean) / range),
    short((own.rms - reference.rms) / range),
    short(peak / range),
    delay === undefined ? '-' : formatEngineering(delay, 's', 3),
    events === referenceEvents ? String(events) : `${events}/${referenceEvents}`,
    short(signal.deviation),
  ];
}

function missingLines({ missing, name }: Compared): readonly string[] {
  return missing.length === 0 ? [] : [`  not in ${name}: ${missing.join(', ')}`];
}

function refinementLines(compared: readonly Compared[]): readonly string[] {
  const settings = compared.map(({ setting }, k) => setting ?? String(k));
  const names = compared[0]?.signals.map(({ name }) => name) ?? [];
  const rows = names.map((name) => [
    name,
    ...compared.map(({ signals }) => short(signals.find((signal) => signal.name === name)?.deviation ?? NaN)),
  ]);
  return ['deviation as ngspice gets finer:', ...tableOf(['', ...settings], rows)];
}

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = titles.map((title, c) =>
    Math.max(title.length, ...rows.map((row) => (row[c] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    `  ${row.map((text, c) => (c === 0 ? text.padEnd(widths[c] ?? 0) : text.padStart(widths[c] ?? 0))).join('  ')}`.trimEnd();
  return [line(titles), ...rows.map(line)];
}

function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}
