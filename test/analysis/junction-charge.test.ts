/**
 * Charges of junctions that depend on their voltages. Truth: SPICE's formula, conservation of charge and energy, and
 * closed forms of charge control, q' = i - q / TT.
 */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { depletionCharge } from '../../src/circuit/devices/semiconductors/charge-fit.js';
import { type NetlistRun, netlist, run, type Options } from './run-netlist.js';

/** Fits are exact events' (or a grid's); SPICE's own laws would be taken by themselves. */
function complete(text: string, options: Options = {}, outputs?: string): NetlistRun {
  const result = run(text, { method: 'events', ...options }, outputs);
  expect(result.certificate.missed).toEqual([]);
  expect(result.certificate.incomplete).toBeUndefined();
  return result;
}

const law = { capacitance: 100e-12, potential: 0.7, grading: 0.4, linearFrom: 0.5 };
/** No current to speak of up to 0.6 V. */
const blocking = '.model dd d(is=1e-25 cjo=100p vj=0.7 m=0.4)\n';
const Q = (v: number): number => depletionCharge(law, v);
/** Twice chargetol of the charge from the reverse voltage to the drop at 10 A, 1.55 V for 1e-25 A. */
const bound = (reverse: number): number => 2 * 1e-3 * (Q(1.55) - Q(-reverse));
const fixedSteps = { method: 'theta', theta: 0.5, gamma: 0.5, h: 1e-9 };

describe.each([
  ['exact events', {}],
  ['fixed steps, theta = gamma = 0.5, h = 1 ns', fixedSteps],
])('by %s', (_, options) => {
  test.each([
    ['without RS, in a loop with its source', 'D1 a 0 dd\n', blocking],
    ['behind RS', 'D1 a 0 dd\n', blocking.replace(')', ' rs=1m)')],
    ['of which two are in parallel', 'D1 a 0 dd m=0.5\nD2 a 0 dd area=0.5\n', blocking],
    ['reversed', 'D1 0 b dd\nE1 0 b a 0 1\n', blocking],
  ])('the charge of a junction %s on a ramp is the formula, within chargetol', (_name, diodes, model) => {
    const body = `V1 a 0 pwl(0 -5 1u 0.5)\n${diodes}B1 q 0 V={sdt(i(V1))*1e12}\n`;
    const source = diodes.includes('E1') ? body.replaceAll('i(V1)', 'i(E1)') : body;
    const result = complete(netlist(`${source}${model}.tran 10n 1u`), options);
    const [a, q] = [result.column('v(a)'), result.column('v(q)')];
    a.forEach((v, k) => {
      expect(Math.abs(-q[k]! * 1e-12 - (Q(v) - Q(-5)))).toBeLessThan(bound(5.5));
    });
  });

  test('what a junction takes up it gives back: a cycle costs no energy', () => {
    const text = netlist(`V1 a 0 pwl(0 -5 1u 0.5 2u -5)\nD1 a 0 dd\n${blocking}.tran 10n 2u`);
    const { energy } = complete(text, options).certificate;
    // 0.3 nJ go in and out.
    expect(Math.abs(energy.delivered)).toBeLessThan(1e-17);
    expect(Math.abs(energy.stored)).toBeLessThan(1e-17);
  });

  test('a junction with a resistor is discharged by what the resistor turns into heat', () => {
    const text = netlist(`V1 a 0 pulse(-5 0.4 0.1u 0 0 10u)\nR1 a b 100\nD1 b 0 dd\n${blocking}.tran 10n 1u`);
    const { energy } = complete(text, options).certificate;
    // Stored: integral of v dQ by Simpson's rule.
    const steps = 2000;
    let stored = 0;
    for (let k = 0; k < steps; k++) {
      const [u, v] = [-5 + (5.4 * k) / steps, -5 + (5.4 * (k + 1)) / steps];
      stored += ((u + v) / 2) * (Q(v) - Q(u));
    }
    expect(energy.stored / stored).toBeCloseTo(1, 2);
    expect(energy.delivered / (0.4 * (Q(0.4) - Q(-5)))).toBeCloseTo(1, 2);
    expect(Math.abs(energy.relativeError)).toBeLessThan(1e-9);
  });

  test.each([
    [10, 0.5],
    [10, 10],
    [2, 10],
  ])('a diode with TT conducts backwards for TT ln(1 + IF / IR): %d mA after %d mA', (reverse, forward) => {
    const text =
      `V1 a 0 pulse(${forward} ${-reverse} 1u 0 0 1m)\nR1 a b 1k\nD1 b 0 dd\n` +
      `.model dd d(tt=1u)\n.save v(b) i(d1)\n.tran 1n 8u`;
    const result = complete(netlist(text), options);
    const [t, i, v] = ['time', 'i(d1)', 'v(b)'].map((name) => result.column(name));
    const end = t!.find((time, k) => time > 1e-6 && v![k]! < -1e-3 * reverse) ?? NaN;
    expect(end - 1e-6).toBeCloseTo(1e-6 * Math.log(1 + forward / reverse), 8);
    const middle = t!.findIndex((time) => time > 1e-6 + (end - 1e-6) / 2);
    expect(i![middle]).toBeCloseTo(-reverse * 1e-3, 6);
    expect(Math.abs(i!.at(-1)!)).toBeLessThan(1e-9);
  });

  test('a transistor in its active region follows a base current with BF TF', () => {
    const text =
      'I1 0 b pulse(10u 20u 100n 0 0 1m)\nV1 c 0 5\nQ1 c b 0 qq\n' +
      '.model qq npn(is=1e-15 bf=100 tf=1n)\n.save i(v1)\n.tran 1n 500n';
    const result = complete(netlist(text), options);
    const t = result.column('time');
    result.column('i(v1)').forEach((i, k) => {
      const rise = t[k]! <= 100e-9 ? 0 : 1 - Math.exp(-(t[k]! - 100e-9) / 100e-9);
      if (Math.abs(t[k]! - 100e-9) > 2e-9) expect(-i / (1e-3 * (1 + rise))).toBeCloseTo(1, 2);
    });
  });
});

test('a switch that connects a capacitor to a junction shares their charge', () => {
  const body =
    'C1 a 0 50p ic=-4\nS1 a b g 0 sw\nVg g 0 pulse(0 5 1n 0 0 1)\nD1 b 0 dd\nR1 b 0 1G\n' +
    '.model sw sw(vt=0.5 ron=0 roff=inf)\n';
  const result = complete(netlist(`${body}${blocking}.tran 1n 2n uic`));
  const v = result.final('v(b)');
  expect(v).toBeLessThan(-1);
  expect(Math.abs(50e-12 * (v + 4) + Q(v))).toBeLessThan(bound(5));
  expect(result.certificate.energy.jumps).toBeGreaterThan(0);
});

test('a junction starts from the node voltages of .ic', () => {
  const text = netlist(`R1 a 0 1Meg\nD1 0 a dd\n${blocking}.ic v(a)=3\n.tran 1n 10n uic`);
  const result = complete(text);
  expect(result.column('v(a)')[0]).toBeCloseTo(3, 12);
});

test('i and p of a diode are those of the whole, its series resistance and charge included', () => {
  const text =
    'V1 a 0 sin(0 3 1meg)\nR1 a b 50\nD1 b 0 dd\n.model dd d(is=1e-14 rs=2 cjo=50p tt=5n)\n' +
    '.save v(b) i(d1) p(d1) i(v1)\n.tran 10n 2u';
  const result = complete(netlist(text));
  const [b, i, p, whole] = ['v(b)', 'i(d1)', 'p(d1)', 'i(v1)'].map((name) => result.column(name));
  b!.forEach((expected, k) => {
    expect(i![k]).toBeCloseTo(-whole![k]!, 12);
    expect(p![k]).toBeCloseTo(expected * i![k]!, 12);
  });
});

test('charge=constant takes capacitances as they are at 0 V, and no transit time', () => {
  const text = netlist(
    'V1 a 0 -5\nR1 a b 1k\nD1 b 0 dd\n.model dd d(is=1e-25 cjo=1n tt=1u)\n.tran 1n 1u uic',
  );
  const result = complete(text, { charge: 'constant' });
  expect(result.final('v(b)')).toBeCloseTo(-5 * (1 - Math.exp(-1)), 6);
});

test('a plain simulation of a full rectifier states that its solution is unique', () => {
  const text = netlist(
    'V1 a 0 sin(0 5 1k)\nD1 a b dd\nR1 b 0 1k\n.model dd d(is=1e-14 rs=1 cjo=10p tt=5n)\n.tran 10u 1m',
  );
  expect(complete(text).certificate.uniqueness).toContain('are unique');
});

test('FC of 1 leaves no room for the graded capacitance: an error with its hint', () => {
  const text = netlist('V1 a 0 1\nD1 a 0 dd\n.model dd d(is=1e-14 cjo=1p fc=1)\n.tran 1n 1u');
  const [first] = simulate(text).diagnostics.filter(({ severity }) => severity === 'error');
  expect([first?.message, first?.hint]).toEqual(['d1: FC = 1 is not below 1', 'take 0.5, which SPICE takes']);
});

test('diodes in series whose charges and a few milliohms are all that stands between them start from rest by exact events', () => {
  const { runs } = simulate(`two diodes in series
V1 a 0 SIN(0 10 50)
D1 a m dx
D2 m o dx
R1 o 0 1k
.model dx D(IS=1n N=1.5 RS=10m CJO=1n)
.options method=events
.tran 10u 20m
.meas tran peak max v(o)
.end`);
  const { measures = [], certificate } = runs[0]!.report;
  expect(certificate!.missed).toEqual([]);
  // I R + 2 (RS I + N Vt ln(I / IS)) = 10 V, each diode fitted within 1 mV.
  let current = 9e-3;
  for (let k = 0; k < 50; k++) current = (10 - 2 * 1.5 * 0.025865 * Math.log(current / 1e-9)) / (1e3 + 0.02);
  expect(Math.abs(measures[0]!.value! - 1e3 * current)).toBeLessThan(2e-3);
});
