/**
 * The channel of a field-effect transistor by the Sah model, piecewise linear:
 *
 *     I = k (f(VG - VS - VT) - f(VG - VD - VT)),      f(x) = 0 below 0, x^2 above (k = K/2 for MOS, beta for JFET)
 *
 * f is the largest of 0 and tangents of x^2 raised by their errors e: it is within e(x) of x^2. Every bend is one ramp for the
 * source side and one for the drain side. What e may be follows from where the circuit can take the channel: with the range X
 * of its voltages and the current k c^2 that it can drive through the channel for long, and a part t of X for the error,
 *
 *     at the gate             e <= 2 t X max(x, t X)                  everywhere
 *     across the load         2 k e <= t k c^2                        up to x = c: a load takes X at k c^2
 *     across the open channel 2 e / (2 x_d) <= t X, x_d^2 = x^2 - c^2 beyond c, where V_DS = x - x_d; or where both sides are on
 *                             one segment, of width h = sqrt(8 e),  V_DS h / (2 x) <= t X with V_DS = c^2 / (2 x)
 *
 * and e <= 0.02 x^2 beyond c, where charges alone can draw more. So segments are dense from the threshold on to where the
 * circuit works, and wide beyond.
 * `mos=seed` takes the six segments of [intro] 10.1.1 instead.
 */
import { PiecewiseLinearBuilder } from '../../behavioural/piecewise-linear-form.js';
import { scaled, sum, zeroForm } from '../../behavioural/form-arithmetic.js';
import type { ControlledBranch, FitCheck, LinearForm } from '../../primitives.js';

/** A change of slope of f at x (volts). */
export interface Bend {
  readonly x: number;
  readonly change: number;
}

/**
 * The six segments of [intro] 10.1.1 as the changes of slope that its implementation works with. The printed slopes are
 * their sums, fitted once more: they differ by up to 1e-3 of themselves.
 */
export const seedBends: readonly Bend[] = Object.freeze([
  { x: 0, change: 0.09 },
  { x: 0.1, change: 0.2238 },
  { x: 0.2487, change: 0.4666 },
  { x: 0.6185, change: 1.1605 },
  { x: 1.5383, change: 2.8863 },
]);

/** What the square is fitted for. */
export interface SquareUse {
  /** Volts: the range of the circuit's voltages. */
  readonly range: number;
  /** Volts: where x^2 is the largest current that the circuit can drive through the channel for long, over k. */
  readonly limit: number;
  /** Error of the circuit's voltages, relative to their range. */
  readonly tolerance: number;
}

/** Part of a current by which a channel may err that is wider open than the circuit has use for. */
const openError = 0.02;

/**
 * Returns the error that x^2 may have at x, in V^2 (see the head of the file): of a voltage at the gate everywhere; up to the
 * limit also of a voltage across what limits the current; beyond it, where the channel is a small resistance, of its drop.
 */
export function squareError({ range, limit, tolerance }: SquareUse, x: number): number {
  const shift = tolerance * range;
  const gate = 2 * shift * Math.max(x, shift);
  const saturated = Math.min(gate, (tolerance * limit * limit) / 2);
  if (x <= limit) return saturated;
  const drop = Math.max((shift / 2) * Math.sqrt(x * x - limit * limit), 2 * shift * shift * (x / limit) ** 4);
  return Math.max(saturated, Math.min(gate, openError * x * x, drop));
}

/** Returns the bends of f with an error of at most `squareError` from -infinity to the end of the range. */
export function squareBends(use: SquareUse): Bend[] {
  // The error that the first tangent is raised by is that where it begins.
  const first = Math.sqrt(squareError(use, 0));
  const bends: Bend[] = [];
  let error = first * first;
  let touch = (1 + Math.SQRT2) * first;
  bends.push({ x: first, change: 2 * touch });
  // A tangent is good up to sqrt(2) of the root of the error beyond its point.
  let meets = touch + Math.sqrt(2 * error);
  while (meets < use.range) {
    const next = nextTouch(use, meets, error);
    const nextError = squareError(use, next);
    const x = (next + touch) / 2 - (nextError - error) / (2 * (next - touch));
    bends.push({ x, change: 2 * (next - touch) });
    [touch, error] = [next, nextError];
    meets = touch + Math.sqrt(2 * error);
  }
  return bends;
}

/** The farthest point whose tangent, raised by its own error, is at `from` no lower than x^2 less `error`. */
function nextTouch(use: SquareUse, from: number, error: number): number {
  let [near, far] = [from, 2 * from + use.range];
  for (let k = 0; k < 60; k++) {
    const middle = (near + far) / 2;
    if ((middle - from) ** 2 <= error + squareError(use, middle)) near = middle;
    else far = middle;
  }
  return near;
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
  /** What the bends were made for; absent where they were given. */
  readonly use?: SquareUse | undefined;
}

/** Emits the branch from drain to source. */
export function channelBranch(channel: Channel): ControlledBranch {
  const { element, drain, gate, source, polarity, threshold, k, bends, use } = channel;
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
  const [atSource, ends] = [f(side(source)), [builder.rows.length - 1]];
  const atDrain = f(side(drain));
  // A gate that is tied to an end has no bends there.
  if (builder.rows.length - 1 > (ends[0] ?? 0)) ends.push(builder.rows.length - 1);
  const form = scaled(polarity * k, sum(atSource, atDrain, -1));
  // The last bend of either side says how far its end is open.
  const excess = use && squareExcess(use, bends, k);
  const fits = excess ? ends.filter((row) => row >= 0).map((auxiliary) => ({ auxiliary, excess })) : [];
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
    ...(fits.length > 0 && { fits }),
  };
}

/** Of the multiplier of the last bend: by how much k x^2 is missed beyond the range of the fit. */
function squareExcess(use: SquareUse, bends: readonly Bend[], k: number): FitCheck['excess'] {
  return (beyond) => {
    const met = (bends.at(-1)?.x ?? 0) + beyond;
    if (!(beyond > 0 && met > use.range)) return undefined;
    const error = Math.abs(bendsAt(bends, met) - met * met);
    if (!(error > squareError(use, met))) return undefined;
    const relative = error / (met * met);
    return { met, range: use.range, unit: 'V', error: k * error, errorUnit: 'A', relative };
  };
}
