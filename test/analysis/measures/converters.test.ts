/**
 * Efficiency, ripple, harmonics and power balance of the converters in netlists/, as their `.meas` and `.four` cards say, against
 * the truths in their heads. All parts are lossless but for what a card says, so that power balances to what the run has not
 * settled yet.
 */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import type { FourierResult } from '../../../src/analysis/measures/fourier-result.js';
import { netlistText } from '../run-netlist.js';

function measured(file: string): {
  readonly value: (name: string) => number;
  readonly fourier: readonly FourierResult[];
} {
  const { runs } = simulate(netlistText(file), { openSinks: () => [] });
  const { measures = [], fourier = [] } = runs[0]?.report ?? {};
  return { fourier, value: (name) => measures.find((each) => each.name === name)?.value ?? NaN };
}

describe('converters', () => {
  it('buck: mean, ripple, and the loss of 1 mOhm', () => {
    const { value } = measured('buck.cir');
    // parabolas of v(o), but for what its ripple does to the current: less than (1/f)^2 / (L1 C1) / 60
    expect(Math.abs(value('vripple') / (0.6 / (8 * 100e3 * 100e-6)) - 1)).toBeLessThan(0.01 / 60);
    // 20 periods of decay, exp(-t / (2 R1 C1)), are left of the start
    expect(Math.abs(value('balance'))).toBeLessThan(Math.exp(-20));
    // the ripple of 7.5 mV in v(o) and the leakage of 1 GOhm are below 1e-6 of each
    const current = 12 / 5;
    expect(value('mean')).toBeCloseTo(12 - (1e-3 * current) / 2, 5);
    expect(value('ripple')).toBeCloseTo(((24 - 12) * 5e-6) / 100e-6, 3);
    const loss = (1e-3 * (current ** 2 + 0.6 ** 2 / 12)) / 2;
    expect(value('efficiency')).toBeCloseTo(1 - loss / (12 * current), 7);
  });

  it('cuk: energy balances over a period before the steady state; ripples', () => {
    const { value } = measured('cuk.cir');
    expect(Math.abs(value('balance'))).toBeLessThan(1e-11);
    expect(value('efficiency')).toBeCloseTo(1, 11);
    expect(value('rise')).toBeCloseTo((12 * 0.4) / (100e3 * 200e-6), 12);
    expect(value('ripple')).toBeCloseTo(12.8687809e-3, 10);
  });

  it('class-e: the closings lose 95.07 pJ each, the load takes 8.315 W', () => {
    const { value, fourier } = measured('class-e.cir');
    expect(value('pout')).toBeCloseTo(8.315, 3);
    expect(value('peak')).toBeCloseTo(43.106, 3);
    expect(value('efficiency')).toBeCloseTo(1 - 95.07e-6 / 8.315, 8);
    expect(value('ripple')).toBeCloseTo(70.39638e-3, 8);
    expect(value('swing')).toBeCloseTo(25.769389, 6);
    expect(fourier[0]?.thd).toBeCloseTo(0.05193352, 8);
    // what the harmonics carry is what the load takes, but for those above the ninth: v^2/2 over 10 Ohm
    const power = fourier[0]!.harmonics.slice(1).reduce((sum, { magnitude }) => sum + magnitude ** 2 / 20, 0);
    expect(power / value('pout')).toBeCloseTo(1, 6);
  });

  it('h-bridge-pwm: the fundamental of natural sampling, and nothing below the sidebands of the carrier', () => {
    const { value, fourier } = measured('h-bridge-pwm.cir');
    const [, fundamental, ...others] = fourier[0]!.harmonics;
    expect(fundamental?.magnitude).toBeCloseTo(7.632225731, 8);
    expect(value('efficiency')).toBeCloseTo(1, 9);
    for (const { magnitude } of others.slice(0, 24)) expect(magnitude).toBeLessThan(1e-12);
    expect(value('fundamental')).toBeCloseTo(80, 10);
    expect(value('thd')).toBeCloseTo(Math.sqrt(2 / 0.8 ** 2 - 1), 10);
    expect(value('ripple')).toBeCloseTo(16.229654986, 8);
    expect(value('effective')).toBeCloseTo(5.421404812, 8);
    expect(value('distortion')).toBeCloseTo(0.0956013, 7);
  });

  it('half-bridge-llc: ideal parts lose nothing; the ripple', () => {
    // 10 ms are a tenth of a millionth short of the steady state
    const { value } = measured('half-bridge-llc.cir');
    expect(value('efficiency')).toBeCloseTo(1, 7);
    expect(value('pout')).toBeCloseTo(561.322, 3);
    expect(value('ripple')).toBeCloseTo(0.16343649, 8);
  });

  it('three-phase-inverter: rms and distortion of a phase', () => {
    const { value, fourier } = measured('three-phase-inverter.cir');
    expect(value('eff')).toBeCloseTo(10.795098437, 8);
    expect(value('thd')).toBeCloseTo(Math.sqrt((10.795098437 / 10.79359714) ** 2 - 1), 7);
    expect(value('efficiency')).toBeCloseTo(1, 9);
    expect(fourier[0]?.harmonics[1]?.magnitude).toBeCloseTo(Math.SQRT2 * 10.79359714, 7);
  });

  it.each(['parallel-resonant.cir', 'cockcroft-walton.cir', 'sliding-buck.cir'])(
    '%s: energy balances',
    (file) => {
      expect(Math.abs(measured(file).value('balance'))).toBeLessThan(1e-11);
    },
  );

  it('parallel-resonant: efficiency, and the ripple of the steady state', () => {
    const { value } = measured('parallel-resonant.cir');
    expect(value('efficiency')).toBeCloseTo(1, 11);
    // v(o,n) still moves by 30 nV a period
    expect(Math.abs(value('ripple') - 2.67598e-3)).toBeLessThan(40e-9);
  });

  it('sliding-buck: the duty of the equivalent control, and no ripple', () => {
    const { value } = measured('sliding-buck.cir');
    // the truth has nine digits
    expect(value('duty')).toBeCloseTo(0.500666685, 8);
    expect(value('efficiency')).toBeCloseTo(1, 11);
    expect(value('ripple')).toBeLessThan(1e-12);
  });

  it('dickson-charge-pump: the voltage at the end of a period, and both halves of the ripple', () => {
    const { value } = measured('dickson-charge-pump.cir');
    const [load, frequency, stage, output] = [1e-3, 100e3, 100e-9, 500e-9];
    expect(value('top')).toBeCloseTo(5 + 4 * (5 - load / frequency / stage), 9);
    expect(value('ripple')).toBeCloseTo((load / 2 / frequency) * (1 / output + 1 / (stage + output)), 9);
    const mean = value('top') - (load / 8 / frequency) * (1 / output - 1 / (stage + output));
    expect(value('mean')).toBeCloseTo(mean, 9);
    expect(value('pin')).toBeCloseTo(25 * load, 11);
    expect(value('efficiency')).toBeCloseTo(mean / 25, 9);
  });

  it('half-wave: mean, rms and harmonics of half a sine', () => {
    const { value, fourier } = measured('half-wave.cir');
    expect(value('mean')).toBeCloseTo(10 / Math.PI, 12);
    expect(value('effective')).toBeCloseTo(5, 12);
    expect(value('efficiency')).toBeCloseTo(1, 12);
    expect(value('ripple')).toBeCloseTo(10, 12);
    expect(value('thd')).toBeCloseTo(Math.sqrt(1 - 8 / Math.PI ** 2), 12);
    const even = [2, 4, 6, 8].map((k) => 4 / Math.PI / (k * k - 1));
    expect(fourier[0]?.thd).toBeCloseTo(Math.hypot(...even), 12);
    for (const [k, { magnitude }] of fourier[0]!.harmonics.entries()) {
      const odd = k === 1 ? 5 : 0;
      const truth = k === 0 ? 10 / Math.PI : k % 2 === 1 ? odd : 20 / Math.PI / (k * k - 1);
      expect(magnitude).toBeCloseTo(truth, 12);
    }
  });

  it('full-wave-filter: from the peak along the exponential to the next half wave', () => {
    const { value } = measured('full-wave-filter.cir');
    const [w, tau] = [100 * Math.PI, 0.1];
    // the pair blocks where C v' + v/R = 0
    const blocks = (Math.PI - Math.atan(w * tau)) / w;
    const decay = (t: number): number => 10 * Math.sin(w * blocks) * Math.exp((blocks - t) / tau);
    let [low, high] = [Math.PI / w, (1.5 * Math.PI) / w];
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      if (decay(middle) > -10 * Math.sin(w * middle)) low = middle;
      else high = middle;
    }
    expect(value('peak')).toBeCloseTo(10, 12);
    expect(value('ripple')).toBeCloseTo(10 - decay(low), 10);
    expect(value('efficiency')).toBeCloseTo(1, 12);
  });
});
