/** Loops of sources and ideal elements that have no solution: sparse steps name them as exact events do. */
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { simulate } from '../../src/analysis/simulate.js';
import { contradictingLoop } from '../../src/circuit/contradicting-loop.js';
import type { SmoothBranch } from '../../src/circuit/primitives.js';
import { constantSignal } from '../../src/kernel/modeling/signals/constant-signal.js';

const smooth = 'Rs a x 1k\nDs x 0 ds\n.model ds d is=1e-14 cjo=1p\n.model i d\n.model s sw vt=0.5 ron=0';

function errorsOf(body: string, analysis: string, method: string): readonly (readonly string[])[] {
  const text = `t\n${body}\n${smooth}\n${analysis}\n.options diode=ideal ideal=switches method=${method}\n.end\n`;
  return simulate({ name: 't.cir', text })
    .runs.flatMap(({ report }) => report.diagnostics)
    .filter(({ severity }) => severity === 'error')
    .map(({ message, hint = '' }) => [message, hint]);
}

const hintOf = (element: string): string =>
  `give ${element} a resistance: in series where a voltage drives it, in parallel where a current does`;

const across = 'V1 a 0 3.3\nD1 a 0 i';
const throughCoil = 'V1 a 0 3.3\nD1 a b i\nL1 b 0 1m';
const closed = 'V1 a 0 3.3\nVc c 0 pulse(1 0 1m)\nS1 a 0 c 0 s';

describe.each(['.op', '.tran 1u 2m'])('at rest (%s)', (analysis) => {
  test.each([
    ['a diode across a source', across, 'd1'],
    ['a coil in series', throughCoil, 'd1'],
    ['a switch that another source closes', closed, 's1'],
  ])('%s', (_, body, element) => {
    const expected = [
      [
        `there is no operating point (proved): ${element} conflicts with v1`,
        `${hintOf(element)}, or start with uic`,
      ],
    ];
    // Of several constant sources exact events name none.
    const exact = errorsOf(body, analysis, 'events').map((words) =>
      words.map((text) => text.replace('the constant sources', 'v1')),
    );
    expect(exact).toEqual(expected);
    expect(errorsOf(body, analysis, 'stepping')).toEqual(expected);
  });
});

describe('in a transient', () => {
  test.each([
    ['from the start', across, '.tran 1u 1m uic', 'd1', 0],
    ['by a jump at the start', 'V1 a 0 pulse(-1 5 0 0 0 1m)\nD1 a 0 i', '.tran 1u 1m', 'd1', 0],
    ['where a sine becomes positive', 'V1 a 0 sin(0 -5 1k)\nD1 a 0 i', '.tran 1u 1m', 'd1', 5e-4],
    [
      'where an edge becomes positive',
      'V1 a 0 pulse(-1 5 0.3m 6u 1u 1m)\nD1 a 0 i',
      '.tran 1u 1m',
      'd1',
      3.01e-4,
    ],
    [
      'where a source closes a switch',
      'V1 a 0 5\nVc c 0 pwl(0 0 1m 1)\nS1 a 0 c 0 s',
      '.tran 1u 1m',
      's1',
      5e-4,
    ],
    [
      'where a charge closes a switch',
      'V1 a 0 sin(5 0.1 1k)\nRc a c 1k\nCc c 0 1u\nS1 a 0 c 0 s\n.ic v(c)=0',
      '.tran 1u 1m',
      's1',
      undefined,
    ],
  ] as const)('%s', (_, body, analysis, element, time) => {
    const said = (method: string): readonly [at: number, rest: readonly string[]] => {
      const errors = errorsOf(body, analysis, method);
      expect(errors).toHaveLength(1);
      const [message = '', hint = ''] = errors[0] ?? [];
      const [, at = '', unit = '', conflict = ''] =
        /^the circuit has no solution right after t = ([\d.]+) (\w+) \(proved\): (.*)$/.exec(message) ?? [];
      const units: Readonly<Record<string, number>> = {
        s: 1,
        ms: 1e-3,
        us: 1e-6,
        ns: 1e-9,
        ps: 1e-12,
        fs: 1e-15,
      };
      return [Number(at) * (units[unit] ?? NaN), [conflict, hint]];
    };
    const [exact, words] = said('events');
    expect(words).toEqual([`${element} conflicts with v1`, hintOf(element)]);
    if (time !== undefined) expect(Math.abs(exact - time)).toBeLessThan(1e-12);
    const [stepped, same] = said('stepping');
    expect(same).toEqual(words);
    // The control of a switch is met within reltol of its step.
    expect(Math.abs(stepped - exact)).toBeLessThan(time === undefined ? 1e-8 : 1e-12);
  });

  test('what fails without such a loop keeps its message', () => {
    const [error] = errorsOf(
      'V1 a 0 3.3\nR1 a y 1k\nD1 y 0 i\nRw w 0 1k\nBw 0 w i=10*exp(v(w))',
      '.op',
      'stepping',
    );
    expect(error?.[0]).toContain('there is no operating point: Newton iterations do not converge');
  });
});

describe('a loop', () => {
  const node = fc.integer({ min: 0, max: 5 });
  const card = fc.record({
    a: node,
    b: node,
    kind: fc.constantFrom('source', 'diode', 'switch'),
    slack: fc.nat(9),
  });
  const branchOf = (
    { a, b, kind, slack }: { a: number; b: number; kind: string; slack: number },
    k: number,
    potential: readonly number[],
  ): SmoothBranch => {
    const volts = (potential[a] ?? 0) - (potential[b] ?? 0);
    const ends = { name: `${kind}${k}`, element: `${kind}${k}`, a: `${a}`, b: `${b}` };
    if (kind === 'diode') return { ...ends, kind: 'unilateral', resistance: 0, threshold: volts + slack / 3 };
    if (kind === 'source') return { ...ends, kind: 'voltage', signal: constantSignal(volts) };
    const control = { constant: 1, terms: [] };
    return {
      ...ends,
      kind: 'ideal-switch',
      resistance: 0,
      control,
      on: 0,
      off: 0,
      initially: 'off',
      b: ends.a,
    };
  };
  const valueOf = (signal: { value: (t: number) => number }): number => signal.value(0);

  test('is found nowhere where potentials satisfy all branches', () => {
    fc.assert(
      fc.property(
        fc.array(card, { maxLength: 20 }),
        fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 6, maxLength: 6 }),
        (cards, potential) => {
          const branches = cards.map((one, k) => branchOf(one, k, potential));
          expect(contradictingLoop(branches, { valueOf })).toBeUndefined();
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  test('is found wherever a diode would hold off what sources and other diodes put on it, and is one', () => {
    fc.assert(
      fc.property(
        fc.array(card, { maxLength: 20 }),
        fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 2, max: 5 }),
        (cards, potential, length) => {
          const branches = cards.map((one, k) => branchOf(one, k, potential));
          // A chain of sources with the potentials, and a diode back that has 1 V too little.
          const chain = Array.from({ length }, (_, k) =>
            branchOf({ a: k, b: k + 1, kind: 'source', slack: 0 }, 100 + k, potential),
          );
          const back = branchOf({ a: 0, b: length, kind: 'diode', slack: -3 }, 200, potential);
          const loop = contradictingLoop([...branches, ...chain, back], { valueOf });
          expect(loop?.elements).toContain('diode200');
        },
      ),
      { seed: 2, numRuns: 300 },
    );
  });
});
