/** Sparse steps: gates of transistors that store nothing, whose outputs jump where all of them are saturated. */
import { expect, test } from 'vitest';
import { run } from './run-netlist.js';

const models = '.model n nmos(vto=1 kp=200u)\n.model p pmos(vto=-1 kp=80u)\n';

test('an AND of square laws has the levels of its inputs, whatever it jumps over', () => {
  const { column, certificate } = run(
    `and
Vd d 0 5
Va a 0 pulse(0 5 0 1n 1n 10n 20n)
Vb b 0 pulse(0 5 0 1n 1n 5n 20n)
M1 c a d d p w=40u l=1u
M2 c b d d p w=40u l=1u
M3 c a e e n w=100u l=1u
M4 e b 0 0 n w=100u l=1u
M5 o c d d p w=100u l=1u
M6 o c 0 0 n w=40u l=1u
${models}.tran 0.1n 100n
`,
    { method: 'stepping', certificate: 'full' },
  );
  const [a, b, c, o] = [column('v(a)'), column('v(b)'), column('v(c)'), column('v(o)')];
  const levels = new Set<string>();
  a.forEach((va, k) => {
    const [high, low] = [Math.min(va, b[k]!) > 4.99, Math.min(va, b[k]!) < 0.01];
    if (!high && !low) return;
    levels.add(`${va > 2.5} ${b[k]! > 2.5}`);
    // What leaks through open transistors, 1e-12 S, is below a microvolt.
    expect(Math.abs(o[k]! - (high ? 5 : 0))).toBeLessThan(1e-6);
    expect(Math.abs(c[k]! - (high ? 0 : 5))).toBeLessThan(1e-6);
  });
  expect([...levels].sort()).toEqual(['false false', 'true false', 'true true']);
  expect(certificate.incomplete).toBeUndefined();
  expect(certificate.missed).toEqual([]);
});

test('an OR-AND-invert of square laws jumps where no step leads on, and has the levels of its inputs', () => {
  const { column, certificate } = run(
    `or and invert
Vd d 0 5
Va a 0 pulse(0 5 0 1n 1n 10n 20n)
Vb b 0 pulse(0 5 0 1n 1n 15n 20n)
Vc c 0 pulse(0 5 0 1n 1n 5n 20n)
M1 x a d d p w=100u l=1u
M2 o b x x p w=100u l=1u
M3 o c d d p w=100u l=1u
M4 o a y y n w=40u l=1u
M5 o b y y n w=40u l=1u
M6 y c 0 0 n w=40u l=1u
${models}.tran 0.1n 60n
`,
    { method: 'stepping', certificate: 'full' },
  );
  const inputs = ['a', 'b', 'c'].map((name) => column(`v(${name})`));
  const levels = new Set<string>();
  column('v(o)').forEach((o, k) => {
    const values = inputs.map((input) => input[k]!);
    if (values.some((v) => v > 0.01 && v < 4.99)) return;
    const [a, b, c] = values.map((v) => v > 2.5);
    levels.add(`${a} ${b} ${c}`);
    expect(Math.abs(o - ((a || b) && c ? 0 : 5))).toBeLessThan(1e-6);
  });
  expect([...levels].sort()).toEqual([
    'false false false',
    'false true false',
    'true true false',
    'true true true',
  ]);
  expect(certificate.incomplete).toBeUndefined();
  expect(certificate.missed).toEqual([]);
});

test.each([
  [
    'of MOSFETs',
    `Vd d 0 5
Vi i 0 sin(2.5 2.5 1k)
M1 o a d d p w=20u l=1u
M2 o a 0 0 n w=10u l=1u
M3 q o d d p w=20u l=1u
M4 q o 0 0 n w=10u l=1u
R1 i a 10k
R2 q a 20k`,
  ],
  [
    'of bipolar transistors',
    `Vc c 0 5
Vi i 0 sin(2.5 2.5 1k)
R1 c x 2k
R2 c o 1k
Re e 0 500
Rb x y 4.7k
Rc y 0 10k
Q1 x i e q
Q2 o y e q
.model q npn(is=1e-15 bf=200)`,
  ],
])('a Schmitt trigger %s without charges jumps twice a period, not once more', (_, cards) => {
  const { column, certificate } = run(`trigger\n${cards}\n${models}.tran 1u 3m\n`, { method: 'stepping' });
  expect(certificate.incomplete).toBeUndefined();
  expect(certificate.missed).toEqual([]);
  const o = column('v(o)');
  const range = Math.max(...o) - Math.min(...o);
  // From one branch to the other within one row, and nowhere back.
  const jumps = [...o.keys()].slice(1).filter((k) => Math.abs(o[k]! - o[k - 1]!) > 0.3 * range);
  expect(jumps).toHaveLength(6);
  const time = column('time');
  jumps.forEach((k, n) => {
    expect(time[k]! - time[k - 1]!).toBeLessThan(1e-7);
    if (n > 0) expect(o[k]! > o[k - 1]!).toBe(o[jumps[n - 1]!]! < o[jumps[n - 1]! - 1]!);
  });
});

test('gates of level 3 without overlaps switch, though nothing holds a node between two of their transistors', () => {
  const text = `stacks
.model n nmos(level=3 vto=.8 kp=80u gamma=.5)
.model p pmos(level=3 vto=-.8 kp=30u gamma=.4)
Vd d 0 3.3
V1 a 0 pulse(0 3.3 2.07n .2n .2n 5.39n 10.78n)
.subckt nand a b y d
M1 y a d d p w=5u l=1u
M2 y b d d p w=5u l=1u
M3 y a x 0 n w=2u l=1u
M4 x b 0 0 n w=2u l=1u
.ends
.subckt nor a b y d
M1 x a d d p w=5u l=1u
M2 y b x d p w=5u l=1u
M3 y a 0 0 n w=2u l=1u
M4 y b 0 0 n w=2u l=1u
.ends
X1 d a y1 d nand
C1 y1 0 21.4f
X2 a a y2 d nor
C2 y2 0 8.2f
.tran .1n 100n
.end
`;
  const { column, certificate } = run(text, { method: 'stepping' });
  expect(certificate.incomplete).toBeUndefined();
  expect(certificate.missed).toEqual([]);
  const [a, first, second] = ['v(a)', 'v(y1)', 'v(y2)'].map((name) => column(name));
  const time = column('time');
  let compared = 0;
  a!.forEach((input, k) => {
    // Two nanoseconds behind an edge both outputs have settled.
    const settled = time.findIndex((t) => t > time[k]! - 2e-9);
    if (time[k]! < 4e-9 || a!.slice(settled, k).some((before) => Math.abs(before - input) > 1e-6)) return;
    compared++;
    const inverted = 3.3 - input;
    expect(Math.abs(first![k]! - inverted)).toBeLessThan(0.05);
    expect(Math.abs(second![k]! - inverted)).toBeLessThan(0.05);
  });
  expect(compared).toBeGreaterThan(300);
});
