/** Bytes as base64 (RFC 4648, section 4), as bytes of ASCII: what a page may hold between two tags. */

const alphabet = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const padding = 61;

export function base64(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  let to = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const word = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let shift = 18; shift >= 0; shift -= 6) out[to++] = alphabet[(word >> shift) & 63]!;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return missing === 0 ? out : out.fill(padding, out.length - missing);
}
