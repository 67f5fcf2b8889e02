/**
 * A linear system with inputs that are themselves outputs of small linear systems,
 *
 *     x' = A x + sum_j b_j u_j(t),   z_j' = S_j z_j,   u_j = c_j . z_j,
 *
 * as one homogeneous system of X = (x, z_1, ..., z_p), whose exponential propagates it exactly:
 *
 *     X' = [ A   b_1 c_1' ... ] X.           Source: [Van Loan 1978].
 *          [ 0   S_1          ]
 */

/** What generates an input: order, S (order x order), c (order); `LinearGenerator` of the kernel is one. */
export interface InputGenerator {
  readonly order: number;
  readonly S: Float64Array;
  readonly c: Float64Array;
}

export interface AugmentedSystem {
  /** n + sum of orders. */
  readonly size: number;
  readonly A: Float64Array;
  /** Where z_j begins in X. */
  readonly offsets: Int32Array;
}

/** Builds the joint matrix; A n x n, B n x p row-major (its columns are the b_j), one generator a column. */
export function augmentSystem(
  n: number,
  A: Float64Array,
  B: Float64Array,
  generators: readonly InputGenerator[],
): AugmentedSystem {
  const p = generators.length;
  if (A.length !== n * n || B.length !== n * p) {
    throw new RangeError(
      `a system of ${n} states and ${p} inputs needs ${n * n} and ${n * p} entries in A and B, not ${A.length} and ${B.length}`,
    );
  }
  const offsets = new Int32Array(p);
  let size = n;
  generators.forEach(({ order }, j) => {
    offsets[j] = size;
    size += order;
  });
  const joint = new Float64Array(size * size);
  for (let i = 0; i < n; i++) joint.set(A.subarray(i * n, (i + 1) * n), i * size);
  generators.forEach(({ order, S, c }, j) => {
    const start = offsets[j]!;
    for (let k = 0; k < order; k++) {
      for (let i = 0; i < n; i++) joint[i * size + start + k] = B[i * p + j]! * c[k]!;
      for (let l = 0; l < order; l++) joint[(start + k) * size + start + l] = S[k * order + l]!;
    }
  });
  return { size, A: joint, offsets };
}

/** The generator of a constant input: z' = 0, u = z. */
export const constantGenerator: InputGenerator = Object.freeze({
  order: 1,
  S: new Float64Array(1),
  c: Float64Array.of(1),
});
