/**
 * Text to the terminal or a pipe, written at once, without anything that steers a terminal (visible-text.ts): the only
 * door to both. process.stdout would load node's streams, which takes longer than a short run.
 */
import { writeSync } from 'node:fs';
import { visibleJson, visibleText } from './visible-text.js';

const stdout = 1;
const stderr = 2;

/** stdout takes no more: a full disk. */
export class StdoutFailure extends Error {
  constructor(code: string) {
    super(`stdout cannot be written: ${code}`);
    this.name = 'StdoutFailure';
  }
}

/** Throws `StdoutFailure`. */
export function printOut(text: string): void {
  const code = writeWhole(stdout, visibleText(text));
  if (code !== undefined) throw new StdoutFailure(code);
}

/** Prints an object as JSON, indented; throws `StdoutFailure`. */
export function printObject(value: object): void {
  printOut(`${visibleJson(JSON.stringify(value, undefined, 1))}\n`);
}

export function printError(text: string): void {
  writeWhole(stderr, visibleText(text));
}

/** As `printError`, with carriage returns: a line that is written over itself. */
export function printProgress(text: string): void {
  writeWhole(stderr, text.split('\r').map(visibleText).join('\r'));
}

/**
 * Waits for a slow pipe; a reader that has gone (`| head`, a terminal that was closed) ends the output, not the run. Returns the code of the system's
 * error where the text could not be written.
 */
function writeWhole(descriptor: number, text: string): string | undefined {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EPIPE' || code === 'EIO') return undefined;
      if (code !== 'EAGAIN') return code ?? 'unknown error';
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMilliseconds);
    }
  }
  return undefined;
}

/** Columns of the terminal on which errors appear; 0 where they go elsewhere. */
export function errorColumns(): number {
  const { isTTY, columns } = process.stderr;
  // A terminal that does not know its size says 0.
  return isTTY ? (columns > 0 ? columns : 80) : 0;
}

/** Between two attempts to write to a full pipe. */
const pauseMilliseconds = 5;

/** The code of a system error such as "ENOENT"; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
