/**
 * Text to the terminal or a pipe, written at once. process.stdout would load node's streams, which takes
 * longer than a short run.
 */
import { writeSync } from 'node:fs';

const stdout = 1;
const stderr = 2;

export function printOut(text: string): void {
  writeWhole(stdout, text);
}

export function printError(text: string): void {
  writeWhole(stderr, text);
}

/** Waits for a slow pipe; a reader that has gone (`| head`) ends the output, not the run. */
function writeWhole(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMilliseconds);
    }
  }
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
