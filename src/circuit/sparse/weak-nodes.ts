/**
 * Nodes that next to nothing holds at a point: groups of nodes, tied to one another by what is given (resistors, sources, coils,
 * switches) or by smooth laws that conduct both ways, which 1e-12 S across every junction would move by more than dv = 2.5 mV,
 *
 *     sum of 1e-12 S |v_a - v_b| over all junctions between the group and others  >  dv sum of di_k/dv_j over all nodes k, j of it,
 *
 * a tenth of the voltage by which a current of junctions grows e-fold: for what moves less, their currents are a tenth at most of
 * what flows already. Where in between others such nodes lie (two transistors in series that are off) saturation currents would
 * decide, which are mostly defaults that nobody wrote. Cost: linear in branches once, in the laws about such groups at every point.
 */
import { evaluatorOf, type LocalGroup } from '../../kernel/modeling/laws/local-law.js';
import { DisjointSets } from '../compiler/tree.js';
import type { SmoothBranch } from '../primitives.js';
import { leakage } from './leaking-laws.js';
import type { SparseModel } from './sparse-model.js';

/** Volts. */
const little = 2.5e-3;
/** Siemens that hold a node whatever its junctions leak. */
const firm = 1e-6;

export class WeakNodes {
  /** Of node k at place k + 1, and of ground at place 0, the set into which what is given ties it. */
  readonly #given: Int32Array;
  /** Both nodes of every junction between nodes that are given apart. */
  readonly #junctions: Int32Array;
  readonly #groups: readonly LocalGroup[];
  readonly #nodes: number;

  constructor({ numbering, system }: SparseModel) {
    const { branches, firstNode, secondNode, nodes, node } = numbering;
    this.#nodes = nodes.length;
    const given = new DisjointSets(nodes.length + 1);
    for (let k = 0; k < branches.length; k++)
      if (ties(branches[k] as SmoothBranch))
        given.join((firstNode[k] as number) + 1, (secondNode[k] as number) + 1);
    const setOf = Int32Array.from({ length: nodes.length + 1 }, (_, k) => given.find(k));
    this.#given = setOf;
    const ends: number[] = [];
    const add = (a: number, b: number): void => {
      if (setOf[a + 1] !== setOf[b + 1]) ends.push(a, b);
    };
    for (let k = 0; k < branches.length; k++) {
      const branch = branches[k] as SmoothBranch;
      if (branch.kind !== 'law' || branch.junctions === undefined) continue;
      if (branch.junctions === 'ends') add(firstNode[k] as number, secondNode[k] as number);
      else for (const [a, b] of branch.junctions) add(node(a), node(b));
    }
    this.#junctions = Int32Array.from(ends);
    this.#groups = system.groups;
  }

  /** The nodes of junctions, by number, that too little holds at z. */
  at(z: Float64Array): ReadonlySet<number> {
    if (this.#junctions.length === 0 || this.#areAllHeld(z)) return new Set();
    const sets = new DisjointSets(this.#nodes + 1);
    for (let k = 0; k <= this.#nodes; k++) sets.join(k, this.#given[k] as number);
    const entries: Conductance[] = [];
    for (const group of this.#groups)
      for (const own of conductancesOf(group, this.#nodes, z)) {
        entries.push(...own);
        for (const one of own)
          for (const other of own)
            if (one.row === other.column && one.column === other.row && isStrong(one) && isStrong(other))
              sets.join(one.row + 1, one.column + 1);
      }
    const outward = new Float64Array(this.#nodes + 1);
    for (const { row, column, value } of entries) {
      const set = sets.find(row + 1);
      if (set === sets.find(column + 1)) outward[set] = (outward[set] as number) + value;
    }
    return this.#weakOf(z, sets, outward);
  }

  #weakOf(z: Float64Array, sets: DisjointSets, outward: Float64Array): ReadonlySet<number> {
    const junctions = this.#junctions;
    const leaking = new Float64Array(this.#nodes + 1);
    const across: number[] = [];
    for (let k = 0; k < junctions.length; k += 2) {
      const [a, b] = [junctions[k] as number, junctions[k + 1] as number];
      const [one, other] = [sets.find(a + 1), sets.find(b + 1)];
      if (one === other) continue;
      across.push(a, b);
      const current = leakage * Math.abs((z[a] ?? 0) - (z[b] ?? 0));
      leaking[one] = (leaking[one] as number) + current;
      leaking[other] = (leaking[other] as number) + current;
    }
    const ground = sets.find(0);
    const isWeak = (set: number): boolean =>
      set !== ground && (leaking[set] as number) > little * (outward[set] as number);
    return new Set(across.filter((node) => isWeak(sets.find(node + 1))));
  }

  /** Whether laws that conduct much, one after the other, tie all nodes of junctions to ground: nearly always, and soon found. */
  #areAllHeld(z: Float64Array): boolean {
    const held = new Uint8Array(this.#nodes + 1);
    held[this.#given[0] as number] = 1;
    for (let more = true; more;) {
      more = false;
      for (const group of this.#groups) more = holdMore(group, z, held, this.#given) || more;
    }
    return this.#junctions.every((node) => held[this.#given[node + 1] as number] === 1);
  }
}

/** Marks sets of nodes that an instance ties firmly to a set that is held; true where there are any. */
function holdMore(group: LocalGroup, z: Float64Array, held: Uint8Array, setOf: Int32Array): boolean {
  const { law, count, reads, rows } = group;
  const { point, evaluate } = evaluatorOf(group, (unknown) => z[unknown] as number);
  const { df } = point;
  const isNode = (unknown: number): boolean => unknown + 1 < setOf.length;
  const isHeld = (node: number): boolean => held[setOf[node + 1] as number] === 1;
  const isOpen = (unknown: number): boolean => isNode(unknown) && !isHeld(unknown);
  let more = false;
  for (let k = 0; k < count; k++) {
    const [row, read] = [k * law.rows, k * law.reads];
    let open = false;
    for (let i = 0; i < law.rows && !open; i++) open = isOpen(rows[row + i] as number);
    if (!open) continue;
    evaluate(k);
    // Both ways: a gate holds nothing.
    const tied = (i: number, other: number): boolean => {
      for (let j = 0; j < law.reads; j++)
        if (reads[read + j] === other && Math.abs(df[i * law.reads + j] as number) >= firm) return true;
      return false;
    };
    for (let i = 0; i < law.rows; i++)
      for (let other = 0; other < law.rows; other++) {
        const [node, holder] = [rows[row + i] as number, rows[row + other] as number];
        if (!isOpen(node) || !isNode(holder) || !isHeld(holder)) continue;
        if (!tied(i, holder) || !tied(other, node)) continue;
        held[setOf[node + 1] as number] = 1;
        more = true;
      }
  }
  return more;
}

/** Whether a branch ties its two nodes whatever the point: laws are looked at, and nothing else leaves them open. */
function ties({ kind }: SmoothBranch): boolean {
  return kind !== 'law' && kind !== 'capacitance' && kind !== 'current';
}

/** di/dv of the current that leaves one node by the voltage of another. */
interface Conductance {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

const isStrong = ({ value }: Conductance): boolean => Math.abs(value) >= leakage;

/** Of each instance all between nodes other than ground. */
function* conductancesOf(group: LocalGroup, nodes: number, z: Float64Array): Generator<Conductance[]> {
  const { law, count, reads, rows } = group;
  const { point, evaluate } = evaluatorOf(group, (unknown) => z[unknown] as number);
  for (let k = 0; k < count; k++) {
    evaluate(k);
    const read = reads.subarray(k * law.reads, (k + 1) * law.reads);
    const found: Conductance[] = [];
    for (let i = 0; i < law.rows; i++) {
      const row = rows[k * law.rows + i] as number;
      if (row < 0 || row >= nodes) continue;
      read.forEach((column, j) => {
        const value = point.df[i * law.reads + j] as number;
        if (column >= 0 && column < nodes && value !== 0) found.push({ row, column, value });
      });
    }
    yield found;
  }
}
