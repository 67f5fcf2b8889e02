/** Fast parts that are no states of their own: the inner loop of an amplifier beside a slow filter. */
import { describe, expect, test } from 'vitest';
import { spectralSplits } from '../../../src/kernel/simulation/event-driven/modes/spectral-basis.js';
import { MatrixExponential } from '../../numerics/exponential/matrix-exponential.js';
import { multiply } from '../../../src/numerics/dense/matrix.js';
import { netlist, run } from '../../analysis/run-netlist.js';

describe('an amplifier with two poles as a follower behind a filter of 1 ms', () => {
  const [R, C, g, Rd, C1, C2] = [1e3, 1e-6, 1e-2, 1e5, 1e-10, 1e-11];
  const text = netlist(
    `V1 in 0 1\nR1 in a ${R}\nC1 a 0 ${C} ic=0\nGA 0 p a out ${g}\nRp p 0 ${Rd}\nCp p 0 ${C1} ic=0
GB 0 out p 0 ${g}\nRo out 0 ${Rd}\nCo out 0 ${C2} ic=0\n.tran 0.1m 5m uic`,
  );
  // a' = (1 - a) / RC, p' = (g (a - out) - p / Rd) / C1, out' = (g p - out / Rd) / C2
  const A = Float64Array.of(
    ...[-1 / (R * C), 0, 0, 1 / (R * C)],
    ...[g / C1, -1 / (Rd * C1), -g / C1, 0],
    ...[0, g / C2, -1 / (Rd * C2), 0],
    ...[0, 0, 0, 0],
  );

  test('is followed at the pace of the filter once its inner loop has settled', () => {
    const result = run(text, { method: 'events', rowtol: 0 }, 'v(a),v(p),v(out)');
    const F = new Float64Array(16);
    new MatrixExponential(4, A).compute(5e-3, F);
    expect(result.final('v(out)')).toBeCloseTo(F[2 * 4 + 3]!, 10);
    expect(result.final('v(p)')).toBeCloseTo(F[1 * 4 + 3]!, 10);
    // At 3e8 1/s 5 ms are some million segments; the loop decays with 5e5 1/s, to rounding in 70 us.
    expect(result.certificate.steps).toBeLessThan(60_000);
    expect(result.certificate.missed).toEqual([]);
  });
});

test('two capacitors behind 0.1 Ohm each part in 2 ps and follow their resistor in 16 ns, beside one of milliseconds', () => {
  const text = netlist(
    'V1 a 0 sin(0 1 1k)\nR1 a b 400\nRa b p 0.1\nCa p 0 20p\nRb b q 0.1\nCb q 0 20p\nRc b c 5.6k\nCc c 0 0.47u\n.tran 10u 1.1m uic',
  );
  const result = run(text, { method: 'events', rowtol: 0 }, 'v(p),v(c)');
  // States p, q, c and the sine: x' = (b - x) / RC, b (1/400 + 20 + 1/5600) = a / 400 + 10 p + 10 q + c / 5600.
  const size = 5;
  const b = [10, 10, 1 / 5600, 1 / 400, 0].map((g) => g / (20 + 1 / 5600 + 1 / 400));
  const rates = [1 / 2e-12, 1 / 2e-12, 1 / (5600 * 0.47e-6)];
  const w = 2 * Math.PI * 1e3;
  const A = Float64Array.from([
    ...rates.flatMap((rate, i) => b.map((share, j) => rate * (share - (i === j ? 1 : 0)))),
    ...[0, 0, 0, 0, w],
    ...[0, 0, 0, -w, 0],
  ]);
  const F = new Float64Array(size * size);
  new MatrixExponential(size, A).compute(1.1e-3, F);
  expect(result.final('v(c)')).toBeCloseTo(F[2 * size + 4]!, 8);
  expect(result.final('v(p)')).toBeCloseTo(F[4]!, 8);
  // Segments of 5 ps until the 16 ns have passed would take nine million.
  expect(result.certificate.steps).toBeLessThan(20_000);
});

test('gaps behind gaps: two diodes in series with stored charges of 0.1 us and junctions of 0.3 ps', () => {
  const text = netlist(
    'V1 a 0 sin(0 10 50)\nD1 a b d\nD2 b c e\nR1 c 0 1k\nC1 c 0 1u ic=0\n' +
      '.model d d(is=7n rs=0.03 n=1.8 cjo=10p vj=0.7 tt=0.1u)\n' +
      '.model e d(is=5n rs=0.03 n=1.7 cjo=12p vj=0.7 tt=0.1u)\n.tran 10u 5m uic',
  );
  const result = run(text, { method: 'events', rowtol: 0 }, 'v(c)');
  const plain = run(text.replace(/ cjo=\S+ vj=0.7 tt=0.1u/g, ''), { method: 'events', rowtol: 0 }, 'v(c)');
  // 10 pF and 0.1 us move the output by less than what is stored in them: 1 nC of 10 uC.
  expect(Math.abs(result.final('v(c)') - plain.final('v(c)'))).toBeLessThan(1e-3);
  // Without the second gap, at the pace of the stored charges, it takes twenty thousand segments.
  expect(result.certificate.steps).toBeLessThan(5000);
  expect(result.certificate.missed).toEqual([]);
});

test('coordinates of invariant subspaces part a matrix into two blocks', () => {
  // A = V D V^-1 with eigenvalues -1 and -1e4 +- 1e4 i.
  const V = Float64Array.of(1, 1, 0, 0, 1, 1, 1, 0, 1);
  const inverse = Float64Array.of(0.5, -0.5, 0.5, 0.5, 0.5, -0.5, -0.5, 0.5, 0.5);
  const D = Float64Array.of(-1, 0, 0, 0, -1e4, 1e4, 0, -1e4, -1e4);
  const product = (a: Float64Array, b: Float64Array): Float64Array => {
    const out = new Float64Array(9);
    multiply(3, 3, 3, a, b, out);
    return out;
  };
  const A = product(product(V, D), inverse);
  const [split] = spectralSplits(A, 3, Float64Array.of(1, 1, 1), 300);
  if (!split) throw new Error('no split was found');
  expect([split.slow, Math.round(split.decay)]).toEqual([1, 10_000]);
  const parted = product(product(split.basis.T.hi, A), split.basis.inverse);
  expect(parted[0]).toBeCloseTo(-1, 8);
  for (const k of [1, 2, 3, 6]) expect(Math.abs(parted[k]!)).toBeLessThan(1e-8);
  expect(spectralSplits(A, 3, Float64Array.of(1, 1, 1), 1e5)).toEqual([]);
});
