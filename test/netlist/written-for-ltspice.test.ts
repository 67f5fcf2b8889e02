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
