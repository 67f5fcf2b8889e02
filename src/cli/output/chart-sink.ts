/** Charts in the terminal: `plot WAVE` and `run --plot`. The engine of charts is loaded when one is asked for. */
import process from 'node:process';
import type { ChartSize } from '../../report/terminal-chart.js';
import { playPlot } from '../../waveform/memory-plot.js';
import type { Plot } from '../../waveform/plot.js';
import type { LogAxes } from '../../waveform/writer.js';
import { type Arguments, lastValue } from '../command.js';
import { UsageError } from '../usage-error.js';

const defaultColumns = 80;
const defaultLines = 8;

/** The size that `--width` and `--height` ask for; else that of the terminal, which is looked at when something is drawn. */
export function readChartSize(args: Arguments): ChartSize {
  const read = (option: string, least: number, most: number): number | undefined => {
    const text = lastValue(args, option);
    if (text === undefined) return undefined;
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new UsageError([`--${option} ${text}: a whole number from ${least} to ${most} is needed`]);
  };
  const columns = read('width', 24, 1000);
  const lines = read('height', 2, 200);
  return {
    get columns() {
      return columns ?? terminalColumns();
    },
    lines: lines ?? defaultLines,
    log: readLogAxes(args),
  };
}

const logAxes: readonly LogAxes[] = Object.freeze(['none', 'x', 'y', 'xy']);

/** Which axes `--log` makes logarithmic; undefined: that is left to the values. */
export function readLogAxes(args: Arguments): LogAxes | undefined {
  const text = lastValue(args, 'log');
  const found = logAxes.find((axes) => axes === text);
  if (text !== undefined && !found) throw new UsageError([`--log ${text}: x, y, xy or none is needed`]);
  return found;
}

/** Loads node's streams, which takes longer than a short run. */
function terminalColumns(): number {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? columns : defaultColumns;
}

/** Draws plots below each other. */
export async function drawPlots(plots: readonly Plot[], size: ChartSize): Promise<string> {
  const { ChartSink } = await import('../../report/terminal-chart.js');
  const sink = new ChartSink(size);
  for (const plot of plots) playPlot(plot, sink);
  return sink.text;
}
