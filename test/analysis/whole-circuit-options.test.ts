/** Options that change all elements of a kind or all nodes, against ngspice and in closed form. */
import { describe, expect, test } from 'vitest';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../peers/ngspice.js';
import { netlist, run } from './run-netlist.js';

const transistors = `VD d 0 5
VG g 0 3
RA d a 10k
RB d b 10k
RC d c 10k
RF d f 1k
M1 a g 0 0 nm
M2 b g 0 0 nm L=20 W=40
M3 c g 0 0 sized
R1 f 0 film l=30 w=3
.model nm nmos(level=1 vto=1 kp=1e-5)
.model sized nmos(level=1 vto=1 kp=1e-5 l=50 w=200)
.model film r(rsh=100)`;

describe('options of whole circuits', () => {
  test
    .skipIf(skipWithoutNgspice)
    .each([
      'scale=1u',
      'defl=50u defw=20u',
      'scale=1u defl=30u',
      'rshunt=50k',
      'rshunt=20k cshunt=1n scale=1u',
    ])(`%s gives the operating point of ngspice${ngspiceReason}`, (options) => {
    const text = netlist(`${transistors}\n.options ${options}\n.tran 1u 2u`);
    const peer = runNgspice(text);
    const own = run(text, {}, 'v(a) v(b) v(c) v(f)');
    for (const name of ['v(a)', 'v(b)', 'v(c)', 'v(f)']) {
      const k = peer.header.columns.findIndex((column) => column.name === name);
      expect(Math.abs((peer.columns[k]?.[0] ?? NaN) - (own.column(name)[0] ?? NaN))).toBeLessThan(2e-4);
    }
  });

  test('areas and squares of transistors that give none', () => {
    // A drain of 1e-9 m^2 is CJ AD = 1 uF, charged over 1 kOhm; RSH NRS is in the way of the current.
    const text = netlist(`V1 d 0 PWL(0 0 1n 1)
R1 d a 1k
M1 a 0 0 0 nm
V2 e 0 5
M2 e e s 0 nm L=1u W=1u
I1 s 0 1m
.model nm nmos(level=1 vto=1 kp=1e-3 cj=1000 mj=0 rsh=100)
.options defad=1n defas=0 defnrd=0 defnrs=3
.tran 10u 1m`);
    const own = run(text, {}, 'v(a) v(s)');
    expect(own.final('v(a)')).toBeCloseTo(1 - Math.exp(-1), 2);
    // 1 mA = kp/2 (vgs - 1)^2 and 0.3 V over NRS.
    expect(own.final('v(s)')).toBeCloseTo(5 - 1 - Math.SQRT2 - 0.3, 2);
  });

  test('shunts are a resistor, a conductance and a capacitor at every node', () => {
    const own = run(
      netlist(
        'V1 in 0 1\nR1 in out 1k\n.options rshunt=2k gshunt=0.5m cshunt=1u\n.ic v(out)=0\n.tran 10u 0.5m',
      ),
      {},
      'v(out) i(v1)',
    );
    // 1 kOhm against 2 kOhm and 2 kOhm: a half, with 500 Ohm and 1 uF.
    expect(own.final('v(out)')).toBeCloseTo(0.5 * (1 - Math.exp(-1)), 3);
    expect(own.final('i(v1)')).toBeCloseTo(-1e-3 - (1 - own.final('v(out)')) / 1e3, 6);
  });
});
