/** What every command does with its netlist: settings of the command line, reading, diagnostics, exit code. */
import { delimiter } from 'node:path';
import process from 'node:process';
import type { PrepareOptions } from '../../analysis/preparation.js';
import { type Diagnostic, formatDiagnostic } from '../../base/diagnostic.js';
import type { SourceText } from '../../base/span.js';
import type { Dialect } from '../../netlist/flat-circuit.js';
import { availableMemory } from './available-memory.js';
import { allValues, type Arguments, hasFlag, lastValue } from '../command.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { printError } from '../terminal.js';
import { FileTextSource } from './text-source.js';
import { refuse, UsageError } from '../usage-error.js';

/** Texts of the command line: what is wrong in them is wrong usage. */
const argumentSources: ReadonlySet<string> = new Set(['--set', '--option', '--probe']);

/** A file that could not be read, as the preparation of one that was read and is wrong. */
export interface Unreadable {
  readonly diagnostics: readonly Diagnostic[];
  readonly circuit?: never;
  readonly runs?: never;
}

/** Reads and prepares the file; what cannot be read is a diagnostic like any other. */
export function prepareFile<Result>(
  args: Arguments,
  prepare: (text: SourceText, options: PrepareOptions) => Result,
  textSource = textSourceFor(args),
): Result | Unreadable {
  const params = assignments(args, 'set', 'PARAM=VALUE');
  const options = {
    ...(hasFlag(args, 'allow-long') && { allowlong: '1' }),
    ...(hasFlag(args, 'all') && { points: 'all' }),
    ...assignments(args, 'option', 'KEY=VALUE'),
  };
  const probes = allValues(args, 'probe');
  const dialect = readDialect(args);
  let text: SourceText;
  try {
    text = textSource.read(textSource.resolve(args.file));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { diagnostics: [{ code: 'unreadable-file', severity: 'error', message }] };
  }
  const outputs = probes.length > 0 ? { outputs: probes.join(',') } : {};
  return prepare(text, {
    textSource,
    params,
    options,
    ...outputs,
    ...(dialect && { dialect }),
    allowOutside: hasFlag(args, 'allow-outside'),
    memory: availableMemory,
  });
}

/** Files beside the netlist, and in the folders of `--lib` and NSCIRCUIT_LIB. */
export function textSourceFor(args: Arguments): FileTextSource {
  const named = (process.env['NSCIRCUIT_LIB'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return new FileTextSource([...allValues(args, 'lib'), ...named]);
}

const dialects: readonly Dialect[] = Object.freeze(['ngspice', 'ltspice', 'pspice', 'xyce'] as const);

function readDialect(args: Arguments): Dialect | undefined {
  const word = lastValue(args, 'dialect');
  if (word === undefined) return undefined;
  const found = dialects.find((dialect) => dialect === word.toLowerCase());
  if (!found) throw new UsageError([`--dialect ${word}: it must be one of ${dialects.join(', ')}`]);
  return found;
}

/** Reads "KEY=VALUE" words; the last of equal keys counts. */
function assignments(args: Arguments, option: string, form: string): Readonly<Record<string, string>> {
  const words = allValues(args, option);
  const matches = words.map((word) => /^\s*([^\s=]+)\s*=\s*(\S.*?)\s*$/s.exec(word));
  const several = /^[^{'"]*\s\S*=/;
  refuse(
    words
      .filter((_, k) => several.test(matches[k]?.[2] ?? ''))
      .map((word) => `--${option} ${JSON.stringify(word)} sets several: repeat --${option} for each ${form}`),
  );
  refuse(
    words
      .filter((_, k) => matches[k] === null)
      .map((word) => `--${option} ${JSON.stringify(word)} is not of the form ${form}`),
  );
  return Object.fromEntries(matches.map((match) => [match?.[1]?.toLowerCase() ?? '', match?.[2] ?? '']));
}

/** Messages of one kind of mistake may go into the millions; nobody reads more than these. */
export const maxShown = 100;
/** Warnings of one kind; an error behind them is what the user looks for. */
const maxOfKind = 10;

/** Prints errors and warnings to stderr; only the errors when the user wants quiet. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], args: Arguments): void {
  const quiet = hasFlag(args, 'quiet');
  const shown = new Map<string, number>();
  const told: string[] = [];
  let rest = 0;
  for (const diagnostic of diagnostics) {
    const { severity, code, count = 1 } = diagnostic;
    if (severity === 'note' || (severity === 'warning' && quiet)) continue;
    const kind = severity === 'error' ? severity : code;
    const before = shown.get(kind) ?? 0;
    shown.set(kind, before + 1);
    if (before < (severity === 'error' ? maxShown : maxOfKind))
      told.push(`${formatDiagnostic(diagnostic)}\n`);
    else rest += count;
  }
  if (rest > 0) told.push(`and ${rest} more\n`);
  if (told.length > 0) printError(told.join(''));
}

/** Exit code for a netlist that cannot be run: wrong usage when the command line alone is to blame. */
export function netlistExitCode(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const usage = errors.every(({ span }) => span !== undefined && argumentSources.has(span.source.name));
  return usage ? exitCodes.usage : exitCodes.input;
}
