/**
 * The consistent start. Given values z_0 of all capacitor voltages and inductor currents, the storage rows hold
 * s = M1 w- (z_0 itself, or the flux of ideally coupled inductors over their inductance), and
 *
 *     x = Sz s + Su u                                             (start-forms.ts)
 *
 * which conserves the charge of every cutset of capacitors and the flux of every loop of inductors: the limit of
 * one backward-Euler step (conventions: jumps); sources win.
 */
import type { ReducedSystem } from './compiled-circuit.js';
import { entry } from './dense-rows.js';
import type { Branch } from '../primitives.js';

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
  const voltageOf = (node: string): number => nodeVoltages.get(node) ?? 0;
  const { a, b, initial, startsFrom } = branch;
  return initial ?? startsFrom?.(voltageOf) ?? voltageOf(a) - voltageOf(b);
}

/** Projects given values to consistent states at time `t0` (right limits of the inputs). */
export function consistentStart(system: ReducedSystem, given: Float64Array, t0: number): ConsistentStart {
  const { n, p, storage, storageU, storageMatrix, start, inputs } = system;
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
  const held = Float64Array.from(storage, ({ combined }, k) => {
    if (!combined) return given[k] as number;
    let flux = 0;
    for (let j = 0; j < count; j++) flux += entry(storageMatrix, count, k, j) * (given[j] as number);
    return flux / combined.inductance;
  });
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += entry(start.storage, count, i, k) * (held[k] as number);
    for (let j = 0; j < p; j++) {
      const factor = entry(start.inputs, p, i, j);
      if (factor !== 0) sum += factor * (u[j] ?? 0);
    }
    x0[i] = sum;
  }
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
