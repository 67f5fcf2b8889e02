/** What two waveforms differ by, in closed form. */
import { describe, expect, it } from 'vitest';
import type { Waveform } from '../../src/compare/event-alignment.js';
import { compareSignals } from '../../src/compare/signal-comparison.js';

function square(period: number, until: number, height = 1, late = 0): Waveform {
  const [times, values]: [number[], number[]] = [[0], [0]];
  for (let k = 0; k * period + late < until; k++) {
    for (const [t, from, to] of [
      [k * period + late, 0, height],
      [(k + 0.5) * period + late, height, 0],
    ] as const) {
      if (t > until) continue;
      times.push(t, t);
      values.push(from, to);
    }
  }
  times.push(until);
  values.push(values.at(-1)!);
  return { times: Float64Array.from(times), values: Float64Array.from(values) };
}

function sampled(f: (t: number) => number, until: number, count: number): Waveform {
  const times = Float64Array.from({ length: count + 1 }, (_, k) => (k / count) * until);
  return { times, values: times.map(f) };
}

describe('compareSignals', () => {
  it('square waves whose periods differ by 0.05 % are not "100 % off"', () => {
    const found = compareSignals('v(a)', 'V', square(1.0005e-3, 10.2e-3), square(1e-3, 10.2e-3));
    expect(found.pointwise.relativeMax).toBe(1);
    expect(found.aligned?.relativeMax).toBeLessThan(1e-9);
    // the last edge is the tenth fall, at 9.5 periods, or the eleventh rise at 10
    expect(found.largestShift).toBeCloseTo(10 * 0.0005e-3, 12);
    expect(found.deviation).toBeLessThan(1e-3);
  });

  it('a delay is told as one', () => {
    const late = 20e-6;
    const found = compareSignals(
      'v(a)',
      'V',
      square(1e-3, 10.2e-3, 1, late + 0.1e-3),
      square(1e-3, 10.2e-3, 1, 0.1e-3),
    );
    expect(found.delay).toBeCloseTo(late, 12);
    expect(found.largestShift).toBeCloseTo(late, 12);
    // every edge is wrong for 20 us of 10.2 ms
    expect(found.pointwise.rms).toBeCloseTo(Math.sqrt((found.events * late) / 10.2e-3), 9);
  });

  it('mean, rms and peak of a sine that is one per cent higher', () => {
    const reference = sampled((t) => Math.sin(2e3 * Math.PI * t), 2e-3, 4000);
    const found = compareSignals(
      'v(a)',
      'V',
      sampled((t) => 1.01 * Math.sin(2e3 * Math.PI * t), 2e-3, 4000),
      reference,
    );
    expect(found.range).toBeCloseTo(2, 6);
    expect(found.own.rms - found.reference.rms).toBeCloseTo(0.01 / Math.SQRT2, 6);
    expect(found.own.mean).toBeCloseTo(0, 9);
    expect(found.pointwise.max).toBeCloseTo(0.01, 6);
    expect(found.pointwise.rms).toBeCloseTo(0.01 / Math.SQRT2, 6);
    expect(found.delay).toBeCloseTo(0, 12);
    expect(found.deviation).toBeCloseTo(0.005, 6);
  });

  it('other rows of the same lines make no difference', () => {
    const f = (t: number): number => Math.abs(((t * 1e3) % 2) - 1);
    const found = compareSignals('v(a)', 'V', sampled(f, 8e-3, 8), sampled(f, 8e-3, 800));
    expect(found.pointwise.max).toBeLessThan(1e-12);
    expect(found.deviation).toBeLessThan(1e-12);
  });

  it('a constant is judged by its size; waveforms without common time are refused', () => {
    const constant = (value: number): Waveform => sampled(() => value, 1e-3, 1);
    expect(compareSignals('v(a)', 'V', constant(24.001), constant(24)).deviation).toBeCloseTo(
      0.001 / 0.024,
      9,
    );
    const later = { times: Float64Array.of(2, 3), values: Float64Array.of(0, 0) };
    expect(() => compareSignals('v(a)', 'V', constant(1), later)).toThrow(
      'v(a): the two waveforms have no time in common',
    );
  });

  it('one pass more at an end leaves the others where they are', () => {
    const found = compareSignals('v(a)', 'V', square(1.004e-3, 100.2e-3), square(1e-3, 100.2e-3));
    expect([found.events, found.referenceEvents]).toEqual([200, 201]);
    expect(found.aligned?.relativeRms).toBeLessThan(1e-9);
    expect(found.largestShift).toBeCloseTo(99.5 * 0.004e-3, 12);
    // ten passes do not excuse one
    const few = compareSignals('v(a)', 'V', square(1.05e-3, 10.2e-3), square(1e-3, 10.2e-3));
    expect(few.delay).toBeUndefined();
    expect(few.deviation).toBeGreaterThan(0.1);
  });

  it('an edge is a ramp of a step in a file with a row a step: that is no difference, and a wrong level is one', () => {
    const stairs = square(1e-3, 10.2e-3, 1, 0.1234e-3);
    const rows = (height: number): Waveform => {
      const level = (t: number): number => (t >= 0.1234e-3 && (t - 0.1234e-3) % 1e-3 < 0.5e-3 ? height : 0);
      return sampled(level, 10.2e-3, 510);
    };
    const found = compareSignals('v(a)', 'V', stairs, rows(1));
    // 20 ramps of 20 us, 1/12 of each in the mean square about a middle that is off by part of a step
    expect(found.pointwise.relativeRms).toBeGreaterThan(Math.sqrt((20 * 20e-6) / 12 / 10.2e-3));
    expect(found.aligned?.relativeMax).toBeLessThan(1e-9);
    expect(compareSignals('v(a)', 'V', stairs, rows(0.9)).aligned?.relativeMax).toBeCloseTo(1 / 9, 6);
  });

  it('slopes that both show are compared as they are: a triangle is no square wave', () => {
    const triangle = sampled((t) => 1 - Math.abs(((t * 2e3) % 2) - 1), 10e-3, 20);
    const found = compareSignals('v(a)', 'V', square(1e-3, 10e-3, 1, -0.25e-3), triangle);
    expect(found.deviation).toBeGreaterThan(0.1);
  });
});
