/**
 * `nscircuit compare FILE`: the transient of a netlist beside that of the real ngspice (--with ngspice), of nscircuit with other
 * options (--with nscircuit:theta=1,h=1u) or of a file (--reference wave.raw|csv|prn). Against ngspice both get the same edges, and
 * ngspice what it needs instead of ideal parts; --refine repeats that with half the diode drop and half the step each time.
 */
import { basename } from 'node:path';
import type { AnalysisReport } from '../../analysis/analysis.js';
import { prepareCircuit, type PreparedCircuit } from '../../analysis/preparation/prepared-circuit.js';
import { cardSteps } from '../../analysis/simulate.js';
import { prepare } from '../../analysis/preparation.js';
import { type Diagnostic, diagnosticToJson } from '../../base/diagnostic.js';
import { comparePlotSignals, namedAs, type PlotSignals } from '../../compare/plot-signals.js';
import { sideBySide } from '../../compare/side-by-side.js';
import { defaultRegularization, refined, withExplicitEdges } from '../../compare/regularization.js';
import { spiceNetlist } from '../../compare/spice-netlist.js';
import type { TransientCard } from '../../netlist/flat-circuit.js';
import { MemoryPlot } from '../../waveform/memory-plot.js';
import type { Plot } from '../../waveform/plot.js';
import { type Arguments, hasFlag, lastValue } from '../command.js';
import { comparisonTable, comparisonToJson, type Compared } from '../lines/comparison-lines.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { netlistExitCode, prepareFile, printDiagnostics, textSourceFor } from '../input/netlist-file.js';
import { runNgspice } from './ngspice-run.js';
import { checkPlaces, readOutputRequests } from '../output/output-requests.js';
import { problemsOfFormats, writePlots } from '../output/outputs.js';
import { fileIdentity } from '../input/same-file.js';
import { printError, printObject, printOut } from '../terminal.js';
import { refuse, UsageError } from '../usage-error.js';
import { readWaveformFile } from '../input/waveform-file.js';

const maxRefinements = 8;

/** One of two runs: what it computed, and how long that took. */
interface TimedPlot {
  readonly plot: Plot;
  readonly seconds: number;
}

type Peer =
  | { readonly kind: 'ngspice'; readonly refine: number }
  | { readonly kind: 'options'; readonly options: Readonly<Record<string, string>>; readonly text: string }
  | { readonly kind: 'file'; readonly path: string };

export async function compare(args: Arguments): Promise<ExitCode> {
  const peer = readPeer(args);
  const tolerance = readTolerance(args);
  const { outputWriters } = await import('../../report/report-writers.js');
  const requests = readOutputRequests(args, outputWriters);
  const lost = requests.find(
    ({ path }) => peer.kind === 'file' && fileIdentity(path) === fileIdentity(peer.path),
  );
  refuse(lost ? [`${lost.written} would overwrite the reference`] : []);
  // Both waveforms and their difference.
  refuse(problemsOfFormats(requests, 2));
  const reference = peer.kind === 'file' ? readPlot(peer.path) : undefined;
  if (typeof reference === 'string') return failed(args, reference, exitCodes.input);
  if (reference && reference.others > 0 && !hasFlag(args, 'quiet'))
    printError(`note: of the ${reference.others + 1} plots of the reference the last one is compared\n`);
  const reason = reference?.plot.incomplete;
  if (reason !== undefined && peer.kind === 'file' && !hasFlag(args, 'quiet'))
    printError(`warning: ${peer.path} is incomplete: ${reason}\n`);
  const textSource = textSourceFor(args);
  const { circuit, diagnostics } = prepareFile(args, prepare, textSource);
  checkPlaces(requests, { args, files: textSource.files });
  printDiagnostics(diagnostics, args);
  if (!circuit) return netlistExitCode(diagnostics);
  const card = circuit.flat.analyses.find((each): each is TransientCard => each.kind === 'tran');
  if (!card)
    return failed(args, 'the netlist has no transient to compare: add a .tran card', exitCodes.input);
  const compared = comparedWith({ peer, reference }, circuit, card, args);
  if (typeof compared === 'string')
    return failed(args, compared, isOfReference(compared) ? exitCodes.input : exitCodes.failure);
  const deviation = Math.max(0, ...(compared.at(-1)?.signals ?? []).map((signal) => signal.deviation));
  const isFar = tolerance !== undefined && !(deviation <= tolerance);
  const isPart = tolerance !== undefined && compared.at(-1)?.stopped === true;
  const isMissed = isFar || isPart;
  if (hasFlag(args, 'json'))
    printObject({ diagnostics: diagnostics.map(diagnosticToJson), ...comparisonToJson(compared, tolerance) });
  else if (!hasFlag(args, 'quiet')) printOut(comparisonTable(compared));
  if (requests.length > 0) {
    const problems = await writePlots(requests, compared.at(-1)?.plots ?? []);
    if (problems.length > 0) return failed(args, problems.join('; '), exitCodes.failure);
  }
  if (isPart)
    printError('error: ngspice did not come to the end, so that the rest of the run is not compared\n');
  if (isFar)
    printError(
      `error: the largest deviation is ${deviation.toPrecision(3)}, above the tolerance ${tolerance}\n`,
    );
  return isMissed ? exitCodes.missed : exitCodes.fine;
}

function readPeer(args: Arguments): Peer {
  const [peer, path, refine] = [
    lastValue(args, 'with'),
    lastValue(args, 'reference'),
    lastValue(args, 'refine'),
  ];
  if ((peer === undefined) === (path === undefined))
    throw new UsageError(['write either --with ngspice, --with nscircuit:KEY=VALUE,... or --reference FILE']);
  const times = refine === undefined ? 0 : /^\d+$/.test(refine) ? Number(refine) : NaN;
  if (!(times <= maxRefinements))
    throw new UsageError([`--refine ${refine ?? ''}: a whole number up to ${maxRefinements} is needed`]);
  if (times > 0 && peer !== 'ngspice') throw new UsageError(['--refine belongs to --with ngspice']);
  if (path !== undefined) return { kind: 'file', path };
  if (peer === 'ngspice') return { kind: 'ngspice', refine: times };
  const [, text = ''] = /^nscircuit:(.*)$/.exec(peer ?? '') ?? [];
  const pairs = text.split(',').map((word) => /^\s*([^\s=]+)\s*=\s*(\S+)\s*$/.exec(word));
  if (text === '' || pairs.includes(null))
    throw new UsageError([`--with ${peer ?? ''}: it must be ngspice, or nscircuit:KEY=VALUE,...`]);
  return {
    kind: 'options',
    text,
    options: Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])),
  };
}

function readTolerance(args: Arguments): number | undefined {
  const text = lastValue(args, 'tolerance');
  if (text === undefined) return undefined;
  const value = Number(text);
  if (value > 0) return value;
  throw new UsageError([`--tolerance ${text}: a positive number is needed`]);
}

/** What was compared, coarse to fine; or why nothing was. */
function comparedWith(
  { peer, reference }: { readonly peer: Peer; readonly reference: Reference | undefined },
  circuit: PreparedCircuit,
  card: TransientCard,
  args: Arguments,
): readonly Compared[] | string {
  if (peer.kind === 'ngspice') return withNgspice(peer.refine, circuit, card, args);
  const own = runOwn(circuit, card, args);
  if (typeof own === 'string') return own;
  const other = peer.kind === 'file' ? reference : runOther(peer.options, card.kind, args);
  if (other === undefined || typeof other === 'string') return other ?? 'there is no reference';
  if (peer.kind === 'options') return comparedPlots(own, other, `nscircuit ${peer.text}`);
  return comparedPlots(own, { ...other, plot: namedAs(other.plot, own.plot) }, basename(peer.path));
}

function comparedPlots(
  own: TimedPlot,
  other: TimedPlot,
  name: string,
  translate?: Parameters<typeof comparePlotSignals>[2],
): readonly Compared[] | string {
  let found: PlotSignals;
  try {
    found = comparePlotSignals(own.plot, other.plot, translate);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
  if (found.signals.length === 0) {
    const [here, there] = [own.plot, other.plot].map(({ header }) =>
      header.columns
        .slice(1)
        .map((column) => column.name)
        .join(' '),
    );
    const found = there === undefined || there === '' ? 'none' : there;
    return `${NOTHING_IN_COMMON}: here ${here ?? ''}, in ${name} ${found}\n  hint: name the columns as here, or ask for what it has by --probe`;
  }
  const plots = sideBySide(own.plot, other.plot, name, translate);
  return [{ ...found, name, plots, seconds: own.seconds, otherSeconds: other.seconds }];
}

function withNgspice(
  refine: number,
  circuit: PreparedCircuit,
  card: TransientCard,
  args: Arguments,
): readonly Compared[] | string {
  const flat = withExplicitEdges({ ...circuit.flat, analyses: [card] });
  const { circuit: edged, diagnostics } = prepareCircuit(flat, circuit.circuitOptions, {
    devices: circuit.devices,
  });
  if (!edged) return firstError(diagnostics) ?? 'the circuit with edges cannot be compiled';
  const own = runOwn(edged, card, args);
  if (typeof own === 'string') return own;
  const currents = own.plot.header.columns.flatMap(({ name }) => /^i\((.*)\)$/.exec(name)?.[1] ?? []);
  const all: Compared[] = [];
  for (let level = 0; level <= refine; level++) {
    const regularization = refined(defaultRegularization, level);
    const idealDiodes = circuit.circuitOptions.diode === 'ideal';
    const written = spiceNetlist(flat, { regularization, idealDiodes, currents });
    if (level === 0) printDiagnostics(written.diagnostics.items, args);
    if (written.text === undefined) return 'the circuit cannot be written for ngspice';
    const { plot, problem, seconds } = runNgspice(written.text);
    if (!plot) return problem ?? 'ngspice wrote no waveform';
    const reached = plot.columns[0]?.at(-1) ?? 0;
    const stopped = problem !== undefined && reached < card.tstop * (1 - 1e-9);
    if (stopped) printError(`warning: ngspice stopped at t = ${reached} s: ${problem}\n`);
    const found = comparedPlots(own, { plot, seconds }, 'ngspice', (quantity, names) => {
      const [name = ''] = names;
      return quantity === 'i' ? `i(${written.current(name)})` : `v(${written.node(name)})`;
    });
    if (typeof found === 'string') return found;
    const { n, stepPart } = regularization;
    all.push(
      ...found.map((each) => ({
        ...each,
        stopped,
        ...(refine > 0 && { setting: `n = ${n}, step/${1 / stepPart}` }),
      })),
    );
  }
  return all;
}

function runOwn(circuit: PreparedCircuit, card: TransientCard, args: Arguments): TimedPlot | string {
  const memory = new MemoryPlot();
  const start = process.hrtime.bigint();
  const steps = cardSteps(circuit, card, [memory]);
  let report: AnalysisReport | undefined;
  while (!report) {
    const next = steps.next();
    if (next.done === true) report = next.value;
  }
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  printDiagnostics(report.diagnostics, args);
  const [plot] = memory.plots;
  return plot ? { plot, seconds } : (firstError(report.diagnostics) ?? 'nscircuit wrote no waveform');
}

function runOther(
  options: Readonly<Record<string, string>>,
  kind: string,
  args: Arguments,
): TimedPlot | string {
  const { circuit, diagnostics } = prepareFile(args, (text, own) =>
    prepare(text, { ...own, options: { ...own.options, ...options } }),
  );
  // The netlist alone has been prepared before: what is wrong now are the options.
  if (!circuit) {
    const wrong = diagnostics.filter(({ severity }) => severity === 'error');
    throw new UsageError(
      wrong.map(({ message, hint }) => `--with: ${message}${hint === undefined ? '' : ` (${hint})`}`),
    );
  }
  const card = circuit.flat.analyses.find((each): each is TransientCard => each.kind === kind);
  return card ? runOwn(circuit, card, args) : 'with these options there is no transient';
}

interface Reference extends TimedPlot {
  /** Plots of the file that are not compared. */
  readonly others: number;
}

function readPlot(path: string): Reference | string {
  const plots = readWaveformFile(path);
  if (typeof plots === 'string') return plots;
  return { plot: plots.at(-1) ?? plots[0], seconds: NaN, others: plots.length - 1 };
}

const NOTHING_IN_COMMON = 'the two have no quantity in common';

/** Whether what went wrong is what a file holds. */
function isOfReference(problem: string): boolean {
  return problem.startsWith(NOTHING_IN_COMMON);
}

function firstError(diagnostics: readonly Diagnostic[]): string | undefined {
  return diagnostics.find(({ severity }) => severity === 'error')?.message;
}

function failed(args: Arguments, message: string, code: ExitCode): ExitCode {
  if (hasFlag(args, 'json')) printObject({ error: message });
  printError(`error: ${message}\n`);
  return code;
}
