/** Which unknowns and rows of a descriptor system are of one quantity: a large one of them tells what is rounding of the others. */
import type { DescriptorSystem, QuantityKinds } from '../../../modeling/descriptor-system.js';

/** The kinds that the system states, else numbers of the tolerances: what has an equal one is of one kind. */
export function quantityKinds({ kinds, absolute, residual }: DescriptorSystem): QuantityKinds {
  if (kinds) return kinds;
  const numbers = new Map<number, number>();
  const numberOf = (tolerance: number): number => {
    const known = numbers.get(tolerance) ?? numbers.size;
    numbers.set(tolerance, known);
    return known;
  };
  return { unknown: Int32Array.from(absolute, numberOf), row: Int32Array.from(residual, numberOf) };
}

/** Kinds of what `count` pairs and guards carry, z, and of what is between their ends, y, and of nothing that they carry. */
export function kindsOfPairs(
  kinds: QuantityKinds,
  { row, unknown }: { readonly row: Int32Array; readonly unknown: Int32Array },
  count: number,
): { readonly carried: ReadonlySet<number>; readonly apart: ReadonlySet<number> } {
  const carried = new Set(Array.from(unknown.subarray(0, count), (z) => kinds.unknown[z]!));
  const apart = Array.from(row.subarray(0, count), (y) => kinds.row[y]!);
  return { carried, apart: new Set(apart.filter((kind) => !carried.has(kind))) };
}
