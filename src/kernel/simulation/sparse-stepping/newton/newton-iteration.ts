/**
 * The loops of an iteration of Newton's method over all unknowns and rows, over arrays that stay where they are: as they stand
 * here, or as machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import { writeMagnitudes, type DescriptorArrays } from '../descriptor/descriptor-evaluation.js';

export interface IterationArrays {
  readonly size: Int;
  readonly descriptor: DescriptorArrays;
  /** The change of an iteration, and before it is solved for minus the residual. */
  readonly dz: Float64Array;
  /** Of each unknown the size that it is measured by. */
  readonly sizes: Float64Array;
  readonly absolute: Float64Array;
  /** The unknown that moved most. */
  readonly worst: Int32Array;
}

/** Writes dz = -(k + b (s - history)). */
export function missedRows(of: IterationArrays, history: Float64Array, b: number): void {
  const { size, dz, descriptor } = of;
  const { k, s } = descriptor.targets;
  for (let i = 0; i < size; i++) dz[i] = -(k[i]! + b * (s[i]! - history[i]!));
}

/** Moves w by dz; returns the largest change in tolerances of its unknown, not finite where one is not. */
export function moveAlong(of: IterationArrays, w: Float64Array, reltol: number): number {
  const { size, dz, sizes, absolute } = of;
  let norm = 0;
  let worst = -1;
  for (let i = 0; i < size; i++) {
    const change = dz[i]!;
    const z = w[i]! + change;
    w[i] = z;
    const large = Math.max(Math.abs(z), sizes[i]!);
    const tolerance = reltol * large + absolute[i]!;
    // Divided where it is the worst so far, since a division takes longer than all else.
    if (Math.abs(change) <= norm * tolerance) continue;
    norm = Math.abs(change) / tolerance;
    worst = i;
    if (!(norm < Infinity)) break;
  }
  of.worst[0] = worst;
  return norm;
}

/** Arrays of `RowResiduals`, as it describes them. */
export interface ResidualArrays {
  readonly descriptor: DescriptorArrays;
  readonly sizes: Float64Array;
  readonly numbers: Float64Array;
  readonly magnitudes: Float64Array;
}

/** Of the terms of a row this is rounding; of a charge whose law is itself a difference, so often more. */
const ROUNDING = 8 * Number.EPSILON;
const ROUGH = 8;
/** Absolute tolerances of an unknown: 1 V at SPICE's vntol. */
export const LEAST = 1e6;
/** How fast a large curvature is forgotten, a solve. */
const FADE = 0.7;

/** Measures residuals at w behind a change of `change` tolerances, Infinity where no tangent led here. */
export function measureRows(
  of: ResidualArrays,
  residual: Float64Array,
  history: Float64Array,
  w: Float64Array,
  b: number,
  reltol: number,
  change: number,
): void {
  const { descriptor, sizes, numbers, magnitudes } = of;
  const { lawRows } = descriptor;
  const { s, terms } = descriptor.targets;
  const tolerance = descriptor.residual;
  // Far from a solution rounding is nothing.
  const counts = change <= 1;
  if (counts) writeMagnitudes(descriptor, w, magnitudes, LEAST);
  let missed = 0;
  let roughly = 0;
  const count = lawRows.length;
  for (let p = 0; p < count; p++) {
    const row = lawRows[p]!;
    const charge = s[row]!;
    const largest = Math.max(terms[row]!, b * Math.abs(charge - history[row]!));
    terms[row] = largest;
    const relative = reltol * Math.max(largest, sizes[row]!);
    const large = Math.max(counts ? magnitudes[row]! : 0, b * Math.abs(charge));
    const exact = relative + tolerance[row]!;
    const bound = exact + ROUNDING * large;
    const miss = Math.abs(residual[row]!);
    if (miss <= missed * bound) continue;
    missed = miss / bound;
    roughly = Math.max(roughly, miss / (exact + ROUGH * ROUNDING * large));
  }
  numbers[1] = missed;
  numbers[2] = roughly;
  if (change < Infinity) numbers[0] = Math.max(missed / (change * change), FADE * numbers[0]!);
}

/** How much of the size of a row is kept from one solve to the next. */
const KEPT = 0.5;

/** Takes the terms at a solution as the size of the rows; those of iterations far from it measure nothing. */
export function keepRows(of: ResidualArrays): void {
  const { descriptor, sizes } = of;
  const { lawRows } = descriptor;
  const { terms } = descriptor.targets;
  const count = lawRows.length;
  for (let p = 0; p < count; p++) {
    const row = lawRows[p]!;
    sizes[row] = Math.max(terms[row]!, KEPT * sizes[row]!);
  }
}

/** Iterations in which a voltage moves by more than its tolerance, back and forth, while its row holds: a floating group. */
export const STANDING = 4;
/** Part of the tolerance of a row that may be missed. */
const MISSED = 0.3;

/** Whether the rows hold; behind so many iterations in which nothing got smaller, as far as their laws can be evaluated. */
export function rowsHold(of: ResidualArrays, standing: Int): boolean {
  const { numbers } = of;
  return numbers[1]! <= MISSED || (standing >= STANDING && numbers[2]! <= MISSED);
}
