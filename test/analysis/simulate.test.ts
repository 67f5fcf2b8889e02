import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { checkNetlist, prepare } from '../../src/analysis/preparation.js';
import { MemoryPlot } from '../../src/waveform/memory-plot.js';

const charge = `charge
.param r=1k
V1 in 0 1
R1 in out {r}
C1 out 0 1u
.tran 10u 1m uic
.op
.print v(out)
.end
`;

describe('simulate', () => {
  it('keeps the plot of every analysis in memory, in the order of the text', () => {
    const { runs, diagnostics } = simulate(charge, { options: { rowtol: 0 } });
    expect(diagnostics).toEqual([]);
    expect(runs.map(({ card }) => card.kind)).toEqual(['tran', 'op']);
    expect(runs[0]?.plot?.length).toBe(101);
    // Exact events: 1 - exp(-t/RC) at t = RC, to rounding.
    expect(runs[0]?.plot?.columns[1]?.at(-1)).toBeCloseTo(1 - Math.exp(-1), 14);
    expect(runs[1]?.plot?.columns[0]?.at(0)).toBe(1);
  });

  it('hands the rows to the sinks of the caller instead', () => {
    const sink = new MemoryPlot();
    const { runs } = simulate(charge, {
      options: { rowtol: 0 },
      openSinks: ({ kind }) => (kind === 'tran' ? [sink] : []),
    });
    expect(runs.map(({ plot }) => plot)).toEqual([undefined, undefined]);
    expect(sink.plots).toHaveLength(1);
    expect(sink.plot.length).toBe(101);
  });

  it('takes parameters, options and outputs of the call', () => {
    const { runs } = simulate(charge, { params: { r: 2000 }, options: { h: '20u' }, outputs: 'v(in)' });
    const [plot] = runs.flatMap((run) => run.plot ?? []);
    expect(plot?.header.columns.map(({ name }) => name)).toEqual(['time', 'v(out)', 'v(in)']);
    expect(plot?.length).toBe(51);
    // theta = 0.5 with h = 20 us and RC = 2 ms; 1e-12: rounding of 50 steps.
    const exact = 1 - (0.995 / 1.005) ** 50;
    expect(plot?.columns[1]?.at(-1)).toBeCloseTo(exact, 12);
  });

  it('refuses an unknown option by name', () => {
    const { runs, diagnostics } = simulate(charge, { options: { thetta: 1 } });
    expect(runs).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: 'unknown-command-option', message: 'unknown option "thetta"', hint: 'did you mean "theta"?' },
    ]);
  });

  it('reports a wrong netlist under the name given and runs nothing', () => {
    const { runs, diagnostics } = simulate('t\nR1 a 0 {unknown}\n.op\n', { name: 'my.cir' });
    expect(runs).toEqual([]);
    expect(diagnostics[0]?.span?.source.name).toBe('my.cir');
  });
});

describe('prepare and checkNetlist', () => {
  it('prepare compiles without running', () => {
    expect(prepare(charge).circuit?.compiled.system.n).toBe(1);
  });

  // A wrong request does not refuse a right circuit; one of the command line is an error.
  it('checkNetlist finds an output that names nothing', () => {
    const { circuit, diagnostics } = checkNetlist(charge.replace('v(out)', 'v(uot)'));
    expect(circuit).toBeDefined();
    expect(diagnostics.map(({ message }) => message)).toEqual(['there is no node "uot": left out']);
    expect(checkNetlist(charge, { outputs: 'v(uot)' }).circuit).toBeUndefined();
  });

  it('checkNetlist does not warn of a node whose voltage something reads', () => {
    const sources = ['a', 'b', 'c', 'd', 'e'].map((node, k) => `V${k} ${node} 0 1`);
    const readers = ['E1 1 0 a 0 2', 'G1 1 0 POLY(1) b 0 0 1', 'B1 2 0 V={v(c) - 1}'];
    const table = 'E2 3 0 TABLE {v(d)} = (0,0) (1,1)';
    const loads = ['R1 1 0 1k', 'R2 2 0 1k', 'R3 3 0 1k', 'R4 3 0 R={if(v(e) > 2, 1k, 2k)}'];
    const text = ['readers', ...sources, ...readers, table, ...loads, '.tran 1u 1m uic'].join('\n');
    expect(checkNetlist(text).diagnostics).toEqual([]);
  });
});
