/** Forces of dry friction and of stops where bodies come to rest and are held, in steps, against closed forms. */
import { describe, expect, test } from 'vitest';
import { checkNetlist } from '../../src/analysis/preparation.js';
import { netlist, run } from './run-netlist.js';

const push = (t: number): number => 2 * Math.sin(2 * Math.PI * t);

test('sparse steps have it right from the step on in which a body comes to rest', () => {
  // Driven by 2 sin(2 pi t) N against 1.5 N: it sticks from some time before t = 1 until the push is 1.5 N.
  const result = run(
    netlist(
      'YFORCE1 m 0 SIN(0 2 1)\nYMASS1 m 1 v0=1\nYFRICTION1 m 0 1.5\n.tran 10m 1.3\n.print tran v(m) f(yfriction1)',
    ),
    { method: 'stepping' },
  );
  const [times, v, force] = [result.column('time'), result.column('v(m)'), result.column('f(yfriction1)')];
  const breaksAway = 1 + Math.asin(0.75) / (2 * Math.PI);
  let held = 0;
  times.forEach((t, k) => {
    if (Math.abs(v[k]!) > 1e-12 || t < 0.5 || t > breaksAway - 1e-3) return;
    held++;
    expect(Math.abs(force[k]! - push(t)), `at ${t} s`).toBeLessThan(1e-4);
  });
  expect(held).toBeGreaterThan(15);
});

test('of a clutch it goes from what slips to what both rotors ask for, without a swing', () => {
  // J1 = .1, J2 = .3, torque 1 on the first, drag .05 w on the second: J1 w' = 1 - T, J2 w' = T - .05 w.
  const result = run(
    netlist(
      'YTORQUE1 a 0 1\nYINERTIA1 a 0.1 v0=20\nYINERTIA2 b 0.3\nYDAMPER1 b 0 0.05\nVC ctl 0 PWL(0 0 0.5 1)\nYCLUTCH1 a b 3 engage=v(ctl)\n.tran 10m 2\n.print tran v(a) v(b) f(yclutch1)',
    ),
    { method: 'stepping' },
  );
  const [a, b, torque] = [result.column('v(a)'), result.column('v(b)'), result.column('f(yclutch1)')];
  let stuck = 0;
  torque.forEach((T, k) => {
    expect(T).toBeGreaterThan(-1e-9);
    if (Math.abs(a[k]! - b[k]!) > 1e-9) return;
    stuck++;
    expect(Math.abs(T - (0.3 + 0.1 * 0.05 * b[k]!) / 0.4)).toBeLessThan(1e-5);
  });
  expect(stuck).toBeGreaterThan(90);
});

test('a friction whose bound is 0 is none', () => {
  const result = run(
    netlist('YFORCE1 z 0 0.5\nYMASS1 z 2\nYFRICTION1 z 0 0\n.tran 10m 3\n.print tran v(z)'),
    { method: 'stepping' },
  );
  expect(result.certificate.missed).toEqual([]);
  expect(Math.abs(result.final('v(z)') - 0.75)).toBeLessThan(1e-6);
});

test('a stop on which bounces have ended bears the weight, from the first row on', () => {
  const result = run(
    netlist('YMASS1 b 2 x0=1 gravity=9.81\nYSTOP1 b 0 e=0.5\n.tran 1m 1.5\n.print tran f(ystop1)'),
    { method: 'stepping', certificate: 'sampled' },
  );
  const force = result.column('f(ystop1)');
  for (const F of force) expect(Math.min(Math.abs(F), Math.abs(F + 2 * 9.81))).toBeLessThan(1e-3);
  expect(force.at(-1)).toBeCloseTo(-2 * 9.81, 6);
});

describe.each(['events', 'stepping', 'theta'])('stiction, method=%s', (method) => {
  test('holds from the start what it can hold, and lets go of what it cannot', () => {
    const held = run(
      netlist(
        'YFORCE1 m 0 1.2\nYMASS1 m 1\nYFRICTION1 m 0 1 fs=1.5\n.tran 10m 0.5\n.print tran v(m) f(yfriction1)',
      ),
      { method },
    );
    for (const force of held.column('f(yfriction1)')) expect(Math.abs(force - 1.2)).toBeLessThan(2e-3);
    expect(Math.abs(held.final('v(m)'))).toBeLessThan(1e-12);
    const pushed = run(
      netlist(
        'YFORCE1 m 0 1.7\nYMASS1 m 1\nYFRICTION1 m 0 1 fs=1.5\n.tran 10m 0.5\n.print tran v(m) f(yfriction1)',
      ),
      { method },
    );
    expect(Math.abs(pushed.final('v(m)') - 0.7 * 0.5)).toBeLessThan(1e-5);
    const [first = NaN] = pushed.column('f(yfriction1)');
    expect(Math.abs(first - 1)).toBeLessThan(1e-12);
  });

  test('follows a load: a body breaks away where mus N falls to the push, and slides with mu N', () => {
    // N = m g + 5 - 5 t presses it on its table; 5 N push: 0.25 (24.62 - 5 t) = 5 at t = 0.924 s, then m v' = 5 - 0.2 N.
    const body =
      'YMASS1 z 2 gravity=9.81\nYSTOP1 z 0\nYFORCE1 z 0 PWL(0 -5 2 5)\nYMASS2 x 2\nYFORCE2 x 0 5\nYFRICTION1 x 0 mu=0.2 mus=0.25 normal={f(ystop1)}';
    const result = run(netlist(`${body}\n.tran 1m 1.5\n.print tran v(x) f(yfriction1)`), { method });
    expect(result.certificate.missed).toEqual([]);
    const off = { events: 1e-10, stepping: 1e-6, theta: 6e-3 }[method] ?? 0;
    const at = (2 * 9.81 + 5 - 20) / 5;
    const normal = (t: number): number => 2 * 9.81 + 5 - 5 * t;
    expect(Math.abs(Math.max(...result.column('f(yfriction1)')) - 5)).toBeLessThan(off);
    const v = (5 * (1.5 - at) - (0.2 * (1.5 - at) * (normal(at) + normal(1.5))) / 2) / 2;
    expect(Math.abs(result.final('v(x)') - v)).toBeLessThan(off);
    expect(Math.abs(result.final('f(yfriction1)') - 0.2 * normal(1.5))).toBeLessThan(3 * off);
  });
});

test('stiction of a load that varies catches a body on a belt wherever it comes to rest', () => {
  // Without belt speed there is no slip but what the spring gives: a period begins where the spring pulls with mus N(t).
  const text = netlist(
    'YVELOCITY1 belt 0 0.1\nYMASS1 b 1 v0=0.1\nYSPRING1 b 0 100\nYFRICTION1 belt b mu=0.3 mus=0.5 normal={20+5*sin(2*time)}\n' +
      '.tran 1m 5\n.print tran x(b) v(b) f(yfriction1)',
  );
  const result = run(text, { method: 'stepping', certificate: 'sampled' });
  expect(result.certificate.missed).toEqual([]);
  const [time, v, force] = ['time', 'v(b)', 'f(yfriction1)'].map((name) => result.column(name));
  const bound = (t: number): number => 20 + 5 * Math.sin(2 * t);
  const breaks: number[] = [];
  time!.forEach((t, k) => {
    const sticks = Math.abs(v![k]! - 0.1) < 1e-9;
    const [least, most] = sticks ? [-0.5, 0.5] : [0.3, 0.3];
    const part = force![k]! / bound(t);
    expect(part).toBeGreaterThan(least - 1e-6);
    expect(part).toBeLessThan(most + 1e-6);
    if (!sticks && k > 0 && Math.abs(v![k - 1]! - 0.1) < 1e-9) breaks.push(t);
  });
  // Runge-Kutta with its events to 1e-11.
  [1.17712138, 2.16768975, 3.61006859, 4.6896018].forEach((t, k) => {
    expect(Math.abs(breaks[k]! - t)).toBeLessThan(1.1e-3);
  });
});

test.each(['100*limit(4*time,0,1)', '100*min(4*time,1)', '100*limit(4*time,0.001,1)'])(
  'by steps a brake whose normal force grows from nothing stops its wheel as the closed form says: %s',
  (normal) => {
    const text = `YINERTIA1 w 0.5 w0=80\nYFRICTION1 w 0 mu=0.3 normal={${normal}}\n.tran 1m 2 uic\n.print tran v(w)\n.meas tran stop WHEN v(w)=1`;
    const { report, certificate } = run(netlist(text), { method: 'stepping' });
    expect(certificate.missed).toEqual([]);
    // 0.5 (80 - 1) N m s at 30 N m, of which the ramp of 0.25 s takes half.
    const stop = report.measures?.find(({ name }) => name === 'stop')?.value ?? NaN;
    expect(Math.abs(stop - (39.5 / 30 + 0.125))).toBeLessThan(1e-5);
  },
);

// Steps find v- within reltol of its size, a grid within a step of the spring's pull.
test.each([
  ['events', 1e-9],
  ['stepping', 1e-4],
  ['theta', 1e-2],
] as const)('a body that rubs and hits a stop has the impulse of the stop, method=%s', (method, off) => {
  const body =
    'YMASS1 a 20m x0=8m v0=-1\nYSPRING1 a 0 60\nYSTOP1 a 0 lower=0 e=0.2\nYFRICTION1 a 0 0.05\n.tran 10u 20m\n.print tran v(a)';
  const { certificate } = run(netlist(body), { method, ...(method === 'stepping' && { reltol: 1e-6 }) });
  expect(certificate.missed).toEqual([]);
  // m v^2/2 on the way to 0: what the spring gives less what friction takes.
  const before = Math.sqrt(1 + (2 * ((60 * 8e-3 ** 2) / 2 - 0.05 * 8e-3)) / 20e-3);
  const [impulse] = certificate.impulses.filter(({ element }) => element === 'ystop1');
  expect(Math.abs((impulse?.size ?? NaN) / (20e-3 * 1.2 * before) - 1)).toBeLessThan(off);
});

test('steps begin at rest where a stop and friction hold a body together', () => {
  const body =
    'YMASS1 a 20m x0=8m\nYSPRING1 a 0 60 l0=12m\nYSTOP1 a 0 lower=0 upper=8m e=0.2\nYFRICTION1 a 0 0.05\nYFORCE1 a 0 PWL(0 0 5m 0 25m -2)\n.tran 0.1m 10m\n.print tran x(a) v(a) f(ystop1) f(yfriction1)';
  const result = run(netlist(body), { method: 'stepping', reltol: 1e-4 });
  const { certificate, column } = result;
  expect(certificate.missed).toEqual([]);
  expect(certificate.impulses).toEqual([]);
  // How they share 0.24 N is open; it stays until the push has taken both, 0.29 N, at 7.9 ms.
  const still = column('time').findLastIndex((t) => t < 7.8e-3);
  for (let k = 0; k <= still; k++) {
    // A thousandth of what is a velocity at all (vntol).
    expect(Math.abs(column('v(a)')[k]!)).toBeLessThan(1e-9);
    const push = 100 * Math.max(0, column('time')[k]! - 5e-3);
    expect(Math.abs(column('f(ystop1)')[k]! + column('f(yfriction1)')[k]! - 0.24 + push)).toBeLessThan(1e-3);
  }
  expect(result.final('v(a)')).toBeLessThan(0);
});

test.each([
  ['YFRICTION1 a 0 5 normal=3', 'yfriction1 has a normal force, but no mu'],
  ['YFRICTION1 a 0 5 normal={time}', 'yfriction1 has a normal force, but no mu'],
  ['YFRICTION1 a 0 mu=0.3 normal={time} mus=0.2', 'yfriction1 breaks away at mus = 0.2, below mu = 0.3'],
  [
    'YFRICTION1 a 0 mu=0.3 normal={time} fs=2',
    'yfriction1 has mu and a normal force that varies, but a fixed fs',
  ],
])('bounds that do not fit are told: %s', (card, message) => {
  const { diagnostics } = checkNetlist(netlist(`YMASS1 a 1\n${card}\n.tran 1m 1`));
  expect(diagnostics.map((each) => each.message)).toEqual([message]);
});

test.each([
  ['a stop', 'YMASS1 z 2 gravity=9.81\nYSTOP1 z 0', 'f(ystop1)', -19.62],
  ['a stop that presses ever less', 'YMASS1 z 2\nYFORCE1 z 0 PWL(0 -5 2 5)\nYSTOP1 z 0', 'f(ystop1)', -5],
  ['friction', 'YMASS1 z 2\nYFORCE1 z 0 5\nYFRICTION1 z 0 10', 'f(yfriction1)', 5],
])(
  'by steps a body at rest is held from the first row on by what it is pushed with: %s',
  (_, body, force, size) => {
    const result = run(netlist(`${body}\n.tran 1m 0.1\n.print tran v(z) ${force}`), { method: 'stepping' });
    const [time, held] = [result.column('time'), result.column(force)];
    const rate = body.includes('PWL') ? 5 : 0;
    held.forEach((F, k) => {
      expect(Math.abs(F - size - rate * time[k]!)).toBeLessThan(1e-9);
    });
  },
);
