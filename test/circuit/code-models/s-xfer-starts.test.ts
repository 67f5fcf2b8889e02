/** The states of s_xfer at the start: held at int_ic in the operating point, as in ngspice; closed forms of what follows. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from '../../analysis/run-netlist.js';

const part = (model: string): string => `V1 in 0 -0.4
A1 in out sx
.model sx s_xfer(${model})
R1 out 0 1
`;

describe.each(['events', 'stepping'])('%s', (method) => {
  const options = method === 'stepping' ? { method, reltol: 1e-6 } : { method };
  test.each([
    ['int_ic=[7]', 7],
    ['', 0],
  ])('a lag starts at %s', (ic, start) => {
    const body = `${part(`num_coeff=[1] den_coeff=[5e-4 .1] ${ic}`)}.tran .1m 20m`;
    const { column } = run(netlist(body), options, 'v(out)');
    const [t, out] = [column('time'), column('v(out)')];
    t.forEach((at, k) => {
      expect(Math.abs(out[k]! - (-4 + (start + 4) * Math.exp(-200 * at)))).toBeLessThan(2e-5);
    });
  });

  test('two states and a way past them, with gain, offset and frequency', () => {
    // 2 (s'^2 + 2 s' + 3) / (s'^2 + 2 s' + 2) with s' = s / 1000: 2 + 2 / ((s' + 1)^2 + 1), of an input of 0.6.
    const model =
      'in_offset=1 gain=2 num_coeff=[1 2 3] den_coeff=[1 2 2] denormalized_freq=1k int_ic=[300 .1]';
    const { column } = run(netlist(`${part(model)}.tran .1m 8m`), options, 'v(out)');
    const [t, out] = [column('time'), column('v(out)')];
    // w = x1 of w'' + 2 w' + 2 w = 1.2 in units of 1 ms, from w = .1, w' = .3.
    t.forEach((at, k) => {
      const tau = 1e3 * at;
      const [a, b] = [0.1 - 0.6, 0.3 + (0.1 - 0.6)];
      const w = 0.6 + Math.exp(-tau) * (a * Math.cos(tau) + b * Math.sin(tau));
      expect(Math.abs(out[k]! - (1.2 + w))).toBeLessThan(2e-5);
    });
  });
});

test('an integrator in a loop starts from nothing, not from the equilibrium', () => {
  const body = `Vr r 0 1
A1 %vd(r,out) out int1
.model int1 s_xfer(num_coeff=[1] den_coeff=[1m 0] int_ic=[0])
R1 out 0 1
.tran .1m 5m`;
  const { column } = run(netlist(body), {}, 'v(out)');
  const [t, out] = [column('time'), column('v(out)')];
  t.forEach((at, k) => expect(out[k]).toBeCloseTo(1 - Math.exp(-at / 1e-3), 8));
});
