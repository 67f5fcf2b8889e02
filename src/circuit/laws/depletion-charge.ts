/**
 * The charge of a depletion layer and its capacitance c = dq/dv:
 *
 *     c = CJ (1 - v/VJ)^-M,                               q = VJ (CJ - c (1 - v/VJ)) / (1 - M)     for v < FC VJ,
 *     c = CJ (1 - FC (1 + M) + M v/VJ) / (1-FC)^(1+M),    q by integration                           above,
 *
 * both continuous, q(0) = 0; M = 1 gives the logarithm. Five places of a law's parameters hold what it needs. Source: [Antognetti-
 * Massobrio 1988] 1.4.
 */
import type { Int } from '../../base/int.js';

/** CJ, 1/VJ, M, FC VJ, (1-FC)^-(1+M): places of one layer. */
export const depletionPlaces = 5;

export interface DepletionLayer {
  /** Farads at 0 V. */
  readonly capacitance: number;
  /** Volts. */
  readonly potential: number;
  readonly grading: number;
  /** Part of the potential above which the capacitance is a straight line, below 1. */
  readonly linearFrom: number;
}

/** Parts of VJ below which q is taken from its series: the difference keeps only the digits of VJ CJ / (1 - M). */
const SMALL = 1e-3;

/** q / (CJ v) = 1 + M x/2 (1 + (1 + M) x/3 (1 + (2 + M) x/4 (..))), x = v/VJ; the term left out is below 1e-16 at |x| = SMALL. */
function meanOfSmall(grading: number, x: number): number {
  const fourth = 1 + (3 + grading) * 0.2 * x;
  const third = 1 + (2 + grading) * 0.25 * x * fourth;
  const second = 1 + ((1 + grading) / 3) * x * third;
  return 1 + 0.5 * grading * x * second;
}

/** Writes a layer at its places. */
export function writeDepletion(
  parameters: Float64Array,
  at: Int,
  { capacitance, potential, grading, linearFrom }: DepletionLayer,
): void {
  parameters[at] = capacitance;
  parameters[at + 1] = 1 / potential;
  parameters[at + 2] = grading;
  parameters[at + 3] = linearFrom * potential;
  parameters[at + 4] = (1 - linearFrom) ** -(1 + grading);
}

/** Returns dq/dv in farads. */
export function depletionCapacitance(parameters: Float64Array, at: Int, v: number): number {
  const zero = parameters[at] as number;
  if (zero === 0) return 0;
  const rate = parameters[at + 1] as number;
  const grading = parameters[at + 2] as number;
  const knee = parameters[at + 3] as number;
  if (v >= knee)
    return zero * (parameters[at + 4] as number) * (1 - knee * rate + grading * (v - knee) * rate);
  const left = 1 - v * rate;
  return grading === 0.5 ? zero / Math.sqrt(left) : zero * Math.exp(-grading * Math.log(left));
}

/** Returns q in coulombs, from v and its capacitance. */
export function depletionCharge(parameters: Float64Array, at: Int, v: number, capacitance: number): number {
  if ((parameters[at] as number) === 0) return 0;
  const knee = parameters[at + 3] as number;
  if (v < knee) return chargeBelow(parameters, at, v, capacitance);
  const rate = parameters[at + 1] as number;
  const grading = parameters[at + 2] as number;
  const base = (parameters[at] as number) * (parameters[at + 4] as number);
  const start = chargeBelow(parameters, at, knee, base * (1 - knee * rate));
  return start + base * (v - knee) * (1 - knee * rate + 0.5 * grading * (v - knee) * rate);
}

function chargeBelow(parameters: Float64Array, at: Int, v: number, capacitance: number): number {
  const zero = parameters[at] as number;
  const rate = parameters[at + 1] as number;
  const grading = parameters[at + 2] as number;
  const rest = 1 - grading;
  const x = v * rate;
  if (Math.abs(x) < SMALL) return zero * v * meanOfSmall(grading, x);
  const left = 1 - x;
  // The difference loses digits where M is next to 1, and the logarithm is right there.
  if (Math.abs(rest) < 1e-9) return (-zero * Math.log(left)) / rate;
  return (zero - capacitance * left) / (rate * rest);
}
