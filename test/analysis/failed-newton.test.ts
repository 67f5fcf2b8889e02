/** Where Newton's method cannot go on, the elements that keep it from doing so are named, and the time. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist } from './run-netlist.js';

function errorsOf(body: string): readonly string[] {
  const { diagnostics } = simulate(netlist(body));
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

const models = '.model junction d(is=1e-14)\n.model q npn';

describe('a Newton iteration that does not converge', () => {
  it('at the operating point: the laws whose unknown moves, where what moves most is the current of a source', () => {
    // v^2 + 1 = -v / 1 kOhm at rest: no v meets both, and the diode takes no current below 0.
    const errors = errorsOf(
      `V1 a 0 SIN(0 5 1k)\nR1 a b 1k\nB1 b 0 I=v(b)*v(b)+1\nD1 b 0 junction\n${models}\n.tran 1u 1m`,
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /^there is no operating point: .* at the operating point \(unknown v\(b\); changing: d1, b1\)$/,
    );
  });

  it('at a fold: both laws that make it, and the time', () => {
    const errors = errorsOf(
      `V1 a 0 PWL(0 0 1m 5)\nR1 a b 1k\nB1 b 0 I=2m*tanh(-3*(v(b)-1))\nQ1 b b 0 q\n${models}\n.tran 10u 1m`,
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /do not converge however short the step at t = 0\.00046\d* s \(unknown v\(b\); changing: q1, b1\)$/,
    );
  });
});

it('a solution that grows without bound is told so, with what grows', () => {
  // -1 kOhm across 1 uF: e times as much every millisecond.
  const text = 'negative resistance\nC1 a 0 1u ic=1\nB1 a 0 I=-v(a)/1k*(1+1e-9*tanh(v(a)))\n.tran 1m 2 uic\n';
  const { diagnostics, runs } = simulate(text, { options: { method: 'stepping' } });
  const errors = [...diagnostics, ...(runs[0]?.report.diagnostics ?? [])].filter(
    ({ severity }) => severity === 'error',
  );
  expect(errors[0]?.message).toMatch(
    /^the solution grows without bound, up to where it is no number, at t = 0\.\d+ s \(unknown v\(a\)\)$/,
  );
});
