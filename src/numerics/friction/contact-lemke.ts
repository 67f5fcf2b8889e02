/**
 * Contact problems in one and two dimensions as one linear complementarity problem, which Lemke's method solves and the
 * exact search decides [Glocker-Studer 2005]. Coulomb's law in two dimensions is polyhedral: with
 *
 *     a = mu r_N + r_T,   b = mu r_N - r_T,   u_T = s+ - s-,
 *     0 <= u_N _|_ r_N >= 0,      0 <= s+ _|_ a >= 0,      0 <= b _|_ s- >= 0
 *
 * the unknowns of a contact are (r_N, a, s-) and their partners (u_N, s+, b), b = 2 mu r_N - a. Boxes [0, inf) are a row,
 * (-inf, inf) an equation of the mixed problem, any other box [l, u]: r = l + x, 0 <= x _|_ u + y >= 0, y the multiplier of
 * x <= u - l. "infeasible" is proved by the search: of all patterns of contact none solves. Cost: dense, cubic; it is
 * asked where Newton's method and the sweeps have not answered.
 */
import { RESIDUAL_TOLERANCE } from '../lcp/linear-complementarity.js';
import { solveMlcp } from '../mlcp/solve-mlcp.js';
import { denseOfBlocks } from '../sparse/block-matrix.js';
import { contactKind, contactResidual, type ContactProblem, type ContactResult } from './contact-problem.js';

/** A row of the complementarity problem: w = sum of `of` over the impulses r + constants, see below. */
interface Unknowns {
  /** r = R z + r0, n x count row-major and n. */
  readonly R: Float64Array;
  readonly r0: Float64Array;
  readonly count: number;
  /** Rows w = (row of u) + D z + d: which row of u, -1 for none. */
  readonly velocityRow: Int32Array;
  readonly D: Float64Array;
  readonly d: Float64Array;
  readonly equality: Uint8Array;
}

/** Whether the problem is polyhedral: no contact in three dimensions. */
export function isPlanar({ W, kind }: ContactProblem): boolean {
  return kind.every((k, i) => k !== contactKind.coulomb || W.offset[i + 1]! - W.offset[i]! === 2);
}

/** Solves a planar problem; writes r. Throws a RangeError for contacts in three dimensions. */
export function contactLemke(
  problem: ContactProblem,
  r: Float64Array,
  tolerance: number = RESIDUAL_TOLERANCE,
): ContactResult {
  if (!isPlanar(problem))
    throw new RangeError('Lemke solves contacts in two dimensions; in three the friction cone is round');
  const { W, q } = problem;
  const { n } = W;
  const dense = denseOfBlocks(W);
  const { R, r0, count, velocityRow, D, d, equality } = unknownsOf(problem);
  const M = D.slice();
  const right = d.slice();
  for (let i = 0; i < count; i++) {
    const row = velocityRow[i]!;
    if (row < 0) continue;
    right[i]! += q[row]!;
    for (let k = 0; k < n; k++) {
      const w = dense[row * n + k]!;
      if (w === 0) continue;
      right[i]! += w * r0[k]!;
      for (let j = 0; j < count; j++) M[i * count + j]! += w * R[k * count + j]!;
    }
  }
  const z = new Float64Array(count);
  const report = solveMlcp({ n: count, M, q: right, equality }, z, new Float64Array(count));
  if (report.status !== 'solved') {
    return { status: report.status, iterations: report.iterations, residual: Infinity };
  }
  for (let k = 0; k < n; k++) {
    r[k] = r0[k]!;
    for (let j = 0; j < count; j++) r[k]! += R[k * count + j]! * z[j]!;
  }
  const residual = contactResidual(problem, r);
  return {
    status: residual <= tolerance ? 'solved' : 'undecided',
    iterations: report.iterations,
    residual,
  };
}

function unknownsOf({ W, kind, mu, lower, upper }: ContactProblem): Unknowns {
  const { n, offset, blocks } = W;
  let count = 0;
  for (let i = 0; i < blocks; i++) {
    if (kind[i] === contactKind.coulomb) count += 3;
    if (kind[i] !== contactKind.box) continue;
    for (let a = offset[i]!; a < offset[i + 1]!; a++) count += isTwoSided(lower[a]!, upper[a]!) ? 2 : 1;
  }
  const unknowns: Unknowns = {
    R: new Float64Array(n * count),
    r0: new Float64Array(n),
    count,
    velocityRow: new Int32Array(count).fill(-1),
    D: new Float64Array(count * count),
    d: new Float64Array(count),
    equality: new Uint8Array(count),
  };
  const { R, r0, velocityRow, D, d, equality } = unknowns;
  let z = 0;
  for (let i = 0; i < blocks; i++) {
    const first = offset[i]!;
    if (kind[i] === contactKind.coulomb) {
      // r_N = z0; r_T = z1 - mu z0; w0 = u_N, w1 = u_T + z2, w2 = 2 mu z0 - z1.
      R[first * count + z] = 1;
      R[(first + 1) * count + z] = -mu[i]!;
      R[(first + 1) * count + z + 1] = 1;
      velocityRow[z] = first;
      velocityRow[z + 1] = first + 1;
      D[(z + 1) * count + z + 2] = 1;
      D[(z + 2) * count + z] = 2 * mu[i]!;
      D[(z + 2) * count + z + 1] = -1;
      z += 3;
    } else if (kind[i] === contactKind.box) {
      for (let a = first; a < offset[i + 1]!; a++) {
        const low = lower[a]!;
        const high = upper[a]!;
        const mirrored = low === -Infinity && high < Infinity;
        velocityRow[z] = a;
        if (mirrored) throw new RangeError(`row ${a} is bounded above alone; write it with the other sign`);
        R[a * count + z] = 1;
        if (low === -Infinity) {
          equality[z] = 1;
        } else {
          r0[a] = low;
          if (high < Infinity) {
            // x = z0 with w0 = u + z1; w1 = (high - low) - z0.
            D[z * count + z + 1] = 1;
            D[(z + 1) * count + z] = -1;
            d[z + 1] = high - low;
            z++;
          }
        }
        z++;
      }
    }
  }
  return unknowns;
}

function isTwoSided(low: number, high: number): boolean {
  return low > -Infinity && high < Infinity;
}
