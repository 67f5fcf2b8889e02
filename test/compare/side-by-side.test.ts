import { expect, it } from 'vitest';
import { sideBySide } from '../../src/compare/side-by-side.js';
import { plotOf, time, volts } from '../waveform/sinks.js';

it('puts the rows of both over their union, jumps side by side, over the time that both cover', () => {
  const own = plotOf(
    [time, volts('v(a)')],
    [
      [0, 1, 1, 2],
      [0, 1, 5, 5],
    ],
  );
  const other = plotOf(
    [time, volts('v(b)'), volts('v(a)')],
    [
      [0.5, 1, 1, 3],
      [9, 9, 9, 9],
      [1, 1, 3, 5],
    ],
  );
  const [both, difference] = sideBySide(own, other, 'ngspice');
  expect(both?.header.columns.map(({ name }) => name)).toEqual(['time', 'v(a)', 'v(a)@ngspice']);
  expect(both?.columns.map((column) => Array.from(column))).toEqual([
    [0.5, 1, 1, 2],
    [0.5, 1, 5, 5],
    [1, 1, 3, 4],
  ]);
  expect(difference?.columns.map((column) => Array.from(column))).toEqual([
    [0.5, 1, 1, 2],
    [-0.5, 0, 2, 1],
  ]);
});

it('reads a jump of one against a line of the other on both sides', () => {
  const own = plotOf(
    [time, volts('v(a)')],
    [
      [0, 1, 1, 2],
      [0, 0, 4, 4],
    ],
  );
  const other = plotOf(
    [time, volts('v(a)')],
    [
      [0, 2],
      [0, 2],
    ],
  );
  const [both, difference] = sideBySide(own, other, 'x');
  expect(both?.length).toBe(4);
  expect(Array.from(difference?.columns[1] ?? [])).toEqual([0, -1, 3, 2]);
});

it('has nothing to show where nothing is common', () => {
  const plot = plotOf([time, volts('v(a)')], [[0], [1]]);
  expect(sideBySide(plot, plotOf([time, volts('v(b)')], [[0], [1]]), 'x')).toEqual([]);
});
