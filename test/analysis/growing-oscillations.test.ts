/** Sparse steps: oscillations that begin far below every tolerance, of which no error estimate tells. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

/** Siemens; 1 MHz; e times as much every 2 C / g = 20 us. */
const g = 100e-6;
/** i = g (-v + 4/3 v^3) beside L and C: averaged over a period the amplitude of the limit cycle is 1 V. */
const oscillator = `L1 a 0 25.3303u ic=0
C1 a 0 1n ic=1n
B1 a 0 I=${g}*(4/3*v(a)^3-v(a))`;
/** Blocks of one state each, which stand still or follow. */
const followers = Array.from(
  { length: 12 },
  (_, k) => `E${k} x${k} 0 ${k === 0 ? 'a' : `y${k - 1}`} 0 1\nR${k} x${k} y${k} 1k\nC1${k} y${k} 0 1p`,
).join('\n');

describe('an oscillation of 1 nV that grows e-fold in 20 us', () => {
  // Eight and four steps a period: an L-stable step damps what turns by 90 degrees in it faster than that grows.
  test.each([
    ['', '.125u'],
    ['', '.25u'],
    [followers, '.25u'],
  ])('is at 1 V when it has to be, however few steps a period takes%#', (others, tstep) => {
    const text = `${oscillator}\n${others}\n.tran ${tstep} 1m uic\n.print v(a)`;
    const { column, certificate } = run(netlist(text), { method: 'stepping', certificate: 'sampled' });
    expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
    const [time, v] = [column('time'), column('v(a)')];
    const late = v.filter((_, k) => time[k]! > 0.8e-3);
    // Steps resolve a period as reltol asks.
    expect(Math.abs(Math.max(...late) - 1)).toBeLessThan(0.02);
    // d(A^2)/dt = g/C A^2 (1 - A^2): half of the energy at ln(1/A0^2) C/g. It is damped until it is found, in some 150 steps.
    const half = 1e-5 * Math.log(1e18);
    const first = time[v.findIndex((x) => x > Math.SQRT1_2)]!;
    expect(Math.abs(first - half)).toBeLessThan(120e-6);
  });
});

test('what decays asks for no shorter steps than its error does, however fast it would turn', () => {
  const text = 'V1 a 0 pwl(0 0 1n 1)\nR1 a b 5\nL1 b c 25.3303u\nC1 c 0 1n\nD1 c 0 m\n.model m d(is=1e-40)';
  const { certificate } = run(netlist(`${text}\n.tran 1u 10m\n.print v(c)`), { method: 'stepping' });
  // 10 000 output steps, and the ring, which is below its tolerance after 10 us ln 1e6.
  expect(certificate.steps).toBeLessThan(12_500);
});

test('stiff modes that turn with what drives them are no oscillation, and ask for no shorter steps', () => {
  // Of a clamper and a clipper every deviation decays at all times.
  const text = `V1 in 0 sin(0 10 1k)
C1 in a 1u
D1 0 a m
R1 a 0 100k
R2 a b 1k
D2 b r m
Vr r 0 5
.model m d(is=2.52n rs=.568 n=1.752 cjo=4p m=.4 tt=20n)
.tran 5u 5m
.print v(b)`;
  const { certificate } = run(netlist(text), { method: 'stepping' });
  // 1000 output steps.
  expect(certificate.steps).toBeLessThan(1100);
});
