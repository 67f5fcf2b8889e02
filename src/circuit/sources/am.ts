/**
 * AM(va vo mf fc td): vo + sin(2 pi mf T) in the product with va sin(2 pi fc T), T = t - td, 0 before td,
 *
 *     s = va (vo + sin(a)) sin(b) = va vo sin(b) + va/2 cos(b - a) - va/2 cos(b + a)
 *
 * three sines, so that generator and integral are exact.
 */
import { SineSumSignal } from './sine-sum-signal.js';
import type { SourceFunction } from './source-function.js';

export interface AmplitudeModulation {
  readonly va: number;
  readonly vo: number;
  /** Hz. */
  readonly mf: number;
  /** Hz. */
  readonly fc: number;
  /** Seconds. */
  readonly td: number;
}

export const am: SourceFunction = {
  syntax: {
    name: 'am',
    doc: 'Sine whose amplitude a second sine modulates.',
    required: 2,
    args: [
      { name: 'va', unit: '', doc: 'amplitude' },
      { name: 'vo', unit: '', doc: 'offset of the modulating sine' },
      { name: 'mf', unit: 'Hz', range: 'non-negative', doc: 'modulating frequency; missing or 0: 1/tstop' },
      { name: 'fc', unit: 'Hz', range: 'non-negative', doc: 'carrier frequency; missing or 0: 1/tstop' },
      { name: 'td', unit: 's', default: 0, doc: 'delay; 0 before it' },
    ],
  },
  signal({ args }, { tstop }) {
    const [va = 0, vo = 0, mf = 0, fc = 0, td = 0] = args;
    const slowest = tstop > 0 ? 1 / tstop : 0;
    return amSignal({ va, vo, mf: mf || slowest, fc: fc || slowest, td });
  },
};

/** Builds the signal. */
export function amSignal({ va, vo, mf, fc, td }: AmplitudeModulation): SineSumSignal {
  const quarter = Math.PI / 2;
  const terms = [
    { amplitude: va * vo, frequency: fc, phase: 0 },
    { amplitude: va / 2, frequency: fc - mf, phase: quarter },
    { amplitude: -va / 2, frequency: fc + mf, phase: quarter },
  ];
  return new SineSumSignal({
    offset: 0,
    terms: terms.filter(({ amplitude }) => amplitude !== 0),
    td,
    before: 0,
  });
}
