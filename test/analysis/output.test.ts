/** Rows and columns of a transient run: what is written, when, and what an unknown name is told. */
import { describe, expect, test } from 'vitest';
import { probedSystem } from '../../src/analysis/preparation/probed-system.js';
import { outputColumns } from '../../src/analysis/rows/output-columns.js';
import { simulate } from '../../src/analysis/simulate.js';
import { Diagnostics } from '../../src/base/diagnostic.js';
import type { OutputItem } from '../../src/netlist/output-item.js';
import { circuit, messages, netlist, run, type Options } from './run-netlist.js';

/** x' = -x from 3 V at c1, with a divider behind it; time constant 1 s. */
const decay = (tran: string): string => netlist(`C1 a 0 1 ic=3\nR1 a b 0.25\nR2 b 0 0.75\n${tran}`);

describe('rows', () => {
  test('are the multiples of the output step, from 0 to tstop, where no lines ask for more', () => {
    const { plot } = run(decay('.tran 0.25 1 uic'), { rowtol: 0 });
    expect([...plot.columns[0]!]).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(plot.header).toMatchObject({ title: 'test circuit', name: 'Transient Analysis', complex: false });
  });

  test('start at tstart, also where k h rounds below it', () => {
    const start = (tran: string): number => run(decay(tran)).column('time')[0]!;
    expect(start('.tran 0.25 1 0.5 uic')).toBe(0.5);
    // 3 * 1e-6 is 2.9999999999999997e-6.
    expect(start('.tran 1u 10u 3u uic')).toBeCloseTo(3e-6, 20);
    expect(run(decay('.tran 1u 10u 3u uic')).plot.length).toBe(8);
  });

  test('lie h apart: option h, else the fourth argument, else tstep, else tstop/1000', () => {
    const rows = (tran: string, options: Options = {}): number =>
      run(decay(tran), { method: 'theta', ...options }).plot.length;
    expect(rows('.tran 0.1 1 0 0.05 uic', { h: 0.01 })).toBe(101);
    expect(rows('.tran 0.1 1 0 0.05 uic')).toBe(21);
    expect(rows('.tran 0.1 1 uic')).toBe(11);
    expect(rows('.tran 1 uic')).toBe(1001);
  });

  test('include tstop where h does not divide it', () => {
    expect(run(decay('.tran 0.3 1 uic')).column('time').at(-1)).toBe(1);
  });
});

describe('columns', () => {
  test('v(a,b), i(r1), p(r1), i of a source and a sum of branches are what they say', () => {
    const { column } = run(decay('.tran 0.25 1 uic'), {}, 'v(a),v(b),v(a,b),i(r1),p(r1),i(c1),p(c1)');
    column('v(a)').forEach((v, k) => {
      // One division and one product round once or twice.
      expect(column('v(b)')[k]).toBeCloseTo(0.75 * v, 14);
      expect(column('v(a,b)')[k]).toBeCloseTo(0.25 * v, 14);
      expect(column('i(r1)')[k]).toBeCloseTo(v, 14);
      expect(column('p(r1)')[k]).toBeCloseTo(0.25 * v * v, 14);
      expect(column('i(c1)')[k]).toBeCloseTo(-v, 14);
      expect(column('p(c1)')[k]).toBeCloseTo(-v * v, 14);
    });
  });

  test('of a source that delivers have a negative current and a negative power', () => {
    const { final } = run(netlist('V1 a 0 2\nR1 a 0 4\n.tran 1m 10m uic'), {}, 'i(v1),p(v1)');
    expect([final('i(v1)'), final('p(v1)')]).toEqual([-0.5, -1]);
  });

  test('are all node voltages and the currents of V and L where nothing is asked for', () => {
    const { plot } = run(netlist('V1 a 0 1\nL1 a b 1\nR1 b 0 1\nC1 b 0 1\n.tran 1m 10m uic'));
    expect(plot.header.columns.map(({ name, unit }) => `${name} ${unit}`)).toEqual([
      'time s',
      'v(a) V',
      'v(b) V',
      'i(v1) A',
      'i(l1) A',
    ]);
  });

  test('end with the values that the report gives as final', () => {
    const { plot, report } = run(decay('.tran 0.25 1 uic'), {}, 'v(b),i(r1),p(r1)');
    expect(report.final.map(({ value }) => value)).toEqual(
      plot.columns.slice(1).map((column) => column.at(-1)),
    );
  });

  test('that name nothing in the netlist are left out with a warning at their place', () => {
    const result = simulate({ name: 't.cir', text: decay('.print i(r3) v(zz)\n.tran 0.25 1 uic') });
    expect(messages(result)).toBe(
      [
        't.cir:5:8: warning: there is no element "r3": left out',
        '  .print i(r3) v(zz)',
        '         ^^^^^',
        '  hint: did you mean "r1"?',
        't.cir:5:14: warning: there is no node "zz": left out',
        '  .print i(r3) v(zz)',
        '               ^^^^^',
        "  hint: name one of the netlist's nodes",
      ].join('\n'),
    );
    // Nothing else is asked for: all is written.
    expect(result.runs[0]?.plot?.header.columns.map(({ name }) => name)).toEqual(['time', 'v(a)', 'v(b)']);
  });

  test('that the caller of the command asks for and names wrongly are errors', () => {
    const { diagnostics } = simulate(decay('.tran 0.25 1 uic'), { outputs: 'v(zz)' });
    expect(diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      ['error', 'there is no node "zz"'],
    ]);
  });

  test('that cannot be written are left out with the nearest name, the names or the legal forms', () => {
    const { flat, compiled } = circuit(decay('.print v(a)\n.tran 0.25 1 uic'));
    const span = flat.outputs[0]!.span;
    const item = (quantity: string, ...names: string[]): OutputItem => ({
      text: `${quantity}(${names.join(',')})`,
      quantity,
      names,
      span,
    });
    const outputs = [item('i', 'r3'), item('v', 'a', 'zz'), item('w', 'a'), item('p', 'r2')];
    const diagnostics = new Diagnostics();
    const probed = probedSystem(compiled.system, compiled.descriptor.tree);
    const columns = outputColumns({ ...flat, outputs }, probed, diagnostics);
    expect(columns.map(({ name, unit }) => `${name} ${unit}`)).toEqual(['p(r2) W']);
    expect(diagnostics.items.map(({ code, message, hint }) => [code, message, hint])).toEqual([
      ['unknown-output', 'i(r3) names nothing in this circuit: left out', 'did you mean "r1"?'],
      [
        'unknown-output',
        'v(a,zz) names nothing in this circuit: left out',
        'use one of: 0, a, b, c1, r1, r2',
      ],
      [
        'unknown-output',
        'w(a) names nothing in this circuit: left out',
        'write v(node), v(a,b), i(element) or p(element)',
      ],
    ]);
  });
});

test('without sinks a run writes nothing and checks the last point of each block', () => {
  const { flat, compiled, circuitOptions } = circuit(decay('.tran 1u 5m uic'));
  expect([flat.analyses.length, compiled.system.n, circuitOptions.ideal]).toEqual([1, 1, 'none']);
  const { runs } = simulate(decay('.tran 1u 5m uic'), { openSinks: () => [], options: { method: 'theta' } });
  expect(runs[0]?.plot).toBeUndefined();
  // 5000 steps are 5 blocks of at most 1024.
  expect(runs[0]?.report.certificate).toMatchObject({ sampling: 'sampled', pointsChecked: 5 });
});

test('an option outside its range is an error at the option, never an exception', () => {
  const result = simulate({ name: 't.cir', text: decay('.tran 0.25 1 uic') }, { options: { theta: 2 } });
  expect(messages(result)).toBe(
    '--option:1:7: error: .options: theta must be from 0 to 1, not 2\n  theta=2\n        ^',
  );
});
