/**
 * Which pairs have the wrong sign at a point: a free one whose multiplier is below 0, a forced one whose y is. What is
 * rounding is measured by the largest value that each has had at the end of a step, and by the largest of all of them at this
 * point: impulses of a point that was only tried measure nothing.
 */
import type { ActiveRows } from './active-rows.js';
import type { DescriptorAssembly } from './assembly.js';

/** Signs of pairs are those of rounding below this part of the largest value seen. */
const SIGN = 1e-11;
/** The same of the absolute tolerance. */
const SIGN_PART = 1e-3;

export class PairSigns {
  /** At the ends of accepted steps. */
  readonly largestY: Float64Array;
  readonly largestZ: Float64Array;
  /** The largest y and z of all pairs at the point of the last iteration. */
  #largestHere = { y: 0, z: 0 };

  constructor(
    private readonly assembly: DescriptorAssembly,
    private readonly rows: ActiveRows,
    /** y of each pair. */
    private readonly y: Float64Array,
  ) {
    this.largestY = new Float64Array(rows.pairCount);
    this.largestZ = new Float64Array(rows.pairCount);
  }

  /** How far below 0 what a pair tests may be by rounding. */
  tolerance(p: number): number {
    const { rows } = this;
    const { absolute, residual } = this.assembly.system;
    return rows.forced[p] === 1
      ? SIGN * Math.max(this.largestY[p]!, this.#largestHere.y) + SIGN_PART * residual[rows.row[p]!]!
      : SIGN * Math.max(this.largestZ[p]!, this.#largestHere.z) + SIGN_PART * absolute[rows.unknown[p]!]!;
  }

  /** Takes y along to w, to which dz led; pairs stay as they are. */
  follow(w: Float64Array, dz: Float64Array): void {
    const { rows, y } = this;
    const here = this.#largestHere;
    here.y = 0;
    here.z = 0;
    for (let p = 0; p < rows.pairCount; p++) {
      const isForced = rows.forced[p] === 1;
      y[p] = isForced ? y[p]! + rows.change(p, dz) : 0;
      if (isForced) here.y = Math.max(here.y, Math.abs(y[p]!));
      else here.z = Math.max(here.z, Math.abs(w[rows.unknown[p]!]!));
    }
  }

  /** Turns over pairs whose sign is wrong at w, to which dz led, all or the first of them; returns how many. */
  turnOver(w: Float64Array, dz: Float64Array, leastIndex: boolean): number {
    this.follow(w, dz);
    const { rows, y } = this;
    let flips = 0;
    for (let p = 0; p < rows.pairCount; p++) {
      const value = rows.forced[p] === 1 ? y[p]! : w[rows.unknown[p]!]!;
      if (!(value < -this.tolerance(p)) || (leastIndex && flips > 0)) continue;
      rows.flip(p);
      flips++;
    }
    return flips;
  }

  /** How far the worst sign at w is from right, in parts of the largest values of its kind; 0 where all are right. */
  worst(w: Float64Array): number {
    const { rows, y } = this;
    let worst = 0;
    for (let p = 0; p < rows.pairCount; p++) {
      const value = rows.forced[p] === 1 ? y[p]! : w[rows.unknown[p]!]!;
      const tolerance = this.tolerance(p);
      if (value < -tolerance) worst = Math.max(worst, (-value / tolerance) * SIGN);
    }
    return worst;
  }

  /** Takes y and z of the end of a step as sizes. */
  keep(y: Float64Array, w: Float64Array): void {
    const { largestY, largestZ } = this;
    for (let p = 0; p < y.length; p++) {
      largestY[p] = Math.max(largestY[p]!, y[p]!);
      largestZ[p] = Math.max(largestZ[p]!, w[this.rows.unknown[p]!]!);
    }
  }
}

/** Adds eps z to the rows of pairs, and to what is missed of them and their y; eps in the ratio of their units. */
export function regularisePairs(
  assembly: DescriptorAssembly,
  rows: ActiveRows,
  epsilon: number,
  w: Float64Array,
  missed: Float64Array,
  y: Float64Array,
): void {
  const { absolute, residual } = assembly.system;
  for (let p = 0; p < rows.pairCount; p++) {
    const row = rows.row[p]!;
    const unknown = rows.unknown[p]!;
    const eps = (epsilon * residual[row]!) / absolute[unknown]!;
    assembly.values[assembly.place(row, unknown)]! += eps;
    missed[row]! -= eps * w[unknown]!;
    y[p]! += eps * w[unknown]!;
  }
}
