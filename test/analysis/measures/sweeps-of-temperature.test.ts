/** Measures of a swept temperature, where each place that they look at is another circuit. */
import { expect, it } from 'vitest';
import { prepare } from '../../../src/analysis/preparation.js';
import type { PreparedCircuit } from '../../../src/analysis/preparation/prepared-circuit.js';
import { runCard } from '../../../src/analysis/simulate.js';

const reference = `proportional to absolute temperature
V1 a 0 3.3
E1 g 0 VALUE={1.65+1.65*tanh(500*(V(n2)-V(n1)))}
G1 a n1 a g 20u
G2 a n2 a g 20u
G3 a ref a g 20u
Q1 0 0 n1 qv
R1 n2 x 5.4k
Q2 0 0 x qv 8
R2 ref y 52k
Q3 0 0 y qv
.model qv pnp(is=2e-17 bf=8 vaf=40 rb=100 re=5 rc=50)
.dc temp -40 120 20
.meas dc most max v(ref)
.end`;

it('a measure asks for some circuits an interval, not for all that the last iterations of each differ by', () => {
  const { circuit } = prepare(reference);
  let count = 0;
  const counted: PreparedCircuit = {
    ...circuit!,
    elaborate: (overrides) => {
      count++;
      return circuit!.elaborate!(overrides);
    },
  };
  const { measures = [] } = runCard(counted, circuit!.flat.analyses[0]!, []);
  const { circuit: hot } = prepare(reference.replace(/\.dc.*\n.*\n/, '.temp 120\n.op\n'));
  const { final } = runCard(hot!, hot!.flat.analyses[0]!, []);
  // The junctions of both transistors leave a rise with temperature at the hot end.
  expect(measures[0]!.value! / final.find(({ name }) => name === 'v(ref)')!.value).toBeCloseTo(1, 9);
  // Nine points of the sweep; eight intervals of nine places each, the ends of which are points.
  expect(count).toBeLessThanOrEqual(9 + 8 * 12);
});
