/** BSIM4 beside the installed ngspice: currents and capacitances of random transistors. */
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { drawTransistor, type Transistor, transistorOf } from './bsim4-transistors.js';
import { ngspiceReason, skipWithoutNgspice } from './ngspice.js';
import { ngspiceCapacitances, ngspiceCurrents } from './ngspice-devices.js';

const stream = new RandomStream(11);
const transistors = Array.from({ length: 40 }, (_, k) => transistorOf(drawTransistor(stream, k % 3)));

/** Holds numbers of transistors against ngspice's, by the largest of its own. */
function expectAlike(
  those: readonly Transistor[],
  theirs: readonly (readonly number[])[],
  oursOf: (transistor: Transistor) => readonly number[],
  relative: number,
): void {
  those.forEach((transistor, k) => {
    const ours = oursOf(transistor);
    const wanted = theirs[k] ?? [];
    const largest = Math.max(...ours.map(Math.abs));
    ours.forEach((value, place) => {
      const miss = Math.abs(value - (wanted[place] ?? NaN));
      const what = `${transistor.model} ${transistor.card} at ${transistor.volts.join(' ')}, ${place}: ${value}, ${wanted[place] ?? NaN}`;
      expect(miss, what).toBeLessThanOrEqual(relative * largest + 1e-19);
    });
  });
}

describe.skipIf(skipWithoutNgspice)(`BSIM4 beside ngspice${ngspiceReason}`, () => {
  test.each([25, -30, 110])('transistors carry the same currents at %i Celsius', (celsius) => {
    expectAlike(
      transistors,
      ngspiceCurrents(transistors, celsius),
      (one) => one.ours(celsius).currents,
      1e-6,
    );
  });

  test('transistors store the same charges', () => {
    // ngspice's slopes leave out some terms of what is rounded off; those of version 4.5 are not those of its charges.
    const those = transistors.filter(({ number }) => number > 4.5);
    expectAlike(those, ngspiceCapacitances(those, 25), (one) => one.ours(25).capacitances, 2e-4);
  });
});
