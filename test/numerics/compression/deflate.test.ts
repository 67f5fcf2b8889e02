import fc from 'fast-check';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { base64 } from '../../../src/numerics/compression/base64.js';
import {
  bytesFromColumns,
  columnsFromBytes,
  rowsInBytes,
} from '../../../src/numerics/compression/column-bytes.js';
import { deflate } from '../../../src/numerics/compression/deflate.js';
import { prefixCode } from '../../../src/numerics/compression/huffman-code.js';

/** Bytes with runs, copies from before and noise, of up to three blocks. */
const mixedBytes = fc
  .array(
    fc.record({
      kind: fc.constantFrom('run', 'copy', 'noise'),
      size: fc.integer({ min: 1, max: 9000 }),
      seed: fc.integer({ min: 0, max: 255 }),
    }),
    { maxLength: 12 },
  )
  .map((parts) => {
    const out: number[] = [];
    for (const { kind, size, seed } of parts) {
      const from = Math.max(0, out.length - size - seed);
      for (let i = 0; i < size; i++) {
        if (kind === 'run') out.push(seed);
        else if (kind === 'copy') out.push(out[from + i] ?? seed);
        else out.push((Math.imul(i + seed, 0x9e3779b1) >>> 13) & 255);
      }
    }
    return Uint8Array.from(out);
  });

describe('deflate', () => {
  it('is undone by zlib for runs, copies and noise of any length', () => {
    fc.assert(
      fc.property(mixedBytes, (bytes) => {
        const packed = deflate(bytes);
        expect(Buffer.compare(inflateRawSync(packed), bytes)).toBe(0);
        expect(packed.length).toBeLessThanOrEqual(bytes.length + 5 * Math.ceil(bytes.length / 32768) + 5);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it('makes a long run a hundredth and keeps nothing of one byte', () => {
    expect(deflate(new Uint8Array(1 << 20)).length).toBeLessThan((1 << 20) / 100);
    expect(inflateRawSync(deflate(new Uint8Array(0))).length).toBe(0);
    expect([...inflateRawSync(deflate(Uint8Array.of(7)))]).toEqual([7]);
  });

  it('finds matches of all lengths and distances', () => {
    const parts: number[] = [];
    for (let length = 4; length <= 300; length += 7) {
      for (let i = 0; i < 300; i++) parts.push((Math.imul(length * 301 + i, 0x85ebca6b) >>> 11) & 255);
      for (let i = 0; i < length; i++) parts.push(parts[parts.length - 300 - (length % 50)] ?? 0);
    }
    const bytes = Uint8Array.from(parts);
    expect(Buffer.compare(inflateRawSync(deflate(bytes)), bytes)).toBe(0);
  });
});

describe('a prefix code', () => {
  it('is complete and no longer than its bound for counts that grow as Fibonacci numbers', () => {
    const counts = new Uint32Array(40);
    counts.set([1, 1]);
    for (let i = 2; i < 40; i++) counts[i] = counts[i - 1]! + counts[i - 2]!;
    const { lengths } = prefixCode(counts, 15);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(15);
    // Kraft's sum of a complete code is 1.
    expect(lengths.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1);
  });
});

function columnsOf(bytes: Uint8Array, width: number): Float64Array[] {
  const columns = Array.from({ length: width }, () => new Float64Array(rowsInBytes(bytes, width)));
  columnsFromBytes(bytes, columns);
  return columns;
}

describe('columns as bytes', () => {
  it('come back bit for bit, whatever the numbers', () => {
    const column = fc.array(fc.double(), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 9 }), (columns) => {
        const typed = columns.map((values) => Float64Array.from(values));
        expect(columnsOf(bytesFromColumns(typed), typed.length)).toEqual(typed);
      }),
      { seed: 2 },
    );
  });

  it('are short where curves are smooth: a sampled sine takes less than half, even steps nearly nothing', () => {
    const time = Float64Array.from({ length: 20_000 }, (_, k) => k / 1024);
    const sine = time.map((t) => Math.sin(t));
    const size = (column: Float64Array): number => deflate(bytesFromColumns([column])).length;
    expect(size(sine)).toBeLessThan(8 * sine.length * 0.5);
    expect(size(time)).toBeLessThan(8 * time.length * 0.01);
    const [back] = columnsOf(inflateRawSync(deflate(bytesFromColumns([sine]))), 1);
    expect(back).toEqual(sine);
  });
});

describe('base64', () => {
  it('is what everyone else writes', () => {
    for (let length = 0; length < 20; length++) {
      const bytes = Uint8Array.from({ length }, (_, k) => (k * 89 + length) & 255);
      expect(new TextDecoder().decode(base64(bytes))).toBe(Buffer.from(bytes).toString('base64'));
    }
  });
});
