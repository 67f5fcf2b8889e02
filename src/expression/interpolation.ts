/**
 * Functions f(x, x1, y1, x2, y2 ...) through points of ascending abscissa, and their slopes as functions
 * of the same arguments: what `table`, `pwl` and the spline variants of Xyce are.
 *
 * akima: piecewise cubic whose slope at a point weighs the neighbouring chords by how much the chords
 * beyond them bend [Akima 1970]; wodicka: the same with the weights of the opposite sides' absolute
 * differences plus half their mean [Wodicka 1991]; spline: akima, as in Xyce; cubic: the natural cubic
 * spline (second derivative 0 at both ends), by one tridiagonal elimination; bli: the barycentric form of
 * the interpolating polynomial [Berrut, Trefethen 2004]. A call costs O(number of points).
 */
import type { FunctionSpec } from './function-spec.js';

interface Points {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

function split(points: readonly number[]): Points {
  const even = points.length & ~1;
  const x: number[] = [];
  const y: number[] = [];
  for (let k = 0; k < even; k += 2) {
    x.push(points[k] ?? NaN);
    y.push(points[k + 1] ?? NaN);
  }
  return { x, y };
}

/** Index k of the interval x[k] .. x[k+1] that holds `at`; jumps belong to the right. */
function intervalOf(x: readonly number[], at: number): number {
  let low = 0;
  let high = x.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at >= (x[middle] ?? Infinity)) low = middle;
    else high = middle;
  }
  return low;
}

function chord({ x, y }: Points, k: number): number {
  return ((y[k + 1] ?? 0) - (y[k] ?? 0)) / ((x[k + 1] ?? 0) - (x[k] ?? 0));
}

/** Straight lines, constant outside. */
function table(at: number, ...points: number[]): number {
  const { x, y } = split(points);
  const last = x.length - 1;
  if (at < (x[0] ?? NaN)) return y[0] ?? NaN;
  if (at >= (x[last] ?? NaN)) return y[last] ?? NaN;
  const k = intervalOf(x, at);
  return (y[k] ?? NaN) + (at - (x[k] ?? NaN)) * chord({ x, y }, k);
}

function tableSlope(at: number, ...points: number[]): number {
  const { x, y } = split(points);
  if (at < (x[0] ?? NaN) || at >= (x.at(-1) ?? NaN)) return 0;
  return chord({ x, y }, intervalOf(x, at));
}

/** Straight lines, the first and last of which go on. */
function pwl(at: number, ...points: number[]): number {
  const { x, y } = split(points);
  if (x.length < 2) return y[0] ?? NaN;
  const k = intervalOf(x, at);
  return (y[k] ?? NaN) + (at - (x[k] ?? NaN)) * chord({ x, y }, k);
}

function pwlSlope(at: number, ...points: number[]): number {
  const { x, y } = split(points);
  return x.length < 2 ? 0 : chord({ x, y }, intervalOf(x, at));
}

type SlopeRule = (points: Points) => readonly number[];

/** Value or slope of the cubic Hermite interpolant whose slopes a rule gives; constant outside. */
function hermite(rule: SlopeRule, order: 0 | 1): (at: number, ...points: number[]) => number {
  return (at, ...flat) => {
    const points = split(flat);
    const { x, y } = points;
    const last = x.length - 1;
    if (last < 1) return order === 0 ? (y[0] ?? NaN) : 0;
    if (at <= (x[0] ?? NaN)) return order === 0 ? (y[0] ?? NaN) : 0;
    if (at >= (x[last] ?? NaN)) return order === 0 ? (y[last] ?? NaN) : 0;
    const slopes = rule(points);
    const k = intervalOf(x, at);
    const h = (x[k + 1] ?? NaN) - (x[k] ?? NaN);
    const d = at - (x[k] ?? NaN);
    const m = chord(points, k);
    const left = slopes[k] ?? 0;
    const right = slopes[k + 1] ?? 0;
    const quadratic = (3 * m - 2 * left - right) / h;
    const cubic = (left + right - 2 * m) / (h * h);
    if (order === 1) return left + d * (2 * quadratic + 3 * d * cubic);
    return (y[k] ?? NaN) + d * (left + d * (quadratic + d * cubic));
  };
}

/** Chords with two more at either end, by which the curve goes on as a parabola. */
function extendedChords(points: Points): number[] {
  const inner = points.x.slice(1).map((_, k) => chord(points, k));
  const first = inner[0] ?? 0;
  const second = inner[1] ?? first;
  const last = inner.at(-1) ?? 0;
  const before = inner.at(-2) ?? last;
  return [3 * first - 2 * second, 2 * first - second, ...inner, 2 * last - before, 3 * last - 2 * before];
}

function weighted(bend: (a: number, b: number) => number): SlopeRule {
  return (points) => {
    const m = extendedChords(points);
    return points.x.map((_, k) => {
      const [a = 0, b = 0, c = 0, d = 0] = m.slice(k, k + 4);
      const left = bend(d, c);
      const right = bend(b, a);
      return left + right === 0 ? (b + c) / 2 : (left * b + right * c) / (left + right);
    });
  };
}

const akimaSlopes = weighted((a, b) => Math.abs(a - b));
const wodickaSlopes = weighted((a, b) => Math.abs(a - b) + Math.abs(a + b) / 2);

/** Slopes of the natural cubic spline: tridiagonal, diagonally dominant. */
const naturalSlopes: SlopeRule = (points) => {
  const { x } = points;
  const n = x.length;
  const upper: number[] = [];
  const right: number[] = [];
  for (let k = 0; k < n; k++) {
    const before = k > 0 ? 1 / ((x[k] ?? 0) - (x[k - 1] ?? 0)) : 0;
    const after = k < n - 1 ? 1 / ((x[k + 1] ?? 0) - (x[k] ?? 0)) : 0;
    const load =
      3 * ((k > 0 ? before * chord(points, k - 1) : 0) + (k < n - 1 ? after * chord(points, k) : 0));
    const pivot = 2 * (before + after) - before * (upper[k - 1] ?? 0);
    upper.push(after / pivot);
    right.push((load - before * (right[k - 1] ?? 0)) / pivot);
  }
  for (let k = n - 2; k >= 0; k--) right[k] = (right[k] ?? 0) - (upper[k] ?? 0) * (right[k + 1] ?? 0);
  return right;
};

/** The polynomial through all points, in the barycentric form. */
function bli(at: number, ...flat: number[]): number {
  const { x, y } = split(flat);
  let numerator = 0;
  let denominator = 0;
  for (let j = 0; j < x.length; j++) {
    const xj = x[j] ?? NaN;
    if (at === xj) return y[j] ?? NaN;
    const weight = barycentricWeight(x, j) / (at - xj);
    numerator += weight * (y[j] ?? NaN);
    denominator += weight;
  }
  return numerator / denominator;
}

/** Scaled by the spread of the points, so that neither overflow nor underflow is near. */
function barycentricWeight(x: readonly number[], j: number): number {
  const scale = 4 / ((x.at(-1) ?? 1) - (x[0] ?? 0));
  return x.reduce((w, xk, k) => (k === j ? w : w / (((x[j] ?? 0) - xk) * scale)), 1);
}

/** p' = sum over pairs, by the difference quotient of the barycentric form. */
function bliSlope(at: number, ...flat: number[]): number {
  const { x, y } = split(flat);
  const exact = x.indexOf(at);
  const value = bli(at, ...flat);
  let numerator = 0;
  let denominator = 0;
  for (let j = 0; j < x.length; j++) {
    if (j === exact) continue;
    const weight = barycentricWeight(x, j) / (at - (x[j] ?? NaN));
    numerator += (weight * (value - (y[j] ?? NaN))) / (at - (x[j] ?? NaN));
    denominator += weight;
  }
  if (exact < 0) return numerator / denominator;
  const own = barycentricWeight(x, exact);
  let slope = 0;
  for (let j = 0; j < x.length; j++) {
    if (j === exact) continue;
    slope += ((barycentricWeight(x, j) / own) * (value - (y[j] ?? 0))) / (at - (x[j] ?? 0));
  }
  return -slope;
}

type Curve = (at: number, ...points: number[]) => number;

function pair(name: string, doc: string, value: Curve, slope: Curve): readonly FunctionSpec[] {
  return [
    { name, doc, least: 3, apply: value },
    {
      name: `${name}_slope`,
      doc: `slope of ${name}`,
      least: 3,
      apply: slope,
    },
  ];
}

const akima = hermite(akimaSlopes, 0);
const akimaSlope = hermite(akimaSlopes, 1);

/** All interpolating functions, each followed by its slope, "name_slope". */
export const INTERPOLATIONS: readonly FunctionSpec[] = [
  ...pair('table', 'straight lines through x1, y1, x2, y2 ...; constant outside', table, tableSlope),
  ...pair('pwl', 'straight lines through x1, y1, x2, y2 ...; the outer ones go on', pwl, pwlSlope),
  ...pair('fasttable', 'as table', table, tableSlope),
  ...pair('spline', 'Akima spline through points', akima, akimaSlope),
  ...pair('akima', 'Akima spline through points', akima, akimaSlope),
  ...pair('wodicka', 'Wodicka spline through points', hermite(wodickaSlopes, 0), hermite(wodickaSlopes, 1)),
  ...pair(
    'cubic',
    'natural cubic spline through points',
    hermite(naturalSlopes, 0),
    hermite(naturalSlopes, 1),
  ),
  ...pair('bli', 'polynomial through all points, barycentric', bli, bliSlope),
];
