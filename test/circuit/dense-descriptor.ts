/** Solves small descriptor systems with dense matrices, independent of any engine: all modes are tried. */
import { circuitOptionsFrom } from '../../src/circuit/circuit-options.js';
import { Diagnostics, formatDiagnostic } from '../../src/base/diagnostic.js';
import { deviceTable } from '../../src/circuit/devices/device-table.js';
import { emitBranches } from '../../src/circuit/emission.js';
import { buildSparseModel, type SparseModel } from '../../src/circuit/sparse/sparse-model.js';
import type { DescriptorSystem } from '../../src/kernel/modeling/descriptor-system.js';
import { localPoint } from '../../src/kernel/modeling/laws/local-law.js';
import { factorLU, solveLU } from '../../src/numerics/dense/lu.js';
import type { Branch } from '../../src/circuit/primitives.js';
import { denseFromTriplets } from '../../src/numerics/sparse/sparse-matrix.js';
import { flatten } from './compile-text.js';

export function branchesOfText(text: string): readonly Branch[] {
  const flat = flatten(text);
  const diagnostics = new Diagnostics();
  const { branches } = emitBranches(flat, deviceTable, circuitOptionsFrom(flat.options), diagnostics);
  if (diagnostics.hasErrors) throw new Error(diagnostics.items.map(formatDiagnostic).join('\n'));
  return branches;
}

export const tolerances = { vntol: 1e-6, abstol: 1e-12 };

export function sparseModelOf(text: string): SparseModel {
  return buildSparseModel(branchesOfText(text), tolerances);
}

/** A step: z at its end, where d/dt is (Q z + q - stored) / h. */
export interface DenseStep {
  readonly h: number;
  readonly stored: Float64Array;
}

/**
 * Returns the admissible z of K z + sum f + S u = 0 with its pairs, guards forced as `on` says (else as they start); with a
 * step the implicit Euler step. Throws where no mode has one.
 */
export function solveDense(
  system: DescriptorSystem,
  {
    t = 0,
    on,
    step,
  }: { readonly t?: number; readonly on?: readonly boolean[]; readonly step?: DenseStep } = {},
): Float64Array {
  const { pairs } = system;
  for (let mode = 0; mode < 2 ** pairs.length; mode++) {
    const z = solveMode(system, t, mode, on, step);
    if (!z) continue;
    const y = rowsAt(system, t, z);
    const admissible = pairs.every(
      ({ row, unknown }) => (z[unknown] ?? NaN) >= -1e-9 && (y[row] ?? NaN) >= -1e-9,
    );
    if (admissible) return z;
  }
  throw new Error('no mode is admissible');
}

/** K z + sum f + S u. */
export function rowsAt(
  { size, K, S, groups, inputs }: DescriptorSystem,
  t: number,
  z: Float64Array,
): Float64Array {
  const y = new Float64Array(size);
  K.value.forEach((value, p) => (y[K.row[p]!] = y[K.row[p]!]! + value * z[K.col[p]!]!));
  S.value.forEach((value, p) => (y[S.row[p]!] = y[S.row[p]!]! + value * inputs[S.col[p]!]!.value(t)));
  for (const { law, count, reads, rows, parameters } of groups) {
    const point = localPoint(law);
    for (let k = 0; k < count; k++) {
      law.evaluate(
        parameters,
        k * law.parameterCount,
        readValues({ size, inputs }, law.reads, reads, k, t, z),
        point,
      );
      for (let i = 0; i < law.rows; i++) {
        const row = rows[k * law.rows + i]!;
        if (row >= 0) y[row] = y[row]! + point.f[i]!;
      }
    }
  }
  return y;
}

function readValues(
  { size, inputs }: Pick<DescriptorSystem, 'size' | 'inputs'>,
  count: number,
  reads: Int32Array,
  k: number,
  t: number,
  z: Float64Array,
): Float64Array {
  return Float64Array.from({ length: count }, (_, j) => {
    const index = reads[k * count + j]!;
    if (index < 0) return 0;
    return index < size ? z[index]! : inputs[index - size]!.value(t);
  });
}

function solveMode(
  system: DescriptorSystem,
  t: number,
  mode: number,
  on: readonly boolean[] | undefined,
  step: DenseStep | undefined,
): Float64Array | undefined {
  const { size, pairs, guards, Q, groups } = system;
  const A = denseFromTriplets(size, size, system.K);
  const charges = denseFromTriplets(size, size, Q);
  const z = new Float64Array(size);
  for (let iteration = 0; iteration < 100; iteration++) {
    const J = A.slice();
    const residual = rowsAt(system, t, z);
    for (const { law, count, reads, rows, parameters } of groups) {
      const point = localPoint(law);
      for (let k = 0; k < count; k++) {
        law.evaluate(
          parameters,
          k * law.parameterCount,
          readValues(system, law.reads, reads, k, t, z),
          point,
        );
        for (let i = 0; i < law.rows; i++) {
          for (let j = 0; j < law.reads; j++) {
            const [row, col] = [rows[k * law.rows + i]!, reads[k * law.reads + j]!];
            if (row >= 0 && col >= 0 && col < size) J[row * size + col]! += point.df[i * law.reads + j]!;
          }
        }
      }
    }
    if (step) {
      for (let i = 0; i < size; i++) {
        let q = -step.stored[i]!;
        for (let j = 0; j < size; j++) {
          q += charges[i * size + j]! * z[j]!;
          J[i * size + j]! += charges[i * size + j]! / step.h;
        }
        residual[i]! += q / step.h;
      }
    }
    const force = (row: number, unknown: number, zero: boolean): void => {
      if (!zero) return;
      J.fill(0, row * size, (row + 1) * size);
      J[row * size + unknown] = 1;
      residual[row] = z[unknown]!;
    };
    pairs.forEach(({ row, unknown }, k) => {
      force(row, unknown, (mode >> k) % 2 === 0);
    });
    guards.forEach(({ row, unknown, initially }, k) => {
      force(row, unknown, !(on?.[k] ?? initially === 'on'));
    });
    const pivots = new Int32Array(size);
    if (factorLU(size, J, pivots, new Float64Array(2 * size)) >= 0) return undefined;
    const dz = new Float64Array(size);
    solveLU(size, J, pivots, residual, dz);
    let largest = 0;
    dz.forEach((value, k) => {
      z[k]! -= value;
      largest = Math.max(largest, Math.abs(value) / (1e-12 + Math.abs(z[k]!)));
    });
    if (largest < 1e-12) break;
  }
  return z.every(Number.isFinite) ? z : undefined;
}

/** Reads a node's voltage or the current unknown of a branch. */
export function read({ numbering }: SparseModel, z: Float64Array, name: string): number {
  const { node, hasNode, currentUnknown, branchNamed } = numbering;
  if (hasNode(name)) return node(name) < 0 ? 0 : z[node(name)]!;
  const unknown = currentUnknown[branchNamed.get(name) ?? -1] ?? -1;
  if (unknown < 0) throw new Error(`${name} is no unknown`);
  return z[unknown]!;
}
