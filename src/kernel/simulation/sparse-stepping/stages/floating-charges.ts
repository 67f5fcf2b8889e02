/**
 * What errors of charges between unknowns are measured by. A voltage between two nodes may be small beside both, as that between the
 * halves of a differential pair: then a part of either is no accuracy of their difference. So the charge s_r of a row in which
 * capacitances join several unknowns is measured by itself too, by the largest sum of its branches in the last steps,
 *
 *     size_r = sum_j |c_j (z_0 - z_j)| + |c z_0|,     c the part of the row that joins nothing,
 *
 * so that charges which balance at a node do not make it small. Its error is that of what J^-1 makes of the estimate, ds/dz J^-1 e, or of
 * the estimate h e itself where that is less: what floats takes any error that has no charge, rounding above all.
 * Fluxes of coils are sums of currents, and balance: they are not among these.
 * Cost: the entries of these rows a step. Source: [Nagel 1975, ch. 4], which measures every charge by itself.
 */
import type { Int } from '../../../../base/int.js';
import { integersIn } from '../../../../numerics/code/number-room.js';
import type { SparseMatrix } from '../../../../numerics/sparse/sparse-matrix.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';

/** How often its tolerance a charge may be off: SPICE's trtol. */
const CHARGES = 7;
/** No charge is smaller than what this part of the largest unknown of its kind makes of it. */
const SMALLEST = 1e-4;
/** What is kept of a size from one step to the next, as of unknowns. */
const KEPT = 0.998;

export interface FloatingChargeArrays {
  /** Rows that join unknowns, and of each where its entries of ds/dz begin: unknowns and places, the first of which the others are measured from. */
  readonly rows: Int32Array;
  readonly start: Int32Array;
  readonly unknowns: Int32Array;
  readonly places: Int32Array;
  readonly storage: SparseMatrix;
  /** Of each row the kind of its first unknown. */
  readonly kinds: Int32Array;
  /** Of each row the largest charge of the last steps. */
  readonly sizes: Float64Array;
  /** Absolute tolerances of unknowns. */
  readonly absolute: Float64Array;
}

/** The size of the charge of the p-th row at w; 0 where it joins nothing. */
function sizeAt(of: FloatingChargeArrays, p: Int, w: Float64Array): number {
  const { start, unknowns, places } = of;
  const { values } = of.storage;
  const first = start[p]!;
  const end = start[p + 1]!;
  const own = values[places[first]!]!;
  const from = w[unknowns[first]!]!;
  let rest = own;
  let size = 0;
  let joins = false;
  for (let e = first + 1; e < end; e++) {
    const value = values[places[e]!]!;
    if (value * own < 0) {
      joins = true;
      rest += value;
      size += Math.abs(value * (from - w[unknowns[e]!]!));
    } else size += Math.abs(value * w[unknowns[e]!]!);
  }
  return joins ? size + Math.abs(rest * from) : 0;
}

/** Takes the charges at w into account; `largest`: the largest unknown of each kind. */
export function measureCharges(of: FloatingChargeArrays, largest: Float64Array, w: Float64Array): void {
  const { start, places, kinds, sizes } = of;
  const { values } = of.storage;
  const count = sizes.length;
  for (let p = 0; p < count; p++) {
    const own = Math.abs(values[places[start[p]!]!]!);
    const least = SMALLEST * largest[kinds[p]!]! * own;
    sizes[p] = Math.max(sizeAt(of, p, w), least, KEPT * sizes[p]!);
  }
}

/** The largest error at z in parts of what is allowed, of what J^-1 makes of h sum e_j d_j; `tolerances`: of an unknown. */
export function worstCharge(
  of: FloatingChargeArrays,
  z: Float64Array,
  estimate: Float64Array,
  rates: readonly Float64Array[],
  e: Float64Array,
  h: number,
  tolerances: number,
  reltol: number,
  chgtol: number,
): number {
  const { rows, start, unknowns, places, sizes, absolute } = of;
  const { values } = of.storage;
  const count = rows.length;
  const stages: Int = e.length;
  let worst = 0;
  for (let p = 0; p < count; p++) {
    const first = start[p]!;
    const end = start[p + 1]!;
    let moved = 0;
    for (let k = first; k < end; k++) moved += values[places[k]!]! * estimate[unknowns[k]!]!;
    const least = Math.abs(values[places[first]!]!) * absolute[unknowns[first]!]!;
    const known = CHARGES * tolerances * (reltol * (sizes[p]! + chgtol) + least);
    if (!(Math.abs(moved) > worst * known)) continue;
    const size = sizeAt(of, p, z);
    if (size === 0) continue;
    const allowed = Math.max(known, CHARGES * tolerances * reltol * size);
    let sum = 0;
    for (let j = 0; j < stages; j++) sum += e[j]! * rates[j]![rows[p]!]!;
    worst = Math.max(worst, Math.min(Math.abs(moved), Math.abs(h * sum)) / allowed);
  }
  return worst;
}

/** The rows of ds/dz that join unknowns; nothing has been measured. */
export function floatingCharges(assembly: DescriptorAssembly, kinds: Int32Array): FloatingChargeArrays {
  const { room, storage, stateUnknowns, size } = assembly;
  const entries = Array.from({ length: size }, (): [unknown: number, place: number][] => []);
  for (const i of stateUnknowns)
    for (let e = storage.colStart[i]!; e < storage.colStart[i + 1]!; e++)
      entries[storage.rowIndex[e]!]!.push([i, e]);
  const rows = entries.flatMap((own, row) => (own.length > 1 ? [row] : []));
  // Of a node its own voltage comes first.
  for (const row of rows) entries[row]!.sort(([i], [j]) => Number(j === row) - Number(i === row));
  const start = [0];
  for (const row of rows) start.push(start.at(-1)! + entries[row]!.length);
  const all = rows.flatMap((row) => entries[row]!);
  return {
    rows: integersIn(room, rows),
    start: integersIn(room, start),
    unknowns: integersIn(
      room,
      all.map(([i]) => i),
    ),
    places: integersIn(
      room,
      all.map(([, place]) => place),
    ),
    storage,
    kinds: integersIn(
      room,
      rows.map((row) => kinds[entries[row]![0]![0]]!),
    ),
    sizes: room.floats(rows.length),
    absolute: assembly.arrays.absolute,
  };
}
