/** A problem whose rows carry piecewise-linear laws as one box problem of their ramps, and how far a point is from a law. */
import type { BoxProblem } from '../../../src/numerics/relay/box-problem.js';
import {
  lawRamps,
  type LawPoint,
  type PiecewiseLinearLaw,
} from '../../../src/numerics/relay/piecewise-linear.js';

export interface LawReduction {
  readonly problem: BoxProblem;
  /** The row of the original problem of every ramp. */
  readonly origin: Int32Array;
  /** c by original row. */
  readonly constant: Float64Array;
}

/** Reduces y = M lambda + q (m rows) with a law in every row to a box problem of ramps. */
export function reduceLaws(
  m: number,
  M: Float64Array,
  q: Float64Array,
  laws: readonly PiecewiseLinearLaw[],
): LawReduction {
  if (laws.length !== m) throw new RangeError(`${m} rows have ${laws.length} piecewise-linear laws`);
  const parts = laws.map(lawRamps);
  const constant = Float64Array.from(parts, (part) => part.constant);
  const ramps = parts.flatMap((part, row) => part.ramps.map((ramp) => ({ row, ...ramp })));
  const n = ramps.length;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  ramps.forEach((ramp, a) => {
    const start = ramp.row * m;
    ramps.forEach((other, b) => (matrix[a * n + b] = M[start + other.row]!));
    matrix[a * n + a]! += ramp.rho;
    right[a] = q[ramp.row]! + ramp.s;
    for (let j = 0; j < m; j++) right[a] += M[start + j]! * constant[j]!;
  });
  const problem = {
    n,
    M: matrix,
    q: right,
    lb: Float64Array.from(ramps, ({ lb }) => lb),
    ub: Float64Array.from(ramps, ({ ub }) => ub),
  };
  return { problem, origin: Int32Array.from(ramps, ({ row }) => row), constant };
}

/** Writes lambda of the original rows from the ramps' multipliers. */
export function sumRamps(
  { origin, constant }: LawReduction,
  ramps: Float64Array,
  lambda: Float64Array,
): void {
  lambda.set(constant);
  origin.forEach((row, k) => (lambda[row]! += ramps[k]!));
}

/** Distance of (s, lambda) from the curve of a law, in the larger of both coordinates: the law's residual. */
export function lawDistance({ vertices, firstRay, lastRay }: PiecewiseLinearLaw, point: LawPoint): number {
  let least = Infinity;
  const consider = (from: LawPoint, direction: LawPoint, longest: number): void => {
    const { s, lambda } = direction;
    const along =
      ((point.s - from.s) * s + (point.lambda - from.lambda) * lambda) / (s * s + lambda * lambda);
    const t = Math.min(longest, Math.max(0, along));
    const ds = Math.abs(point.s - from.s - t * s);
    least = Math.min(least, Math.max(ds, Math.abs(point.lambda - from.lambda - t * lambda)));
  };
  vertices.forEach((vertex, k) => {
    if (k === 0) consider(vertex, firstRay, Infinity);
    const next = vertices[k + 1];
    if (!next) consider(vertex, lastRay, Infinity);
    else consider(vertex, { s: next.s - vertex.s, lambda: next.lambda - vertex.lambda }, 1);
  });
  return least;
}
