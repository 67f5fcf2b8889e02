/**
 * Gathers small segments of bytes into large writes to a `ByteSink` and counts the offset, which a writer
 * needs in order to patch a header later. Owns one buffer; allocates nothing per segment but the views
 * that are handed to the sink once a flush.
 */
import type { ByteSink } from '../base/host.js';

const capacity = 1 << 16;

export class ByteStream {
  /** The buffer; writers may fill it from `at` on after `reserve`. */
  readonly bytes = new Uint8Array(capacity);
  /** The next free byte of the buffer. */
  at = 0;
  readonly #sink: ByteSink;
  readonly #encoder = new TextEncoder();
  #flushed = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** Bytes written so far, in the buffer or beyond it. */
  get offset(): number {
    return this.#flushed + this.at;
  }

  /** Makes room for `count` bytes (at most 64 KiB) from `at` on. */
  reserve(count: number): void {
    if (this.at + count > capacity) this.flush();
  }

  byte(value: number): void {
    if (this.at === capacity) this.flush();
    this.bytes[this.at++] = value;
  }

  text(text: string): void {
    this.block(this.#encoder.encode(text));
  }

  /** Writes bytes of any number; long ones go to the sink without a copy. */
  block(bytes: Uint8Array): void {
    if (bytes.length > capacity / 2) {
      this.flush();
      this.#sink.write(bytes);
      this.#flushed += bytes.length;
      return;
    }
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** Overwrites ASCII text at an earlier offset. */
  patch(offset: number, text: string): void {
    this.flush();
    this.#sink.patch(offset, this.#encoder.encode(text));
  }

  flush(): void {
    if (this.at === 0) return;
    this.#sink.write(this.bytes.subarray(0, this.at));
    this.#flushed += this.at;
    this.at = 0;
  }
}
