import { expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { formatDiagnostic } from '../../../src/base/diagnostic.js';
import { netlistText, run } from '../run-netlist.js';

function warnings(text: string): string[] {
  const { diagnostics } = simulate({ name: 't.cir', text });
  return diagnostics.filter(({ severity }) => severity === 'warning').map(formatDiagnostic);
}

const latch = (capacitors: string) => `cross-coupled comparators
E1 p 0 TABLE {-v(b)} = (0,-5) (0,5)
R1 p a 1k
E2 q 0 TABLE {-v(a)} = (0,-5) (0,5)
R2 q b 1k
${capacitors}
.tran 1n 1u uic
`;

const told = (
  elements: string,
): string => `warning: the circuit has several solutions right after t = 0 s: they differ in the state of ${elements}; the first one found from the state before is followed
  hint: let the circuit decide: by initial values, or by a capacitance or hysteresis at ${elements}`;

test('a latch that starts undecided is told', () => {
  expect(warnings(latch('C1 a 0 1n ic=0\nC2 b 0 1n ic=0'))).toContain(told('e1 and e2'));
});

test('its certificate does not call the waveforms unique, though D is positive semidefinite', () => {
  const { certificate } = run(latch('C1 a 0 1n ic=0\nC2 b 0 1n ic=0'));
  expect(certificate.uniqueness).toBe('not unique: several solutions were met');
});

test('a latch whose capacitors have decided is not', () => {
  expect(warnings(latch('C1 a 0 1n ic=1\nC2 b 0 1n ic=-1'))).toEqual([]);
});

test('a diode beside a negative resistance may conduct or block', () => {
  const text = 'd\nI1 0 a 1m\nR1 a 0 -1k\nD1 a 0 d\n.model d d\n.tran 1u 1m uic\n';
  expect(warnings(text)).toEqual([told('d1')]);
});

test('a bridge of diodes has one solution', () => {
  expect(warnings(netlistText('bridge.cir'))).toEqual([]);
});
