/**
 * AM(va vo mf fc td): vo + sin(2 pi mf T) in the product with va sin(2 pi fc T), T = t - td, 0 before td; and the eight arguments
 * of newer versions of ngspice, AM(vo vmo vma fm fc td phasem phasec),
 *
 *     s = vo + (vmo + vma sin(a)) sin(b) = vo + vmo sin(b) + vma/2 cos(b - a) - vma/2 cos(b + a)
 *
 * with a = 2 pi fm T + phasem, b = 2 pi fc T + phasec: a constant and three sines, so that generator and integral are exact. More
 * than five arguments are of the second form; the first is vmo = va vo, vma = va.
 */
import { SineSumSignal } from './sine-sum-signal.js';
import type { SourceFunction } from './source-function.js';

export interface AmplitudeModulation {
  readonly vo: number;
  readonly vmo: number;
  readonly vma: number;
  /** Hz. */
  readonly fm: number;
  /** Hz. */
  readonly fc: number;
  /** Seconds. */
  readonly td: number;
  /** Degrees. */
  readonly phasem: number;
  /** Degrees. */
  readonly phasec: number;
}

/** Arguments of the first form. */
const shortest = 5;

export const am: SourceFunction = {
  syntax: {
    name: 'am',
    doc: 'Sine whose amplitude a second sine modulates.',
    required: 2,
    args: [
      { name: 'va', unit: '', doc: 'amplitude; of more than five arguments the offset' },
      { name: 'vo', unit: '', doc: 'offset of the modulating sine; of more the amplitude of the carrier' },
      {
        ...{ name: 'mf', unit: '', range: 'finite' },
        doc: 'modulating frequency in Hz, missing or 0: 1/tstop; of more the amplitude of the modulation',
      },
      {
        ...{ name: 'fc', unit: 'Hz', range: 'non-negative' },
        doc: 'carrier frequency; of more the modulating one; missing or 0: 1/tstop',
      },
      {
        ...{ name: 'td', unit: '', default: 0, range: 'finite' },
        doc: 'delay in s, 0 before it; of more the carrier frequency in Hz',
      },
      { name: 'td6', unit: 's', default: 0, doc: 'of more the delay; 0 before it' },
      { name: 'phasem', unit: 'deg', default: 0, range: 'finite', doc: 'phase of the modulating sine' },
      { name: 'phasec', unit: 'deg', default: 0, range: 'finite', doc: 'phase of the carrier' },
    ],
  },
  signal({ args }, { tstop }) {
    const slowest = tstop > 0 ? 1 / tstop : 0;
    if (args.length > shortest) {
      const [vo = 0, vmo = 0, vma = 0, fm = 0, fc = 0, td = 0, phasem = 0, phasec = 0] = args;
      return amSignal({ vo, vmo, vma, fm: fm || slowest, fc: fc || slowest, td, phasem, phasec });
    }
    const [va = 0, vo = 0, mf = 0, fc = 0, td = 0] = args;
    const sines = { fm: mf || slowest, fc: fc || slowest, td, phasem: 0, phasec: 0 };
    return amSignal({ vo: 0, vmo: va * vo, vma: va, ...sines });
  },
};

/** Builds the signal. */
export function amSignal(am: AmplitudeModulation): SineSumSignal {
  const { vo, vmo, vma, fm, fc, td } = am;
  const quarter = Math.PI / 2;
  const [a, b] = [(am.phasem * Math.PI) / 180, (am.phasec * Math.PI) / 180];
  const terms = [
    { amplitude: vmo, frequency: fc, phase: b },
    { amplitude: vma / 2, frequency: fc - fm, phase: quarter + b - a },
    { amplitude: -vma / 2, frequency: fc + fm, phase: quarter + b + a },
  ];
  return new SineSumSignal({
    offset: vo,
    terms: terms.filter(({ amplitude }) => amplitude !== 0),
    td,
    before: 0,
  });
}
