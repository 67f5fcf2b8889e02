/** Sparse steps: a potential that all nodes share takes digits of charges and currents, and ends no run. */
import { expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { run } from './run-netlist.js';

/** A Pierce oscillator whose whole potential is `shift` volts; its supply begins at 0 V. */
const oscillator = (shift: number): string => `oscillator
.model nm nmos(level=1 vto=.7 kp=110u gamma=.4 lambda=.04 phi=.7 tox=14n cgso=.2n cgdo=.2n cgbo=.1n cj=.4m mj=.5 cjsw=.3n mjsw=.3 pb=.8 ld=.05u)
.model pm pmos(level=1 vto=-.8 kp=40u gamma=.5 lambda=.05 phi=.7 tox=14n cgso=.2n cgdo=.2n cgbo=.1n cj=.5m mj=.5 cjsw=.3n mjsw=.3 pb=.8 ld=.05u)
Vg g 0 ${shift}
Vdd vdd g pwl(0 0 1u 3)
M1 o i vdd vdd pm w=20u l=1u ad=60p as=60p pd=46u ps=46u
M2 o i g g nm w=8u l=1u ad=24p as=24p pd=22u ps=22u
Rf i o 1meg
C1 i g 30p
C2 x g 30p
Rs o x 1k
Lm i y 5m
Cm y z .2p
Rm z x 20
Cp i x 4p
.tran .05u 3u
.meas tran low min v(o,g)
.meas tran high max v(o,g)
.meas tran last find v(o,g) at=2.9u
.end
`;

test('an oscillator whose supply starts at 0 V runs alike at any common potential', () => {
  const plain = run(oscillator(0));
  // Steps differ in their rounding, and so in what their error, 1e-3 of unknowns of up to 50 V, leaves.
  for (const shift of [30, 37, 50]) {
    const shifted = run(oscillator(shift));
    expect(shifted.certificate.missed).toEqual([]);
    const values = shifted.report.measures?.map(({ value }) => value) ?? [];
    expect(values).toHaveLength(3);
    plain.report.measures?.forEach(({ value }, k) => {
      expect(Math.abs((values[k] ?? NaN) - (value ?? NaN))).toBeLessThan(0.05);
    });
  }
});

/** Two power transistors that are off: what leaks is the same in both, so that resistances alone hold their middle, 4/11 of the supply. */
const halfBridge = (supply: number, resistance: number): string => `half bridge
.model q vdmos(rg=1.5 vto=3.9 rd=70m rs=10m rb=20m kp=30 is=10p)
Vb in 0 ${supply}
M1 in a a q
M2 a 0 0 q
R1 a in ${resistance}
R2 a 0 ${resistance / 2}
R3 a y ${resistance}
R4 y in ${resistance}
R5 y 0 ${resistance}
.op
.end
`;

test.each([200, 300, 400, 500, 600, 1000])(
  'what next to nothing ties to %i V has an operating point, and its rounding is told',
  (supply) => {
    for (const resistance of [1e12, 2e12, 5e12, 1e13]) {
      const { runs, diagnostics } = simulate(halfBridge(supply, resistance));
      const middle = runs[0]?.report.final.find(({ name }) => name === 'v(a)')?.value ?? NaN;
      const known = diagnostics.map(({ message }) => /known within (\S+) V only/.exec(message)?.[1]);
      const bound = Number(known.find((text) => text !== undefined) ?? NaN);
      expect(Math.abs(middle - (4 / 11) * supply)).toBeLessThan(bound);
      expect(bound).toBeLessThan(supply);
    }
  },
);
