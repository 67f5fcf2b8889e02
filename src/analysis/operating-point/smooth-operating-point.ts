/**
 * The operating point of a circuit with nonlinear rows: Newton's method on
 *
 *     y = D lambda + E u - s f(lambda, u),      laws between y and lambda row by row,
 *
 * at s = 1 from lambda = 0; where that fails, s rises to 1 in steps that are halved when Newton fails and
 * doubled when it does not (continuation).
 */
import type { OperatingPointSystem } from '../../circuit/operating-point.js';
import { nonsmoothSystem } from '../../circuit/compiler/nonsmooth-system.js';
import { BoxVI } from '../../kernel/simulation/problems/box-vi.js';
import { EulerMoreauOSI } from '../../kernel/simulation/integrators/euler-moreau-osi.js';
import { NewtonEngine } from '../../kernel/simulation/newton/newton-engine.js';
import { SimulationFailure } from '../../kernel/simulation/simulation-failure.js';

/** Down an exponential Newton's method goes by one thermal voltage an iteration: 25 V at 25 mV. */
const maxIterations = 1000;

/** Continuation gives up below this step of s. */
const smallestRise = 1e-4;

/** What was found: the point; or the rows whose functions had no finite value on the way, if any. */
export type SmoothPoint = 'found' | readonly number[];

/** Writes lambda with every row of `forced` as it says (1: y = 0, -1: lambda = 0). */
export function solveSmoothPoint(
  point: OperatingPointSystem,
  forced: Int8Array,
  lambda: Float64Array,
): SmoothPoint {
  const scale = { value: 1 };
  const model = nonsmoothSystem({ ...point, x0: new Float64Array(0) }, 0, 1, scale);
  const osi = new EulerMoreauOSI(1, 1);
  const step = new NewtonEngine(model, new BoxVI(), osi, { maxIterations }).newStep();
  const x = new Float64Array(0);
  const infinite = new Set<number>();
  const solveAt = (s: number, from: Float64Array): Float64Array | undefined => {
    scale.value = s;
    const trial = from.slice();
    try {
      const status = step.solveMultiplier(0, { x, lambda: trial }, forced);
      return status === 'solved' && trial.every(Number.isFinite) ? trial : undefined;
    } catch (error) {
      if (!(error instanceof SimulationFailure)) throw error;
      error.rows.forEach((row) => infinite.add(row));
      return undefined;
    }
  };
  let found = solveAt(1, lambda) ?? solveAt(1, new Float64Array(lambda.length));
  if (!found) {
    let at = 0;
    let rise = 0.1;
    let last = solveAt(0, new Float64Array(lambda.length));
    while (last && at < 1 && rise >= smallestRise) {
      const next = Math.min(1, at + rise);
      const better = solveAt(next, last);
      if (better) [last, at, rise] = [better, next, 2 * rise];
      else rise /= 2;
    }
    if (at === 1) found = last;
  }
  if (!found) return [...infinite];
  lambda.set(found);
  return 'found';
}
