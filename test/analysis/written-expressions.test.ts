/** Expressions that are written: of the past, without a value, behind a lag. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { messages, netlist, run } from './run-netlist.js';

const events = { method: 'events' };

describe('functions of the past in .print', () => {
  const source = 'V1 a 0 SIN(1 2 1k)\nR1 a 0 1k\nB1 b 0 V={sdt(v(a))}\nR2 b 0 1\n';
  const w = 2e3 * Math.PI;

  test('sdt and ddt, alone and inside of other functions', () => {
    const text = netlist(
      `${source}.print tran {sdt(v(a))} {1+abs(v(b)-sdt(v(a)))} {ddt(2*v(a))} {sdt(sdt(v(a)))}\n.tran 10u 1m`,
    );
    const result = run(text, events);
    const time = result.column('time');
    const distance = (name: string, exact: (t: number) => number): number =>
      Math.max(...Array.from(result.column(name), (value, k) => Math.abs(value - exact(time[k]!))));
    expect(distance('{sdt(v(a))}', (t) => t + (2 / w) * (1 - Math.cos(w * t)))).toBeLessThan(1e-14);
    expect(distance('{1+abs(v(b)-sdt(v(a)))}', () => 1)).toBe(0);
    expect(distance('{ddt(2*v(a))}', (t) => 4 * w * Math.cos(w * t))).toBeLessThan(4 * w * 1e-12);
    const twice = (t: number): number => (t * t) / 2 + (2 / w) * (t - Math.sin(w * t) / w);
    expect(distance('{sdt(sdt(v(a)))}', twice)).toBeLessThan(1e-17);
  });

  test('an integral starts from its initial value also without uic', () => {
    const text = netlist('V1 a 0 1\nR1 a 0 1k\nB1 b 0 V={idt(v(a),2)}\nR2 b 0 1\n.tran 1m 1');
    const result = run(text, events, 'v(b)');
    expect([result.column('v(b)')[0], result.final('v(b)')]).toEqual([2, 3]);
  });
});

test('a quotient without a value is written as 0, and the run says so once a column', () => {
  const text = netlist('V1 a 0 PULSE(0 1 1m 0 0 1)\nR1 a 0 1k\n.print tran {v(a)/i(r1)}\n.tran 1m 3m');
  const result = simulate({ name: 't.cir', text }, { options: events });
  expect(messages(result)).toBe(
    [
      't.cir:4:13: warning: {v(a)/i(r1)} has no finite value, first at t = 0 s: 0 is written there',
      '  .print tran {v(a)/i(r1)}',
      '              ^^^^^^^^^^^^',
      '  hint: write a quotient by what may be 0 so that it has a value, such as a/(abs(b)+1p)',
    ].join('\n'),
  );
  const column = [...(result.runs[0]?.plot?.columns[1] ?? [])];
  expect(column[0]).toBe(0);
  expect(column.at(-1)).toBeCloseTo(1000, 9);
});

describe('smoothbsrc', () => {
  const body = 'V1 a 0 PULSE(0 1 10n 0 0 1)\nE1 b 0 VALUE {if(v(a) > 0.5, 2, 1)}\nR1 b 0 1k\n.tran 1n 50n\n';
  const lagging =
    (tau: number) =>
    (t: number): number =>
      t < 10e-9 ? 1 : 2 - Math.exp(-(t - 10e-9) / tau);
  const distance = (text: string, exact: (t: number) => number): number => {
    const result = run(netlist(text), events, 'v(b)');
    const time = result.column('time');
    return Math.max(...Array.from(result.column('v(b)'), (value, k) => Math.abs(value - exact(time[k]!))));
  };

  test('a voltage that an expression gives follows it with the lag rcconst', () => {
    const options = '.options device smoothbsrc=1';
    expect(distance(`${body}${options}`, lagging(1e-9))).toBeLessThan(1e-12);
    expect(distance(`${body}${options} rcconst=5n`, lagging(5e-9))).toBeLessThan(1e-12);
  });

  test('on one source alone', () => {
    const one = body.replace(
      'E1 b 0 VALUE {if(v(a) > 0.5, 2, 1)}',
      'B1 b 0 V={if(v(a) > 0.5, 2, 1)} smoothbsrc=1 rcconst=2n',
    );
    expect(distance(one, lagging(2e-9))).toBeLessThan(1e-12);
  });
});

test('the least series resistance and capacitance of diodes are options', () => {
  const text = (model: string, options: string): string =>
    netlist(
      `V1 a 0 PULSE(5 -1 1u 1n 1n 1)\nR1 a b 20\nD1 b 0 dm\n.model dm d(is=100f ${model})\n${options}\n.tran 10n 2u`,
    );
  const given = run(text('cjo=1n rs=2', ''), events, 'v(b)');
  const least = run(text('', '.options device minres=2 mincap=1n'), events, 'v(b)');
  expect([...least.column('v(b)')]).toEqual([...given.column('v(b)')]);
});
