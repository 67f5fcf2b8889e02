/**
 * LTspice's diode of regions with soft corners and limits. With x behind a corner and e the width of its bend
 *
 *     bend(x, e) = 0 (x < 0),  x^2 / (2 e) (x < e),  x - e / 2 beyond,
 *     I = v / Roff + (1/Ron - 1/Roff) bend(v - Vfwd, Epsilon) - (1/Rrev - 1/Roff) bend(-v - Vrev, RevEpsilon),
 *     i = Ilimit tanh(I / Ilimit) for I > 0, RevIlimit tanh(I / RevIlimit) for I < 0.
 *
 * Exact events have a sharp corner in the middle of the bend, so that what conducts has the same line, and segments for the tanh,
 * within `fitPart` of the limit. Sources: LTspice's help, "D. Diode"; the documentation of SpiceSharpParser's ideal diode, which was
 * held against LTspice.
 */
import { type GraphPlace, namer } from '../../compiler/graph.js';
import { constantForm, scaled, sum } from '../../behavioural/form-arithmetic.js';
import { PiecewiseLinearBuilder, type TablePoint } from '../../behavioural/piecewise-linear-form.js';
import type { Branch, LinearForm } from '../../primitives.js';

export interface DiodeRegions {
  /** Siemens; `on` and `reverse` are whole slopes, not what is beside `off`. */
  readonly on: number;
  readonly off: number;
  readonly reverse: number;
  /** Volts; vrev Infinity: no breakdown. */
  readonly vfwd: number;
  readonly vrev: number;
  readonly epsilon: number;
  readonly revEpsilon: number;
  /** Amperes; Infinity: none. */
  readonly limit: number;
  readonly revLimit: number;
}

/** Parameters that make a diode of regions soft. */
export const softNames: readonly string[] = Object.freeze(['epsilon', 'revepsilon', 'ilimit', 'revilimit']);

/** Largest error of the segments of a tanh, in parts of the limit. */
const fitPart = 2e-3;
/** Where a tanh is as good as 1. */
const saturated = 4;

export function isLimited({ limit, revLimit }: DiodeRegions): boolean {
  return limit < Infinity || revLimit < Infinity;
}

export function isSoft(regions: DiodeRegions): boolean {
  return isLimited(regions) || regions.epsilon > 0 || regions.revEpsilon > 0;
}

/** The same with sharp corners in the middle of the bends. */
export function withSharpCorners(regions: DiodeRegions): DiodeRegions {
  const { vfwd, vrev, epsilon, revEpsilon } = regions;
  return { ...regions, vfwd: vfwd + epsilon / 2, vrev: vrev + revEpsilon / 2, epsilon: 0, revEpsilon: 0 };
}

/** Current and slope at a voltage. */
export function softCurrent(regions: DiodeRegions, v: number): { readonly i: number; readonly g: number } {
  const { on, off, reverse, vfwd, vrev, epsilon, revEpsilon, limit, revLimit } = regions;
  const forward = bend(v - vfwd, epsilon);
  const back = vrev < Infinity ? bend(-v - vrev, revEpsilon) : { value: 0, slope: 0 };
  const raw = off * v + (on - off) * forward.value - (reverse - off) * back.value;
  const slope = off + (on - off) * forward.slope + (reverse - off) * back.slope;
  const most = raw > 0 ? limit : revLimit;
  if (most === Infinity) return { i: raw, g: slope };
  const part = Math.tanh(raw / most);
  return { i: most * part, g: slope * (1 - part * part) };
}

function bend(x: number, width: number): { readonly value: number; readonly slope: number } {
  if (x <= 0) return { value: 0, slope: 0 };
  if (x >= width) return { value: x - width / 2, slope: 1 };
  return { value: (x * x) / (2 * width), slope: x / width };
}

/** The law itself, for steps with error control. */
export function softBranches(regions: DiodeRegions, place: GraphPlace): Branch[] {
  return drivenBy(place, (builder, across) =>
    builder.smooth({
      text: `the current of ${place.element}`,
      arguments: [across],
      value: ([v = NaN]) => softCurrent(regions, v).i,
      gradient([v = NaN], out) {
        out[0] = softCurrent(regions, v).g;
      },
    }),
  );
}

/** Straight segments, for exact events. */
export function limitedBranches(regions: DiodeRegions, place: GraphPlace): Branch[] {
  const sharp = withSharpCorners(regions);
  const points = pointsOf(sharp);
  const [first, last] = [points[0], points.at(-1)];
  return drivenBy(place, (builder, across) => {
    if (!first || !last) return across;
    const behind = (x: number): LinearForm => sum(across, constantForm(-x));
    // Segments that end, each by itself: differences of lines that go on would lose the digits of what is limited.
    let i = constantForm(first.y);
    for (const [k, to] of points.slice(1).entries()) {
      const from = points[k] ?? to;
      const slope = (to.y - from.y) / (to.x - from.x);
      if (slope > 0) i = sum(i, builder.limit(scaled(slope, behind(from.x)), to.y - from.y));
    }
    const [left, right] = [softSlope(sharp, -1), softSlope(sharp, 1)];
    if (left > 0) i = sum(i, builder.ramp(scaled(-1, behind(first.x))), -left);
    return right > 0 ? sum(i, builder.ramp(behind(last.x)), right) : i;
  });
}

/** Far out: a limited side has no slope any more. */
function softSlope({ on, reverse, off, vrev, limit, revLimit }: DiodeRegions, side: 1 | -1): number {
  if ((side > 0 ? limit : revLimit) < Infinity) return 0;
  return side > 0 ? on : vrev < Infinity ? reverse : off;
}

function pointsOf(regions: DiodeRegions): readonly TablePoint[] {
  const { vfwd, vrev, limit, revLimit } = regions;
  const at = (x: number): TablePoint => ({ x, y: softCurrent(regions, x).i });
  const corners = [...(vrev < Infinity ? [-vrev] : []), ...(Math.abs(vfwd) > 0 ? [0] : []), vfwd];
  const first = revLimit < Infinity ? [saturationVoltage(regions, -1)] : [];
  const last = limit < Infinity ? [saturationVoltage(regions, 1)] : [];
  const knots = [...new Set([...first, ...corners, ...last])].filter(Number.isFinite).sort((a, b) => a - b);
  const tolerance = (v: number): number => fitPart * (v > 0 ? limit : revLimit);
  const points = knots.slice(0, 1).map(at);
  for (const [k, to] of knots.slice(1).entries()) divide(at(knots[k] ?? to), at(to), points);
  return points;

  function divide(from: TablePoint, to: TablePoint, into: TablePoint[]): void {
    const middle = at((from.x + to.x) / 2);
    const error = Math.abs(middle.y - (from.y + to.y) / 2);
    if (error > tolerance(middle.x) && into.length < mostPoints) {
      divide(from, middle, into);
      divide(middle, to, into);
    } else into.push(to);
  }
}

/** Points of one diode; bisection needs some twenty. */
const mostPoints = 200;

/** Where the line of a side is so many times its limit; NaN where it never is. */
function saturationVoltage(regions: DiodeRegions, side: 1 | -1): number {
  const { on, off, reverse, vfwd, vrev, limit, revLimit } = regions;
  if (side > 0) return vfwd + Math.max(0, saturated * limit - off * vfwd) / on;
  const current = saturated * revLimit;
  if (vrev < Infinity) return -vrev - Math.max(0, current - off * vrev) / reverse;
  return off > 0 ? -current / off : NaN;
}

function drivenBy(
  place: GraphPlace,
  make: (builder: PiecewiseLinearBuilder, across: LinearForm) => LinearForm,
): Branch[] {
  const builder = new PiecewiseLinearBuilder();
  const terms = [{ gain: 1, quantity: 'voltage', a: place.a, b: place.b }] as const;
  const form = make(builder, { constant: 0, terms });
  const branches: Branch[] = [];
  namer(place, branches)(true, (own) => ({
    ...{ kind: 'controlled', ...own, output: 'current', form, dissipates: true },
    auxiliaries: builder.rows,
  }));
  return branches;
}
