/** Exact events and sparse steps on circuits of ideal parts: equal within what steps may err. */
import { describe, expect, test } from 'vitest';
import { netlist, netlistText, run } from './run-netlist.js';

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
    const reltol = 5e-4;
    const exact = run(text, { method: 'events' });
    const stepped = run(text, { method: 'stepping', reltol });
    for (const name of names) {
      const range = exact.column(name).reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      // Some tens of commutations, each known to reltol of a step: the error goes as it, and is five times as large in the first.
      expect(Math.abs(exact.final(name) - stepped.final(name)), name).toBeLessThan(8 * reltol * range);
    }
    expect(stepped.certificate.complementarity.value).toBeLessThan(1e-3);
  });
});

/** A floating capacitor of microfarads that only 1 MOhm ties to ground in a step of 1e-17 s: its voltage has no digits there. */
const sepic = `a SEPIC that starts from nothing
V1 in 0 5.31
Vg g 0 pulse(0 1 0 20n 20n 2.47u 10u)
L1 in x 332u
S1 x 0 g 0 s
C1 x y 6.96u
L2 y 0 972u
D1 y o dm
Co o 0 53.2u
Ro o 0 17.2
.model s sw(ron=1m roff=1e6 vt=.5 vh=0)
.model dm d(Ron=1m Roff=1e12)
.tran 1u .4m uic
`;

test.each(['1e-3', '1e-5', '1e-6'])(
  'a diode commutates in the instant in which a switch opens, at reltol = %s',
  (reltol) => {
    const exact = run(sepic, { method: 'events' });
    const stepped = run(sepic, { method: 'stepping', reltol });
    for (const name of ['v(x)', 'v(y)']) {
      const [most, least] = [exact, stepped].map((of) => [
        of.column(name).reduce((a, b) => Math.max(a, b)),
        of.column(name).reduce((a, b) => Math.min(a, b)),
      ]);
      // No voltage across what blocks that the circuit does not have, stray ones were kilovolts; but a row within a step in which
      // the diode commutates is read from the polynomial through its stages.
      const range = most![0]! - most![1]!;
      expect(Math.abs(most![0]! - least![0]!) / range, `highest ${name}`).toBeLessThan(0.2);
      expect(Math.abs(most![1]! - least![1]!) / range, `lowest ${name}`).toBeLessThan(0.2);
    }
    for (const name of ['i(l1)', 'i(l2)', 'v(o)'])
      expect(Math.abs(exact.final(name) - stepped.final(name)), name).toBeLessThan(5e-3);
  },
);

test('a comparison that reads a function of time in its expression modulates as one that reads a source', () => {
  // A sine has a closed form, in an expression as of a source, and by exact events gives the truth; that of |t| has none.
  const bridge =
    'V1 p 0 100\nV2 0 n 100\nVt t 0 pulse(-1 1 0 .1249m .1249m .1u .25m)\nS1 p x g 0 sw\nS2 x n h 0 sw\nL1 x o 5m\n' +
    'R1 o 0 10\nBh h 0 V={1-v(g)}\n.model sw sw(vt=.5 vh=0 ron=10m roff=1meg)\n.tran 10u 5m uic\n';
  const reltol = 5e-4;
  const ran = (reference: string) =>
    run(netlist(`${bridge}Vr r 0 sin(0 .8 50)\nBg g 0 V={if(${reference} > v(t), 1, 0)}`), { reltol });
  const [stepped, written, exact] = [
    ran('.8*sin(314.1592653589793*abs(time))'),
    ran('.8*sin(314.1592653589793*time)'),
    ran('v(r)'),
  ];
  // Newton steps with theta = gamma = 1/2 would hold too, and take thirty times as long.
  expect(stepped.certificate.method).toContain('steps of order 2 with error control');
  for (const { certificate } of [written, exact]) expect(certificate.method).toContain('exact events');
  for (const { certificate } of [stepped, written, exact]) expect(certificate.missed).toEqual([]);
  const range = exact.column('i(l1)').reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  // As above: forty turns, each known to reltol of a step.
  expect(Math.abs(stepped.final('i(l1)') - exact.final('i(l1)'))).toBeLessThan(8 * reltol * range);
  expect(Math.abs(written.final('i(l1)') - exact.final('i(l1)'))).toBeLessThan(1e-9 * range);
});
