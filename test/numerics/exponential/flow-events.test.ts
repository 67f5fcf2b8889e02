import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { FlowEvents, type FlowEvent, type FlowGuard } from '../../../src/numerics/exponential/flow-events.js';
import { LinearFlow } from '../../../src/numerics/exponential/linear-flow.js';

/** (cos t, sin t, 1). */
const circle = matrix([
  [0, -1, 0],
  [1, 0, 0],
  [0, 0, 0],
]);
const start = Float64Array.of(1, 0, 1);

function find(
  A: Float64Array,
  x: Float64Array,
  h: number,
  guards: FlowGuard[],
  atRoot?: Uint8Array,
): FlowEvent & { x: number[]; substeps: number } {
  const n = x.length;
  const events = new FlowEvents(new LinearFlow(n, A), guards);
  const out = new Float64Array(n);
  const event = { ...events.find(x, h, out, atRoot) };
  return { ...event, x: Array.from(out), substeps: events.substeps };
}

describe('events of a linear flow', () => {
  it('are located to rounding: cos t = level', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.99, max: 0.99, noNaN: true }), (level) => {
        const guard: FlowGuard = { c: Float64Array.of(1, 0, -level), direction: 'falling' };
        const event = find(circle, start, 10, [guard]);
        expect(event).toMatchObject({ kind: 'crossing', guard: 0, direction: -1 });
        // Rounding 4e-16 over the slope sin t >= 0.14.
        expect(Math.abs(event.tau - Math.acos(level))).toBeLessThan(4e-15);
        expect(event.x[0]).toBeCloseTo(level, 14);
      }),
      { seed: 101, numRuns: 100 },
    );
  });

  it('are found whole revolutions later, and by their direction', () => {
    const guard: FlowGuard = { c: Float64Array.of(0, 1, -0.5), direction: 'falling' };
    expect(find(circle, start, 100, [guard]).tau).toBeCloseTo((5 * Math.PI) / 6, 14);
    const never: FlowGuard = { c: Float64Array.of(0, 1, -1.0000001), direction: 'both' };
    expect(find(circle, start, 100, [never])).toMatchObject({ kind: 'none', guard: -1, tau: 100 });
  });

  it('include a dip of 1e-12 below the threshold, and a tangency', () => {
    const dip: FlowGuard = { c: Float64Array.of(0, -1, 1 - 1e-12), direction: 'falling' };
    const event = find(circle, start, 3, [dip]);
    expect(event.kind).toBe('crossing');
    // sqrt(2e-12) before the top, which rounding of 1e-16 moves by 1e-10.
    expect(event.tau).toBeCloseTo(Math.PI / 2 - Math.sqrt(2e-12), 9);
    const touch = find(circle, start, 3, [{ c: Float64Array.of(0, -1, 1), direction: 'both' }]);
    expect(touch.kind).toBe('touching');
    // Square root of the error.
    expect(touch.tau).toBeCloseTo(Math.PI / 2, 6);
  });

  it('come in order of time: the earliest guard of several', () => {
    const guards: FlowGuard[] = [0.9, 0.3, 0.6].map((level) => ({
      c: Float64Array.of(0, 1, -level),
      direction: 'rising',
    }));
    expect(find(circle, start, 3, guards)).toMatchObject({ guard: 1 });
  });

  it('skip the root at which the step starts', () => {
    const guard: FlowGuard = { c: Float64Array.of(0, 1, 0), direction: 'both' };
    const event = find(circle, start, 4, [guard], Uint8Array.of(1));
    expect(event).toMatchObject({ kind: 'crossing', direction: -1 });
    expect(event.tau).toBeCloseTo(Math.PI, 14);
  });

  it('of a falling body are those of its parabola, however long the step', () => {
    // q' = v, v' = -g, q(0) = 1.
    const A = matrix([
      [0, 1, 0],
      [0, 0, -1],
      [0, 0, 0],
    ]);
    const guard: FlowGuard = { c: Float64Array.of(1, 0, 0), direction: 'falling' };
    const event = find(A, Float64Array.of(1, 0, 9.81), 50, [guard]);
    expect(event.tau).toBeCloseTo(Math.sqrt(2 / 9.81), 14);
  });

  it('inside a boundary layer of 1 ns are found, and the layer does not slow the rest of 10 s down', () => {
    // x1 -> x2 within 1 ns, x2 decays within 1 s.
    const A = matrix([
      [-1e9, 1e9, 0],
      [0, -1, 0],
      [0, 0, 0],
    ]);
    const inside = find(A, Float64Array.of(0, 1, 1), 10, [
      { c: Float64Array.of(1, 0, -0.5), direction: 'rising' },
    ]);
    expect(Math.abs(inside.tau / (Math.LN2 * 1e-9) - 1)).toBeLessThan(1e-8);
    const later = find(A, Float64Array.of(0, 1, 1), 10, [
      { c: Float64Array.of(1, 0, -0.5), direction: 'falling' },
    ]);
    // x1 = x2 (1 + 1e-9) after the layer.
    expect(later.tau).toBeCloseTo(Math.LN2 + 1e-9, 12);
    expect(later.substeps).toBeLessThan(200);
  });

  it('leave no allocation behind', () => {
    const flow = new LinearFlow(3, circle);
    const events = new FlowEvents(flow, [{ c: Float64Array.of(0, 1, -2), direction: 'both' }]);
    const out = new Float64Array(3);
    const work = (): void => {
      for (let k = 0; k < 300; k++) events.find(start, 7, out);
    };
    for (let warm = 0; warm < 20; warm++) work();
    const before = process.memoryUsage().heapUsed;
    work();
    // 3000 substeps; one number a substep would be 48 kB. The search options of each form are short-lived.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(600_000);
  });
});
