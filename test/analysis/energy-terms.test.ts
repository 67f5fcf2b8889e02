/**
 * Every term of the energy balance is what it says, against the integral of v i over fine rows; and the balance is relative
 * to what has flowed. All methods.
 */
import { describe, expect, test } from 'vitest';
import { shareOfLoss } from '../../src/analysis/certificate/energy/numerical-loss.js';
import { netlist, run } from './run-netlist.js';

/** Integral of v i by the trapezoidal rule; two rows of one time are a jump. */
function work(t: Float64Array, v: Float64Array, i: Float64Array): number {
  let sum = 0;
  for (let k = 1; k < t.length; k++) {
    const [now, last] = [(v[k] ?? NaN) * (i[k] ?? NaN), (v[k - 1] ?? NaN) * (i[k - 1] ?? NaN)];
    sum += (((t[k] ?? NaN) - (t[k - 1] ?? NaN)) * (now + last)) / 2;
  }
  return sum;
}

const methods = [
  ['events', {}],
  ['theta', { method: 'theta', h: 60e-9 }],
] as const;

describe('what a source gives and takes back is no error', () => {
  describe.each(methods)('%s', (_, options) => {
    test.each([
      ['a coil over ten periods', 'V1 in 0 sin(0 200 100k)\nL1 in 0 10u\n.tran 60n 100u uic'],
      ['a capacitor over ten periods', 'V1 in 0 sin(0 200 100k)\nC1 in 0 10n\n.tran 60n 100u uic'],
      ['a coil at a square wave', 'V1 in 0 pulse(-5 5 0 0 0 5u 10u)\nL1 in 0 10u ic=2.5\n.tran 60n 100u uic'],
      ['a current that a voltage takes', 'I1 0 a sin(0 1 100k)\nV1 a 0 5\n.tran 60n 100u'],
    ])('%s', (__, body) => {
      const { certificate } = run(netlist(body), options);
      // Rounding and, of events, quadrature; the bound of the certificate is 1e-6.
      expect(certificate.energy.relativeError).toBeLessThan(1e-10);
      expect(certificate.missed).toEqual([]);
    });
  });

  test('with expressions that are no piecewise-linear law, stepped by error', () => {
    const body = 'V1 in 0 sin(0 200 100k)\nL1 in 0 10u\nB1 in 0 I={1e-12*v(in)^3}\n.tran 60n 100u uic';
    const { certificate } = run(netlist(body));
    expect(certificate.missed).toEqual([]);
    expect(certificate.energy.relativeError).toBeLessThan(1e-9);
  });
});

describe('what a controlled branch absorbs is dissipated where it is a load', () => {
  const cmos =
    'Vdd vdd 0 5\nVin in 0 pulse(0 5 1n 1n 1n 20n 50n)\n' +
    'MN out in 0 0 nm w=10u l=1u\nMP out in vdd vdd pm w=20u l=1u\nCL out 0 100f\n' +
    '.model nm nmos(vto=1 kp=50u)\n.model pm pmos(vto=-1 kp=25u)\n';

  test.each([
    ['events', {}],
    ['theta', { method: 'theta', h: 10e-12, theta: 0.5, gamma: 0.5 }],
  ] as const)('a CMOS inverter into 100 fF turns C V^2 into heat each period (%s)', (_, options) => {
    const { certificate, column } = run(
      netlist(`${cmos}.tran 5p 50n uic`),
      options,
      'v(in) v(out) v(vdd) i(vdd) i(vin) i(mn) i(mp)',
    );
    const { energy } = certificate;
    const t = column('time');
    const minus = (a: Float64Array, b: Float64Array): Float64Array => a.map((v, k) => v - (b[k] ?? NaN));
    const heat =
      work(t, column('v(out)'), column('i(mn)')) +
      work(t, minus(column('v(out)'), column('v(vdd)')), column('i(mp)'));
    const given = -work(t, column('v(vdd)'), column('i(vdd)')) - work(t, column('v(in)'), column('i(vin)'));
    // Rows are 5 ps apart, edges 1 ns long.
    expect(Math.abs(energy.dissipated / heat - 1)).toBeLessThan(2e-3);
    expect(Math.abs(energy.delivered / given - 1)).toBeLessThan(2e-3);
    // From 0 V to 5 V and back: at least C V^2 = 2.5 pJ less what the edges of the input save.
    expect(energy.dissipated).toBeGreaterThan(2e-12);
    expect(certificate.missed).toEqual([]);
  });

  test('a bipolar transistor heats by all that flows into it', () => {
    const body =
      'Vcc c 0 10\nVb b 0 pulse(0 2 0 1u 1u 20u 50u)\nRb b bb 10k\nRc c cc 1k\nQ1 cc bb 0 q\n' +
      '.model q npn(is=1e-15 bf=100)\n.tran 10n 100u uic';
    // The controlled branches are those of the fits.
    const { certificate, column } = run(
      netlist(body),
      { method: 'events' },
      'v(c) v(b) v(cc) v(bb) i(vcc) i(vb)',
    );
    const t = column('time');
    const given = -work(t, column('v(c)'), column('i(vcc)')) - work(t, column('v(b)'), column('i(vb)'));
    // No storage: all that is delivered is dissipated, in two resistors and the transistor.
    expect(Math.abs(certificate.energy.delivered / given - 1)).toBeLessThan(1e-5);
    expect(Math.abs(certificate.energy.dissipated / given - 1)).toBeLessThan(1e-5);
  });

  test.each([
    ['a written resistance', 'R2 a 0 r={1k*(1+v(c))}\nVc c 0 1'],
    ['a current of its own voltage', 'B1 a 0 I={v(a)/2k}'],
    ['a piecewise-linear one', 'B1 a 0 I={if(v(a)>1, (v(a)-1)/1.6k, 0)}'],
    ['a linear source of its own voltage', 'G1 a 0 a 0 0.5m'],
  ])('%s is a load', (_, load) => {
    const { energy } = run(netlist(`V1 a 0 5\n${load}\n.tran 1u 1m`), {}).certificate;
    // 25 V^2 / 2 kOhm, or 5 V (4 V / 1.6 kOhm), for 1 ms.
    expect(energy.delivered).toBeCloseTo(12.5e-6, 12);
    expect(energy.dissipated).toBeCloseTo(12.5e-6, 12);
  });

  test('a source that follows another voltage is none', () => {
    const { energy } = run(netlist('V1 a 0 5\nR1 a 0 1k\nE1 b 0 a 0 2\nR2 b 0 1k\n.tran 1u 1m')).certificate;
    expect(energy.delivered).toBeCloseTo(125e-6, 12);
    expect(energy.dissipated).toBeCloseTo(125e-6, 12);
  });
});

describe('a switch that discharges the capacitance of a junction in a picosecond, within a step of a microsecond', () => {
  const boost = [
    'V1 a 0 100\nL1 a y 1m\nVG g 0 pulse(0 1 0 1u 1u 50u 100u)\nBC c 0 v=v(g)\nS1 y 0 c 0 sw\nD5 y o d',
    '.model sw sw(vt=.5 vh=.1 ron=10m roff=1meg)\n.model d d(is=1e-9 rs=10m cjo=100p)',
    'CO o 0 470u ic=200\nRO o 0 100\n.tran 10u 2m uic',
  ].join('\n');

  test('heat and losses of jumps are what fine steps find', () => {
    const [coarse, fine] = [1e-3, 1e-6].map((reltol) => run(netlist(boost), { reltol }).certificate.energy);
    const taken = ({ dissipated, jumps } = fine!): number => dissipated + jumps;
    // Both are within their reltol of what flows, .89 J; powers at the stages of such steps made 1.66 J of the heat.
    expect(Math.abs(taken(coarse) - taken(fine))).toBeLessThan(1e-3 * 0.89);
    expect(Math.abs(coarse!.dissipated - fine!.dissipated)).toBeLessThan(1e-3 * 0.89);
    for (const { relativeError } of [coarse!, fine!]) expect(relativeError).toBeLessThan(1e-7);
  });
});

test('sparse steps balance where a corner of a source begins a step: what a ramp draws from a capacitor behind a law', () => {
  const body = [
    'VD d 0 3.3\nVG g 0 pulse(0 3.3 10n .5n .5n 20n 50n)\nRB d b 10k\nM1 b g 0 0 n W=10u L=.5u\nCB b 0 50f',
    '.model n nmos(vto=.6 kp=120u tox=10n cgso=.2n cgdo=.2n)\n.tran .1n 100n',
  ].join('\n');
  const { certificate } = run(netlist(body), { method: 'stepping', reltol: 1e-6 });
  // Newton's tolerance; 1e-5 and more where stages of the step from a corner counted.
  expect(certificate.energy.relativeError).toBeLessThan(1e-7);
});

describe('what a source delivers in an impulse is its own value behind it times the charge (conventions: jumps)', () => {
  test.each([
    ['a voltage across a capacitor', 'V1 p 0 PULSE(0 1 5m 0 0 1)\nC1 p 0 1u', 1e-6],
    ['a current through a coil', 'I1 0 p PULSE(0 1 5m 0 0 1)\nL1 p 0 1m', 1e-3],
    [
      'a switch that lays a capacitor across a source',
      'V1 p 0 10\nVC k 0 PULSE(0 1 5m 0 0 1)\nS1 p c k 0 sm\nC1 c 0 1u\n.model sm sw(vt=.5 ron=0 roff=inf)',
      100e-6,
    ],
    // m v^2 each way: 12 J up, and back to rest nothing.
    ['a velocity of a mass', 'YVELOCITY1 a 0 PULSE(0 2 2m 0 0 2m 1)\nYMASS1 a 3', 12],
    // The spring is stretched by 2 mm in no time, at the force that it has then; the position itself is no energy.
    [
      'a position of a spring',
      'YPOSITION1 b 0 PULSE(0 2m 5m 0 0 1)\nYSPRING1 b a 100\nYVELOCITY1 a 0 0',
      400e-6,
    ],
    [
      'a position of a spring whose body presses on a stop',
      'YPOSITION1 b 0 PULSE(0 -2m 5m 0 0 1)\nYSPRING1 b a 100\nYMASS1 a 3 gravity=9.81\nYSTOP1 a 0 e=0.5',
      400e-6,
    ],
  ])('%s', (_, body, delivered) => {
    for (const method of ['events', 'stepping']) {
      const { energy, missed } = run(netlist(`${body}\n.tran 1m 10m uic`), { method }).certificate;
      expect(missed).toEqual([]);
      expect(energy.delivered / delivered).toBeCloseTo(1, 5);
      expect((energy.stored + energy.jumps) / delivered).toBeCloseTo(1, 5);
    }
  });
});

test('a position that rises and falls is no energy by itself', () => {
  const body = 'YPOSITION1 b 0 PULSE(0 2 2m 0 3m 1m)\nYSPRING1 b 0 100\n.tran 1m 10m uic';
  const { energy } = run(netlist(body), { method: 'stepping' }).certificate;
  // Up at once at the force behind it, 400 J; back along the spring, 200 J.
  expect(energy.delivered / 200).toBeCloseTo(1, 5);
  expect(Math.abs(energy.numerical)).toBeLessThan(1e-3);
});

test('a loss of the scheme beside next to none of the circuit has no percentage', () => {
  expect(shareOfLoss(-0.0123, 'dissipated')).toBe('-1.2 % of dissipated');
  expect(shareOfLoss(4.6e6, 'what the circuit dissipates')).toBe('far more than what the circuit dissipates');
});

test('what one source delivers and the next one takes has flowed, beside which what is lost elsewhere is little', () => {
  // A charge that is no energy takes what the ramp delivers; 30 pW are lost in R1.
  const { energy, missed } = run(
    netlist(
      'V1 a 0 pwl(0 -6 11u 5)\nC1 a 0 Q=20p*x+1p*x*x*x/3\nB1 0 b I=20p+1p*v(a)*v(a)\nR1 b 0 1\n.tran 10n 11u',
    ),
    { method: 'stepping' },
  ).certificate;
  expect(missed).toEqual([]);
  // More than either half of the integral of |v| dq from -6 V to 5 V.
  expect(energy.scale).toBeGreaterThan((20e-12 * (36 + 25)) / 2);
});
