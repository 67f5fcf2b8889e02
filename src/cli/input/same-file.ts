/** Which names mean one file: a command overwrites nothing that it reads, whatever path or link it is named by. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { standardInput } from './text-source.js';

/** The same for all ways to write one file name, existing or not. */
export function fileIdentity(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const directory = dirname(resolve(path));
  return join(existsSync(directory) ? realpathSync(directory) : directory, basename(path));
}

/** What a command reads. */
export interface ReadFiles {
  readonly file: string;
  /** What `file` is, for messages. */
  readonly what?: string;
  /** The netlist and what it includes, where that is known. */
  readonly files?: Iterable<string>;
}

/** Returns a function that tells what writing to a path would overwrite; undefined: nothing that is read. */
export function overwritten({ file, what = 'the netlist', files = [] }: ReadFiles) {
  const read = new Map([...files].map((name) => [fileIdentity(name), `${name}, which the netlist includes`]));
  if (file !== standardInput) read.set(fileIdentity(file), what);
  return (path: string): string | undefined => read.get(fileIdentity(path));
}
