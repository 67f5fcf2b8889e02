/**
 * LTspice's random functions of x: a number u(n) belongs to every integer n, and is the same whenever it is asked for.
 *
 *     rand(x) = u(floor x);   random(x), white(x): from u(n) to u(n + 1) along a cubic or a quintic, n = floor x
 *
 * so that random has a continuous slope and white two continuous derivatives. A second argument numbers the series;
 * who reads a netlist puts the seed there. The numbers are not those of LTspice, whose generator is not published.
 */
import { RandomStream } from '../base/random.js';
import type { FunctionSpec } from './function-spec.js';

/** Functions whose second argument is the seed where none is given. */
export const SEEDED_FUNCTIONS: ReadonlySet<string> = new Set(['rand', 'random', 'white']);

/** u(n), from [0, 1). */
function numberOf(n: number, series: number): number {
  return new RandomStream((n >>> 0) + (Math.trunc(series) % 2 ** 20) * 2 ** 32).uniform();
}

type Blend = (s: number) => number;

function along(blend: Blend, offset: number): (x: number, series?: number) => number {
  return (x, series = 0) => {
    const n = Math.floor(x);
    const from = numberOf(n, series);
    return offset + from + (numberOf(n + 1, series) - from) * blend(x - n);
  };
}

function slopeAlong(slope: Blend): (x: number, series?: number) => number {
  return (x, series = 0) => {
    const n = Math.floor(x);
    return (numberOf(n + 1, series) - numberOf(n, series)) * slope(x - n);
  };
}

const spec = (name: string, doc: string, apply: FunctionSpec['apply']): FunctionSpec => ({
  name,
  doc,
  least: 1,
  most: 2,
  apply,
});

export const RANDOM_SERIES: readonly FunctionSpec[] = [
  spec(
    'rand',
    'a random number from 0 to 1 for each integer part of x; a second argument: of which series',
    (x, series = 0) => numberOf(Math.floor(x), series),
  ),
  spec(
    'random',
    'as rand, going smoothly from one number to the next',
    along((s) => s * s * (3 - 2 * s), 0),
  ),
  spec(
    'random_slope',
    'slope of random',
    slopeAlong((s) => 6 * s * (1 - s)),
  ),
  spec(
    'white',
    'as random from -0.5 to 0.5, more smoothly',
    along((s) => s * s * s * (10 + s * (6 * s - 15)), -0.5),
  ),
  spec(
    'white_slope',
    'slope of white',
    slopeAlong((s) => 30 * s * s * (1 - s) * (1 - s)),
  ),
];
