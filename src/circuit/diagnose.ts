/** Small helpers of everything in this room that reports. */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Span } from '../base/span.js';

/** Adds a note unless one with this code and message is there: a thing said once per file, with its first place. */
export function noteOnce(diagnostics: Diagnostics, code: string, message: string, span?: Span): void {
  if (diagnostics.items.some((item) => item.code === code && item.message === message)) return;
  diagnostics.note(code, message, span);
}

/** Joins names for a sentence: "a", "a and b", "a, b and c". */
export function listNames(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** The names where there are at most so many, else the first ones and how many more there are. */
export function shortened(names: readonly string[], most = 6): readonly string[] {
  return names.length <= most ? names : [...names.slice(0, most - 1), `${names.length - most + 1} more`];
}

/** Chooses the singular or the plural of a word for a number of things. */
export function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}
