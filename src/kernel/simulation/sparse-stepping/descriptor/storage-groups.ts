/** Groups of unknowns that capacitances couple, two or more each: candidates for common voltages without a charge. */
import { integersIn, type NumberRoom } from '../../../../numerics/code/number-room.js';
import type { DescriptorAssembly } from './assembly.js';

export interface StorageGroups {
  /** Where each group begins among the members, and where the last one ends. */
  readonly groupStart: Int32Array;
  readonly groupMembers: Int32Array;
}

/** Cost: the entries of ds/dz. */
export function storageGroups(
  { stateUnknowns, storage: { colStart, rowIndex } }: DescriptorAssembly,
  room: NumberRoom,
): StorageGroups {
  const columnsOf = new Map<number, number[]>();
  for (const i of stateUnknowns)
    for (let e = colStart[i]!; e < colStart[i + 1]!; e++) {
      const columns = columnsOf.get(rowIndex[e]!);
      if (columns) columns.push(i);
      else columnsOf.set(rowIndex[e]!, [i]);
    }
  const seen = new Set<number>();
  const starts = [0];
  const members: number[] = [];
  for (const first of stateUnknowns) {
    if (seen.has(first)) continue;
    seen.add(first);
    const group = [first];
    for (const i of group)
      for (let e = colStart[i]!; e < colStart[i + 1]!; e++) {
        const columns = columnsOf.get(rowIndex[e]!) ?? [];
        columnsOf.delete(rowIndex[e]!);
        for (const j of columns)
          if (!seen.has(j)) {
            seen.add(j);
            group.push(j);
          }
      }
    if (group.length < 2) continue;
    for (const i of group) members.push(i);
    starts.push(members.length);
  }
  return { groupStart: integersIn(room, starts), groupMembers: integersIn(room, members) };
}
