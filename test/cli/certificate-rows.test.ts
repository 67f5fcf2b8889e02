/** What the summary says of impulses, sliding and Zeno points, whole texts. */
import { expect, test } from 'vitest';
import type { Certificate } from '../../src/analysis/certificate/certificate.js';
import { certificateRows } from '../../src/cli/lines/certificate-rows.js';
import { netlist, run } from '../analysis/run-netlist.js';

function rowsOf(certificate: Certificate): Map<string, string> {
  return new Map(certificateRows(certificate).map(({ label, value }) => [label, value]));
}

test('several impulses: what all of them lost, then each; the balance names jumps during the run', () => {
  // 10 V on 1 uF and 0 V on 1 uF at the start; 5 V on both and 0 V on 2 uF at 1 ms.
  const { certificate } = run(
    netlist(
      [
        'C1 a 0 1u ic=10',
        'C2 a 0 1u ic=0',
        'V1 g 0 pulse(0 1 1m 0 0 1 2)',
        'S1 a b g 0 sw',
        'C3 b 0 2u ic=0',
        '.model sw sw(vt=0.5 ron=0 roff=1e30)',
        '.tran 10u 2m uic',
      ].join('\n'),
    ),
  );
  const rows = rowsOf(certificate);
  expect(rows.get('impulses')).toBe(
    '37.5 uJ lost in all; c1 at 0 s: -5 uA s, 12.5 uJ lost; c2 at 0 s: 5 uA s, 12.5 uJ lost; s1 at 1 ms: 5 uA s, 12.5 uJ lost',
  );
  expect(rows.get('energy')).toBe(
    'delivered 0 J = dissipated 0 J + stored -12.5 uJ + lost in jumps 12.5 uJ + numerical',
  );
  expect([rows.has('sliding'), rows.has('Zeno points')]).toEqual([false, false]);
});

test('a relay that slides: which, from when to when, with which equivalent duty', () => {
  // 2 V or -2 V drive 1 uF through 1 kOhm: v(a) reaches the threshold of 1 V after ln 2 ms, and stays with v(b) = 1 V: at 2 V for three quarters of the time.
  const { certificate } = run(
    netlist(['B1 b 0 V={if(v(a) < 1, 2, -2)}', 'R1 b a 1k', 'C1 a 0 1u ic=0', '.tran 10u 2m uic'].join('\n')),
  );
  expect(rowsOf(certificate).get('sliding')).toBe(
    'b1 from 693.147 us to 2 ms, equivalent duty 0.750000 (0.750000 .. 0.750000)',
  );
});
