/** Xyce writes noise as power, V^2/Hz, and takes the real part of a voltage in `.measure ac`. */
import { expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { MemoryPlot } from '../../../src/waveform/memory-plot.js';

const boltzmann = 1.380649e-23;

interface Answer {
  readonly told: readonly string[];
  readonly column: (name: string) => number;
  readonly measures: readonly (number | undefined)[];
}

/** What a netlist of Xyce is told, the first value of a column, and the values of its measures. */
function xyce(...cards: readonly string[]): Answer {
  const plot = new MemoryPlot();
  const { diagnostics, runs } = simulate(['t', ...cards].join('\n'), {
    dialect: 'xyce',
    openSinks: () => [plot],
  });
  const all = [...diagnostics, ...runs.flatMap(({ report }) => report.diagnostics)];
  expect(all.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { columns = [], header } = plot.plots[0] ?? {};
  return {
    told: all.map(({ message }) => message),
    column: (name) => columns[header?.columns.findIndex((each) => each.name === name) ?? -1]?.[0] ?? NaN,
    measures: runs[0]?.report.measures?.map(({ value }) => value) ?? [],
  };
}

const divider = ['V1 a 0 ac 1', 'R1 a b 1k', 'R2 b 0 1k'];

it('onoise, inoise, dno and dni of .print noise are in V^2/Hz, alone and in expressions', () => {
  const { column: of } = xyce(
    ...divider,
    '.noise v(b) v1 dec 1 1 10',
    '.print noise onoise inoise dno(r1) dni(r1,thermal) {log(onoise)}',
  );
  const density = 4 * boltzmann * 300.15 * 500;
  expect(of('onoise') / density).toBeCloseTo(1, 9);
  expect(of('inoise') / (4 * density)).toBeCloseTo(1, 9);
  expect(of('dno(r1)') / (density / 2)).toBeCloseTo(1, 9);
  expect(of('dni(r1,thermal)') / (2 * density)).toBeCloseTo(1, 9);
  expect(of('{log(onoise)}')).toBeCloseTo(Math.log10(density), 9);
  expect(of('onoise_spectrum') / Math.sqrt(density)).toBeCloseTo(1, 9);
});

it('a part of the noise that there is not is told', () => {
  const { told } = xyce(...divider, '.noise v(b) v1 dec 1 1 10', '.print noise dno(r1,fn)');
  expect(told).toContain('dno(r1,fn): there is no such part of the noise: left out');
});

it('.measure noise reads the same', () => {
  const { measures } = xyce(...divider, '.noise v(b) v1 dec 1 1 10', '.measure noise n find onoise at=5');
  const density = 4 * boltzmann * 300.15 * 500;
  expect((measures[0] ?? NaN) / density).toBeCloseTo(1, 9);
});

it('v(b) of .measure ac is its real part, vm(b) its magnitude', () => {
  const { measures } = xyce(
    ...['V1 a 0 ac 1', 'C1 a b 1u', 'R1 b 0 1', '.ac lin 1 159154.943091895 159154.943091895'],
    ...['.measure ac re find v(b) at=159154.943091895', '.measure ac ma find vm(b) at=159154.943091895'],
  );
  // w R C = 1: j / (1 + j).
  expect(measures).toEqual([expect.closeTo(0.5, 9), expect.closeTo(Math.SQRT1_2, 9)]);
});
