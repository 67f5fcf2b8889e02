/** Standard output as a sink of bytes: written as they come, so that another program reads along, and never taken back. */
import { writeSync } from 'node:fs';
import type { ByteSink } from '../../base/host.js';
import { WriteError } from './file-sink.js';
import { errorCode, StdoutFailure } from '../terminal.js';

const pauseMilliseconds = 5;

/** `-o -`: CSV on standard output. */
export const standardOutput = '-';

export class StdoutSink implements ByteSink {
  readonly full = false;
  length = 0;
  /** The reader has gone (`| head`): the run goes on, for what else it writes. */
  #closed = false;

  write(bytes: Uint8Array): void {
    this.length += bytes.length;
    for (let done = 0; done < bytes.length && !this.#closed;) {
      try {
        done += writeSync(1, bytes, done, bytes.length - done);
      } catch (error) {
        const code = errorCode(error);
        if (code === 'EPIPE') this.#closed = true;
        else if (code !== 'EAGAIN') throw new WriteError(new StdoutFailure(code ?? 'unknown error').message);
        else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMilliseconds);
      }
    }
  }

  /** Nothing that was written can be changed: formats that patch their headers are not offered. */
  patch(): void {
    throw new Error('standard output cannot be patched');
  }

  commit(): void {
    // It is written.
  }

  discard(): void {
    // It is written.
  }
}
