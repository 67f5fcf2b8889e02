/**
 * TRRANDOM(type ts td p1 p2): one random value every ts seconds, held until the next, 0 before td, of the distribution
 *
 *     1  uniform       p2 - p1 to p2 + p1        3  exponential   mean p1, above p2
 *     2  normal        deviation p1, mean p2     4  Poisson       mean p1, above p2
 *
 * with the values of a seeded stream: every run has the same. The sequence is another than ngspice's.
 */
import type { RandomStream } from '../../base/random.js';
import { SampledSignal } from './sampled-signal.js';
import type { SourceFunction } from './source-function.js';

type Draw = (stream: RandomStream, p1: number, p2: number) => number;

const DISTRIBUTIONS: ReadonlyMap<number, Draw> = new Map<number, Draw>([
  [1, (stream, range, offset) => offset + range * (2 * stream.uniform() - 1)],
  [2, (stream, deviation, mean) => mean + deviation * stream.normal()],
  [3, (stream, mean, offset) => offset - mean * Math.log(1 - stream.uniform())],
  [4, (stream, mean, offset) => offset + poisson(stream, mean)],
]);

/** Means up to this one; beyond it the product underflows. */
const largestMean = 700;

export const trrandom: SourceFunction = {
  syntax: {
    name: 'trrandom',
    doc: 'A random value every ts seconds, held until the next.',
    required: 2,
    args: [
      { name: 'type', unit: '', doc: '1: uniform, 2: normal, 3: exponential, 4: Poisson' },
      { name: 'ts', unit: 's', range: 'positive', doc: 'time between values' },
      { name: 'td', unit: 's', default: 0, range: 'finite', doc: 'delay; 0 before it' },
      { name: 'param1', unit: '', default: 1, range: 'finite', doc: 'range, deviation or mean' },
      { name: 'param2', unit: '', default: 0, range: 'finite', doc: 'offset or mean' },
    ],
  },
  signal({ args, span }, { diagnostics, options }) {
    const [type = 0, step = 1, delay = 0, p1 = 1, p2 = 0] = args;
    const draw = DISTRIBUTIONS.get(type);
    if (!draw || (type === 4 && !(p1 >= 0 && p1 <= largestMean))) {
      const message = draw
        ? `TRRANDOM: the mean of a Poisson distribution is 0 to ${largestMean}, not ${p1}`
        : `TRRANDOM has no distribution ${type}`;
      diagnostics.error('trrandom', message, span, {
        hint: 'write 1 (uniform), 2 (normal), 3 (exponential) or 4 (Poisson) as the type',
      });
      return undefined;
    }
    const seed = options.seed * 65_521 + span.start;
    return new SampledSignal(step, seed, (stream) => draw(stream, p1, p2), true, delay);
  },
};

/** Knuth's product of uniform numbers. */
function poisson(stream: RandomStream, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = stream.uniform(); product > limit; product *= stream.uniform()) count++;
  return count;
}
