/** What sparse steps make of circuits in which charges, ground and rounding do not stand as in a textbook. */
import { describe, expect, test } from 'vitest';
import { netlist, netlistText, run } from './run-netlist.js';

const steps = (body: string, options: Record<string, number | string> = {}) =>
  run(netlist(body), { method: 'stepping', ...options });

describe('sparse steps', () => {
  const at = (time: Float64Array, values: Float64Array, t: number): number => {
    const k = Math.max(
      1,
      time.findIndex((value) => value >= t),
    );
    const [t0 = 0, t1 = 0, a = 0, b = 0] = [time[k - 1], time[k], values[k - 1], values[k]];
    return a + ((b - a) * (t - t0)) / (t1 - t0);
  };

  test('breakpoints that rounding alone parts are one', () => {
    // 0.1 + 0.2 is an ulp above 0.3: the second source jumps an ulp later than the first one, and the run ends there.
    const { certificate, final } = steps(
      'V1 a 0 pwl(0 0 0.3 0 0.3 1 1 1)\nV2 b 0 pulse(0 1 {0.1+0.2} 0 0 1 2)\nR1 a c 1\nR2 b c 1\nC1 c 0 10m\n.tran 1m {0.1+0.2+0.3}',
    );
    expect(certificate.stepping?.smallestStep).toBeGreaterThan(1e-12);
    // Both have been on for 0.3 s = 60 time constants.
    expect(final('v(c)')).toBeCloseTo(1, 6);
  });

  // The diode blocks without a current: it makes steps run as one function.
  test.each([
    ['', '1u', 3000],
    ['\nD1 0 b m\n.model m d(is=1e-40)', '1u', 3000],
    ['', '100n', 10_000],
  ])(
    'steps are no longer than the output step, as in SPICE, nor more than 10 000 for that, and rows are exact%s',
    (diode, tstep, least) => {
      const { certificate, column } = steps(
        `V1 a 0 sin(0 .5 1k)\nR1 a b 1k\nC1 b 0 100n${diode}\n.tran ${tstep} 3m\n.print v(b) i(v1)`,
      );
      const [time, v, i] = ['time', 'v(b)', 'i(v1)'].map(column);
      const w = 2e3 * Math.PI;
      const [tau, part] = [1e-4, 1 / (1 + (w * 1e-4) ** 2)];
      const exact = (t: number): number =>
        0.5 * part * (Math.sin(w * t) - w * tau * (Math.cos(w * t) - Math.exp(-t / tau)));
      const worst = (errors: Float64Array): number => Math.max(...errors.map(Math.abs));
      expect(certificate.steps).toBeGreaterThanOrEqual(least);
      expect(certificate.steps).toBeLessThan(1.01 * least);
      expect(time!.length).toBeGreaterThanOrEqual(least);
      expect(worst(time!.map((t, k) => v![k]! - exact(t)))).toBeLessThan(4e-6);
      const current = (t: number): number => (0.5 * Math.sin(w * t) - exact(t)) / -1e3;
      expect(worst(time!.map((t, k) => i![k]! - current(t)))).toBeLessThan(6e-8);
    },
  );

  test('a row within a step obeys the law of what it shows', () => {
    const { column } = steps(
      'V1 a 0 sin(0 2 1k)\nR1 a b 1k\nC1 b 0 1n\nD1 b 0 m\n.model m d(is=1e-14)\n.tran 2u 2m\n.print v(b) i(d1)',
    );
    const [v, i] = [column('v(b)'), column('i(d1)')];
    const law = v.map((value) => 1e-14 * Math.expm1(value / 0.025865));
    const largest = Math.max(...i);
    expect(Math.max(...i.map((value, k) => Math.abs(value - law[k]!)))).toBeLessThan(1e-3 * largest);
  });

  test('a large capacitor beside a junction behind its resistance does not loosen what other voltages are measured by', () => {
    const { column } = steps(
      `Vb s 0 10
Rb s a 1
Cb a 0 10m
D1 b a m
V1 p 0 pulse(0 1 0 1n 1n 1)
R1 p b 1k
C1 b 0 100n
.model m d(is=1e-16 rs=.1 cjo=1p m=0)
.tran 10m 10m`,
    );
    const [time, v] = [column('time'), column('v(b)')];
    const exact = (t: number): number => 1 - Math.exp(-t / 1e-4);
    expect(Math.max(...v.map((value, k) => Math.abs(value - exact(time[k]!))))).toBeLessThan(2e-3);
  });

  test('a junction is followed by its charge, not by the small voltage behind its resistance', () => {
    // The leakage rings with the capacitance of the diodes; the node behind rs is within millivolts of ground.
    const { certificate, column } = steps(
      `V1 p 0 sin(0 325 50)
L1 p 0 1
L2 a b 10m
K1 L1 L2 .999
Rg b 0 1meg
D1 a out m
D2 b out m
D3 0 a m
D4 0 b m
C1 out 0 1000u
RL out 0 50
.model m d(is=2.5n n=1.75 rs=.03 cjo=10p tt=100n)
.tran 100u 40m`,
    );
    // Measured by voltages to ground it took ten times as many.
    expect(certificate.steps).toBeLessThan(2500);
    // 32.5 V less two diodes and what the leakage takes.
    const peak = Math.max(...column('v(out)'));
    expect(peak).toBeGreaterThan(29);
    expect(peak).toBeLessThan(31.5);
  });

  test('a bridge that floats between coils starts, and keeps the voltages of the mains', () => {
    const { column } = steps(
      `Va a0 0 sin(0 325 50)
Vb b0 0 sin(0 325 50 0 0 -120)
Vc c0 0 sin(0 325 50 0 0 120)
La a0 a 1m
Lb b0 b 1m
Lc c0 c 1m
Rs1 a sa 100
Cs1 sa b 100n
D1 a p m
D2 b p m
D3 c p m
D4 n a m
D5 n b m
D6 n c m
C1 p n 4.7u
R1 p n 20
Rn n 0 1meg
.model m d(is=76p rs=42m n=1.45 cjo=26p tt=4u)
.tran 100u 6m
.print v(p,n)`,
    );
    // At most the peak of a line-to-line voltage, 325 sqrt 3 = 563 V; the overlap takes some 3/pi w L I = 8 V of the mean 538 V.
    const late = column('v(p,n)').slice(-30);
    expect(Math.min(...late)).toBeGreaterThan(450);
    expect(Math.max(...late)).toBeLessThan(570);
  });

  test('steps are as short as the output step where that matters, so that a sine behind a large capacitor is as exact as in SPICE', () => {
    const { column } = steps('V1 a 0 sin(0 10m 1k)\nV2 b a 10\nC1 b c 1\nR1 c 0 1k\n.tran 5u 2m');
    const time = column('time');
    const error = column('v(c)').map((value, k) =>
      Math.abs(value - 0.01 * Math.sin(2e3 * Math.PI * (time[k] ?? NaN))),
    );
    // The first step behind the start may be off by the tolerance of 10 V no more than that of 10 mV.
    expect(Math.max(...error)).toBeLessThan(1e-5);
  });

  test('the switches of a leg turn over at once, behind a comparator that turns at once', () => {
    const { final } = run(netlistText('h-bridge-pwm.cir'), {
      method: 'stepping',
      reltol: 1e-4,
      certificate: 'sampled',
    });
    // The head of the netlist has the closed form; errors of some hundred periods add up to 1e-3 of 7.6 A at most.
    expect(final('i(l1)')).toBeCloseTo(-2.216175837, 2);
  });

  // The limiter blocks without a current: its pair makes steps be tried stage by stage.
  test.each(['', '\nDi p q di\nVi q 0 1k\n.model di d'])(
    'the end of a pulse of current is met by a short step, so that a rectifier is charged as at tight tolerances%s',
    (limiter) => {
      const text = `V1 a 0 sin(0 325 50)
Rs a b 4.7
D1 b p m
D2 n b m
C1 p 0 47u
C2 0 n 47u
RL p n 10k${limiter}
.model m d(is=76p rs=42m n=1.45 cjo=26p tt=4u)
.tran 100u 40m
.print v(p,n)`;
      const [own, tight] = [1e-3, 1e-6].map((reltol) => steps(text, { reltol }));
      // 400 are asked for by the output step.
      expect(own!.certificate.steps).toBeLessThan(440);
      for (const t of [8e-3, 18e-3, 28e-3, 38e-3]) {
        const [a, b] = [own, tight].map((run) => at(run!.column('time'), run!.column('v(p,n)'), t));
        // A fifth of reltol; a step four times the output step across the end of a pulse was .22 V off, which nothing undoes.
        expect(Math.abs(a! - b!), `at ${t} s`).toBeLessThan(0.2e-3 * 640);
      }
    },
  );

  test('a rectifier without states commutates where its voltage is 0', () => {
    const { column } = steps('V1 a 0 sin(0 1 1k)\nD1 a b m\nR1 b 0 1k\n.model m d\n.tran 100u 2m');
    const time = column('time');
    const error = column('v(b)').map((value, k) =>
      Math.abs(value - Math.max(0, Math.sin(2e3 * Math.PI * (time[k] ?? NaN)))),
    );
    // Inputs are seen within 10 reltol.
    expect(Math.max(...error)).toBeLessThan(1e-2);
  });

  test('what a transistor does within an edge of its gate is seen, though no capacitance says so', () => {
    const text = `Vdd vdd 0 10
Vg g 0 PULSE(0 10 0 100n 100n 5u 10u)
M1 d g 0 0 nb w=5m l=2u
M2 d g vdd vdd pb w=12m l=2u
.model nb nmos(vto=1 kp=40u lambda=.01)
.model pb pmos(vto=-1 kp=16u lambda=.01)
C1 d x 1u
Rx x 0 1k
.tran .2u 12u`;
    const [own, exact] = [1e-3, 1e-6].map((reltol) => steps(text, { reltol }));
    for (const t of [10.035e-6, 10.045e-6, 10.06e-6]) {
      const [a, b] = [own, exact].map((run) => at(run!.column('time'), run!.column('v(x)'), t));
      // The whole edge used to be one step, 4 V off; between its points a parabola is good for a few reltol of 10 V.
      expect(Math.abs(a! - b!)).toBeLessThan(0.3);
    }
  });

  test('a flip-flop at rest between its states leaves it by the rounding of its point alone', () => {
    const gate = (name: string, [a, b, y]: readonly [string, string, string]): string =>
      `Q1${name} c${name} b${name} ${a} q
Q2${name} c${name} b${name} ${b} q
R1${name} vcc b${name} 4k
Q3${name} d${name} c${name} e${name} q
R2${name} vcc d${name} 1.6k
R3${name} e${name} 0 1k
Q4${name} f${name} d${name} g${name} q
R4${name} vcc f${name} 130
D1${name} g${name} ${y} d
Q5${name} ${y} e${name} 0 q`;
    const { column } = steps(
      `Vcc vcc 0 5
Vs s 0 5
${gate('x', ['s', 'p', 'n'])}
${gate('y', ['s', 'n', 'p'])}
.model q npn(is=1e-16 bf=50 br=.5 rb=70 rc=20 tf=.12n tr=5n cje=.9p cjc=1.5p vaf=50)
.model d d(is=1e-14 cjo=1p tt=1n rs=10)
.tran .1n 5n
.print v(p) v(n)`,
    );
    const apart = column('v(p)').map((v, k) => Math.abs(v - column('v(n)')[k]!));
    // Both gates in their linear range make the difference e times as large every .46 ns: 1e-15 V of 1.6 V are 5e-11 V after 5 ns.
    expect(Math.max(...apart)).toBeLessThan(5e-10);
  });

  test('rows follow a small signal on a large constant', () => {
    const { column } = steps(
      'V1 a 0 PULSE(100 100.1 20n 0 0 1 2)\nR1 a b 1k\nC1 b 0 5p\n.tran 20n 100n 0 .1n\n.print tran v(b)',
    );
    const [time, value] = [column('time'), column('v(b)')];
    for (let t = 20e-9; t < 60e-9; t += 0.37e-9) {
      const truth = 100 + 0.1 * (1 - Math.exp(-(t - 20e-9) / 5e-9));
      // Rows miss a thousandth of the range so far, of which a hundredth of 100 V is the least.
      expect(Math.abs(at(time, value, t) - truth)).toBeLessThan(2e-3);
    }
  });
});

test('a linear circuit that stores runs by sparse steps where a source has no closed form', () => {
  const { column, certificate, report } = run(
    netlist('B1 a 0 V=5*(time*1k-floor(time*1k))\nR1 a b 1k\nC1 b 0 200n\n.tran 10u 8m\n.print v(b)'),
  );
  expect(certificate.missed).toEqual([]);
  expect(report.diagnostics.map(({ message }) => message).join('\n')).toMatch(
    /has no closed form, .*; sparse steps with error control are taken$/m,
  );
  // The periodic solution s (t - tau) + K e^(-t / tau), of which after 5 periods only e^-25 is missing.
  const [slope, tau, period] = [5e3, 2e-4, 1e-3];
  const free = (slope * period) / -Math.expm1(-period / tau);
  const [time, v] = [column('time'), column('v(b)')];
  time.forEach((t, k) => {
    const into = t % period;
    if (t < 5.5e-3 || into < 1e-6 || into > period - 1e-6) return;
    expect(Math.abs(v[k]! - slope * (into - tau) - free * Math.exp(-into / tau))).toBeLessThan(5e-3);
  });
});
