/**
 * Columns of numbers as bytes that deflate makes short, and back, bit for bit.
 *
 * The bits of a double, read as a whole number of 64 bits, are monotone in its size; neighbours on a smooth
 * curve differ little, and so do their differences. Each column is taken as the differences of the order
 * (1 to 3) that leaves fewest bits, sign in the lowest bit, and stands as eight planes: all lowest bytes,
 * then all second ones ... High planes are nearly all 0. Behind the planes of all columns stands a byte a column: its order.
 */

const maxDifferences = 3;
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
/** Where the low and the high half of a double stand among its two words. */
const [lowHalf, highHalf] = isLittleEndian ? [0, 1] : [1, 0];

/** Whole numbers of 64 bits in two halves. */
interface Wide {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/** Returns the bytes of columns of equal length; `columnsFromBytes` undoes it. */
export function bytesFromColumns(columns: readonly Float64Array[]): Uint8Array {
  const rows = columns[0]?.length ?? 0;
  const bytes = new Uint8Array(columns.length * (8 * rows + 1));
  columns.forEach((column, k) => {
    const { order, values } = minBits(column);
    writePlanes(values, bytes.subarray(8 * rows * k, 8 * rows * (k + 1)));
    bytes[8 * rows * columns.length + k] = order;
  });
  return bytes;
}

/** Rows of the columns that `bytes` holds. */
export const rowsInBytes = (bytes: Uint8Array, width: number): number => (bytes.length / width - 1) / 8;

/** Reads as many columns as there are in `out`, each into its array of `rowsInBytes` numbers. */
export function columnsFromBytes(bytes: Uint8Array, out: readonly Float64Array[]): void {
  const rows = rowsInBytes(bytes, out.length);
  out.forEach((column, k) => {
    const words = new Int32Array(column.buffer, column.byteOffset, 2 * rows);
    readPlanes(
      bytes.subarray(8 * rows * k, 8 * rows * (k + 1)),
      bytes[8 * rows * out.length + k] ?? 1,
      words,
    );
  });
}

function minBits(column: Float64Array): { order: number; values: Wide } {
  const words = new Uint32Array(column.buffer, column.byteOffset, 2 * column.length);
  let values = wide(column.length);
  for (let i = 0; i < column.length; i++) {
    values.low[i] = words[2 * i + lowHalf]!;
    values.high[i] = words[2 * i + highHalf]!;
  }
  values = differences(values);
  let bits = bitsOf(values);
  for (let order = 2; order <= maxDifferences; order++) {
    const next = differences(values);
    const nextBits = bitsOf(next);
    if (nextBits >= bits) return { order: order - 1, values };
    [values, bits] = [next, nextBits];
  }
  return { order: maxDifferences, values };
}

const wide = (length: number): Wide => ({ low: new Uint32Array(length), high: new Uint32Array(length) });

function differences({ low, high }: Wide): Wide {
  const out = wide(low.length);
  let [previousLow, previousHigh] = [0, 0];
  for (let i = 0; i < low.length; i++) {
    const [l, h] = [low[i]!, high[i]!];
    out.low[i] = l - previousLow;
    out.high[i] = h - previousHigh - (l < previousLow ? 1 : 0);
    [previousLow, previousHigh] = [l, h];
  }
  return out;
}

/** Bits that are left below the leading ones, which all equal the sign. */
function bitsOf({ low, high }: Wide): number {
  let sum = 0;
  for (let i = 0; i < low.length; i++) {
    const sign = (high[i]! | 0) >> 31;
    const top = (high[i]! ^ sign) >>> 0;
    sum += top > 0 ? 64 - Math.clz32(top) : 32 - Math.clz32(low[i]! ^ sign);
  }
  return sum;
}

/** Moves the sign to the lowest bit, ones that extend it to zeros, and parts the bytes. */
function writePlanes({ low, high }: Wide, planes: Uint8Array): void {
  const rows = low.length;
  for (let i = 0; i < rows; i++) {
    const [l, h] = [low[i]!, high[i]!];
    const sign = (h | 0) >> 31;
    const left = (l << 1) ^ sign;
    const right = ((h << 1) | (l >>> 31)) ^ sign;
    for (let byte = 0; byte < 4; byte++) {
      planes[byte * rows + i] = left >>> (8 * byte);
      planes[(byte + 4) * rows + i] = right >>> (8 * byte);
    }
  }
}

/** Undoes `writePlanes`, then `differences` as often as they were taken; `words`: two a number. */
function readPlanes(planes: Uint8Array, order: number, words: Int32Array): void {
  const rows = planes.length / 8;
  // The last value of each order of differences: the third sums up what stands in the planes of third differences ...
  let [low1, high1, low2, high2, low3, high3] = [0, 0, 0, 0, 0, 0];
  for (let i = 0, at = 0; i < rows; i++, at += 2) {
    const left =
      planes[i]! | (planes[i + rows]! << 8) | (planes[i + 2 * rows]! << 16) | (planes[i + 3 * rows]! << 24);
    const right =
      planes[i + 4 * rows]! |
      (planes[i + 5 * rows]! << 8) |
      (planes[i + 6 * rows]! << 16) |
      (planes[i + 7 * rows]! << 24);
    const sign = -(left & 1);
    let low = ((left >>> 1) | (right << 31)) ^ sign;
    let high = (right >>> 1) ^ sign;
    if (order > 2) {
      const sum = (low3 + low) | 0;
      high3 = (high3 + high + carryOf(low3, low, sum)) | 0;
      low = low3 = sum;
      high = high3;
    }
    if (order > 1) {
      const sum = (low2 + low) | 0;
      high2 = (high2 + high + carryOf(low2, low, sum)) | 0;
      low = low2 = sum;
      high = high2;
    }
    const sum = (low1 + low) | 0;
    high1 = (high1 + high + carryOf(low1, low, sum)) | 0;
    words[at + lowHalf] = low1 = sum;
    words[at + highHalf] = high1;
  }
}

/** 1 where the sum of two halves without sign has a carry; a branch would be taken at random. */
const carryOf = (a: number, b: number, sum: number): number => ((a & b) | ((a | b) & ~sum)) >>> 31;
