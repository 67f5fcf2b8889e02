/**
 * Decomposes a monotone piecewise-linear law i(v), given by vertices and end rays, into primitives:
 *
 *     i(v) = g v + c + sum_right dg_k max(0, v - v_k) - sum_left dg_k max(0, v_k - v)
 *
 * g is the smallest slope (a resistance 1/g, no branch when g = 0), c its current at v = 0 (a constant
 * current source, no branch when c = 0), and each change of slope a unilateral branch with threshold v_k and
 * resistance 1/dg_k: forward where the slope grows with v, reversed where it falls towards g. A vertical end
 * ray is a change by Infinity: resistance 0.
 *
 * Guaranteed for slopes >= 0 that fall, then grow (the graph of a diode, a Zener diode, a limiter); others throw.
 * Cost: one branch a vertex.
 *
 * The branch of least resistance comes first: only the first may enter the tree, which gives its voltage as threshold +
 * resistance i. A steep one keeps its digits there, one of 10 GOhm would leave 1e-8 V of the rounding of 10 mA.
 */
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import type { Branch } from '../primitives.js';

export interface GraphPoint {
  /** Volts. */
  readonly v: number;
  /** Amperes. */
  readonly i: number;
}

export interface PiecewiseLinearGraph {
  /** In order of rising v and i; at least one. */
  readonly vertices: readonly GraphPoint[];
  /** Slope in siemens of the ray that comes from v = -infinity, and of the one to +infinity; Infinity: vertical. */
  readonly left: number;
  readonly right: number;
}

/** Where the branches hang. */
export interface GraphPlace {
  readonly element: string;
  readonly a: string;
  readonly b: string;
}

/** Graphs whose resistances differ by more than this factor have no place before all resistors of a circuit. */
const steep = 1e3;

/** Slopes closer than this (relative) are one slope: vertices on a straight line need no branch. */
const slopeTolerance = 1e-12;

interface Bend {
  readonly right: boolean;
  readonly resistance: number;
  readonly threshold: number;
}

/** Returns the branches of a graph; the first bears the element's name. Throws a RangeError for other shapes. */
export function graphBranches(place: GraphPlace, graph: PiecewiseLinearGraph): Branch[] {
  const slopes = slopesOf(graph);
  const base = slopes.indexOf(Math.min(...slopes));
  const conductance = slopes[base] ?? 0;
  if (conductance === Infinity) throw new RangeError('a graph needs a ray or segment of finite slope');
  const on = graph.vertices[Math.max(0, base - 1)] ?? { v: 0, i: 0 };
  const offset = on.i - conductance * on.v;
  const bends: Bend[] = [];
  graph.vertices.forEach(({ v }, k) => {
    const before = slopes[k] ?? 0;
    const after = slopes[k + 1] ?? 0;
    const right = k >= base;
    const change = right ? after - before : before - after;
    if (change !== Infinity && Math.abs(change) <= slopeTolerance * Math.max(before, after)) return;
    if (!(change > 0)) throw new RangeError('the slopes of a graph must fall, then grow');
    bends.push({ right, resistance: change === Infinity ? 0 : 1 / change, threshold: right ? v : -v });
  });
  bends.sort((p, q) => p.resistance - q.resistance);
  const branches: Branch[] = [];
  const add = namer(place, branches);
  const sizes = bends.map(({ resistance }) => resistance).filter((resistance) => resistance > 0);
  const [least = 0, most = 0] = [sizes[0], sizes.at(-1)];
  const graded = most > steep * least ? { graded: Math.sqrt(least * most) } : {};
  for (const { right, resistance, threshold } of bends)
    add(right, (ends) => ({ kind: 'unilateral', ...ends, resistance, threshold, ...graded }));
  if (conductance > 0) add(true, (ends) => ({ kind: 'resistance', ...ends, resistance: 1 / conductance }));
  if (offset !== 0) add(true, (ends) => ({ kind: 'current', ...ends, signal: constantSignal(offset) }));
  return branches;
}

/** What all branches of one element share, for the next of them. */
type BranchEnds = Pick<Branch, 'name' | 'element' | 'a' | 'b'> & { readonly reversed?: true };

/** Returns a function that appends a branch under the element's next name, forward or reversed. */
export function namer(
  { element, a, b }: GraphPlace,
  branches: Branch[],
): (forward: boolean, make: (ends: BranchEnds) => Branch) => void {
  return (forward, make) => {
    const name = branches.length === 0 ? element : `${element}#${branches.length + 1}`;
    branches.push(make(forward ? { name, element, a, b } : { name, element, a: b, b: a, reversed: true }));
  };
}

/** Returns i(v) of a graph without vertical rays. */
export function graphCurrent(graph: PiecewiseLinearGraph, v: number): number {
  const { vertices } = graph;
  const slopes = slopesOf(graph);
  const k = vertices.findIndex((vertex) => v < vertex.v);
  const at = k < 0 ? vertices.length : k;
  const from = vertices[Math.max(0, at - 1)] ?? { v: 0, i: 0 };
  return from.i + (slopes[at] ?? 0) * (v - from.v);
}

function slopesOf({ vertices, left, right }: PiecewiseLinearGraph): number[] {
  if (vertices.length === 0) throw new RangeError('a graph needs a vertex');
  const slopes = [left];
  for (let k = 1; k < vertices.length; k++) {
    const from = vertices[k - 1] as GraphPoint;
    const to = vertices[k] as GraphPoint;
    slopes.push((to.i - from.i) / (to.v - from.v));
  }
  slopes.push(right);
  if (!slopes.every((slope) => slope >= 0)) throw new RangeError('a graph must be monotone');
  return slopes;
}
