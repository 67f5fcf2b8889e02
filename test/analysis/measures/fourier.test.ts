/**
 * `.four` against closed forms: harmonics of a square wave without rise time, whose every sampled transform is off by aliasing,
 * and of what an RC makes of it. Integrals are exact, so that only rounding is left: 1e-12 of the first harmonic.
 */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import type { FourierResult } from '../../../src/analysis/measures/fourier-result.js';
import { formatDiagnostic } from '../../../src/base/diagnostic.js';
import { sphericalBessel } from '../../../src/numerics/polynomial/legendre-fourier.js';

function fourier(body: string): {
  readonly results: readonly FourierResult[];
  readonly told: readonly string[];
} {
  const { runs, diagnostics } = simulate({ name: 'f.cir', text: `four\n${body}\n.end\n` });
  return { results: runs[0]?.report.fourier ?? [], told: diagnostics.map(formatDiagnostic) };
}

describe('.four', () => {
  it('a square wave has harmonics 2/(pi k) sin(pi k d), as many as are asked for', () => {
    const duty = 0.3;
    const [result] = fourier(
      `V1 a 0 PULSE(0 1 0 0 0 ${duty}m 1m)\nR1 a 0 1\n.tran 0.3m 5m\n.four 1k 200 v(a)`,
    ).results;
    expect(result?.harmonics).toHaveLength(201);
    expect(result?.harmonics[0]?.magnitude).toBeCloseTo(duty, 12);
    result?.harmonics.slice(1).forEach(({ magnitude, frequency }, k) => {
      const order = k + 1;
      expect(frequency).toBe(order * 1000);
      expect(magnitude).toBeCloseTo(Math.abs((2 / (Math.PI * order)) * Math.sin(Math.PI * order * duty)), 12);
    });
  });

  it('phases are those of sines; an RC turns and damps each harmonic by 1/(1 + i w R C)', () => {
    const tau = 1e-4;
    const [wave, filtered] = fourier(
      `V1 a 0 PULSE(-1 1 0 0 0 0.5m 1m)\nR1 a b 1k\nC1 b 0 0.1u\n.tran 1u 20m\n.four 1k v(a) v(b)`,
    ).results;
    for (let k = 1; k <= 9; k++) {
      const [before, after] = [wave!.harmonics[k]!, filtered!.harmonics[k]!];
      const w = 2e3 * Math.PI * k * tau;
      if (k % 2 === 0) {
        expect(before.magnitude).toBeLessThan(1e-12);
        continue;
      }
      expect(before.phase).toBeCloseTo(0, 8);
      // what is left of the start after 19 ms is below exp(-190)
      expect(after.magnitude).toBeCloseTo(before.magnitude / Math.hypot(1, w), 12);
      expect(after.phase).toBeCloseTo((-Math.atan(w) * 180) / Math.PI, 8);
    }
    const odd = [3, 5, 7, 9].reduce((sum, k) => sum + 1 / k ** 2, 0);
    expect(wave!.thd).toBeCloseTo(Math.sqrt(odd), 12);
  });

  it('several periods, a quantity that is an expression, and a period that is longer than the run', () => {
    const { results } = fourier(
      `V1 a 0 sin(0 2 1k)\nR1 a 0 1\n.tran 1u 4m\n.four 1k 5 3 v(a)\n.four 1k {v(a)*v(a)}\n.four 100 v(a)`,
    );
    expect(results[0]).toMatchObject({ from: 1e-3, to: 4e-3 });
    expect(results[0]?.thd).toBeLessThan(1e-12);
    // 4 sin^2 = 2 - 2 cos(2 w t)
    expect(results[1]?.harmonics[0]?.magnitude).toBeCloseTo(2, 12);
    expect(results[1]?.harmonics[2]?.magnitude).toBeCloseTo(2, 12);
    expect(results[1]?.harmonics[2]?.phase).toBeCloseTo(-90, 8);
    expect(results[2]?.failed).toBe('a period is 10 ms long, the run 4 ms');
  });

  it('tells what it cannot read', () => {
    const { told, results } = fourier(
      `V1 a 0 sin(0 2 1k)\nR1 a 0 1\n.tran 1u 4m\n.four 1k 0 v(a)\n.four 1k v(x) v(a)\n.four 0 v(a)`,
    );
    expect(results.map(({ name, failed }) => [name, failed])).toEqual([
      ['v(a)', 'it could not be read'],
      ['v(a)', undefined],
      ['v(x)', 'it could not be read'],
      ['v(a)', 'it could not be read'],
    ]);
    expect(told[0]).toContain(
      'f.cir:5:1: warning: .four: numbers of harmonics and periods are whole, from 1 to 100000: left out',
    );
  });
});

describe('spherical Bessel functions', () => {
  it('satisfy their recurrence and sum rule on all branches', () => {
    const j = new Float64Array(9);
    for (const b of [0, 1e-8, 0.3, 0.999, 1, 1.7, 3.14159, 6.2, 11.9, 12, 40, 1e3]) {
      sphericalBessel(b, j);
      // j_0 is sin(b)/b, and b (j_n-1 + j_n+1) = (2n + 1) j_n
      expect(j[0]).toBeCloseTo(b === 0 ? 1 : Math.sin(b) / b, 14);
      for (let n = 1; n < 8; n++) expect(b * (j[n - 1]! + j[n + 1]!)).toBeCloseTo((2 * n + 1) * j[n]!, 12);
    }
  });
});
