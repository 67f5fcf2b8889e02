import { expect, test } from 'vitest';
import { simulate } from '../../../src/index.js';

test('a measure that a loop of a script comes to again has a value a run, and is not written twice', () => {
  const { runs, diagnostics } = simulate(
    'RC by two resistances\nV1 a 0 1\nR1 a b 1k\nC1 b 0 1u\n.control\nforeach r 1k 2k\nalter r1 = $r\ntran 10u 5m uic\n' +
      'meas tran late find v(b) at=4m\nend\n.endc\n.end\n',
  );
  const values = runs.map(({ report }) => report.measures?.[0]?.value ?? NaN);
  // 1 - e^(-t / RC) at 4 ms; rows of exact events are exact, and lines between them to 1e-3.
  expect(values.map((value) => value.toFixed(3))).toEqual([
    (1 - Math.exp(-4)).toFixed(3),
    (1 - Math.exp(-2)).toFixed(3),
  ]);
  expect(diagnostics.filter(({ code }) => code === 'repeated-measure')).toEqual([]);
});
