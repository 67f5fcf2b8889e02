/** Voltages and currents of terminals by the names of PSpice, HSPICE and LTspice. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/index.js';

const circuit = `terminals
V1 a 0 5
R1 a c 1k
Q1 c b 0 q
RB a b 100k
.model q npn(is=1e-15 bf=100)
M1 c b e 0 m
RE e 0 1k
.model m nmos(vto=.5 kp=1m)
X1 a c s
.subckt s p q
R1 p m 2k
R2 m q 2k
R3 p 0 10k
D1 p m d
.ends
.model d d(is=1e-14)
`;

/** What a text asks for at rest, by name, and what was told. */
function written(cards: string): { values: Readonly<Record<string, number>>; told: readonly string[] } {
  const { runs, diagnostics } = simulate(`${circuit}${cards}\n`);
  const found = runs.flatMap(({ report }) => [
    ...report.final.map(({ name, value }) => [name, value] as const),
    ...(report.measures ?? []).map(({ name, value = NaN }) => [name, value] as const),
  ]);
  return { values: Object.fromEntries(found), told: diagnostics.map(({ message }) => message) };
}

describe('of terminals', () => {
  const { values, told } = written(
    '.save v(a) v(b) v(c) v(e) vbe(q1) vce(q1) vds(m1) vsb(m1) vd(m1) v1(r1) v2(r1) v(r1) i1(r1) i2(r1) i1(q1) i2(q1) i3(q1)\n.op',
  );
  const at = (name: string): number => values[name]!;

  test('voltages are those of nodes', () => {
    expect(told).toEqual([]);
    expect(at('vbe(q1)')).toBe(at('v(b)'));
    expect(at('vce(q1)')).toBe(at('v(c)'));
    expect(at('vds(m1)')).toBeCloseTo(at('v(c)') - at('v(e)'), 12);
    expect(at('vsb(m1)')).toBe(at('v(e)'));
    expect(at('vd(m1)')).toBe(at('v(c)'));
    expect(at('v1(r1)')).toBe(5);
    expect(at('v2(r1)')).toBe(at('v(c)'));
    expect(at('v(r1)')).toBeCloseTo(5 - at('v(c)'), 12);
  });

  test('currents flow into the terminal', () => {
    expect(at('i1(r1)')).toBeCloseTo((5 - at('v(c)')) / 1e3, 12);
    expect(at('i2(r1)')).toBe(-at('i1(r1)'));
    expect(at('i2(q1)')).toBeCloseTo((5 - at('v(b)')) / 1e5, 12);
    expect(at('i1(q1)') + at('i2(q1)') + at('i3(q1)')).toBeCloseTo(0, 12);
  });
});

test("terminals have names behind a colon, as ngspice's .probe has them", () => {
  const { values, told } = written(
    '.probe i(q1:c) i(q1:b) i(q1:e) i(m1:s) i(r1:2) i(x1:p) vd(q1:c:b) vd(q1:c,m1:s) vd(r1) v(a) v(b) v(c) v(e) ix(x1:p) ib(q1) i(q1) i(r1) i(m1)\n' +
      '.op',
  );
  const at = (name: string): number => values[name]!;
  expect(told).toEqual([]);
  expect([at('i(q1:c)'), at('i(q1:b)')]).toEqual([at('i(q1)'), at('ib(q1)')]);
  expect(at('i(q1:e)')).toBeCloseTo(-at('i(q1)') - at('ib(q1)'), 12);
  expect(at('i(m1:s)')).toBeCloseTo(-at('i(m1)'), 12);
  expect([at('i(r1:2)'), at('i(x1:p)')]).toEqual([-at('i(r1)'), at('ix(x1:p)')]);
  expect(at('vd(q1:c:b)')).toBeCloseTo(at('v(c)') - at('v(b)'), 12);
  expect(at('vd(q1:c,m1:s)')).toBeCloseTo(at('v(c)') - at('v(e)'), 12);
  expect(at('vd(r1)')).toBeCloseTo(at('v(a)') - at('v(c)'), 12);
  expect(written('.probe i(q1:z) i(x1:u)\n.op').told.slice(0, 2)).toEqual([
    'there is no element "q1.z": left out',
    'there is no element "x1.u": left out',
  ]);
});

test('the current into a terminal of a subcircuit is that of all within it', () => {
  const { values, told } = written('.save ix(x1:p) ix(x1.q) i(v1) i(r1) {i(rb)+i(r1)}\n.op');
  expect(told).toEqual([]);
  // What V1 delivers beside R1 and RB.
  expect(values['ix(x1:p)']).toBeCloseTo(-values['i(v1)']! - values['{i(rb)+i(r1)}']!, 12);
  expect(values['ix(x1:p)']! - 5 / 1e4).toBeCloseTo(-values['ix(x1.q)']!, 12);
});

test('they stand in expressions, measures and, voltages, in laws of sources', () => {
  const { values, told } = written(
    ".tran 1u 10u\n.meas tran a avg vbe(q1)*i1(q1)\n.meas tran b max par('v(r1)')\nB1 x 0 v=2*vbe(q1)-v(r1)\nR9 x 0 1\n.save v(x) v(b) v(r1)",
  );
  expect(told.filter((message) => message.includes('left out'))).toEqual([]);
  expect(values['v(x)']).toBeCloseTo(2 * values['v(b)']! - values['v(r1)']!, 9);
  expect(values['b']).toBeCloseTo(values['v(r1)']!, 9);
  expect(values['a']).toBeGreaterThan(0);
});

test('what is wrong is told', () => {
  const { told } = written(
    '.save v(a) vbe(m1) v3(q1) i4(q1) ix(x1:z) ix(x2:p)\nB1 x 0 v=i2(q1)\nR9 x 0 1\n.op',
  );
  expect(told).toEqual([
    'm1 has no terminal of vbe(m1): left out',
    '"v3(q1)" is not a quantity that can be written: left out',
    'q1 has no current of a terminal 4: left out',
    'ix(x1:z) names no terminal of a subcircuit, but p, q: left out',
    'ix(x2:p) names no terminal of a subcircuit: left out',
    'ib(q1) is a current that no source has',
  ]);
});
