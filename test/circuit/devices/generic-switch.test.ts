import { describe, expect, test } from 'vitest';
import { messages, tryCompile } from '../compile-text.js';
import { run, netlist } from '../../analysis/run-netlist.js';

const [ron, roff, on, off] = [1, 100, 1, 0];

/** The resistance between open and closed, from the head of the device's file. */
function graded(u: number): number {
  const s = Math.min(1, Math.max(-1, (2 * (u - off)) / (on - off) - 1));
  return Math.exp(Math.log(ron * roff) / 2 + (Math.log(ron / roff) * (3 * s - s ** 3)) / 4);
}

/** The resistance that a run shows at every row, with the control there. */
function resistances(parameters: string, control: string): { u: number; R: number; t: number }[] {
  const card = `S1 1 2 GS CONTROL={${control}}\n.model GS SWITCH(RON=1 ROFF=100 ${parameters})`;
  const { column } = run(
    netlist(`V1 1 0 5\nR2 2 0 100\n${card}\nV3 3 0 PWL(0 0 1 1.2 2 0.4 3 1.2 5 -0.2)
R3 3 0 1\n.tran 2m 5\n.print tran i(s1) v(3)`),
  );
  const current = column('i(s1)');
  const time = column('time');
  return Array.from(column('v(3)'), (u, k) => ({ u, R: 5 / current[k]! - 100, t: time[k]! }));
}

describe('generic switch', () => {
  test('its resistance follows the control along the smooth step of ln R', () => {
    for (const { u, R } of resistances('ON=1 OFF=0', 'v(3)')) {
      expect(Math.abs(R / graded(u) - 1)).toBeLessThan(1e-7);
    }
  });

  test('with on below off it is the other way round', () => {
    for (const { u, R } of resistances('ON=0 OFF=1', 'v(3)')) {
      expect(Math.abs(R / graded(1 - u) - 1)).toBeLessThan(1e-7);
    }
  });

  test('it stays open up to offh and closed down to onh, and follows the control after that', () => {
    // The control passes offh = 0.25 upwards once, on = 1 upwards at 0.833 s and 2.75 s, onh = 0.55 downwards at
    // 1.8125 s and 3.93 s. A latch turns in the step in which its threshold is passed.
    const h = 2e-3;
    for (const { u, R, t } of resistances('ON=1 OFF=0 ONH=0.55 OFFH=0.25', 'v(3)')) {
      const thresholds = [0.25 / 1.2, 1 / 1.2, 1.8125, 2.75, 3 + (1.2 - 0.55) / 0.7, 3 + 1.2 / 0.7];
      if (thresholds.some((threshold) => Math.abs(t - threshold) < 2 * h)) continue;
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = thresholds;
      const isClosed = (t > b && t < c) || (t > d && t < e);
      const expected = t < a ? roff : isClosed ? ron : graded(u);
      expect(Math.abs(R / expected - 1), `at ${t}`).toBeLessThan(1e-7);
    }
  });

  test('VSWITCH with VHON and VHOFF, and ISWITCH by control=, are the same', () => {
    // At 0.15 s the latch keeps it open, at 2.3 s closed.
    const across = (model: string, end: number): number =>
      run(
        netlist(`V1 1 0 5\nR1 1 2 50\nS1 2 0 gs control={v(3)}\nV3 3 0 pulse(0 1 0 1 1 1 4)\nR3 3 0 1
.model gs ${model} RON=1 ROFF=1k\n.tran 1m ${end}`),
      ).final('v(2)');
    for (const latches of ['V', 'I'].map(
      (x) => `${x}SWITCH ${x}ON=0.9 ${x}OFF=0 ${x}HON=0.55 ${x}HOFF=0.25`,
    )) {
      expect(across(latches, 0.15)).toBeCloseTo((5 * 1000) / 1050, 6);
      expect(across(latches, 2.3)).toBeCloseTo(5 / 51, 6);
    }
    expect(across('VSWITCH VON=0.9 VOFF=0', 2.3)).toBeGreaterThan(5 / 50);
  });

  test('it is one ideal switch where ron is a short or roff is open', () => {
    const body = 'V1 1 0 5\nR1 1 2 1\nS1 2 0 3 0 GS\nV3 3 0 1\n.model GS SWITCH(RON=0 ROFF=inf OFFH=0.7)';
    const { compiled } = tryCompile(body);
    expect(compiled?.descriptor.branches.find(({ element }) => element === 's1')).toMatchObject({
      kind: 'ideal-switch',
      resistance: 0,
      on: 0.7,
      off: 0.5,
    });
  });

  test('thresholds out of order are refused', () => {
    const body = 'V1 1 0 5\nS1 1 0 1 0 GS\n.model GS SWITCH(ON=1 OFF=0 ONH=1.5)';
    expect(messages(tryCompile(body)))
      .toBe(`t.cir:4:1: error: switch s1 has onh or offh outside of the range from off to on
  .model GS SWITCH(ON=1 OFF=0 ONH=1.5)
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  hint: put onh and offh of model gs between off and on`);
  });
});
