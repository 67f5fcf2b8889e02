/**
 * Seeded random numbers: SplitMix64's finalizer over a Weyl sequence [Steele, Lea, Flood 2014], here in two
 * 32-bit halves. Same seed, same stream, on every machine. Not for cryptography.
 */

/** A stream of random numbers. */
export class RandomStream {
  #high: number;
  #low: number;
  #other: number | undefined;
  #hasDrawn = false;

  /** Starts the stream of a seed, a whole number. */
  constructor(private readonly seed: number) {
    this.#low = seed >>> 0;
    this.#high = Math.floor(seed / 2 ** 32) >>> 0;
  }

  /** Whether a number was drawn. */
  get hasDrawn(): boolean {
    return this.#hasDrawn;
  }

  /** Draws its own seed: what else depends on it is another where the stream is. */
  ownSeed(): number {
    this.#hasDrawn = true;
    return this.seed;
  }

  /** Draws uniformly from [0, 1) with 53 random bits. */
  uniform(): number {
    this.#hasDrawn = true;
    // Weyl step: add 0x9e3779b97f4a7c15.
    const low = (this.#low >>> 0) + 0x7f4a7c15;
    this.#high = (this.#high + 0x9e3779b9 + (low > 0xffffffff ? 1 : 0)) >>> 0;
    this.#low = low >>> 0;
    let z = mixShift(this.#high, this.#low, 30);
    z = multiply(z[0], z[1], 0xbf58476d, 0x1ce4e5b9);
    z = mixShift(z[0], z[1], 27);
    z = multiply(z[0], z[1], 0x94d049bb, 0x133111eb);
    z = mixShift(z[0], z[1], 31);
    return (z[0] * 2 ** 21 + (z[1] >>> 11)) / 2 ** 53;
  }

  /** Draws from the normal distribution of mean 0 and deviation 1, by the polar method. */
  normal(): number {
    if (this.#other !== undefined) {
      const value = this.#other;
      this.#other = undefined;
      return value;
    }
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.#other = y * factor;
      return x * factor;
    }
  }
}

type Halves = readonly [high: number, low: number];

/** z ^ (z >>> bits), 0 < bits < 32. */
function mixShift(high: number, low: number, bits: number): Halves {
  const shiftedLow = (low >>> bits) | (high << (32 - bits));
  return [(high ^ (high >>> bits)) >>> 0, (low ^ shiftedLow) >>> 0];
}

/** The product modulo 2^64. */
function multiply(high: number, low: number, otherHigh: number, otherLow: number): Halves {
  const a = low & 0xffff;
  const b = low >>> 16;
  const c = otherLow & 0xffff;
  const d = otherLow >>> 16;
  const middle = ((a * c) >>> 16) + ((a * d) & 0xffff) + ((b * c) & 0xffff);
  const carry =
    b * d + Math.floor((a * d) / 65536) + Math.floor((b * c) / 65536) + Math.floor(middle / 65536);
  const cross = Math.imul(low, otherHigh) + Math.imul(high, otherLow);
  return [(carry + cross) >>> 0, Math.imul(low, otherLow) >>> 0];
}
