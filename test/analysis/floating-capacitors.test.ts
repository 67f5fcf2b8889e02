/**
 * Sparse steps: capacitors that only leakage ties to ground keep their digits in however short a step. 500 uF at 350 V are known to 4e-17 A s:
 * behind a commutation, over .1 fs, that is half an ampere, and through 1 MOhm it was the voltage of their middle.
 */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

const parts = '.model sw sw(vt=.5 vh=0 ron=10m roff=1meg)\n.model d d(Ron=10m Roff=1meg Vfwd=.4)\n';

/** C1 stands between an open switch and a diode that blocks, or between either and a coil. */
const zeta = netlist(
  `${parts}V1 in 0 12\nVg g 0 pulse(0 1 0 20n 20n 3.98u 10u)\nS1 in x g 0 sw\nL1 x 0 47u\nC1 x y 22u\nD1 0 y d\n` +
    'L2 y o 47u\nC2 o 0 100u\nR1 o 0 4\n.tran .2u .4m uic',
);

/** Where all six diodes and three switches are open the link floats behind Rm. */
const vienna = netlist(
  `${parts}Vca ca 0 pulse(0 1 0 49.99u 49.99u .01u 100u)\nC1 p m 500u ic=350\nC2 m n 500u ic=350\nR1 p n 100\nRm m 0 1meg\n` +
    ['a', 'b', 'c']
      .map(
        (x, k) =>
          `V${x} ${x}1 0 sin(0 325 50 0 0 ${-120 * k})\nL${x} ${x}1 ${x} 2m\nD${x}p ${x} p d\nD${x}n n ${x} d\n` +
          `S${x} ${x} m g${x} 0 sw\nB${x} g${x} 0 V={if(v(ca)>.9*abs(sin(314.159265*time-${2.0943951 * k})),1,0)}\n`,
      )
      .join('') +
    '.tran 5u 12m uic',
);

/** Where all six diodes block the link floats behind Rm; what their resistances and the snubber end at is tied to nothing either. */
const rectifier = netlist(
  `.model d d is=1e-9 n=1 rs=10m\nC1 p m 1m ic=350\nC2 m n 1m ic=350\nR1 p n 100\nRm m 0 1meg\nRs p s 10\nCs s n 10n ic=700\n` +
    ['a', 'b', 'c']
      .map(
        (x, k) =>
          `V${x} ${x} 0 sin(0 325 50 0 0 ${-120 * k})\nL${x} ${x} ${x}1 2m\nD${x}p ${x}1 p d\nD${x}n n ${x}1 d\nR${x} ${x}1 m 1meg\n`,
      )
      .join('') +
    '.tran 5u 20m uic',
);

describe('capacitors that float behind leakage', () => {
  test('a rectifier of diodes with resistances keeps its laws, and the current of its middle', () => {
    const result = run(rectifier);
    expect([result.certificate.incomplete, result.certificate.missed]).toEqual([undefined, []]);
    const coils = ['i(la)', 'i(lb)', 'i(lc)'].map((name) => result.column(name));
    // What the coils carry together flows through Rm alone; of 10 A a sum is known to 1e-9.
    result.column('v(m)').forEach((volts, row) => {
      const sum = coils.reduce((total, coil) => total + coil[row]!, 0);
      expect(Math.abs(sum - volts / 1e6)).toBeLessThan(1e-8);
    });
  });

  test.each([1e-3, 1e-5])('a zeta converter by steps is that of exact events at reltol = %s', (reltol) => {
    const exact = run(zeta, { method: 'events' });
    const stepped = run(zeta, { method: 'stepping', reltol });
    expect([stepped.certificate.incomplete, stepped.certificate.missed]).toEqual([undefined, []]);
    for (const name of ['v(o)', 'i(l1)', 'i(l2)']) {
      const range = exact.column(name).reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      // Eighty commutations, each known to reltol of a step.
      expect(Math.abs(stepped.final(name) - exact.final(name)) / range, name).toBeLessThan(8 * reltol);
    }
  });

  test('a three-phase Vienna rectifier keeps its laws at tight tolerances, and its powers', () => {
    const [loose, tight] = [1e-4, 1e-5].map((reltol) => run(vienna, { method: 'stepping', reltol }));
    for (const { certificate } of [loose!, tight!])
      expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
    for (const name of ['i(la)', 'i(lb)', 'i(lc)', 'v(p)']) {
      const range = tight!.column(name).reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      // Seven hundred commutations of three legs.
      expect(Math.abs(loose!.final(name) - tight!.final(name)) / range, name).toBeLessThan(1e-3);
    }
  });
});
