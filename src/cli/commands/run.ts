/** `nscircuit run FILE`: from a netlist to waveforms in files and a summary with its certificate. */
import type { AnalysisReport } from '../../analysis/analysis.js';
import { planRuns, type RunPlan } from '../../analysis/run-plan.js';
import { plannedSteps } from '../../analysis/simulate.js';
import type { PreparedCircuit } from '../../analysis/preparation/prepared-circuit.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import type { ChartSink } from '../../report/terminal-chart.js';
import { type Arguments, hasFlag } from '../command.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { driveSteps, Interruption } from '../progress/interruption.js';
import { netlistExitCode, prepareFile, printDiagnostics, textSourceFor } from '../input/netlist-file.js';
import { isOutOfMemory, outOfMemory } from '../out-of-memory.js';
import { measureFiles, writeMeasures } from '../output/measure-file.js';
import { OutputFailure, type Outputs } from '../output/outputs.js';
import { ProgressLine } from '../progress/progress-line.js';
import { type GrowingFile, RunLimits } from '../progress/run-limits.js';
import { RunTimes } from '../progress/run-times.js';
import { RunReports } from '../lines/run-reports.js';
import { RunMonitor } from '../progress/run-monitor.js';
import { openOutputs, printJson, printRun, readChart, readDigits, readRequests } from './run-outputs.js';
import { readStatistics } from '../lines/statistics-lines.js';
import { summarize } from '../lines/summary.js';
import { errorColumns, printError, printOut, printProgress } from '../terminal.js';
import { UsageError } from '../usage-error.js';

export async function run(args: Arguments): Promise<ExitCode> {
  if (isModelFile(args.file)) return (await import('./run-model.js')).runModel(args);
  refuseModelOptions(args);
  const digits = readDigits(args);
  const requests = await readRequests(args);
  const tables = measureFiles(args);
  readStatistics(args);
  const chart = await readChart(args);
  const textSource = textSourceFor(args);
  const times = hasFlag(args, 'times') ? new RunTimes() : undefined;
  const plan = prepareFile(args, planRuns, textSource);
  times?.prepared();
  const { circuit, runs = [], diagnostics } = plan;
  printDiagnostics(diagnostics, args);
  if (!circuit || runs.length === 0) {
    printJson(args, { title: undefined, reports: [], diagnostics, files: [] });
    return netlistExitCode(diagnostics);
  }
  if (tables.length > 0 && circuit.flat.measures.length === 0)
    throw new UsageError([`--measures ${tables.join(', ')}: the netlist has no .meas card`]);
  const interruption = new Interruption();
  const inputs = { args, files: textSource.files, measures: tables };
  const outputs = await openOutputs(inputs, requests, runs, digits, interruption);
  const kept = new RunReports({ all: hasFlag(args, 'json'), measured: tables.length > 0 });
  await runAll(args, { circuit, runs }, { outputs, chart, kept }, interruption);
  const { title, actions: echoes } = circuit.flat;
  const { diagnostics: found, shown: reports, told, lastMeasures: measures } = kept;
  printDiagnostics(found, args);
  if (found.some(blamesNetlist)) {
    outputs.discard();
    printJson(args, { title, reports, diagnostics: [...diagnostics, ...found], files: [] });
    return netlistExitCode(found.filter(blamesNetlist));
  }
  const summary = summarize(title, reports, digits, { told, echoes, measures });
  const saidBefore = new Set(found.map(({ message }) => message));
  const problems = outputs.finish(summary).filter((problem) => !saidBefore.has(problem));
  interruption.dispose();
  if (times) printError(times.line());
  const written = [...outputs.written];
  for (const table of tables) {
    const { files, problems: failed } = await writeMeasures(
      table,
      { title, runs, measures: kept.measures },
      digits,
    );
    written.push(...files);
    problems.push(...failed);
    if (files.length + failed.length === 0)
      printError(`--measures ${table} is not written: no measure has a value\n`);
  }
  printError(problems.map((problem) => `error: ${problem}\n`).join(''));
  const result = { title, reports, diagnostics: [...diagnostics, ...found], files: written };
  printRun(args, requests, result, summary.text);
  if (chart) printOut(chart.text);
  printErrors(kept.missed);
  // In the summary they stand in their tables.
  if (hasFlag(args, 'quiet') && !hasFlag(args, 'json')) printErrors(kept.failed);
  if (interruption.exitCode !== undefined) return interruption.exitCode;
  const failed = problems.length > 0 || found.some(isError) || kept.missed.length > 0;
  if (failed) return exitCodes.failure;
  return kept.failed.length > 0 ? exitCodes.missed : exitCodes.fine;
}

/** Whether a file holds a model of dynamical systems and no netlist. */
function isModelFile(path: string): boolean {
  return path.toLowerCase().endsWith('.xml');
}

function refuseModelOptions(args: Arguments): void {
  if (hasFlag(args, 'tstop'))
    throw new UsageError(['--tstop is for model files (.xml); the end of a netlist is on its .tran card']);
}

/** Where what a run finds goes. */
interface RunSinks {
  readonly outputs: Outputs;
  readonly chart: ChartSink | undefined;
  readonly kept: RunReports;
}

/** Runs one after the other; an interruption, a limit or a file that fails ends them, and so does an error in the netlist. */
async function runAll(
  args: Arguments,
  { circuit, runs }: Required<Pick<RunPlan, 'circuit' | 'runs'>>,
  { outputs, chart, kept }: RunSinks,
  interruption: Interruption,
): Promise<void> {
  const statistics = readStatistics(args);
  const line = hasFlag(args, 'quiet') ? undefined : new ProgressLine(printProgress, errorColumns);
  const warn = (text: string): void => {
    line?.clear();
    if (line) printError(`warning: ${text}\n`);
  };
  const limits = permitsLong(circuit) ? undefined : new RunLimits(warn);
  const files = (): readonly GrowingFile[] => outputs.growing;
  const worked = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const monitor = new RunMonitor(runs, process.uptime(), { interruption, line, limits, files, worked });
  for (const run of runs) {
    if (monitor.ended) break;
    try {
      const sinks = [...outputs.sinksFor(run), ...(chart ? [chart] : [])];
      const report = await driveSteps(plannedSteps(run, sinks, statistics), (progress, now) => {
        if (progress.steps > 0) interruption.listen();
        return monitor.look(run, progress, now);
      });
      kept.add(withRefusal(report, monitor));
      if (report.diagnostics.some(blamesNetlist)) break;
    } catch (error) {
      const diagnostic = failureOf(error);
      outputs.endPlots(diagnostic?.message ?? String(error));
      if (!diagnostic) {
        outputs.discard();
        throw error;
      }
      kept.add({ name: `.${run.card.kind}`, diagnostics: [diagnostic], final: [] });
      break;
    }
  }
  monitor.close();
}

/** Whether `--allow-long` or the netlist's `.options allowlong=1` lifts the limits of a run. */
function permitsLong({ flat }: PreparedCircuit): boolean {
  return flat.options.get('allowlong')?.value === '1';
}

/** A run that a limit ended says so itself; its rows are kept. */
function withRefusal(report: AnalysisReport, { refusal }: RunMonitor): AnalysisReport {
  if (!refusal) return report;
  const diagnostic: Diagnostic = { severity: 'error', ...refusal };
  return { ...report, diagnostics: [...report.diagnostics, diagnostic] };
}

/** What ended a run from outside of the numbers; undefined for a defect. */
function failureOf(error: unknown): Diagnostic | undefined {
  if (isOutOfMemory(error)) return { severity: 'error', ...outOfMemory };
  if (!(error instanceof OutputFailure)) return undefined;
  return { code: 'output-failed', severity: 'error', message: error.message };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

/** An error with a place in the text is the netlist's; one without happened in the numbers or on the disk. */
function blamesNetlist(diagnostic: Diagnostic): boolean {
  return isError(diagnostic) && diagnostic.span !== undefined;
}

function printErrors(lines: readonly string[]): void {
  printError(lines.map((line) => `error: ${line}\n`).join(''));
}
