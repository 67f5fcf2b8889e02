/**
 * The functions and constants that every expression knows, as a table. `log` is the natural logarithm, as
 * ngspice has it; angles are in radians. Where dialects differ, dialect.ts translates to these names.
 * Functions of one number alone; ddt, idt, delay are in circuit-functions.ts, those that draw in
 * random-functions.ts, series of random numbers in random-series.ts, interpolation in interpolation.ts.
 */
import type { FunctionSpec } from './function-spec.js';
import { INTERPOLATIONS } from './interpolation.js';
import { RANDOM_SERIES } from './random-series.js';
import { SOFT_LIMITS } from './soft-limits.js';

function unary(name: string, doc: string, apply: (x: number) => number): FunctionSpec {
  return { name, doc, least: 1, most: 1, apply };
}

function binary(name: string, doc: string, apply: (x: number, y: number) => number): FunctionSpec {
  return { name, doc, least: 2, most: 2, apply };
}

const truth = (condition: boolean): number => (condition ? 1 : 0);

/** As C's rint(), which ngspice takes. */
function nearestEven(x: number): number {
  const below = Math.floor(x);
  return x - below === 0.5 ? 2 * Math.round(x / 2) : Math.round(x);
}

/** As C's round(). */
function nearestOutwards(x: number): number {
  return Math.sign(x) * Math.round(Math.abs(x));
}

function clamp(x: number, a: number, b: number): number {
  return Math.min(Math.max(x, Math.min(a, b)), Math.max(a, b));
}

const SPECS: readonly FunctionSpec[] = [
  unary('abs', 'absolute value', Math.abs),
  unary('sgn', 'sign: -1, 0 or 1', Math.sign),
  unary('sqrt', 'square root', Math.sqrt),
  unary('square', 'x times x', (x) => x * x),
  unary('exp', 'exponential', Math.exp),
  unary('ln', 'natural logarithm', Math.log),
  unary('log', 'natural logarithm (Xyce: decimal)', Math.log),
  unary('log10', 'decimal logarithm', Math.log10),
  unary('re', 'real part: of what is real, itself', (x) => x),
  unary('im', 'imaginary part: of what is real, 0', () => 0),
  unary(
    'ph',
    'phase, rad (of quantities of .ac in files of LTspice in degrees): of what is real, 0 or pi',
    (x) => (x < 0 ? Math.PI : 0),
  ),
  unary('db', '20 times the decimal logarithm of |x|', (x) => 20 * Math.log10(Math.abs(x))),
  unary('sin', 'sine', Math.sin),
  unary('cos', 'cosine', Math.cos),
  unary('tan', 'tangent', Math.tan),
  unary('asin', 'inverse sine', Math.asin),
  unary('arcsin', 'inverse sine', Math.asin),
  unary('acos', 'inverse cosine', Math.acos),
  unary('arccos', 'inverse cosine', Math.acos),
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
  unary('nint', 'nearest integer, halves to the even one (Xyce: away from 0)', nearestEven),
  unary('round', 'nearest integer, halves away from 0', nearestOutwards),
  unary('u', 'unit step: 1 above 0, else 0', (x) => truth(x > 0)),
  unary('stp', 'unit step, as u', (x) => truth(x > 0)),
  unary('u2', 'ramp from 0 to 1: x limited to 0..1', (x) => clamp(x, 0, 1)),
  unary('uramp', 'x above 0, else 0', (x) => Math.max(x, 0)),
  unary('buf', '1 above 0.5, else 0', (x) => truth(x > 0.5)),
  unary('inv', '0 above 0.5, else 1', (x) => truth(x <= 0.5)),
  unary('not', '1 where x is 0, else 0', (x) => truth(x === 0)),
  unary('eq0', '1 where x = 0', (x) => truth(x === 0)),
  unary('ne0', '1 where x is not 0', (x) => truth(x !== 0)),
  unary('gt0', '1 where x > 0', (x) => truth(x > 0)),
  unary('lt0', '1 where x < 0', (x) => truth(x < 0)),
  unary('ge0', '1 where x >= 0', (x) => truth(x >= 0)),
  unary('le0', '1 where x <= 0', (x) => truth(x <= 0)),
  binary('pow', 'x to the power y; of a negative x, by dialect', (x, y) => x ** y),
  binary('pwr', '|x| to the power y', (x, y) => Math.abs(x) ** y),
  binary('pwrs', 'sign of x times |x| to the power y', (x, y) => Math.sign(x) * Math.abs(x) ** y),
  binary('powreal', 'real part of x to the power y', (x, y) => realPower(x, y)),
  binary('atan2', 'angle of the point (y, x)', Math.atan2),
  binary('hypot', 'square root of the sum of squares', Math.hypot),
  binary('fmod', 'remainder of x / y, with the sign of x', (x, y) => x % y),
  binary('mod', 'remainder of x / y, with the sign of x', (x, y) => x % y),
  binary('sign', '|x| with the sign of y', (x, y) => Math.sign(y) * Math.abs(x)),
  binary('xor', '1 where exactly one is not 0', (x, y) => truth((x !== 0) !== (y !== 0))),
  { name: 'min', doc: 'smallest argument', least: 1, apply: Math.min },
  { name: 'max', doc: 'largest argument', least: 1, apply: Math.max },
  {
    name: 'limit',
    doc: 'x limited to the interval between a and b',
    least: 3,
    most: 3,
    apply: clamp,
  },
  ...SOFT_LIMITS,
  ...RANDOM_SERIES,
  ...INTERPOLATIONS,
];

/** Re(x^y); 0^y is 0 for y > 0. */
function realPower(x: number, y: number): number {
  return x >= 0 || Number.isInteger(y) ? x ** y : Math.abs(x) ** y * Math.cos(Math.PI * y);
}

const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ m: 'abs', r: 're', img: 'im', p: 'ph', ternary_fcn: 'if' }),
);

/** The function that a call means where the netlist has none of its own by that name: of two arguments limit() draws. */
export function functionNamed(name: string, args: readonly unknown[]): string {
  if (name === 'limit' && args.length === 2) return 'plusminus';
  return OTHER_NAMES.get(name) ?? name;
}

/** All functions by name. `if` is not among them: it evaluates one branch only, like `?:`. */
export const FUNCTIONS: ReadonlyMap<string, FunctionSpec> = new Map(SPECS.map((spec) => [spec.name, spec]));

/** Names that mean a number unless a parameter of the same name is defined. */
export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['inf', Infinity],
  ['true', 1],
  ['false', 0],
  ['yes', 1],
  ['no', 0],
  ['boltz', 1.380649e-23],
  ['kelvin', -273.15],
  ['echarge', 1.602176634e-19],
]);
