/**
 * m= of a call: so many copies in parallel. ngspice's manual, "Paralleling devices with multiplier m": the m of an element within is
 * multiplied with that of the call, and so on down nested calls. ngspice 39 itself takes the m of the call instead of that within.
 */
import { expect, it } from 'vitest';
import { netlist, run } from '../analysis/run-netlist.js';

/** The current out of a source of 1 V. */
const current = (...cards: readonly string[]): number =>
  -run(netlist(['V1 1 0 1', ...cards, '.op'].join('\n'))).final('i(v1)');

it('multiplies the m= of elements within, and of calls within calls', () => {
  expect(current('X1 1 s m=10', '.subckt s a', 'R1 a 0 1k m=3', '.ends')).toBeCloseTo(30e-3, 12);
  const nested = ['.subckt t a', 'R1 a 0 1k m=4', '.ends', '.subckt s a', 'X1 a t m=2', '.ends'];
  expect(current('X1 1 s m=5', ...nested)).toBeCloseTo(40e-3, 12);
});

it('is as many transistors', () => {
  const cards = ['V2 g 0 2', '.subckt s d g', 'M1 d g 0 0 nm w=1u l=1u m=3', '.ends'];
  const model = '.model nm nmos(kp=1m vto=1)';
  // 30 times half a milliampere a square volt, in the triode region at 1 V across.
  expect(current('X1 1 g s m=10', ...cards, model)).toBeCloseTo(15e-3, 6);
});

it('multiplies currents of sources, and leaves voltages', () => {
  const cards = ['.subckt s a', 'I1 a 0 1m', 'G1 a 0 a 0 1m', 'V9 c 0 1', 'R9 c a 1k', '.ends'];
  // No current through R9, between 1 V and 1 V.
  expect(current('X1 1 s m=5', ...cards)).toBeCloseTo(5e-3 + 5e-3, 12);
});
