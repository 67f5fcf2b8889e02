/** `.nodeset` decides between several operating points of ideal parts; of smooth laws: `smooth-points.test.ts`. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/index.js';

/** Last values by name, of every run of a text. */
function lastValues(text: string): Record<string, number>[] {
  const { diagnostics, runs } = simulate(`t\n${text}\n.end`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return runs.map(({ plot }) =>
    Object.fromEntries(plot!.header.columns.map(({ name }, k) => [name, plot!.columns[k]!.at(-1)!])),
  );
}

describe('.nodeset', () => {
  it.each([4, -4])('chooses the state of an ideal latch: %s V', (guess) => {
    const latch = 'V1 s 0 0\nB1 o 0 V=if(v(s)+v(o)>0,5,-5)\nR1 o 0 1k\n.op';
    expect(lastValues(`${latch}\n.nodeset v(o)=${guess}`)[0]!['v(o)']).toBe(5 * Math.sign(guess));
  });

  it.each([5, 0])('chooses what a transient by exact events begins at: %s V', (guess) => {
    const step = (a: string): string => `V=if(v(${a})>1.4, if(v(${a})>1.5, 5, 50*(v(${a})-1.4)), 0)`;
    const loop = `B1 p 0 ${step('in')}\nR1 p 0 1k\nB2 q 0 ${step('p')}\nR2 q in 1k\nC1 in 0 1u\nD1 in c dd\nR3 c 0 1meg\n.model dd d`;
    const run = `t\n${loop}\n.nodeset v(in)=${guess}\n.options method=events\n.tran 1u 1m\n.print tran v(in) v(p)\n.op\n.end`;
    const { diagnostics, runs } = simulate(run);
    expect(diagnostics.filter(({ code }) => code === 'several-solutions')).toEqual([]);
    const [moving, resting] = runs.map(({ plot }) => plot!.columns.map((column) => column.at(-1)!));
    // 1 kOhm to what 1 MOhm and the diode draw
    expect(moving![1]).toBeCloseTo((guess * 1e6) / 1.001e6, 9);
    expect(moving![2]).toBe(guess);
    expect(Math.max(...resting!)).toBeCloseTo(guess, 9);
  });

  it('changes nothing where there is one operating point', () => {
    const divider = 'V1 a 0 10\nR1 a b 1k\nD1 b 0 dd\n.model dd d(is=1f)\n.op';
    const [plain, guessed] = [divider, `${divider}\n.nodeset v(b)=7 all=2`].map(
      (text) => lastValues(text)[0]!['v(b)']!,
    );
    expect(Math.abs(plain! - guessed!)).toBeLessThan(1e-12);
  });

  it('says where it has no effect: beside a smooth function on a grid', () => {
    const curved =
      'V1 a 0 1\nR1 a b 1k\nB1 b 0 I=1m*v(b)**3\nD1 b 0 d1\n.model d1 d\n.options method=theta diode=ideal\n.tran 1u 10u';
    const { diagnostics } = simulate(`t\n${curved}\n.nodeset v(b)=0.5\n.end`);
    expect(diagnostics.filter(({ code }) => code === 'nodeset-without-effect')).toHaveLength(1);
  });
});
