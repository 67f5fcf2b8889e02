/**
 * Modes on the way to the one that holds may be singular, and are passed by pinning an unknown; what a pin leaves in its row is no solution.
 * Phases of a Vienna rectifier whose link floats: with all diodes of one phase open and those of the others in a loop Kirchhoff's law was
 * missed by amperes for a whole step.
 */
import { expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist } from './run-netlist.js';

const phases = ['a', 'b', 'c'].map(
  (x, k) => `V${x} ${x}0 0 sin(0 100 50 0 0 ${-120 * k})
L${x} ${x}0 ${x} 3m
X${x} ${x} p m n g leg`,
);

const rectifier = netlist(`.model dd d
.model s1 sw(vt=0.5 vh=0 ron=0 roff=inf)
.subckt leg x p m n g
D1 x p dd
D2 n x dd
D3 x q1 dd
D4 m q1 dd
D5 q2 x dd
D6 q2 m dd
S1 q1 q2 g 0 s1
.ends
${phases.join('\n')}
Vg g 0 pulse(0 1 1u 0 0 50u 100u)
C1 p m 1m ic=125
C2 m n 1m ic=125
R1 p n 60
Rm m 0 1k
.tran 20u 3.6m 3.2m 5u uic
.save v(p) v(n) i(La)`);

it('a pin leaves nothing in its row', () => {
  const ends = ['events', 'stepping'].map((method) => {
    const { runs } = simulate({ name: 't.cir', text: rectifier }, { options: { method } });
    const { plot, report } = runs[0]!;
    expect(report.certificate?.missed).toEqual([]);
    return plot!.columns.slice(1).map((column) => column.at(-1)!);
  });
  ends[1]!.forEach((value, k) => expect(value / ends[0]![k]!).toBeCloseTo(1, 3));
});
