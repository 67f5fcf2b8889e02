/** What the waveform tests share: a sink in memory and plots to write. */
import type { ByteSink } from '../../src/base/host.js';
import type { Column, Plot } from '../../src/waveform/plot.js';

/** A ByteSink that keeps its bytes; it copies, because callers reuse their buffers. */
export class MemorySink implements ByteSink {
  bytes = new Uint8Array(0);
  writes = 0;

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  write(bytes: Uint8Array): void {
    const joined = new Uint8Array(this.bytes.length + bytes.length);
    joined.set(this.bytes);
    joined.set(bytes, this.bytes.length);
    this.bytes = joined;
    this.writes++;
  }

  patch(offset: number, bytes: Uint8Array): void {
    if (offset + bytes.length > this.bytes.length) throw new RangeError('patch beyond the end');
    this.bytes.set(bytes, offset);
  }

  commit(): void {}

  discard(): void {}
}

/** Makes a real or complex plot from columns of numbers. */
export function plotOf(
  columns: readonly Column[],
  values: readonly (readonly number[])[],
  more: { title?: string; name?: string; complex?: boolean; incomplete?: string } = {},
): Plot {
  const { title = 'a title', name = 'Transient Analysis', complex = false, incomplete } = more;
  return {
    header: { title, name, columns, complex },
    length: (values[0]?.length ?? 0) / (complex ? 2 : 1),
    columns: values.map((column) => Float64Array.from(column)),
    ...(incomplete !== undefined && { incomplete }),
  };
}

export const time: Column = { name: 'time', unit: 's' };
export const volts = (name: string): Column => ({ name, unit: 'V' });
export const amperes = (name: string): Column => ({ name, unit: 'A' });

/** A transient with a jump: two rows at 1 ms. */
export const jumpPlot: Plot = plotOf(
  [time, volts('v(a,b)'), amperes('i(l1)')],
  [
    [0, 1e-3, 1e-3, 2e-3],
    [1, 2, -3, 1 / 3],
    [0, 1e-12, -2.5e-7, 123456.789],
  ],
);
