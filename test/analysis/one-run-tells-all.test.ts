import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { planRuns } from '../../src/analysis/run-plan.js';

function told(body: string): string {
  const { diagnostics, runs } = planRuns({ name: 't.cir', text: `title\n${body}\n` });
  expect(runs).toEqual([]);
  return diagnostics.map(formatDiagnostic).join('\n');
}

const loop = 'V1 a 0 1\nV2 a 0 2';
const aboutLoop = [
  't.cir:3:1: error: voltage sources v1 and v2 form a loop: their values would have to agree at all times',
  '  V2 a 0 2',
  '  ^^^^^^^^',
  '  t.cir:2:1: v1 is part of the loop',
  '  V1 a 0 1',
  '  ^^^^^^^^',
  '  hint: put a resistor in series with v2, or remove it',
];

test('an unknown measure and a loop of voltage sources are told together', () => {
  expect(told(`${loop}\n.tran 1u 1m\n.meas tran x foo v(a)`)).toBe(
    [
      ...aboutLoop,
      't.cir:5:14: warning: .meas: x asks for "foo", which is no measure: left out',
      '  .meas tran x foo v(a)',
      '               ^^^',
      '  hint: write: .meas [tran|dc|ac|noise|op] name max|min|pp|avg|rms|integ|find|deriv|when|trig|duty|freq|period|param|err|error|four ...',
    ].join('\n'),
  );
});

test('a misspelt analysis is not a missing one, too, and hides nothing of the circuit', () => {
  expect(told(`${loop}\n.trann 1u 1m`)).toBe(
    [
      ...aboutLoop,
      't.cir:4:1: error: unknown card ".trann"',
      '  .trann 1u 1m',
      '  ^^^^^^',
      '  hint: did you mean ".tran"?',
    ].join('\n'),
  );
});

test('nor is a device without segments wrong where no card says by which method it is to run', () => {
  const transistor = '.model m nmos(level=8)\nV1 a 0 1\nM1 a a 0 0 m';
  expect(told(`${transistor}\n.trann 1u 1m`).match(/error: .*/g)).toEqual(['error: unknown card ".trann"']);
});

test('where an element is wrong, nothing is said of the circuit that lacks it', () => {
  expect(told('V1 a 0 1\nR1 a b {zz}\nC1 b c 1u\n.tran 1u 1m').match(/error: .*/g)).toEqual([
    'error: unknown parameter "zz"',
  ]);
});

test('a misspelt card that may bring elements hides the circuit', () => {
  expect(told('V1 a 0 1\n.inclde "rest.cir"\nC1 b c 1u\n.tran 1u 1m').match(/error: .*/g)).toEqual([
    'error: unknown card ".inclde"',
  ]);
});

test('a coupling of an inductor that is not there is one error', () => {
  expect(told('L1 a 0 1m\nL2 a 0 1m\nK1 L1 L3 0.5\n.tran 1u 1m').match(/error: .*/g)).toEqual([
    'error: there is no element "l3"',
  ]);
});

test('a sweep of more runs than anybody waits for is refused', () => {
  const sweep = '.param r=1 s=1\nV1 a 0 1\nR1 a 0 {r+s}\n.tran 1u 1m\n';
  expect(told(`${sweep}.step param r 1 10000 1\n.step param s 1 10000 1`)).toBe(
    [
      't.cir:7:1: error: the .step cards ask for 100000000 runs; at most 100000 are made',
      '  .step param s 1 10000 1',
      '  ^^^^^^^^^^^^^^^^^^^^^^^',
      '  hint: take fewer values',
    ].join('\n'),
  );
});
