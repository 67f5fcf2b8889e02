/** Powers of what is negative: in files of ngspice |x|^y in laws, elsewhere as written; pow in laws and in parameters. */
import { expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';

function volts(law: string, ...cards: string[]): { value: number | undefined; told: readonly string[] } {
  const text = ['t', 'V1 a 0 -2', 'V2 c 0 3', `B1 b 0 V=${law}`, 'R1 b 0 1k', 'R2 c 0 1k', ...cards].join(
    '\n',
  );
  const { runs, diagnostics } = simulate(text);
  const plot = runs[0]?.plot;
  const at = plot?.header.columns.findIndex(({ name }) => name === 'v(b)') ?? -1;
  const told = diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
  return { value: plot?.columns[at]?.[0], told };
}

const script = ['.control', 'op', '.endc'];

// Values of ngspice 39 behind .control; those of the power itself without.
test.each([
  ['v(a)^3', 8, -8],
  ['v(a)**3', 8, -8],
  ['v(a)^v(c)', 8, -8],
  ['v(a)^2', 4, 4],
  ['pow(v(a),3)', 8, 8],
  ['pwr(v(a),3)', -8, 8],
  ['pwr(v(a),2)', -4, 4],
  ['v(a)^3 <> 8', 0, 1],
])('%s of -2 V is %d V in a file of ngspice, %d V elsewhere', (law, ngspice, plain) => {
  expect(volts(law, ...script).value).toBe(ngspice);
  expect(volts(law, '.op').value).toBe(plain);
});

test('an odd power is told once, and what to write', () => {
  expect(volts('v(a)^3 + v(a)^5', '.op').told).toEqual([
    'v(a)^3 has the sign of its base; in ngspice it is the power of the absolute value',
  ]);
  expect(volts('v(a)^3', ...script).told).toEqual([
    'v(a)^3 is the power of the absolute value, as in ngspice, because of .control',
  ]);
  expect(volts('v(a)^2 + v(a)^1.5', ...script).told).toEqual([]);
});

test('pow of a parameter keeps its sign, a backslash divides integers', () => {
  expect(volts('{p} * v(c)', '.param p = {pow(-2, 3)}', '.op').value).toBe(-24);
  expect(volts('{p} * v(c)', '.param p = {-7 \\ 2 + 9 \\ 2 * 2}', '.op').value).toBe(15);
});
