/**
 * The end of iterations that only rounding keeps moving: tolerances may ask for more digits than charges have over a short step. A
 * current is known as well as its charge is over the step, q eps / h (1 uF at 150 V over 100 ns: .1 uA), and the less ties a voltage
 * the more of that it is; J^-1 |J| |w| eps says how much.
 *
 * It is the solution where the last change was that, and where the rows hold as far as the rounding of their terms lets them: an
 * exponential law between voltages that have converged may still be far off.
 */
import { evaluateDescriptor, writeMagnitudes } from '../descriptor/descriptor-evaluation.js';
import { solveMatrix } from './factor-arrays.js';
import { type IterationArrays, keepRows, LEAST, measureRows, missedRows } from './newton-iteration.js';
import type { SolveArrays } from './newton-loop.js';
import { countPlaces, FAR, numberPlaces } from './newton-verdict.js';

/** Part of what J^-1 makes of the terms of rows that an iteration may leave behind. */
const LEFT = 4 * Number.EPSILON;
/** Absolute tolerances below which nobody asks how well a voltage is known. */
const SMALL = 1e5;

/** Whether the last change was within the tolerance of every unknown, but for rounding. */
function isRounding(of: IterationArrays, noise: Float64Array, w: Float64Array, reltol: number): boolean {
  const { size, dz, sizes, absolute } = of;
  for (let i = 0; i < size; i++) {
    const large = Math.max(Math.abs(w[i]!), sizes[i]!);
    if (!(Math.abs(dz[i]!) <= reltol * large + absolute[i]! + LEFT * Math.abs(noise[i]!))) return false;
  }
  return true;
}

/** Writes J^-1 |J| |w| to the magnitudes of rows, with the last factors. */
function writeNoise(of: SolveArrays, w: Float64Array): void {
  const { rows } = of;
  const noise = of.newton.residuals.magnitudes;
  writeMagnitudes(of.newton.iteration.descriptor, w, noise, LEAST);
  for (let i = 0; i < rows.count; i++) if (rows.forced[i]! === 1) noise[rows.row[i]!] = 0;
  solveMatrix(of.factors, noise);
}

/**
 * Whether w, at which iterations were given up in which no pair turned over, is the solution; the factors are those of the last one.
 */
export function standsAtRounding(
  of: SolveArrays,
  w: Float64Array,
  history: Float64Array,
  b: number,
  reltol: number,
): boolean {
  const { iteration, residuals, counts, numbers } = of.newton;
  const { descriptor, dz } = iteration;
  if (of.nonlinear === 0 || numbers[numberPlaces.factorB]! !== b) return false;
  if (counts[countPlaces.limited]! > 0 || counts[countPlaces.turnedLast]! > 0 || of.soft.epsilon[0]! > 0)
    return false;
  writeNoise(of, w);
  if (!isRounding(iteration, residuals.magnitudes, w, reltol)) return false;
  if (evaluateDescriptor(descriptor, w, b, true, false) > 0) return false;
  missedRows(iteration, history, b);
  measureRows(residuals, dz, history, w, b, reltol, 1);
  if (!(residuals.numbers[2]! <= FAR)) return false;
  keepRows(residuals);
  return true;
}

/**
 * Voltages of nodes that rounding alone lets move by `part` of the largest one or more from w, where iterations have just ended, and
 * by how much: of them those that move half as far or more as the one that moves furthest.
 */
export function leastKnown(
  of: SolveArrays,
  w: Float64Array,
  b: number,
  part: number,
): { readonly unknown: number; readonly by: number }[] {
  if (of.nonlinear === 0 || of.newton.numbers[numberPlaces.factorB] !== b) return [];
  const { iteration, residuals } = of.newton;
  const { grounds, absolute } = iteration.descriptor;
  const noise = residuals.magnitudes;
  writeNoise(of, w);
  let [largest, furthest] = [0, 0];
  const loose: { readonly unknown: number; readonly by: number }[] = [];
  for (let unknown = 0; unknown < iteration.size; unknown++) {
    if (grounds[unknown]! < 0) continue;
    largest = Math.max(largest, Math.abs(w[unknown]!));
    const by = LEFT * Math.abs(noise[unknown]!);
    if (by < SMALL * absolute[unknown]!) continue;
    furthest = Math.max(furthest, by);
    loose.push({ unknown, by });
  }
  return loose.filter(({ by }) => by > part * largest && by >= 0.5 * furthest);
}
