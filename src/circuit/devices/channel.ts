/**
 * The channel of a field-effect transistor by the Sah model, piecewise linear:
 *
 *     I = k (f(VG - VS - VT) - f(VG - VD - VT)),      f(x) = 0 below 0, x^2 above (k = K/2 for MOS, beta for JFET)
 *
 * f is the largest of 0 and tangents of x^2 raised by e: its error is at most e from -infinity to the end of the range. The
 * first tangent touches at (1 + sqrt 2) sqrt e, the others follow at distances of 2 sqrt(2 e), which is the smallest number
 * of segments. Every bend is one ramp for the source side and one for the drain side.
 * `mos=seed` takes the six segments of [notes] 10.1.1 instead.
 */
import { PiecewiseLinearBuilder } from '../behavioural/piecewise-linear-form.js';
import { scaled, sum, zeroForm } from '../behavioural/form-arithmetic.js';
import type { ControlledBranch, LinearForm } from '../primitives.js';

/** A change of slope of f at x (volts). */
export interface Bend {
  readonly x: number;
  readonly change: number;
}

/** The six segments of [notes] 10.1.1: slopes 0, 0.09, ... between their breakpoints. */
export const seedBends: readonly Bend[] = Object.freeze([
  { x: 0, change: 0.09 },
  { x: 0.1, change: 0.314055 - 0.09 },
  { x: 0.2487, change: 0.780422 - 0.314055 },
  { x: 0.6185, change: 1.94107 - 0.780422 },
  { x: 1.5383, change: 4.82766 - 1.94107 },
]);

/** Returns the bends of f up to `range` volts with an error of at most `tolerance` times range^2. */
export function squareBends(range: number, tolerance: number): Bend[] {
  const root = Math.sqrt(tolerance) * range;
  const spacing = 2 * Math.SQRT2 * root;
  const bends: Bend[] = [];
  let touch = (1 + Math.SQRT2) * root;
  bends.push({ x: root, change: 2 * touch });
  // A tangent is good up to sqrt(2) root beyond its point.
  while (touch + Math.SQRT2 * root < range) {
    bends.push({ x: touch + spacing / 2, change: 2 * spacing });
    touch += spacing;
  }
  return bends;
}

/** Returns the sum of ramps of the bends at x. */
export function bendsAt(bends: readonly Bend[], x: number): number {
  return bends.reduce((y, bend) => y + bend.change * Math.max(0, x - bend.x), 0);
}

export interface Channel {
  readonly element: string;
  readonly drain: string;
  readonly gate: string;
  readonly source: string;
  /** +1: n channel, -1: p channel. */
  readonly polarity: 1 | -1;
  /** Volts: positive for an enhancement transistor of either kind. */
  readonly threshold: number;
  /** A/V^2. */
  readonly k: number;
  readonly bends: readonly Bend[];
}

/** Emits the branch from drain to source. */
export function channelBranch(channel: Channel): ControlledBranch {
  const { element, drain, gate, source, polarity, threshold, k, bends } = channel;
  const builder = new PiecewiseLinearBuilder();
  const side = (node: string): LinearForm => ({
    constant: -threshold,
    terms: [{ gain: polarity, quantity: 'voltage', a: gate, b: node }],
  });
  const f = (x: LinearForm): LinearForm =>
    bends.reduce((y, bend) => {
      const ramp = builder.ramp({ ...x, constant: x.constant - bend.x });
      return sum(y, ramp, bend.change);
    }, zeroForm);
  const form = scaled(polarity * k, sum(f(side(source)), f(side(drain)), -1));
  return {
    kind: 'controlled',
    name: element,
    element,
    a: drain,
    b: source,
    output: 'current',
    form,
    auxiliaries: builder.rows,
    dissipates: true,
  };
}
