/**
 * SFFM(vo va fc mdi fs phasec phases): one sine that modulates the frequency of another,
 *
 *     s = vo + va sin(2 pi fc t + mdi sin(2 pi fs t)) = vo + va sum_n J_n(mdi) sin(2 pi (fc + n fs) t)
 *
 * with phases of carrier and signal likewise: that of term n is phasec + n phases. Eight arguments are those of newer versions of
 * ngspice, SFFM(vo va fm mdi fc td phasem phasec), with t - td for t and vo before td. The sum over n is finite to rounding: |J_n(mdi)| < 1e-17 beyond |n| = mdi + 10 + 6 mdi^(1/3). So the signal has a
 * generator and an exact integral. Bessel functions by Miller's downward recurrence. Source: [Abramowitz-Stegun 9.1.42].
 */
import { SineSumSignal, type SineTerm } from './sine-sum-signal.js';
import type { SourceFunction } from './source-function.js';

export interface FrequencyModulation {
  readonly vo: number;
  readonly va: number;
  /** Hz. */
  readonly fc: number;
  readonly mdi: number;
  /** Hz. */
  readonly fs: number;
  /** Radians at t = 0; absent: 0. */
  readonly phase?: { readonly carrier: number; readonly signal: number };
  /** Seconds; absent: none. */
  readonly delay?: number;
}

/** Arguments of the older form. */
const shortest = 7;

export const sffm: SourceFunction = {
  syntax: {
    name: 'sffm',
    doc: 'Sine whose frequency a second sine modulates.',
    required: 2,
    args: [
      { name: 'vo', unit: '', doc: 'offset', aliases: ['v0'] },
      { name: 'va', unit: '', doc: 'amplitude' },
      {
        ...{ name: 'fc', unit: 'Hz', range: 'non-negative' },
        doc: 'carrier frequency; missing or 0: 1/tstop; of eight arguments the signal frequency',
      },
      { name: 'mdi', unit: '', default: 0, range: 'finite', doc: 'modulation index' },
      {
        ...{ name: 'fs', unit: 'Hz', range: 'non-negative' },
        doc: 'signal frequency; missing or 0: 1/tstop; of eight arguments the carrier frequency',
      },
      {
        ...{ name: 'phasec', unit: '', default: 0, range: 'finite' },
        doc: 'phase of the carrier in degrees; of eight arguments the delay in s',
      },
      { name: 'phases', unit: 'deg', default: 0, range: 'finite', doc: 'phase of the signal' },
      {
        name: 'phasec8',
        unit: 'deg',
        default: 0,
        range: 'finite',
        doc: 'of eight arguments the phase of the carrier',
      },
    ],
  },
  signal({ args }, { tstop }) {
    const slowest = tstop > 0 ? 1 / tstop : 0;
    if (args.length > shortest) {
      const [vo = 0, va = 0, fm = 0, mdi = 0, carrier = 0, delay = 0, phasem = 0, phasec = 0] = args;
      const phase = { carrier: (phasec * Math.PI) / 180, signal: (phasem * Math.PI) / 180 };
      return sffmSignal({ vo, va, fc: carrier || slowest, mdi, fs: fm || slowest, phase, delay });
    }
    const [vo = 0, va = 0, fc = 0, mdi = 0, fs = 0, phasec = 0, phases = 0] = args;
    const phase = { carrier: (phasec * Math.PI) / 180, signal: (phases * Math.PI) / 180 };
    return sffmSignal({ vo, va, fc: fc || slowest, mdi, fs: fs || slowest, phase });
  },
};

/** Terms below this are left out: their sum stays below the rounding of the largest. */
const negligible = 1e-17;

/** Builds the signal. */
export function sffmSignal({ vo, va, fc, mdi, fs, phase, delay }: FrequencyModulation): SineSumSignal {
  const size = Math.abs(mdi);
  const last = Math.ceil(size + 10 + 6 * Math.cbrt(size));
  const bessel = besselJ(last, size);
  const terms: SineTerm[] = [];
  for (let n = -last; n <= last; n++) {
    // J_n(-x) = J_(-n)(x) = (-1)^n J_n(x)
    const odd = Math.abs(n) % 2 === 1;
    const sign = odd && n < 0 !== mdi < 0 ? -1 : 1;
    const amplitude = va * sign * (bessel[Math.abs(n)] ?? 0);
    if (Math.abs(amplitude) > negligible * Math.abs(va))
      terms.push({
        amplitude,
        frequency: fc + n * fs,
        phase: (phase?.carrier ?? 0) + n * (phase?.signal ?? 0),
      });
  }
  return new SineSumSignal({ offset: vo, terms, td: delay ?? -Infinity, before: vo });
}

/** Returns J_0(x) ... J_last(x), x >= 0. */
export function besselJ(last: number, x: number): Float64Array {
  const values = new Float64Array(last + 1);
  if (x === 0) {
    values[0] = 1;
    return values;
  }
  const start = 2 * Math.ceil((last + 20 + Math.sqrt(40 * last)) / 2);
  let above = 0;
  let here = 1e-300;
  // J_0 + 2 (J_2 + J_4 + ...) = 1 gives the scale.
  let norm = 0;
  for (let n = start; n >= 0; n--) {
    if (n <= last) values[n] = here;
    if (n % 2 === 0) norm += n === 0 ? here : 2 * here;
    const below = ((2 * n) / x) * here - above;
    above = here;
    here = below;
    if (Math.abs(here) > 1e250) {
      const shrink = 1e-250;
      here *= shrink;
      above *= shrink;
      norm *= shrink;
      for (let k = 0; k <= last; k++) values[k] = (values[k] as number) * shrink;
    }
  }
  return values.map((value) => value / norm);
}
