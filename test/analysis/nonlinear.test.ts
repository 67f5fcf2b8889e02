import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import type { Plot } from '../../src/waveform/plot.js';

function run(text: string, options: Record<string, number | string> = {}) {
  const result = simulate({ name: 't.cir', text: `t\n${text}\n.end\n` }, { options });
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ message }) => message)).toEqual([]);
  return result;
}

function column(plot: Plot | undefined, name: string): Float64Array {
  const k = plot?.header.columns.findIndex((entry) => entry.name === name) ?? -1;
  return plot?.columns[k] ?? new Float64Array(0);
}

/** The largest distance of a column from a function of time. */
function distance(plot: Plot | undefined, name: string, exact: (t: number) => number): number {
  const time = column(plot, 'time');
  expect(time.length).toBeGreaterThan(100);
  return Math.max(...Array.from(column(plot, name), (value, k) => Math.abs(value - exact(time[k]!))));
}

describe('nonlinear elements', () => {
  test('a step next to a threshold holds to the rounding of what is compared, where nothing is stored', () => {
    // v(x) - 1 has the rounding of 1, however small it is.
    const { runs } = run(
      'V1 x 0 sin(0 2 1k)\nB1 a 0 v=exp(-v(x)^2)\nR1 a 0 1k\nB2 b 0 v=v(x)>=1 ? 1 : 0\nR2 b 0 1k\n.tran 5u 1m',
    );
    const plot = runs[0]?.plot;
    expect(column(plot, 'time').at(-1)).toBeCloseTo(1e-3, 12);
    const sine = (t: number): number => 2 * Math.sin(2 * Math.PI * 1e3 * t);
    expect(distance(plot, 'v(a)', (t) => Math.exp(-(sine(t) ** 2)))).toBeLessThan(1e-6);
    // 1 from 30 to 150 degrees.
    const [time, b] = [column(plot, 'time'), column(plot, 'v(b)')];
    const turned = Array.from(time).filter((_, k) => k > 0 && b[k] !== b[k - 1]);
    expect(turned.map((t) => Math.round(t * 36e4))).toEqual([30, 150]);
  });

  test('a capacitor that a squared voltage discharges follows v0 / (1 + k v0 t / C)', () => {
    const { runs } = run('C1 a 0 1u ic=2\nB1 a 0 i={1m*v(a)*v(a)}\n.tran 10u 4m uic');
    // The error of a step is held below 1e-5 of the state; some hundred steps add up.
    expect(distance(runs[0]?.plot, 'v(a)', (t) => 2 / (1 + 1e3 * 2 * t))).toBeLessThan(2e-4);
    const certificate = runs[0]?.report.certificate;
    expect(certificate?.missed).toEqual([]);
    expect(certificate?.energy.dissipated).toBeCloseTo(
      0.5e-6 * (4 - (2 / 9) ** 2),
      // What was stored: 2e-6 J, to the quadrature's 1e-4.
      9,
    );
  });

  test('method=events runs them by time stepping and says so once', () => {
    const { runs, diagnostics } = run('V1 a 0 2\nR1 a b 1k\nB1 b 0 i={1m*v(b)^2}\n.tran 1u 1m', {
      method: 'events',
    });
    const notes = diagnostics.filter(({ code }) => code === 'no-exact-events');
    expect(notes.map(({ message }) => message)).toEqual([
      "b1: neither linear nor piecewise linear; time stepping with error control is taken, with Newton's method",
    ]);
    // v + v^2 = 2 has the solution 1.
    expect(distance(runs[0]?.plot, 'v(b)', () => 1)).toBeLessThan(1e-9);
  });

  test('a square root has an operating point at 0, and a tank with a hole runs dry by the square root of its level', () => {
    const rest = run('V1 a 0 0\nR1 a 0 1k\nB1 b 0 v=sqrt(abs(v(a)))\nR2 b 0 1k\n.op');
    expect(column(rest.runs[0]?.plot, 'v(b)')[0]).toBe(0);
    // sqrt(v) + v = 2 has the solution 1, from 0 where the root is vertical.
    const steep = run('V1 a 0 2\nR1 a b 1\nB1 b 0 i=sqrt(abs(v(b)))\n.op');
    expect(column(steep.runs[0]?.plot, 'v(b)')[0]).toBeCloseTo(1, 6);
    // v' = -sqrt(v) from 1: v = (1 - t/2)^2 until it is empty at t = 2, and 0 behind.
    const tank = run('C1 a 0 1 ic=1\nB1 a 0 i=sgn(v(a))*sqrt(abs(v(a)))\n.tran 10m 3 uic');
    expect(distance(tank.runs[0]?.plot, 'v(a)', (t) => Math.max(0, 1 - t / 2) ** 2)).toBeLessThan(1e-3);
  });

  test('the operating point of an exponential is found from zero', () => {
    const { runs } = run('V1 a 0 5\nR1 a b 1k\nB1 b 0 i={1e-14*(exp(v(b)/0.025)-1)}\n.op');
    const v = runs[0]?.report.final.find(({ name }) => name === 'v(b)')?.value ?? NaN;
    // Kirchhoff's law at b, to the tolerance of Newton's method times 5 mA.
    expect(Math.abs((5 - v) / 1e3 - 1e-14 * (Math.exp(v / 0.025) - 1))).toBeLessThan(1e-11);
  });

  test('rows stand at both sides of a jump of a source', () => {
    const { runs } = run(
      'V1 a 0 pulse(0 2 0.5m 0 0 1)\nR1 a 0 1k\nB1 b 0 v={v(a)*v(a)}\nR2 b 0 1\n.tran 10u 1m',
    );
    const time = column(runs[0]?.plot, 'time');
    const at = time.indexOf(0.5e-3);
    expect([time[at + 1], ...column(runs[0]?.plot, 'v(b)').subarray(at, at + 2)]).toEqual([0.5e-3, 0, 4]);
  });
});

describe('.step', () => {
  const text = 'V1 a 0 1\nR1 a b 1k\nR2 b 0 1k\n.step r2 list 1k 3k\n.tran 1u 10u\n.print v(b) {2*v(a)-v(b)}';

  test('runs once a point, in the order of the values', () => {
    const { runs } = run(text);
    expect(runs.map(({ values }) => values)).toEqual([[['r2', 1000]], [['r2', 3000]]]);
    expect(runs.map(({ plot }) => column(plot, 'v(b)').at(-1))).toEqual([0.5, 0.75]);
  });

  test('an expression of .print is a column under its own text', () => {
    const { runs } = run(text);
    expect(runs[1]?.plot?.header.columns.map(({ name }) => name)).toEqual(['time', 'v(b)', '{2*v(a)-v(b)}']);
    expect(column(runs[1]?.plot, '{2*v(a)-v(b)}').at(-1)).toBe(1.25);
  });
});

test('a circuit beyond the dense reduction is refused with its size where exact events are asked for', () => {
  const line = Array.from({ length: 1600 }, (_, k) => `R${k} n${k} n${k + 1} 1`).join('\n');
  const text = `t\nV1 n0 0 1\n${line}\nRL n1600 0 1\n.tran 1u 1m\n.end\n`;
  const { diagnostics } = simulate(text, { options: { method: 'events' } });
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
    'the circuit has 1602 unknowns (node voltages and currents); at most 1500 are supported',
  ]);
});

describe('laws of other simulators', () => {
  test("Xyce's VSWITCH follows the cubic in the logarithm of its resistance", () => {
    const text = `V1 a 0 5\nR1 a b 1k\nS1 b 0 c 0 sm\nV2 c 0 PWL(0 -0.5 1m 1.5)\nR2 c 0 1
.model sm vswitch(ron=1 roff=1meg von=1 voff=0)\n.tran 10u 1m`;
    const exact = (t: number): number => {
      const x = Math.min(1, Math.max(0, 2e3 * t - 0.5));
      const resistance = 1e6 * 1e-6 ** (3 * x * x - 2 * x ** 3);
      return (5 * resistance) / (1e3 + resistance);
    };
    const { runs } = run(text, { vswitch: 'smooth', method: 'events' });
    expect(distance(runs[0]?.plot, 'v(b)', exact)).toBeLessThan(5e-12);
    const { runs: levels } = run(text, { method: 'events' });
    expect(levels[0]?.report.certificate?.method).toMatch(/^exact events/);
    // Sixteen levels: half a level is a factor 1.5 of the resistance, half a volt at most.
    expect(distance(levels[0]?.plot, 'v(b)', exact)).toBeLessThan(0.55);
  });

  test('VSWITCH follows the same cubic in sparse steps, without being asked', () => {
    const text = `V1 a 0 5\nR1 a b 1k\nS1 b 0 c 0 sm\nV2 c 0 PWL(0 -0.5 1m 1.5)\nR2 c 0 1\nW1 d 0 V3 wm\nV3 e 0 PWL(0 -0.5 1m 1.5)\nR3 e 0 1
R4 a d 1k\n.model sm vswitch(ron=1 roff=1meg von=1 voff=0)\n.model wm iswitch(ron=1 roff=1meg ion=-1 ioff=0)\n.tran 10u 1m`;
    const exact = (t: number): number => {
      const x = Math.min(1, Math.max(0, 2e3 * t - 0.5));
      const resistance = 1e6 * 1e-6 ** (3 * x * x - 2 * x ** 3);
      return (5 * resistance) / (1e3 + resistance);
    };
    const { runs } = run(text, { method: 'stepping' });
    expect(runs[0]?.report.certificate?.method).toMatch(/^steps/);
    // No charges: rows are solutions, but for the lines between them.
    for (const quantity of ['v(b)', 'v(d)'])
      expect(distance(runs[0]?.plot, quantity, exact)).toBeLessThan(2e-3);
  });

  test("two of Xyce's VSWITCHes in series determine the node between them, open and closed", () => {
    const text = `V1 a 0 5\nV2 c 0 PULSE(0 3 1u 10n 10n 10u)\nS1 a m c 0 sm\nS2 m o c 0 sm\nR1 o 0 1k
.model sm vswitch(ron=1 roff=1meg von=2.51 voff=2.5)\n.tran 20n 5u`;
    const { runs } = run(text, { vswitch: 'smooth' });
    const [time, m] = [column(runs[0]?.plot, 'time'), column(runs[0]?.plot, 'v(m)')];
    const between = (resistance: number): number => (5 * (1e3 + resistance)) / (1e3 + 2 * resistance);
    time.forEach((t, k) => {
      if (t < 1e-6 || t > 1.02e-6) expect(m[k]).toBeCloseTo(between(t < 1e-6 ? 1e6 : 1), 9);
    });
  });

  test('a resistance that grows from 0 with time is a short at t = 0', () => {
    const { runs } = run("V1 a 0 1\nR1 a b 'time*1k'\nR2 b 0 25\n.tran 1m 0.2", { method: 'events' });
    expect(distance(runs[0]?.plot, 'v(b)', (t) => 25 / (25 + 1e3 * t))).toBeLessThan(1e-11);
  });
});

test('a linearization without a solution is not called a proof', () => {
  // At v = 0 the slope of v^3 is 0: no step of Newton's method starts there, though v = i^(1/3) always solves.
  const text = 't\nI1 0 a sin(0 1m 50)\nB1 a 0 I=v(a)^3\n.tran 10u 20m uic\n.end\n';
  const { diagnostics } = simulate({ name: 't.cir', text }, { options: { method: 'events' } });
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain('nothing is proved');
});

describe('laws whose exponentials overflow where they are looked at', () => {
  const sources = 'V1 a 0 pwl(0 -10 1m 10)\nR1 b c 1k\nC1 c 0 1n\n';
  // exp(5000), exp(1000): the quotients are 0 and 1 to all digits.
  test.each([
    ['a logistic function', '5/(1+exp(-500*v(a)))', (v: number) => 5 / (1 + Math.exp(-500 * v))],
    [
      'tanh written out',
      '(exp(100*v(a))-exp(-100*v(a)))/(exp(100*v(a))+exp(-100*v(a)))',
      (v: number) => Math.tanh(100 * v),
    ],
  ])('%s has its values, by steps as unasked', (_name, law, exact) => {
    const text = `${sources}B1 b 0 V={${law}}\n.tran 10u 1m`;
    for (const options of [{}, { method: 'stepping' }]) {
      const { runs } = run(text, options);
      const { certificate } = runs[0]!.report;
      expect(certificate?.missed).toEqual([]);
      const [at, found] = [column(runs[0]?.plot, 'v(a)'), column(runs[0]?.plot, 'v(b)')];
      at.forEach((v, k) => {
        // To reltol, and not where it is steep: a row lies on a line between steps.
        if (Math.abs(v) > 0.5) expect(Math.abs(found[k]! - exact(v))).toBeLessThan(5e-3);
      });
    }
  });
});
