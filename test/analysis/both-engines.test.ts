/** Exact events and sparse steps on circuits of ideal parts: equal within what steps may err. */
import { describe, expect, test } from 'vitest';
import { netlistText, run } from './run-netlist.js';

describe('both engines agree', () => {
  test.each([
    // Coils coupled by 1: of two rectifiers one takes over from the other with no time between.
    ['half-bridge-llc.cir', /\.tran .*/i, '.tran 1u .3m uic', ['v(o)', 'i(l1)']],
    // The switches of a leg behind a comparator, which turns a little behind where it was located.
    ['three-phase-inverter.cir', /\.tran .*/i, '.tran 10u 6m uic', ['i(xa.l1)', 'i(xb.l1)', 'i(xc.l1)']],
    // An open switch of 1 GOhm beside a coil: a mode of .1 ps, within which the diode commutates. Its steps are what the
    // length of the run makes of them.
    ['buck.cir', /\.tran .*/i, '.tran 100n 20m uic', ['i(l1)', 'v(o)']],
    ['h-bridge-pwm.cir', /\.tran .*/i, '.tran 10u 2m uic', ['i(l1)']],
    // Positive feedback: of a comparator's three modes the one that follows is not next to the last one.
    ['schmitt-oscillator.cir', /\.tran .*/i, '.tran 10u 6m uic', ['v(out)', 'v(m)']],
  ])('%s', (file, card, tran, names) => {
    const text = netlistText(file)
      .replace(card, tran)
      .replace(/^\.(meas|four).*\n/gim, '');
    const [exact, stepped] = ['events', 'stepping'].map((method) => run(text, { method }));
    for (const name of names) {
      const range = exact!.column(name).reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      // Some tens of commutations, each known to reltol = 1e-3 of a step.
      expect(Math.abs(exact!.final(name) - stepped!.final(name)), name).toBeLessThan(5e-3 * range);
    }
    expect(stepped!.certificate.complementarity.value).toBeLessThan(1e-3);
  });
});
