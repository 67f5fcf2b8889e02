/**
 * Where pairs go round (`newton.ts`) the tangent system of each iteration, piecewise linear in its pairs, is solved by following
 *
 *     F(w + d) = (1 - p) F(w),     p: 0 -> 1,
 *
 * from one linear piece to the next: each piece is a line in (d, p), and where y or z of a pair comes to 0 that pair turns over. Of
 * two neighbouring pieces whose determinants differ in sign p goes back on the second one, so that the path has no end within: no
 * P-matrix is asked for. A table with a falling slope makes none (its last kink without the one before), though as a map
 * it is one to one. What pairs miss at w stands in F(w) as all else does. The path ends at p = 1, in a
 * piece that leads to infinity, or in a singular one; then this says so. Laws are taken along their tangents, piece by piece, and evaluated anew
 * at its end. Cost: one factorization a piece. Sources: [Katzenelson 1965], [Chien-Kuh 1977], [Ralph 1994].
 */
import { resultOf } from '../../../../base/pauses.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import type { ActiveRows } from './active-rows.js';
import type { NewtonIterations, PivotChooser } from './newton-iterations.js';
import type { NewtonStatus } from './newton-status.js';
import type { PairSigns } from './pair-signs.js';

/** What of a `DescriptorNewton` a path is followed with. */
export interface PathNewton extends PivotChooser {
  readonly assembly: DescriptorAssembly;
  readonly rows: ActiveRows;
  readonly signs: PairSigns;
  readonly iterations: NewtonIterations;
  frozen: boolean;
  invalidate(): void;
}

/** Pieces of one path by pairs, and operations of all by entries of J. */
const MAX_PIECES = 8;
const MAX_WORK = 2e8;

/** Moves w to the solution, rows in its mode; where the path does not lead there both are anything. */
export function followPairPath(
  newton: PathNewton,
  w: Float64Array,
  history: Float64Array,
  b: number,
  maxIterations: number,
): NewtonStatus {
  const { assembly, rows, counters } = newton;
  counters.fallback('pairs along a path');
  assembly.resetLimits(w);
  assembly.evaluate(w, b, true);
  meetPairs(newton, w);
  const path = new PairPath(newton, w);
  let mode: Uint8Array | undefined;
  for (let k = 0; k < maxIterations; k++) {
    assembly.evaluate(w, b, true);
    if (!assembly.isFinite) return 'not-finite';
    if (!path.follow(history, b)) return 'cycling';
    const isSame = mode?.every((force, i) => force === rows.forced[i]) ?? !assembly.nonlinear;
    mode = rows.forced.slice();
    if (isSame && isSolvedIn(newton, w, history, b, maxIterations)) return 'converged';
  }
  return 'diverged';
}

/**
 * Lets z of each pair that is part of its own y meet it: corners of one law then agree on where they are, and its path stays one of
 * the law instead of one through combinations of corners that no point of it has.
 */
function meetPairs({ assembly, rows }: PathNewton, w: Float64Array): void {
  const { place } = rows.arrays;
  for (let i = 0; i < rows.pairCount; i++) {
    const own = assembly.values[place[i]!]!;
    if (own > 0) w[rows.unknown[i]!] = Math.max(0, w[rows.unknown[i]!]! - assembly.k[rows.row[i]!]! / own);
  }
}

/** Whether the mode that the rows are in has its solution near w, signs of pairs included; w is that then. */
function isSolvedIn(
  newton: PathNewton,
  w: Float64Array,
  history: Float64Array,
  b: number,
  maxIterations: number,
): boolean {
  const before = w.slice();
  newton.frozen = true;
  const status = newton.iterations.solve(w, history, b, maxIterations, true);
  newton.frozen = false;
  if (status === 'converged' && newton.signs.worst(w) === 0) return true;
  w.set(before);
  newton.assembly.resetLimits(w);
  return false;
}

class PairPath {
  /** J of all rows as they are, and -F. */
  readonly #matrix: Float64Array;
  readonly #missed: Float64Array;
  readonly #scratch: Float64Array;
  /** dd/dp. */
  readonly #rate: Float64Array;
  /** Of each pair y where it is forced, else z; what p moves of y and of z; and how fast y or z goes. */
  readonly #value: Float64Array;
  readonly #ofY: Float64Array;
  readonly #ofZ: Float64Array;
  readonly #speed: Float64Array;

  constructor(
    private readonly newton: PathNewton,
    private readonly w: Float64Array,
  ) {
    const { assembly, rows } = newton;
    const { size } = assembly.system;
    this.#matrix = new Float64Array(assembly.values.length);
    this.#missed = new Float64Array(size);
    this.#scratch = new Float64Array(size);
    this.#rate = new Float64Array(size);
    this.#value = new Float64Array(rows.pairCount);
    this.#ofY = new Float64Array(rows.pairCount);
    this.#ofZ = new Float64Array(rows.pairCount);
    this.#speed = new Float64Array(rows.pairCount);
  }

  /** Moves w to the end of the path from the point at which `assembly` has been evaluated, and rows with it; false where there is none. */
  follow(history: Float64Array, b: number): boolean {
    const { assembly, rows } = this.newton;
    const { k, s } = assembly;
    this.#matrix.set(assembly.values);
    for (let i = 0; i < this.#missed.length; i++) this.#missed[i] = -(k[i]! + b * (s[i]! - history[i]!));
    this.#begin();
    const maxPieces = Math.min(50 + MAX_PIECES * rows.pairCount, MAX_WORK / this.#matrix.length);
    let [p, direction, turned] = [0, 1, -1];
    for (let pieces = 0; pieces < maxPieces; pieces++) {
      if (!this.#solvePiece()) return false;
      if (turned >= 0) direction = Math.sign(this.#speed[turned]!);
      if (direction === 0) return false;
      const end = direction > 0 ? 1 - p : Infinity;
      const [length, next] = this.#nextCorner(direction, turned, end);
      if (next < 0) return end < Infinity && this.#moveToEnd();
      p += direction * length;
      for (let i = 0; i < rows.pairCount; i++)
        this.#value[i] = Math.max(0, this.#value[i]! + direction * length * this.#speed[i]!);
      rows.flip(next);
      this.#value[next] = 0;
      turned = next;
    }
    return false;
  }

  /** Pairs as they are nearest to at w, where each misses what makes it so. */
  #begin(): void {
    const { w } = this;
    const { rows, assembly } = this.newton;
    const { absolute, residual } = assembly.system;
    for (let i = 0; i < rows.pairCount; i++) {
      const [row, unknown] = [rows.row[i]!, rows.unknown[i]!];
      const [y, z] = [-this.#missed[row]!, w[unknown]!];
      const isForced = y / residual[row]! >= z / absolute[unknown]!;
      if ((rows.forced[i] === 1) !== isForced) rows.flip(i);
      // Not two of them at the same p.
      const apart = 1 + i / rows.pairCount;
      const value = isForced ? Math.max(y, apart * residual[row]!) : Math.max(z, apart * absolute[unknown]!);
      this.#value[i] = value;
      this.#ofY[i] = isForced ? y - value : y;
      this.#ofZ[i] = isForced ? z : z - value;
    }
  }

  /** Factors the mode that the rows are in, and finds how all moves with p in it; false where it is singular. */
  #solvePiece(): boolean {
    const { w } = this;
    const { newton } = this;
    const { rows, assembly, factors, counters } = newton;
    const { values } = assembly;
    values.set(this.#matrix);
    rows.force(values, w, this.#scratch, assembly.k, 0);
    newton.invalidate();
    counters.refactorizations++;
    const isFactored = newton.hasPivots && factors.refactor(values);
    if (!isFactored && resultOf(newton.choosePivots(values)) >= 0) return false;
    const rate = this.#rate;
    rate.set(this.#missed);
    for (let i = 0; i < rows.count; i++) {
      const isPair = i < rows.pairCount;
      if (rows.forced[i] === 1) rate[rows.row[i]!] = isPair ? -this.#ofZ[i]! : -w[rows.unknown[i]!]!;
      else if (isPair) rate[rows.row[i]!] = -this.#ofY[i]!;
    }
    factors.solve(rate);
    for (let i = 0; i < rows.pairCount; i++)
      this.#speed[i] =
        rows.forced[i] === 1 ? rows.rowOf(i, rate) + this.#ofY[i]! : rate[rows.unknown[i]!]! + this.#ofZ[i]!;
    return rate.every(Number.isFinite);
  }

  /** How far the piece goes and the pair that ends it, -1 where none does before `end`; that which has just turned over leaves 0. */
  #nextCorner(direction: number, turned: number, end: number): [length: number, pair: number] {
    let [length, pair] = [end, -1];
    for (let i = 0; i < this.#value.length; i++) {
      const speed = direction * this.#speed[i]!;
      if (i === turned || !(speed < 0)) continue;
      const there = -this.#value[i]! / speed;
      if (there < length) [length, pair] = [there, i];
    }
    return [length, pair];
  }

  /** The last piece has been factored: its point at p = 1, without what was lost on the way. */
  #moveToEnd(): boolean {
    const { w } = this;
    const { rows, factors } = this.newton;
    const change = this.#rate;
    change.set(this.#missed);
    for (let i = 0; i < rows.count; i++)
      if (rows.forced[i] === 1) change[rows.row[i]!] = -w[rows.unknown[i]!]!;
    factors.solve(change);
    for (let i = 0; i < change.length; i++) w[i]! += change[i]!;
    return true;
  }
}
