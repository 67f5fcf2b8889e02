/** Reads any command line, with help, version and usage errors: commander, driven by the table of commands. */
import { Command as Program, CommanderError, Option } from 'commander';
import { circuitLanguage } from '../circuit/language-table.js';
import type { CommandEntry, OptionEntry } from './command.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { Invocation } from './plain-arguments.js';
import { printError, printOut, StdoutFailure } from './terminal.js';
import { version } from './version.js';

/** Returns what to do, or prints what there is to say and returns the exit code. */
export function readFullArguments(
  words: readonly string[],
  commands: readonly CommandEntry[],
): Invocation | ExitCode {
  let invocation: Invocation | undefined;
  const program = newProgram(commands, (found) => (invocation = found));
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (error instanceof StdoutFailure) {
      printError(`error: ${error.message}\n`);
      return exitCodes.failure;
    }
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.unknownOption') hintAtOption(error.message, words, commands);
    return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
  }
  return invocation ?? exitCodes.usage;
}

/** `--method theta` is meant for an option of the netlist: --option method=theta. */
function hintAtOption(message: string, words: readonly string[], commands: readonly CommandEntry[]): void {
  const command = commands.find(({ name }) => name === words[0]);
  const [, name = '', given] = /'--([\w-]+)(?:=(.*))?'/.exec(message) ?? [];
  const known = circuitLanguage.options.some((option) => option.name === name.toLowerCase());
  if (!known || command?.options.some(({ long }) => long === 'option') !== true) return;
  const next = words[words.indexOf(`--${name}`) + 1];
  const value = given ?? (next === undefined || next.startsWith('-') ? 'VALUE' : next);
  printError(`hint: ${name} is an option of the netlist: write --option ${name}=${value}\n`);
}

function newProgram(commands: readonly CommandEntry[], found: (invocation: Invocation) => void): Program {
  const program = new Program('nscircuit')
    .description('Simulates circuits of ideal and piecewise-linear parts from a SPICE netlist.')
    .version(`nscircuit ${version}`, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({ writeOut: printOut, writeErr: printError })
    .addHelpText(
      'after',
      `
Example: nscircuit run netlists/bridge.cir -o bridge.html

Exit codes: 0 fine, 1 a netlist or waveform file is wrong, 2 wrong usage,
            3 numerical failure or certificate missed, 4 a measure failed or a comparison is out of tolerance,
            128 + n ended by signal n (Ctrl-C: 130)`,
    );
  for (const entry of commands) addCommand(program, entry, found);
  return program;
}

function addCommand(program: Program, entry: CommandEntry, found: (invocation: Invocation) => void): void {
  const command = program
    .command(entry.name)
    .description(entry.doc)
    .argument('<FILE>', entry.fileDoc)
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError(`usage: nscircuit ${entry.name} FILE [options]; see nscircuit ${entry.name} --help`);
  const values = new Map<string, string[]>();
  for (const option of entry.options) {
    command.addOption(new Option(flags(option), option.doc));
    command.on(`option:${option.long}`, (value: string | null) => {
      values.set(option.long, [...(values.get(option.long) ?? []), value ?? '']);
    });
  }
  command.action((file: string) => found({ command: entry, args: { file, values } }));
}

function flags({ long, short, value }: OptionEntry): string {
  const names = short === undefined ? `--${long}` : `-${short}, --${long}`;
  return value === undefined ? names : `${names} <${value}>`;
}
