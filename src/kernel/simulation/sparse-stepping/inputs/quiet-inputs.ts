/**
 * Inputs whose corners bend nothing but what comparisons look at: a carrier that a relay or a guard compares with the rest of the system.
 * While the comparison stands, all else goes on in a line. Steps end at these corners, and nothing is found anew behind them.
 */
import type { DescriptorSystem } from '../../../modeling/descriptor-system.js';
import type { DrivenUnknowns } from './driven-unknowns.js';

/** 1 for inputs that controls of guards and the levels of relays alone read, themselves or as unknowns that inputs determine. */
export function quietInputs(system: DescriptorSystem, driven: DrivenUnknowns): Uint8Array {
  const { size, inputs, K, S } = system;
  const quiet = Uint8Array.from(inputs, ({ constant }) => Number(!constant));
  const readers = Array.from({ length: size }, (): number[] => []);
  K.row.forEach((row, k) => {
    if (K.value[k] !== 0) readers[K.col[k]!]!.push(row);
  });
  const elsewhere = readElsewhere(system);
  const levels = relayLevels(system, readers, elsewhere);
  const drives = new Map<number, number>();
  for (const unknown of driven.unknowns) drives.set(driven.rowOf(unknown)!, unknown);
  const known = new Map<number, boolean>();
  /** Whether a row that moves moves nothing else. */
  const isQuiet = (row: number): boolean => {
    if (levels.has(row)) return true;
    const unknown = drives.get(row);
    if (unknown === undefined || elsewhere.has(unknown)) return false;
    const before = known.get(row);
    if (before !== undefined) return before;
    known.set(row, true);
    const holds = readers[unknown]!.every((reader) => reader === row || isQuiet(reader));
    known.set(row, holds);
    return holds;
  };
  S.row.forEach((row, k) => {
    if (S.value[k] !== 0 && !isQuiet(row)) quiet[S.col[k]!] = 0;
  });
  inputs.forEach((_, j) => elsewhere.has(size + j) && (quiet[j] = 0));
  return quiet;
}

/** Unknowns, and inputs behind them, that storage, laws, delays and impacts read. */
export function readElsewhere({ Q, groups, delays, impacts = [], size }: DescriptorSystem): Set<number> {
  const read = new Set<number>(Q.col);
  for (const { reads } of groups) for (const index of reads) read.add(index);
  for (const { form, input } of delays) {
    read.add(size + input);
    for (const index of form.index) read.add(index);
  }
  for (const { velocity } of impacts) for (const index of velocity.index) read.add(index);
  return read;
}

/** Rows of relays, y = p - g, whose excess p nothing else reads. */
function relayLevels(
  { pairs }: DescriptorSystem,
  readers: readonly (readonly number[])[],
  elsewhere: ReadonlySet<number>,
): ReadonlySet<number> {
  const levels = new Set<number>();
  pairs.forEach(({ relay, row }, p) => {
    if (relay !== 'lower') return;
    const excess = pairs[p + 1]!.unknown;
    if (!elsewhere.has(excess) && readers[excess]!.every((reader) => reader === row)) levels.add(row);
  });
  return levels;
}
