/**
 * The convolution of two sequences, which is the product of polynomials, by fast Fourier transforms of length 2^k:
 * O(n log n), with an error of some log n roundings of the largest term. Source: [Cooley-Tukey 1965].
 */

/** Returns the first `count` values of sum_j a_j b_(k-j). */
export function convolution(a: Float64Array, b: Float64Array, count: number): Float64Array {
  let size = 1;
  while (size < a.length + b.length) size *= 2;
  // a is the real part of one sequence, b its imaginary part: one transform serves both.
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  re.set(a);
  im.set(b);
  transform(re, im, 1);
  const [productRe, productIm] = [new Float64Array(size), new Float64Array(size)];
  for (let k = 0; k < size; k++) {
    const other = (size - k) % size;
    const [x, y] = [re[k] as number, im[k] as number];
    const [u, v] = [re[other] as number, im[other] as number];
    // A = (Z + conj Z')/2, B = (Z - conj Z')/(2 j)
    const [aRe, aIm] = [(x + u) / 2, (y - v) / 2];
    const [bRe, bIm] = [(y + v) / 2, (u - x) / 2];
    productRe[k] = aRe * bRe - aIm * bIm;
    productIm[k] = aRe * bIm + aIm * bRe;
  }
  transform(productRe, productIm, -1);
  return productRe.subarray(0, count).map((value) => value / size);
}

/** X_k = sum_j x_j e^(-sign 2 pi i j k / n), in place; the length is a power of 2. */
function transform(re: Float64Array, im: Float64Array, sign: 1 | -1): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; (j & bit) !== 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      swap(re, i, j);
      swap(im, i, j);
    }
  }
  for (let length = 2; length <= n; length *= 2) {
    const half = length / 2;
    for (let k = 0; k < half; k++) {
      const angle = (-sign * 2 * Math.PI * k) / length;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (let top = k; top < n; top += length) butterfly(re, im, top, top + half, c, s);
    }
  }
}

function swap(values: Float64Array, i: number, j: number): void {
  const value = values[i] as number;
  values[i] = values[j] as number;
  values[j] = value;
}

function butterfly(re: Float64Array, im: Float64Array, i: number, j: number, c: number, s: number): void {
  const x = (re[j] as number) * c - (im[j] as number) * s;
  const y = (re[j] as number) * s + (im[j] as number) * c;
  re[j] = (re[i] as number) - x;
  im[j] = (im[i] as number) - y;
  re[i] = (re[i] as number) + x;
  im[i] = (im[i] as number) + y;
}
