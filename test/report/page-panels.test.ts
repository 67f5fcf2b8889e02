import { expect, it } from 'vitest';
import { panelsOf } from '../../src/report/page-panels.js';
import { amperes, volts } from '../waveform/sinks.js';

it('a page shows every quantity of a single row, the first one too: it has no scale', () => {
  const header = {
    columns: [volts('onoise_total'), volts('b'), amperes('i')],
    complex: false,
    single: true,
  } as const;
  const panels = panelsOf([{ header, columns: [1, 2, 3].map((value) => Float64Array.of(value)) }]);
  const shown = panels.flatMap(({ traces }) => traces.map(({ name, rows }) => [name, rows.y[0]]));
  expect(shown).toEqual([
    ['onoise_total', 1],
    ['b', 2],
    ['i', 3],
  ]);
});
