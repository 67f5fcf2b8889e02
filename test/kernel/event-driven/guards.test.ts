/** Guards of circuits: dips, tangencies, double roots, simultaneous events (conventions: simultaneous events, guard clearing). */
import { describe, expect, test } from 'vitest';
import { netlist, run } from '../../analysis/run-netlist.js';
import { FirstOrderNonLinearDS } from '../../../src/kernel/modeling/systems/first-order-nonlinear-ds.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { Reinitialisation } from '../../../src/kernel/modeling/reinitialisation.js';
import { OdeFlow } from '../../../src/kernel/simulation/event-driven/mechanics/ode-flow.js';
import { runFlow } from './run-events.js';

const events = { method: 'events' };
const clipped = (amplitude: string): string =>
  netlist(`V1 a 0 SIN(1 ${amplitude} 1k)\nR1 a out 1k\nD1 0 out dm\n.model dm d\n.tran 50u 1m uic`);

describe('a diode that sees 1 + A sin(wt)', () => {
  test.each(['1.01', '1.0001', '1.000001', '1.00000001'])('conducts during a dip, A = %s', (amplitude) => {
    const result = run(clipped(amplitude), events, 'v(out)');
    const w = 2e3 * Math.PI;
    const half = Math.acos(1 / Number(amplitude)) / w;
    const times = result.column('time').filter((t) => Math.abs(t - 0.75e-3) < 1e-5 + half);
    const inside = [...times].filter((t) => Math.abs(t - 0.75e-3) > 1e-9);
    expect(result.certificate.events).toBe(2);
    // Both ends of the dip are written. sin is flat there: rounding of 1 moves them by eps / (w^2 half).
    const tolerance = 1e-15 + (20 * Number.EPSILON) / (w * w * half);
    expect(Math.abs((inside[0] ?? NaN) - (0.75e-3 - half))).toBeLessThan(tolerance);
    expect(Math.abs((inside.at(-1) ?? NaN) - (0.75e-3 + half))).toBeLessThan(tolerance);
  });

  test('does not conduct where it is only touched, A = 1', () => {
    const result = run(clipped('1'), events, 'v(out)');
    expect(result.certificate.events).toBe(0);
    expect(Math.min(...result.column('v(out)'))).toBeGreaterThan(-1e-14);
  });
});

test('diodes that switch at one time are one event', () => {
  const text = netlist(
    'V1 s 0 SIN(0 1 1k)\nR0 s a 1\nR1 a b 1k\nD1 b 0 dm\nR2 a c 3k\nD2 c 0 dm\n.model dm d\n.tran 50u 1.25m uic',
  );
  const result = run(text, events, 'v(b),v(c)');
  // At 0.5 ms and 1 ms.
  expect(result.certificate.events).toBe(2);
  expect(result.certificate.modesSeen).toBe(2);
  expect(result.final('v(b)')).toBe(0);
});

describe('guards of an ODE', () => {
  const oscillator = (guards: readonly ((t: number, x: Float64Array) => number)[]): number[] => {
    const model = new NonSmoothDynamicalSystem(0, 7);
    const system = new FirstOrderNonLinearDS(Float64Array.of(1, 0), (_t, x, out) => {
      out[0] = x[1]!;
      out[1] = -x[0]!;
    });
    model.insertDynamicalSystem(system);
    const keep = (_t: number, x: Float64Array, out: Float64Array): void => out.set(x);
    for (const guard of guards) model.reinitialise(new Reinitialisation(guard, keep), system);
    const flow = new OdeFlow(model, { evtol: 1e-11, reltol: 1e-12, abstol: 1e-13 });
    const { events: kept } = runFlow(flow, 0, 7);
    return kept.flatMap(({ kind, time, rows }) => (kind === 'user' ? rows.map(() => time) : []));
  };

  test('fire where they fall, not where they rise', () => {
    const times = oscillator([(_t, x) => x[0]!]);
    expect(times).toHaveLength(1);
    expect(times[0]).toBeCloseTo(Math.PI / 2, 10);
  });

  test('fire together at one time, each once', () => {
    const times = oscillator([(_t, x) => x[0]!, (_t, x) => 2 * x[0]!, (t) => 3 - t]);
    expect(times).toHaveLength(3);
    expect(times[0]).toBe(times[1]);
    expect(times[2]).toBeCloseTo(3, 10);
  });

  test('do not fire where they only touch zero', () => {
    expect(oscillator([(_t, x) => 1 + x[0]!])).toEqual([]);
  });
});
