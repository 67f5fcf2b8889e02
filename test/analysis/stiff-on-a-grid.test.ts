/** Springs that swing many times within a step of a fixed grid: right in the mean as far as numbers tell them, refused beyond. */
import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, run } from './run-netlist.js';

const stiff = (k: string, more = ''): string =>
  netlist(
    `YSPRING1 a 0 ${k} l0=0.5\nYMASS1 a 1 x0=1\n${more}.tran 1m 20m uic\n.print tran x(a)\n.meas tran mean AVG x(a)`,
  );

function errorsOf(text: string): readonly string[] {
  const { diagnostics } = simulate({ name: 't.cir', text }, { options: { method: 'theta' } });
  return diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
}

test.each(['1e12', '1e16'])('k = %s N/m: the mean is the place of rest', (k) => {
  const { report } = run(stiff(k), { method: 'theta' });
  expect(report.measures?.[0]?.value).toBeCloseTo(0.5, 5);
});

test.each(['1e22', '1e30', '1e40'])('k = %s N/m is refused by name', (k) => {
  const [error = '', ...more] = errorsOf(stiff(k));
  expect(more).toEqual([]);
  expect(error).toContain('ymass1 and yspring1 swing against each other in');
  expect(error).toContain('hint: write method=stepping');
});

test('backward Euler damps it to rest, a damper within its own time', () => {
  const damped = run(stiff('1e22'), { method: 'theta', theta: 1, gamma: 1 });
  expect(damped.final('x(a)')).toBeCloseTo(0.5, 12);
  // d/k = 1 s beside m/d = 1e-22 s.
  expect(errorsOf(stiff('1e22', 'YDAMPER1 a 0 1e22\n'))).toEqual([]);
});
