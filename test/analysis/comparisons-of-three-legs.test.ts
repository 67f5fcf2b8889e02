/**
 * Three legs whose comparisons turn over at once where the neutral moves: nine pairs of relays and three of absolute values, in a matrix
 * that is no P-matrix. Principal pivoting goes round there; the mode is two or four pairs away.
 */
import { expect, it } from 'vitest';
import { netlist, run } from './run-netlist.js';

const vienna = netlist(
  `.model sv sw vt=.5 vh=0 ron=10m roff=1meg\n.model di d(ron=10m roff=1meg vfwd=.5)\n` +
    ['a', 'b', 'c']
      .map(
        (x, k) =>
          `V${x} ${x} 0 sin(0 325 50 0 0 ${-120 * k})\nL${x} ${x} ${x}1 2m\nD${x}1 ${x}1 p di\nD${x}2 n ${x}1 di\nS${x} ${x}1 m g${x} 0 sv\n` +
          `B${x} h${x} 0 v=abs(.03*v(${x}))-abs(i(L${x}))+.5*(v(g${x})-.5)>0 ? 1 : 0\nR${x} h${x} g${x} 100\nC${x} g${x} 0 1n\n`,
      )
      .join('') +
    'Vp p m 350\nVn m n 350\nRm m 0 1meg\n.tran 5u .5m uic',
);

it('a hysteretic current control of three legs by steps is that of exact events', { timeout: 60_000 }, () => {
  const exact = run(vienna, { method: 'events' });
  const stepped = run(vienna, { method: 'stepping' });
  expect([stepped.certificate.incomplete, stepped.certificate.missed]).toEqual([undefined, []]);
  for (const name of ['i(la)', 'i(lb)', 'i(lc)']) {
    const range = exact.column(name).reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    // Three hundred commutations, each known to reltol of a step.
    expect(Math.abs(stepped.final(name) - exact.final(name)) / range, name).toBeLessThan(0.02);
  }
});
