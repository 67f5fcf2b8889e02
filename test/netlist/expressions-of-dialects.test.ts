/** Functions and operators that dialects write alike and mean differently, as their manuals tell them. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import type { DialectName } from '../../src/expression/dialect.js';

/** v(o) at rest of B1 o 0 V={text}, beside v(x) = 0.3, v(y) = 0.7 and v(z) = -2. */
function valueOf(dialect: DialectName, text: string, ...cards: readonly string[]): number {
  const sources = ['V1 x 0 0.3', 'V2 y 0 0.7', 'V3 z 0 -2', `B1 o 0 V={${text}}`, 'R1 o 0 1k', '.op'];
  const { runs, diagnostics } = simulate(['t', ...sources, ...cards].join('\n'), { dialect });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return runs[0]?.report.final.find(({ name }) => name === 'v(o)')?.value ?? NaN;
}

describe('LTspice', () => {
  it.each([
    ['if(v(x), 5, 1)', 1],
    ['v(y) ? 5 : 1', 5],
    ['v(x) & v(y)', 0],
    ['v(x) | v(y)', 1],
    ['v(x) ^ v(y)', 1],
    ['!v(x)', 1],
    ['if(v(x) > 0, 5, 1)', 5],
  ])('takes what is above 0.5 for true: %s is %d', (text, wanted) => {
    expect(valueOf('ltspice', text)).toBeCloseTo(wanted, 12);
  });

  it('elsewhere all but 0 is true', () => {
    expect(valueOf('ngspice', 'v(x) ? 5 : 1')).toBeCloseTo(5, 12);
    expect(valueOf('xyce', 'if(v(x), 5, 1)')).toBeCloseTo(5, 12);
  });
});

describe('Xyce', () => {
  it.each([
    // Source: its ExpressionParser.yxx.
    ['(1 | 0 & 0) ? 5 : 6', 6],
    ['7 % 4 * 2', 7],
    ['~1 == 0 ? 1 : 2', 1],
    ['pwr(v(z), 3)', -8],
    ['pwrs(v(z), 2)', -4],
    ['m(v(z)) + r(v(z)) + img(v(z))', 0],
    ['ph(v(z))', Math.PI],
    ['ddx(v(z)**3 * v(x), v(z))', 3.6],
    ['ddx(v(z)**3 * k, k)', -8],
    ['ddx(f(v(z)), v(z))', -4],
    ['rand() + limit(5, 2) + limit(7, 1, 2)', 7.5],
    ['ctok', 273.15],
    ['freq', 0],
  ])('%s is %d', (text, wanted) => {
    expect(valueOf('xyce', text, '.param k=3', '.func f(x) {x*x}')).toBeCloseTo(wanted, 12);
  });

  it('functions of the netlist come before those of these names', () => {
    expect(valueOf('xyce', 'm(1) + r(1)', '.func m(x) {x+1}', '.func r(x) {x+2}')).toBeCloseTo(5, 12);
  });

  it('a slope is by a quantity or a parameter, of what stands now', () => {
    expect(() => valueOf('xyce', 'ddx(v(x), v(x)+v(y))')).toThrow('by a quantity or a parameter');
    expect(() => valueOf('xyce', 'ddx(sdt(v(x)), v(x))')).toThrow('has no slope');
  });
});

it('limit() of two arguments draws one of two values in ngspice', () => {
  expect([3, 7]).toContain(valueOf('ngspice', 'k', '.param k={limit(5, 2)}'));
});
