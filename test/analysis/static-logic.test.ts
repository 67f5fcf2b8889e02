/** Sparse steps: random networks of gates whose transistors store nothing have the levels of their Boolean functions. */
import { expect, test } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { run } from './run-netlist.js';

interface Gate {
  readonly kind: 'inv' | 'nand' | 'nor';
  readonly from: readonly [string, string];
  readonly out: string;
}

const supply = 5;
const periods = [10, 20, 40, 80];

/** Gates that read inputs or gates before them. */
function networkOf(stream: RandomStream, count: number): Gate[] {
  const nets = periods.map((_, i) => `i${i}`);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(stream.uniform() * from.length)] as T;
  return Array.from({ length: count }, (_, k) => {
    const kind = pick(['inv', 'nand', 'nand', 'nor', 'nor'] as const);
    const gate: Gate = { kind, from: [pick(nets.slice(-8)), pick(nets.slice(-8))], out: `g${k}` };
    nets.push(gate.out);
    return gate;
  });
}

function netlistOf(gates: readonly Gate[], lambda: string): string {
  const call = ({ kind, from: [a, b], out }: Gate): string =>
    `X${out} ${kind === 'inv' ? a : `${a} ${b}`} ${out} d ${kind}`;
  return `logic
.model n nmos(vto=.8 kp=100u${lambda})
.model p pmos(vto=-1 kp=40u${lambda})
.subckt inv a y d
M1 y a d d p w=20u l=1u
M2 y a 0 0 n w=10u l=1u
.ends
.subckt nand a b y d
M1 y a d d p w=20u l=1u
M2 y b d d p w=20u l=1u
M3 y a x 0 n w=10u l=1u
M4 x b 0 0 n w=10u l=1u
.ends
.subckt nor a b y d
M1 x a d d p w=20u l=1u
M2 y b x d p w=20u l=1u
M3 y a 0 0 n w=10u l=1u
M4 y b 0 0 n w=10u l=1u
.ends
Vd d 0 ${supply}
${periods.map((period, i) => `V${i} i${i} 0 pulse(0 ${supply} 0 1n 1n ${period / 2}n ${period}n)`).join('\n')}
${gates.map(call).join('\n')}
.tran 1n 80n
.end
`;
}

/** The level of every net where the inputs stand. */
function levelsAt(time: number, gates: readonly Gate[]): Map<string, boolean> {
  const levels = new Map<string, boolean>();
  periods.forEach((period, i) => levels.set(`i${i}`, (time * 1e9) % period < period / 2));
  for (const { kind, from, out } of gates) {
    const [a, b] = from.map((net) => levels.get(net) === true);
    if (kind === 'inv') levels.set(out, !a);
    else levels.set(out, kind === 'nand' ? !(a && b) : !(a || b));
  }
  return levels;
}

test.each([
  [10, 5, ''],
  [20, 7, ''],
  [41, 4, ''],
  [51, 6, ''],
  [5, 12, ' lambda=.02'],
])('network %i of %i gates%s', (seed, count, lambda) => {
  const gates = networkOf(new RandomStream(seed), count);
  const { column, certificate } = run(netlistOf(gates, lambda), { method: 'stepping' });
  expect(certificate.incomplete).toBeUndefined();
  expect(certificate.missed).toEqual([]);
  const times = column('time');
  for (let t = 3.5e-9; t < 80e-9; t += 5e-9) {
    const k = times.findIndex((time) => time >= t);
    // What leaks through open transistors, some pA, is below a microvolt at one that conducts.
    for (const [net, level] of levelsAt(t, gates))
      expect(Math.abs(column(`v(${net})`)[k]! - (level ? supply : 0))).toBeLessThan(1e-6);
  }
});
