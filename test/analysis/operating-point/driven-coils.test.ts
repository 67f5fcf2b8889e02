/** Coils at rest are shorts: voltage around a loop of them is told by all engines alike, with the coil's place. */
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/base/diagnostic.js';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist } from '../run-netlist.js';

const transistor = 'VC c 0 5\nQ1 c b 0 q\nRB c b 100k\n.model q npn';

function errors(body: string): readonly string[] {
  const { diagnostics } = simulate({ name: 't.cir', text: netlist(`${body}\n.tran 1u 10u`) });
  return diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
}

describe.each([
  ['ideal parts', 'R9 9 0 1'],
  ['a transistor beside it', transistor],
])('a coil at rest, %s', (_, rest) => {
  it.each([
    ['a source across it', 'V1 a 0 5\nL1 a 0 1m', 'v1', 'l1', 3],
    ['.ic across a resonant circuit', 'C1 a 0 1u\nL1 a 0 1m\n.ic v(a)=.1', '\\.ic a', 'l1', 3],
    [
      'two sources and two coils',
      'V1 a 0 5\nV2 b 0 4\nL1 a m 1m\nL2 m b 1m',
      '(v1 and v2|v2 and v1)',
      'l2',
      5,
    ],
  ])('%s drives a current without end', (_name, body, driving, coil, line) => {
    const found = errors(`${body}\n${rest}`);
    expect(found).toHaveLength(1);
    const message = `${driving} would drive an endless current through ${coil}: there is no operating point`;
    expect(found[0]).toMatch(new RegExp(`^t\\.cir:${line}:1: error: ${message}\n`));
  });

  it('sources that cancel around it, or begin at 0, drive none', () => {
    expect(errors(`V1 a 0 5\nV2 b 0 5\nL1 a m 1m\nL2 m b 1m\n${rest}`)).toEqual([]);
    expect(errors(`V1 a 0 sin(0 5 1k)\nL1 a 0 1m\n${rest}`)).toEqual([]);
  });
});
