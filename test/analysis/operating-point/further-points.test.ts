/** Several operating points of circuits with smooth laws: latches, memory cells, tunnel diodes. */
import { expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';

/** Values of the written quantities, point by point, in the order of the first. */
function points(cards: string): { solutions: number[][]; told: string | undefined; worst: number } {
  const { runs } = simulate(`all points\n${cards}\n.op\n.options points=all\n.end`);
  const report = runs[0]?.report;
  const solutions = (report?.solutions ?? []).map((solution) => solution.map(({ value }) => value));
  const residuals = (report?.checks ?? []).slice(1).map(({ value }) => parseFloat(value));
  return {
    solutions: solutions.sort((a, b) => a[0]! - b[0]!),
    told: report?.checks?.[0]?.value,
    worst: Math.max(...residuals),
  };
}

const latch = (k: string): string =>
  `R1${k} vcc a${k} 1k\nR2${k} vcc b${k} 1k\nR3${k} a${k} y${k} 10k\nR4${k} b${k} x${k} 10k\nQ1${k} a${k} x${k} 0 n\nQ2${k} b${k} y${k} 0 n\n`;
const supply = 'V1 vcc 0 5\n.model n npn(is=1e-15 bf=100)\n';

it('a bipolar latch has three points: two that mirror each other, and the unstable one between', () => {
  const { solutions, told, worst } = points(`${supply}${latch('')}.save v(a) v(b)`);
  expect(told).toMatch(/^3, not proved to be all \(\d+ driving-point characteristics\)$/);
  const [low, middle, high] = solutions as [number[], number[], number[]];
  // The point in the middle lies on the axis of symmetry; there the base current decides: to a millionth of a volt.
  expect(middle[0]).toBeCloseTo(middle[1]!, 9);
  [low, high].forEach((one, k) => {
    const other = [high, low][k]!;
    expect(one[0]).toBeCloseTo(other[1]!, 9);
    expect(one[1]).toBeCloseTo(other[0]!, 9);
  });
  expect(low[0]).toBeLessThan(0.2);
  // 5 V less what the base of the other one takes through 11 kOhm
  expect(low[1]).toBeCloseTo(5 - (1e3 * (5 - 0.76)) / 11e3, 1);
  expect(worst).toBeLessThan(1e-9);
});

it('two latches that hardly know each other have nine points', () => {
  const { solutions } = points(`${supply}${latch('1')}${latch('2')}R9 a1 a2 100k\n.save v(a1) v(a2)`);
  expect(solutions).toHaveLength(9);
  const level = (v: number): number => (v < 0.5 ? 0 : v < 2 ? 1 : 2);
  const states = solutions.map(([a, b]) => `${level(a!)}${level(b!)}`).sort();
  expect(states).toEqual(['00', '01', '02', '10', '11', '12', '20', '21', '22']);
});

it('a CMOS memory cell has both states and the point between', () => {
  const { solutions } = points(
    `V1 vdd 0 3\n.model n nmos(vto=0.7 kp=100u)\n.model p pmos(vto=-0.7 kp=40u)\nM1 a b 0 0 n w=2u l=1u\nM2 a b vdd vdd p w=5u l=1u\nM3 b a 0 0 n w=2u l=1u\nM4 b a vdd vdd p w=5u l=1u\n.save v(a) v(b)`,
  );
  expect(solutions).toHaveLength(3);
  // Equal strengths: inverters of half the supply.
  [0, 1.5, 3].forEach((v, k) => expect(solutions[k]![0]).toBeCloseTo(v, 6));
});

it('two tunnel diodes in series: as many points as a grid of Newton starts finds', () => {
  const i = (v: number): number => 1e-3 * (20 * v - 60 * v * v + 50 * v ** 3);
  const law = (v: string): string => `1m*(20*${v}-60*${v}**2+50*${v}**3)`;
  const { solutions } = points(
    `V1 a 0 1\nR1 a b 100\nB1 b c i={${law('v(b,c)')}}\nB2 c 0 i={${law('v(c)')}}\n.save v(b) v(c)`,
  );
  const known: number[][] = [];
  for (let p = -1; p <= 2; p += 0.1)
    for (let q = -1; q <= 2; q += 0.1) {
      let [u, w] = [p, q];
      for (let k = 0; k < 60; k++) {
        const slope = (v: number): number => 1e-3 * (20 - 120 * v + 150 * v * v);
        // i(u) = i(w), u + w + 100 i(w) = 1
        const [f, g] = [i(u) - i(w), u + w + 100 * i(w) - 1];
        const [a, b, d] = [slope(u), -slope(w), 1 + 100 * slope(w)];
        const det = a * d - b;
        [u, w] = [u - (d * f - b * g) / det, w - (a * g - f) / det];
      }
      if (!(Math.abs(i(u) - i(w)) + Math.abs(u + w + 100 * i(w) - 1) < 1e-12)) continue;
      if (known.every(([b, c]) => Math.abs(b! - u - w) + Math.abs(c! - w) > 1e-6)) known.push([u + w, w]);
    }
  expect(solutions).toHaveLength(known.length);
  for (const [b, c] of known)
    expect(solutions.some(([x, y]) => Math.abs(x! - b!) + Math.abs(y! - c!) < 1e-9)).toBe(true);
});

it('a smooth expression of its own voltage has both roots', () => {
  const { solutions } = points('V1 a 0 1\nB1 b 0 v={v(b)**2+v(a)-2}\nR1 b 0 1k\n.save v(b)');
  const root = Math.sqrt(5) / 2;
  [0.5 - root, 0.5 + root].forEach((v, k) => expect(solutions[k]![0]).toBeCloseTo(v, 9));
});

it('a plate below its pull-in has three: pulled a little, the unstable one, and closed on its stop', () => {
  const [k, gap, area, u] = [3.3, 2.5e-6, 2.2e-8, 7];
  const { solutions, worst } = points(
    `V1 p 0 ${u}\nYGAP1 p 0 a area=${area}\nYMASS1 a 1n x0=${gap}\nYSPRING1 a 0 ${k} l0=${gap}\nYSTOP1 a 0 lower=0.1u\n.save x(a)`,
  );
  expect(solutions).toHaveLength(3);
  const [closed = NaN, ...free] = solutions.map(([x = NaN]) => x);
  expect(closed).toBeCloseTo(0.1e-6, 15);
  for (const x of free) {
    const pull = (8.8541878128e-12 * area * u * u) / (2 * x * x);
    expect(pull / (k * (gap - x))).toBeCloseTo(1, 6);
  }
  expect(worst).toBeLessThan(1e-9);
});
