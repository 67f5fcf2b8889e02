import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/base/decode-text.js';

const TEXT = '* title \u00b5\nR1 a 0 10\u00b5\n.end\n';

function utf16(text: string, bigEndian: boolean, mark: boolean): Uint8Array {
  const codes = Array.from(mark ? `\ufeff${text}` : text, (character) => character.charCodeAt(0));
  return Uint8Array.from(
    codes.flatMap((code) => (bigEndian ? [code >> 8, code & 255] : [code & 255, code >> 8])),
  );
}

describe('decodeText', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-8 with its mark', new TextEncoder().encode(`\ufeff${TEXT}`)],
    ['Latin-1', Uint8Array.from(TEXT, (character) => character.charCodeAt(0))],
    ['UTF-16 little endian', utf16(TEXT, false, true)],
    ['UTF-16 big endian', utf16(TEXT, true, true)],
    ['UTF-16 little endian without mark', utf16(TEXT, false, false)],
    ['UTF-16 big endian without mark', utf16(TEXT, true, false)],
  ])('reads %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(TEXT);
  });

  it('reads unmarked UTF-16 of letters whose other byte is 0', () => {
    const text = '* voltage in \u5f00\u5173\nR1 a 0 1k\n.end\n';
    expect(decodeText(utf16(text, false, false))).toBe(text);
    expect(decodeText(utf16(text, true, false))).toBe(text);
  });

  it('keeps every byte of Latin-1 and never fails', () => {
    expect(decodeText(Uint8Array.from([65, 0x80, 0xff]))).toBe('A\u0080\u00ff');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeText(bytes).length).toBeLessThanOrEqual(bytes.length);
      }),
      { seed: 3 },
    );
  });
});
