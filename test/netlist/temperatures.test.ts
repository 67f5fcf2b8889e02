/** Temperatures are degrees Celsius above absolute zero, wherever one is written. */
import { describe, expect, test } from 'vitest';
import { prepare } from '../../src/analysis/preparation.js';
import { formatDiagnostic } from '../../src/base/diagnostic.js';

const circuit = 'V1 a 0 1\nR1 a b 1k\nD1 b 0 dx\n.model dx d(is=1e-14)\n.tran 1u 1m\n';

function errorsOf(text: string, options: Record<string, number> = {}): string[] {
  const { diagnostics } = prepare({ name: 't.cir', text }, { options });
  return diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
}

describe('a temperature of 0 K or less is refused with its place', () => {
  const hint = '  hint: temperatures are in degrees Celsius: 300 K is 26.85';
  const legal = 'temperature must be above -273.15 (0 K) and at most 10000';

  test('in .temp', () => {
    expect(errorsOf(`cold\n${circuit}.temp -400\n`)).toEqual([
      [`t.cir:7:7: error: .temp: ${legal}, not -400`, '  .temp -400', '        ^^^^', hint].join('\n'),
    ]);
  });

  test('in .step temp and .dc temp', () => {
    expect(errorsOf(`cold\n${circuit}.step temp -300 0 100\n`)).toEqual([
      [
        `t.cir:7:1: error: .step: ${legal}, not -300`,
        '  .step temp -300 0 100',
        '  ^^^^^^^^^^^^^^^^^^^^^',
        hint,
      ].join('\n'),
    ]);
  });

  test('in options, on elements and in models', () => {
    expect(errorsOf(`cold\n${circuit}.options temp=-274\n`)[0]).toContain('not -274');
    expect(errorsOf(`cold\n${circuit}R2 a 0 1k temp=-400\n`)[0]).toContain('r2: temp must be above -273.15');
    expect(errorsOf(`cold\n${circuit}R2 a 0 1k dtemp=-400\n`)[0]).toContain(
      'r2 is at -373 Celsius, below 0 K',
    );
    expect(errorsOf(circuit.replace('is=1e-14', 'is=1e-14 tnom=-300'))[0]).toContain('tnom must be above');
    expect(errorsOf(`cold\n${circuit}`, { temp: -300 }).length).toBeGreaterThan(0);
  });

  test('as are ones at which nothing is solid', () => {
    expect(errorsOf(`hot\n${circuit}.temp 1e9\n`)[0]).toContain('at most 10000, not 1000000000');
  });

  test('while cold ones run, down to where IS is no number', () => {
    expect(errorsOf(`cold\n${circuit}.temp -200\n`)).toEqual([]);
    expect(errorsOf(`cold\n${circuit}.temp -270\n`)[0]).toContain('diode d1: IS is 0 A at -270 Celsius');
  });
});

test('a name that nothing defines is no temperature to ngspice, and said; others refuse it', () => {
  const text = 'undefined\nV1 a 0 1\nR1 a 0 1k tc1=0.01\n.temp TP\n.op\n';
  const told = (dialect?: 'pspice'): string[] =>
    prepare({ name: 't.cir', text }, { ...(dialect && { dialect }) }).diagnostics.map(formatDiagnostic);
  expect(told()).toEqual([
    't.cir:4:7: warning: .temp: there is no parameter "TP": the circuit is at 27 Celsius, as in ngspice\n  .temp TP\n        ^^\n  hint: define it: .param TP=...',
  ]);
  expect(told('pspice')[0]).toContain('error: unknown parameter "tp"');
});
