/** A channel of level 2 whose bulk conducts: its current begins at 0, where SPICE's law jumps. */
import { expect, it } from 'vitest';
import { mos2ChannelParameters, mos2Law } from '../../../src/circuit/laws/mosfet/mos2-law.js';
import { mos2Values } from '../../../src/circuit/laws/mosfet/mos2-parameters.js';
import { netlist, run } from '../../analysis/run-netlist.js';
import { expectJacobians, valuesAt } from './law-checks.js';

const model = new Map(
  Object.entries({
    vto: 0.886,
    uo: 506,
    nsub: 6.475e16,
    tox: 45e-9,
    ucrit: 3.06e5,
    uexp: 0.65,
    lambda: 0.0148,
  }),
);

it.each([0.05, 0.2, 0.4])(
  'a current that follows the gate everywhere, with the bulk %d V above the source',
  (bulk) => {
    const at = { celsius: 125, nominal: 27 };
    const parameters = mos2ChannelParameters(
      mos2Values(
        'nmos',
        model,
        new Map([
          ['w', 7e-6],
          ['l', 6e-6],
        ]),
        at,
      ),
    );
    const instance = { law: mos2Law, parameters };
    const current = (gate: number): number => valuesAt(instance, [5, gate, 0, bulk]).f[0] ?? NaN;
    const currents = Array.from({ length: 20001 }, (_, k) => current(k * 1e-4));
    const steps = currents.slice(1).map((value, k) => value - (currents[k] ?? NaN));
    expect(currents[0]).toBe(0);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    // No step of 0.1 mV is more than some of its neighbours: 1 mA over 2 V, 0.02 within the onset of 10 mV.
    expect(Math.max(...steps)).toBeLessThan(3e-7);
    const on = currents.findIndex((value) => value > 0) * 1e-4;
    for (let k = -3; k < 20; k++) expectJacobians(instance, [5, on + k * 1.1e-3, 0, bulk], 2e-6);
  },
);

it('a gate of NMOS in series leaves the node between them below ground, and goes on', () => {
  const sizes = 'w=7u l=6u ad=63p as=63p';
  const cards = `.model n nmos(level=2 vto=0.886 uo=506 nsub=6.475e16 ucrit=3.06e5 uexp=0.65 lambda=0.0148 tox=45n xj=0.6u tpg=1 js=1e-7 cj=4e-4 pb=0.92)
.model p pmos(level=2 vto=-1.27 uo=190 nsub=4.57e15 uexp=0.583 ucrit=1.2e5 lambda=0.0262 tox=45n xj=0.6u tpg=-1 js=1e-7 cj=1.3e-4 pb=0.9)
Vdd 10 0 5
Vin 5 0 pulse(0 5 1n 5n 5n 45n 100n)
Mp3 12 5 10 10 p w=21u l=6u ad=189p as=189p
Mp4 7 5 12 10 p w=21u l=6u ad=189p as=189p
Mn3 13 5 0 0 n ${sizes}
Mn4 7 5 13 0 n ${sizes}
.options temp=125
.tran .5n 100n`;
  const { column, certificate } = run(netlist(cards), { certificate: 'sampled' }, 'v(7) v(13)');
  expect(column('v(7)').at(-1)).toBeCloseTo(5, 1);
  expect(Math.min(...column('v(13)'))).toBeLessThan(-0.2);
  expect(certificate.incomplete).toBeUndefined();
});
