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
import { countPlaces, FAR, numberPlaces, type SolveArrays } from './newton-loop.js';

/** Part of what J^-1 makes of the terms of rows that an iteration may leave behind. */
const LEFT = 4 * Number.EPSILON;

/** Whether the last change was within the tolerance of every unknown, but for rounding. */
function isRounding(of: IterationArrays, noise: Float64Array, w: Float64Array, reltol: number): boolean {
  const { size, dz, sizes, absolute } = of;
  for (let i = 0; i < size; i++) {
    const large = Math.max(Math.abs(w[i]!), sizes[i]!);
    if (!(Math.abs(dz[i]!) <= reltol * large + absolute[i]! + LEFT * Math.abs(noise[i]!))) return false;
  }
  return true;
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
  const noise = residuals.magnitudes;
  writeMagnitudes(descriptor, w, noise, LEAST);
  const { rows } = of;
  for (let i = 0; i < rows.count; i++) if (rows.forced[i]! === 1) noise[rows.row[i]!] = 0;
  solveMatrix(of.factors, noise);
  if (!isRounding(iteration, noise, w, reltol)) return false;
  if (evaluateDescriptor(descriptor, w, b, true, false) > 0) return false;
  missedRows(iteration, history, b);
  measureRows(residuals, dz, history, w, b, reltol, 1);
  if (!(residuals.numbers[2]! <= FAR)) return false;
  keepRows(residuals);
  return true;
}
