/** The multipliers of a model from those of its lifted rows (`lifted-laws.ts`). */

/** lambda = T z + t0: m multipliers of the model from those of `rows` lifted rows. */
export interface MultiplierMap {
  readonly m: number;
  readonly rows: number;
  /** m x rows. */
  readonly T: Float64Array;
  /** m. */
  readonly t0: Float64Array;
}

/** Writes lambda (map.m) from the lifted multipliers, `rows` numbers of `z` from index `at` on. */
export function readMultipliers(map: MultiplierMap, z: Float64Array, at: number, lambda: Float64Array): void {
  const { m, rows, T, t0 } = map;
  for (let i = 0; i < m; i++) {
    let sum = t0[i]!;
    for (let j = 0; j < rows; j++) sum += T[i * rows + j]! * z[at + j]!;
    lambda[i] = sum;
  }
}

/** The model's impulses from those of lifted rows: T areas; an impulse has no constant part. */
export function modelImpulses(map: MultiplierMap | undefined, areas: Float64Array): Float64Array {
  if (!map) return areas;
  const out = new Float64Array(map.m);
  for (let i = 0; i < map.m; i++) {
    for (let j = 0; j < map.rows; j++) out[i]! += map.T[i * map.rows + j]! * areas[j]!;
  }
  return out;
}

/** The model's rows, each once, to which lifted rows belong. */
export function modelRows(
  map: MultiplierMap | undefined,
  relays: readonly { readonly row: number; readonly above: number }[],
  rows: Iterable<number>,
): readonly number[] {
  if (!map) return [...rows];
  const of = (row: number): number => relays.find(({ above }) => above === row)?.row ?? modelRow(map, row);
  return [...new Set([...rows].map(of))];
}

/** The model's row to which a lifted row belongs; -1 for the second row of a box bounded on both sides. */
export function modelRow({ m, rows, T }: MultiplierMap, row: number): number {
  for (let i = 0; i < m; i++) if (T[i * rows + row] !== 0) return i;
  return -1;
}
