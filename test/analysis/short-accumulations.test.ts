/** Bounces that accumulate within a small part of a run, of bodies that a force lifts later. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

const g = 9.81;

/** A force of 20 N lifts 1 kg from 0.1 s to 0.3 s; at 0.7 s it flies. */
const lifted = {
  v: (20 - g) * 0.2 - g * 0.4,
  x: 0.5 * (20 - g) * 0.04 + (20 - g) * 0.2 * 0.4 - 0.5 * g * 0.16,
};
const bouncing = (height: number, e: number): string =>
  netlist(
    `YMASS1 a 1 x0=${height} gravity=${g}\nYSTOP1 a 0 e=${e}\nYFORCE1 a 0 PULSE(0 20 0.1 0 0 0.2 9)\n.tran 1m 0.7 uic\n.print tran x(a) v(a)`,
  );

describe.each([1e-12, 1e-10, 1e-9, 1e-8, 1e-6, 1e-4])('a fall of %d m in a run of 0.7 s', (height) => {
  test.each([0.1, 0.3, 0.5, 0.8])('with e = %d comes to rest by exact events, and is lifted', (e) => {
    for (const certificate of ['full', 'sampled']) {
      const result = run(bouncing(height, e), { method: 'events', certificate });
      expect(result.certificate.missed).toEqual([]);
      expect(Math.abs(result.final('v(a)') - lifted.v)).toBeLessThan(1e-9);
      expect(Math.abs(result.final('x(a)') - lifted.x)).toBeLessThan(1e-9);
    }
  });
});

test.each([1e-3, 1e-5])('by steps a body rests on its stop within reltol/100 of its height: %d', (reltol) => {
  // It is thrown up by 1 m from 1 nm, a scale that says nothing.
  const text = `YMASS1 a 1 x0=1n v0=${Math.sqrt(2 * g)} gravity=${g}\nYSTOP1 a 0 e=0.5\n.tran 1m 3 uic\n.print tran x(a)`;
  const result = run(netlist(text), { method: 'stepping', reltol });
  expect(result.certificate.missed).toEqual([]);
  expect(Math.abs(result.final('x(a)'))).toBeLessThan(1e-2 * reltol);
});
