/**
 * The magnetization M of a ferromagnetic core by Jiles and Atherton, as Xyce documents it (Reference Guide, "Mutual
 * Inductors"), in amperes per metre:
 *
 *     anhysteretic     M_an = MS H_e / (A + |H_e|),      H_e = H_a + (ALPHA - gap) M
 *     reversible       p    = dM_an / dH_e
 *     irreversible     chi  = (s dM + |dM|) / (2 (K - ALPHA |dM|)),      dM = M_an - M
 *     together         dM/dH_a = n / (1 + (gap - ALPHA) C p + gap (1 - C) chi),      n = C p + (1 - C) chi
 *
 * with H_a the field of the windings, gap = GAP / PATH and s the sign of dB/dt. Walls move only towards the anhysteretic
 * curve: chi = 0 where dM and s differ in sign. |H_e| is sqrt(H_e^2 + (BETAH A)^2), |dM| is sqrt(dM^2 + (BETAM MS)^2).
 *
 * The flux density B = mu0 (H_a + (1 - gap) M) is what a voltage drives, and over it the law is
 *
 *     mu0 dM/dB   = G = N / Q,      N = k C p + w,   Q = k (1 + (1 - ALPHA) C p) + w,
 *     mu0 dH_a/dB = 1 - (1 - gap) G = (k (1 - ALPHA C p) + gap N) / Q,
 *     k = 2 (K - ALPHA |dM|),   w = (1 - C) (s dM + |dM|)
 *
 * without the pole that dM/dH_a has where ALPHA C p reaches 1 (the loop has a part of negative slope). Where ALPHA |dM|
 * reaches K, chi has a pole beyond which the walls would move backwards: a thousandth of K is left to pin them, and nearly
 * all of dB is dM. The law does not depend on the rate. All differences of nearly equal numbers are worked out: with a
 * permeability of 1e5 dH_a/dB keeps its digits.
 *
 * Source: D. C. Jiles and D. L. Atherton, Theory of ferromagnetic hysteresis, J. Magn. Magn. Mater. 61 (1986) 48.
 */

/** Of the material; lengths and fields in SI units. */
export interface Ferromagnet {
  /** Saturation magnetization, A/m. */
  readonly ms: number;
  /** Shape of the anhysteretic curve, A/m. */
  readonly a: number;
  /** Pinning of walls, A/m. */
  readonly k: number;
  /** Reversible part, 0 to 1. */
  readonly c: number;
  /** Coupling of domains. */
  readonly alpha: number;
  /** Widths of the breakpoints, as parts of A and MS. */
  readonly betah: number;
  readonly betam: number;
  /** GAP / PATH. */
  readonly gap: number;
}

/** Part of K that pins the walls however strongly the domains are coupled. */
const minPinning = 1e-3;

/** A value and its derivatives by H_a, M and s. */
export interface FieldShare {
  readonly value: number;
  readonly byField: number;
  readonly byMagnetization: number;
  readonly bySign: number;
}

/** Returns mu0 dH_a/dB at a field H_a and a magnetization M, while B changes in the direction s (-1 to 1). */
export function fieldShare(
  { ms, a, k, c, alpha, betah, betam, gap }: Ferromagnet,
  field: number,
  magnetization: number,
  s: number,
): FieldShare {
  const effective = field + (alpha - gap) * magnetization;
  const breakpoint = betah * a;
  const size = Math.hypot(breakpoint, effective);
  const width = a + size;
  // (BETAH A)^2 / |H_e| is 0 in the limit of a sharp breakpoint.
  const round = size > 0 ? (breakpoint * breakpoint) / size : 0;
  const turn = size > 0 ? effective / size : 0;
  const bend = size > 0 ? round / size : 0;
  const p = (ms * (a + round)) / (width * width);
  const dp = (-ms * turn * (bend + (2 * (a + round)) / width)) / (width * width);

  const difference = (ms * effective) / width - magnetization;
  const distance = Math.hypot(betam * ms, difference);
  const slope = distance > 0 ? difference / distance : 0;
  const walls = (1 - c) * (s * difference + distance);
  const wallsSlope = (1 - c) * (s + slope);
  const isPinned = k - alpha * distance > minPinning * k;
  const pinning = 2 * (isPinned ? k - alpha * distance : minPinning * k);
  const pinningSlope = isPinned ? -2 * alpha * slope : 0;

  const free = 1 - alpha * c * p;
  const whole = pinning * (free + c * p) + walls;
  // Of G, by p, by the difference M_an - M, and by s.
  const square = whole * whole;
  const byP = (pinning * c * (pinning + alpha * walls)) / square;
  const byDifference = (free * (pinning * wallsSlope - pinningSlope * walls)) / square;
  const byEffective = byP * dp + byDifference * p;
  const magnetic = 1 - gap;
  return {
    value: (pinning * free + gap * (pinning * c * p + walls)) / whole,
    byField: -magnetic * byEffective,
    byMagnetization: -magnetic * ((alpha - gap) * byEffective - byDifference),
    bySign: (-magnetic * (1 - c) * difference * pinning * free) / square,
  };
}
