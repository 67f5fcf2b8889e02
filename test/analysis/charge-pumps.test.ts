/** Sparse steps: the current of a capacitor that a diode lays across a source has no state, and jumps where the diode closes. */
import { expect, test } from 'vitest';
import { run } from './run-netlist.js';

/** Two capacitors of 1 nF, a source of trapezoids of 10 V/us, a load of 10 kOhm. */
const doubler = [
  'V1 a 0 pulse(0 10 0 1u 1u 4u 10u)\nC1 a b 1n\nD1 0 b di\nD2 b o di',
  'C2 o 0 1n\nR1 o 0 10k\n.model di d\n.tran .5u 200u uic',
].join('\n');

test('currents of a voltage doubler are those of one of its states', () => {
  const { column, certificate } = run(`doubler\n${doubler}\n`, { method: 'stepping', certificate: 'full' });
  const [i, o] = [column('i(v1)'), column('v(o)')];
  const moved = new Set<number>();
  i.forEach((value, k) => {
    const load = o[k]! / 1e4;
    const first = [-10e-3, 0, 10e-3];
    const both = [-(10e-3 + load) / 2, -load / 2];
    const off = [...first, ...both].map((state) => Math.abs(value - state));
    const least = Math.min(...off);
    moved.add(off.indexOf(least));
    // Beside reltol of the largest current: what the row of an event lies between.
    expect(least).toBeLessThan(0.2e-3);
  });
  expect([...moved].sort()).toEqual([1, 2, 3, 4]);
  expect(certificate.missed).toEqual([]);
});
