/**
 * Points at rest along a path of values p: from the point at one p the nearest one at the next,
 *
 *     F(z, p) = 0,      p = p0 + s (p1 - p0),  s from 0 to 1,
 *
 * in strides that are shortened until no voltage changes by more than a tenth of the largest: so that of several solutions the
 * one that belongs to the last is taken (a Schmitt trigger keeps its state until it has none). Where that takes strides below
 * 1e-9 of the way the solution jumps, and that is told. Right behind a fold Newton's method may still end within its tolerance, but not
 * for longer strides: each of the shortest ones that changes little doubles what counts as the shortest, until a jump. A circuit with one solution at most is solved at p1 at once.
 * Cost: some 60 solutions a jump, one or two a smooth step. Source: [Allgower-Georg 1990, ch. 6], by the parameter itself.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { nodeOfDisplacement } from '../../circuit/devices/mechanical/equilibrium.js';
import type { RestingCircuit, RestingPoint } from './resting-circuit.js';

/** Part of the largest voltage by which a stride may change any. */
const smooth = 0.1;
/** Volts that count as no change at all. */
const noChange = 1e-3;
/** The same of displacements, in metres: beside volts the micrometres of a plate would be nothing. */
const noDisplacement = 1e-9;
/** Strides below this part of the way are jumps: a gain of 1e8 over the way counts as one. */
const minStride = 1e-9;

/** Where a solution jumped: values right before it, and the voltage that changed most. */
export interface Jump {
  readonly values: readonly number[];
  readonly node: string;
  readonly before: number;
  readonly after: number;
  /** Right behind it. */
  readonly behind: { readonly values: readonly number[]; readonly point: RestingPoint };
}

export interface Followed {
  readonly circuit: RestingCircuit;
  readonly point: RestingPoint;
  readonly jumps: readonly Jump[];
}

/** Sets values and gives the circuit that has them; undefined after reporting where there is none. */
export type CircuitAt = (values: readonly number[], diagnostics: Diagnostics) => RestingCircuit | undefined;

/** Follows a point from some values to others; problems become diagnostics and undefined. */
export function followPoint(
  from: readonly number[],
  to: readonly number[],
  start: RestingPoint,
  circuitAt: CircuitAt,
  diagnostics: Diagnostics,
): Followed | undefined {
  const jumps: Jump[] = [];
  let point = start;
  let [reached, stride, shortest] = [0, 1, minStride];
  for (;;) {
    const s = Math.min(1, reached + stride);
    const circuit = circuitAt(s === 1 ? to : to.map((end, k) => mix(from[k] ?? end, end, s)), diagnostics);
    if (!circuit) return undefined;
    const isLast = s - reached <= shortest;
    const ends = isLast || circuit.linear;
    const found = circuit.follow(point) ?? (ends ? circuit.find(new Diagnostics()) : undefined);
    // Where the way has no solution, its end may have one.
    if (!found && ends) return leap(to, circuitAt, diagnostics);
    const change = found && !circuit.linear ? largestChange(circuit, point, found) : undefined;
    if (!found || (change && change.part > smooth && !isLast)) {
      stride = (s - reached) / 4;
      continue;
    }
    if (change && change.part > smooth) {
      const at = (part: number): number[] => to.map((end, k) => mix(from[k] ?? end, end, part));
      const { node, before, after } = change;
      jumps.push({ values: at(reached), node, before, after, behind: { values: at(s), point: found } });
      shortest = minStride;
    } else if (isLast) shortest *= 2;
    if (s === 1) return { circuit, point: found, jumps };
    point = found;
    reached = s;
    // Behind a jump the way is as smooth as before it.
    stride = isLast && jumps.length > 0 ? 1 : 4 * stride;
  }
}

function leap(
  values: readonly number[],
  circuitAt: CircuitAt,
  diagnostics: Diagnostics,
): Followed | undefined {
  const circuit = circuitAt(values, diagnostics);
  const point = circuit?.find(diagnostics);
  return circuit && point && { circuit, point, jumps: [] };
}

function mix(a: number, b: number, s: number): number {
  return (1 - s) * a + s * b;
}

interface Change {
  readonly part: number;
  readonly node: string;
  readonly before: number;
  readonly after: number;
}

/** The voltage that differs most, and by which part of the largest; displacements are compared with displacements. */
function largestChange(circuit: RestingCircuit, one: RestingPoint, other: RestingPoint): Change {
  const [a, b] = [circuit.voltages(one), circuit.voltages(other)];
  const isMoved = circuit.nodes.map((node) => nodeOfDisplacement(node) !== undefined);
  const electrical = changeOf(circuit.nodes, a, b, (k) => isMoved[k] === false, noChange);
  const mechanical = changeOf(circuit.nodes, a, b, (k) => isMoved[k] === true, noDisplacement);
  return mechanical.part > electrical.part ? mechanical : electrical;
}

function changeOf(
  nodes: readonly string[],
  a: Float64Array,
  b: Float64Array,
  asked: (k: number) => boolean,
  none: number,
): Change {
  let [worst, most, largest] = [0, 0, none / smooth];
  for (let k = 0; k < a.length; k++) {
    if (!asked(k)) continue;
    const [v, w] = [a[k] ?? 0, b[k] ?? 0];
    largest = Math.max(largest, Math.abs(v), Math.abs(w));
    if (Math.abs(w - v) <= most) continue;
    most = Math.abs(w - v);
    worst = k;
  }
  return { part: most / largest, node: nodes[worst] ?? '', before: a[worst] ?? 0, after: b[worst] ?? 0 };
}
