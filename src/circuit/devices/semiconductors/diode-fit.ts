/**
 * A piecewise-linear fit of the exponential diode
 *
 *     v = f(i) = n Vt ln(1 + i / Is) + rs i
 *
 * f is concave in i, so a chord lies below it. Vertices are taken greedily: from i_k the largest i_(k+1)
 * whose chord stays within 2 tol of f; the polygon is raised by tol, so that its voltage error is at most tol from
 * `smallestCurrent` to the largest current. That is the smallest number of segments a polygon with vertices at
 * equal distance from f can have. Below the range the first segment goes on to i = 0, above it the last one.
 *
 * The largest deviation of a chord of slope s is where f'(i) = s: i = n Vt / (s - rs) - Is, in closed form.
 */
import {
  graphBranches,
  graphCurrent,
  type GraphPlace,
  type PiecewiseLinearGraph,
} from '../../compiler/graph.js';
import type { Branch, FitCheck } from '../../primitives.js';

/**
 * Amperes: the range over which the error is bounded. The upper end covers what a diode of area 1 is used for; in a circuit that
 * can drive more it is that (`current-range.ts`).
 */
export const smallestCurrent = 1e-12;
export const largestCurrent = 10;

/** Above `largestCurrent` the error may be this multiple of the tolerance: half the segments a decade. */
export const beyondFactor = 4;

/** More segments than this are refused: each costs one complementarity row. */
export const largestSegmentCount = 512;

export interface ExponentialDiode {
  /** Saturation current Is in amperes. */
  readonly saturation: number;
  /** n Vt in volts. */
  readonly slopeVoltage: number;
  /** Series resistance in ohms. */
  readonly series: number;
}

export interface DiodeFit {
  readonly graph: PiecewiseLinearGraph;
  /** Largest |v - f(i)| in volts, measured on a dense logarithmic grid up to `largestCurrent`. */
  readonly error: number;
  /** Amperes. */
  readonly largest: number;
  /** Volts: what was asked for at the end of the range. */
  readonly tolerance: number;
}

/** Returns the branches of a fit, the first of which knows by how much it errs beyond its range. */
export function fittedBranches(place: GraphPlace, diode: ExponentialDiode, fit: DiodeFit): Branch[] {
  const [first, ...others] = graphBranches(place, fit.graph);
  if (first?.kind !== 'unilateral') return first ? [first, ...others] : [];
  const { threshold, resistance } = first;
  // The current of one segment tells the voltage, that of all follows from it.
  const check: FitCheck = {
    excess: (own) => {
      const v = threshold + resistance * own;
      const { largest: range, tolerance } = fit;
      return own > 0 ? excessAt(diode, { met: graphCurrent(fit.graph, v), v, range, tolerance }) : undefined;
    },
  };
  return [{ ...first, fits: [check] }, ...others];
}

/** Returns an ideal diode in place of a law whose drop is below `tolerance` up to `largest`. */
export function dropless(
  place: GraphPlace,
  diode: ExponentialDiode,
  range: number,
  tolerance: number,
): Branch[] {
  const graph = { vertices: [{ v: 0, i: 0 }], left: 0, right: Infinity };
  const check: FitCheck = { excess: (met) => excessAt(diode, { met, v: 0, range, tolerance }) };
  return graphBranches(place, graph).map((branch) => ({ ...branch, fits: [check] }));
}

/** Beyond the range of a fit by this part of it is rounding. */
const rangeRounding = 1e-9;

function excessAt(
  diode: ExponentialDiode,
  { met, v, range, tolerance }: Readonly<Record<'met' | 'v' | 'range' | 'tolerance', number>>,
): ReturnType<FitCheck['excess']> {
  if (!(met > range * (1 + rangeRounding))) return undefined;
  const exact = diodeVoltage(diode, met);
  const error = Math.abs(v - exact);
  if (!(error > tolerance)) return undefined;
  return { met, range, unit: 'A', error, errorUnit: 'V', relative: error / exact };
}

/** Returns f(i) in volts. */
export function diodeVoltage({ saturation, slopeVoltage, series }: ExponentialDiode, i: number): number {
  return slopeVoltage * Math.log1p(i / saturation) + series * i;
}

/** Fits within `tolerance` volts over the range; undefined when that takes more segments than allowed. */
export function fitDiode(
  diode: ExponentialDiode,
  tolerance: number,
  largest = largestCurrent,
): DiodeFit | undefined {
  const currents = [smallestCurrent];
  const raiseAt = (i: number): number => (i > largestCurrent ? beyondFactor * tolerance : tolerance);
  for (let i = smallestCurrent; i < largest; i = currents.at(-1) ?? largest) {
    if (currents.length > largestSegmentCount) return undefined;
    const isBeyond = i >= largestCurrent;
    const deviation = isBeyond ? raiseAt(i) + beyondFactor * tolerance : 2 * tolerance;
    currents.push(nextVertex(diode, [i, isBeyond ? largest : Math.min(largest, largestCurrent)], deviation));
  }
  const raised: { readonly i: number; readonly v: number }[] = [];
  for (const i of currents) {
    const [before, last] = raised.slice(-2);
    const v = diodeVoltage(diode, i) + raiseAt(i);
    // Where the bound is loosened a graph stays one whose slopes grow: straight on lies above a logarithm.
    const straight =
      before && last ? last.v + ((last.v - before.v) * (i - last.i)) / (last.i - before.i) : Infinity;
    const isStraight = i > largestCurrent && v >= straight;
    if (isStraight) raised.pop();
    raised.push({ i, v: isStraight ? straight : v });
  }
  const [first, second] = raised as [{ i: number; v: number }, { i: number; v: number }];
  const slope = (second.v - first.v) / (second.i - first.i);
  const start = { i: 0, v: first.v - slope * first.i };
  const [beforeLast, last] = raised.slice(-2) as [{ i: number; v: number }, { i: number; v: number }];
  const right = (last.i - beforeLast.i) / (last.v - beforeLast.v);
  // The end of the range is no vertex: the last segment goes on as the end ray.
  const vertices = [start, ...raised.slice(1, -1)];
  return {
    graph: { vertices, left: 0, right },
    // Thousands of points: only where somebody asks.
    get error() {
      return measuredError(diode, raised, start.v, Math.min(largest, largestCurrent));
    },
    largest,
    tolerance: 2 * raiseAt(largest),
  };
}

/** The largest current (at most the end of the range) whose chord from i0 deviates by at most `deviation`. */
function nextVertex(
  diode: ExponentialDiode,
  [i0, end]: readonly [number, number],
  deviation: number,
): number {
  if (chordDeviation(diode, i0, end) <= deviation) return end;
  let low = Math.log(i0);
  let high = Math.log(end);
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (chordDeviation(diode, i0, Math.exp(middle)) <= deviation) low = middle;
    else high = middle;
  }
  return Math.exp(low);
}

function chordDeviation(diode: ExponentialDiode, i0: number, i1: number): number {
  const { saturation, slopeVoltage } = diode;
  // Differences of logarithms by log1p of the ratio, so that tiny currents keep their digits.
  const rise = slopeVoltage * Math.log1p((i1 - i0) / (saturation + i0));
  const slope = rise / (i1 - i0);
  const i = Math.min(i1, Math.max(i0, slopeVoltage / slope - saturation));
  return slopeVoltage * Math.log1p((i - i0) / (saturation + i0)) - slope * (i - i0);
}

function measuredError(
  diode: ExponentialDiode,
  vertices: readonly { i: number; v: number }[],
  threshold: number,
  largest: number,
): number {
  const points = 4000;
  let worst = 0;
  let k = 1;
  for (let p = 0; p <= points; p++) {
    const i = smallestCurrent * (largest / smallestCurrent) ** (p / points);
    while (k + 1 < vertices.length && (vertices[k]?.i ?? 0) < i) k++;
    const from = vertices[k - 1] ?? { i: 0, v: threshold };
    const to = vertices[k] ?? from;
    const v = from.v + ((to.v - from.v) * (i - from.i)) / (to.i - from.i);
    worst = Math.max(worst, Math.abs(v - diodeVoltage(diode, i)));
  }
  return worst;
}
