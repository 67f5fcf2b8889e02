/**
 * Every operating point of a piecewise-linear circuit: for each set of states of its switches that their controls agree with, all
 * solutions of the complementarity problem (`numerics/lcp/all-solutions.ts`). What is said to be all is proved: every mode that is
 * not among them was shown infeasible. Where too many modes are left, that is said.
 *
 * Cost: 2^switches problems, at most 4096; at most 20 000 relaxations in all, fewer of more than thirty rows.
 */
import type { OperatingPointSystem } from '../../circuit/operating-point.js';
import { allSolutions } from '../../numerics/lcp/all-solutions.js';
import { reduceForced } from '../../numerics/lcp/forced-problem.js';
import { addMultipliers } from '../../numerics/lcp/mode.js';
import {
  forceSwitches,
  type OperatingPoint,
  problemAtRest,
  solverAtRest,
  storageAt,
  turnSwitches,
} from './operating-point.js';

/** Relaxations to spend, and as many as take some seconds at n rows: each some 10 n^3 operations. */
const maxNodes = 20_000;
const affordable = 5e8;
const maxSwitches = 12;

export interface AllOperatingPoints {
  readonly points: readonly OperatingPoint[];
  /** It is proved that there are no others. */
  readonly complete: boolean;
  readonly nodes: number;
}

/** Finds them; rows with nonlinear laws are none of this program. */
export function allOperatingPoints(point: OperatingPointSystem): AllOperatingPoints {
  const { system, guards } = point;
  const { m, p, D } = system;
  const solver = solverAtRest(system);
  const points: OperatingPoint[] = [];
  const start = new Float64Array(m + p);
  const { q, terms } = problemAtRest(system, start);
  const limit = Math.min(maxNodes, Math.ceil(affordable / m ** 3));
  let complete = guards.length <= maxSwitches;
  let nodes = 0;
  for (let states = 0; states < 2 ** Math.min(guards.length, maxSwitches); states++) {
    const on = Uint8Array.from(guards, (_, g) => (states >> g) & 1);
    const forced = new Int8Array(m);
    forceSwitches(point, on, forced);
    const { n, M, q: rest, magnitude, origin } = reduceForced(m, D, q, forced, terms);
    const all = allSolutions(n, M, rest, { nodeLimit: limit - nodes, magnitude });
    nodes += all.nodes;
    complete &&= all.complete;
    for (const { z } of all.solutions) {
      const active = new Uint8Array(m);
      z.forEach((value, k) => {
        if (value > 0) active[origin[k] ?? 0] = 1;
      });
      const mode = solver.answerFrom(active.join(''), q, forced, terms);
      if (!mode) {
        complete = false;
        continue;
      }
      const zeta = start.slice();
      addMultipliers(mode, q, zeta);
      if (turnSwitches(point, zeta, on.slice())) continue;
      if (points.some((known) => isSame(known.zeta, zeta))) {
        complete = false;
        continue;
      }
      points.push({ zeta, storage: storageAt(point, zeta), on, mode });
    }
  }
  return { points, complete, nodes };
}

/** Exchanges of pairs have led to a solution that is known, away from the one that they were to polish. */
function isSame(a: Float64Array, b: Float64Array): boolean {
  const largest = a.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return a.every((value, i) => Math.abs(value - (b[i] ?? 0)) <= 1e-9 * largest);
}
