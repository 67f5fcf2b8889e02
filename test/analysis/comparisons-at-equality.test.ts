/** Comparisons that rest at equality, by sparse steps: they are what their sign says there. */
import { expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

/** v(a) is 5 V, from 2 us to 5 us 0, and so on every 10 us. */
const clocked = (cards: string, at: string): number => {
  const { runs } = simulate(
    `levels of a clock
V1 a 0 pulse(5 0 1u 1u 1u 3u 10u)
Vj j 0 1
${cards}
R1 y 0 1k
.tran .1u 20u
.meas tran at find v(y) at=${at}
.end`,
    { options: { method: 'stepping' } },
  );
  const { certificate, measures = [] } = runs[0]!.report;
  expect(certificate!.missed).toEqual([]);
  return measures[0]!.value!;
};

it.each([
  ['B1 y 0 V={if(v(a) > 0, 10, 0)}', '4u', 0],
  ['B1 y 0 V={if(v(a) > 0, 10, 0)}', '14u', 0],
  ['B1 y 0 V={if(v(a) >= 0, 10, 0)}', '4u', 10],
  ['B1 y 0 V={if(v(a) < 5, 10, 0)}', '9u', 0],
  ['B1 y 0 V={if(v(a) >= 5, 10, 0)}', '9u', 10],
  ['B1 y 0 V={if(v(a) > 0, v(j), 2)}', '4u', 2],
  ['B1 y 0 V={sgn(v(a))}', '4u', 0],
  ['B1 y 0 V={u(v(a)-5)}', '9u', 0],
  // Behind a linear source of it, and of the level of another comparison.
  ['E1 e 0 a 0 2\nB1 y 0 V={if(v(e) > 0, 10, 0)}', '4u', 0],
  ['B0 b 0 V={if(v(a) > 2, 3, 0)}\nB1 y 0 V={if(v(b) > 0, 10, 0)}', '4u', 0],
  ['B0 b 0 V={if(v(a) > 2, 3, 0)}\nB1 y 0 V={if(v(b) >= 3, 10, 0)}', '9u', 10],
] as const)('%s at %s is %f V', (cards, at, wanted) => {
  expect(clocked(cards, at)).toBeCloseTo(wanted, 9);
});

it.each([
  // A ramp that ends at the jump: 3 as it arrives, 4 behind it.
  ['floor(v(e))', 'pulse(3 4 1m 1u 1u 2m 10m)', 4],
  ['ceil(v(e))', 'pulse(4 3 1m 1u 1u 2m 10m)', 3],
] as const)('%s of %s is as its argument is known', (expression, source, wanted) => {
  const { runs } = simulate(
    `jumps\nV1 e 0 ${source}\nB1 b 0 V={${expression}}\nR1 b 0 1k\n.tran 10u 2m uic\n.meas tran at find v(b) at=2m\n.end`,
    { options: { method: 'stepping', certificate: 'full' } },
  );
  const { certificate, measures = [] } = runs[0]!.report;
  expect(certificate!.missed).toEqual([]);
  expect(measures[0]!.value).toBe(wanted);
});
