/** Sparse steps: gates of transistors that store nothing, whose outputs jump where all of them are saturated. */
import { expect, test } from 'vitest';
import { run } from './run-netlist.js';

const models = '.model n nmos(vto=1 kp=200u)\n.model p pmos(vto=-1 kp=80u)\n';

test('an AND of square laws has the levels of its inputs, whatever it jumps over', () => {
  const { column, certificate } = run(
    `and
Vd d 0 5
Va a 0 pulse(0 5 0 1n 1n 10n 20n)
Vb b 0 pulse(0 5 0 1n 1n 5n 20n)
M1 c a d d p w=40u l=1u
M2 c b d d p w=40u l=1u
M3 c a e e n w=100u l=1u
M4 e b 0 0 n w=100u l=1u
M5 o c d d p w=100u l=1u
M6 o c 0 0 n w=40u l=1u
${models}.tran 0.1n 100n
`,
    { method: 'stepping', certificate: 'full' },
  );
  const [a, b, c, o] = [column('v(a)'), column('v(b)'), column('v(c)'), column('v(o)')];
  const levels = new Set<string>();
  a.forEach((va, k) => {
    const [high, low] = [Math.min(va, b[k]!) > 4.99, Math.min(va, b[k]!) < 0.01];
    if (!high && !low) return;
    levels.add(`${va > 2.5} ${b[k]! > 2.5}`);
    // What leaks through open transistors, 1e-12 S, is below a microvolt.
    expect(Math.abs(o[k]! - (high ? 5 : 0))).toBeLessThan(1e-6);
    expect(Math.abs(c[k]! - (high ? 0 : 5))).toBeLessThan(1e-6);
  });
  expect([...levels].sort()).toEqual(['false false', 'true false', 'true true']);
  expect(certificate.incomplete).toBeUndefined();
  expect(certificate.missed).toEqual([]);
});
