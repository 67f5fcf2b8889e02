/** Linear and switched circuits driven by SIN, PULSE and PWL, by exact events, against closed forms. */
import { describe, expect, test } from 'vitest';
import { netlist, run, type NetlistRun } from '../../analysis/run-netlist.js';

const events = { method: 'events' };

/** Largest difference of a written column from a function of time. */
function worst(result: NetlistRun, name: string, exact: (t: number) => number): number {
  const values = result.column(name);
  return result.column('time').reduce((most, t, k) => Math.max(most, Math.abs(values[k]! - exact(t))), 0);
}

/** v of an RC low pass from 0, driven by straight lines between breakpoints (t, u); equal times jump. */
function lowPass(tau: number, breakpoints: readonly (readonly [number, number])[]): (t: number) => number {
  return (time) => {
    let v = 0;
    for (let k = 0; k < breakpoints.length; k++) {
      const [t0, u0] = breakpoints[k]!;
      const [t1, u1] = breakpoints[k + 1] ?? [Infinity, u0];
      if (t0 >= time) break;
      const length = Math.min(time, t1) - t0;
      const slope = t1 > t0 && t1 < Infinity ? (u1 - u0) / (t1 - t0) : 0;
      v = u0 + slope * length - slope * tau + (v - u0 + slope * tau) * Math.exp(-length / tau);
    }
    return v;
  };
}

/** Rounding of some hundred segments of amplitude 1; written values pass no decimal text here. */
const rounding = 1e-13;

describe('an RC low pass, 1 ms', () => {
  const rc = (source: string): NetlistRun =>
    run(netlist(`V1 in 0 ${source}\nR1 in out 1k\nC1 out 0 1u\n.tran 10u 5m uic`), events, 'v(out)');

  test('driven by a sine', () => {
    const [w, tau, A] = [2e3 * Math.PI, 1e-3, 5];
    const exact = (t: number): number =>
      (A / (1 + (w * tau) ** 2)) * (Math.sin(w * t) - w * tau * (Math.cos(w * t) - Math.exp(-t / tau)));
    expect(worst(rc('SIN(0 5 1k)'), 'v(out)', exact)).toBeLessThan(A * rounding);
  });

  test('driven by pulses with edges', () => {
    const breakpoints = [0, 1, 2, 3].flatMap((k): [number, number][] => {
      const t = 1e-4 + 1.5e-3 * k;
      return [[t, 0], [t + 2e-4, 1], [t + 6e-4, 1], [t + 9e-4, 0]]; // prettier-ignore
    });
    const result = rc('PULSE(0 1 0.1m 0.2m 0.3m 0.4m 1.5m)');
    expect(worst(result, 'v(out)', lowPass(1e-3, [[0, 0], ...breakpoints]))).toBeLessThan(rounding);
  });

  test('driven by pulses that jump', () => {
    const breakpoints = [0, 1, 2, 3, 4].flatMap((k): [number, number][] => [
      [k * 1e-3, 1],
      [k * 1e-3 + 2.5e-4, 1],
      [k * 1e-3 + 2.5e-4, 0],
      [(k + 1) * 1e-3, 0],
    ]);
    expect(worst(rc('PULSE(0 1 0 0 0 0.25m 1m)'), 'v(out)', lowPass(1e-3, breakpoints))).toBeLessThan(
      rounding,
    );
  });

  test('driven by a piecewise-linear source', () => {
    const breakpoints: [number, number][] = [[0, 0], [5e-4, 2], [1e-3, -1], [2.5e-3, 1]]; // prettier-ignore
    const result = rc('PWL(0 0 0.5m 2 1m -1 2.5m 1)');
    expect(worst(result, 'v(out)', lowPass(1e-3, breakpoints))).toBeLessThan(2 * rounding);
  });
});

test('a series RLC driven by a sine near its resonance', () => {
  const [R, L, C, w] = [10, 1e-3, 1e-6, 1e4 * Math.PI];
  // v = Im(H exp(jwt)) + exp(-a t) (B cos d t + D sin d t), H = 1 / (1 - w^2 L C + j w R C).
  const [re, im] = [1 - w * w * L * C, w * R * C];
  const [h, k] = [re / (re * re + im * im), -im / (re * re + im * im)];
  const a = R / (2 * L);
  const d = Math.sqrt(1 / (L * C) - a * a);
  const [B, D] = [-k, (-w * h - a * k) / d];
  const exact = (t: number): number =>
    h * Math.sin(w * t) +
    k * Math.cos(w * t) +
    Math.exp(-a * t) * (B * Math.cos(d * t) + D * Math.sin(d * t));
  const text = netlist('V1 in 0 SIN(0 1 5k)\nR1 in a 10\nL1 a out 1m\nC1 out 0 1u\n.tran 5u 2m uic');
  // Amplitude 3, 60 radians: the sine itself is rounded to 60 eps.
  expect(worst(run(text, events, 'v(out)'), 'v(out)', exact)).toBeLessThan(3 * 2e-13);
});

test('a buck converter in discontinuous conduction, its open switch 1 GOhm: 1e-13 s beside 50 us', () => {
  const text = netlist(
    `V1 in 0 10\nS1 in a c 0 sm\nD1 0 a dm\nL1 a o 100u\nV2 o 0 5\nVc c 0 PULSE(0 1 0 0 0 10u 50u)
.model sm sw(ron=1m roff=1e9 vt=0.5 vh=0)\n.model dm d\n.tran 0.5u 200u uic`,
  );
  // The closed form leaves out the 1e-13 s in which the inductor's current decays: no rows in there.
  const result = run(text, { ...events, rowtol: 0 }, 'i(l1),v(a)');
  const [L, ron, on, period, leak] = [1e-4, 1e-3, 1e-5, 5e-5, 5 / 1e9];
  const rise = (t: number, i0: number): number => 5 / ron + (i0 - 5 / ron) * Math.exp((-t * ron) / L);
  const exact = (t: number): number => {
    const k = Math.floor(t / period + 1e-9);
    const since = t - k * period;
    const start = k === 0 ? 0 : leak;
    const peak = rise(on, start);
    return since <= on ? rise(since, start) : Math.max(leak, peak - (5 / L) * (since - on));
  };
  // The peak is 0.5 A.
  expect(worst(result, 'i(l1)', exact)).toBeLessThan(1e-12);
  // The leak takes microseconds' worth of nothing: v(a) = 5 V whenever the diode blocks.
  expect(result.final('v(a)')).toBeCloseTo(5, 9);
});

describe('modes of index 2', () => {
  test('a capacitor across a source through a conducting diode: i = C dv/dt until the peak, then decay', () => {
    const text = netlist(
      'V1 a 0 SIN(0 5 1k)\nD1 a b dm\nC1 b 0 1u\nR1 b 0 10k\n.model dm d\n.tran 10u 1m uic',
    );
    const result = run(text, events, 'v(b),i(d1)');
    const w = 2e3 * Math.PI;
    // The diode blocks where C v' + v / R = 0: tan(w t) = -w R C.
    const off = (Math.PI - Math.atan(w * 1e-2)) / w;
    const v = (t: number): number =>
      t <= off ? 5 * Math.sin(w * t) : 5 * Math.sin(w * off) * Math.exp(-(t - off) / 1e-2);
    const i = (t: number): number => (t <= off ? 5e-6 * w * Math.cos(w * t) + 5e-4 * Math.sin(w * t) : 0);
    expect(worst(result, 'v(b)', v)).toBeLessThan(5 * rounding);
    // At the event itself both sides are written; the current is continuous there.
    expect(worst(result, 'i(d1)', i)).toBeLessThan(0.0314 * rounding * 10);
  });

  test('a cutset of inductor and source through a blocking diode: i of the inductor is that of the source', () => {
    const text = netlist('I1 0 n SIN(0 1 1k)\nD1 0 n dm\nL1 n 0 1m\n.model dm d\n.tran 10u 1.2m uic');
    const result = run(text, events, 'i(l1),v(n)');
    const w = 2e3 * Math.PI;
    // v(n) = L di/dt while that is positive; from the peak on the diode carries the rest, v(n) = 0, i stays 1 A.
    const rising = (t: number): boolean => t <= 0.25e-3 * (1 + 1e-9);
    expect(worst(result, 'i(l1)', (t) => (rising(t) ? Math.sin(w * t) : 1))).toBeLessThan(rounding);
    const v = result.column('v(n)');
    result.column('time').forEach((t, k) => {
      expect(Math.abs(v[k]! - (rising(t) ? 1e-3 * w * Math.cos(w * t) : 0))).toBeLessThan(
        6.3 * 10 * rounding,
      );
    });
  });
});
