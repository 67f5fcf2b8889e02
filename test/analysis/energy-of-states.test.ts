/** States that blocks and integrals keep are numbers: 1 V of one is no half joule, so that the balance is that of the circuit. */
import { expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

const delivered = (text: string, options = {}): readonly [number, number, readonly string[]] => {
  const { certificate } = run(netlist(text), options);
  const { energy, missed } = certificate;
  return [energy?.delivered ?? NaN, energy?.stored ?? NaN, missed];
};

test.each(['events', 'stepping'])(
  'of idt() in a source beside a resistor and a capacitor, method=%s',
  (method) => {
    const text = 'V1 in 0 2\nR1 in 0 1k\nB1 o 0 V=idt(v(in)*1000)\nR2 o 0 1meg\nC1 in 0 1n\n.tran 10u 1m';
    const [sum, stored, missed] = delivered(text, { method });
    // 4 mW for 1 ms, and (2000 t)^2 / 1 MOhm.
    expect(sum / (4e-6 + (4e6 * 1e-9) / 3 / 1e6)).toBeCloseTo(1, 4);
    expect(Math.abs(stored)).toBeLessThan(1e-12);
    expect(missed).toEqual([]);
  },
);

test.each(['events', 'stepping'])('of LAPLACE functions and lags, method=%s', (method) => {
  const text =
    'V1 in 0 pulse(0 1 0 1u 1u 1 2)\nR1 in 0 1k\nE1 o 0 laplace {v(in)} {1/(1+s*1m)}\nR2 o 0 1g\n' +
    'B1 p 0 V=2*v(in) smoothbsrc=1 rcconst=10u\nR3 p 0 1g\n.tran 10u 3m';
  const [sum, stored, missed] = delivered(text, { method });
  // 1 mW for 3 ms less two thirds of the rise; some nanowatts beside it.
  expect(sum).toBeCloseTo(3e-6 - 0.667e-9, 10);
  expect(Math.abs(stored)).toBeLessThan(1e-12);
  expect(missed).toEqual([]);
});

test('of an integral that a reset holds', () => {
  const text =
    'V1 in 0 sin(0 1 1k)\nR1 in 0 1k\nB1 o 0 V=idt(1000*v(in),0,v(in)>0.9)\nR2 o 0 1g\n.tran 10u 3m';
  const [sum, stored, missed] = delivered(text);
  expect(sum).toBeCloseTo(1.5e-6, 9);
  expect([stored, missed]).toEqual([0, []]);
});

test('of code models: an integrator, a transfer function, an oscillator', () => {
  const models = [
    '.model int int(gain=1e5 out_lower_limit=-0.5 out_upper_limit=10)',
    '.model sx s_xfer(num_coeff=[1] den_coeff=[1e-9 1e-4 1] int_ic=[0 0])',
    '.model sq square(cntl_array=[0 1] freq_array=[0 10k] out_low=0 out_high=1)',
    '.model os d_osc(cntl_array=[0 1] freq_array=[0 10k])',
    '.model da dac_bridge(out_low=0 out_high=1)',
  ];
  const parts = 'A1 in o1 int\nA2 in o2 sx\nA3 in o3 sq\nA4 in d os\nA5 [d] [o4] da\nRx o4 0 1g';
  const text = `V1 in 0 1\nR1 in 0 1k\n${parts}\n${models.join('\n')}\n.tran 10u 1m`;
  const [sum, stored, missed] = delivered(text);
  // 1 mW for 1 ms, and half the time 1 nW.
  expect(sum).toBeCloseTo(1e-6, 11);
  expect(Math.abs(stored)).toBeLessThan(1e-15);
  expect(missed).toEqual([]);
});
