/**
 * Which pairs have the wrong sign at a point: a free one whose multiplier is below 0, a forced one whose y is. What is
 * rounding is measured by the largest value that each has had.
 */
import type { ActiveRows } from './active-rows.js';
import type { DescriptorAssembly } from './assembly.js';

/** Signs of pairs are those of rounding below this part of the largest value seen. */
const SIGN = 1e-11;
/** The same of the absolute tolerance. */
const SIGN_PART = 1e-3;

export class PairSigns {
  readonly largestY: Float64Array;
  readonly largestZ: Float64Array;

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
      ? SIGN * this.largestY[p]! + SIGN_PART * residual[rows.row[p]!]!
      : SIGN * this.largestZ[p]! + SIGN_PART * absolute[rows.unknown[p]!]!;
  }

  /** Takes y along to w, to which dz led; pairs stay as they are. */
  follow(dz: Float64Array): void {
    const { rows, y } = this;
    for (let p = 0; p < rows.pairCount; p++) y[p] = rows.forced[p] === 1 ? y[p]! + rows.change(p, dz) : 0;
  }

  /** Turns over pairs whose sign is wrong at w, to which dz led, all or the first of them; returns how many. */
  turnOver(w: Float64Array, dz: Float64Array, leastIndex: boolean): number {
    const { rows, y } = this;
    let flips = 0;
    for (let p = 0; p < rows.pairCount; p++) {
      let wrong: boolean;
      if (rows.forced[p] === 1) {
        const value = y[p]! + rows.change(p, dz);
        y[p] = value;
        if (value > this.largestY[p]!) this.largestY[p] = value;
        wrong = value < -this.tolerance(p);
      } else {
        const value = w[rows.unknown[p]!]!;
        y[p] = 0;
        if (value > this.largestZ[p]!) this.largestZ[p] = value;
        wrong = value < -this.tolerance(p);
      }
      if (!wrong || (leastIndex && flips > 0)) continue;
      rows.flip(p);
      flips++;
    }
    return flips;
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
