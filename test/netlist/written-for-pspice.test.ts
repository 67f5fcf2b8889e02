/** What PSpice's libraries of vendors write. */
import { describe, expect, it, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import type { TextSource } from '../../src/base/host.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';

/** Final values of a run, by name. */
function final(...cards: readonly string[]): ReadonlyMap<string, number> {
  const { runs, diagnostics } = simulate(['t', ...cards].join('\n'));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return new Map(runs[0]?.report.final.map(({ name, value }) => [name, value]));
}

describe('controlled sources', () => {
  const inputs = ['V1 a 0 3', 'V2 b 0 5', 'R1 c 0 1'];

  it('POLY without brackets', () => {
    expect(final(...inputs, 'E1 c 0 POLY 2 a 0 b 0 -2.7 1 10', '.op').get('v(c)')).toBeCloseTo(50.3, 12);
    expect(final(...inputs, 'F1 0 c POLY 1 V1 0 0 2', 'R3 a 0 1', '.op').get('v(c)')).toBeCloseTo(18, 12);
    // Too few words for that: nodes called so.
    expect(final('V1 poly 1 4', 'R1 1 0 1', 'E1 c 0 poly 1 2', 'R2 c 0 1', '.op').get('v(c)')).toBe(8);
  });

  it('table={input} and its points behind', () => {
    const card = 'E1 c 0 table={V(a)+V(b)} (0,0) (10,20)';
    expect(final(...inputs, card, '.op').get('v(c)')).toBeCloseTo(16, 12);
  });
});

test('a library brings no analyses', () => {
  const library = '.DC VP -40 40 .05\n.STEP PARAM RVAL LIST 1 2\n.PROBE V(x)\n.subckt s a\nR1 a 0 2\n.ends\n';
  const textSource: TextSource = { resolve: (name) => name, read: (name) => ({ name, text: library }) };
  const text = 't\n.lib nom.lib\nV1 a 0 1\nX1 a s\n.op\n.end\n';
  const { circuit, diagnostics } = elaborate({ name: 'main.cir', text }, circuitLanguage, textSource);
  expect(circuit?.analyses.map(({ kind }) => kind)).toEqual(['op']);
  expect(diagnostics.filter(({ severity }) => severity !== 'note').map(({ message }) => message)).toEqual([
    'the library "nom.lib" has 3 cards outside of its subcircuits, which are left out',
  ]);
});

test('BV = 0 is no breakdown', () => {
  const cards = ['V1 a 0 -3', 'D1 a 0 d'];
  const current = (model: string): number | undefined => final(...cards, model, '.op').get('i(v1)');
  expect(current('.model d d(is=1e-14 bv=0)')).toBe(current('.model d d(is=1e-14)'));
});

test('a negative capacitance takes from that beside it', () => {
  // 3 nF - 1 nF behind 1 kOhm: a time constant of 2 us.
  const cards = ['V1 a 0 1', 'R1 a b 1k', 'C1 b 0 3n', 'C2 b 0 -1n', '.tran 10n 10u uic'];
  expect(final(...cards).get('v(b)')).toBeCloseTo(1 - Math.exp(-5), 12);
  expect(simulate(['t', ...cards].join('\n')).diagnostics.map(({ message }) => message)).toEqual([
    'c2 has a negative capacitance',
  ]);
});
