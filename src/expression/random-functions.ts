/**
 * Functions that draw: the same seed and text give the same numbers. In the dialect of Xyce they are the
 * nominal value, as Xyce has them outside of sampling.
 */
import type { RandomStream } from '../base/random.js';

export interface RandomFunctionSpec {
  readonly name: string;
  readonly doc: string;
  readonly least: number;
  readonly most: number;
  readonly draw: (stream: RandomStream, ...args: number[]) => number;
}

const around = (stream: RandomStream): number => 2 * stream.uniform() - 1;

const SPECS: readonly RandomFunctionSpec[] = [
  {
    name: 'agauss',
    doc: 'nominal + variation / sigmas * normal number',
    least: 2,
    most: 3,
    draw: (stream, nominal = 0, variation = 0, sigmas = 1) =>
      nominal + (variation / sigmas) * stream.normal(),
  },
  {
    name: 'gauss',
    doc: 'nominal (1 + relative variation / sigmas * normal number); with one argument, it times a normal number',
    least: 1,
    most: 3,
    draw: (stream, nominal = 0, variation, sigmas = 1) =>
      variation === undefined
        ? nominal * stream.normal()
        : nominal * (1 + (variation / sigmas) * stream.normal()),
  },
  {
    name: 'aunif',
    doc: 'nominal + a number between -variation and variation',
    least: 2,
    most: 2,
    draw: (stream, nominal = 0, variation = 0) => nominal + variation * around(stream),
  },
  {
    name: 'unif',
    doc: 'nominal (1 + a number between -variation and variation)',
    least: 2,
    most: 2,
    draw: (stream, nominal = 0, variation = 0) => nominal * (1 + variation * around(stream)),
  },
  {
    name: 'plusminus',
    doc: 'nominal + or - variation, of equal chances: limit() of two arguments',
    least: 2,
    most: 2,
    draw: (stream, nominal = 0, variation = 0) => nominal + Math.sign(around(stream)) * variation,
  },
  {
    name: 'uniform',
    doc: 'a number from 0 to 1: rand() of Xyce',
    least: 0,
    most: 0,
    draw: (stream) => stream.uniform(),
  },
  {
    name: 'mc',
    doc: 'nominal (1 + a number between -tolerance and tolerance)',
    least: 2,
    most: 2,
    draw: (stream, nominal = 0, tolerance = 0) => nominal * (1 + tolerance * around(stream)),
  },
  {
    name: 'flat',
    doc: 'a number between -x and x',
    least: 1,
    most: 1,
    draw: (stream, x = 0) => x * around(stream),
  },
];

export const RANDOM_FUNCTIONS: ReadonlyMap<string, RandomFunctionSpec> = new Map(
  SPECS.map((spec) => [spec.name, spec]),
);

/** What a random function gives where nothing is drawn. */
export function nominalOf(name: string, args: readonly number[]): number {
  if (name === 'uniform') return 0.5;
  return name === 'flat' || (name === 'gauss' && args.length === 1) ? 0 : (args[0] ?? 0);
}
