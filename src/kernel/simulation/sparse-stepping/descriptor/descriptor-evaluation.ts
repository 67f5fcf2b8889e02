/**
 * What Newton's method evaluates in every iteration, over a record of arrays that stay where they are: as it stands here, or as
 * machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import { clearNumbers, copyNumbers } from '../../../../numerics/dense/short-arrays.js';
import type { SparseMatrix } from '../../../../numerics/sparse/sparse-matrix.js';
import type { CompiledGroup } from './compiled-group.js';
import { evaluateGroup, type GroupTargets } from './group-evaluation.js';

/** The arrays of a `DescriptorAssembly`, as it describes them. */
export interface DescriptorArrays {
  readonly size: Int;
  readonly K: SparseMatrix;
  readonly S: SparseMatrix;
  readonly storage: SparseMatrix;
  /** J without local laws, and ds/dz without them. */
  readonly linear: Float64Array;
  readonly constantStorage: Float64Array;
  readonly pattern: SparseMatrix;
  readonly targets: GroupTargets;
  readonly shunts: Float64Array;
  /** Rows of the shunts, -1 where there is none. */
  readonly grounds: Int32Array;
  readonly groups: readonly CompiledGroup[];
  /** How far tangents of laws hold (`kept-tangents.ts`); 0 where laws are to be exact. */
  readonly nearness: Float64Array;
  /** Absolute tolerances of unknowns and rows. */
  readonly absolute: Float64Array;
  readonly residual: Float64Array;
  readonly lawRows: Int32Array;
}

/** Writes k, s, J and ds/dz at w; returns how many laws have moved their values. */
export function evaluateDescriptor(
  of: DescriptorArrays,
  w: Float64Array,
  b: number,
  limits: boolean,
  begins: boolean,
): Int {
  const { size, storage, groups, shunts, grounds, targets } = of;
  const { k, s, values, stored, terms } = targets;
  copyNumbers(of.linear, values);
  clearNumbers(k, size + 1);
  clearNumbers(s, size + 1);
  addProduct(of.K, w, 0, k);
  addProduct(of.S, w, size, k);
  for (let j = 0; j < size; j++) if (shunts[j] !== 0) k[grounds[j]!]! += shunts[j]! * w[j]!;
  const count = groups.length;
  if (count > 0) copyNumbers(of.constantStorage, stored);
  addProduct(storage, w, 0, s);
  if (count === 0) return 0;
  clearNumbers(terms, size + 1);
  let moved = 0;
  const nu = of.nearness[0]!;
  for (let g = 0; g < count; g++) moved += evaluateGroup(groups[g]!, targets, w, b, limits, begins, nu);
  return moved;
}

/** out += A w[offset ..]. */
export function addProduct(A: SparseMatrix, w: Float64Array, offset: Int, out: Float64Array): void {
  const { colStart, rowIndex, values, cols } = A;
  for (let j = 0; j < cols; j++) {
    const x = w[offset + j]!;
    if (x === 0) continue;
    const end = colStart[j + 1]!;
    for (let p = colStart[j]!; p < end; p++) out[rowIndex[p]!]! += values[p]! * x;
  }
}

/** Writes sum |J_ij w_j| of every row, where no |w_j| is less than `least` absolute tolerances. */
export function writeMagnitudes(
  of: DescriptorArrays,
  w: Float64Array,
  out: Float64Array,
  least: number,
): void {
  const { size, absolute } = of;
  const { colStart, rowIndex, values } = of.pattern;
  clearNumbers(out, size);
  for (let j = 0; j < size; j++) {
    const large = Math.max(Math.abs(w[j]!), least * absolute[j]!);
    const end = colStart[j + 1]!;
    for (let p = colStart[j]!; p < end; p++) out[rowIndex[p]!]! += Math.abs(values[p]!) * large;
  }
}
