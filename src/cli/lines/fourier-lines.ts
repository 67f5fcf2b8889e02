/** The results of `.four` cards as tables, in ngspice's columns. */
import type { AnalysisReport } from '../../analysis/analysis.js';
import type { FourierResult } from '../../analysis/measures/fourier-result.js';
import { formatEngineering, formatNumber } from '../../base/units.js';

/** Harmonics beyond these are counted: `--json` has them. */
const maxRows = 24;
const header = ['Harmonic', 'Frequency', 'Magnitude', 'Phase', 'Norm. Mag', 'Norm. Phase'];

/** A table a quantity; empty where there is none. */
export function fourierLines({ fourier = [] }: AnalysisReport, digits: number): readonly string[] {
  return fourier.flatMap((result) => ['', ...table(result, Math.min(digits, 6))]);
}

function table(
  { name, unit, from, to, harmonics, thd, failed }: FourierResult,
  digits: number,
): readonly string[] {
  if (failed !== undefined) return [`Fourier analysis for ${name}: failed: ${failed}`];
  const over = `${formatEngineering(from, 's', 6)} to ${formatEngineering(to, 's', 6)}`;
  const distortion = thd === undefined ? '' : `, THD: ${formatNumber(100 * thd, 6)} %`;
  const first = harmonics[1];
  const number = (value: number): string => formatNumber(value, digits);
  const rows = harmonics.map(({ frequency, magnitude, phase }, k) => [
    String(k),
    formatEngineering(frequency, 'Hz', digits),
    formatEngineering(magnitude, unit, digits),
    number(phase),
    k > 0 && first && first.magnitude > 0 ? number(magnitude / first.magnitude) : '0',
    k > 0 && first ? number(phase - first.phase) : '0',
  ]);
  const shown = rows.slice(0, maxRows + 1);
  const widths = header.map((title, c) =>
    Math.max(title.length, ...shown.map((row) => (row[c] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    `  ${row.map((text, c) => text.padStart(widths[c] ?? 0)).join('  ')}`.trimEnd();
  return [
    `Fourier analysis for ${name} over ${over}: ${harmonics.length - 1} harmonics${distortion}`,
    line(header),
    ...shown.map(line),
    ...(rows.length > shown.length ? [`  and ${rows.length - shown.length} more`] : []),
  ];
}

/** One line an analysis that failed: what remains to be said where the tables are not printed. */
export function failedFourier({ name: run, fourier = [] }: AnalysisReport): readonly string[] {
  return fourier.flatMap(({ name, failed }) =>
    failed === undefined ? [] : [`${run}: Fourier analysis for ${name} failed: ${failed}`],
  );
}
