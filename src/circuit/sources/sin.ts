/**
 * SIN(vo va freq td theta phase): vo + va sin(phase) until td, then
 *
 *     s = vo + va e^(-theta T) sin(2 pi freq T + phase),   T = t - td
 *
 * Its integral is va Im(e^(j phase) (e^(sigma T1) - e^(sigma T0)) / sigma), sigma = -theta + j w, evaluated as
 * e^(sigma Tm) dT sinh(s) / s, s = sigma dT/2, about the middle Tm, which loses no digits for short intervals.
 * freq missing or 0: 1/tstop, as SPICE does.
 */
import type { Signal, SignalGenerator } from '../../kernel/modeling/signals/signal.js';
import type { ClosedFormSignal } from './closed-form-signal.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import {
  sineAngle,
  sineEnvelope,
  sineValue,
  writeConstant,
  writeSine,
} from '../../kernel/modeling/signals/closed-segment.js';
import { sineGenerator } from './generators.js';
import { endedSignal } from './ended-signal.js';
import { areSame, hashOf } from './same-numbers.js';
import type { SourceFunction } from './source-function.js';

export interface SinParameters {
  readonly vo: number;
  readonly va: number;
  /** Hz. */
  readonly freq: number;
  /** Seconds. */
  readonly td: number;
  /** 1/s. */
  readonly theta: number;
  /** Degrees. */
  readonly phase: number;
}

export const sin: SourceFunction = {
  syntax: {
    name: 'sin',
    aliases: ['sine'],
    doc: 'Sine, damped by theta.',
    required: 2,
    args: [
      { name: 'vo', unit: '', doc: 'offset', aliases: ['v0'] },
      { name: 'va', unit: '', doc: 'amplitude' },
      { name: 'freq', unit: 'Hz', range: 'non-negative', doc: 'frequency; missing or 0: 1/tstop' },
      { name: 'td', unit: 's', default: 0, doc: 'delay; the value at td holds before it' },
      { name: 'theta', unit: '1/s', default: 0, doc: 'damping' },
      { name: 'phase', unit: 'deg', default: 0, doc: 'phase at td' },
      {
        name: 'ncycles',
        unit: '',
        default: 0,
        range: 'non-negative',
        doc: 'number of periods, after them the value at td; 0: no end',
      },
    ],
  },
  signal({ args }, context) {
    const [vo = 0, va = 0, given = 0, td = 0, theta = 0, phase = 0, cycles = 0] = args;
    const freq = given || (context.tstop > 0 ? 1 / context.tstop : 0);
    const endless = sinSignal({ vo, va, freq, td, theta, phase });
    const end = td + (cycles || Infinity) / freq;
    return end < Infinity ? endedSignal(endless, end, vo + va * Math.sin(radians(phase))) : endless;
  },
};

/** Builds the signal. */
export function sinSignal(parameters: SinParameters): ClosedFormSignal {
  const { vo, va, freq, theta, phase } = parameters;
  if (va === 0) return constantSignal(vo);
  if (freq === 0 && theta === 0) return constantSignal(vo + va * Math.sin(radians(phase)));
  return new SinSignal(parameters);
}

function radians(degrees: number): number {
  return ((degrees % 360) * Math.PI) / 180;
}

/** Above this damping over half an interval sinh may overflow while its factor underflows. */
const largeDamping = 30;

class SinSignal implements ClosedFormSignal {
  readonly constant = false;
  readonly generator: SignalGenerator;
  readonly #p: SinParameters;
  readonly #omega: number;
  readonly #phase: number;
  readonly #before: number;

  constructor(parameters: SinParameters) {
    this.#p = parameters;
    this.#omega = 2 * Math.PI * parameters.freq;
    this.#phase = radians(parameters.phase);
    this.#before = parameters.vo + parameters.va * Math.sin(this.#phase);
    this.generator = sineGenerator(parameters.va, this.#omega, parameters.theta);
  }

  get hash(): number {
    return hashOf([this.#numbers]);
  }

  isSameAs(other: Signal): boolean {
    return other instanceof SinSignal && areSame([this.#numbers], [other.#numbers]);
  }

  value(t: number): number {
    const { vo, va, freq, td, theta } = this.#p;
    return t < td ? this.#before : sineValue(vo, va, freq, theta, this.#phase, t - td);
  }

  valueLeft(t: number): number {
    return this.value(t);
  }

  sine(t: number, out: Float64Array, offset: number): void {
    const { vo, va, freq, td, theta } = this.#p;
    if (t >= td) writeSine(out, offset, td, [vo, va, freq, theta, this.#phase]);
    else writeConstant(out, offset, this.#before, t, td);
  }

  integral(t0: number, t1: number): number {
    if (t1 < t0) return -this.integral(t1, t0);
    const { vo, va, td } = this.#p;
    if (t1 <= td) return this.#before * (t1 - t0);
    const head = t0 < td ? this.#before * (td - t0) : 0;
    const from = Math.max(t0, td);
    return head + vo * (t1 - from) + va * this.#oscillation(from, t1);
  }

  nextBreakpoint(t: number): number {
    return t < this.#p.td ? this.#p.td : Infinity;
  }

  generate(t: number, z: Float64Array, offset: number): void {
    if (t < this.#p.td) {
      z[offset] = this.#before;
      z[offset + 1] = 0;
      z[offset + 2] = 0;
      return;
    }
    const envelope = this.#envelope(t);
    const angle = this.#angle(t);
    z[offset] = this.#p.vo;
    z[offset + 1] = envelope * Math.sin(angle);
    z[offset + 2] = envelope * Math.cos(angle);
  }

  get #numbers(): Float64Array {
    const { vo, va, freq, td, theta } = this.#p;
    return Float64Array.of(vo, va, freq, td, theta, this.#phase);
  }

  #angle(t: number): number {
    return sineAngle(this.#p.freq, this.#phase, t - this.#p.td);
  }

  #envelope(t: number): number {
    return sineEnvelope(this.#p.theta, t - this.#p.td);
  }

  /** Integral of e^(-theta T) sin(w T + phase) over [t0, t1], both after td. */
  #oscillation(t0: number, t1: number): number {
    const { theta } = this.#p;
    const omega = this.#omega;
    const half = (t1 - t0) / 2;
    const middle = t0 + half;
    const a = -theta * half;
    const b = omega * half;
    if (theta === 0) return 2 * half * Math.sin(this.#angle(middle)) * (b === 0 ? 1 : Math.sin(b) / b);
    if (Math.abs(a) > largeDamping) {
      // Im((re + j im) / (-theta + j w)) = (-theta im - w re) / (theta^2 + w^2)
      const [e0, e1] = [this.#envelope(t0), this.#envelope(t1)];
      const [p0, p1] = [this.#angle(t0), this.#angle(t1)];
      const re = e1 * Math.cos(p1) - e0 * Math.cos(p0);
      const im = e1 * Math.sin(p1) - e0 * Math.sin(p0);
      return (-theta * im - omega * re) / (theta * theta + omega * omega);
    }
    const { re, im } = hyperbolicSinc(a, b);
    const angle = this.#angle(middle);
    return 2 * half * this.#envelope(middle) * (Math.cos(angle) * im + Math.sin(angle) * re);
  }
}

/** Below this |s| three terms of the series are exact to rounding: |s|^6 / 5040 < 1e-15. */
const smallArgument = 1e-2;

/** Returns sinh(s) / s of s = a + j b. */
function hyperbolicSinc(a: number, b: number): { readonly re: number; readonly im: number } {
  const squared = { re: a * a - b * b, im: 2 * a * b };
  if (Math.hypot(a, b) < smallArgument) {
    const fourth = { re: squared.re * squared.re - squared.im * squared.im, im: 2 * squared.re * squared.im };
    return { re: 1 + squared.re / 6 + fourth.re / 120, im: squared.im / 6 + fourth.im / 120 };
  }
  const re = Math.sinh(a) * Math.cos(b);
  const im = Math.cosh(a) * Math.sin(b);
  const size = a * a + b * b;
  return { re: (re * a + im * b) / size, im: (im * a - re * b) / size };
}
