/** Results of measures in expressions of a .control block. */
import { expect, test } from 'vitest';
import { simulate } from '../../../src/index.js';

test('let and print behind meas are measures of measures', () => {
  const { runs, diagnostics } = simulate(`charge
V1 a 0 pwl(0 0 1n 1)
R1 a b 1k
C1 b 0 1n
.tran 10n 5u
.control
run
meas tran half when v(b)=0.5 rise=1
meas tran most max v(b)
let sum = half + most
let again = 2*sum
print again most^2
let most = 1+most
.endc
.end
`);
  const found = Object.fromEntries((runs[0]!.report.measures ?? []).map(({ name, value }) => [name, value]));
  const [half, most] = [found['half']!, found['most']!];
  expect(half).toBeCloseTo(0.693e-6, 8);
  expect(found['sum']).toBeCloseTo(half + most, 12);
  expect(found['again']).toBeCloseTo(2 * (half + most), 12);
  expect(found['most^2']).toBeCloseTo(most ** 2, 12);
  expect(diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message)).toEqual([
    '"most" is the name of a measure already: left out',
  ]);
});
