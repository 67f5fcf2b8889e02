/** What ngspice reads otherwise than a reader expects, measured with ngspice 39. */
import { describe, expect, it, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { readCards } from './read-cards.js';

const ngspice = ['.control', 'op', '.endc'];

/** The value of R1 in the dialect that the last cards show. */
const resistance = (text: string, ...cards: readonly string[]): number | undefined =>
  readCards('V1 a 0 1', `R1 a 0 {${text}}`, ...cards).circuit.elements[1]?.value;

test('powers are left associative, in other dialects right', () => {
  expect(resistance('2**3**2', ...ngspice)).toBe(64);
  expect(resistance('2^3^2', ...ngspice)).toBe(64);
  expect(resistance('2**(3**2)', ...ngspice)).toBe(512);
  expect(resistance('2*-3^2**2 + 200', ...ngspice)).toBe(38);
  expect(resistance('2**3**2', '.backanno')).toBe(512);
});

test('decades of .ac end at the last frequency, in other dialects and by octaves below it', () => {
  const frequencies = (card: string, ...cards: readonly string[]): unknown => {
    const [only] = readCards('V1 a 0 ac 1', 'R1 a 0 1', card, ...cards).circuit.analyses;
    return only?.kind === 'ac' ? only.frequencies.map((f) => Number(f.toPrecision(7))) : only;
  };
  // Printed by ngspice 39: 10 and 25 Hz of 3 points a decade.
  expect(frequencies('.ac dec 3 10 25')).toEqual([10, 25]);
  expect(frequencies('.ac dec 2 1 200')).toEqual([1, 3.760603, 14.14214, 53.18296, 200]);
  expect(frequencies('.ac dec 2 1 100')).toEqual([1, 3.162278, 10, 31.62278, 100]);
  expect(frequencies('.ac dec 10 1k 1.1k')).toEqual([1000]);
  expect(frequencies('.ac oct 1 1 7')).toEqual([1, 2, 4]);
  expect(frequencies('.ac dec 2 1 200', '.backanno')).toEqual([1, 3.162278, 10, 31.62278, 100]);
});

test('a number behind AC= is its phase, not a second dc value', () => {
  const source = (card: string): unknown => {
    const { circuit, told } = readCards(card, 'R1 a 0 1');
    const { dc, ac, waveform } = circuit.elements[0] ?? {};
    return [dc, ac?.magnitude, ac?.phase, waveform?.name, ...told];
  };
  expect(source('V1 a 0 DC=2 AC=1,90')).toEqual([2, 1, 90, undefined]);
  expect(source('V1 a 0 AC=1 90 DC 2 sin(0 1 1k)')).toEqual([2, 1, 90, 'sin']);
  expect(source('V1 a 0 2 AC=(1,90)')).toEqual([2, 1, 90, undefined]);
  expect(source('V1 a 0 AC=1 DC=3')).toEqual([3, 1, 0, undefined]);
  expect(source('V1 a 0 2 AC=1 sin 0 1 1k')).toEqual([2, 1, 0, 'sin']);
});

describe('a source with two dc values', () => {
  const dc = (card: string, ...cards: readonly string[]): number | undefined =>
    readCards(card, 'R1 a 0 1', ...cards).circuit.elements[0]?.dc;

  it('has the one behind its nodes', () => {
    expect(dc('V1 a 0 15 dc 1', ...ngspice)).toBe(15);
    expect(dc('V1 a 0 15 ac 1 dc 1', ...ngspice)).toBe(15);
    expect(dc('V1 a 0 15 sin(2 1 1k) dc 7', ...ngspice)).toBe(15);
    expect(dc('V1 a 0 dc 1 dc 4', ...ngspice)).toBe(4);
    expect(dc('V1 a 0 15 dc 1', '.backanno')).toBe(1);
    expect(readCards('V1 a 0 15 dc 1', 'R1 a 0 1', ...ngspice).told).toEqual([
      'v1: the dc value is given twice: the one behind the nodes counts, as in ngspice',
    ]);
  });
});

test('options within .control are cards', () => {
  const current = (...cards: readonly string[]): number => {
    const text = [
      ...[
        't',
        '.model n nmos level=1 vto=.8 kp=120u lambda=.01 rsh=0 cgso=1n',
        'V1 a 0 2',
        'M1 a a 0 0 n w=10 l=2 nrd=1',
      ],
      ...['.control', ...cards, 'op', '.endc'],
    ].join('\n');
    const { runs } = simulate(text);
    return runs[0]?.report.final.find(({ name }) => name === 'i(v1)')?.value ?? NaN;
  };
  // R = r (1 + tc1 dT): the temperature shows that the option counts.
  expect(current('.option temp=100')).not.toBe(current());
  expect(current('.options temp=100')).toBe(current('option temp=100'));
});
