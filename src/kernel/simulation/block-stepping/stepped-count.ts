/**
 * How many blocks take steps, up to some number that is enough, told from the equations before anything of a block is gathered: all but those that follow from
 * what they read as k z + (inputs) = 0, unless what they read is stored in them and others read them (`BlockStepping`).
 * Cost: linear in the entries.
 */
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';
import type { DependencyBlocks } from './dependency-blocks.js';

export function steppedCount(system: DescriptorSystem, blocks: DependencyBlocks, enough = Infinity): number {
  const { size, K, Q, groups, pairs, guards, delays } = system;
  const { count, start, unknowns, ofRow, ofUnknown } = blocks;
  const steps = new Uint8Array(count);
  const stores = new Uint8Array(count);
  const read = new Uint8Array(size);
  const factor = new Float64Array(count);
  let certain = 0;
  for (let p = 0; p < Q.length; p++) {
    const k = ofRow[Q.row[p]!]!;
    const unknown = Q.col[p]!;
    if (ofUnknown[unknown] !== k) read[unknown] = stores[k] = 1;
    else if (steps[k] === 0) {
      steps[k] = 1;
      if (++certain >= enough) return enough;
    }
  }
  for (let p = 0; p < K.length; p++) {
    const k = ofRow[K.row[p]!]!;
    const unknown = K.col[p]!;
    if (ofUnknown[unknown] === k) factor[k]! += K.value[p]!;
    else read[unknown] = 1;
  }
  for (const { law, count: instances, rows, reads } of groups) {
    const isStoring = law.stores.includes(1);
    for (let instance = 0; instance < instances; instance++)
      for (let i = instance * law.rows; i < (instance + 1) * law.rows; i++) {
        if (rows[i]! < 0) continue;
        const k = ofRow[rows[i]!]!;
        if (isStoring) stores[k] = 1;
        for (let j = instance * law.reads; j < (instance + 1) * law.reads; j++) {
          const unknown = reads[j]!;
          if (unknown < 0 || unknown >= size) continue;
          if (ofUnknown[unknown] === k) steps[k] = 1;
          else read[unknown] = 1;
        }
      }
  }
  for (const { row } of pairs) steps[ofRow[row]!] = 1;
  const forms = [...guards.map(({ control }) => control), ...delays.map(({ form }) => form)];
  for (const { index } of forms) for (const unknown of index) if (unknown < size) read[unknown] = 1;
  for (const { row } of guards) steps[ofRow[row]!] = 1;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const isLarge = start[k + 1]! - start[k]! > 1;
    const isRead = stores[k] === 1 && read[unknowns[start[k]!]!] === 1;
    if (isLarge || factor[k] === 0 || steps[k] === 1 || isRead) sum++;
  }
  return Math.min(sum, enough);
}
