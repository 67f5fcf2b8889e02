/** A comparison means at equality what its sign says: at rest, at t = 0, in operating points, by all methods. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

/** v(a) is 0 in [0, 1u], 5 V in [2u, 6u] after ramps of 1 us, and 0 from 7 us to 11 us, every 10 us. */
const clock = 'V1 a 0 pulse(0 5 1u 1u 1u 4u 10u)\n';

/** Every way to compare v(a) with 0, and what it gives below, at and above 0. */
const comparisons = [
  ['if(v(a) > 0, 10, 0)', 0, 0, 10],
  ['if(v(a) >= 0, 10, 0)', 0, 10, 10],
  ['if(v(a) < 0, 10, 0)', 10, 0, 0],
  ['if(v(a) <= 0, 10, 0)', 10, 10, 0],
  ['if(v(a) == 0, 10, 0)', 0, 10, 0],
  ['if(v(a) != 0, 10, 0)', 10, 0, 10],
  ['10*u(v(a))', 0, 0, 10],
  ['10*sgn(v(a))', -10, 0, 10],
  ['if(v(a), 10, 0)', 10, 0, 10],
  ['if(!(v(a) > 0), 10, 0)', 10, 10, 0],
  ['if(v(a) > 0 & v(c) > 0, 10, 0)', 0, 0, 10],
  ['if(v(a) > 0 | v(c) < 0, 10, 0)', 0, 0, 10],
  ['if(0 < v(a), v(c), 2)', 2, 2, 5],
  ['if(v(a) > v(d), 10, 0)', 0, 0, 10],
] as const;

const methods = [
  ['events', {}],
  ['theta', { method: 'theta', h: 0.1e-6 }],
] as const;

describe.each(methods)('%s', (_, options) => {
  test.each(comparisons)('%s', (expression, _below, equal, above) => {
    const body = `${clock}Vc c 0 5\nVd d 0 0\nB1 b 0 V={${expression}}\nR1 b 0 1k\n.tran .5u 30u uic`;
    const { column, certificate } = run(netlist(body), options, 'v(a) v(b)');
    const [t, a, b] = [column('time'), column('v(a)'), column('v(b)')];
    let [atRest, high] = [0, 0];
    t.forEach((time, k) => {
      const phase = time % 10e-6;
      const rests = phase > 7.3e-6 || phase < 0.9e-6;
      if (rests) expect(b[k], `at ${time}`).toBeCloseTo(equal, 9);
      if (phase > 1.3e-6 && phase < 6.7e-6) expect(b[k], `at ${time}`).toBeCloseTo(above, 9);
      if (rests && a[k] === 0) atRest++;
      if (a[k] === 5) high++;
    });
    expect(Math.min(atRest, high)).toBeGreaterThan(10);
    expect(b[0]).toBeCloseTo(equal, 9);
    expect(certificate.missed).toEqual([]);
  });
});

test.each(comparisons)('in the operating point: %s', (expression, below, equal, above) => {
  for (const [voltage, expected] of [
    [-3, below],
    [0, equal],
    [3, above],
  ] as const) {
    const body = `V1 a 0 ${voltage}\nVc c 0 5\nVd d 0 0\nB1 b 0 V={${expression}}\nR1 b 0 1k\n.op`;
    expect(run(netlist(body), {}, 'v(b)').final('v(b)'), `${voltage} V`).toBeCloseTo(expected, 9);
  }
});

test('of a rectified voltage that is 0 for half of each period', () => {
  const body =
    'V1 a 0 sin(0 10 50)\nD1 a k d\nR1 k 0 1k\nB1 b 0 V={if(v(k) > 0, 5, 0)}\nR2 b 0 1k\n.model d d\n.tran 0.1m 100m';
  const { column } = run(netlist(body), {}, 'v(b)');
  const [t, b] = [column('time'), column('v(b)')];
  t.forEach((time, k) => {
    const phase = (time * 50) % 1;
    if (phase > 0.001 && phase < 0.499) expect(b[k], `at ${time}`).toBeCloseTo(5, 9);
    if (phase > 0.501 && phase < 0.999) expect(b[k], `at ${time}`).toBeCloseTo(0, 9);
  });
});

test('a relay still slides where its two sides hold it at its threshold', () => {
  const body = 'B1 x 0 V={if(v(o) < 3, 10, 0)}\nR1 x o 1k\nC1 o 0 1u\n.tran 10u 5m uic';
  const { final, certificate } = run(netlist(body), {}, 'v(o)');
  expect(final('v(o)')).toBeCloseTo(3, 8);
  expect(certificate.slides?.[0]?.mean).toBeCloseTo(0.3, 6);
});
