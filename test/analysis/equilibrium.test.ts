import { describe, expect, test } from 'vitest';
import { checkNetlist } from '../../src/analysis/preparation.js';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist } from './run-netlist.js';

/** Rounding of a linear problem of a few unknowns. */
const rounding = 1e-12;

interface Equilibrium {
  readonly of: (name: string) => number;
  readonly codes: readonly string[];
  readonly bad: readonly string[];
}

function equilibrium(body: string, method: string, outputs?: string): Equilibrium {
  const text = netlist(`${body}\n.op`);
  const { diagnostics, runs } = simulate({ name: 't.cir', text }, { options: { method }, outputs });
  const report = runs[0]?.report;
  return {
    of: (name) => report?.final.find((value) => value.name === name)?.value ?? NaN,
    codes: diagnostics.map(({ code }) => code),
    bad: (report?.checks ?? []).filter(({ verdict }) => verdict === 'bad').map(({ label }) => label),
  };
}

describe.each(['auto', 'events', 'stepping'])('.op with method=%s', (method) => {
  const holds = (body: string, name: string, value: number, tolerance = rounding): void => {
    const found = equilibrium(body, method, `x(m) v(m) ${name}`);
    expect(found.of(name)).toBeCloseTo(value, -Math.log10(2 * tolerance * Math.max(1, Math.abs(value))));
    expect(found.of('v(m)')).toBe(0);
    expect(found.codes).toEqual([]);
    expect(found.bad).toEqual([]);
  };
  const weight = 'YMASS1 m 2 gravity=9.81 x0=0.1 v0=3\nYDAMPER1 m 0 5';

  test('hangs a mass where its springs balance its weight, wherever it starts', () => {
    holds(`${weight}\nYSPRING1 m 0 100 l0=0.5`, 'x(m)', 0.5 - 0.1962);
    // k1 x + k2 (x - l0) + preload = -m g
    const both = `${weight}\nYSPRING1 m 0 100\nYSPRING2 m 0 300 l0=-0.1 preload=2`;
    holds(both, 'x(m)', (-19.62 - 30 - 2) / 400);
    holds(both, 'f(yspring1)', (100 * (-19.62 - 30 - 2)) / 400);
  });

  test('puts it on a rigid stop, or into a soft one', () => {
    holds(`${weight}\nYSPRING1 m 0 100\nYSTOP1 m 0 lower=-0.05 e=0.5`, 'x(m)', -0.05);
    holds(`${weight}\nYSPRING1 m 0 100\nYSTOP1 m 0 lower=-0.05 e=0.5`, 'f(ystop1)', -(19.62 - 5));
    holds(`${weight}\nYSTOP1 m 0 lower=-0.05 k=1k d=3`, 'x(m)', -0.05 - 19.62e-3);
  });

  test('holds it by dry friction until the bound is exceeded', () => {
    const pushed = (force: number): string =>
      `YMASS1 m 2\nYSPRING1 m 0 100\nYFRICTION1 m 0 5 fs=8\nYFORCE1 m 0 ${force}`;
    holds(pushed(7), 'x(m)', 0);
    holds(pushed(-9), 'x(m)', -0.04);
  });

  test('goes through levers and prescribed positions', () => {
    holds('YMASS1 m 2 gravity=9.81\nYLEVER1 m b 2\nYSPRING1 b 0 100', 'x(m)', -4 * 0.1962);
    holds('YMASS1 m 2\nYSPRING1 m b 100 l0=0.2\nYPOSITION1 b 0 0.3\nYFORCE1 m 0 4', 'f(yposition1)', 4);
    holds('YMASS1 m 2\nYSPRING1 m b 100 l0=0.2\nYPOSITION1 b 0 0.3\nYFORCE1 m 0 4', 'x(m)', 0.54);
  });

  test('spans both worlds: a voice coil, a contact that a weight closes', () => {
    holds('V1 p 0 5\nYMOTOR1 p 0 m bl=3 r=11 l=1m\nYMASS1 m 0.1\nYSPRING1 m 0 50', 'x(m)', (3 * 5) / 11 / 50);
    const contact = 'V1 p 0 10\nR1 p q 100\nYCONTACTSWITCH1 q 0 m 0 at=-0.01\n';
    holds(`${contact}${weight}\nYSPRING1 m 0 100`, 'v(q)', 0);
  });

  test('warns of a mass that nothing holds, which is as it starts', () => {
    const { of, codes } = equilibrium('YMASS1 m 2 x0=3 v0=1\nYDAMPER1 m 0 5', method, 'x(m) v(m)');
    expect(codes).toEqual(['no-equilibrium']);
    expect([of('x(m)'), of('v(m)')]).toEqual([3, 1]);
  });
});

test.each(['auto', 'events', 'theta', 'stepping'])(
  'between stops a mass that nothing presses stands as it starts, which a note tells, method=%s',
  (method) => {
    const between = (gravity: number) =>
      equilibrium(
        `YMASS1 m 1 x0=3m gravity=${gravity}\nYSTOP1 m 0 lower=0 upper=10m\nYINERTIA1 a 1 x0=2\nYSPRING1 a 0 5 l0=2\nYINERTIA2 b 1 x0=2.1\nYBACKLASH1 b a 1`,
        method,
        'x(m) f(ystop1) x(b)',
      );
    const free = between(0);
    expect(free.of('x(m)')).toBeCloseTo(3e-3, 12);
    expect(free.of('x(b)')).toBeCloseTo(2.1, 12);
    expect(free.codes.filter((code) => code === 'loose-equilibrium')).toHaveLength(2);
    expect(free.bad).toEqual([]);
    expect(between(9.81).of('x(m)')).toBeCloseTo(0, 12);
    expect(between(9.81).of('f(ystop1)')).toBeCloseTo(-9.81, 9);
    expect(between(-9.81).of('x(m)')).toBeCloseTo(10e-3, 12);
  },
);

test('check names the masses that an equilibrium leaves where they start, and a transient none', () => {
  const messages = (card: string): string[] => {
    const body = `YMASS1 m 2\nYSPRING1 m 0 10\nYMASS2 free 1 gravity=9.81\nYDAMPER1 free m 1\n${card}`;
    return checkNetlist({ name: 't.cir', text: netlist(body) }).diagnostics.map(({ message }) => message);
  };
  expect(messages('.op')).toEqual([
    'mass ymass2 has no path that fixes its position: .op and .dc leave node free as it starts',
  ]);
  expect(messages('.tran 1m 1')).toEqual([]);
});

test('a plate before its pull-in stands where its spring balances the charge', () => {
  const [v, gap, k, area, eps0] = [3, 2e-6, 50, 1e-6, 8.8541878128e-12];
  const { of, codes } = equilibrium(
    `V1 p 0 ${v}\nYGAP1 p 0 m area=${area} closed=-${gap}\nYMASS1 m 1n\nYSPRING1 m 0 ${k}`,
    'auto',
  );
  const x = of('x(m)');
  expect(codes).toEqual([]);
  // Newton's method ends at rounding of terms of 13 uN.
  expect(Math.abs((k * x) / ((-eps0 * area * v * v) / (2 * (gap + x) ** 2)) - 1)).toBeLessThan(1e-9);
});

test('a curved spring balances where its law says', () => {
  for (const method of ['auto', 'stepping']) {
    const spring = 'YMASS1 m 2\nYFORCE1 m 0 -5\nYSPRING1 m 0';
    expect(equilibrium(`${spring} force={table(x,-1,-10,0,0,1,20)}`, method).of('x(m)')).toBeCloseTo(-0.5, 9);
    const x = equilibrium(`${spring} force={100*x+1k*x^3}`, method).of('x(m)');
    expect(100 * x + 1e3 * x ** 3).toBeCloseTo(-5, 8);
  }
});

test('.dc follows the equilibrium of a force and of a prescribed position', () => {
  const sweep = (card: string): number[] => {
    const body = `YMASS1 m 2\nYSPRING1 m b 100\nYPOSITION1 b 0 0\nYFORCE1 m 0 1\n.dc ${card}`;
    const { runs } = simulate({ name: 't.cir', text: netlist(body) }, { outputs: 'x(m)' });
    return [...(runs[0]?.plot?.columns[1] ?? [])].map((x) => Math.round(x * 1e9) / 1e9);
  };
  expect(sweep('YFORCE1 0 4 2')).toEqual([0, 0.02, 0.04]);
  expect(sweep('YPOSITION1 0 4 2')).toEqual([0.01, 2.01, 4.01]);
});
