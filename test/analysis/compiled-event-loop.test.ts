/**
 * Runs of which nobody is told (no file) go on by machine code from segment to segment; runs that are written go segment by
 * segment. Both are the same run.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nonsmoothSystem } from '../../src/circuit/compiler/nonsmooth-system.js';
import { prepare } from '../../src/analysis/preparation.js';
import { simulate } from '../../src/analysis/simulate.js';
import type { AnalysisReport } from '../../src/analysis/analysis.js';
import { EventDriven } from '../../src/kernel/simulation/event-driven/event-driven.js';
import { linearEventFlow } from '../../src/kernel/simulation/event-driven/linear-event-flow.js';
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

/** Gates that pass their thresholds at the same instants, on ramps of 1 ns: rounding alone says which is first. */
const synchronousBuck = `synchronous buck
V1 in 0 24
Vh h 0 pulse(0 1 0 1n 1n 3.999u 10u)
Vl l 0 pulse(1 0 0 1n 1n 3.999u 10u)
S1 in x h 0 sw
S2 x 0 l 0 sw
L1 x o 47u ic=0
C1 o 0 33u ic=0
RL o 0 3
.model sw sw(vt=0.5 vh=0 ron=10m roff=1meg)
.tran 1u 20m uic
.end
`;

/** Gates of two periods, a source with breakpoints and one that curves: everything that can be due by time alone. */
const twoGates = `two gates
V1 in 0 sin(24 2 1k)
V2 d 0 pulse(0 5 0 37u 51u 100u 290u)
Va a 0 pulse(0 1 0 1n 1n 3u 7u)
Vb b 0 pulse(0 1 0 1n 1n 4u 11u)
S1 in x a 0 sw
S2 o y b 0 sw
D1 0 x d
L1 x o 100u ic=0
C1 o 0 20u ic=0
Ry y d 2
RL o 0 5
.model sw sw(vt=0.5 vh=0 ron=10m roff=1meg)
.model d d
.tran 1u 20m uic
.end
`;

describe('without a file the same ends, energies and verdicts as with one', () => {
  test.each([
    ['a synchronous buck', synchronousBuck],
    ['gates of two periods', twoGates],
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

test('a gate that nothing but switches reads has two events a period, not six, though its voltage is written', () => {
  const told = report(reference('buck.cir'), true).certificate;
  const fast = report(reference('buck.cir'), false).certificate;
  expect(fast?.events).toBeLessThan(4200);
  expect(told?.events).toBe(fast?.events);
});

test('a resistor at the gate draws power: its breakpoints stay', () => {
  const loaded = reference('buck.cir').replace('RL o', 'Rg g 0 1k\nRL o');
  const fast = report(loaded, false).certificate;
  expect(fast?.events).toBeGreaterThan(12000);
  expect(fast?.missed).toEqual([]);
});

/**
 * A sine through R C over 6000 periods of it, at rest but for exp(-t / RC): v(c) = sin(w t - phi) cos(phi), tan(phi) = w R C. One
 * rounding of t a segment, the state going on without it, would be a phase of 1e-8 by then.
 */
test.each(['compiled', 'plain'])('24 000 segments later a sine has its phase (code=%s)', (code) => {
  const text = 'phase\nV1 in 0 sin(0 1 1k)\nR1 in c 1k\nC1 c 0 100n\n.tran 1m 6.0001 uic\n.end\n';
  const [only] = simulate(text, { openSinks: () => [], options: { method: 'events', code } }).runs;
  const { certificate, final } = only?.report ?? {};
  expect(certificate?.missed).toEqual([]);
  expect(certificate?.steps).toBeGreaterThan(23_000);
  const angle = 2 * Math.PI * 1000;
  const phase = Math.atan(angle * 1e-4);
  const exact = Math.sin(0.1 * 2 * Math.PI - phase) * Math.cos(phase);
  expect(Math.abs((final?.find(({ name }) => name === 'v(c)')?.value ?? NaN) - exact)).toBeLessThan(2e-11);
});

test('a decay of thirty time constants a period is followed by code', () => {
  // On for 3 us, at 100 ns: a dozen segments in a row that end in the middle of nowhere.
  const text =
    'decay\nV1 in 0 10\nVg g 0 pulse(0 1 0 0 0 3u 10u)\nS1 in o g 0 sw\nR1 o 0 100\nC1 o 0 100n ic=0\n' +
    '.model sw sw(vt=.5 vh=0 ron=1 roff=1e9)\n.tran 1u 2m uic\n.end\n';
  const { compiled } = prepare(text).circuit!;
  const flow = linearEventFlow(nonsmoothSystem(compiled, 0, 2e-3));
  const loop = new EventDriven(flow, 0, 2e-3);
  const plain = flow.flow.bind(flow);
  let plainSegments = 0;
  flow.flow = (until) => {
    plainSegments++;
    plain(until);
  };
  loop.run();
  expect(loop.counters.segments).toBeGreaterThan(2500);
  expect(plainSegments).toBeLessThan(150);
  // The charge of a capacitor behind 1 || 100 Ohm, then over 100 Ohm (and 1 GOhm): settled a period long after period.
  const on = 1000 / 101;
  const off = 100 / (1 + 1e-7);
  expect(flow.x[0]! / (on * Math.exp(-7e-6 / (off * 100e-9)))).toBeCloseTo(1, 6);
});
