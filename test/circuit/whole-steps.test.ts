/** Random circuits: whole steps in one call of machine code are those that script makes stage by stage, to the bit. */
import { describe, expect, it } from 'vitest';
import { expectSameSteps, type RandomPart } from '../suites/whole-steps-suite.js';

const seeds = Array.from({ length: 40 }, (_, k) => k + 1);

describe('whole steps of random circuits', () => {
  let [steps, rejected, failed] = [0, 0, 0];

  it.each(seeds)('circuit %i', (seed) => {
    const run = expectSameSteps(seed);
    steps += run.steps.length;
    rejected += run.counters.rejected;
    failed += run.counters.failed;
  });

  it('have steps that were rejected and steps that did not converge among them', () => {
    expect(steps).toBeGreaterThan(4000);
    expect(rejected).toBeGreaterThan(100);
    expect(failed).toBeGreaterThan(10);
  });
});

/** Switches with hysteresis and without, ideal diodes, and comparisons that drive a node. */
const commutating: readonly RandomPart[] = [
  (k, { inner, all, pick }) => `S${k} ${pick(inner)} ${pick(all)} ${pick(inner)} ${pick(all)} sh`,
  (k, { inner, all, pick }) => `S${k} ${pick(inner)} ${pick(all)} in 0 sr`,
  (k, { inner, all, pick }) => `D${k} ${pick(inner)} ${pick(all)} di`,
  (k, { inner, pick }) =>
    `B${k} b${k} 0 V={if(v(${pick(inner)}) > v(${pick(inner)}) + .1, 3, -1)}\nRb${k} b${k} ${pick(inner)} 2k`,
];
const models = `.model sh sw(vt=1 vh=.2 ron=10 roff=1meg)
.model sr sw(vt=.5 vh=0 ron=100 roff=10meg)
.model di d(ron=1m roff=1e9 vfwd=.3)`;

describe('whole steps of random circuits that commutate', () => {
  let [steps, events, changes] = [0, 0, 0];

  it.each(seeds)('circuit %i', (seed) => {
    const run = expectSameSteps(seed, { parts: commutating, models });
    steps += run.steps.length;
    events += run.counters.locatedEvents;
    changes += run.counters.modeChanges;
  });

  it('have events that were located and pairs that turned over within steps among them', () => {
    expect(steps).toBeGreaterThan(4000);
    expect(events).toBeGreaterThan(200);
    expect(changes).toBeGreaterThan(30);
  });
});

/** Sources and resistances that are written down, smooth and with corners. */
const behavioural: readonly RandomPart[] = [
  (k, { inner, pick, within }) =>
    `B${k} ${pick(inner)} 0 I=${within(1e-6, 1e-3)}*tanh(v(${pick(inner)})*${within(0.1, 3)})`,
  (k, { inner, all, pick }) =>
    `B${k} ${pick(inner)} ${pick(all)} I=1e-5*exp(min(v(${pick(inner)}), 2))*(1 + sin(time*1e6))`,
  (k, { inner, pick }) =>
    `B${k} b${k} 0 V=v(${pick(inner)}, ${pick(inner)})**2/(1 + abs(v(${pick(inner)})))\nRb${k} b${k} ${pick(inner)} 5k`,
  (k, { inner, pick }) =>
    `B${k} ${pick(inner)} 0 I=v(${pick(inner)}) > .5 ? 1e-4*sqrt(v(${pick(inner)})**2 + 1) : 1e-4*cos(v(in))`,
];

describe('whole steps of random circuits with expressions', () => {
  it.each(seeds)('circuit %i', (seed) => {
    expect(expectSameSteps(seed, { parts: behavioural }).steps.length).toBeGreaterThan(0);
  });
});

describe('whole steps of random circuits of linear and ideal parts', () => {
  let steps = 0;

  it.each(seeds)('circuit %i', (seed) => {
    const parts = seed % 4 === 0 ? [] : commutating;
    steps += expectSameSteps(seed, { parts, models, isLinear: true }).steps.length;
  });

  it('have steps', () => {
    expect(steps).toBeGreaterThan(4000);
  });
});
