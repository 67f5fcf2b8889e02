/**
 * Numbers of twice the digits: the unevaluated sum hi + lo of two doubles, |lo| <= ulp(hi) / 2, some 32 digits. Sums are
 * taken by Knuth's two-sum, products by Dekker's splitting; each operation errs by a few 1e-32 of its operands. For
 * matrices in which 1 mOhm stands beside 1 TOhm: what elimination leaves of differences keeps digits. Not for
 * magnitudes above 1e290, where splitting overflows. A product and sum cost some 30 flops.
 * Source: [Dekker 1971], [Hida-Li-Bailey 2001].
 */

/** A row-major matrix of such numbers. */
export interface DoubleDoubles {
  readonly hi: Float64Array;
  readonly lo: Float64Array;
}

/** 2^27 + 1: splits a double into two halves of 26 bits. */
const splitter = 134217729;

/** A running sum, and the magnitudes of its terms. */
export class DoubleDoubleSum {
  hi = 0;
  lo = 0;
  terms = 0;

  clear(): this {
    this.hi = this.lo = this.terms = 0;
    return this;
  }

  add(hi: number, lo: number): this {
    const s = this.hi + hi;
    const part = s - this.hi;
    const low = this.hi - (s - part) + (hi - part) + (this.lo + lo);
    this.hi = s + low;
    this.lo = low - (this.hi - s);
    this.terms += Math.abs(hi);
    return this;
  }

  addProduct(ah: number, al: number, bh: number, bl: number): this {
    if (ah === 0 || bh === 0) return this;
    const product = ah * bh;
    const a = splitter * ah;
    const a1 = a - (a - ah);
    const a2 = ah - a1;
    const b = splitter * bh;
    const b1 = b - (b - bh);
    const b2 = bh - b1;
    const low = a1 * b1 - product + a1 * b2 + a2 * b1 + a2 * b2 + (ah * bl + al * bh);
    return this.add(product, low);
  }

  divide(bh: number, bl: number): this {
    const first = this.hi / bh;
    this.addProduct(-first, 0, bh, bl);
    const second = this.hi / bh;
    this.addProduct(-second, 0, bh, bl);
    const third = this.hi / bh;
    this.clear();
    return this.add(first, 0).add(second, 0).add(third, 0);
  }

  /** 0 where the terms cancel to this part of them: a structural zero must not look like a small number. */
  clean(part: number): this {
    if (Math.abs(this.hi) <= part * this.terms) this.hi = this.lo = 0;
    return this;
  }

  writeTo({ hi, lo }: DoubleDoubles, at: number): void {
    hi[at] = this.hi;
    lo[at] = this.lo;
  }
}

export function doubleDoubles(length: number): DoubleDoubles {
  return { hi: new Float64Array(length), lo: new Float64Array(length) };
}

/** Doubles with what their rounding left over, where it is known. */
export function widened(hi: Float64Array, lo: Float64Array = new Float64Array(hi.length)): DoubleDoubles {
  return { hi, lo };
}

/** A copy of `count` entries from `start`. */
export function slicedWide({ hi, lo }: DoubleDoubles, start: number, count: number): DoubleDoubles {
  return { hi: hi.slice(start, start + count), lo: lo.slice(start, start + count) };
}

/** C += scale A B with A rows x inner, B inner x cols; C is none of both. */
export function multiplyAddWide(
  rows: number,
  inner: number,
  cols: number,
  A: DoubleDoubles,
  B: DoubleDoubles,
  C: DoubleDoubles,
  scale = 1,
): void {
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < inner; k++) {
      const at = i * inner + k;
      addScaledWide(C, i * cols, scale * A.hi[at]!, scale * A.lo[at]!, B, k * cols, cols);
    }
  }
}

/**
 * target[start + k] += factor source[from + k] for k < count, the factor a number of twice the digits. The sums of
 * `DoubleDoubleSum`, written out: this is where modes that are new spend their time.
 */
export function addScaledWide(
  { hi: targetHi, lo: targetLo }: DoubleDoubles,
  start: number,
  fh: number,
  fl: number,
  { hi: sourceHi, lo: sourceLo }: DoubleDoubles,
  from: number,
  count: number,
): void {
  if (fh === 0) return;
  const f = splitter * fh;
  const f1 = f - (f - fh);
  const f2 = fh - f1;
  for (let k = 0; k < count; k++) {
    const bh = sourceHi[from + k]!;
    if (bh === 0) continue;
    const product = fh * bh;
    const b = splitter * bh;
    const b1 = b - (b - bh);
    const b2 = bh - b1;
    const rest = f1 * b1 - product + f1 * b2 + f2 * b1 + f2 * b2 + (fh * sourceLo[from + k]! + fl * bh);
    const before = targetHi[start + k]!;
    const s = before + product;
    const part = s - before;
    const low = before - (s - part) + (product - part) + (targetLo[start + k]! + rest);
    const hi = s + low;
    targetHi[start + k] = hi;
    targetLo[start + k] = low - (hi - s);
  }
}

/**
 * Solves A X = B for `cols` right-hand sides in place of B, by elimination with scaled partial pivoting; A is destroyed. False where
 * a pivot is below `tolerance` of what its column had. Cost n^2 (n + cols) sums of products less what zeros save.
 */
export function solveWide(
  n: number,
  A: DoubleDoubles,
  cols: number,
  B: DoubleDoubles,
  tolerance = pivotTolerance,
): boolean {
  const scale = new Float64Array(n);
  const columnLargest = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let largest = 0;
    for (let j = 0; j < n; j++) largest = Math.max(largest, Math.abs(A.hi[i * n + j]!));
    scale[i] = largest > 0 ? 1 / largest : 0;
    for (let j = 0; j < n; j++) {
      columnLargest[j] = Math.max(columnLargest[j]!, Math.abs(A.hi[i * n + j]!) * scale[i]!);
    }
  }
  const sum = new DoubleDoubleSum();
  for (let k = 0; k < n; k++) {
    let pivot = k;
    let largest = -1;
    for (let i = k; i < n; i++) {
      const size = Math.abs(A.hi[i * n + k]!) * scale[i]!;
      if (size > largest) [pivot, largest] = [i, size];
    }
    if (!(largest > tolerance * columnLargest[k]!)) return false;
    if (pivot !== k) {
      exchange(A, n, k, pivot);
      exchange(B, cols, k, pivot);
      [scale[k], scale[pivot]] = [scale[pivot]!, scale[k]!];
    }
    for (let i = k + 1; i < n; i++) {
      if (A.hi[i * n + k] === 0) continue;
      sum.clear().add(A.hi[i * n + k]!, A.lo[i * n + k]!);
      sum.divide(A.hi[k * n + k]!, A.lo[k * n + k]!);
      const [fh, fl] = [-sum.hi, -sum.lo];
      addScaledWide(A, i * n + k + 1, fh, fl, A, k * n + k + 1, n - k - 1);
      addScaledWide(B, i * cols, fh, fl, B, k * cols, cols);
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) {
      addScaledWide(B, i * cols, -A.hi[i * n + j]!, -A.lo[i * n + j]!, B, j * cols, cols);
    }
    for (let c = 0; c < cols; c++) {
      const at = i * cols + c;
      if (B.hi[at] === 0) continue;
      sum
        .clear()
        .add(B.hi[at]!, B.lo[at]!)
        .divide(A.hi[i * n + i]!, A.lo[i * n + i]!)
        .writeTo(B, at);
    }
  }
  return true;
}

/** Elimination leaves some 1e-31 of a column; what is this much larger has digits. */
const pivotTolerance = 1e-26;

function exchange({ hi, lo }: DoubleDoubles, cols: number, p: number, q: number): void {
  for (const part of [hi, lo]) {
    for (let j = 0; j < cols; j++) {
      const value = part[p * cols + j]!;
      part[p * cols + j] = part[q * cols + j]!;
      part[q * cols + j] = value;
    }
  }
}
