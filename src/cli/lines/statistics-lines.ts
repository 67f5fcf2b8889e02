/** Mean, effective value and extremes of the written quantities as a table. */
import type { AnalysisReport } from '../../analysis/analysis.js';
import type { StatisticsRequest } from '../../analysis/measured-analysis.js';
import type { IntervalStatistics } from '../../analysis/measures/statistics.js';
import { formatEngineering } from '../../base/units.js';
import { UsageError } from '../usage-error.js';
import { type Arguments, hasFlag, lastValue } from '../command.js';
import { parseNumber } from '../../base/units.js';

/** Quantities beyond these are counted: `--json` has them. */
const maxRows = 24;
/** Beyond this squares are no numbers. */
const largestSquared = 1e150;
const header = ['', 'mean', 'rms', 'min', 'max'];

/** What `--statistics` and `--window FROM:TO` ask for; unasked what is cheap, where somebody reads it. */
export function readStatistics(args: Arguments): StatisticsRequest | undefined {
  const text = lastValue(args, 'window');
  if (text === undefined) {
    if (hasFlag(args, 'statistics')) return {};
    return hasFlag(args, 'quiet') ? undefined : { ifCheap: true };
  }
  const [from, to, more] = text.split(':').map((word) => parseNumber(word.trim()));
  if (
    from === undefined ||
    to === undefined ||
    more !== undefined ||
    !(to > from) ||
    text.split(':').length !== 2
  )
    throw new UsageError([
      `--window ${text}: two times FROM:TO are needed, the later one last, such as 4m:5m`,
    ]);
  return { window: [from, to] };
}

export function statisticsLines({ statistics = [] }: AnalysisReport, digits: number): readonly string[] {
  return statistics.flatMap((each) => ['', ...table(each, Math.min(digits, 6))]);
}

function table({ what, from, to, quantities }: IntervalStatistics, digits: number): readonly string[] {
  const names = { run: 'the run', period: 'the last period', window: 'the window' } as const;
  const rows = quantities.slice(0, maxRows).map(({ name, unit, ...values }) => [
    name,
    ...([values.mean, values.rms, values.min, values.max] as const).map((value) =>
      // Of what has impulses there is no effective value; of what grows beyond the root of the largest number none either.
      Number.isFinite(value)
        ? formatEngineering(value, unit, digits)
        : Math.max(-values.min, values.max) < largestSquared
          ? 'impulses'
          : 'too large',
    ),
  ]);
  const widths = header.map((title, c) =>
    Math.max(title.length, ...rows.map((row) => (row[c] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    `  ${row.map((text, c) => (c === 0 ? text.padEnd(widths[c] ?? 0) : text.padStart(widths[c] ?? 0))).join('  ')}`.trimEnd();
  const rest = quantities.length - rows.length;
  return [
    `over ${names[what]}, ${formatEngineering(from, 's', 6)} to ${formatEngineering(to, 's', 6)}:`,
    line(header),
    ...rows.map(line),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}
