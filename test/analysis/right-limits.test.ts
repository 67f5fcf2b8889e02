/** Sparse steps: the mode behind an event is the right one there already. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run-netlist.js';

const stepping = { method: 'stepping', certificate: 'full' } as const;
const text = (name: string): string => readFileSync(`netlists/${name}.cir`, 'utf8');

describe('right limits of steps', () => {
  test.each([1e-3, 1e-5])(
    'a diode takes over the current of two coils at once when a switch opens (reltol = %s)',
    (reltol) => {
      const short = text('cuk').replace('.tran 1u 20m uic', '.tran 1u 60u uic');
      const { column, certificate } = run(short, { ...stepping, reltol }, 'v(b),v(g),i(d1)');
      const [b, g, current] = [column('v(b)'), column('v(g)'), column('i(d1)')];
      // Row by row: where the switch is open and the diode conducts its voltage is 0; below 1 uV is nothing.
      const conducting = [...g].flatMap((gate, k) => (gate < 0.5 && current[k]! > 1e-3 ? [b[k]!] : []));
      expect(conducting.length).toBeGreaterThan(20);
      for (const v of conducting) expect(Math.abs(v)).toBeLessThan(1e-6);
      expect(certificate.missed).toEqual([]);
    },
  );

  test.each(['half-wave', 'hysteresis-core', 'full-wave-filter'])(
    '%s starts in its own mode at reltol = 1e-6: signs are told as far as they are judged',
    (name) => {
      const { certificate } = run(text(name), { ...stepping, reltol: 1e-6 });
      expect(certificate.missed).toEqual([]);
    },
  );
});

describe('a capacitor across a source that ramps on behind a jump', () => {
  // 1 uF at 1 V/ms, then at -2 V/ms behind a jump to 3 V; the diode conducts 10 mA into a farad.
  const text = (diode: string): string =>
    `ramp\nV1 a 0 pwl(0 0 1m 1 1m 3 2m 1)\nC1 a 0 1u\nV2 p 0 10\n${diode}\nC2 q 0 1 ic=100\nR2 q 0 1k\n.tran 10u 2m uic\n.print tran i(v1)\n`;

  test.each([
    ['smooth laws alone', 'R1 p q 1k'],
    ['an ideal diode', 'D1 p q d\n.model d d'],
  ])('has the current of its slope in every row, beside %s', (_, diode) => {
    const { column } = run(text(diode), stepping);
    const [time, current] = [column('time'), column('i(v1)')];
    const jump = time.lastIndexOf(time.find((t) => Math.abs(t - 1e-3) < 1e-12) ?? NaN);
    expect(jump).toBeGreaterThan(10);
    // Rates behind a jump are differences of charges, 3 uC with their rounding over some 1e-14 s.
    current.forEach((value, k) => {
      expect(Math.abs(value - (k < jump ? -1e-3 : 2e-3))).toBeLessThan(1e-7);
    });
  });
});
