/** The first points of a run, at which all is small, are judged by what is large in the run, as all others are. */
import { expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

test.each(['SIN(0 10 1meg)', 'PULSE(0 1.5 0 1u 1u 1 2)'])(
  'a comparator of %s with 0, which turns right behind t = 0, holds its certificate beside coils',
  (source) => {
    const text = netlist(
      `V1 in 0 ${source}\nL1 in c 100u\nL2 x in 100u\nK1 L1 L2 .95\nRb x b 1k\nQ1 c b 0 q\nC1 c 0 20p\nR2 c 0 1k\n` +
        'B1 y 0 V={if(v(in) > v(0), 5, 0)}\nR1 y x 100\n.model q npn(is=1e-15 bf=100 cje=1p cjc=1p tf=.3n)\n.tran 10n 4u',
    );
    const { certificate, column } = run(text);
    expect(certificate.missed).toEqual([]);
    expect(certificate.complementarity.value).toBeLessThan(1e-6);
    expect(Math.max(...column('v(y)'))).toBeCloseTo(5, 6);
  },
);
