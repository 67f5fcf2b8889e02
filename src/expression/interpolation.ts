/**
 * Functions f(x, x1, y1, x2, y2 ...) through points of ascending abscissa, and their slopes as functions
 * of the same arguments: what `table`, `pwl` and the spline variants of Xyce are.
 *
 * akima: piecewise cubic whose slope at a point weighs the neighbouring chords by how much the chords
 * beyond them bend [Akima 1970]; wodicka: the same with the weights of the opposite sides' absolute
 * differences plus half their mean [Wodicka 1991]; spline: akima, as in Xyce; cubic: the natural cubic
 * spline (second derivative 0 at both ends), by one tridiagonal elimination; bli: the barycentric form of
 * the interpolating polynomial [Berrut, Trefethen 2004]. A call costs O(number of points), one through points that are bound
 * (`through`) a search among them; of bli O(number of points).
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

/** A curve, once its points are known. */
type Curve = (points: Points) => (at: number) => number;

/** Straight lines, constant outside. */
const table: Curve = (points) => {
  const { x, y } = points;
  const last = x.length - 1;
  return (at) => {
    if (at < (x[0] ?? NaN)) return y[0] ?? NaN;
    if (at >= (x[last] ?? NaN)) return y[last] ?? NaN;
    const k = intervalOf(x, at);
    return (y[k] ?? NaN) + (at - (x[k] ?? NaN)) * chord(points, k);
  };
};

const tableSlope: Curve = (points) => {
  const { x } = points;
  return (at) => {
    if (at < (x[0] ?? NaN) || at >= (x.at(-1) ?? NaN)) return 0;
    return chord(points, intervalOf(x, at));
  };
};

/** Straight lines, the first and last of which go on. */
const pwl: Curve = (points) => {
  const { x, y } = points;
  return (at) => {
    if (x.length < 2) return y[0] ?? NaN;
    const k = intervalOf(x, at);
    return (y[k] ?? NaN) + (at - (x[k] ?? NaN)) * chord(points, k);
  };
};

const pwlSlope: Curve = (points) => (at) =>
  points.x.length < 2 ? 0 : chord(points, intervalOf(points.x, at));

type SlopeRule = (points: Points) => readonly number[];

/** Value, slope or curvature of the cubic Hermite interpolant whose slopes a rule gives; constant outside. */
function hermite(rule: SlopeRule, order: 0 | 1 | 2): Curve {
  return (points) => {
    const { x, y } = points;
    const last = x.length - 1;
    if (last < 1) return () => (order === 0 ? (y[0] ?? NaN) : 0);
    const slopes = rule(points);
    return (at) => {
      if (at <= (x[0] ?? NaN)) return order === 0 ? (y[0] ?? NaN) : 0;
      if (at >= (x[last] ?? NaN)) return order === 0 ? (y[last] ?? NaN) : 0;
      const k = intervalOf(x, at);
      const h = (x[k + 1] ?? NaN) - (x[k] ?? NaN);
      const d = at - (x[k] ?? NaN);
      const m = chord(points, k);
      const left = slopes[k] ?? 0;
      const right = slopes[k + 1] ?? 0;
      const quadratic = (3 * m - 2 * left - right) / h;
      const cubic = (left + right - 2 * m) / (h * h);
      if (order === 1) return left + d * (2 * quadratic + 3 * d * cubic);
      if (order === 2) return 2 * quadratic + 6 * d * cubic;
      return (y[k] ?? NaN) + d * (left + d * (quadratic + d * cubic));
    };
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
const bli: Curve = ({ x, y }) => {
  const weights = barycentricWeights(x);
  return (at) => {
    let numerator = 0;
    let denominator = 0;
    for (let j = 0; j < x.length; j++) {
      const xj = x[j] ?? NaN;
      if (at === xj) return y[j] ?? NaN;
      const weight = (weights[j] ?? NaN) / (at - xj);
      numerator += weight * (y[j] ?? NaN);
      denominator += weight;
    }
    return numerator / denominator;
  };
};

/** Scaled by the spread of the points, so that neither overflow nor underflow is near. */
function barycentricWeights(x: readonly number[]): number[] {
  const scale = 4 / ((x.at(-1) ?? 1) - (x[0] ?? 0));
  return x.map((xj, j) => x.reduce((w, xk, k) => (k === j ? w : w / ((xj - xk) * scale)), 1));
}

/** The slopes of the polynomial at its points, by the differentiation matrix. */
function bliSlopes({ x, y }: Points): Points {
  const weights = barycentricWeights(x);
  const slopes = x.map((xi, i) => {
    let sum = 0;
    for (let j = 0; j < x.length; j++) {
      if (j === i) continue;
      sum +=
        (((weights[j] ?? NaN) / (weights[i] ?? NaN)) * ((y[j] ?? NaN) - (y[i] ?? NaN))) /
        (xi - (x[j] ?? NaN));
    }
    return sum;
  });
  return { x, y: slopes };
}

/** p' and p'' go through their values at the points: without differences of what is near a point. */
const bliSlope: Curve = (points) => bli(bliSlopes(points));
const bliCurvature: Curve = (points) => bli(bliSlopes(bliSlopes(points)));

function family(name: string, doc: string, ...[value, slope, curvature]: Curve[]): readonly FunctionSpec[] {
  const curves = [
    { name, doc, curve: value },
    { name: `${name}_slope`, doc: `slope of ${name}`, curve: slope },
    { name: `${name}_curvature`, doc: `second derivative of ${name}`, curve: curvature },
  ];
  return curves.flatMap(({ curve, ...spec }) => {
    if (!curve) return [];
    const through = (points: readonly number[]): ((at: number) => number) => curve(split(points));
    return [{ ...spec, least: 3, apply: (at: number, ...points: number[]) => through(points)(at), through }];
  });
}

function hermiteFamily(name: string, doc: string, rule: SlopeRule): readonly FunctionSpec[] {
  return family(name, doc, hermite(rule, 0), hermite(rule, 1), hermite(rule, 2));
}

/**
 * All interpolating functions, each followed by its slope, "name_slope", and what is curved between its points by
 * its second derivative, "name_curvature".
 */
export const INTERPOLATIONS: readonly FunctionSpec[] = [
  ...family('table', 'straight lines through x1, y1, x2, y2 ...; constant outside', table, tableSlope),
  ...family('pwl', 'straight lines through x1, y1, x2, y2 ...; the outer ones go on', pwl, pwlSlope),
  ...family('fasttable', 'as table', table, tableSlope),
  ...hermiteFamily('spline', 'Akima spline through points', akimaSlopes),
  ...hermiteFamily('akima', 'Akima spline through points', akimaSlopes),
  ...hermiteFamily('wodicka', 'Wodicka spline through points', wodickaSlopes),
  ...hermiteFamily('cubic', 'natural cubic spline through points', naturalSlopes),
  ...family('bli', 'polynomial through all points, barycentric', bli, bliSlope, bliCurvature),
];
