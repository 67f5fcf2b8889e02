/**
 * Monotone multivalued piecewise-linear laws as box rows. A law is a curve in the plane (s, lambda) with
 * s = -y, nondecreasing in both: vertices joined by segments, and a ray at each end. Vertical segments are
 * relays, horizontal ones saturation or a dead zone. The curve is a sum of ramps,
 *
 *     lambda = c + sum_k lambda_k,      -(y + s_k + rho_k lambda_k) in N_[lb_k, ub_k](lambda_k),
 *
 * one for each segment that rises: lambda_k runs from 0 to the rise of its segment while s runs over the
 * segment's width, rho_k = width / rise (0 for a vertical segment). For y = M lambda + q with a law in every
 * row, and E the matrix that sums the ramps of a row, the box problem of the ramps is
 *
 *     M' = E' M E + diag(rho),      q' = E' (q + M c) + s.
 *
 * M' is positive semidefinite when M is: no monotonicity is lost. Horizontal segments cost no row.
 * Source: [intro] 6.3, Fig. 8; the decomposition into ramps is that of [Chua-Deng 1988] for one-port laws.
 */

/** A point of the plane (s, lambda), or the direction of a ray. */
export interface LawPoint {
  readonly s: number;
  readonly lambda: number;
}

/** A nondecreasing polyline; the first ray leaves the first vertex to the lower left, the last to the upper right. */
export interface PiecewiseLinearLaw {
  readonly vertices: readonly LawPoint[];
  /** Direction (s, lambda), both <= 0, not both 0. */
  readonly firstRay: LawPoint;
  /** Direction (s, lambda), both >= 0, not both 0. */
  readonly lastRay: LawPoint;
}

/** One ramp: lambda_k in [lb, ub] with y_k = y + s + rho lambda_k. */
export interface Ramp {
  readonly s: number;
  readonly rho: number;
  readonly lb: number;
  readonly ub: number;
}

export interface LawRamps {
  /** c: lambda where every ramp is 0. */
  readonly constant: number;
  readonly ramps: readonly Ramp[];
}

/** The relay -y in N_[lb, ub](lambda): lambda = ub for s > 0, lb for s < 0. */
export function relayLaw(lb: number, ub: number): PiecewiseLinearLaw {
  return saturationLaw(lb, ub, 0, 0);
}

/** Saturation: lambda rises from lb at s = from to ub at s = to. */
export function saturationLaw(lb: number, ub: number, from: number, to: number): PiecewiseLinearLaw {
  return {
    vertices: [
      { s: from, lambda: lb },
      { s: to, lambda: ub },
    ],
    firstRay: { s: -1, lambda: 0 },
    lastRay: { s: 1, lambda: 0 },
  };
}

/** Relay with dead zone: lambda = lb for s < from, 0 between, ub for s > to; lb <= 0 <= ub. */
export function deadZoneRelayLaw(lb: number, ub: number, from: number, to: number): PiecewiseLinearLaw {
  return {
    vertices: [
      { s: from, lambda: lb },
      { s: from, lambda: 0 },
      { s: to, lambda: 0 },
      { s: to, lambda: ub },
    ],
    firstRay: { s: -1, lambda: 0 },
    lastRay: { s: 1, lambda: 0 },
  };
}

/** Decomposes a law into ramps. Throws a RangeError that names what is not monotone. */
export function lawRamps({ vertices, firstRay, lastRay }: PiecewiseLinearLaw): LawRamps {
  const first = vertices[0];
  const last = vertices[vertices.length - 1];
  if (!first || !last) throw new RangeError('a piecewise-linear law needs at least one vertex');
  requireDirection('first ray', -firstRay.s, -firstRay.lambda);
  requireDirection('last ray', lastRay.s, lastRay.lambda);
  const ramps: Ramp[] = [];
  if (firstRay.lambda < 0) {
    ramps.push({ s: first.s, rho: firstRay.s / firstRay.lambda, lb: -Infinity, ub: 0 });
  }
  for (let k = 1; k < vertices.length; k++) {
    const a = vertices[k - 1];
    const b = vertices[k];
    if (!a || !b) continue;
    requireDirection(`segment ${k}`, b.s - a.s, b.lambda - a.lambda);
    const rise = b.lambda - a.lambda;
    if (rise > 0) append(ramps, { s: a.s, rho: (b.s - a.s) / rise, lb: 0, ub: rise });
  }
  if (lastRay.lambda > 0) {
    append(ramps, { s: last.s, rho: lastRay.s / lastRay.lambda, lb: 0, ub: Infinity });
  }
  return { constant: first.lambda, ramps };
}

/** Adds a ramp, or lengthens the last one when the new one goes on in its direction from where it ends. */
function append(ramps: Ramp[], next: Ramp): void {
  const before = ramps[ramps.length - 1];
  const goesOn = before?.rho === next.rho && before.s + before.rho * before.ub === next.s;
  if (before && goesOn) ramps[ramps.length - 1] = { ...before, ub: before.ub + next.ub };
  else ramps.push(next);
}

function requireDirection(what: string, ds: number, dlambda: number): void {
  if (ds >= 0 && dlambda >= 0 && ds + dlambda > 0 && Number.isFinite(ds + dlambda)) return;
  throw new RangeError(
    `a piecewise-linear law must not decrease: its ${what} goes by ${ds} in s and ${dlambda} in lambda`,
  );
}
