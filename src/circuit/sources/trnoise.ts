/**
 * TRNOISE(na nt nalpha namp rtsam rtscapt rtsemt): the sum of
 *
 *     white noise       normal with deviation na, one value every nt seconds, straight lines between
 *     1/f^nalpha noise  as many values of a fractionally integrated white noise, of deviation namp before it is filtered:
 *                       x_k = sum h_j w_(k-j),  h_0 = 1,  h_j = h_(j-1) (nalpha/2 + j - 1)/j
 *     telegraph noise   0 and rtsam by turns, exponential times with means rtscapt (until it is rtsam) and rtsemt
 *
 * as ngspice draws them; streams are seeded, so that every run has the same noise. The filter is applied by a fast Fourier
 * transform over the whole run, at most 2^20 values. Source: [Kasdin 1995]; the sequence is another than ngspice's.
 */
import { RandomStream } from '../../base/random.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import { convolution } from '../../numerics/polynomial/convolution.js';
import type { ClosedFormSignal } from './closed-form-signal.js';
import { pwlSignal } from './pwl.js';
import { SampledSignal } from './sampled-signal.js';
import type { SourceFunction } from './source-function.js';
import { sumSignal } from './sum-signal.js';

/** Values of 1/f noise and switchings of telegraph noise that a run may have. */
const maxValues = 2 ** 20;

export const trnoise: SourceFunction = {
  syntax: {
    name: 'trnoise',
    doc: 'White noise, 1/f noise and random telegraph noise.',
    required: 2,
    args: [
      { name: 'na', unit: '', range: 'non-negative', doc: 'standard deviation of white noise' },
      { name: 'nt', unit: 's', range: 'non-negative', doc: 'time between values' },
      { name: 'nalpha', unit: '', default: 0, range: 'non-negative', doc: 'exponent of 1/f noise, 0 to 2' },
      { name: 'namp', unit: '', default: 0, range: 'finite', doc: 'deviation of 1/f noise' },
      { name: 'rtsam', unit: '', default: 0, range: 'finite', doc: 'amplitude of telegraph noise' },
      { name: 'rtscapt', unit: 's', default: 0, range: 'non-negative', doc: 'mean time before capture' },
      { name: 'rtsemt', unit: 's', default: 0, range: 'non-negative', doc: 'mean time before emission' },
    ],
  },
  signal({ args, span }, { diagnostics, options, tstop }) {
    const [deviation = 0, step = 0, alpha = 0, flicker = 0, telegraph = 0, capture = 0, emission = 0] = args;
    // Sources of one file differ by their place in it.
    const seed = options.seed * 65_521 + span.start;
    const refuse = (message: string, hint: string): undefined => {
      diagnostics.error('trnoise', `TRNOISE: ${message}`, span, { hint });
      return undefined;
    };
    const parts: ClosedFormSignal[] = [];
    if ((deviation !== 0 || flicker !== 0) && step === 0) {
      return void refuse(
        'nt is 0: noise needs a time between its values',
        'give nt a time, such as the print step',
      );
    }
    if (deviation !== 0) parts.push(new SampledSignal(step, seed, (stream) => deviation * stream.normal()));
    if (flicker !== 0) {
      const count = Math.ceil(tstop / step) + 2;
      if (!(count <= maxValues)) {
        return void refuse(
          `1/f noise has ${count} values, more than ${maxValues}`,
          'lengthen nt or shorten the run',
        );
      }
      parts.push(flickerNoise(count, step, alpha, flicker, seed));
    }
    if (telegraph !== 0 && (capture === 0 || emission === 0)) {
      // Captured at once it stands at rtsam, in ngspice without any times too; emitted at once at 0.
      const message = `TRNOISE: telegraph noise without rtscapt and rtsemt stands at ${capture === 0 ? telegraph : 0}`;
      diagnostics.warning('trnoise', message, span, { hint: 'give both a time' });
      if (capture === 0) parts.push(constantSignal(telegraph));
    } else if (telegraph !== 0) {
      if (!(tstop / (capture + emission) < maxValues)) {
        return void refuse(
          'telegraph noise switches too often',
          'lengthen rtscapt and rtsemt or shorten the run',
        );
      }
      parts.push(telegraphNoise(tstop, telegraph, capture, emission, seed));
    }
    return parts.length === 0 ? constantSignal(0) : parts.reduce(sumSignal);
  },
};

function flickerNoise(
  count: number,
  step: number,
  alpha: number,
  deviation: number,
  seed: number,
): ClosedFormSignal {
  const stream = new RandomStream(seed * 2 ** 20 + 1);
  const white = Float64Array.from({ length: count }, () => deviation * stream.normal());
  const response = new Float64Array(count);
  response[0] = 1;
  for (let j = 1; j < count; j++) response[j] = ((response[j - 1] ?? 0) * (alpha / 2 + j - 1)) / j;
  const values = convolution(white, response, count);
  return pwlSignal(
    Array.from(values, (_, k) => k * step),
    Array.from(values),
  );
}

function telegraphNoise(
  tstop: number,
  amplitude: number,
  capture: number,
  emission: number,
  seed: number,
): ClosedFormSignal {
  const stream = new RandomStream(seed * 2 ** 20 + 2);
  const times: number[] = [0];
  const values: number[] = [0];
  let isCaptured = false;
  for (let t = 0; t < tstop;) {
    t -= Math.log(1 - stream.uniform()) * (isCaptured ? emission : capture);
    times.push(t, t);
    values.push(isCaptured ? amplitude : 0, isCaptured ? 0 : amplitude);
    isCaptured = !isCaptured;
  }
  return pwlSignal(times, values);
}
