/**
 * `nscircuit plot WAVE`: the curves of a waveform file in the terminal, or with `-o` in any format that `run -o` writes: a page, a
 * picture, or another data format.
 */
import { playPlot } from '../waveform/memory-plot.js';
import type { Plot } from '../waveform/plot.js';
import { allValues, type Arguments } from './command.js';
import { drawPlots, readChartSize } from './chart-sink.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { readOutputRequests } from './output-requests.js';
import { Outputs } from './outputs.js';
import { standardOutput } from './stdout-sink.js';
import { printError, printOut } from './terminal.js';
import { UsageError } from './usage-error.js';
import { readWaveformFile } from './waveform-file.js';

export async function plot(args: Arguments): Promise<ExitCode> {
  const size = readChartSize(args);
  const { outputWriters } = await import('../report/report-writers.js');
  const requests = readOutputRequests(args, outputWriters);
  const read = readWaveformFile(args.file);
  if (typeof read === 'string') return failure(read);
  const plots = withColumns(read, allValues(args, 'probe'));
  if (requests.length === 0) {
    printOut(await drawPlots(plots, size));
    return exitCodes.fine;
  }
  const problems =
    plots.length > 1 ? requests.filter(({ entry, path }) => entry.onePlot ?? path === standardOutput) : [];
  if (problems.length > 0)
    return failure(
      `${args.file} has ${plots.length} plots, and ${problems[0]?.written ?? ''} holds one: .raw, .json, .html or .svg hold several`,
    );
  const outputs = await Outputs.open(requests, {});
  for (const each of plots) for (const sink of outputs.all) playPlot(each, sink);
  const failed = outputs.finish({ text: '', rows: [] });
  printError(failed.map((problem) => `error: ${problem}\n`).join(''));
  return failed.length > 0 ? exitCodes.failure : exitCodes.fine;
}

/** The plots with the columns that are named, in that order; all columns where none is. */
function withColumns(plots: readonly Plot[], lists: readonly string[]): readonly Plot[] {
  const names = lists
    .flatMap((list) => list.match(/[^,\s()]*\([^)]*\)|[^,\s]+/g) ?? [])
    .map((name) => name.toLowerCase());
  if (names.length === 0) return plots;
  return plots.map((each) => {
    const { columns } = each.header;
    const places = names.map((name) => {
      const place = columns.findIndex((column) => column.name === name);
      if (place < 0) {
        const known = columns.slice(1).map((column) => column.name);
        throw new UsageError([`--probe ${name}: "${each.header.name}" has ${known.join(' ')}`]);
      }
      return place;
    });
    const kept = [0, ...places];
    return {
      ...each,
      header: { ...each.header, columns: kept.flatMap((k) => columns[k] ?? []) },
      columns: kept.flatMap((k) => each.columns[k] ?? []),
    };
  });
}

function failure(message: string): ExitCode {
  printError(`error: ${message}\n`);
  return exitCodes.failure;
}
