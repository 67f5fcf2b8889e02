/**
 * The functions and constants that every expression knows, as a table. `log` is the natural logarithm,
 * as ngspice has it; angles are in radians.
 */

export interface FunctionSpec {
  readonly name: string;
  readonly doc: string;
  /** Number of arguments; `most` absent: any number from `least` on. */
  readonly least: number;
  readonly most?: number;
  readonly apply: (...args: number[]) => number;
}

function unary(name: string, doc: string, apply: (x: number) => number): FunctionSpec {
  return { name, doc, least: 1, most: 1, apply };
}

function binary(name: string, doc: string, apply: (x: number, y: number) => number): FunctionSpec {
  return { name, doc, least: 2, most: 2, apply: apply as (...args: number[]) => number };
}

function clamp(x: number, a: number, b: number): number {
  return Math.min(Math.max(x, Math.min(a, b)), Math.max(a, b));
}

/** Interpolates linearly through (x1, y1), (x2, y2) ... with ascending x; constant outside. */
function table(x: number, ...points: number[]): number {
  const count = Math.floor(points.length / 2);
  const abscissa = (k: number): number => points[2 * k] ?? NaN;
  const ordinate = (k: number): number => points[2 * k + 1] ?? NaN;
  if (x <= abscissa(0)) return ordinate(0);
  for (let k = 1; k < count; k++) {
    if (x > abscissa(k)) continue;
    const fraction = (x - abscissa(k - 1)) / (abscissa(k) - abscissa(k - 1));
    return ordinate(k - 1) + fraction * (ordinate(k) - ordinate(k - 1));
  }
  return ordinate(count - 1);
}

const SPECS: readonly FunctionSpec[] = [
  unary('abs', 'absolute value', Math.abs),
  unary('sgn', 'sign: -1, 0 or 1', Math.sign),
  unary('sqrt', 'square root', Math.sqrt),
  unary('exp', 'exponential', Math.exp),
  unary('ln', 'natural logarithm', Math.log),
  unary('log', 'natural logarithm', Math.log),
  unary('log10', 'decimal logarithm', Math.log10),
  unary('sin', 'sine', Math.sin),
  unary('cos', 'cosine', Math.cos),
  unary('tan', 'tangent', Math.tan),
  unary('asin', 'inverse sine', Math.asin),
  unary('acos', 'inverse cosine', Math.acos),
  unary('atan', 'inverse tangent', Math.atan),
  unary('arctan', 'inverse tangent', Math.atan),
  unary('sinh', 'hyperbolic sine', Math.sinh),
  unary('cosh', 'hyperbolic cosine', Math.cosh),
  unary('tanh', 'hyperbolic tangent', Math.tanh),
  unary('asinh', 'inverse hyperbolic sine', Math.asinh),
  unary('acosh', 'inverse hyperbolic cosine', Math.acosh),
  unary('atanh', 'inverse hyperbolic tangent', Math.atanh),
  unary('floor', 'largest integer not above', Math.floor),
  unary('ceil', 'smallest integer not below', Math.ceil),
  unary('int', 'integer part, towards 0', Math.trunc),
  unary('nint', 'nearest integer, halves upwards', Math.round),
  unary('u', 'unit step: 1 above 0, else 0', (x) => (x > 0 ? 1 : 0)),
  unary('uramp', 'x above 0, else 0', (x) => Math.max(x, 0)),
  binary('pow', 'x to the power y', (x, y) => x ** y),
  binary('pwr', '|x| to the power y', (x, y) => Math.abs(x) ** y),
  binary('pwrs', 'sign of x times |x| to the power y', (x, y) => Math.sign(x) * Math.abs(x) ** y),
  binary('atan2', 'angle of the point (y, x)', Math.atan2),
  binary('hypot', 'square root of the sum of squares', Math.hypot),
  { name: 'min', doc: 'smallest argument', least: 1, apply: Math.min },
  { name: 'max', doc: 'largest argument', least: 1, apply: Math.max },
  {
    name: 'limit',
    doc: 'x limited to the interval between a and b',
    least: 3,
    most: 3,
    apply: clamp as (...args: number[]) => number,
  },
  {
    name: 'table',
    doc: 'linear interpolation through x1, y1, x2, y2 ...',
    least: 3,
    apply: table as (...args: number[]) => number,
  },
];

/** All functions by name. `if` is not among them: it evaluates one branch only, like `?:`. */
export const FUNCTIONS: ReadonlyMap<string, FunctionSpec> = new Map(SPECS.map((spec) => [spec.name, spec]));

/** Names that mean a number unless a parameter of the same name is defined. */
export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['inf', Infinity],
  ['true', 1],
  ['false', 0],
]);
