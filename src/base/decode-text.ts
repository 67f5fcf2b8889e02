/**
 * Bytes -> text, as circuit files come: UTF-8, UTF-16 of either order with or without its mark (LTspice
 * writes it), else Latin-1, which has every byte. Linear; never fails.
 */

/** Arguments of one call. */
const bytesAtOnce = 8192;

/** Zeros of the one byte for each of the other in UTF-16 at least. */
const mostOthers = 4;

/** Decodes a whole file. */
export function decodeText(bytes: Uint8Array): string {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes.subarray(2), false);
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes.subarray(2), true);
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeUtf8(bytes.subarray(3));
  const order = unmarkedUtf16(bytes);
  return order === undefined ? decodeUtf8(bytes) : decodeUtf16(bytes, order === 'big');
}

/**
 * Text of mostly ASCII in UTF-16 has a zero in every other byte, other text has none. A few letters of other scripts have one in the
 * byte beside it (U+5F00).
 */
function unmarkedUtf16(bytes: Uint8Array): 'little' | 'big' | undefined {
  const length = Math.min(bytes.length & ~1, 2000);
  if (length < 4) return undefined;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const half = length / 4;
  if (odd > half && odd > mostOthers * even) return 'little';
  return even > half && even > mostOthers * odd ? 'big' : undefined;
}

function decodeUtf16(bytes: Uint8Array, bigEndian: boolean): string {
  const even = bytes.subarray(0, bytes.length & ~1);
  if (!bigEndian) return new TextDecoder('utf-16le').decode(even);
  const swapped = new Uint8Array(even.length);
  for (let i = 0; i < even.length; i += 2) {
    swapped[i] = even[i + 1] ?? 0;
    swapped[i + 1] = even[i] ?? 0;
  }
  return new TextDecoder('utf-16le').decode(swapped);
}

function decodeUtf8(bytes: Uint8Array): string {
  // A short text of ASCII, as most are, is there before the platform's decoder is.
  if (bytes.length <= bytesAtOnce && bytes.every((byte) => byte < 0x80)) return decodeLatin1(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeLatin1(bytes);
  }
}

/** ISO 8859-1: a byte is its character (the platform's "latin1" is another code, with the C1 range replaced). */
function decodeLatin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + bytesAtOnce)));
  }
  return parts.join('');
}
