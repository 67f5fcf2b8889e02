/**
 * The blocks of a descriptor system: the smallest sets of rows and unknowns that can be solved one set after another.
 *
 * Rows and unknowns are matched; unknown j leads to the unknown of every row in which j stands, be it behind d/dt, in a
 * law, in the control of a switch or in what a line delays. The strongly connected components of this graph are the
 * blocks, numbered so that each reads only itself and blocks before it: an ideal source parts what it feeds, and a gate that
 * carries no current parts the stages of a chain. Cost: linear, but for the matching. Source: [Duff-Reid 1978], [Tarjan 1972].
 */
import { compressTriplets } from '../../../numerics/sparse/compressed-columns.js';
import { maximumMatching } from '../../../numerics/sparse/maximum-matching.js';
import { strongComponents } from '../../../numerics/sparse/strong-components.js';
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';

export interface DependencyBlocks {
  readonly count: number;
  /** Block k has the places start[k] .. start[k+1]-1 of `unknowns` and of `rows`, matched with each other. */
  readonly start: Int32Array;
  readonly unknowns: Int32Array;
  readonly rows: Int32Array;
  /** The block of each unknown and of each row. */
  readonly ofUnknown: Int32Array;
  readonly ofRow: Int32Array;
}

/** Rows and unknowns that no matching takes: whatever the numbers are, the system is singular. */
export interface StructuralGap {
  readonly rows: readonly number[];
  readonly unknowns: readonly number[];
}

/** Finds the blocks, or says why there is no unique solution; "static": of the operating point, in which nothing moves. */
export function dependencyBlocks(
  system: DescriptorSystem,
  which: 'moving' | 'static' = 'moving',
): DependencyBlocks | StructuralGap {
  const { size } = system;
  const { row, unknown } = incidence(system, which === 'moving');
  const { pattern } = compressTriplets(size, size, row, unknown);
  const { rowOf, colOf, size: rank } = maximumMatching(pattern);
  if (rank < size) return { rows: missing(colOf), unknowns: missing(rowOf) };

  const edges = guardsAndDelays(system);
  const entries = row.length;
  const from = new Int32Array(entries + edges.from.length);
  const to = new Int32Array(from.length);
  for (let k = 0; k < from.length; k++) {
    from[k] = k < entries ? unknown[k]! : edges.from[k - entries]!;
    to[k] = colOf[k < entries ? row[k]! : edges.to[k - entries]!]!;
  }
  // Column j of the pattern to x from holds where j leads.
  const { pattern: graph } = compressTriplets(size, size, to, from);
  const { count, componentOf } = strongComponents(graph.colStart, graph.rowIndex);

  const start = new Int32Array(count + 1);
  for (let j = 0; j < size; j++) start[componentOf[j]! + 1]!++;
  for (let k = 0; k < count; k++) start[k + 1]! += start[k]!;
  const next = start.slice();
  const unknowns = new Int32Array(size);
  const rows = new Int32Array(size);
  const ofRow = new Int32Array(size);
  for (let j = 0; j < size; j++) {
    const block = componentOf[j]!;
    const place = next[block]!++;
    unknowns[place] = j;
    rows[place] = rowOf[j]!;
    ofRow[rowOf[j]!] = block;
  }
  return { count, start, unknowns, rows, ofUnknown: componentOf, ofRow };
}

/** Every place of a row at which an unknown may stand. */
function incidence(
  { size, K, Q, groups, pairs, guards }: DescriptorSystem,
  moving: boolean,
): { readonly row: number[]; readonly unknown: number[] } {
  const row = moving ? [...K.row, ...Q.row] : K.row.slice();
  const unknown = moving ? [...K.col, ...Q.col] : K.col.slice();
  for (const each of [...pairs, ...guards]) {
    row.push(each.row);
    unknown.push(each.unknown);
  }
  for (const { law, count, reads, rows } of groups) {
    for (let instance = 0; instance < count; instance++) {
      for (let i = 0; i < law.rows; i++) {
        const to = rows[instance * law.rows + i]!;
        for (let j = 0; to >= 0 && j < law.reads; j++) {
          const read = reads[instance * law.reads + j]!;
          const place = i * law.reads + j;
          if (read < 0 || read >= size) continue;
          if (law.conducts[place] === 0 && !(moving && law.stores[place] === 1)) continue;
          row.push(to);
          unknown.push(read);
        }
      }
    }
  }
  return { row, unknown };
}

/** Dependencies that are no entries of a matrix: unknown `from` decides about row `to`. */
function guardsAndDelays({ size, S, groups, guards, delays }: DescriptorSystem): {
  readonly from: number[];
  readonly to: number[];
} {
  const from: number[] = [];
  const to: number[] = [];
  for (const { row, control } of guards) {
    for (const index of control.index) {
      if (index >= size) continue;
      from.push(index);
      to.push(row);
    }
  }
  for (const { input, form } of delays) {
    const fed = S.row.filter((_, k) => S.col[k] === input);
    for (const { law, count, reads, rows } of groups) {
      for (let instance = 0; instance < count; instance++) {
        if (!reads.subarray(instance * law.reads, (instance + 1) * law.reads).includes(size + input))
          continue;
        fed.push(...rows.subarray(instance * law.rows, (instance + 1) * law.rows).filter((row) => row >= 0));
      }
    }
    for (const index of form.index) {
      if (index >= size) continue;
      for (const row of fed) {
        from.push(index);
        to.push(row);
      }
    }
  }
  return { from, to };
}

function missing(partner: Int32Array): number[] {
  return Array.from(partner.keys()).filter((k) => partner[k] === -1);
}
