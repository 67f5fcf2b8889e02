import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { messages, netlist, run } from '../../analysis/run-netlist.js';

describe('.ic i(inductor)', () => {
  it.each([
    ['with uic', 'L1 a 0 1m\nR1 a 0 1\n.ic i(L1)=-2\n.tran 1u 1m uic', 2],
    ['without', 'L1 a 0 1m\nR1 a 0 1\n.ic i(L1)=-2\n.tran 1u 1m', 2],
    ['where ic= says otherwise', 'L1 a 0 1m ic=-3\nR1 a 0 1\n.ic i(L1)=-2\n.tran 1u 1m uic', 3],
  ])('is the current from which it starts: %s', (_, body, start) => {
    expect(run(netlist(body)).final('v(a)')).toBeCloseTo(start * Math.exp(-1), 9);
  });

  it('of another element is an error', () => {
    const text = netlist('L1 a 0 1m\nR1 a 0 1\n.ic i(R1)=-2\n.tran 1u 1m');
    expect(messages(simulate({ name: 't.cir', text }))).toBe(
      't.cir:4:5: error: .ic i(r1): only inductors have an initial current\n  .ic i(R1)=-2\n      ^^^^^^^^\n  hint: give the voltage of a node: .ic v(node)=value',
    );
  });
});
