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

/** Reads `width` columns. */
export function columnsFromBytes(bytes: Uint8Array, width: number): Float64Array[] {
  const rows = (bytes.length / width - 1) / 8;
  return Array.from({ length: width }, (_, k) => {
    const planes = bytes.subarray(8 * rows * k, 8 * rows * (k + 1));
    return columnFromPlanes(planes, rows, bytes[8 * rows * width + k] ?? 0);
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

function columnFromPlanes(planes: Uint8Array, rows: number, order: number): Float64Array {
  const column = new Float64Array(rows);
  const words = new Uint32Array(column.buffer);
  // The last value of each order of differences, the column itself first.
  const low = new Uint32Array(order + 1);
  const high = new Uint32Array(order + 1);
  for (let i = 0; i < rows; i++) {
    const left = halfAt(planes, rows, i, 0);
    const right = halfAt(planes, rows, i, 4);
    const sign = -(left & 1);
    low[order] = ((left >>> 1) | (right << 31)) ^ sign;
    high[order] = (right >>> 1) ^ sign;
    for (let k = order - 1; k >= 0; k--) {
      const sum = low[k]! + low[k + 1]!;
      high[k] = high[k]! + high[k + 1]! + (sum > 0xffffffff ? 1 : 0);
      low[k] = sum;
    }
    words[2 * i + lowHalf] = low[0]!;
    words[2 * i + highHalf] = high[0]!;
  }
  return column;
}

function halfAt(planes: Uint8Array, rows: number, row: number, plane: number): number {
  const at = plane * rows + row;
  return (
    planes[at]! | (planes[at + rows]! << 8) | (planes[at + 2 * rows]! << 16) | (planes[at + 3 * rows]! << 24)
  );
}
