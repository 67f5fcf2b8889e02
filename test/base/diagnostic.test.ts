import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';

test('a word of a thousand letters or more is cut in the message, all others stand as they are', () => {
  const told = (word: string) =>
    formatDiagnostic({ code: 'word', severity: 'error', message: `unexpected "${word}" here` });
  expect(told('x'.repeat(1_000_000))).toBe(`error: unexpected "${'x'.repeat(99)}... here`);
  expect(told('x'.repeat(900))).toBe(`error: unexpected "${'x'.repeat(900)}" here`);
});
