/**
 * Netlists from files. A path in `.include` is relative to the file that includes it; what is not there is looked for
 * in the folders of libraries, and by its name without regard to upper and lower case. "-" is standard input, whose includes
 * lie in the working directory. Texts are UTF-8,
 * UTF-16 or Latin-1 (`base/decode-text.ts`): simulators on Windows write all of them.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, resolve, sep } from 'node:path';
import { decodeText } from '../../base/decode-text.js';
import { OutsideError, type TextSource } from '../../base/host.js';
import type { SourceText } from '../../base/span.js';
import { describeSystemError } from '../system-error.js';

/** As a file on the command line. */
export const standardInput = '-';

export class FileTextSource implements TextSource {
  readonly #files = new Set<string>();

  /** `libraries`: folders in which a text is looked for that does not lie where it is named. */
  constructor(private readonly libraries: readonly string[] = []) {}

  /** What was read so far, as resolved. */
  get files(): ReadonlySet<string> {
    return this.#files;
  }

  /** Returns the path, relative to the working directory where it was written so. */
  resolve(path: string, from?: string): string {
    if (from === undefined) return normalize(path);
    const plain = existsSync(path) ? path : withSlashes(path);
    const beside = isAbsolute(plain) ? normalize(plain) : join(dirname(from), plain);
    if (existsSync(beside)) return beside;
    // What a drawing program wrote with its own folder is looked for by its name alone, too.
    const names =
      isAbsolute(plain) || /^[A-Za-z]:/.test(plain) ? [basename(plain)] : [plain, basename(plain)];
    const candidates = this.libraries.flatMap((folder) => names.map((name) => join(folder, name)));
    const found = candidates.find((candidate) => existsSync(candidate)) ?? firstOf([beside, ...candidates]);
    return found ?? beside;
  }

  isLibrary(resolved: string): boolean {
    const path = resolve(resolved);
    return this.libraries.some((folder) => path.startsWith(resolve(folder) + sep));
  }

  /** Throws an Error "cannot read "path": cause" for what is no readable text file, an OutsideError for what lies elsewhere. */
  read(resolved: string, home?: string): SourceText {
    if (resolved === standardInput) return { name: 'stdin', text: decode('stdin', readInput()) };
    const text = decode(resolved, readBytes(resolved, home));
    this.#files.add(resolved);
    return { name: resolved, text };
  }
}

function readInput(): Buffer {
  try {
    return readFileSync(0);
  } catch (error) {
    throw unreadable('stdin', describeSystemError(error));
  }
}

/** Windows separates by "\". */
function withSlashes(path: string): string {
  return sep === '/' ? path.replaceAll('\\', '/') : path;
}

/** The first path of which there is a file but for upper and lower case. */
function firstOf(paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const name = basename(path).toLowerCase();
    const folder = dirname(path);
    const found = existsSync(folder)
      ? readdirSync(folder).filter((other) => other.toLowerCase() === name)
      : [];
    if (found[0] !== undefined) return join(folder, found[0]);
  }
  return undefined;
}

function readBytes(path: string, home: string | undefined): Buffer {
  let descriptor: number | undefined;
  try {
    refuseKind(statSync(path));
    // A pipe that takes the file's place meanwhile must not be waited for.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    refuseKind(fstatSync(descriptor));
    if (home !== undefined && !liesBeside(home, path, descriptor)) throw new OutsideError();
    return readFileSync(descriptor);
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    throw unreadable(path, describeSystemError(error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Only regular files end: a pipe waits for its writer, and a device such as /dev/zero gives for ever. */
function refuseKind(kind: Stats): void {
  if (kind.isDirectory()) throw new Error('it is a directory');
  if (kind.isFIFO() || kind.isSocket()) throw new Error('it is a pipe, not a file');
  if (!kind.isFile()) throw new Error('it is a device, not a file');
}

/** Whether the file that is open lies in the folder of `home`, wherever the links on its path lead by now. */
function liesBeside(home: string, path: string, descriptor: number): boolean {
  const real = realPathOf(path, descriptor);
  const folder = realpathSync(dirname(home));
  return real?.startsWith(folder.endsWith(sep) ? folder : folder + sep) === true;
}

/** The path of an open file without links; undefined when another file has come to stand there. */
function realPathOf(path: string, descriptor: number): string | undefined {
  const real = realpathSync(path);
  const there = statSync(real);
  const opened = fstatSync(descriptor);
  return there.dev === opened.dev && there.ino === opened.ino ? real : undefined;
}

function decode(path: string, bytes: Buffer): string {
  const text = decoded(path, bytes);
  if (text.includes('\0')) throw unreadable(path, 'it is a binary file, not a netlist');
  // Lines may end as they did on old Macs.
  return text.includes('\r') && !text.includes('\n') ? text.replaceAll('\r', '\n') : text;
}

/** Throws where the text is longer than a string may be. */
function decoded(path: string, bytes: Buffer): string {
  try {
    return decodeText(bytes);
  } catch {
    throw unreadable(path, 'it is too large');
  }
}

function unreadable(path: string, cause: string): Error {
  return new Error(`cannot read "${path}": ${cause}`);
}
