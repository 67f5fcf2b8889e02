/** What people write on LTspice's schematics beside what its manual shows first. */
import { describe, expect, it, test } from 'vitest';
import { elaborate } from '../../src/netlist/elaborate.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { simulate, type SimulationResult } from '../../src/analysis/simulate.js';
import { readCards } from './read-cards.js';

const read = (...cards: readonly string[]): ReturnType<typeof readCards> => readCards(...cards, '.backanno');

function results(cards: readonly string[], dialect = 'ltspice'): SimulationResult {
  const result = simulate(['t', ...cards, '.end'].join('\n'), { dialect: dialect as 'ltspice' });
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return result;
}

/** Final value of a quantity. */
function final(name: string, ...cards: readonly string[]): number {
  const { runs } = results(cards);
  return runs[0]?.report.final.find((one) => one.name === name)?.value ?? NaN;
}

describe('"^" in a LAPLACE function is a power, with the precedence of one', () => {
  const at = (card: string, dialect: string): readonly (number | undefined)[] => {
    const { runs } = results(['V1 in 0 AC 1', card, 'R1 a 0 1', '.ac list 100k'], dialect);
    return ['re(v(a))', 'im(v(a))'].map(
      (wanted) => runs[0]?.report.final.find(({ name }) => name === wanted)?.value,
    );
  };
  // 1 / (1 - w^2 T^2 + 2 j w T) at 100 kHz with T = 1 us.
  const x = 2 * Math.PI * 0.1;
  const size = (1 - x * x) ** 2 + 4 * x * x;
  it.each([
    ['ltspice', 'E1 a 0 in 0 Laplace=1/(1+2u*s+1p*s^2)'],
    ['ltspice', 'E1 a 0 in 0 Laplace=1/(1+2*10^-6*s+s^2*10^-12)'],
    ['ltspice', 'B1 a 0 V=V(in) Laplace=1/(1+2u*s+1p*s^2)'],
    ['pspice', 'E1 a 0 LAPLACE {V(in)} {1/(1p*s^2+2u*s+1)}'],
    ['xyce', 'E1 a 0 LAPLACE {V(in)} {1/(1p*s^2+2u*s+1)}'],
  ])('in files of %s: %s', (dialect, card) => {
    const [real, imaginary] = at(card, dialect);
    expect(real).toBeCloseTo((1 - x * x) / size, 9);
    expect(imaginary).toBeCloseTo((-2 * x) / size, 9);
  });

  it('elsewhere it is exclusive or', () => {
    expect(final('v(a)', 'V1 in 0 1', 'B1 a 0 V=V(in)^2', 'R1 a 0 1', '.op')).toBe(0);
    expect(final('v(a)', 'V1 in 0 1', 'B1 a 0 V=V(in)^0 Laplace=1/(1+s^2)', 'R1 a 0 1', '.op')).toBe(1);
  });
});

describe('numbers whose suffix stands for the point', () => {
  it('are read within expressions too', () => {
    const { circuit, told } = read('V1 a 0 1', 'R1 a 0 {2*3k3+1Meg5}');
    expect(told).toEqual([]);
    expect(circuit.elements[1]?.value).toBe(1506600);
    expect(final('v(a)', 'V1 b 0 1', 'B1 0 a I=1m86*V(b)', 'R1 a 0 1k', '.op')).toBeCloseTo(1.86, 12);
  });

  it('ngspice does not read them there', () => {
    expect(() => readCards('V1 a 0 1', 'R1 a 0 {2*3k3}', '.control', '.endc')).toThrow('unexpected "3"');
  });
});

test('ratings of capacitors change nothing', () => {
  const { circuit, told } = read(
    ...['V1 a 0 1', 'C1 a 0 1u V=16 Irms=0 Rser=2.8 MTBF=0 Lser=0 mfg="x" pn="y" type="z" ppPkg=1'],
  );
  expect(told).toEqual([]);
  expect([...(circuit.elements[1]?.parameters ?? [])]).toEqual([
    ['rser', 2.8],
    ['lser', 0],
  ]);
});

test('.function is .func', () => {
  expect(final('v(a)', 'V1 a 0 {twice(3)}', '.function twice(x) {2*x}', 'R1 a 0 1', '.op')).toBe(6);
});

test('coefficients of temperature stand behind TC without an equals sign, as vendors write them', () => {
  const current = (card: string): number => final('i(v1)', 'V1 a 0 1', card, '.temp 37', '.op');
  expect(current('R1 a 0 1 TC 10m 1m')).toBeCloseTo(-1 / 1.2, 12);
  expect(current('R1 a 0 1 TC 10m')).toBeCloseTo(-1 / 1.1, 12);
  // A node of that name is none.
  expect(final('v(tc)', 'V1 tc 0 1', 'R1 tc 0 1', '.op')).toBe(1);
});

test('.temp takes an equals sign', () => {
  expect(final('i(v1)', 'V1 a 0 1', 'R1 a 0 1 tc=10m', '.temp = 37', '.op')).toBeCloseTo(-1 / 1.1, 12);
});

test("a default that names its own parameter is the caller's", () => {
  const voltage = (...cards: readonly string[]): number =>
    final(
      'v(b)',
      ...['V1 a 0 1', 'R1 b 0 1', '.param r=3', ...cards],
      ...['.subckt sub 1 2 r={r}', 'R1 1 2 {r}', '.ends', '.op'],
    );
  expect(voltage('X1 a b sub')).toBeCloseTo(1 / 4, 12);
  expect(voltage('X1 a b sub r=1')).toBeCloseTo(1 / 2, 12);
});

test('steps of a sweep go towards its end, with a warning', () => {
  const { circuit, told } = read('V1 a 0 1', 'R1 a 0 1', '.dc V1 0 -2 1');
  expect(told).toEqual(['from 0 to -2 the steps are of -1, not 1']);
  expect(circuit.analyses[0]).toMatchObject({ sweeps: [{ values: [0, -1, -2] }] });
  expect(() => readCards('V1 a 0 1', 'R1 a 0 1', '.dc V1 0 -2 1')).toThrow(
    'from 0 to -2 by 1 is no list of values',
  );
});

describe('.noise', () => {
  it('takes a list of frequencies', () => {
    const { circuit, told } = read('V1 a 0 AC 1', 'R1 a b 1k', 'R2 b 0 1k', '.noise V(b) V1 list 1 10 100');
    expect(told).toEqual([]);
    expect(circuit.analyses[0]).toMatchObject({ kind: 'noise', frequencies: [1, 10, 100] });
  });

  it('is what a measure asks of that names no analysis, where nothing else is run', () => {
    const { runs, diagnostics } = simulate(
      [
        ...['t', 'V1 a 0 AC 1', 'R1 a b 1k', 'R2 b 0 1k', '.noise V(b) V1 dec 1 10 1k', '.backanno'],
        ...['.meas own FIND V(onoise) AT 100', '.meas noise named FIND V(onoise) AT 100', '.end'],
      ].join('\n'),
    );
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
    const [own, named] = runs[0]!.report.measures!.map(({ value }) => value);
    expect(own).toBe(named);
    expect(own! / Math.sqrt(4 * 1.380649e-23 * 300.15 * 500)).toBeCloseTo(1, 5);
  });

  it('has nothing of elements whose model is noiseless', () => {
    const total = (word: string): number =>
      final(
        'onoise_total',
        ...['V1 a 0 AC 1', 'R1 a b 1k noiseless', 'V2 c 0 1', 'S1 b 0 c 0 s'],
        ...[`.model s sw(ron=1k vt=.5 ${word})`, '.noise V(b) V1 dec 1 1 10'],
      );
    // 4 k T R^2/R over 9 Hz across 500 Ohm.
    expect(total('')).toBeCloseTo(Math.sqrt(4 * 1.380649e-23 * 300.15 * 250 * 9), 15);
    expect(total('noiseless')).toBe(0);
  });
});

describe('files beside a schematic', () => {
  const folder = new Map([
    ['points.txt', '0 0\n1m 1\n2m 0\n'],
    ['open.sub', '.subckt half 1 2\nR1 1 2 1k\nR2 2 0 1k\n'],
  ]);
  const textSource = {
    read: (name: string) => {
      const text = folder.get(name);
      if (text === undefined) throw new Error('there is no such file');
      return { name, text };
    },
    resolve: (path: string) => path,
  };
  const readBeside = (...cards: readonly string[]) =>
    elaborate(
      { name: 's.net', text: ['t', ...cards, '.backanno', '.end'].join('\n') },
      circuitLanguage,
      textSource,
    );
  const told = ({ diagnostics }: ReturnType<typeof readBeside>): readonly string[] =>
    diagnostics.filter(({ severity }) => severity !== 'note').map(({ message }) => message);

  it('PWL repeats the points of a file', () => {
    const result = readBeside(
      'V1 a 0 PWL repeat forever (FILE=points.txt) endrepeat',
      'V2 a b PWL(repeat for 2 (FILE="points.txt") endrepeat)',
      'R1 b 0 1',
      '.tran 1',
    );
    expect(told(result)).toEqual([]);
    const [first, second] = result.circuit!.elements.map(({ waveform }) => waveform);
    expect(first).toMatchObject({ args: [0, 0, 1e-3, 1, 2e-3, 0] });
    expect(first?.parameters?.get('r')).toBe(0);
    expect(second?.args).toHaveLength(12);
    expect(
      told(readBeside('V1 a 0 PWL repeat forever (FILE=none.txt) endrepeat', 'R1 a 0 1', '.tran 1')),
    ).toEqual(['cannot read "none.txt": there is no such file']);
  });

  it('a subcircuit that is never closed ends with the file of its library, with a warning', () => {
    const result = readBeside('V1 a 0 1', 'X1 a b half', '.lib open.sub', '.op');
    expect(told(result)).toEqual(['.subckt is never closed: it ends with its file']);
    expect(result.circuit!.elements.map(({ name }) => name)).toEqual(['v1', 'x1.r1', 'x1.r2']);
    // Of the netlist itself it is an error.
    expect(told(readBeside('V1 a 0 1', 'R1 a 0 1', '.op', '.subckt half 1 2', 'R1 1 2 1k'))).toContain(
      '.subckt is never closed',
    );
  });
});

test('a time of PWL behind a plus may be an expression', () => {
  const { circuit, told } = read('V1 a 0 PWL(0 0 +{1m} 1 +1m 0)', 'R1 a 0 1', '.tran 1');
  expect(told).toEqual([]);
  expect(circuit.elements[0]?.waveform?.args).toEqual([0, 0, 1e-3, 1, 2e-3, 0]);
});

test('the option maxstep is the longest step of a transient', () => {
  const longest = (tran: string): unknown =>
    read('V1 a 0 1', 'R1 a 0 1', tran, '.options maxstep=2u').circuit.analyses[0];
  expect(longest('.tran 1m')).toMatchObject({ tmax: 2e-6 });
  expect(longest('.tran 0 1m 0 1u')).toMatchObject({ tmax: 1e-6 });
  expect(longest('.tran 0 1m 0 1m')).toMatchObject({ tmax: 2e-6 });
});

test('.ic takes voltages and currents without an equals sign', () => {
  const { circuit, told } = read(
    ...['V1 a 0 1', 'R1 a b 1', 'L1 b c 1', 'C1 c 0 1', '.tran 1 uic', '.ic V(c)   -1', '.ic I(L1)   -.001'],
  );
  expect(told).toEqual([]);
  expect(circuit.initialVoltages.get('c')?.value).toBe(-1);
  expect(circuit.initialCurrents.get('l1')?.value).toBe(-1e-3);
});

test('a model and a subcircuit may be named by a number in braces, which a sweep goes through', () => {
  const { runs, diagnostics } = simulate(
    [
      ...[
        't',
        'V1 c 0 5',
        'R1 c b 1meg',
        'Q1 d b 0 0 {k}',
        'R2 c d 1',
        'X1 c y {k}',
        'R3 y 0 1k',
        'D1 0 c m {k}',
      ],
      ...['.model 1 npn(bf=100 is=1e-15)', '.model 2 ako:1 npn(bf=200)', '.model m d(is=1e-14)'],
      ...['.subckt 1 a b', 'R1 a b 1k', '.ends', '.subckt 2 a b', 'R1 a b 4k', '.ends'],
      ...['.step param k 1 2 1', '.op', '.backanno', '.end'],
    ].join('\n'),
  );
  expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
  const at = (name: string): (number | undefined)[] =>
    runs.map(({ report }) => report.final.find((one) => one.name === name)?.value);
  expect(at('v(y)')).toEqual([2.5, 1]);
  const [one = NaN, two = NaN] = at('v(d)');
  // The base is 18 mV higher, of 4.4 V across its resistor.
  expect((5 - two) / (5 - one)).toBeCloseTo(2 * (1 - 0.018 / 4.4), 2);
});
