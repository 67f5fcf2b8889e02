import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { compileOperatingPoint } from '../../src/circuit/operating-point.js';
import { compileStatic, compileText, flatten } from './compile-text.js';

/** z of a circuit without ideal elements, by name of the capacitor or inductor. */
function staticValues(text: string): Record<string, number> {
  const whole = `${text}\n.tran 1m 1`;
  const { system, storageU } = compileStatic(whole);
  const u = system.inputs.map((signal) => signal.value(0));
  const { storage, branches } = compileText(whole).system;
  return Object.fromEntries(
    storage.map(({ branch }, k) => [
      branches[branch]?.name ?? '',
      u.reduce((sum, value, j) => sum + value * (storageU[k * u.length + j] ?? NaN), 0),
    ]),
  );
}

function errors(text: string): string {
  return compileOperatingPoint(flatten(`${text}\n.tran 1m 1`))
    .diagnostics.map(formatDiagnostic)
    .join('\n');
}

describe('the operating point', () => {
  test('opens capacitors and shorts inductors', () => {
    expect(staticValues('V1 a 0 6\nR1 a b 1\nL1 b c 1m\nR2 c 0 2\nC1 c 0 1u')).toEqual({ c1: 4, l1: 2 });
  });

  test('takes a source at its first instant in a transient, at its DC value in .op', () => {
    const text = 'V1 a 0 dc 3 pulse(1 2 0 1 1)\nR1 a b 1\nC1 b 0 1';
    expect(staticValues(text)).toEqual({ c1: 1 });
    const { system } = compileStatic(`${text}\n.op`);
    expect(system.recoverU[0]).toBe(3);
  });

  test('holds the inductors of .ic', () => {
    expect(staticValues('V1 a 0 6\nR1 a b 1\nL1 b 0 1m\n.ic i(L1)=2')).toEqual({ l1: 2 });
    expect(staticValues('V1 a 0 6\nR1 a b 1\nL1 b 0 1m rser=1\n.ic i(L1)=2')).toEqual({ l1: 2 });
    expect(staticValues('V1 a 0 6\nR1 a b 1\nL1 b 0 1m\n.nodeset i(L1)=2')).toEqual({ l1: 6 });
  });

  test('holds the nodes of .ic', () => {
    expect(staticValues('V1 a 0 6\nR1 a b 1\nC1 b 0 1u\nR2 b 0 1\n.ic v(b)=1')).toEqual({ c1: 1 });
  });

  test('warns where .ic contradicts a source', () => {
    expect(errors('V1 a 0 6\nR1 a 0 1\n.ic v(a)=1')).toContain(
      'warning: .ic of node a has no effect: sources or other .ic values fix its voltage',
    );
  });

  test('shares the current of inductors in parallel equally: least norm', () => {
    const { l1, l2 } = staticValues('I1 0 a 3\nL1 a 0 1m\nL2 a 0 5m\nR1 a 0 1');
    // One projection rounds once.
    expect(l1).toBeCloseTo(1.5, 14);
    expect(l2).toBeCloseTo(1.5, 14);
  });

  test('shares the voltage of capacitors in series equally: least norm', () => {
    const { c1, c2 } = staticValues('V1 a 0 8\nC1 a b 1u\nC2 b 0 3u');
    expect(c1).toBeCloseTo(4, 14);
    expect(c2).toBeCloseTo(4, 14);
  });

  test('does not exist where a source drives an inductor alone', () => {
    expect(errors('V1 a 0 1\nL1 a 0 1m')).toBe(
      [
        't.cir:3:1: error: v1 would drive an endless current through l1: there is no operating point',
        '  L1 a 0 1m',
        '  ^^^^^^^^^',
        '  hint: put a resistor in series with l1, or start with uic',
      ].join('\n'),
    );
  });

  test('exists where a sine that begins at 0 drives an inductor alone', () => {
    expect(staticValues('V1 a 0 sin(0 1 1k)\nL1 a 0 1m').l1).toBe(0);
  });

  test('does not exist where a source charges a capacitor alone', () => {
    expect(errors('I1 0 a 1\nC1 a 0 1u\nR1 b 0 1\nC2 a b 1u')).toContain(
      'error: i1 would charge c1 without end: there is no operating point',
    );
  });

  test('leaves diodes as multipliers: y = D lambda + E u', () => {
    const { system } = compileStatic('.model d d\nV1 a 0 6\nD1 a b d\nR1 b 0 2\nC1 b 0 1u\n.tran 1m 1');
    expect([system.n, [...system.D], [...system.E]]).toEqual([0, [0.5], [3]]);
  });
});
