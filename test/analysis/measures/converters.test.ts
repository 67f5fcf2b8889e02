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
    // the ripple of 7.5 mV in v(o) and the leakage of 1 GOhm are below 1e-6 of each
    const current = 12 / 5;
    expect(value('mean')).toBeCloseTo(12 - (1e-3 * current) / 2, 5);
    expect(value('ripple')).toBeCloseTo(((24 - 12) * 5e-6) / 100e-6, 3);
    const loss = (1e-3 * (current ** 2 + 0.6 ** 2 / 12)) / 2;
    expect(value('efficiency')).toBeCloseTo(1 - loss / (12 * current), 7);
  });

  it('cuk: energy balances over a period before the steady state', () => {
    expect(Math.abs(measured('cuk.cir').value('balance'))).toBeLessThan(1e-11);
  });

  it('class-e: the closings lose 95.07 pJ each, the load takes 8.315 W', () => {
    const { value, fourier } = measured('class-e.cir');
    expect(value('pout')).toBeCloseTo(8.315, 3);
    expect(value('peak')).toBeCloseTo(43.106, 3);
    expect(value('efficiency')).toBeCloseTo(1 - 95.07e-6 / 8.315, 8);
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
  });

  it('half-bridge-llc: ideal parts lose nothing', () => {
    // 10 ms are a tenth of a millionth short of the steady state
    expect(measured('half-bridge-llc.cir').value('efficiency')).toBeCloseTo(1, 7);
  });

  it('three-phase-inverter: rms and ripple of a phase', () => {
    const { value, fourier } = measured('three-phase-inverter.cir');
    expect(value('eff')).toBeCloseTo(10.795098437, 8);
    expect(value('ripple')).toBeCloseTo(Math.sqrt((10.795098437 / 10.79359714) ** 2 - 1), 7);
    expect(value('efficiency')).toBeCloseTo(1, 9);
    expect(fourier[0]?.harmonics[1]?.magnitude).toBeCloseTo(Math.SQRT2 * 10.79359714, 7);
  });

  it.each(['parallel-resonant.cir', 'cockcroft-walton.cir', 'sliding-buck.cir'])(
    '%s: energy balances',
    (file) => {
      expect(Math.abs(measured(file).value('balance'))).toBeLessThan(1e-11);
    },
  );

  it('sliding-buck: the duty of the equivalent control', () => {
    // the truth has nine digits
    expect(measured('sliding-buck.cir').value('duty')).toBeCloseTo(0.500666685, 8);
  });

  it('dickson-charge-pump: the voltage at the end of a period, and both halves of the ripple', () => {
    const { value } = measured('dickson-charge-pump.cir');
    const [load, frequency, stage, output] = [1e-3, 100e3, 100e-9, 500e-9];
    expect(value('top')).toBeCloseTo(5 + 4 * (5 - load / frequency / stage), 9);
    expect(value('ripple')).toBeCloseTo((load / 2 / frequency) * (1 / output + 1 / (stage + output)), 9);
  });

  it('half-wave: mean, rms and harmonics of half a sine', () => {
    const { value, fourier } = measured('half-wave.cir');
    expect(value('mean')).toBeCloseTo(10 / Math.PI, 12);
    expect(value('effective')).toBeCloseTo(5, 12);
    expect(value('efficiency')).toBeCloseTo(1, 12);
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
