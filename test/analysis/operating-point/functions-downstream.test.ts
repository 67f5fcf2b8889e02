/** Functions without a value at 0 V (ln v, 1/v, sqrt(v - 1)) behind sources whose values Newton's method has to find first. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { messages, netlist, run } from '../run-netlist.js';

const upstream = 'R1 1 0 1k\nB2 2 0 V={EXP(V(1))}\nR2 2 0 1k\n';
const cases: readonly (readonly [string, (v: number) => number])[] = [
  ['LN(V(2))', (v) => v],
  ['1/V(2)', (v) => Math.exp(-v)],
  ['SQRT(V(2)-1)', (v) => Math.sqrt(Math.exp(v) - 1)],
  ['ACOSH(V(2))', (v) => Math.acosh(Math.exp(v))],
];

describe.each(cases)('%s behind a source', (text, value) => {
  const circuit = `${upstream}B3 3 0 V={${text}}\nR3 3 0 1\n`;

  it('has an operating point', () => {
    expect(run(netlist(`V1 1 0 2\n${circuit}.op`)).final('v(3)')).toBeCloseTo(value(2), 9);
  });

  it('is followed by a sweep', () => {
    const result = run(netlist(`V1 1 0 2\n${circuit}.dc V1 1 3 0.5`));
    result.column('v(3)').forEach((v, k) => {
      expect(v).toBeCloseTo(value(1 + k / 2), 9);
    });
  });

  it('is followed by a transient, over a jump of the source too', () => {
    const result = run(netlist(`V1 1 0 pulse(1 3 5u 0 0 1)\n${circuit}.tran 1u 10u`));
    result.column('v(3)').forEach((v, k) => {
      expect(v).toBeCloseTo(value(result.column('v(1)')[k] ?? NaN), 6);
    });
  });
});

it('three functions behind each other are found one after the other', () => {
  const chain = 'B3 3 0 V={LN(V(2))}\nB4 4 0 V={1/V(3)}\nB5 5 0 V={SQRT(V(4)-0.25)}\nR5 5 0 1\n';
  expect(run(netlist(`V1 1 0 2\n${upstream}${chain}.op`)).final('v(5)')).toBeCloseTo(0.5, 9);
});

it('what has no value at the solution is told', () => {
  const text = netlist(`V1 1 0 2\n${upstream}B3 3 0 V={LN(-V(2))}\nR3 3 0 1\n.op`);
  expect(messages(simulate({ name: 't.cir', text }))).toContain(
    'the operating point was not found: what b3 computes was no finite number on the way',
  );
});
