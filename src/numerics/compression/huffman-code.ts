/**
 * Prefix codes of least total length for given counts, no code longer than a bound, in the canonical order of
 * RFC 1951, section 3.2.2. Where Huffman's tree is deeper than the bound, counts are halved and it is made
 * again: a little longer than the best bounded code, which only matters for very skew counts.
 *
 * Cost: O(n log n) for n symbols.
 */

export interface PrefixCode {
  /** Bits of each symbol; 0 for one that does not occur. */
  readonly lengths: Uint8Array;
  /** Codes with their bits reversed: the first bit of a code is the lowest. */
  readonly codes: Uint16Array;
}

/** Makes the code of the symbols whose count is not 0; `longest` bits at most. */
export function prefixCode(counts: Uint32Array, longest: number): PrefixCode {
  let weights: Uint32Array = counts;
  for (;;) {
    const lengths = treeDepths(weights);
    if (lengths.every((length) => length <= longest)) return { lengths, codes: canonicalCodes(lengths) };
    weights = weights.map((weight) => (weight + 1) >> 1);
  }
}

/** The depths of Huffman's tree: two queues, leaves in order of weight and inner nodes in order of making. */
function treeDepths(weights: Uint32Array): Uint8Array {
  const lengths = new Uint8Array(weights.length);
  const leaves = Array.from(weights.keys()).filter((symbol) => (weights[symbol] ?? 0) > 0);
  leaves.sort((a, b) => (weights[a] ?? 0) - (weights[b] ?? 0) || a - b);
  const n = leaves.length;
  if (n === 1) lengths[leaves[0] ?? 0] = 1;
  if (n < 2) return lengths;
  const weight = new Float64Array(2 * n - 1);
  const parent = new Int32Array(2 * n - 1);
  leaves.forEach((symbol, i) => (weight[i] = weights[symbol] ?? 0));
  let leaf = 0;
  let inner = n;
  for (let made = n; made < 2 * n - 1; made++) {
    let sum = 0;
    for (let child = 0; child < 2; child++) {
      const takesLeaf = leaf < n && (inner === made || (weight[leaf] ?? 0) <= (weight[inner] ?? 0));
      const taken = takesLeaf ? leaf++ : inner++;
      parent[taken] = made;
      sum += weight[taken] ?? 0;
    }
    weight[made] = sum;
  }
  const depth = new Uint8Array(2 * n - 1);
  for (let node = 2 * n - 3; node >= 0; node--) depth[node] = (depth[parent[node] ?? 0] ?? 0) + 1;
  leaves.forEach((symbol, i) => (lengths[symbol] = depth[i] ?? 0));
  return lengths;
}

function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    code <<= 1;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] === length) codes[symbol] = reversed(code++, length);
    }
  }
  return codes;
}

function reversed(code: number, length: number): number {
  let out = 0;
  for (let bit = 0; bit < length; bit++) out |= ((code >> bit) & 1) << (length - 1 - bit);
  return out;
}
