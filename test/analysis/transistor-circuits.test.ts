/** One and two transistors by piecewise-linear channels, against the solution of the smooth law of Sah. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

const square = (x: number): number => Math.max(0, x) ** 2;
/** The current from drain to source of an n channel. */
const nmos = (k: number, vt: number, g: number, d: number, s: number): number =>
  k * (square(g - s - vt) - square(g - d - vt));

/** The root of a falling function between two bounds. */
function root(f: (v: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  for (let k = 0; k < 100; k++) {
    const middle = (a + b) / 2;
    if (f(middle) > 0) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}

interface Parts {
  readonly supply: number;
  readonly vto: number;
  readonly kp: number;
  readonly ratio: number;
  readonly r: number;
}

/** Decades of everything that a designer chooses. */
const parts = fc.record({
  supply: fc.double({ min: 1.8, max: 30, noNaN: true }),
  vto: fc.double({ min: 0.3, max: 1.2, noNaN: true }),
  kp: fc.double({ min: -5, max: -1, noNaN: true }).map((decades) => 10 ** decades),
  ratio: fc.double({ min: 0, max: 2, noNaN: true }).map((decades) => 10 ** decades),
  r: fc.double({ min: 1, max: 6, noNaN: true }).map((decades) => 10 ** decades),
});

interface Circuit {
  readonly name: string;
  readonly cards: (parts: Parts) => string;
  /** Zero, and falling in the output, at the smooth solution. */
  readonly balance: (parts: Parts, input: number, output: number) => number;
}

const k = ({ kp, ratio }: Parts): number => (kp * ratio) / 2;
const model = ({ kp, vto }: Parts): string => `.model nm nmos(vto=${vto} kp=${kp})`;
const size = ({ ratio }: Parts): string => `w=${ratio * 10}u l=10u`;

const circuits: readonly Circuit[] = [
  {
    name: 'common source',
    cards: (p) => `RD vdd o ${p.r}\nM1 o g 0 0 nm ${size(p)}\n${model(p)}`,
    balance: (p, g, o) => (p.supply - o) / p.r - nmos(k(p), p.vto, g, o, 0),
  },
  {
    name: 'source follower',
    cards: (p) => `RS o 0 ${p.r}\nM1 vdd g o o nm ${size(p)}\n${model(p)}`,
    balance: (p, g, o) => nmos(k(p), p.vto, g, p.supply, o) - o / p.r,
  },
  {
    name: 'diode-connected load',
    cards: (p) => `M2 vdd vdd o o nm w=10u l=10u\nM1 o g 0 0 nm ${size(p)}\nRL o 0 ${100 * p.r}\n${model(p)}`,
    balance: (p, g, o) =>
      nmos(p.kp / 2, p.vto, p.supply, p.supply, o) - nmos(k(p), p.vto, g, o, 0) - o / (100 * p.r),
  },
  {
    name: 'pass transistor',
    cards: (p) => `RL o 0 ${p.r}\nVd d 0 ${p.supply / 2}\nM1 d g o o nm ${size(p)}\n${model(p)}`,
    balance: (p, g, o) => nmos(k(p), p.vto, g, p.supply / 2, o) - o / p.r,
  },
  {
    name: 'inverter',
    cards: (p) =>
      `M1 o g 0 0 nm ${size(p)}\nM2 o g vdd vdd pm ${size(p)}\nRL o 0 ${1000 * p.r}\n${model(p)}\n` +
      `.model pm pmos(vto=${-p.vto} kp=${p.kp})`,
    balance: (p, g, o) =>
      nmos(k(p), p.vto, p.supply - g, p.supply - o, 0) - nmos(k(p), p.vto, g, o, 0) - o / (1000 * p.r),
  },
];

/** Errors in volts at the gate or at the output, by the range of the voltages: how far the curve is from the smooth one. */
function distance(circuit: Circuit, p: Parts, input: number, output: number): number {
  const smooth = (g: number): number => root((o) => circuit.balance(p, g, o), -1, p.supply + 1);
  let [near, far] = [0, 1];
  // The least part d so that the point lies in the box of d around the curve.
  for (let step = 0; step < 20; step++) {
    const d = (near + far) / 2;
    const [a, b] = [smooth(input - d * p.supply), smooth(input + d * p.supply)];
    const inside = output >= Math.min(a, b) - d * p.supply && output <= Math.max(a, b) + d * p.supply;
    if (inside) far = d;
    else near = d;
  }
  return far;
}

describe('transfer curves are within what the note says, 1 % of the supply at most', () => {
  test.each(circuits)('$name', (circuit) => {
    const worst: number[] = [];
    fc.assert(
      fc.property(parts, (p) => {
        const body = `Vdd vdd 0 ${p.supply}\nVg g 0 pwl(0 0 1m ${p.supply})\n${circuit.cards(p)}\n.tran 20u 1m`;
        const { column } = run(netlist(body), { method: 'events' }, 'v(g) v(o)');
        const [g, o] = [column('v(g)'), column('v(o)')];
        const off = Math.max(...[...g].map((input, row) => distance(circuit, p, input, o[row] ?? NaN)));
        worst.push(off);
        expect(off).toBeLessThan(0.01);
      }),
      { seed: 1, numRuns: 12 },
    );
  });

  test('the amplifier with a gate of 2 V + 0.5 V is within 1 % of its output range', () => {
    const p = { supply: 12, vto: 1, kp: 200e-6, ratio: 10, r: 4700 };
    const body =
      'Vdd vdd 0 12\nVg g 0 sin(2 0.5 1k)\nRD vdd o 4.7k\nM1 o g 0 0 nm w=100u l=10u\n' +
      '.model nm nmos(vto=1 kp=200u)\n.tran 5u 2m';
    const { column } = run(netlist(body), { method: 'events' }, 'v(g) v(o)');
    const [g, o] = [column('v(g)'), column('v(o)')];
    const stage = circuits[0];
    const exact = g.map((input) => root((v) => stage?.balance(p, input, v) ?? NaN, 0, 12));
    const range = Math.max(...exact) - Math.min(...exact);
    const off = Math.max(...[...o].map((v, row) => Math.abs(v - (exact[row] ?? NaN))));
    expect(off / range).toBeLessThan(0.01);
  });
});

test('a mirror whose input transistor is connected as a diode is known to exact events too', () => {
  const text = netlist(
    '.model n npn(is=1e-14 bf=100)\nV1 v 0 5\nR1 v a 1k\nQ1 a a 0 n\nQ2 b a 0 n\nR2 v b 500\n.tran 10u 100u',
  );
  const { final } = run(text, { method: 'events' });
  const thermal = (1.380649e-23 * 300.15) / 1.602176634e-19;
  // The input carries its own base current and that of the output.
  const a = root((v) => 5 - v - 1e3 * 1e-14 * Math.expm1(v / thermal) * (1 + 2 / 100), 0, 1);
  expect(Math.abs(final('v(a)') - a)).toBeLessThan(1.5e-3);
  expect(Math.abs((5 - final('v(b)')) / 500 - (5 - a) / 1e3 / 1.02)).toBeLessThan(5e-6);
});
