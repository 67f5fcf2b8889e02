/** What LTspice's schematics and libraries write, read as LTspice reads it. */
import { describe, expect, it, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { readCards } from './read-cards.js';

const read = (...cards: readonly string[]): ReturnType<typeof readCards> => readCards(...cards, '.backanno');

/** Final values of a run, by name. */
function final(...cards: readonly string[]): ReadonlyMap<string, number> {
  const { runs, diagnostics } = simulate(['t', ...cards, '.backanno'].join('\n'));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return new Map(runs[0]?.report.final.map(({ name, value }) => [name, value]));
}

describe('parasitics of capacitors and inductors', () => {
  const noise = (card: string): number =>
    final('V1 a 0 AC 1', 'R1 a b 1Meg noiseless', card, '.noise V(b) V1 dec 1 1 10').get('onoise_total') ??
    NaN;

  it('make the noise of resistors, but for noiseless ones', () => {
    // Rpar beside 1 fF, which below 10 Hz is nothing: 4 k T R^2/Rpar over 9 Hz across 500 kOhm.
    const wanted = Math.sqrt(4 * 1.380649e-23 * 300.15 * 0.25e6 * 9);
    expect(noise('C1 b 0 1f Rpar=1Meg') / wanted).toBeCloseTo(1, 5);
    expect(noise('R2 b 0 1Meg') / wanted).toBeCloseTo(1, 5);
    expect(noise('C1 b 0 1f Rpar=1Meg noiseless')).toBe(0);
    expect(noise('L1 b 0 1 Rser=1Meg noiseless')).toBe(0);
    expect(noise('L1 b 0 1n Rser=1Meg') / wanted).toBeCloseTo(1, 5);
  });

  it('Rpar = 0 is none', () => {
    expect(final('V1 a 0 1', 'R1 a b 1k', 'C1 b 0 1u Rpar=0 Lser=0 Cpar=0', '.op').get('v(b)')).toBe(1);
  });
});

test('models of one name and several types are told apart by what refers to them', () => {
  const { circuit, told } = read(
    ...['V1 a 0 1', 'Q1 a a 0 n', 'M1 a a 0 0 n', '.model n npn(bf=77)', '.model n vdmos(vto=2)'],
  );
  expect(told).toEqual([]);
  expect(circuit.elements.slice(1).map(({ model }) => [model?.type, [...(model?.parameters ?? [])]])).toEqual(
    [
      ['npn', [['bf', 77]]],
      ['vdmos', [['vto', 2]]],
    ],
  );
  // Of one type the first counts.
  expect(read('V1 a 0 1', 'Q1 a a 0 n', '.model n npn(bf=77)', '.model n npn(bf=7)').told).toEqual([
    'model "n" is defined twice: the first definition counts',
  ]);
});

test('a model of the user counts beside the default one of the same name, wherever it stands', () => {
  const gain = (...cards: readonly string[]): unknown =>
    read('V1 a 0 1', 'M1 a a 0 0 nmos', ...cards).circuit.elements[1]?.model?.parameters.get('kp');
  const [own, plain] = ['.model NMOS NMOS(kp=77u)', '.model NMOS NMOS'];
  expect([gain(plain, own), gain(own, plain)]).toEqual([77e-6, 77e-6]);
  expect(read('V1 a 0 1', 'M1 a a 0 0 nmos', plain, own).told).toEqual([]);
});

test('a VDMOS with Is=0 has no body diode', () => {
  // Far above what its channel carries in reverse.
  const card = (is: string): string => `.model m vdmos(vto=9 kp=1${is})`;
  const current = (is: string): number =>
    final('V1 a 0 -1', 'R1 a b 1', 'M1 b 0 0 m', card(is), '.op').get('i(v1)') ?? NaN;
  expect(current('')).toBeGreaterThan(0.1);
  expect(Math.abs(current(' is=0'))).toBeLessThan(1e-9);
});

test("G of LTspice's own op amps is refused by the words that nobody documents", () => {
  expect(() => read('V1 a 0 1', 'R1 b 0 1', 'G1 b 0 a 0 1m vto=.5 dir=1')).toThrow(
    'g1: vto=, dir= are not supported',
  );
});

test('.param with a number and no equals sign', () => {
  const { circuit, told } = read('.param ra 10k', 'V1 a 0 1', 'R1 a 0 {ra}');
  expect([told, circuit.elements[1]?.value]).toEqual([[], 10_000]);
});

test('a diode whose Vrev is negative conducts in reverse below -Vrev', () => {
  // 0.1 V: below 0.18 V the reverse branch of 10 Ohm carries (0.1 - 0.18)/10 A.
  const i = final('V1 a 0 .1', 'D1 a 0 d', '.model d d(ron=10 roff=1e30 vfwd=.18 vrev=-.18)', '.op').get(
    'i(v1)',
  );
  expect(i).toBeCloseTo(0.008, 12);
});

describe('diodes', () => {
  const model = '.model d d(is=1e-14 rs=2 cjo=1p vj=.7 m=.4 tt=1n bv=5 ibv=1m eg=1.2)';

  it('n of them in series are as many cards, at any temperature and in motion', () => {
    const chain = (...cards: readonly string[]): ReadonlyMap<string, number> =>
      final('V1 a 0 sin(0 12 1meg)', ...cards, model, '.temp 80', '.tran 1n 1.3u 0 1n');
    const [one, two] = [chain('D1 a 0 d n=2'), chain('D1 a b d', 'D2 b 0 d')].map(
      (run) => run.get('i(v1)') ?? NaN,
    );
    // Steps of both differ: reltol of what flows.
    expect(Math.abs(one! / two! - 1)).toBeLessThan(2e-3);
    const rest = final('I1 0 a 1m', 'D1 a 0 d n=3', 'I2 0 b 1m', 'D2 b 0 d', model, '.temp 80', '.op');
    expect(rest.get('v(a)')! / rest.get('v(b)')!).toBeCloseTo(3, 9);
    const piecewise = final('I1 0 a 1m', 'D1 a 0 p n=2', '.model p d(ron=10 vfwd=.6)', '.op');
    expect(piecewise.get('v(a)')).toBeCloseTo(1.22, 9);
  });

  it('break down with 0.1 nA at BV where the model has no IBV', () => {
    const drop = (text: string): number =>
      final('V1 a 0 10', 'R1 a b 1k', 'D1 0 b z', `.model z d(${text})`, '.op').get('v(b)') ?? NaN;
    expect(drop('bv=5')).toBe(drop('bv=5 ibv=1e-10'));
    expect(drop('bv=5') - drop('bv=5 ibv=1e-3')).toBeGreaterThan(0.4);
  });
});

test('tc= has coefficients of higher powers', () => {
  const at = (card: string): number => final('V1 a 0 1', card, '.temp 37', '.op').get('i(v1)') ?? NaN;
  // dT = 10 K: 1 + 0.01 + 0.02 + 0.03 + 0.04.
  expect(at('R1 a 0 1k tc=1m,.2m,30u,4u')).toBeCloseTo(-1e-3 / 1.1, 15);
  expect(at('R1 a 0 1k tc = 0 0 30u')).toBeCloseTo(-1e-3 / 1.03, 15);
});

test('.ic is of transients: in ngspice and LTspice it holds no node of .op and .ac', () => {
  const point = (...cards: readonly string[]): number => {
    const text = [
      't',
      'V1 a 0 1',
      'R1 a b 1k',
      'R2 b 0 1k',
      'C1 b 0 1u',
      '.ic v(b)=.2',
      '.op',
      ...cards,
    ].join('\n');
    return simulate(text).runs[0]?.report.final.find(({ name }) => name === 'v(b)')?.value ?? NaN;
  };
  expect([point('.backanno'), point('.csparam x=1')]).toEqual([0.5, 0.5]);
  // PSpice holds it in every bias point.
  expect(point('.lib nom.lib')).toBe(0.2);
  const started = final('V1 a 0 1', 'R1 a b 1k', 'C1 b 0 1', '.ic v(b)=.2', '.tran 1n 10n');
  expect(started.get('v(b)')).toBeCloseTo(0.2, 9);
});

test.each([
  // (10 V - 2 V) over 2 Ohm, of which half the switch; 10 V - 3 A 1 Ohm.
  ['Vser=2', 6],
  ['Ilimit=3', 7],
  ['Ilimit=30', 5],
  ['Ilimit=3 Vser=-8', 7],
  ['Lser=1u', 5],
])('a switch with %s in series leaves %d V of 10 V behind 1 Ohm', (words, across) => {
  const cards = ['V1 a 0 1', 'V2 b 0 10', 'R1 b c 1', 'S1 c 0 a 0 SX'];
  const model = `.model SX SW(Ron=1 Roff=1Meg Vt=.5 Vh=.1 ${words})`;
  expect(final(...cards, model, '.op').get('v(c)')).toBeCloseTo(across, 9);
  expect(final(...cards, model, '.tran 1m').get('v(c)')).toBeCloseTo(across, 6);
});

test('the limit of a switch holds for both directions, and its inductance delays the current', () => {
  const cards = ['V1 a 0 1', 'V2 b 0 -10', 'R1 b c 1', 'S1 c 0 a 0 SX'];
  const of = (words: string): string => `.model SX SW(Ron=1 Roff=1Meg Vt=.5 Vh=.1 ${words})`;
  expect(final(...cards, of('Ilimit=3'), '.op').get('v(c)')).toBeCloseTo(-7, 9);
  // 2 Ohm and 2 H: 1 s; from 0 with uic.
  const behind = final(...cards, of('Lser=2'), '.tran 0 1 0 1m uic').get('v(c)') ?? NaN;
  expect(behind).toBeCloseTo(-10 + 5 * (1 - Math.exp(-1)), 4);
});

test('a current source with tbl is a table of the voltage across it', () => {
  const values = final(
    ...['V1 a 0 1', 'I1 a 0 TBL(0 0 2 180u 100V 185u)', 'V2 b 0 1', 'I2 0 b tbl=(-2,3u) (0,0) (2,5)'],
    ...['V3 c 0 101', 'I3 c 0 tbl=(0 0 2 180u 100V 185u)', '.op'],
  );
  expect(values.get('i(v1)')).toBeCloseTo(-90e-6, 15);
  // From ground into b at -1 V.
  expect(values.get('i(v2)')).toBeCloseTo(1.5e-6, 15);
  expect(values.get('i(v3)')).toBeCloseTo(-185e-6, 15);
  const refused = simulate('t\nV1 a 0 1\nI1 a 0 tbl(0 0 0 1)\n.op\n').diagnostics;
  expect(refused.map(({ message }) => message)).toEqual(['i1: tbl takes pairs of rising voltages']);
});

test('NoJacob changes no result', () => {
  expect(final('V1 a 0 1', 'B1 b 0 v=2*v(a) NoJacob tripdv=1', 'R1 b 0 1', '.op').get('v(b)')).toBe(2);
});
