/** What a run may take of memory, by the limits that the system names. */
import { describe, expect, test } from 'vitest';
import { addressSpaceLeft, availableMemory } from '../../src/cli/input/available-memory.js';

const limits = (most: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax cpu time              unlimited            unlimited            seconds   \nMax address space         ${most.padEnd(20)} unlimited            bytes     \n`;

describe('available memory', () => {
  test('is what `ulimit -v` leaves beside what is reserved already', () => {
    // 182063 pages of 4 KiB, 10131 of them in memory.
    const left = addressSpaceLeft(limits('3072000000'), '182063 10131 8546 6802 0 12188 0\n');
    expect(left).toBe(3_072_000_000 - 4096 * (182_063 - 10_131));
    expect(addressSpaceLeft(limits('1000'), '182063 10131 8546 6802 0 12188 0\n')).toBe(0);
  });

  test('has no such limit where none is set, or the system names none', () => {
    expect(addressSpaceLeft(limits('unlimited'), '182063 10131 8546 6802 0 12188 0\n')).toBe(Infinity);
    expect(addressSpaceLeft('', '')).toBe(Infinity);
  });

  test('is never more than the heap', () => {
    expect(availableMemory()).toBeGreaterThan(1e7);
    expect(availableMemory()).toBeLessThan(1e12);
  });
});
