/**
 * What `-o` and `-r` ask for, checked before anything runs: formats, places ("-": CSV on standard output), and that no two outputs and no
 * output and the netlist are the same file.
 */
import type { PlannedRun } from '../../analysis/run-plan.js';
import type { AnalysisCard } from '../../netlist/flat-circuit.js';
import type { WriterEntry } from '../../waveform/writer.js';
import { writerFor } from '../../waveform/writers.js';
import { allValues, type Arguments } from '../command.js';
import { checkWritable } from './file-sink.js';
import { fileIdentity, overwritten } from '../input/same-file.js';
import { standardOutput } from './stdout-sink.js';
import { refuse } from '../usage-error.js';

export interface OutputRequest {
  /** As printed in messages: "-o out.csv". */
  readonly written: string;
  readonly path: string;
  readonly entry: WriterEntry;
}

/** A file to be written and the analyses that go into it. */
export interface PlannedOutput extends OutputRequest {
  /** Places of the analyses among those of the netlist; absent: all. */
  readonly at?: number;
  /** The format holds one plot, and a sweep has many: they go one below the other. */
  readonly stacked?: true;
}

/** What a run reads. */
export interface RunInputs {
  readonly args: Arguments;
  /** The netlist and what it includes. */
  readonly files: Iterable<string>;
  /** The files of `--measures`. */
  readonly measures?: readonly string[];
}

/** Reads the output options of a command that reads `what`; throws a UsageError with everything that is wrong. */
export function readOutputRequests(
  args: Arguments,
  writers: readonly WriterEntry[],
  what?: string,
): OutputRequest[] {
  const problems: string[] = [];
  const requests = [
    ...allValues(args, 'output').map((path) => ({
      written: `-o ${path}`,
      path,
      entry: writerFor(path === standardOutput ? '.csv' : path, writers),
    })),
    ...allValues(args, 'rawfile').map((path) => ({
      written: `-r ${path}`,
      path,
      entry: writerFor('.raw', writers),
    })),
  ].flatMap(({ written, path, entry }) => {
    if (path === '') problems.push(`${written.trim()}: the file name is empty`);
    else if (entry) return [{ written, path, entry }];
    else problems.push(`${written}: unknown format; the extension must be one of ${extensions(writers)}`);
    return [];
  });
  if (args.values.has('json') && requests.some(({ path }) => path === standardOutput))
    problems.push('-o - and --json both write to standard output: name a file');
  refuse(problems);
  checkPlaces(requests, { args, files: [] }, what);
  return requests;
}

function extensions(writers: readonly WriterEntry[]): string {
  return writers.map(({ extension }) => `.${extension}`).join(' ');
}

/**
 * Decides which analysis goes into which file. All go into one file where the format allows it; otherwise the
 * first goes to the file as named, and "tran", "op", then "tran2" ... stands before the extension of further
 * ones. The points of a sweep share a file.
 */
export function planOutputs(
  requests: readonly OutputRequest[],
  runs: readonly Pick<PlannedRun, 'at' | 'card'>[],
  inputs: RunInputs,
): PlannedOutput[] {
  const cards: AnalysisCard[] = [];
  for (const { at, card } of runs) cards[at] ??= card;
  if (cards.length > 1 && requests.some(({ path }) => path === standardOutput)) {
    refuse([`-o -: standard output holds one analysis, and these are ${cards.length}: name a file`]);
  }
  const stacked = runs.length > cards.length && { stacked: true as const };
  const planned = requests.flatMap((request): PlannedOutput[] =>
    request.entry.onePlot === true
      ? cards.map((_, at) => ({ ...request, path: pathOfCard(request.path, cards, at), at, ...stacked }))
      : [request],
  );
  const { measures = [] } = inputs;
  const tables = measures.map((path) => ({ written: `--measures ${path}`, path }));
  checkPlaces([...planned, ...tables], inputs);
  return planned;
}

function pathOfCard(path: string, cards: readonly AnalysisCard[], index: number): string {
  const kind = cards[index]?.kind ?? '';
  if (index === 0) return path;
  const earlier = cards.slice(0, index).filter((card) => card.kind === kind).length;
  const name = earlier === 0 ? kind : `${kind}${earlier + 1}`;
  const dot = path.lastIndexOf('.');
  return `${path.slice(0, dot)}.${name}${path.slice(dot)}`;
}

/** Throws a UsageError where outputs cannot be written, are one file, or are a file that is read. */
export function checkPlaces(
  requests: readonly Pick<OutputRequest, 'written' | 'path'>[],
  { args: { file }, files }: RunInputs,
  what?: string,
): void {
  const problems: string[] = [];
  const seen = new Map<string, string>();
  const lostBy = overwritten({ file, files, ...(what !== undefined && { what }) });
  for (const { written, path } of requests) {
    try {
      if (path !== standardOutput) checkWritable(path);
    } catch (error) {
      problems.push(`${written}: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    const same = seen.get(fileIdentity(path));
    const lost = path === standardOutput ? undefined : lostBy(path);
    if (lost !== undefined) problems.push(`${written} would overwrite ${lost}`);
    else if (same !== undefined) problems.push(`${same} and ${written} both write ${path}`);
    else seen.set(fileIdentity(path), written);
  }
  refuse(problems);
}
