/** Scattering parameters: closed forms, what every passive circuit has, and the installed ngspice. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/index.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../../peers/ngspice.js';

type Complex = readonly [re: number, im: number];

/** Of the only run, by name, the value at a point. */
function parameters(cards: readonly string[]): (name: string, point?: number) => Complex {
  const { runs, diagnostics } = simulate(['ports', ...cards, '.end'].join('\n'));
  const told = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (told.length > 0) throw new Error(told.join('\n'));
  const { header, columns } = runs.find(({ card }) => card.kind === 'sp')!.plot!;
  return (name, point = 0) => {
    const column = columns[header.columns.findIndex((one) => one.name === name)]!;
    return [column[2 * point]!, column[2 * point + 1]!];
  };
}

const ports = ['V1 a 0 portnum 1 z0 50', 'V2 b 0 portnum 2 z0 50'];
const size = ([re, im]: Complex): number => Math.hypot(re, im);

function expectComplex(value: Complex, [re, im]: Complex, digits = 10): void {
  expect(value[0]).toBeCloseTo(re, digits);
  expect(value[1]).toBeCloseTo(im, digits);
}

describe('.sp', () => {
  test('of a resistor between two ports: R / (R + 2 z0) and 2 z0 / (R + 2 z0); it has no Z, and Y of 1 / R', () => {
    const s = parameters([...ports, 'R1 a b 100', '.sp lin 1 1meg 1meg']);
    expectComplex(s('s_1_1'), [0.5, 0]);
    expectComplex(s('s_2_1'), [0.5, 0]);
    expectComplex(s('y_1_1'), [0.01, 0]);
    expectComplex(s('y_2_1'), [-0.01, 0]);
    expectComplex(s('z_1_1'), [1e20, 0]);
  });

  test('of a T of resistors between unlike ports: Z is that of the T whatever the impedances are', () => {
    for (const z0 of [50, 75, 600]) {
      const s = parameters([
        ...['V1 a 0 portnum 1 z0 50', `V2 b 0 portnum 2 z0 ${z0}`, 'R1 a m 10', 'R2 m b 20', 'R3 m 0 30'],
        '.sp list 1k',
      ]);
      expectComplex(s('z_1_1'), [40, 0]);
      expectComplex(s('z_2_1'), [30, 0]);
      expectComplex(s('z_2_2'), [50, 0]);
      expect(size(s('s_2_1'))).toBeCloseTo(size(s('s_1_2')), 12);
    }
  });

  test('of a matched line: its delay alone', () => {
    const s = parameters([...ports, 'T1 a 0 b 0 z0=50 td=1n', '.sp lin 2 100meg 200meg']);
    for (const [point, frequency] of [1e8, 2e8].entries()) {
      const angle = 2 * Math.PI * frequency * 1e-9;
      expectComplex(s('s_2_1', point), [Math.cos(angle), -Math.sin(angle)], 9);
      expect(size(s('s_1_1', point))).toBeLessThan(1e-9);
    }
  });

  test('of a ladder without loss: no power is lost, at unlike ports too', () => {
    const s = parameters([
      ...['V1 a 0 portnum 1 z0 50', 'V2 b 0 portnum 2 z0 75', 'L1 a m 30n', 'C1 m 0 10p', 'L2 m b 20n'],
      '.sp dec 5 10meg 1g',
    ]);
    for (let point = 0; point < 11; point++) {
      for (const [first, second] of [
        ['s_1_1', 's_2_1'],
        ['s_1_2', 's_2_2'],
      ] as const)
        expect(size(s(first, point)) ** 2 + size(s(second, point)) ** 2).toBeCloseTo(1, 9);
    }
  });

  test('of one port, about its operating point: a diode at 1 mA is the conductance I / Vt', () => {
    const conductance = 1e-3 / ((1.380649e-23 * 300.15) / 1.602176634e-19);
    const s = parameters([
      ...['V1 a 0 portnum 3 z0 10', 'C1 a d 1', 'D1 d 0 d', 'I1 0 d 1m', '.model d d(is=1e-14)'],
      '.sp list 1meg',
    ]);
    expect(s('y_3_3')[0]).toBeCloseTo(conductance, 7);
    expect(s('s_3_3')[0]).toBeCloseTo((1 - 10 * conductance) / (1 + 10 * conductance), 6);
  });

  test('what is printed are expressions of them, real where they are', () => {
    const text = [
      ...ports,
      'R1 a b 100',
      '.sp list 1k 1meg',
      '.print sp db(s_2_1) {mag(s_1_1)*2} s_1_2 freq',
    ];
    const { plot } = simulate(['ports', ...text, '.end'].join('\n')).runs[0]!;
    expect(plot!.header.columns.map(({ name, real }) => [name, real === true])).toEqual([
      ['frequency', false],
      ['db(s_2_1)', true],
      ['{mag(s_1_1)*2}', true],
      ['s_1_2', false],
      ['freq', true],
    ]);
    expect(plot!.columns[1]![0]).toBeCloseTo(20 * Math.log10(0.5), 10);
    expect(plot!.columns[2]![2]).toBeCloseTo(1, 10);
    expect(plot!.columns[4]![2]).toBeCloseTo(1e6, 3);
  });

  test('.lin has the frequencies of .ac, wherever it stands', () => {
    const s = parameters([...ports, 'R1 a b 100', '.lin sparcalc=1', '.ac lin 2 1k 2k']);
    expectComplex(s('s_2_1', 1), [0.5, 0]);
  });

  test('what is missing is told', () => {
    const told = (...cards: string[]): readonly string[] =>
      simulate(['ports', ...cards, '.end'].join('\n'))
        .diagnostics.concat(
          ...simulate(['ports', ...cards, '.end'].join('\n')).runs.map(({ report }) => report.diagnostics),
        )
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message)
        .filter((message, k, all) => all.indexOf(message) === k);
    expect(told('V1 a 0 1', 'R1 a 0 1', '.sp list 1k')).toEqual(['.sp finds no port']);
    expect(told(...ports, 'V3 a 0 portnum 2', 'R1 a b 1', '.sp list 1k')).toEqual([
      'v2 and v3 are both port 2',
    ]);
    expect(told(...ports, 'R1 a b 1', '.op', '.lin')).toEqual([
      '.lin has the frequencies of a .ac card, and there is none',
    ]);
  });
});

describe.skipIf(skipWithoutNgspice)(`.sp beside ngspice${ngspiceReason}`, () => {
  test('all parameters of a transistor stage between unlike ports', () => {
    const cards = [
      ...['vcc vcc 0 5', 'v1 a 0 dc 0 ac 1 portnum 1 z0 50', 'v2 b 0 dc 0 ac 0 portnum 2 z0 75'],
      ...['c1 a g 100p', 'c2 c b 100p', 'rc vcc c 500', 'rb vcc g 100k', 'q1 c g e qm', 're e 0 20'],
      ...['.model qm npn(is=1e-16 bf=100 tf=20p cje=.2p cjc=.1p rb=20)', '.sp dec 3 10meg 1g', '.end'],
    ];
    const theirs = runNgspice(['ports', ...cards].join('\n'));
    const ours = parameters(cards.slice(0, -1));
    for (const { name } of theirs.header.columns) {
      const parameter = /^v\(([syz]_\d_\d)\)$/.exec(name)?.[1];
      if (parameter === undefined) continue;
      const column = theirs.columns[theirs.header.columns.findIndex((one) => one.name === name)]!;
      for (let point = 0; point < theirs.length; point++) {
        const [re, im] = ours(parameter, point);
        const wanted: Complex = [column[2 * point]!, column[2 * point + 1]!];
        // gmin, and constants of nature.
        expect(Math.hypot(re - wanted[0], im - wanted[1])).toBeLessThan(1e-4 * size(wanted) + 1e-9);
      }
    }
  });
});
