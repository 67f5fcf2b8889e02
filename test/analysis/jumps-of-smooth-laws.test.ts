/** Laws that jump and are curved elsewhere: at the jump the value is what the circuit asks for, as of friction at rest. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';
import { netlist, run } from './run-netlist.js';

/** The columns of the first run of a text, which ends without errors, by name. */
function columnsOf(text: string): Record<string, Float64Array> {
  const { diagnostics, runs } = simulate(`t\n${text}\n.end`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { header, columns } = runs[0]!.plot!;
  return Object.fromEntries(header.columns.map(({ name }, k) => [name, columns[k]!]));
}

/** Velocity of a mass (capacitor) under a force and friction that grows with velocity. */
const friction = 'B1 v 0 I=sgn(v(v))*(1+.1*v(v)**2)';

describe('a law that jumps', () => {
  it('friction holds a mass until the force is larger, and stops it again', () => {
    const { time, 'v(v)': v } = columnsOf(
      `C1 v 0 1\nI1 0 v pwl(0 0 1 .9 2 .9 2.000001 2 4 2 4.000001 0)\n${friction}\n.tran 10m 8\n.print tran v(v)`,
    );
    // v' = 1 - v^2/10 from t = 2 s, then v' = -1 - v^2/10 from t = 4 s.
    const scale = Math.sqrt(10);
    const top = scale * Math.tanh(2 / scale);
    const ofTime = (t: number): number => {
      if (t < 2) return 0;
      if (t < 4) return scale * Math.tanh((t - 2) / scale);
      return scale * Math.tan(Math.max(0, Math.atan(top / scale) - (t - 4) / scale));
    };
    v!.forEach((x, k) => expect(Math.abs(x - ofTime(time![k]!))).toBeLessThan(1e-4));
    expect(Math.max(...v!.filter((_, k) => time![k]! > 6))).toBeLessThan(1e-12);
  });

  it('what friction takes is heat', () => {
    const { certificate } = run(
      netlist(`C1 v 0 1 ic=2\n${friction}\nR1 v 0 1meg\n.tran 10m 4 uic\n.print tran v(v)`),
    );
    expect(certificate.energy.dissipated).toBeCloseTo(2, 4);
  });

  it('the sign of what a source holds at 0 is 0', () => {
    const { time, 'v(b)': b } = columnsOf(
      'V1 a 0 pulse(-1 0 1m 1u 1u 1m 9m)\nV2 c 0 .3\nB1 b 0 V=sgn(v(a))*exp(v(c))\nR1 b d 1k\nC1 d 0 1n\n.tran 10u 1.9m\n.print tran v(b)',
    );
    b!.forEach((x, k) => {
      if (Math.abs(time![k]! - 1e-3) < 2e-6) return;
      expect(x).toBeCloseTo(time![k]! < 1e-3 ? -Math.exp(0.3) : 0, 9);
    });
  });

  it('the sign of a current decides by itself where a source in series measures it', () => {
    const text =
      'Vs s 0 sin(0 10 50)\nR1 s a 2\nB1 a n V=sgn(i(vm))*(1+i(vm)**2)\nVm n 0 0\nC1 a 0 1u\n.tran 10u 20m';
    const { diagnostics, runs } = simulate(`t\n${text}\n.print tran v(s) v(a) i(vm)\n.end`);
    // Two steps for one sign would be left to share what it is at 0.
    expect(diagnostics.map(({ code }) => code)).toEqual(['no-exact-events']);
    const [, s, a, i] = runs[0]!.plot!.columns;
    i!.forEach((x, k) => {
      if (Math.abs(x) < 1e-3) return;
      expect(a![k]).toBeCloseTo(Math.sign(x) * (1 + x * x), 2);
      expect(Math.sign(x)).toBe(Math.sign(s![k]!));
    });
  });

  it('a comparison between curves is met in time', () => {
    // x' = 1 + x^2 up to x = 1, then x' = -x^2 would lead back: x stays at 1.
    const { time, 'v(x)': x } = columnsOf(
      'C1 x 0 1\nB1 0 x I={v(x) < 1 ? 1+v(x)**2 : -v(x)**2}\n.tran 10m 2 uic\n.print tran v(x)',
    );
    x!.forEach((value, k) =>
      expect(Math.abs(value - Math.tan(Math.min(time![k]!, Math.PI / 4)))).toBeLessThan(2e-4),
    );
  });

  it('follows what a small step of the fourth order does, whatever is compared', () => {
    const curves = {
      '1m*v(n)**3': (v: number) => 1e-3 * v ** 3,
      '1m*tanh(v(n))': (v: number) => 1e-3 * Math.tanh(v),
      '.5m*exp(v(n)/2)': (v: number) => 5e-4 * Math.exp(v / 2),
      '1m*v(n)': (v: number) => 1e-3 * v,
    };
    const name = fc.constantFrom(...(Object.keys(curves) as (keyof typeof curves)[]));
    const level = fc.double({ min: -0.8, max: 0.8, noNaN: true });
    const farads = fc.constantFrom(1e-8, 1e-7, 1e-6);
    fc.assert(
      fc.property(name, name, level, level, farads, (one, other, threshold, shift, c) => {
        const { time, 'v(n)': v } = columnsOf(
          `V1 a 0 sin(0 2 1k)\nR1 a n 1k\nC1 n 0 ${c} ic=0\n` +
            `B1 n 0 I={v(a)>${threshold} ? ${one} : ${other}+${shift}m}\n.tran 5u 3m uic\n.print tran v(n)\n.options reltol=1e-5`,
        );
        const a = (t: number): number => 2 * Math.sin(2e3 * Math.PI * t);
        const rate = (t: number, x: number): number =>
          ((a(t) - x) / 1e3 - (a(t) > threshold ? curves[one](x) : curves[other](x) + shift * 1e-3)) / c;
        const h = 1e-8;
        // 5 mA at most into the charge: what it changes by in the step of the reference in which the threshold lies; and its own error.
        const least = 1e-3 + (5e-3 * h) / c;
        let [x, k] = [0, 0];
        for (let n = 0; n < 300000; n++) {
          const t = n * h;
          for (; time![k]! < t + h / 2; k++)
            if (Math.abs(time![k]! - t) < h / 2) expect(Math.abs(v![k]! - x)).toBeLessThan(least);
          const k1 = rate(t, x);
          const k2 = rate(t + h / 2, x + (h / 2) * k1);
          const k3 = rate(t + h / 2, x + (h / 2) * k2);
          x += (h / 6) * (k1 + 2 * k2 + 2 * k3 + rate(t + h, x + h * k3));
        }
      }),
      { numRuns: 15 },
    );
  });
});
