/** Xyce's waveforms in expressions are those of sources, and what it calls GMIN and VT are numbers there. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist, run } from '../../analysis/run-netlist.js';

const waveforms = [
  ['pulse(1.1 2 0.5n 3n 4n 10n 30n)', 'spice_pulse(1.1,2,0.5n,3n,4n,10n,30n)'],
  ['pulse(1.1 2 0.5n 3n 4n 10n)', 'spice_pulse(1.1,2,0.5n,3n,4n,10n)'],
  ['sin(-0.5 2 34meg 0.5n 0.1g 30)', 'spice_sin(-0.5,2,34meg,0.5n,0.1g,30)'],
  ['sin(-0.5 2 34meg)', 'spice_sin(-0.5,2,34meg)'],
  ['exp(1.1 2 2n 15n 5n 30n)', 'spice_exp(1.1,2,2n,15n,5n,30n)'],
  ['sffm(-0.5 2 100meg 0.3 2.1meg)', 'spice_sffm(-0.5,2,100meg,0.3,2.1meg)'],
] as const;

describe('a waveform in an expression', () => {
  it.each(waveforms)('%s', (source, expression) => {
    const { column } = run(netlist(`V1 a 0 ${source}\nB1 b 0 v={${expression}}\nR1 a b 1k\n.tran 0.1n 100n`));
    const [a, b] = [column('v(a)'), column('v(b)')];
    expect(a.length).toBeGreaterThan(500);
    // Both are closed forms, of the same numbers in another order.
    a.forEach((value, k) => expect(Math.abs(value - b[k]!)).toBeLessThan(1e-9));
  });

  it('wants its arguments', () => {
    const { diagnostics } = simulate(netlist('B1 a 0 v={spice_sin(0,1)}\nR1 a 0 1\n.tran 1n 10n'));
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
      'spice_sin() takes at least 3 arguments, not 2',
    ]);
  });
});

describe('GMIN and VT', () => {
  const body = 'R1 1 0 r={1p/gmin}\nB1 2 0 v={vt}\nR2 2 0 1\nV1 1 0 1\n.temp 37\n.tran 1n 10n\n';

  it('are those of the options and of the temperature in files of Xyce', () => {
    const text = netlist(`${body}.options device gmin=2p\n`);
    const { runs, diagnostics } = simulate(text, { dialect: 'xyce', outputs: 'v(2) i(v1)' });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const final = Object.fromEntries(runs[0]!.report.final.map(({ name, value }) => [name, value]));
    expect(final['i(v1)']).toBeCloseTo(-2, 12);
    expect(final['v(2)']).toBeCloseTo((1.380649e-23 * 310.15) / 1.602176634e-19, 12);
  });

  it('are unknown names in files of ngspice', () => {
    const { diagnostics } = simulate(netlist(body), { dialect: 'ngspice' });
    const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    expect(errors).toEqual(['unknown parameter "gmin"', 'unknown parameter "vt"']);
  });
});
