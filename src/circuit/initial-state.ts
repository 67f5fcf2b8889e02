/**
 * The consistent start. Given values z_0 of all capacitor voltages and inductor currents, the states x with
 * z = Tx x + Tu u nearest in the energy norm satisfy
 *
 *     Tx^T G (Tx x + Tu u - z_0) = 0,      that is      M x = Tx^T G (z_0 - Tu u)
 *
 * which conserves the charge of every cutset of capacitors and the flux of every loop of inductors: the limit of
 * one backward-Euler step (conventions: jumps); sources win.
 */
import { factorLU, solveLU } from '../numerics/dense/lu.js';
import type { ReducedSystem } from './compiled-circuit.js';
import { entry } from './dense-rows.js';
import type { Branch } from './primitives.js';

/** A value that moved by less than this (relative to the largest of its kind) moved by rounding. */
const movedTolerance = 1e-9;

export interface ConsistentStart {
  readonly x0: Float64Array;
  readonly initialJump: boolean;
}

/** Returns the initial values z_0 that the elements give (`ic=`), else `.ic` node voltages, else 0. */
export function givenValues(
  system: Pick<ReducedSystem, 'storage' | 'branches'>,
  nodeVoltages: ReadonlyMap<string, number>,
): Float64Array {
  return Float64Array.from(system.storage, ({ branch }) => initialOf(system.branches[branch], nodeVoltages));
}

function initialOf(branch: Branch | undefined, nodeVoltages: ReadonlyMap<string, number>): number {
  if (branch?.kind === 'inductance') return branch.initial ?? 0;
  if (branch?.kind !== 'capacitance') return 0;
  const { startsFrom = { ...branch, value: (v: number): number => v } } = branch;
  const v = (nodeVoltages.get(startsFrom.a) ?? 0) - (nodeVoltages.get(startsFrom.b) ?? 0);
  return branch.initial ?? startsFrom.value(v);
}

/** Projects given values to consistent states at time `t0` (right limits of the inputs). */
export function consistentStart(system: ReducedSystem, given: Float64Array, t0: number): ConsistentStart {
  const { n, p, storage, storageX, storageU, storageMatrix, inputs } = system;
  const count = storage.length;
  const x0 = new Float64Array(n);
  const u = inputs.map((signal) => signal.value(t0));
  const fixed = Float64Array.from(storage, (_, k) => {
    let sum = 0;
    for (let j = 0; j < p; j++) {
      const factor = entry(storageU, p, k, j);
      if (factor !== 0) sum += factor * (u[j] ?? 0);
    }
    return sum;
  });
  for (let k = 0; k < count; k++) {
    let charge = 0;
    for (let j = 0; j < count; j++) {
      charge += entry(storageMatrix, count, k, j) * ((given[j] as number) - (fixed[j] as number));
    }
    for (let i = 0; i < n; i++) x0[i] = (x0[i] as number) + entry(storageX, n, k, i) * charge;
  }
  const M = system.M.slice();
  const pivots = new Int32Array(n);
  if (factorLU(n, M, pivots, new Float64Array(2 * n)) >= 0) {
    throw new RangeError('the matrix M of a reduced system must be regular');
  }
  solveLU(n, M, pivots, x0, x0);
  return { x0, initialJump: hasMoved(system, given, fixed, x0) };
}

/** Compares charges and fluxes G z: currents of ideally coupled inductors may differ while their fluxes agree. */
function hasMoved(
  system: ReducedSystem,
  given: Float64Array,
  fixed: Float64Array,
  x0: Float64Array,
): boolean {
  const { n, storage, storageX, storageMatrix } = system;
  const count = storage.length;
  const after = Float64Array.from(storage, (_, k) => {
    let z = fixed[k] as number;
    for (let i = 0; i < n; i++) z += entry(storageX, n, k, i) * (x0[i] as number);
    return z;
  });
  const largest = { v: 0, i: 0 };
  const moved = { v: 0, i: 0 };
  storage.forEach(({ quantity, coefficient }, k) => {
    let [before, now, terms] = [0, 0, 0];
    for (let j = 0; j < count; j++) {
      const share = entry(storageMatrix, count, k, j) / coefficient;
      before += share * (given[j] as number);
      now += share * (after[j] as number);
      terms += Math.abs(share) * Math.max(Math.abs(given[j] as number), Math.abs(after[j] as number));
    }
    largest[quantity] = Math.max(largest[quantity], terms);
    moved[quantity] = Math.max(moved[quantity], Math.abs(now - before));
  });
  return moved.v > movedTolerance * largest.v || moved.i > movedTolerance * largest.i;
}
