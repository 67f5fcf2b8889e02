/**
 * Of several operating points of a piecewise-linear circuit the one nearest to the voltages that `.nodeset` guesses: least sum of
 * squares; of equally near ones the first. Cost: that of finding all (`all-operating-points.ts`), which is bounded.
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import { probedSystem } from '../preparation/probed-system.js';
import { noteOfNodesets } from '../preparation/note-of-nodesets.js';
import type { OperatingPointSystem } from '../../circuit/operating-point.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import { dot } from '../certificate/energy/energy-ledger.js';
import { allOperatingPoints } from './all-operating-points.js';
import type { OperatingPoint } from './operating-point.js';

/** Undefined without guesses, where there is one point at most, and where rows have nonlinear laws. */
export function guessedPoint(
  compiled: OperatingPointSystem,
  nodesets: FlatCircuit['nodesets'],
  diagnostics: Diagnostics,
): OperatingPoint | undefined {
  const { system, smooth, tree } = compiled;
  if (nodesets.size === 0 || system.m === 0) return undefined;
  if (smooth.length > 0) {
    noteOfNodesets({ nodesets }, 'chooses among points of ideal parts or in sparse steps', diagnostics);
    return undefined;
  }
  const probed = probedSystem(system, tree);
  const guesses = [...nodesets].flatMap(([node, { value }]) => {
    const form = probed.form('v', [node]);
    return form ? [{ form, value }] : [];
  });
  let nearest: OperatingPoint | undefined;
  let least = Infinity;
  for (const point of allOperatingPoints(compiled).points) {
    const distance = guesses.reduce((sum, { form, value }) => sum + (dot(form, point.zeta) - value) ** 2, 0);
    if (distance < least) [nearest, least] = [point, distance];
  }
  return nearest;
}
