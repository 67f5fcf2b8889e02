import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist } from '../run-netlist.js';

function pointOf(body: string, outputs: string) {
  const { diagnostics, runs } = simulate({ name: 't.cir', text: netlist(`${body}\n.op`) }, { outputs });
  const final = runs[0]?.report?.final ?? [];
  return {
    of: (name: string) => final.find((value) => value.name === name)?.value ?? NaN,
    codes: diagnostics.map(({ code }) => code),
    messages: diagnostics.map(({ message }) => message),
  };
}

/** Zeros of the force on a solenoid's body in an interval, by bisection. */
function balance(low: number, high: number): number {
  const force = (x: number): number =>
    5000 * (2e-3 - x) - (0.3 ** 2 * 4e-7 * Math.PI * 800 ** 2 * 50e-6) / (2 * (x + 0.3e-3) ** 2);
  let [a, b] = [low, high];
  for (let k = 0; k < 100; k++) {
    const middle = (a + b) / 2;
    if (force(middle) * force(a) > 0) a = middle;
    else b = middle;
  }
  return a;
}

describe('.op of a solenoid against a spring, whose force is balanced at two places', () => {
  const solenoid =
    'I1 0 p 0.3\nYSOLENOID1 p 0 m area=50u turns=800 residual=0.3m r=10\nYSPRING1 m 0 5000 l0=2m';
  const body = (x0: number) => `${solenoid}\nYMASS1 m 20m x0=${x0}`;
  const stable = balance(0.5e-3, 2e-3);

  test('takes the stable one where there is none on the side of the start', () => {
    const { of, codes } = pointOf(body(0), 'x(m)');
    expect(of('x(m)')).toBeCloseTo(stable, 12);
    expect(codes).toEqual(['unstable-equilibrium']);
  });

  test('rests at a stop where the body starts within the pull', () => {
    const { of, codes } = pointOf(`${body(0)}\nYSTOP1 m 0 lower=0`, 'x(m) f(ystop1)');
    expect(of('x(m)')).toBe(0);
    // Pulled by 20.1 N against 10 N.
    const pull = (0.3 ** 2 * 4e-7 * Math.PI * 800 ** 2 * 50e-6) / (2 * 0.3e-3 ** 2);
    expect(of('f(ystop1)')).toBeCloseTo(10 - pull, 9);
    expect(codes).toEqual(['unstable-equilibrium']);
  });

  test('comes to the stable one without a word from beyond the unstable', () => {
    const { of, codes } = pointOf(body(2e-3), 'x(m)');
    expect(of('x(m)')).toBeCloseTo(stable, 12);
    expect(codes).toEqual([]);
  });

  test('.tf is about it', () => {
    const tf = `${body(0)}\nYFORCE1 m 0 0\n.tf x(m) YFORCE1`;
    const { runs } = simulate({ name: 't.cir', text: netlist(tf) });
    const gain = runs[0]?.report?.final[0]?.value ?? NaN;
    const softening = (0.3 ** 2 * 4e-7 * Math.PI * 800 ** 2 * 50e-6) / (stable + 0.3e-3) ** 3;
    expect(gain * (5000 - softening)).toBeCloseTo(1, 6);
  });
});

test('.op names what grows where no stable equilibrium is found: a spring that only pushes away', () => {
  const { of, messages } = pointOf('YMASS1 m 1\nYSPRING1 m 0 force={-100*x}\nYFORCE1 m 0 5', 'x(m)');
  expect(of('x(m)')).toBeCloseTo(-0.05, 12);
  expect(messages).toEqual([
    'the operating point is unstable: x(m) grows from it by itself, and no stable one was found beside it',
  ]);
});

test('.op of a latch at its metastable point says how fast it leaves it: gm/C', () => {
  const inverter = (n: number, a: string, b: string) =>
    `M${n} ${b} ${a} 0 0 n w=10u l=1u\nM${n + 1} ${b} ${a} vdd vdd p w=25u l=1u\nC${n} ${b} 0 10f\n`;
  const models = '.model n nmos level=1 vto=.7 kp=100u\n.model p pmos level=1 vto=-.7 kp=40u\n';
  const latch = `V1 vdd 0 3.3\n${models}${inverter(1, 'q', 'nq')}${inverter(3, 'nq', 'q')}`;
  const { of, messages } = pointOf(latch, 'v(q)');
  expect(of('v(q)')).toBeCloseTo(1.65, 9);
  // gm = 2 * 1 mA/V^2 * .95 V
  expect(messages).toEqual([
    'the operating point is unstable: what moves v(nq) off it grows e-fold in 5.26 ps',
  ]);
  expect(pointOf(`${latch}.nodeset v(q)=3.3 v(nq)=0\n`, 'v(q)').messages).toEqual([]);
});

test('.dc follows a plate of micrometres until it pulls in, at a third of its gap', () => {
  const [g, k, area, eps0] = [2e-6, 50, 1e-6, 8.8541878128e-12];
  const plate = `V1 p 0 0\nYGAP1 p 0 m area=${area} closed=-${g}\nYMASS1 m 1n\nYSPRING1 m 0 ${k}\nYSTOP1 m 0 lower=-1.8u`;
  const { diagnostics } = simulate(
    { name: 't.cir', text: netlist(`${plate}\n.dc V1 0 5 2.5`) },
    { outputs: 'x(m)' },
  );
  const found = diagnostics.map(({ message }) =>
    /^node m jumps from (\S+) to (\S+) m off its start at v1 = (\S+) V$/.exec(message)?.slice(1).map(Number),
  );
  const [[from = NaN, to = NaN, at = NaN] = []] = found;
  expect(at / Math.sqrt((8 * k * g ** 3) / (27 * eps0 * area))).toBeCloseTo(1, 5);
  // At the fold x goes as the root of what is left of the voltage.
  expect(from / (-g / 3)).toBeCloseTo(1, 2);
  expect(to).toBeCloseTo(-1.8e-6, 12);
});

test('.dc downwards leaves a stop where its force is none, and never goes through it', () => {
  const [k, g, end, area, eps0] = [50, 2e-6, 1.8e-6, 1e-6, 8.8541878128e-12];
  const plate = `V1 p 0 0\nYGAP1 p 0 m area=${area} closed=-${g}\nYMASS1 m 1n\nYSPRING1 m 0 ${k}\nYSTOP1 m 0 lower=-${end}`;
  const { runs, diagnostics } = simulate(
    { name: 't.cir', text: netlist(`${plate}\n.dc V1 5 0 -.5`) },
    { outputs: 'x(m)' },
  );
  // k x = eps A V^2 / (2 (g - x)^2) where the plate rests on the stop without a force.
  const release = Math.sqrt((2 * k * end * (g - end) ** 2) / (eps0 * area));
  const told = diagnostics.map(({ message }) => / at v1 = (\S+) V$/.exec(message)?.[1]).filter(Boolean);
  expect(told.map(Number)).toHaveLength(1);
  expect(Number(told[0]) / release).toBeCloseTo(1, 3);
  const [volts, x] = runs[0]!.plot!.columns;
  volts!.forEach((v, row) => {
    if (v > release) expect(x![row]).toBeCloseTo(-end, 12);
    else expect(x![row]).toBeGreaterThan(-g / 3);
  });
});
