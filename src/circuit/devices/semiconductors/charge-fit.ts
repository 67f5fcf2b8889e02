/**
 * The depletion charge of a junction, SPICE's, and its piecewise-linear fit. With CJO, VJ, M and FC
 *
 *     C(v) = CJO (1 - v / VJ)^-M                                    below FC VJ
 *     C(v) = CJO (1 - FC)^-(1 + M) (1 - FC (1 + M) + M v / VJ)      above, the tangent: linear in v
 *     Q(v) = integral of C from 0 to v
 *
 * Q is convex, so a chord lies above it. Knots are taken greedily from the reverse voltage on: the farthest whose chord stays within
 * 2 e of Q, which is the smallest number of chords with knots at equal distance from Q. Lowered by e they are within e of
 * it; as a constant charge moves nothing, they are left where they are. e is `tolerance` times Q(forward) - Q(-reverse).
 * One more chord goes down to twice the reverse voltage, where junctions of boosting circuits come, and on from there; the
 * last one goes on above.
 *
 * A chord of slope s deviates most where C(v) = s, in closed form. Source: [Nagel 1975], [Antognetti-Massobrio 1988, 1].
 */

/** Parameters of a junction, in SI units. */
export interface DepletionLaw {
  /** CJO in farads. */
  readonly capacitance: number;
  /** VJ in volts. */
  readonly potential: number;
  /** M, 0 for a constant capacitance. */
  readonly grading: number;
  /** FC: from this part of VJ on the capacitance is linear; below 1. */
  readonly linearFrom: number;
}

/** Volts: where the junction is expected to work. */
export interface ChargeRange {
  /** The reverse voltage that the circuit is built for, positive. */
  readonly reverse: number;
  /** The largest forward voltage. */
  readonly forward: number;
}

/** A capacitance that grows by `more` farads at `at` volts. */
export interface CapacitanceBend {
  readonly at: number;
  readonly more: number;
}

/** Q(v) = least v + sum of more max(0, v - at), but for a constant. */
export interface ChargeFit {
  /** The capacitance below all bends. */
  readonly least: number;
  readonly bends: readonly CapacitanceBend[];
}

/** The lowest chord begins at this multiple of the reverse voltage. */
const reach = 2;

/** Returns C(v) in farads. */
export function depletionCapacitance(law: DepletionLaw, v: number): number {
  const { capacitance, potential, grading, linearFrom } = law;
  if (v < linearFrom * potential) return capacitance * (1 - v / potential) ** -grading;
  const slope = grading / potential;
  return capacitance * (1 - linearFrom) ** -(1 + grading) * (1 - linearFrom * (1 + grading) + slope * v);
}

/** Returns Q(v) in coulombs, 0 at 0 V. */
export function depletionCharge(law: DepletionLaw, v: number): number {
  const { capacitance, potential, linearFrom } = law;
  const breakpoint = linearFrom * potential;
  if (v <= breakpoint) return capacitance * potential * gradedCharge(law, v / potential);
  const mean = (depletionCapacitance(law, breakpoint) + depletionCapacitance(law, v)) / 2;
  return capacitance * potential * gradedCharge(law, linearFrom) + mean * (v - breakpoint);
}

/** (1 - (1 - x)^(1 - M)) / (1 - M), the logarithm for M = 1. */
function gradedCharge({ grading }: DepletionLaw, x: number): number {
  const logarithm = Math.log1p(-x);
  const power = 1 - grading;
  return power === 0 ? -logarithm : -Math.expm1(power * logarithm) / power;
}

/** The voltage at which a graded junction has capacitance c. */
function voltageAt(law: DepletionLaw, c: number): number {
  const { capacitance, potential, grading, linearFrom } = law;
  const v = potential * (1 - (capacitance / c) ** (1 / grading));
  if (v <= linearFrom * potential) return v;
  const relative = (c / capacitance) * (1 - linearFrom) ** (1 + grading);
  return (potential / grading) * (relative - 1 + linearFrom * (1 + grading));
}

/** Fits the charge; a junction without grading is one capacitance. */
export function fitCharge(
  law: DepletionLaw,
  { reverse, forward }: ChargeRange,
  tolerance: number,
): ChargeFit {
  if (law.grading === 0 || law.capacitance === 0) return { least: law.capacitance, bends: [] };
  const deviation = 2 * tolerance * (depletionCharge(law, forward) - depletionCharge(law, -reverse));
  let from = -reverse;
  let slope = chordSlope(law, reach * from, from);
  const least = slope;
  const bends: CapacitanceBend[] = [];
  while (from < forward) {
    const to = nextKnot(law, from, forward, deviation);
    const next = chordSlope(law, from, to);
    bends.push({ at: from, more: next - slope });
    [from, slope] = [to, next];
  }
  return { least, bends };
}

/** The farthest knot up to `end` whose chord from `from` deviates by at most `deviation` coulombs. */
function nextKnot(law: DepletionLaw, from: number, end: number, deviation: number): number {
  if (chordDeviation(law, from, end) <= deviation) return end;
  let [near, far] = [from, end];
  for (let k = 0; k < 60; k++) {
    const middle = (near + far) / 2;
    if (chordDeviation(law, from, middle) <= deviation) near = middle;
    else far = middle;
  }
  return near;
}

function chordSlope(law: DepletionLaw, from: number, to: number): number {
  return (depletionCharge(law, to) - depletionCharge(law, from)) / (to - from);
}

function chordDeviation(law: DepletionLaw, from: number, to: number): number {
  const slope = chordSlope(law, from, to);
  const v = Math.min(to, Math.max(from, voltageAt(law, slope)));
  return depletionCharge(law, from) + slope * (v - from) - depletionCharge(law, v);
}
