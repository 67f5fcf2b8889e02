/** Charges of diodes and transistors that start from `ic=` under `uic`, against closed forms of constant capacitances. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/index.js';
import { run } from '../../analysis/run-netlist.js';

const firstOf = (text: string, column: string): number => run(text, {}, column).column(column)[0] ?? NaN;

const netlist = (...cards: readonly string[]): string => ['starts', ...cards, '.end', ''].join('\n');

describe.each(['stepping', 'events'])('with uic, method=%s', (method) => {
  const tran = `.options method=${method} charge=constant\n.tran 1n 10n uic`;

  test('a diode shares the charge of its ic with a capacitor beside it', () => {
    const text = netlist(
      'D1 a 0 dd ic=-4',
      'C1 a 0 3n',
      'R1 a 0 1meg',
      '.model dd d(is=1e-14 cjo=1n m=0)',
      tran,
    );
    expect(firstOf(text, 'v(a)')).toBeCloseTo(-1, 6);
  });

  test('a bipolar transistor has both voltages of its ic, whatever resistances are before it', () => {
    const cards = [
      'RC c 0 1g',
      'RB b 0 1g',
      'Q1 c b 0 qq ic=-0.5, 2',
      '.model qq npn(is=1e-18 cje=1n cjc=1n mje=0 mjc=0 rc=10 rb=20 re=5)',
    ];
    const text = netlist(...cards, tran);
    expect(firstOf(text, 'v(b)')).toBeCloseTo(-0.5, 3);
    expect(firstOf(text, 'v(c)')).toBeCloseTo(2, 3);
  });

  test('voltages left out are those of .ic', () => {
    const cards = [
      ...['RD d 0 1g', 'RG g 0 1g', 'RS s 0 1g', 'J1 d g s jj ic=3', '.ic v(s)=1 v(g)=-1'],
      ...['.model jj njf(vto=-1 cgs=1n cgd=2n m=0 is=1e-18)', 'CS s 0 1u ic=1'],
    ];
    const text = netlist(...cards, tran);
    // From the source: 3 V of ic, -2 V of .ic.
    expect(firstOf(text, 'v(d)') - firstOf(text, 'v(s)')).toBeCloseTo(3, 3);
    expect(firstOf(text, 'v(g)') - firstOf(text, 'v(s)')).toBeCloseTo(-2, 3);
  });

  test('a diode behind a resistance starts at what .ic gives its terminal', () => {
    const text = netlist('D1 a 0 dd', 'R1 a 0 1g', '.ic v(a)=-5', '.model dd d(is=1e-18 cjo=1n rs=1k)', tran);
    expect(firstOf(text, 'v(a)')).toBeCloseTo(-5, 4);
  });

  test('of p channels voltages are as written', () => {
    const cards = [
      'RD d 0 1g',
      'RG g 0 1g',
      'M1 d g 0 0 mm ic=-3,-1 w=10u l=1u',
      '.model mm pmos(cgso=1n cgdo=1n)',
    ];
    const text = netlist(...cards, tran);
    expect(firstOf(text, 'v(g)')).toBeCloseTo(-1, 3);
    expect(firstOf(text, 'v(d)')).toBeCloseTo(-3, 3);
  });
});

test('numbers of ic are expressions of parameters too', () => {
  const text = netlist(
    ...['.param v0=2', 'M1 d g 0 0 mm ic={v0} , {v0/2}, 0 w=10u l=1u', 'RD d 0 1g', 'RG g 0 1g'],
    ...['.model mm nmos(vto=3 tox=20n cgso=1n cgdo=1n)', '.tran 1n 2n uic'],
  );
  expect(firstOf(text, 'v(d)')).toBeCloseTo(2, 3);
  expect(firstOf(text, 'v(g)')).toBeCloseTo(1, 3);
});

test('without uic they are ignored, which is said', () => {
  const text = netlist('V1 a 0 1', 'Q1 a a 0 qq icvbe=0.5', '.model qq npn', '.tran 1n 10n');
  const { diagnostics } = simulate(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(diagnostics.map(({ message }) => message)).toContain(
    'ic= of q1 is ignored: the transient starts from the operating point',
  );
});
