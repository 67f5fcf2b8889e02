/** What runs of every kind do with their files and summaries: digits, outputs, text and JSON. */
import type { AnalysisReport } from '../../analysis/analysis.js';
import type { PlannedRun } from '../../analysis/run-plan.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import type { ChartSink } from '../../report/terminal-chart.js';
import { readChartSize, readLogAxes } from '../output/chart-sink.js';
import { allValues, type Arguments, hasFlag, lastValue } from '../command.js';
import type { Interruption } from '../progress/interruption.js';
import {
  type OutputRequest,
  planOutputs,
  type RunInputs,
  readOutputRequests,
} from '../output/output-requests.js';
import { Outputs, type WrittenFile } from '../output/outputs.js';
import { standardOutput } from '../output/stdout-sink.js';
import { fileLines, noteLines, summaryToJson } from '../lines/summary.js';
import { printError, printObject, printOut } from '../terminal.js';
import { UsageError } from '../usage-error.js';

export function readDigits(args: Arguments): number | undefined {
  const text = lastValue(args, 'digits');
  if (text === undefined) return undefined;
  const digits = /^\d+$/.test(text) ? Number(text) : NaN;
  if (digits >= 1 && digits <= 17) return digits;
  throw new UsageError([`--digits ${text}: a whole number from 1 to 17 is needed`]);
}

export async function readRequests(args: Arguments): Promise<readonly OutputRequest[]> {
  if (allValues(args, 'output').length + allValues(args, 'rawfile').length === 0) return [];
  const { outputWriters } = await import('../../report/report-writers.js');
  return readOutputRequests(args, outputWriters);
}

/** What draws in the terminal, where `--plot` asks for it. */
export async function readChart(args: Arguments): Promise<ChartSink | undefined> {
  const size = readChartSize(args);
  if (!hasFlag(args, 'plot')) return undefined;
  if (hasFlag(args, 'json') || allValues(args, 'output').includes(standardOutput))
    throw new UsageError(['--plot draws on standard output, which --json and -o - write to: leave one out']);
  const { ChartSink } = await import('../../report/terminal-chart.js');
  return new ChartSink(size);
}

export async function openOutputs(
  inputs: RunInputs,
  requests: readonly OutputRequest[],
  runs: readonly Pick<PlannedRun, 'at' | 'card'>[],
  digits: number | undefined,
  interruption: Interruption,
): Promise<Outputs> {
  const planned = planOutputs(requests, runs, inputs);
  try {
    return await Outputs.open(
      planned,
      { digits, date: sourceDate(), ascii: hasFlag(inputs.args, 'ascii'), log: readLogAxes(inputs.args) },
      () => {
        interruption.listen();
      },
    );
  } catch (error) {
    throw new UsageError([error instanceof Error ? error.message : String(error)]);
  }
}

/** SOURCE_DATE_EPOCH (conventions: files); what is no number of seconds counts as absent. */
function sourceDate(): number | undefined {
  const text = process.env['SOURCE_DATE_EPOCH'] ?? '';
  return /^\d{1,11}$/.test(text) ? Number(text) : undefined;
}

/** What a run tells when it has ended. */
export interface RunResult {
  readonly title: string | undefined;
  readonly reports: readonly AnalysisReport[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly WrittenFile[];
}

/** Prints the object of `--json`, or the summary with its notes and files; the summary makes way for rows on standard output. */
export function printRun(
  args: Arguments,
  requests: readonly OutputRequest[],
  result: RunResult,
  summary: string,
): void {
  const { diagnostics, files } = result;
  if (hasFlag(args, 'json')) printJson(args, result);
  else if (!hasFlag(args, 'quiet')) {
    const print = requests.some(({ path }) => path === standardOutput) ? printError : printOut;
    print(`${summary}${noteLines(diagnostics)}${files.length === 0 ? '' : '\n'}${fileLines(files)}`);
  }
}

/** Prints the object where `--json` asks for it. */
export function printJson(args: Arguments, { title, reports, diagnostics, files }: RunResult): void {
  if (hasFlag(args, 'json')) printObject(summaryToJson(title, reports, diagnostics, files));
}
