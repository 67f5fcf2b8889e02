/**
 * Paths as netlists write them, compared by text alone: which of them stay in the folder of the netlist.
 * Both "/" and "\" separate. Links in the file system are the host's affair, which is told the folder too.
 */
import { OutsideError } from '../base/host.js';
import type { SourceText } from '../base/span.js';
import type { Session } from './session.js';

/** Reads a text that the netlist names (joined: `path`), from its folder only unless the user allows more. */
export function readNamed(identity: string, path: string, session: Session): SourceText {
  const { textSource, overrides, text } = session;
  if (!textSource) throw new Error('this text comes from no folder');
  if (overrides.allowOutside === true || textSource.isLibrary?.(identity) === true) {
    return textSource.read(identity);
  }
  if (!isInside(text.name, path)) throw new OutsideError();
  return textSource.read(identity, text.name);
}

/** What the user can do about a text that `readNamed` does not read. */
export function hintOf(error: unknown): string | undefined {
  return error instanceof OutsideError
    ? 'allow it with --allow-outside, or name its folder with --lib DIR'
    : undefined;
}

/** Folder of a path; empty for the current one. */
export function folderOf(path: string): string {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return at < 0 ? '' : path.slice(0, at + 1);
}

/** Whether a path names its place by itself: /x, \\x, C:\x, ~/x. */
export function isAbsolute(path: string): boolean {
  return /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(path);
}

/** The path from where the netlist's names are read: what `path` is when it is written in `from`. */
export function joinPath(from: string, path: string): string {
  return isAbsolute(path) ? path : folderOf(from) + path;
}

/** Whether `path` (joined) stays in the folder of `root`, the netlist. */
export function isInside(root: string, path: string): boolean {
  const home = segments(folderOf(root));
  const target = segments(path);
  if (isAbsolute(path) !== isAbsolute(root)) return false;
  return (
    target.length >= home.length &&
    home.every((part, k) => part === target[k]) &&
    target[home.length] !== '..'
  );
}

/** The parts of a path, "." and ".." worked out; ".." remains in front of a relative path that climbs. */
function segments(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split(/[\\/]+/)) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts;
}
