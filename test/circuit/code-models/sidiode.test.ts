/** sidiode against the figures of ngspice 39, and its straight regions by both engines. */
import { describe, expect, it } from 'vitest';
import { netlist, run } from '../../analysis/run-netlist.js';
import { at } from './read-column.js';

/** The current at a voltage that is a tenth of a volt times a whole number. */
const current = (parameters: string, v: number): number => {
  const text = netlist(`v1 a 0 0\na1 a 0 s\n.model s sidiode(${parameters})\n.dc v1 -1 1 .1`);
  return -(run(text).column('i(v1)')[Math.round(10 * v) + 10] ?? NaN);
};

describe('sidiode', () => {
  it.each([
    ['ron=.1 roff=1k vfwd=.5 epsilon=.2', 0.6, 0.2506],
    ['ron=.1 roff=1k vfwd=.5 epsilon=.2', 0.7, 1.0006],
    ['ron=.1 roff=1k revilimit=1 vrev=.5 ilimit=10', -0.6, -0.7617],
    ['ron=.1 roff=1k revilimit=1 vrev=.5 ilimit=10', 0.5, 4.621],
    ['ron=.1 roff=1k vfwd=.1 vrev=.5 revepsilon=.2', -0.6, -0.2506],
    ['ron=.1 roff=1k vfwd=.1', -1, -1e-3],
    ['', -1, -1],
  ])('%s at %f V carries %f A', (parameters, v, expected) => {
    // Four digits of ngspice's answer.
    expect(current(parameters, v)).toBeCloseTo(expected, 3);
  });

  it('keeps its current where the bend ends, at which ngspice without a limit jumps', () => {
    expect(current('ron=.1 roff=1k epsilon=.2', 0.3)).toBeCloseTo(2 + 1e-3 * 0.1, 4);
  });

  it('rectifies exactly by events where its regions are straight', () => {
    const { plot, column } = run(
      netlist('v1 a 0 sin(0 10 1k)\na1 a b s\nr1 b 0 9.9\n.model s sidiode(ron=.1 roff=1meg)\n.tran 10u 1m'),
      { method: 'events' },
    );
    expect(at({ plot, column }, 'v(b)', 0.25e-3)).toBeCloseTo(9.9, 9);
  });
});
