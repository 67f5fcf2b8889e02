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
