/**
 * Runs of which nobody is told (no file) go on by machine code from piece to piece; runs that are written go piece by
 * piece. Both are the same run.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import type { AnalysisReport } from '../../src/analysis/analysis.js';
import { netlistText } from './run-netlist.js';

const reference = (file: string): string =>
  readFileSync(new URL(`../data/reference-circuits/${file}`, import.meta.url), 'utf8');

function report(text: string, written: boolean): AnalysisReport {
  const options = { method: 'events', certificate: 'sampled' };
  const { runs } = simulate(text, { options, ...(!written && { openSinks: () => [] }) });
  const [only] = runs;
  if (!only) throw new Error('no run');
  return only.report;
}

describe('without a file the same ends, energies and verdicts as with one', () => {
  test.each([
    ['resonant.cir', reference('resonant.cir')],
    ['buck.cir', reference('buck.cir')],
    ['buck-pwm.cir', reference('buck-pwm.cir')],
    ['buck-hysteresis.cir', reference('buck-hysteresis.cir')],
    ['flyback.cir', reference('flyback.cir')],
    ['h-bridge-pwm.cir', netlistText('h-bridge-pwm.cir')],
    ['delta-sigma.cir', netlistText('delta-sigma.cir')],
  ])('%s', (_, text) => {
    const [fast, told] = [report(text, false), report(text, true)];
    expect(fast.certificate?.missed).toEqual([]);
    told.final.forEach(({ name, value }, k) => {
      // Thousands of switchings, each located to evtol; sensitive loops (a comparator's) amplify that.
      const scale = Math.max(1, Math.abs(value));
      expect(fast.final[k]?.name).toBe(name);
      expect(Math.abs((fast.final[k]?.value ?? NaN) - value) / scale).toBeLessThan(1e-7);
    });
    const [a, b] = [fast.certificate?.energy, told.certificate?.energy];
    expect((a?.dissipated ?? NaN) / (b?.dissipated ?? NaN)).toBeCloseTo(1, 8);
    expect(fast.certificate?.modeChanges).toBe(told.certificate?.modeChanges);
  });
});

test('a gate that nothing but switches reads has two events a period, not six', () => {
  const told = report(reference('buck.cir'), true).certificate;
  const fast = report(reference('buck.cir'), false).certificate;
  expect(told?.events).toBeGreaterThan(12000);
  expect(fast?.events).toBeLessThan(4200);
});

test('a resistor at the gate draws power: its corners stay', () => {
  const loaded = reference('buck.cir').replace('RL o', 'Rg g 0 1k\nRL o');
  const fast = report(loaded, false).certificate;
  expect(fast?.events).toBeGreaterThan(12000);
  expect(fast?.missed).toEqual([]);
});
