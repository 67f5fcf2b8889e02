/** Numbers as the binary form of WebAssembly has them [WebAssembly Core Specification 2.0, 5.2]. */

export function unsigned(value) {
  const out = [];
  for (let rest = value; ;) {
    const byte = rest & 0x7f;
    rest >>>= 7;
    if (rest === 0) return [...out, byte];
    out.push(byte | 0x80);
  }
}

export function signed(value) {
  const out = [];
  for (let rest = value; ;) {
    const byte = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0)) return [...out, byte];
    out.push(byte | 0x80);
  }
}

export function number64(value) {
  return [...new Uint8Array(Float64Array.of(value).buffer)];
}

/** A name, or a list: its length before it. */
export function list(items) {
  return [...unsigned(items.length), ...items.flat()];
}

export function text(value) {
  return list([...value].map((letter) => letter.charCodeAt(0)));
}
