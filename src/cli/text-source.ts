/**
 * Netlists from files. A path in `.include` is relative to the file that includes it. Texts are UTF-8,
 * UTF-16 or Latin-1 (`base/decode-text.ts`): simulators on Windows write all of them.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { decodeText } from '../base/decode-text.js';
import type { TextSource } from '../base/host.js';
import type { SourceText } from '../base/span.js';
import { describeSystemError } from './system-error.js';

export class FileTextSource implements TextSource {
  /** Returns the path, relative to the working directory where it was written so. */
  resolve(path: string, from?: string): string {
    return from === undefined || isAbsolute(path) ? normalize(path) : join(dirname(from), path);
  }

  /** Throws an Error "cannot read "path": cause" for what is no readable text file. */
  read(resolved: string): SourceText {
    return { name: resolved, text: decode(resolved, readBytes(resolved)) };
  }
}

function readBytes(path: string): Buffer {
  try {
    const kind = statSync(path);
    if (kind.isDirectory()) throw new Error('it is a directory');
    // A device such as /dev/zero never ends.
    if (kind.isCharacterDevice() || kind.isBlockDevice()) throw new Error('it is a device, not a file');
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, describeSystemError(error));
  }
}

function decode(path: string, bytes: Buffer): string {
  const text = decoded(path, bytes);
  if (text.includes('\0')) throw unreadable(path, 'it is a binary file, not a netlist');
  return text;
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
