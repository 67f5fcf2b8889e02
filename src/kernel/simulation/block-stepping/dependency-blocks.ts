/**
 * The blocks of a descriptor system: the smallest sets of rows and unknowns that can be solved one set after another.
 *
 * Rows and unknowns are matched; unknown j leads to the unknown of every row in which j stands, be it behind d/dt, in a
 * law, in the control of a switch or in what a line delays; rates of a law stand with its first row, since nobody can
 * differentiate what another block steps. The strongly connected components of this graph are the
 * blocks, numbered so that each reads only itself and blocks before it: an ideal source parts what it feeds, and a gate that
 * carries no current parts the stages of a chain. Cost: linear, but for the matching. Source: [Duff-Reid 1978], [Tarjan 1972].
 */
import { compressTriplets, type SparsePattern } from '../../../numerics/sparse/compressed-columns.js';
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
  // Logic ties guards to inputs: the whole is one.
  if (system.logic) return { rows: [], unknowns: [] };
  const { row, unknown } = incidence(system, which === 'moving');
  const { pattern } = compressTriplets(size, size, row, unknown);
  const { rowOf, colOf, size: rank } = maximumMatching(pattern);
  if (rank < size) return { rows: missing(colOf), unknowns: missing(rowOf) };

  const target = matchedUnknowns(pattern.rowIndex, colOf);
  const edges = [
    guardsAndDelays(system),
    ownUnknowns(system, rowOf, colOf),
    ratesWithLaws(system, rowOf, colOf),
  ];
  const graph = withEdges({ ...pattern, rowIndex: target }, edges, colOf);
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

/** Where unknown j leads: the unknown that is matched with each row in which it stands. */
function matchedUnknowns(rowIndex: Int32Array, colOf: Int32Array): Int32Array {
  const out = new Int32Array(rowIndex.length);
  for (let p = 0; p < out.length; p++) out[p] = colOf[rowIndex[p]!]!;
  return out;
}

/** A graph with further edges, from unknowns to those that are matched with rows. */
function withEdges(graph: SparsePattern, edges: readonly Edges[], colOf: Int32Array): SparsePattern {
  const more = edges.reduce((sum, edge) => sum + edge.from.length, 0);
  if (more === 0) return graph;
  const { rows, cols, colStart, rowIndex } = graph;
  const from = new Int32Array(rowIndex.length + more);
  const to = new Int32Array(rowIndex.length + more);
  for (let j = 0; j < cols; j++) from.fill(j, colStart[j], colStart[j + 1]);
  to.set(rowIndex);
  let end = rowIndex.length;
  for (const edge of edges) {
    for (let k = 0; k < edge.from.length; k++, end++) {
      from[end] = edge.from[k]!;
      to[end] = colOf[edge.to[k]!]!;
    }
  }
  return compressTriplets(rows, cols, to, from).pattern;
}

/**
 * Whether the blocks of motion are those of rest too: what stands behind d/dt alone ties no unknowns of one block, and no row to
 * its own unknown.
 */
export function areSameAtRest(
  system: DescriptorSystem,
  { count, start, ofUnknown, ofRow }: DependencyBlocks,
): boolean {
  const { size, Q, groups } = system;
  // Blocks of one unknown that stands in its row at rest.
  const isFixed = new Uint8Array(count);
  const { row, unknown } = incidence(system, false);
  for (let k = 0; k < row.length; k++) {
    const block = ofRow[row[k]!]!;
    if (block === ofUnknown[unknown[k]!] && start[block + 1]! === start[block]! + 1) isFixed[block] = 1;
  }
  const ties = (i: number, j: number): boolean => ofRow[i] === ofUnknown[j] && isFixed[ofRow[i]!] === 0;
  for (let k = 0; k < Q.length; k++) if (ties(Q.row[k]!, Q.col[k]!)) return false;
  for (const { law, count: instances, reads, rows } of groups) {
    if (!law.stores.includes(1)) continue;
    for (let at = 0; at < instances * law.rows * law.reads; at++) {
      if (law.stores[at % (law.rows * law.reads)] === 0) continue;
      const i = rows[Math.floor(at / law.reads)]!;
      const j = reads[law.reads * Math.floor(at / (law.rows * law.reads)) + (at % law.reads)]!;
      if (i >= 0 && j >= 0 && j < size && ties(i, j)) return false;
    }
  }
  return true;
}

/** Every place of a row at which an unknown may stand. */
function incidence(
  { size, K, Q, groups, pairs, guards }: DescriptorSystem,
  moving: boolean,
): { readonly row: Int32Array; readonly unknown: Int32Array } {
  let most = K.length + (moving ? Q.length : 0) + pairs.length + guards.length;
  for (const { law, count } of groups) most += count * law.rows * law.reads;
  const row = new Int32Array(most);
  const unknown = new Int32Array(most);
  row.set(K.row);
  unknown.set(K.col);
  let length = K.length;
  if (moving) {
    row.set(Q.row, length);
    unknown.set(Q.col, length);
    length += Q.length;
  }
  for (const forced of [pairs, guards]) {
    for (const one of forced) {
      row[length] = one.row;
      unknown[length++] = one.unknown;
    }
  }
  for (const { law, count, reads, rows } of groups) {
    const { rows: rowCount, reads: readCount } = law;
    const stands = law.conducts.map((conducts, place) =>
      conducts !== 0 || (moving && law.stores[place] === 1) ? 1 : 0,
    );
    for (let instance = 0; instance < count; instance++) {
      for (let i = 0; i < rowCount; i++) {
        const to = rows[instance * rowCount + i]!;
        if (to < 0) continue;
        for (let j = 0; j < readCount; j++) {
          const read = reads[instance * readCount + j]!;
          if (read < 0 || read >= size || stands[i * readCount + j] === 0) continue;
          row[length] = to;
          unknown[length++] = read;
        }
      }
    }
  }
  return { row: row.subarray(0, length), unknown: unknown.subarray(0, length) };
}

/** Unknown from[k] decides about row to[k]. */
interface Edges {
  readonly from: number[];
  readonly to: number[];
}

/** A row that is forced reads its own unknown alone: they are of one block, whatever they are matched with. */
function ownUnknowns({ pairs, guards }: DescriptorSystem, rowOf: Int32Array, colOf: Int32Array): Edges {
  const { from, to }: Edges = { from: [], to: [] };
  for (const { row, unknown } of [...pairs, ...guards]) {
    if (colOf[row] === unknown) continue;
    from.push(colOf[row]!);
    to.push(rowOf[unknown]!);
  }
  return { from, to };
}

/** Dependencies that are no entries of a matrix. */
function guardsAndDelays({ size, S, groups, guards, delays }: DescriptorSystem): Edges {
  const { from, to }: Edges = { from: [], to: [] };
  for (const { row, control } of guards) {
    for (const index of control.index) {
      if (index >= size) continue;
      from.push(index);
      to.push(row);
    }
  }
  for (const { input, form } of delays) {
    const fed = [...S.row.filter((_, k) => S.col[k] === input)];
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

/** Ties the rates that each law reads to its first row, both ways; `rowOf` and `colOf`: rows and unknowns that are matched. */
function ratesWithLaws({ groups }: DescriptorSystem, rowOf: Int32Array, colOf: Int32Array): Edges {
  const edges: Edges = { from: [], to: [] };
  for (const { law, count, reads, rows } of groups) {
    const rates = law.rates?.between.length ?? 0;
    for (let instance = 0; rates > 0 && instance < count; instance++) {
      const first = rows.subarray(instance * law.rows, (instance + 1) * law.rows).find((row) => row >= 0);
      if (first === undefined) continue;
      for (let k = 1; k <= rates; k++) {
        const rate = reads[(instance + 1) * law.reads - k]!;
        edges.from.push(rate, colOf[first]!);
        edges.to.push(first, rowOf[rate]!);
      }
    }
  }
  return edges;
}

function missing(partner: Int32Array): number[] {
  return Array.from(partner.keys()).filter((k) => partner[k] === -1);
}
