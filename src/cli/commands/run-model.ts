/** `nscircuit run MODEL.xml`: from a model file to rows in files and a summary with its certificate. */
import type { AnalysisReport } from '../../analysis/analysis.js';
import { Diagnostics } from '../../base/diagnostic.js';
import type { SourceText } from '../../base/span.js';
import { readModelFile, type ModelFile } from '../../model-file/model-file.js';
import { modelSteps } from '../../model-file/model-run.js';
import type { TransientCard } from '../../netlist/flat-circuit.js';
import { type Arguments, lastValue } from '../command.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { driveSteps, Interruption } from '../progress/interruption.js';
import { netlistExitCode, printDiagnostics, textSourceFor } from '../input/netlist-file.js';
import { pluginsBeside } from '../input/plugin-files.js';
import { openOutputs, printJson, printRun, readChart, readDigits, readRequests } from './run-outputs.js';
import { summarize } from '../lines/summary.js';
import { printError, printOut } from '../terminal.js';
import { UsageError } from '../usage-error.js';

/** Options of `run` that only netlists have. */
const netlistOptions = [
  'measures',
  'statistics',
  'window',
  'probe',
  'set',
  'option',
  'dialect',
  'lib',
] as const;

export async function runModel(args: Arguments): Promise<ExitCode> {
  const digits = readDigits(args);
  const given = netlistOptions.filter((option) => args.values.has(option));
  if (given.length > 0)
    throw new UsageError(given.map((option) => `--${option} is for netlists; a model file has none of it`));
  const tstop = readEnd(args);
  const requests = await readRequests(args);
  const chart = await readChart(args);
  const diagnostics = new Diagnostics();
  const source = readText(args, diagnostics);
  const file =
    source && (await readModelFile(source, { plugins: pluginsBeside(args.file), tstop }, diagnostics));
  printDiagnostics(diagnostics.items, args);
  if (!file) {
    printJson(args, { title: undefined, reports: [], diagnostics: diagnostics.items, files: [] });
    return netlistExitCode(diagnostics.items);
  }
  const card: TransientCard = {
    ...{ kind: 'tran', tstart: file.model.t0, tstop: file.model.T, uic: true },
    span: { source, start: 0, end: 0 },
  };
  const interruption = new Interruption();
  const outputs = await openOutputs({ args, files: [] }, requests, [{ at: 0, card }], digits, interruption);
  const report = await simulated(
    file,
    [...outputs.sinksFor({ at: 0 }), ...(chart ? [chart] : [])],
    interruption,
  );
  const { title } = file;
  const summary = summarize(title, [report], digits);
  const problems = outputs.finish(summary);
  interruption.dispose();
  printDiagnostics(report.diagnostics, args);
  printError(problems.map((problem) => `error: ${problem}\n`).join(''));
  const told = [...diagnostics.items, ...report.diagnostics];
  printRun(
    args,
    requests,
    { title, reports: [report], diagnostics: told, files: outputs.written },
    summary.text,
  );
  if (chart) printOut(chart.text);
  if (interruption.exitCode !== undefined) return interruption.exitCode;
  const failed =
    problems.length > 0 ||
    report.diagnostics.some(({ severity }) => severity === 'error') ||
    report.checks?.some(({ verdict }) => verdict === 'bad');
  return failed === true ? exitCodes.failure : exitCodes.fine;
}

async function simulated(
  file: ModelFile,
  sinks: Parameters<typeof modelSteps>[1],
  interruption: Interruption,
): Promise<AnalysisReport> {
  const found = new Diagnostics();
  const report = await driveSteps(modelSteps(file, sinks, found), ({ steps }) => {
    if (steps > 0) interruption.listen();
    return interruption.requested;
  });
  return { ...report, diagnostics: found.items };
}

function readText(args: Arguments, diagnostics: Diagnostics): SourceText | undefined {
  const textSource = textSourceFor(args);
  try {
    return textSource.read(textSource.resolve(args.file));
  } catch (error) {
    diagnostics.error('unreadable-file', error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function readEnd(args: Arguments): number | undefined {
  const text = lastValue(args, 'tstop');
  if (text === undefined) return undefined;
  const end = Number(text);
  if (text.trim() !== '' && Number.isFinite(end)) return end;
  throw new UsageError([`--tstop ${text}: a number of seconds is needed`]);
}
