/** A delay whose block is nothing but what comes back: it has no state, but records what it returns. */
import { expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

test.each(['in', 'double'])('delay(v(%s), 1m) among blocks returns what went in', (source) => {
  const others = [1, 2, 3, 4, 5, 6, 7, 8].map((k) => `B${k} m${k} 0 V=sgn(v(in)-${k})\n`).join('');
  const text = `V1 in 0 sin(0 10 50)\nBdouble double 0 V=2*v(in)\nBdelayed out 0 V=delay(v(${source}),1m)\n${others}.tran 0 40m 0 10u`;
  const { column, certificate } = run(netlist(text), { method: 'stepping' });
  expect(certificate.stepping?.blocks?.count).toBeGreaterThan(8);
  const gain = source === 'in' ? 10 : 20;
  const [time, out] = [column('time'), column('v(out)')];
  out.forEach((value, row) => {
    const sine = gain * Math.sin(100 * Math.PI * Math.max(0, time[row]! - 1e-3));
    // The chord of a step of 10 us, and reltol.
    expect(Math.abs(value - sine)).toBeLessThan(1e-3 * gain);
  });
});
