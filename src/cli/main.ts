/** The command: argv -> command -> exit code. Help and unusual command lines are loaded on demand. */
import { commands } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { isOutOfMemory, outOfMemory } from './out-of-memory.js';
import { readPlainArguments, type Invocation } from './plain-arguments.js';
import { printError, StdoutFailure } from './terminal.js';
import { UsageError } from './usage-error.js';

// Everything is written by now; an ordinary exit would wait for V8 to finish code that nobody will run.
void main(process.argv.slice(2)).then((code) => process.exit(code));

async function main(words: readonly string[]): Promise<ExitCode> {
  const invocation = readPlainArguments(words, commands) ?? (await readFully(words));
  if (typeof invocation === 'number') return invocation;
  const { command, args } = invocation;
  try {
    return await command.action(args);
  } catch (error) {
    if (error instanceof StdoutFailure) {
      printError(`error: ${error.message}\n`);
      return exitCodes.failure;
    }
    if (isOutOfMemory(error)) {
      printError(`error: ${outOfMemory.message}\n  hint: ${outOfMemory.hint}\n`);
      return exitCodes.failure;
    }
    if (!(error instanceof UsageError)) return reportDefect(error);
    const lines = error.problems.map((problem) => `error: ${problem}\n`);
    printError(`${lines.join('')}see nscircuit ${command.name} --help\n`);
    return exitCodes.usage;
  }
}

async function readFully(words: readonly string[]): Promise<Invocation | ExitCode> {
  const { readFullArguments } = await import('./full-arguments.js');
  return readFullArguments(words, commands);
}

/** An error that nobody foresaw is a defect of the program, never of the netlist. */
function reportDefect(error: unknown): ExitCode {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printError(`error: this is a defect of nscircuit, please report it with the netlist\n${trace}\n`);
  return exitCodes.failure;
}
