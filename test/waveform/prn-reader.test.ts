import { describe, expect, it } from 'vitest';
import { readPrn } from '../../src/waveform/prn-reader.js';
import { amperes, time, volts } from './sinks.js';

const head = 'Index       TIME              V(1)          I(V1)\n';
const rows = '0  0.0000000000e+00  1.0e+00  -2.0e-3\n1  1.0000000000e-03  2.0e+00  0.0\n';

describe('readPrn', () => {
  it('reads what Xyce prints, without its index', () => {
    const plot = readPrn({ name: 'x.prn', text: `${head}${rows}End of Xyce(TM) Simulation\n` });
    expect(plot.header.columns).toEqual([time, volts('v(1)'), amperes('i(v1)')]);
    expect(plot.columns.map((c) => Array.from(c))).toEqual([
      [0, 1e-3],
      [1, 2],
      [-2e-3, 0],
    ]);
    expect(plot.incomplete).toBeUndefined();
  });

  it('knows that a file without its last line is incomplete', () => {
    expect(readPrn({ name: 'x.prn', text: head + rows }).incomplete).toBe(
      'the file does not end with "End of Xyce(TM) Simulation"',
    );
  });

  it('reports a row it cannot read with its place', () => {
    expect(() => readPrn({ name: 'x.prn', text: `${head}0 1 2\n` })).toThrow(
      'x.prn:2:1: error: the row has 3 fields where the header has 4',
    );
  });
});
