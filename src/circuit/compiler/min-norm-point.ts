/**
 * What an operating point leaves open: currents that circle in loops of inductors (and sources of 0 V), and common
 * voltages of nodes that only capacitors hold. Along fundamental loops L (cutsets Q) any shift
 *
 *     i -> i + L t,        v -> v + Q s
 *
 * satisfies all laws; taken is the one with the least sum of squares over the inductors' currents (capacitors'
 * voltages): the limit of equal vanishing resistances (conductances), conventions: undetermined quantities.
 */
import { minNormShift } from '../../numerics/dense/min-norm.js';
import type { BranchForms, Origin, ReducedSystem } from './compiled-circuit.js';
import { addScaled } from './dense-rows.js';
import type { Branch } from '../primitives.js';
import { cutOffNodes, fundamentalCutset, fundamentalLoop, type Oriented, type Tree } from './tree.js';

/** One direction in which the solution may be shifted. */
interface Direction {
  readonly parts: readonly Oriented[];
  /** Node indices whose voltages move along (cutsets only). */
  readonly nodes: ReadonlySet<number>;
}

/** Returns the system with shared currents and voltages; `original` has the inductors and capacitors. */
export function selectLeastNorm(
  system: ReducedSystem,
  tree: Tree,
  original: readonly Branch[],
): ReducedSystem {
  const none: ReadonlySet<number> = new Set();
  const loops = directions(original, 'inductance', (k) => tree.inTree[k] === false).map((k) => ({
    parts: fundamentalLoop(tree, original, k),
    nodes: none,
  }));
  const cutsets = directions(original, 'capacitance', (k) => tree.inTree[k] === true).map((k) => ({
    parts: fundamentalCutset(tree, original, k),
    nodes: cutOffNodes(tree, original, k),
  }));
  if (loops.length === 0 && cutsets.length === 0) return system;
  const forms = system.forms.map(({ v, i }) => ({ v: v.slice(), i: i.slice() }));
  const recoverLambda = system.recoverLambda.slice();
  const recoverU = system.recoverU.slice();
  const moved: ReducedSystem = { ...system, forms, recoverLambda, recoverU };
  shift(loops, 'i', 'inductance', moved, original);
  shift(cutsets, 'v', 'capacitance', moved, original);
  return moved;
}

function directions(
  branches: readonly Branch[],
  kind: Branch['kind'],
  belongs: (index: number) => boolean,
): number[] {
  return branches.flatMap((branch, index) => (branch.kind === kind && belongs(index) ? [index] : []));
}

function shift(
  list: readonly Direction[],
  quantity: keyof BranchForms,
  kind: 'inductance' | 'capacitance',
  system: ReducedSystem,
  original: readonly Branch[],
): void {
  const elements = original.flatMap((branch, index) => (branch.kind === kind ? [index] : []));
  const d = list.length;
  const width = system.m + system.p;
  const U = new Float64Array(elements.length * d);
  const P = new Float64Array(elements.length * width);
  elements.forEach((branch, row) => {
    P.set(system.forms[branch]?.[quantity] ?? [], row * width);
    list.forEach(({ parts }, k) => {
      U[row * d + k] = parts.find((part) => part.branch === branch)?.sign ?? 0;
    });
  });
  const T = new Float64Array(d * width);
  minNormShift(elements.length, d, width, U, P, T);
  list.forEach(({ parts, nodes }, k) => {
    for (const { branch, sign } of parts) {
      const form = system.forms[branch]?.[quantity];
      if (form) addScaled(form, 0, sign, T, k * width, width);
      const unknown = quantity === 'i' ? currentUnknown(system.unknowns, original[branch]) : -1;
      if (unknown >= 0) moveUnknown(system, unknown, sign, T, k);
    }
    // The nodes cut off hold end a of the tree branch when its voltage rises with theirs.
    const own = original[parts[0]?.branch ?? -1];
    const rising = own && nodes.size > 0 && hasNode(system.unknowns, nodes, own.a) ? 1 : -1;
    for (const node of nodes) moveUnknown(system, node - 1, rising, T, k);
  });
}

function hasNode(unknowns: readonly Origin[], nodes: ReadonlySet<number>, name: string): boolean {
  return [...nodes].some((node) => unknowns[node - 1]?.quantity === 'v' && unknowns[node - 1]?.name === name);
}

function currentUnknown(unknowns: readonly Origin[], branch: Branch | undefined): number {
  return unknowns.findIndex(({ quantity, name }) => quantity === 'i' && name === branch?.name);
}

function moveUnknown(system: ReducedSystem, unknown: number, sign: number, T: Float64Array, k: number): void {
  const { m, p } = system;
  addScaled(system.recoverLambda, unknown * m, sign, T, k * (m + p), m);
  addScaled(system.recoverU, unknown * p, sign, T, k * (m + p) + m, p);
}
