/** The contracts of a command; the table is in `commands.ts`. */
import type { ExitCode } from './exit-codes.js';

export interface OptionEntry {
  /** Without dashes: "probe". */
  readonly long: string;
  /** One letter, without the dash. */
  readonly short?: string;
  /** What follows, as the help prints it: "FILE"; absent: nothing follows. */
  readonly value?: string;
  /** Whether it may be given more than once; otherwise the last one counts. */
  readonly repeatable?: boolean;
  readonly doc: string;
}

/** The words of a command line, sorted. */
export interface Arguments {
  readonly file: string;
  /** By long name: the values in their order; a flag that was given has one empty value. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export type Command = (args: Arguments) => Promise<ExitCode>;

export interface CommandEntry {
  readonly name: string;
  readonly doc: string;
  /** What the file is. */
  readonly fileDoc: string;
  readonly options: readonly OptionEntry[];
  readonly action: Command;
}

/** The last value of an option. */
export function lastValue({ values }: Arguments, option: string): string | undefined {
  return values.get(option)?.at(-1);
}

export function allValues({ values }: Arguments, option: string): readonly string[] {
  return values.get(option) ?? [];
}

export function hasFlag({ values }: Arguments, option: string): boolean {
  return values.has(option);
}
