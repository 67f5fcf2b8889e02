/** Currents of devices as LTspice, PSpice and ngspice name them; the signs of the latter were measured with ngspice 39. */
import { expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';

const circuit = `devices of both polarities
.model n nmos(vto=1 kp=1m)
.model p pmos(vto=-1 kp=1m)
.model j pjf(vto=-2 beta=1m)
.model q pnp(is=1e-15 bf=100)
Vdd d 0 5
M1 d d 0 0 n
M2 0 0 d d p
J1 0 d d j
Q1 0 b d q
Ib b 0 10u
R1 d 0 1k
`;

/** What a text asks for at rest, by name, and what was told. */
function written(cards: string): { values: Readonly<Record<string, number>>; told: readonly string[] } {
  const { runs, diagnostics } = simulate(`${circuit}${cards}\n`);
  const values: Record<string, number> = {};
  for (const { report } of runs) {
    for (const { name, value } of report.final) values[name] = value;
    for (const { name, value } of report.measures ?? []) if (value !== undefined) values[name] = value;
  }
  return { values, told: diagnostics.map(({ message }) => message) };
}

// Of 5 V between gate and source each: 1 mA/V^2 / 2 (5 - 1)^2; of the JFET 1 mA/V^2 2^2.
const [channel, junction] = [8e-3, 4e-3];

test('@m1[id] of ngspice is counted out of the drain of a p-channel transistor, as @q1[ic] never is', () => {
  const { values, told } = written('.save @m1[id] @m2[id] @j1[id] @q1[ic] @q1[ib] @r1[i] @r1[p]\n.op');
  expect(told).toEqual([]);
  expect(values['i(m1)']).toBeCloseTo(channel, 8);
  expect(values['@m2[id]']).toBeCloseTo(channel, 8);
  expect(values['@j1[id]']).toBeCloseTo(junction, 8);
  expect(values['@q1[ic]']).toBeCloseTo(-1e-3, 8);
  expect(values['@q1[ib]']).toBeCloseTo(-10e-6, 10);
  expect(values['i(r1)']).toBeCloseTo(5e-3, 10);
  expect(values['p(r1)']).toBeCloseTo(25e-3, 10);
});

test('id(m1) and ic(q1) stand in expressions and measures, counted into the terminal', () => {
  const cards = `.tran 1u 10u
.meas tran a avg id(m2)
.meas tran b avg v(d)*id(m1)+0*ic(q1)
.meas tran c avg @m2[id]
B1 x 0 v=1k*id(m1)
.save v(x)`;
  const { values } = written(cards);
  expect(values['a']).toBeCloseTo(-channel, 8);
  expect(values['b']).toBeCloseTo(5 * channel, 7);
  expect(values['c']).toBeCloseTo(channel, 8);
  expect(values['v(x)']).toBeCloseTo(1000 * channel, 4);
});

test('currents into other terminals stand in expressions and measures too', () => {
  const cards = `.tran 1u 10u
.meas tran a avg ib(q1)
.meas tran b avg par('ib(q1)+ic(q1)+ie(q1)')
.meas tran c avg @q1[ie]
.meas tran d avg v(d)*@m2[is]
.save @m2[is] par('2*@q1[ib]')`;
  const { values } = written(cards);
  expect(values['a']).toBeCloseTo(-10e-6, 10);
  expect(values['b']).toBeCloseTo(0, 12);
  expect(values['c']).toBeCloseTo(1.01e-3, 8);
  expect(values['d']).toBeCloseTo(-5 * channel, 7);
  expect(values['@m2[is]']).toBeCloseTo(-channel, 8);
  expect(values["'2*@q1[ib]'"]).toBeCloseTo(-20e-6, 10);
});

test('slopes and voltages at the operating point are those of the laws, turned over for p channels', () => {
  const { values, told } = written(
    '.save @m1[gm] @m2[gm] @m1[gds] @m2[vgs] @j1[gm] @j1[vgs] @q1[gpi] @q1[gm] @q1[vbe] {@m1[gm]*2}\n.op',
  );
  expect(told).toEqual([]);
  // kp (vgs - vto); 2 beta (vgs - vto).
  expect(values['@m1[gm]']).toBeCloseTo(4e-3, 8);
  expect(values['@m2[gm]']).toBeCloseTo(4e-3, 8);
  expect(values['@m1[gds]']).toBeCloseTo(0, 9);
  expect(values['@m2[vgs]']).toBeCloseTo(5, 9);
  expect(values['@j1[gm]']).toBeCloseTo(4e-3, 8);
  expect(values['@j1[vgs]']).toBeCloseTo(0, 9);
  const thermal = (1.380649e-23 * 300.15) / 1.602176634e-19;
  expect((values['@q1[gpi]'] ?? NaN) * thermal).toBeCloseTo(10e-6, 10);
  expect((values['@q1[gm]'] ?? NaN) * thermal).toBeCloseTo(1e-3, 8);
  expect(values['@q1[vbe]']).toBeCloseTo(thermal * Math.log(1e-3 / 1e-15), 4);
  expect(values['{@m1[gm]*2}']).toBeCloseTo(8e-3, 8);
});

test('what a device does not tell is no node that is missing, and a source reads no terminals', () => {
  const { told } = written('.save @m1[vth] v(d) {ie(m1)}\nB1 x 0 v=@m1[gm]\nB2 y 0 v=ib(q1)\n.op');
  expect(told).toEqual([
    '@m1[vth] is not a quantity that can be written: left out',
    'm1 has no terminal "e": left out',
    '@m1[gm] is not a quantity that a source has',
    'ib(q1) is a current that no source has',
  ]);
});
