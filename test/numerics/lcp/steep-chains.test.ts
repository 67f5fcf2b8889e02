/**
 * Two chains of parallel segments i_k = max(0, v - t_k) / R_k in series behind a resistor, resistances over 12 decades and
 * more: the set of conducting segments against a bisection of the one scalar equation.
 *
 * lambda: currents of chain A; of chain B the voltage u_0 that its first segment lacks (y_0 = i_0), then currents.
 */
import { expect, test } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import { ModeSolver, type Mode } from '../../../src/numerics/lcp/mode-solver.js';

interface Segment {
  readonly threshold: number;
  readonly resistance: number;
}

/** From steep to flat, as a fit of an exponential has them. */
function chain(random: RandomStream, count: number): Segment[] {
  return Array.from({ length: count }, (_, k) => ({
    threshold: ((count - k) / count) * (0.7 + 0.01 * random.uniform()),
    resistance: 10 ** (-3 + (13 * k) / count + 0.2 * random.uniform()),
  }));
}

function current(segments: readonly Segment[], v: number): number {
  return segments.reduce((i, s) => i + Math.max(0, v - s.threshold) / s.resistance, 0);
}

/** The zero of a falling function on [low, high]. */
function bisect(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  for (let k = 0; k < 200; k++) {
    const middle = (a + b) / 2;
    if (f(middle) > 0) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}

/** y = M lambda + q of the head. */
function problem(
  a: readonly Segment[],
  b: readonly Segment[],
  series: number,
): { m: number; M: Float64Array; q: (source: number) => Float64Array } {
  const m = a.length + b.length;
  const M = new Float64Array(m * m);
  const first = b[0] as Segment;
  const at = a.length;
  const currents = (row: number, sign: number, factor: number): void => {
    // i_0 = sum of A's currents less those of B's other segments.
    for (let j = 0; j < m; j++) if (j !== at) M[row * m + j]! += sign * factor * (j < at ? 1 : -1);
  };
  currents(at, 1, 1);
  // v_B = t_0 + R_0 i_0 - u_0
  a.forEach(({ resistance }, k) => {
    M[k * m + k]! += resistance;
    for (let j = 0; j < at; j++) M[k * m + j]! += series;
    currents(k, 1, first.resistance);
    M[k * m + at]! -= 1;
  });
  b.slice(1).forEach(({ resistance }, k) => {
    const row = at + 1 + k;
    M[row * m + row]! += resistance;
    currents(row, -1, first.resistance);
    M[row * m + at]! += 1;
  });
  const q = (source: number): Float64Array =>
    Float64Array.from([
      ...a.map(({ threshold }) => threshold + first.threshold - source),
      0,
      ...b.slice(1).map(({ threshold }) => threshold - first.threshold),
    ]);
  return { m, M, q };
}

test('the conducting segments of two chains in series are those of the scalar equation', () => {
  const random = new RandomStream(7);
  for (let trial = 0; trial < 5; trial++) {
    const [a, b] = [chain(random, 24), chain(random, 24)];
    const series = 10 ** (4 * random.uniform());
    const { m, M, q } = problem(a, b, series);
    const kind = Int8Array.from({ length: m }, (_, i) => (i === a.length ? 1 : 0));
    const solver = new ModeSolver(m, M, { kind });
    let mode: Mode | undefined;
    for (let step = 0; step < 40; step++) {
      const source = 3 * Math.sin(step) + random.uniform();
      // Voltages across both chains for the current through A at v.
      const across = (v: number): number => bisect((w) => current(a, v) - current(b, w), 0, 20);
      const vA = bisect((v) => source - v - across(v) - series * current(a, v), -20, 20);
      const vB = across(vA);
      const found = solver.solve(q(source), new Int8Array(m), mode);
      expect(found.status).toBe('solved');
      if (found.status !== 'solved') return;
      mode = found.mode;
      if (current(a, vA) < 1e-11) continue;
      a.forEach(({ threshold }, k) => {
        if (Math.abs(vA - threshold) > 1e-4) expect(mode?.key[k]).toBe(vA > threshold ? '1' : '0');
      });
      b.slice(1).forEach(({ threshold }, k) => {
        if (Math.abs(vB - threshold) > 1e-4)
          expect(mode?.key[a.length + 1 + k]).toBe(vB > threshold ? '1' : '0');
      });
    }
  }
});
