/** Jumps that sources and switches force: no scheme overshoots them, events conserve charge (conventions: jumps). */
import { describe, expect, test } from 'vitest';
import { netlist, run, type Options } from './run-netlist.js';

const schemes: readonly Options[] = [
  { method: 'theta', theta: 0.5, gamma: 1 },
  { method: 'theta', theta: 0.5, gamma: 0.5 },
  { method: 'theta', theta: 0.5, gamma: 0.5, relation: 'gamma' },
  { method: 'theta', theta: 1, gamma: 1 },
];
const events: Options = { method: 'events' };

function finalOf(body: string, options: Options, name: string): number {
  const result = run(netlist(body), options);
  expect(result.certificate.missed).toEqual([]);
  return result.final(name);
}

describe('a source that jumps to 1 V charges a capacitor through an ideal diode to 1 V, no further', () => {
  const text = `V1 in 0 pulse(0 1 1m 0 0 1 2)
D1 in o d
C1 o 0 1u ic=0
R1 o 0 1k
.model d d
.tran 10u 1.1m uic`;
  for (const options of [...schemes, events]) {
    test(JSON.stringify(options), () => {
      // The diode conducts: v(o) is the source's value to rounding.
      expect(finalOf(text, options, 'v(o)')).toBeCloseTo(1, 12);
    });
  }
});

describe('a closing ideal switch shares the charge of two capacitors', () => {
  const text = `V1 g 0 pulse(0 1 1m 0 0 1 2)
C1 a 0 1u ic=10
C2 b 0 1u ic=0
S1 a b g 0 sw
R1 a 0 1k
.model sw sw(vt=0.5 ron=0 roff=inf)
.tran 1u 1.1m uic`;
  // 10 V decay with 1 ms for 1 ms, halve, and decay with 2 ms for 0.1 ms.
  const exact = (10 * Math.exp(-1) * Math.exp(-0.05)) / 2;

  test('exactly where events are located', () => {
    expect(finalOf(text, events, 'v(b)')).toBeCloseTo(exact, 12);
  });

  for (const scheme of schemes) {
    test(`to the step with ${JSON.stringify(scheme)}`, () => {
      // One implicit step of 1 us beside time constants of 1 ms and more: an error of 1e-3 of the voltage at most.
      expect(Math.abs(finalOf(text, scheme, 'v(b)') - exact)).toBeLessThan(2e-3);
    });
  }
});
