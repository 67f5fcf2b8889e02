/**
 * Stretches -> pieces: a stretch is read at the nine points of Gauss and Lobatto; where the last coefficients of a quantity
 * are not below the rounding of its values, it is halved. Analytic motions need few halvings whatever their time constants;
 * a bend or jump within a written expression is closed in by halving down to rounding. Where noise keeps the coefficients up,
 * a stretch has `maxPieces` at most, and fewer the longer it lasts.
 *
 * Cost: nine readings a piece, 81 products a quantity.
 */
import {
  degree,
  lobattoPoints,
  magnitudeFrom,
  pointCount,
  slopeBound,
  toLegendre,
} from '../../numerics/polynomial/legendre.js';
import { Piece } from './piece.js';
import type { MakeSums, Stretch, StretchObserver } from './stretch.js';

/** The last two coefficients, relative to the largest value so far, below which a piece counts as resolved, unless less will do. */
export const fullResolution = 1e-13;
/** Where halving does not lower them any more and they are below this they are noise. */
const noise = 1e-8;
const noProgress = 0.7;
const maxHalvings = 60;
const maxPieces = 400;
const minPieces = 8;
/** What decays fast does so behind an event: there the first part is taken smaller than a half. */
const startPart = 1 / 8;

/** By how much times are rounded, in half lengths of an interval, with room for the sums in which that ends. */
function timeRounding(from: number, to: number): number {
  return (8 * Number.EPSILON * Math.max(Math.abs(from), Math.abs(to))) / (to - from);
}

export interface PieceObserver {
  /** It looks at nothing that is still to come; absent where it always does. */
  readonly finished?: boolean;
  /** Takes the next piece; it is used again after the call. */
  piece(piece: Piece): void;
  /** Takes sums in the place of pieces. */
  readonly takeSums?: (make: MakeSums) => void;
}

export class Piecewise implements StretchObserver {
  readonly #piece: Piece;
  readonly #times = new Float64Array(pointCount);
  readonly #rows: Float64Array;
  readonly #values = new Float64Array(pointCount);
  readonly #largest: Float64Array;
  /** Ends, depth and size of the last coefficients above of intervals that wait. */
  readonly #ends = new Float64Array(maxHalvings + 2);
  readonly #depths = new Int32Array(maxHalvings + 2);
  readonly #tails = new Float64Array(maxHalvings + 2);
  /** Pieces that the next stretch may have. */
  #budget = maxPieces;

  constructor(
    private readonly width: number,
    private readonly observers: readonly PieceObserver[],
    private readonly resolution = fullResolution,
  ) {
    this.#piece = new Piece(width);
    this.#rows = new Float64Array(pointCount * (width + 1));
    this.#largest = new Float64Array(width);
  }

  get finished(): boolean {
    return this.observers.every(({ finished }) => finished === true);
  }

  takeSums(make: MakeSums): boolean {
    const [only, ...others] = this.observers;
    if (!only?.takeSums || others.length > 0) return false;
    only.takeSums(make);
    return true;
  }

  stretch(stretch: Stretch): void {
    if (!(stretch.t1 > stretch.t0) || this.finished) return;
    if (stretch.linear) {
      this.#line(stretch);
      return;
    }
    let from = stretch.t0;
    let top = 0;
    let pieces = 0;
    this.#ends[0] = stretch.t1;
    this.#depths[0] = 0;
    this.#tails[0] = Infinity;
    while (top >= 0) {
      const to = this.#ends[top] as number;
      const depth = this.#depths[top] as number;
      const above = this.#tails[top] as number;
      const tail = this.#fit(stretch, from, to);
      const middle = from + (to - from) * (depth > 0 && from === stretch.t0 ? startPart : 0.5);
      const isDone =
        tail <= this.resolution ||
        (tail < noise && tail > noProgress * above) ||
        depth >= maxHalvings ||
        pieces + top >= this.#budget ||
        !(middle > from && middle < to);
      if (isDone) {
        this.#tell();
        pieces++;
        from = to;
        top--;
        continue;
      }
      this.#depths[top] = depth + 1;
      this.#tails[top] = tail;
      top++;
      this.#ends[top] = middle;
      this.#depths[top] = depth + 1;
      this.#tails[top] = tail;
    }
    this.#budget =
      pieces >= this.#budget ? Math.max(minPieces, this.#budget >> 2) : Math.min(maxPieces, 2 * this.#budget);
  }

  #line(stretch: Stretch): void {
    const [times, rows, piece] = [this.#times, this.#rows, this.#piece];
    times[0] = piece.t0 = stretch.t0;
    times[1] = piece.t1 = stretch.t1;
    stretch.read(times, 2, rows);
    const width = this.width + 1;
    piece.c.fill(0);
    for (let q = 0; q < this.width; q++) {
      const [a, b] = [rows[q + 1] as number, rows[width + q + 1] as number];
      piece.first[q] = a;
      piece.last[q] = b;
      piece.c[q * pointCount] = a + (b - a) / 2;
      piece.c[q * pointCount + 1] = (b - a) / 2;
    }
    this.#tell();
  }

  /** Fits the piece to [from, to]; returns the largest of the last coefficients, relative to what its quantity has been. */
  #fit(stretch: Stretch, from: number, to: number): number {
    const [times, rows, piece, values] = [this.#times, this.#rows, this.#piece, this.#values];
    for (let i = 0; i < degree; i++) times[i] = from + ((1 + (lobattoPoints[i] as number)) / 2) * (to - from);
    times[degree] = to;
    stretch.read(times, pointCount, rows);
    piece.t0 = from;
    piece.t1 = to;
    const width = this.width + 1;
    let largestTail = 0;
    for (let q = 0; q < this.width; q++) {
      let largest = this.#largest[q] as number;
      for (let i = 0; i < pointCount; i++) {
        const value = rows[i * width + q + 1] as number;
        values[i] = value;
        if (Math.abs(value) > largest) largest = Math.abs(value);
      }
      this.#largest[q] = largest;
      piece.first[q] = values[0] as number;
      piece.last[q] = values[degree] as number;
      const at = q * pointCount;
      toLegendre(values, 0, piece.c, at);
      const tail = magnitudeFrom(degree - 1, piece.c, at);
      if (!(tail > this.resolution * largest)) continue;
      if (!(tail > timeRounding(from, to) * slopeBound(piece.c, at))) continue;
      const size = Math.max(largest, stretch.magnitude?.(q) ?? 0);
      if (tail > largestTail * size) largestTail = tail / size;
    }
    return largestTail;
  }

  #tell(): void {
    for (const observer of this.observers) observer.piece(this.#piece);
  }
}
