/**
 * Host ports: all that the engine needs from the machine it runs on. `cli/` implements them with
 * files; a browser or a test implements them in memory. Nothing below `cli/` imports `node:`.
 */
import type { SourceText } from './span.js';

/** Where text comes from: the main netlist and what it includes. */
export interface TextSource {
  /** Turns a path as written in `from` (or by the user, when absent) into an identity for `read`. */
  resolve(path: string, from?: string): string;
  /**
   * Reads a resolved text; throws an Error whose message names the path and the cause. With `home`, the identity of the
   * main text, a text that does not lie in its folder, links followed, is not read: an `OutsideError`.
   */
  read(resolved: string, home?: string): SourceText;
  /** Whether a resolved text lies in a folder of libraries that the user has named. */
  isLibrary?(resolved: string): boolean;
}

/** A text lies where the netlist may not lead. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';

  constructor() {
    super('it lies outside of the folder of the netlist');
  }
}

/** Where bytes go. Nothing is visible under the final name before `commit`. */
export interface ByteSink {
  /** Appends bytes; the buffer may be reused by the caller afterwards. Throws on a full disk. */
  write(bytes: Uint8Array): void;
  /** Overwrites bytes at an earlier offset (a header whose counts are known only at the end). */
  patch(offset: number, bytes: Uint8Array): void;
  /** Makes what was written visible under its final name. */
  commit(): void;
  /** Forgets what was written. */
  discard(): void;
}
