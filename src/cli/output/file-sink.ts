/**
 * A file that appears whole or not at all: bytes go to a neighbour of the final name (part-file.ts), which is there from the
 * first of them on, so that a run that is killed before leaves nothing; `commit` renames it, `discard` removes it.
 *
 * A long file keeps a reserve on the disk. When the disk is full, the reserve is given up, so that the rows
 * at hand and the mark "incomplete" still fit; `full` then says that the run has to stop.
 */
import {
  accessSync,
  closeSync,
  constants,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ByteSink } from '../../base/host.js';
import { createFile, partPath, removeStaleParts, reservePath } from './part-file.js';
import { describeSystemError } from '../system-error.js';
import { errorCode } from '../terminal.js';

/** Files longer than this keep the reserve: shorter ones are written within the time of a glance. */
const reserveAfter = 1 << 20;
const reserveBytes = 1 << 22;

/** A file or standard output cannot be written; the message is "cannot write "path": cause" for a file. */
export class WriteError extends Error {
  override readonly name = 'WriteError';
}

export class FileSink implements ByteSink {
  /** Set when the disk is full and only the reserve is left. */
  full = false;
  /** The final name with links resolved. */
  readonly #target: string;
  readonly #aside: string;
  readonly #mode: number;
  /** Of the neighbour, once it is there. */
  #descriptor: number | undefined;
  #length = 0;
  #reserve: 'none' | 'kept' | 'used' = 'none';

  /** Throws a WriteError where no file can be made; `begins` is told before the neighbour is there. */
  constructor(
    readonly path: string,
    private readonly begins?: () => void,
  ) {
    const existing = checkWritable(path);
    this.#target = existing ? realpathSync(path) : resolve(path);
    this.#aside = partPath(this.#target);
    this.#mode = existing ? existing.mode & 0o777 : 0o666;
    removeStaleParts(this.#target);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  write(bytes: Uint8Array): void {
    this.#put(bytes, this.#length);
    this.#length += bytes.length;
    if (this.#reserve === 'none' && this.#length > reserveAfter) this.#keepReserve();
  }

  patch(offset: number, bytes: Uint8Array): void {
    this.#put(bytes, offset);
  }

  commit(): void {
    try {
      closeSync(this.#open());
      renameSync(this.#aside, this.#target);
    } catch (error) {
      throw unwritable(this.path, error);
    } finally {
      this.#dropReserve();
    }
  }

  discard(): void {
    if (this.#descriptor === undefined) return;
    try {
      closeSync(this.#descriptor);
    } catch {
      // Closed by a commit that failed.
    }
    rmSync(this.#aside, { force: true });
    this.#dropReserve();
  }

  /** The descriptor of the neighbour, which is created where it is not there yet. */
  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    this.begins?.();
    try {
      return (this.#descriptor = createFile(this.#aside, this.#mode));
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }

  #put(bytes: Uint8Array, offset: number): void {
    const descriptor = this.#open();
    for (let done = 0; done < bytes.length;) {
      try {
        done += writeSync(descriptor, bytes, done, bytes.length - done, offset + done);
      } catch (error) {
        if (!this.#canGoOn(error)) throw unwritable(this.path, error);
      }
    }
  }

  #canGoOn(error: unknown): boolean {
    const code = errorCode(error);
    if ((code !== 'ENOSPC' && code !== 'EDQUOT') || this.#reserve !== 'kept') return false;
    this.#dropReserve();
    this.full = true;
    return true;
  }

  #keepReserve(): void {
    this.#reserve = 'used';
    try {
      const descriptor = createFile(reservePath(this.#aside), 0o600);
      this.#reserve = 'kept';
      writeSync(descriptor, new Uint8Array(reserveBytes));
      closeSync(descriptor);
    } catch {
      // No room for a reserve: the next write will say so.
    }
  }

  #dropReserve(): void {
    if (this.#reserve !== 'kept') return;
    this.#reserve = 'used';
    rmSync(reservePath(this.#aside), { force: true });
  }
}

/**
 * Returns what stands under the name already, undefined when nothing does. Throws a
 * WriteError when no file can be made there.
 */
export function checkWritable(path: string): Stats | undefined {
  try {
    const directory = dirname(resolve(path));
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new Error(`there is no directory "${dirname(path)}"`);
    }
    accessSync(directory, constants.W_OK);
    const existing = statSync(path, { throwIfNoEntry: false });
    if (!existing) return undefined;
    if (existing.isDirectory()) throw new Error('it is a directory');
    if (!existing.isFile()) throw new Error('it is not a regular file');
    accessSync(path, constants.W_OK);
    return existing;
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Bytes that the disk of a file still has for its user; Infinity where the system does not say. */
export function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(resolve(path)));
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}

function unwritable(path: string, error: unknown): WriteError {
  return new WriteError(`cannot write "${path}": ${describeSystemError(error)}`);
}
