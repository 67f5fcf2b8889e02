/** LTspice's OTA, VARISTOR, SAMPLEHOLD, PHASEDET and COUNTER, and the words that its gates have: closed forms. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist, run, type NetlistRun } from '../../analysis/run-netlist.js';

function at({ column }: Pick<NetlistRun, 'column'>, name: string, t: number): number {
  const times = column('time');
  const k = times.findLastIndex((time) => time <= t * (1 + 1e-12));
  return column(name)[k] ?? NaN;
}

const settings = ['events', 'stepping'].map((method) => ({ method }));

describe('an OTA', () => {
  const current = (words: string, u: number): number =>
    run(netlist(`V1 p 0 ${u}\nA1 0 p 0 0 0 0 out 0 OTA ${words}\nVo out 0 0.5\n.op`)).final('i(vo)');

  it('delivers m + h tanh(g u / h) between its limits, and g u where it is linear', () => {
    expect(current('g=1m', 1e-3)).toBeCloseTo(1e-5 * Math.tanh(0.1), 11);
    expect(current('g=1m iout=2m', 3)).toBeCloseTo(2e-3 * Math.tanh(1.5), 9);
    expect(current('g=1m isrc=3m isink=-1m', 3)).toBeCloseTo(1e-3 + 2e-3 * Math.tanh(1.5), 9);
    expect(current('g=1m isrc=3m isink=-1m asym', 3)).toBeCloseTo(3e-3 * Math.tanh(1), 9);
    expect(current('g=1m isrc=3m isink=-1m asym', -3)).toBeCloseTo(-1e-3 * Math.tanh(3), 9);
    expect(current('g=1m linear ref=0.25 ioffset=1u', 3)).toBeCloseTo(3.251e-3, 9);
    expect(current('g=1m powerup=0', 3)).toBeCloseTo(0, 9);
  });

  it('multiplies its pairs, and stays between vlow and vhigh', () => {
    const text = (load: string): string =>
      netlist(`V1 p 0 0.1\nV2 q 0 3\nA1 0 p q 0 0 0 out 0 OTA g=1m linear vhigh=5 vlow=-5\n${load}\n.op`);
    expect(run(text('R1 out 0 10k')).final('v(out)')).toBeCloseTo(3, 6);
    expect(run(text('R1 out 0 1meg')).final('v(out)')).toBeCloseTo(5 + (3e-4 - 5e-6) / (1 + 1e-6), 6);
  });

  it('is an integrator up to its slew rate as an op amp has it', () => {
    const text = netlist(
      'V1 p 0 pulse(0 1 1u 1n 1n 1 2)\nA1 out p 0 0 0 0 out 0 OTA g=1m iout=100u cout=1n vhigh=1e308 vlow=-1e308\n.tran .1u 6u',
    );
    // Slewing at iout / cout = .1 V/us while g u is far above iout.
    expect(at(run(text), 'v(out)', 5e-6)).toBeCloseTo(0.4, 3);
  });
});

it.each(settings)(
  'a varistor holds what is above its control behind rclamp, in both directions',
  (options) => {
    const text = netlist(
      'V1 c 0 2\nV2 s 0 pwl(0 10 1u 10 2u -10)\nR1 s out 1k\nA1 c 0 0 0 0 0 out 0 VARISTOR rclamp=10\n.tran .1u 3u',
    );
    const result = run(text, options);
    // (10 - v) / 1000 = (v - 2) / 10.
    const clamped = (10 / 1000 + 2 / 10) / (1 / 1000 + 1 / 10);
    expect(at(result, 'v(out)', 0.5e-6)).toBeCloseTo(clamped, 6);
    expect(at(result, 'v(out)', 2.5e-6)).toBeCloseTo(-clamped, 6);
    expect(at(result, 'v(out)', 1.45e-6)).toBeCloseTo(at(result, 'v(s)', 1.45e-6), 6);
  },
);

describe.each(settings)('a sample and hold by $method', (options) => {
  it('keeps what its input was at the rising edge of its clock', () => {
    const text = netlist(
      'V1 in 0 pwl(0 0 20u 2 40u 4)\nV2 ck 0 pulse(0 1 10u 10n 10n 1u 15u)\nA1 in 0 ck 0 0 0 out 0 SAMPLEHOLD rout=1\nR1 out 0 1meg\n.tran 100n 32u',
    );
    const result = run(text, options);
    for (const [t, edge] of [
      [10.1e-6, 10.005e-6],
      [24e-6, 10.005e-6],
      [31e-6, 25.005e-6],
    ] as const)
      expect(at(result, 'v(out)', t), `${t}`).toBeCloseTo((edge * 1e5) / (1 + 1e-6), 4);
  });

  it('lets the difference through while node 4 is high, within vlow and vhigh', () => {
    const text = netlist(
      'V1 p 0 pwl(0 2 10u 12)\nV2 n 0 0.5\nV3 tr 0 pulse(1 0 5u 1n 1n 1 2)\nA1 p n 0 tr 0 0 out 0 SAMPLEHOLD\nA2 p n 0 p 0 0 o2 0 SAMPLEHOLD vhigh=4\nR1 out 0 1g\nR2 o2 0 1g\n.tran 100n 10u',
    );
    const result = run(text, options);
    expect(at(result, 'v(out)', 3e-6)).toBeCloseTo(4.5, 4);
    expect(at(result, 'v(out)', 9e-6)).toBeCloseTo(6.5, 2);
    expect(at(result, 'v(o2)', 9e-6)).toBeCloseTo(4, 4);
  });
});

it('a phase detector delivers iout from an edge of A to one of B, and sinks it from B to A', () => {
  const text = netlist(
    'V1 a 0 pulse(0 1 10n 100p 100p 2n 50n)\nV2 b 0 pulse(0 1 20n 100p 100p 2n 30n)\nA1 a b 0 0 0 0 out 0 PHASEDET iout=1m\nR1 out 0 1k\n.tran 1n 75n',
  );
  const result = run(text);
  for (const [t, v] of [
    [5e-9, 0],
    [15e-9, 1],
    [30e-9, 0],
    [55e-9, -1],
    [70e-9, 0],
  ] as const)
    expect(at(result, 'v(out)', t), `${t}`).toBeCloseTo(v, 6);
});

it('a phase detector drives a capacitor from 0 V on', () => {
  const text = netlist(
    'V1 a 0 pulse(0 1 1u 1n 1n 2u 5u)\nV2 b 0 pulse(0 1 2u 1n 1n 2u 5u)\nA1 a b 0 0 0 0 out 0 PHASEDET iout=1m vhigh=5\nC1 out 0 1u\n.tran 0.1u 20u',
  );
  // A microsecond of 1 mA in each of four periods.
  expect(run(text).final('v(out)')).toBeCloseTo(4e-3, 7);
});

it('a counter begins high, and is so for the first part of each of its periods', () => {
  const text = netlist(
    'V1 ck 0 pulse(0 1 1 .1 .1 1 4)\nV2 r 0 pulse(0 1 22 1n 1n 1 100)\nA1 ck r 0 0 0 n q 0 COUNTER cycles=4 duty=.5\nR1 q 0 1meg\nR2 n 0 1meg\n.tran .1 40',
  );
  const result = run(text);
  // Edges at 1, 5, 9 ...; a reset at 22 begins anew.
  const levels = [0, 2, 6, 10, 14, 18, 21.9, 23, 26, 30, 34].map((t) => Math.round(at(result, 'v(q)', t)));
  expect(levels).toEqual([1, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0]);
});

it('gates have another resistance in each state, and a latch the state that ic says', () => {
  const text = netlist(
    'V1 i 0 pulse(0 1 1u 1n 1n 1u 4u)\nA1 i 0 0 0 0 0 q 0 BUF vhigh=3 vlow=1 ref=.5 rhigh=1k rlow=3k tripdt=1n\nR1 q 0 1k\nA2 0 0 0 0 0 0 s 0 SRFLOP ic=1\nR2 s 0 1meg\n.tran 0.1u 3u',
  );
  const { diagnostics } = simulate({ name: 'a.cir', text });
  expect(diagnostics[0]?.message).toBe('ignored element parameters: buf tripdt');
  const result = run(text);
  expect(at(result, 'v(q)', 0.5e-6)).toBeCloseTo(1 / 4, 6);
  expect(at(result, 'v(q)', 1.5e-6)).toBeCloseTo(3 / 2, 6);
  expect(at(result, 'v(s)', 2e-6)).toBeCloseTo(1, 4);
});

describe('a modulator with levels', () => {
  const cards =
    'V1 am 0 0.5\nA1 0 0 0 0 0 c s 0 MODULATE mark=1k space=1k vhigh=3 vlow=1 rout=1k\nR1 s 0 1k\nR2 c 0 1meg';

  it('swings between them, behind rout', () => {
    const result = run(netlist(`${cards}\n.tran 1u 1m`));
    // Quarters of a period of 1 ms: half of 2 + sin, and 2 + cos.
    for (const [t, s, c] of [
      [0.25e-3, 1.5, 2],
      [0.5e-3, 1, 1],
      [0.75e-3, 0.5, 2],
    ] as const) {
      expect(at(result, 'v(s)', t)).toBeCloseTo(s, 2);
      expect(at(result, 'v(c)', t)).toBeCloseTo(c / (1 + 1e-3), 2);
    }
  });

  it('tells about which voltage its amplitude scales the swing', () => {
    const text = netlist(
      'V1 am 0 0.5\nA1 0 am 0 0 0 0 s 0 MODULATE mark=1k space=1k vhigh=2 vlow=0\nR1 s 0 1k\n.tran 1u 1m',
    );
    const { diagnostics } = simulate({ name: 'a.cir', text });
    expect(diagnostics[0]?.message).toBe(
      'a1: its amplitude scales the swing about 1 V, the middle of vlow and vhigh',
    );
    expect(at(run(text), 'v(s)', 0.25e-3)).toBeCloseTo(1.5, 2);
  });
});

it('a Schmitt trigger whose input passes its threshold just as the run begins follows td behind', () => {
  const text = netlist(
    'V1 r 0 pulse(0 1 0 10u 1u 0 20u)\nA1 r 0 0 0 0 q p 0 SCHMITT vt=0 vh=0 td=2u trise=1n\nV2 a 0 3\nR1 p 0 1meg\nR2 q 0 1meg\n.tran 0.1u 5u',
  );
  const result = run(text, { method: 'stepping' });
  for (const [t, level] of [
    [0, 0],
    [1.9e-6, 0],
    [2.1e-6, 1],
  ] as const)
    expect(at(result, 'v(p)', t)).toBeCloseTo(level, 5);
  expect(result.final('v(a)')).toBe(3);
});

it('a Schmitt inverter with a resistor back to its capacitor has no state at rest, and oscillates', () => {
  const text = netlist(
    'R1 q c 15k\nC1 c 0 100n\nA1 c 0 0 0 0 q 0 0 SCHMITT vhigh=5 vt=2.5 vh=0.4 rout=1m\n.tran 0 20m 0 10u\n.meas tran first when v(c)=2.5 rise=3\n.meas tran last when v(c)=2.5 rise=13',
  );
  const { runs } = simulate({ name: 'a.cir', text });
  const { certificate, measures = [] } = runs[0]!.report;
  const [first = NaN, last = NaN] = measures.map(({ value }) => value);
  expect(certificate?.missed).toEqual([]);
  // Between 2.1 V and 2.9 V towards 0 V and 5 V.
  expect((last - first) / 10 / (2 * 1.5e-3 * Math.log(2.9 / 2.1))).toBeCloseTo(1, 3);
});
