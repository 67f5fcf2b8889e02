/** Small signals about the mechanical equilibrium, against closed forms. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist } from './run-netlist.js';

interface Found {
  readonly of: (name: string) => number;
  readonly codes: readonly string[];
  readonly units: readonly string[];
}

/** What stands in the last row of the last analysis. */
function last(body: string): Found {
  const { runs, diagnostics } = simulate({ name: 't.cir', text: netlist(body) });
  const final = runs.at(-1)?.report.final ?? [];
  return {
    of: (name) => final.find((value) => value.name === name)?.value ?? NaN,
    codes: diagnostics.map(({ code }) => code),
    units: final.map(({ unit }) => unit),
  };
}

const eps0 = 8.8541878128e-12;
const near = (found: number, value: number, relative: number): void => {
  expect(Math.abs(found / value - 1)).toBeLessThan(relative);
};

describe('.ac', () => {
  const at = (f: number, outputs: string): string => `.ac lin 1 ${f} ${f}\n.print ac ${outputs}`;

  test('a biased plate is softer by what its charge pulls, though it starts elsewhere', () => {
    const [k, m, d, area, gap, v] = [10, 0.1e-9, 1e-7, 1e-8, 2e-6, 10];
    const body = `V1 p 0 ${v} AC 1\nYGAP1 p 0 m area=${area}\nYMASS1 m ${m} x0=${gap} v0=1\nYSPRING1 m 0 ${k} l0=${gap}
YDAMPER1 m 0 ${d}\nYSTOP1 m 0 lower=0.2u e=0.5`;
    const { of: still, codes } = last(`${body}\n.op\n.print op x(m)`);
    expect(codes).toEqual([]);
    const x = still('x(m)');
    near(k * (gap - x) * x * x, (eps0 * area * v * v) / 2, 1e-12);
    const f = 40e3;
    const w = 2 * Math.PI * f;
    const found = last(`${body}\n${at(f, 'xm(m) vm(m) xp(m)')}`);
    expect(found.codes).toEqual([]);
    expect(found.units).toEqual(['m', 'm/s', 'rad']);
    // F = -eps A v^2 / (2 x^2): dF = -eps A v / x^2 dv + eps A v^2 / x^3 dx
    const stiffness = k - (eps0 * area * v * v) / x ** 3;
    const response = (eps0 * area * v) / x ** 2 / Math.hypot(stiffness - m * w * w, w * d);
    near(found.of('xm(m)'), response, 1e-9);
    near(found.of('vm(m)'), w * response, 1e-9);
  });

  test('a curved spring has its slope where the weight is in balance', () => {
    const body = 'YMASS1 m 2 gravity=9.81 v0=3\nYSPRING1 m 0 force={100*x+1k*x^3}\nYFORCE1 m 0 0 AC 1';
    const x = last(`${body}\n.op\n.print op x(m)`).of('x(m)');
    const found = last(`${body}\n${at(1, 'xm(m) fm(yspring1)')}`);
    const slope = 100 + 3e3 * x * x;
    near(found.of('xm(m)'), 1 / Math.abs(slope - 2 * (2 * Math.PI) ** 2), 1e-9);
    near(found.of('fm(yspring1)') / found.of('xm(m)'), slope, 1e-9);
    expect(found.units).toEqual(['m', 'N']);
  });

  test('what friction or a stop holds stays, without a word', () => {
    const held = (force: number): string =>
      `YMASS1 q 1\nYFRICTION1 q 0 10\nYSPRING1 q 0 100\nYFORCE1 q 0 ${force} AC 1\nYMASS2 n 1 gravity=9.81 x0=3
YSTOP1 n 0 lower=0.1\nYFORCE2 n 0 0 AC 1\n${at(1, 'vm(q) vm(n)')}`;
    const found = last(held(2));
    expect(found.codes).toEqual([]);
    expect([found.of('vm(q)'), found.of('vm(n)')]).toEqual([0, 0]);
  });

  test('a solenoid has the inductance of where its plunger hangs', () => {
    const body = `V1 p 0 1 AC 1\nYSOLENOID1 p 0 m l={10m+1*x} r=2\nYMASS1 m 0.1 x0=5m\nYSPRING1 m 0 100
YPOSITION1 b 0 0\nYSPRING2 m b 1g`;
    // i = 0.5 A pulls with i^2/2: hardly against so stiff a spring. Above its resonance the mass does not move.
    const found = last(`${body}\n${at(100, 'im(v1)')}`);
    near(found.of('im(v1)'), 1 / Math.hypot(2, 2 * Math.PI * 100 * 10e-3), 1e-6);
  });
});

describe('.tf', () => {
  const coil = 'V1 p 0 2\nYMOTOR1 p 0 m bl=5 r=4\nYMASS1 m 2 gravity=9.81\nYSPRING1 m 0 100\nYFORCE1 m 0 1';

  test('from a voltage to a position: Bl/(R k), and the compliance', () => {
    const found = last(`${coil}\n.tf x(m) V1`);
    expect(found.codes).toEqual([]);
    expect(found.of('transfer_function')).toBeCloseTo(5 / 4 / 100, 13);
    expect(found.of('output_impedance_at_x(m)')).toBeCloseTo(1 / 100, 13);
    expect(found.of('v1#input_impedance')).toBeCloseTo(4, 12);
  });

  test('from a force: the compliance where it drives', () => {
    const found = last(`${coil}\nYSPRING2 m b 300\nYSPRING3 b 0 600\n.tf x(b) YFORCE1`);
    expect(found.of('yforce1#input_impedance')).toBeCloseTo(1 / 300, 13);
    expect(found.of('transfer_function')).toBeCloseTo(1 / 300 / 3, 13);
    expect(found.of('output_impedance_at_x(b)')).toBeCloseTo(1 / (600 + 75), 13);
  });

  test('from a prescribed position: the ratio of ways, the compliance that it moves and that of the output', () => {
    const found = last(
      'YPOSITION1 b 0 1m\nYSPRING1 b m 100\nYMASS1 m 1\nYSPRING2 m 0 300\n.tf x(m) YPOSITION1',
    );
    expect(found.codes).toEqual([]);
    expect(found.of('transfer_function')).toBeCloseTo(1 / 4, 13);
    expect(found.of('yposition1#input_impedance')).toBeCloseTo(1 / 100 + 1 / 300, 13);
    expect(found.of('output_impedance_at_x(m)')).toBeCloseTo(1 / 400, 13);
  });

  test('through a gear: its ratio; a force is no output', () => {
    const train = 'YPOSITION1 b 0 0.1\nYGEAR1 a b 4\nYINERTIA1 a 1\nYSPRING1 a 0 2\n.tf';
    const found = last(`${train} x(a) YPOSITION1`);
    expect(found.of('transfer_function')).toBeCloseTo(4, 12);
    expect(found.of('yposition1#input_impedance')).toBeCloseTo(1 / 32, 10);
    expect(last(`${train} f(yspring1) YPOSITION1`).codes).toEqual(['transfer-syntax']);
  });
});

test('an equilibrium in which a capacitance would be negative is none', () => {
  const plate =
    'V1 p 0 16.5\nYGAP1 p 0 m area=10n\nYMASS1 m 0.1n x0=2u\nYSPRING1 m 0 10 l0=2u\n.op\n.print op x(m)';
  expect(last(plate).codes).toContain('transducer');
  // Beyond its pull-in the plate lies on its stop.
  expect(last(`YSTOP1 m 0 lower=0.2u\n${plate}`).of('x(m)')).toBe(0.2e-6);
});

test('.dc has the unit of the source of motion that it sweeps', () => {
  const body = 'YMASS1 m 1\nYSPRING1 m b 100\nYPOSITION1 b 0 0\nYFORCE1 m 0 0';
  expect(last(`${body}\n.dc YFORCE1 0 4 2\n.print dc x(m)`).units).toEqual(['N', 'm']);
  expect(last(`${body}\n.dc YPOSITION1 0 4 2\n.print dc x(m)`).units).toEqual(['m', 'm']);
});
