/** What authors of other programs write into working netlists, and what becomes of it here. */
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, run } from './run-netlist.js';

/** All that is said of a netlist and its runs. */
function told(text: string): string {
  const { diagnostics, runs } = simulate({ name: 't.cir', text });
  const all = [...diagnostics, ...runs.flatMap(({ report }) => report.diagnostics)];
  return all.map(formatDiagnostic).join('\n');
}

const latch = [
  'Vdd d 0 5',
  'R1 d a 1k\nR2 d b 1k\nR3 d c 47k\nR4 d e 47k',
  'C1 a c2 10n\nC2 b c1 10n\nR5 c2 e 1\nR6 c1 c 1',
  'Q1 a c 0 qn\nQ2 b e 0 qn',
  '.model qn npn is=1e-15 bf=100 cje=1p cjc=1p',
].join('\n');

describe('a run whose sources rest', () => {
  const warning = 'the run begins at its operating point, which only rounding leaves where it is unstable';

  test('is said to begin where only rounding moves it', () => {
    expect(told(netlist(`${latch}\n.tran 1u 20u\n.print tran v(a)`))).toContain(warning);
  });

  test.each(['.tran 1u 50u\n.ic v(a)=0', '.tran 1u 50u uic', '.tran 1u 50u\nI1 0 a pulse(0 1m 1u 1u 1u 1u)'])(
    'is no such run with %s',
    (cards) => {
      expect(told(netlist(`${latch}\n${cards}\n.print tran v(a)`))).not.toContain(warning);
    },
  );
});

test.each([
  ['pulse(0 1 0 1e-300 1e-300 1e-300 1e-299)', 'R1 a 0 1k'],
  ['pulse(0 1 1u 1p 1p 1p 1e-20)', 'R1 a 0 1k'],
  ['pulse(0 1 0 1e-300 1e-300 1e-300 1e-299)', 'R1 a b 1k\nD1 b 0 dd\n.model dd d(is=1f)'],
])('a source whose period is nothing beside the run is told instead of run: %s, %s', (source, load) => {
  const said = told(netlist(`V1 a 0 ${source}\n${load}\n.tran 1u 1m`));
  expect(said).toMatch(
    /^t\.cir:2:1: error: v1 bends [\d.e+]+ times in 0\.001 s; more than 1e13 are not started/m,
  );
});

test('points that are close once are no such source', () => {
  const close = Array.from({ length: 90 }, (_, k) => `${k}e-18 ${k % 2}`).join(' ');
  expect(told(netlist(`V1 a 0 pwl(${close})\nR1 a 0 1k\n.tran 1u 1m`))).not.toContain('bends');
});

test('an operating point is as sharp with the abstol of a power netlist', () => {
  const circuit =
    'Vdd d 0 5\nM1 d d out 0 nm w=2u l=50u\nM2 out in 0 0 nm w=2u l=50u\nVin in 0 1\n.model nm nmos vto=0.8 kp=1u\n.op';
  const sharp = run(netlist(circuit)).column('v(out)')[0] ?? NaN;
  const given = run(netlist(`${circuit}\n.options abstol=1u vntol=1m reltol=0.1`)).column('v(out)')[0];
  // Newton's method ends on one point from one start.
  expect(given).toBe(sharp);
});

test('steps are no coarser than the defaults of SPICE make them, and that is said', () => {
  const circuit = `${latch}\n.tran 1u 20u\nI1 0 c pulse(0 1m 1u 1n 1n 1u)\n.print tran v(a)`;
  const usual = run(netlist(circuit));
  const text = netlist(`${circuit}\n.options reltol=0.1 trtol=100`);
  const coarse = run(text);
  expect([...coarse.column('v(a)')]).toEqual([...usual.column('v(a)')]);
  expect(told(text)).toContain('coarser than steps may be: no more than 0.001 and 7 are taken');
});

test('a card of another program is left out with a warning; a slip in one of ours is an error', () => {
  const text = netlist('V1 a 0 1\nR1 a 0 1\n.quxyz v(1)\n.op');
  const { column } = run(text);
  expect(told(text)).toContain('warning: unknown card ".quxyz": left out');
  expect(column('v(a)')[0]).toBe(1);
});

test('body diodes with IS = 0 carry nothing', () => {
  const of = (is: string, options = ''): number =>
    run(netlist(`Vd d 0 -0.5\nM1 d 0 0 0 nm w=1u l=1u\n.model nm nmos vto=1 is=${is}\n.op${options}`)).column(
      'i(vd)',
    )[0] ?? NaN;
  expect(Math.abs(of('0'))).toBeLessThan(1e-20);
  // 1e-14 A (exp(0.5 / 25.9 mV) - 1)
  expect(Math.abs(of('1e-14'))).toBeGreaterThan(1e-6);
});

test('tnom is the temperature at which values are given, on a card or by the option', () => {
  const card = 'R1 a 0 1k tc1=0.01 temp=37\n.print tran i(v1) \n.tran 1u 1m\n.options tnom=17';
  const { column } = run(netlist(`V1 a 0 1\n${card}`));
  // 1k (1 + 0.01 20)
  expect(column('i(v1)').at(-1)).toBeCloseTo(-1 / 1200, 15);
});

test('a capacitance that follows a voltage is written as it is at its temperature', () => {
  const text = netlist(
    'V1 a 0 1\nR1 a b 1k\nC1 b 0 c={1u*(1+v(b))} tc1=0.1 temp=37\n.tran 1u 20m\n.print tran c1:c',
  );
  // 1u (1 + v) (1 + 0.1 10), v = 1 at rest.
  expect(run(text).column('c1:c').at(-1)).toBeCloseTo(4e-6, 12);
});

test('what is a mere function of sources is exact at the rows of an edge', () => {
  const text = netlist(
    'V1 a 0 pulse(0 5 0 1n 1n 1u 1)\nV3 c 0 5\nB1 c b i={(v(c)-v(b))*v(a)}\nR3 b 0 100\n.tran 1n 2u\n.print tran v(a) v(b)',
  );
  const { column } = run(text);
  const [a, b] = [column('v(a)'), column('v(b)')];
  // 5 a R / (1 + a R), with the rounding of Newton's method.
  a.forEach((v, k) => expect(b[k]).toBeCloseTo((500 * v) / (1 + 100 * v), 6));
});
