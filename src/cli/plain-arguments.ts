/**
 * Reads the ordinary command line `command FILE --option value -o value` in microseconds. Whatever else is
 * written (help, abbreviations, mistakes) it leaves to full-arguments.ts, whose library takes as long to
 * load as a short run takes altogether. Both are driven by the table of commands and agree wherever this one
 * answers.
 */
import type { Arguments, CommandEntry, OptionEntry } from './command.js';

export interface Invocation {
  readonly command: CommandEntry;
  readonly args: Arguments;
}

/** Returns undefined for everything out of the ordinary. */
export function readPlainArguments(
  words: readonly string[],
  commands: readonly CommandEntry[],
): Invocation | undefined {
  const [name, ...rest] = words;
  const command = commands.find((entry) => entry.name === name);
  if (!command) return undefined;
  const values = new Map<string, string[]>();
  const files: string[] = [];
  for (let k = 0; k < rest.length; k++) {
    const word = rest[k] ?? '';
    if (!word.startsWith('-') || word === '-') {
      files.push(word);
      continue;
    }
    const option = command.options.find((entry) => matches(entry, word));
    if (!option) return undefined;
    const value = option.value === undefined ? '' : rest[++k];
    if (value === undefined || (value.startsWith('-') && value !== '-')) return undefined;
    values.set(option.long, [...(values.get(option.long) ?? []), value]);
  }
  const [file] = files;
  return file === undefined || files.length > 1 ? undefined : { command, args: { file, values } };
}

function matches({ long, short }: OptionEntry, word: string): boolean {
  return word === `--${long}` || (short !== undefined && word === `-${short}`);
}
