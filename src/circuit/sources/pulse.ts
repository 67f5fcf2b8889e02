/**
 * PULSE(v1 v2 td tr tf pw per np): v1 until td, then in every period a rise over tr, v2 for pw, a fall
 * over tf, v1 for the rest. A zero or missing tr or tf is a jump (`edges=spice`: tstep, as SPICE does);
 * pw missing: tstop, also where it is 0 with the option zerowidth=tstop; per missing or 0: no repetition; a period shorter than tr + pw + tf cuts the shape
 * (conventions: source times, pulses); np: v1 after so many periods.
 */
import { formatEngineering } from '../../base/units.js';
import type { ClosedFormSignal } from './closed-form-signal.js';
import type { EmissionContext } from '../device.js';
import { noteOnce } from '../diagnose.js';
import { endedSignal } from './ended-signal.js';
import { fitSegments } from './affine-segments.js';
import { PiecewiseAffineSignal } from './piecewise-affine-signal.js';
import type { SourceFunction } from './source-function.js';

export const pulse: SourceFunction = {
  syntax: {
    name: 'pulse',
    doc: 'Trapezoidal pulses; zero or missing tr, tf jump.',
    required: 2,
    args: [
      { name: 'v1', unit: '', doc: 'initial value' },
      { name: 'v2', unit: '', doc: 'pulsed value' },
      { name: 'td', unit: 's', default: 0, doc: 'delay of the first pulse' },
      { name: 'tr', unit: 's', default: 0, range: 'non-negative', doc: 'rise time; 0: a jump' },
      { name: 'tf', unit: 's', default: 0, range: 'non-negative', doc: 'fall time; 0: a jump' },
      { name: 'pw', unit: 's', range: 'non-negative', doc: 'width at v2; missing: tstop' },
      { name: 'per', unit: 's', range: 'non-negative', doc: 'period; missing or 0: no repetition' },
      {
        name: 'np',
        unit: '',
        default: 0,
        range: 'non-negative',
        doc: 'number of periods, v1 after them; 0: no end',
      },
    ],
  },
  signal({ args, span }, context) {
    const [v1 = 0, v2 = 0, td = 0, tr = 0, tf = 0, width, per, np] = args;
    const pw = width === 0 && context.options.zerowidth === 'tstop' ? undefined : width;
    if (context.options.edges === 'ideal' && (tr === 0 || tf === 0)) {
      const message =
        'PULSE with zero or missing tr or tf jumps; ngspice would ramp over tstep (option edges=spice)';
      noteOnce(context.diagnostics, 'pulse-jumps', message, span);
    }
    if (pw === 0) {
      const message =
        'PULSE with pw=0 has no top; ngspice would stay at v2 to the end of its period (option zerowidth=tstop)';
      noteOnce(context.diagnostics, 'pulse-width', message, span);
    }
    if (pw !== undefined && per !== undefined && per > 0 && pw > per) {
      const [width, period] = [formatEngineering(pw, 's'), formatEngineering(per, 's')];
      const message = `PULSE with pw = ${width} beyond per = ${period} ends with its period, without a fall (the order is v1 v2 td tr tf pw per)`;
      noteOnce(context.diagnostics, 'pulse-period', message, span);
    }
    return pulseSignal({ v1, v2, td, tr, tf, pw, per, np }, context);
  },
};

export interface PulseParameters {
  readonly v1: number;
  readonly v2: number;
  readonly td: number;
  readonly tr: number;
  readonly tf: number;
  readonly pw?: number | undefined;
  readonly per?: number | undefined;
  readonly np?: number | undefined;
}

/** Builds the signal; times in seconds. */
export function pulseSignal(parameters: PulseParameters, context: EmissionContext): ClosedFormSignal {
  const { v1, v2, td } = parameters;
  const spiceEdge = context.options.edges === 'spice' ? context.tstep : 0;
  const rise = parameters.tr || spiceEdge;
  const fall = parameters.tf || spiceEdge;
  const width = parameters.pw ?? (context.tstop > 0 ? context.tstop : Infinity);
  const period = parameters.per || Infinity;
  const segments = [
    { offset: 0, length: rise, from: v1, to: v2 },
    { offset: rise, length: width, from: v2, to: v2 },
    { offset: rise + width, length: fall, from: v2, to: v1 },
    { offset: rise + width + fall, length: Infinity, from: v1, to: v1 },
  ];
  const endless = new PiecewiseAffineSignal({
    before: v1,
    origin: td,
    period,
    segments: fitSegments(segments, period),
  });
  const end = td + (parameters.np || Infinity) * period;
  return end < Infinity ? endedSignal(endless, end, v1) : endless;
}
