/** The table of commands of `.control` blocks. One more command = one more entry in one of these lists. */
import { ALTER_COMMANDS } from './alter-commands.js';
import { ANALYSIS_COMMANDS } from './analysis-commands.js';
import type { ScriptCommand } from './script.js';
import { VECTOR_COMMANDS } from './vector-commands.js';

export const SCRIPT_COMMANDS: readonly ScriptCommand[] = Object.freeze([
  ...ANALYSIS_COMMANDS,
  ...ALTER_COMMANDS,
  ...VECTOR_COMMANDS,
]);

export const SCRIPT_COMMANDS_BY_NAME: ReadonlyMap<string, ScriptCommand> = new Map(
  SCRIPT_COMMANDS.flatMap((command) =>
    [command.name, ...(command.aliases ?? [])].map((name) => [name, command] as const),
  ),
);

/** Commands that change no result: not worth a word. */
export const SILENT_COMMANDS: ReadonlySet<string> = new Set([
  ...['unset', 'rusage', 'display', 'destroy', 'setplot', 'unlet', 'listing', 'show', 'showmod', 'status'],
  ...[
    'version',
    'help',
    'history',
    'alias',
    'unalias',
    'delete',
    'undefine',
    'strcmp',
    'cd',
    'settype',
    'setscale',
  ],
]);
