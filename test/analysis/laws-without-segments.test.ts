/** Devices that have a smooth law alone, beside ideal parts: sparse steps run them unasked, and what fails is told as it is. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';

const devices = [
  ['VBIC', 'Q1 x g 0 m\n.model m npn(level=4)'],
  ['JFET level 2', 'J1 x g 0 m\n.model m njf(level=2)'],
  ['MOS level 6', 'M1 x g 0 0 m\n.model m nmos(level=6)'],
  ['BSIM4', 'M1 x g 0 0 m\n.model m nmos(level=14)'],
  ['a MESFET', 'Z1 x g 0 m\n.model m nmf(level=1)'],
] as const;

const ideal = 'Ry y 0 1k\nD1 a y i\n.model i d\n.options diode=ideal';

function netlist(body: string, analysis: string): { readonly name: string; readonly text: string } {
  return { name: 't.cir', text: `t\n${body}\n${analysis}\n.end\n` };
}

describe.each(devices)('%s', (_, device) => {
  const stage = `V1 a 0 5\nVg g 0 0\nRx a x 1k\n${device}`;

  test.each(['.op', '.tran 1u 10u'])('runs beside an ideal diode at %s', (analysis) => {
    const { runs, diagnostics } = simulate(netlist(`${stage}\n${ideal}`, `${analysis}\n.save v(y)`));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(runs[0]?.plot?.columns.at(-1)?.at(-1)).toBeCloseTo(5, 9);
  });

  test.each(['.op', '.tran 1u 10u'])('does not hide that sources contradict each other at %s', (analysis) => {
    const { diagnostics } = simulate(netlist(`${stage}\nV2 a 0 4`, analysis));
    expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      [
        'voltage sources v1 and v2 form a loop: their values would have to agree at all times',
        'put a resistor in series with v2, or remove it',
      ],
    ]);
  });

  test.each(['.op', '.tran 1u 10u'])('does not hide that nothing carries a current at %s', (analysis) => {
    const body = `${stage}\n${ideal}\nBx 0 x i=10*exp(v(x))`;
    const { runs, diagnostics } = simulate(netlist(body, analysis));
    const errors = [...diagnostics, ...runs.flatMap(({ report }) => report.diagnostics)]
      .filter(({ severity }) => severity === 'error')
      .map(({ message, hint }) => [message.replace(/ \(.*/, ''), hint]);
    const diverged =
      'there is no operating point: Newton iterations do not converge however short the step at the operating point';
    expect(errors[0]).toEqual([diverged, 'look at what is named, or start with uic']);
  });
});
