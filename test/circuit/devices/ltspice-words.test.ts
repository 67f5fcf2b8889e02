/** What LTspice's own library of op amps writes: switches that go smoothly, tables behind controlling nodes, .param without "=". */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist, run } from '../../analysis/run-netlist.js';

describe('a switch of LTspice with VH below 0', () => {
  const resistance = (control: number, words = 'vt=0.5 vh=-0.4', end = '.backanno'): number =>
    1 /
    -run(
      netlist(
        `Vc c 0 ${control}\nV1 a 0 1\nS1 a 0 c 0 q\n.model q sw(ron=10 roff=1meg ${words})\n.op\n${end}`,
      ),
    ).final('i(v1)');

  it.each(['.options vswitch=smooth\n.backanno', '.backanno'])(
    'goes from roff to ron along the cubic: %s',
    (end) => {
      const least = end.includes('smooth') ? 1e-9 : 0.5;
      expect(resistance(0.05, undefined, end)).toBeCloseTo(1e6, 0);
      expect(resistance(0.95, undefined, end)).toBeCloseTo(10, 6);
      // Half-way the geometric mean, at a quarter y = 3/16 - 2/64 of the decades.
      expect(Math.abs(Math.log10(resistance(0.5, undefined, end)) - 3.5)).toBeLessThan(least);
      const quarter = 6 - 5 * (3 / 16 - 2 / 64);
      expect(Math.abs(Math.log10(resistance(0.3, undefined, end)) - quarter)).toBeLessThan(least);
    },
  );

  it('has a hysteresis with VH above 0, and in files of others', () => {
    expect(resistance(0.5, 'vt=0.5 vh=0.4')).toBeCloseTo(1e6, 0);
    expect(resistance(0.5, 'vt=0.5 vh=-0.4', '')).toBeCloseTo(1e6, 0);
  });
});

it('a VH below 0 of others is read as its magnitude, with a word about ngspice', () => {
  const text = netlist('Vc c 0 1\nV1 a 0 1\nS1 a 0 c 0 q\n.model q sw(vt=0.5 vh=-0.4)\n.op');
  const told = simulate({ name: 'a.cir', text }).diagnostics.map(({ message }) => message);
  expect(told).toEqual([
    'switch s1: vh < 0 is read as its magnitude; in ngspice such a switch turns where its control enters the band, not where it leaves it',
  ]);
});

it('tables stand behind controlling nodes, and a parameter is a function without an equals sign', () => {
  const text = netlist(
    'V1 a 0 2\nG1 0 b a 0 table(0 0 10 {g})\nR1 b 0 1\nE1 c 0 a 0 table (0,1) (4,5)\nR2 c 0 1\n.param x table(3, 1,10, 5,30)\n.param g {2*x}\n.op',
  );
  const result = run(text);
  expect(
    simulate({ name: 'a.cir', text }).diagnostics.filter(({ severity }) => severity === 'error'),
  ).toEqual([]);
  expect(result.final('v(b)')).toBeCloseTo((2 / 10) * 40, 9);
  expect(result.final('v(c)')).toBeCloseTo(3, 9);
});

it('an op amp of OTA, limiting conductances and smooth switches slews and settles', () => {
  const text = netlist(`X1 in out vp vn out amp
V1 vp 0 15
V2 vn 0 -15
V3 in 0 pulse(0 5 1u 1n 1n 20u 40u)
RL out 0 2k
.subckt amp 1 2 3 4 5
S1 5 3 x 5 Q
S2 4 5 5 x Q
A1 2 1 0 0 0 0 x 0 OTA G=10m Iout=15.9u Cout=1.59p Vhigh=1e308 Vlow=-1e308 tripdt=1n
C3 5 4 1p
C4 3 5 1p
R2 x 4 200meg
R1 3 x 200meg
G1 0 x 4 x table(0 0 10 32u)
G2 x 0 x 3 table(0 0 10 32u)
.model Q SW(Ron=10 Roff=10Meg Vt=0 Vh=-.1)
.ends
.tran 0.1u 3u
.backanno`);
  const { column } = run(text, {}, 'v(out)');
  const [time, out] = [column('time'), column('v(out)')];
  const at = (t: number): number => out[time.findLastIndex((now) => now <= t)] ?? NaN;
  // 15.9 uA into 1.59 pF: 10 V/us.
  expect(at(1.4e-6) - at(1.2e-6)).toBeCloseTo(2, 1);
  expect(at(2.9e-6)).toBeCloseTo(5, 3);
});
