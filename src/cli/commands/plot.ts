/**
 * `nscircuit plot WAVE`: the curves of a waveform file in the terminal, or with `-o` in any format that `run -o` writes: a page, a
 * picture, or another data format.
 */
import type { Plot } from '../../waveform/plot.js';
import { allValues, type Arguments, hasFlag } from '../command.js';
import { drawPlots, readChartSize, readLogAxes } from '../output/chart-sink.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { readOutputRequests } from '../output/output-requests.js';
import { writePlots } from '../output/outputs.js';
import { printError, printOut } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { readWaveformFile } from '../input/waveform-file.js';

export async function plot(args: Arguments): Promise<ExitCode> {
  const size = readChartSize(args);
  const { outputWriters } = await import('../../report/report-writers.js');
  const requests = readOutputRequests(args, outputWriters, 'the file that is plotted');
  const read = readWaveformFile(args.file);
  if (typeof read === 'string') return failed(read, exitCodes.input);
  const plots = withColumns(read, allValues(args, 'probe'));
  if (requests.length === 0) {
    printOut(await drawPlots(plots, size));
    return exitCodes.fine;
  }
  const problems = await writePlots(requests, plots, {
    ascii: hasFlag(args, 'ascii'),
    log: readLogAxes(args),
  });
  return problems.length > 0 ? failed(problems.join('; '), exitCodes.failure) : exitCodes.fine;
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

function failed(message: string, code: ExitCode): ExitCode {
  printError(`error: ${message}\n`);
  return code;
}
