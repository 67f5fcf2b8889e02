import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { simulate } from '../../src/analysis/simulate.js';
import { prepare } from '../../src/analysis/preparation.js';
import { netlist, run, type NetlistRun } from './run-netlist.js';

/** Rounding of a flow of some 1e3 segments. */
const exact = 1e-10;

function errorsOf(body: string): string[] {
  const { diagnostics } = prepare({ name: 't.cir', text: netlist(body) });
  return diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
}

/** The largest distance of a column from a function of time. */
function worst({ column }: NetlistRun, name: string, f: (t: number) => number): number {
  const [time, values] = [column('time'), column(name)];
  return values.reduce((most, value, k) => Math.max(most, Math.abs(value - f(time[k]!))), 0);
}

function holds({ certificate }: NetlistRun, energy = 1e-9): void {
  expect(certificate.missed).toEqual([]);
  expect(certificate.energy.relativeError).toBeLessThan(energy);
}

describe('a mass on a spring', () => {
  const text = netlist(
    'YMASS1 a 2 x0=0.1\nYSPRING1 a 0 k=200\nYDAMPER1 a 0 1\n.tran 1m 1\n.print tran v(a) x(a) f(yspring1) {f(ydamper1)*v(a)}',
  );
  const [delta, w0] = [1 / 4, Math.sqrt(200 / 2)];
  const w = Math.sqrt(w0 * w0 - delta * delta);
  const x = (t: number): number =>
    0.1 * Math.exp(-delta * t) * (Math.cos(w * t) + (delta / w) * Math.sin(w * t));
  const v = (t: number): number => -0.1 * Math.exp(-delta * t) * ((w0 * w0) / w) * Math.sin(w * t);

  test('swings as in closed form from its initial position, without uic', () => {
    const result = run(text);
    holds(result);
    expect(worst(result, 'x(a)', x)).toBeLessThan(exact);
    expect(worst(result, 'v(a)', v)).toBeLessThan(exact);
    expect(worst(result, 'f(yspring1)', (t) => 200 * x(t))).toBeLessThan(200 * exact);
  });

  test('has velocities, positions, forces and powers in their units', () => {
    const { plot } = run(text);
    expect(plot.header.columns.map(({ unit }) => unit)).toEqual(['s', 'm/s', 'm', 'N', 'W']);
  });

  test('does the same by sparse steps, to their tolerance', () => {
    const result = run(text, { method: 'stepping', certificate: 'sampled', reltol: 1e-5 });
    // Steps of order 2 held to reltol each, over a few periods.
    expect(worst(result, 'x(a)', x)).toBeLessThan(1e-4);
    expect(result.certificate.energy.relativeError).toBeLessThan(1e-9);
  });
});

test('weight and a spring with a preload and a rest length balance where statics says', () => {
  const result = run(
    netlist(
      'YMASS1 a 2 x0=0.4 gravity=9.81\nYSPRING1 a 0 k=200 l0=0.5 preload=3\nYDAMPER1 a 0 40\n.tran 10m 20\n.print tran x(a) f(yspring1)',
    ),
  );
  expect(result.final('f(yspring1)')).toBeCloseTo(-2 * 9.81, 9);
  expect(result.final('x(a)')).toBeCloseTo(0.5 - (2 * 9.81 + 3) / 200, 10);
});

test('a spring with a table of forces conserves energy along its corners', () => {
  const result = run(
    netlist(
      'YMASS1 a 1 x0=2\nYSPRING1 a 0 force={table(x,-1,-2,0,0,1,2,2,10)}\n.tran 1m 3\n.print tran x(a) v(a)\n.meas tran low MIN x(a)',
    ),
  );
  // From x = 2: 2 x^2 / 2 up to 1, then 1 + 2 (x - 1) + 4 (x - 1)^2 = 7 J; on the other side x^2 up to 1, then 2 N on.
  const [measure] = result.report.measures ?? [];
  expect(measure?.value).toBeCloseTo(-4, 9);
  expect(result.certificate.missed).toEqual([]);
});

describe('a DC motor', () => {
  const [k, r, l, j, d, u] = [0.1, 1, 10e-3, 1e-3, 1e-3, 12];
  const card = `V1 p 0 ${u}\nYMOTOR1 p 0 w k=${k} r=${r} l=${l}\n`;

  test('runs up as in closed form', () => {
    const result = run(
      netlist(
        `${card}YINERTIA1 w ${j}\nYDAMPER1 w 0 ${d}\n.tran 1m 1 uic\n.print tran v(w) x(w) i(v1) f(ymotor1)`,
      ),
    );
    holds(result);
    // l j w'' + (r j + l d) w' + (r d + k^2) w = k u, from w = w' = 0.
    const [a, b, c] = [l * j, r * j + l * d, r * d + k * k];
    const root = Math.sqrt(b * b - 4 * a * c);
    const [p, q] = [(-b + root) / (2 * a), (-b - root) / (2 * a)];
    const speed = (t: number): number =>
      ((k * u) / c) * (1 + (q * Math.exp(p * t) - p * Math.exp(q * t)) / (p - q));
    expect(worst(result, 'v(w)', speed)).toBeLessThan(1e3 * exact);
    expect(result.plot.header.columns.map(({ unit }) => unit)).toEqual(['s', 'rad/s', 'rad', 'A', 'N m']);
    expect(result.final('f(ymotor1)')).toBeCloseTo(k * result.final('i(v1)'), 12);
  });

  test('held still it has the stall torque', () => {
    const result = run(
      netlist(`${card}YVELOCITY1 w 0 0\n.tran 1m 0.5\n.print tran f(ymotor1) f(yvelocity1)`),
    );
    expect(result.final('f(ymotor1)')).toBeCloseTo((-k * u) / r, 9);
    expect(result.final('f(yvelocity1)')).toBeCloseTo((k * u) / r, 9);
  });
});

test('a voice coil resonates where its motional impedance says', () => {
  const [bl, r, m, k, d] = [5, 6, 10e-3, 4e3, 1];
  const result = simulate({
    name: 't.cir',
    text: netlist(
      `V1 p 0 AC 1\nYMOTOR1 p 0 a bl=${bl} r=${r}\nYMASS1 a ${m}\nYSPRING1 a 0 ${k}\nYDAMPER1 a 0 ${d}\n.ac lin 3 50 150\n.print ac v(a)`,
    ),
  });
  const [, velocity] = result.runs[0]?.plot?.columns ?? [];
  [50, 100, 150].forEach((f, at) => {
    const w = 2 * Math.PI * f;
    // (r + bl^2 / Zm) i = 1, v = bl i / Zm, Zm = d + j (w m - k / w).
    const [x, y] = [d, w * m - k / w];
    const [re, im] = [(r * x) / bl + bl, (r * y) / bl];
    const size = re * re + im * im;
    expect(velocity?.[2 * at]).toBeCloseTo(re / size, 10);
    expect(velocity?.[2 * at + 1]).toBeCloseTo(-im / size, 10);
  });
});

describe('gears, racks and levers', () => {
  test('let masses on both sides move as one', () => {
    const result = run(
      netlist(
        'YTORQUE1 w1 0 1\nYINERTIA1 w1 1\nYGEAR1 w1 w2 4\nYINERTIA2 w2 16\nYRACK1 x w2 0.5\nYMASS x 4\n.tran 10m 1\n.print tran v(w1) v(x) x(x)',
      ),
    );
    holds(result);
    const speed = 1 / (1 + 16 / 16 + 4 * (0.5 / 4) ** 2);
    expect(result.final('v(w1)')).toBeCloseTo(speed, 12);
    expect(result.final('v(x)')).toBeCloseTo((speed * 0.5) / 4, 12);
    expect(result.final('x(x)')).toBeCloseTo((speed * 0.5) / 8, 12);
  });

  test('turn a force over at a pivot', () => {
    const result = run(
      netlist(
        'YFORCE1 a 0 2\nYLEVER1 a b -3\nYDAMPER1 b 0 5\n.tran 1m 1\n.print tran v(b) f(ylever1) f(ydamper1)',
      ),
    );
    expect(result.final('f(ylever1)')).toBeCloseTo(2, 12);
    expect(result.final('f(ydamper1)')).toBeCloseTo(-6, 12);
  });
});

describe('bad input', () => {
  test('a node of both worlds is an error at its place', () => {
    expect(errorsOf('YMASS1 a 1\nR1 a 0 1k\n.tran 1m 1')).toEqual([
      [
        't.cir:3:4: error: node a is mechanical for ymass1 and electrical for r1',
        '  R1 a 0 1k',
        '     ^',
        '  t.cir:2:8: ymass1 stands here',
        '  YMASS1 a 1',
        '         ^',
        '  hint: use two nodes, and an element such as YMOTOR that has terminals of both kinds',
      ].join('\n'),
    ]);
  });

  test('a node that moves along and turns is one, be it through an element that may do either', () => {
    const [first] = errorsOf('YMASS1 a 1\nYINERTIA1 w 1\nYSPRING1 a w 3\n.tran 1m 1');
    expect(first).toContain('node w is rotational for yinertia1 and translational for yspring1');
    expect(errorsOf('YMASS1 a 1\nYMOTOR1 p 0 a k=1\nV1 p 0 1\n.tran 1m 1')[0]).toContain(
      'node a is translational for ymass1 and rotational for ymotor1',
    );
  });

  test.each([
    ['YMASS1 a -1', 'ymass1: m must be positive, not -1'],
    ['YINERTIA1 a 0', 'yinertia1: j must be positive, not 0'],
    ['YSPRING1 a 0 k=-3', 'yspring1: k must be positive, not -3'],
    ['YLEVER1 a b 0', 'ylever1: ratio must be other than 0, not 0'],
  ])('%s', (card, message) => {
    expect(errorsOf(`${card}\n.tran 1m 1`)[0]).toContain(message);
  });
});

test.each([
  ['YMASS1 a 1V', 'ymass1: m is in kg, "1V" has an electrical unit'],
  ['YMASS1 a 1kg', 'ymass1: m is in kg, "1kg" would be 1000 kg: k is a thousand'],
  ['YMASS1 a 1\nYSPRING1 a 0 10kOhm', 'yspring1: k is in N/m or N m/rad, "10kOhm" has an electrical unit'],
  ['YMASS1 a 1 x0=1mV', 'ymass1: x0 is in m or rad, "1mV" has an electrical unit'],
  ['YMASS1 a 1\nYFORCE1 a 0 5uA', 'yforce1: dc is in N, "5uA" has an electrical unit'],
  ['YMASS1 a 1\nYSTOP1 a 0 lower=-1uF', 'ystop1: lower is in m or rad, "-1uF" has an electrical unit'],
  ['YMASS1 a 1 v0=3\nYVELOCITY1 a 0 2', 'ymass1 starts with v0 = 3, but yvelocity1 moves node a with 2'],
  ['YMASS1 a 1 x0=3\nYPOSITION1 a 0 2', 'ymass1 starts with x0 = 3, but yposition1 holds node a at 2'],
  ['YMASS1 a 1 x0=2\nYPOSITION1 0 a 2', 'ymass1 starts with x0 = 2, but yposition1 holds node a at -2'],
  [
    'YINERTIA1 w 1 w0=3\nYPOSITION1 w 0 PWL(0 1 1 3)',
    'yinertia1 starts with v0 = 3, but yposition1 moves node w with 2',
  ],
])('what does not fit is told with its place: %s', (body, message) => {
  const errors = errorsOf(`${body}\n.tran 1m 1m`);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(message);
  expect(errors[0]).toMatch(/^t\.cir:\d+:\d+/);
});

test.each([
  ['YFORCE1 a 0 1', 'error: force yforce1 alone connects node a to the rest: nothing takes it up', 'YMASS'],
  [
    'YTORQUE1 w 0 1\nYTORQUE2 w 0 1',
    'error: torques ytorque1 and ytorque2 alone connect node w to the rest: their torques would',
    'YINERTIA',
  ],
  [
    'YMASS1 a 1\nYPOSITION1 a 0 1m\nYPOSITION2 a 0 SIN(0 1m 50)',
    'error: prescribed motions yposition1 and yposition2 form a loop',
    'hint: put a spring or a damper in series with yposition2',
  ],
  [
    'YMASS1 a 1\nYFRICTION1 c d 1',
    'have no path to the frame (node 0)',
    'hint: put a mass (YMASS) on node c',
  ],
  ['YSPRING1 a b 1', 'error: nothing is connected to the frame (node 0)', 'tie one node to node 0'],
  [
    'YMASS1 b 1\nYSPRING1 b 0 1\nYPOSITION1 b b x={time}',
    'error: prescribed motion yposition1 has both ends at node b',
    'hint: connect its ends to different nodes',
  ],
  [
    'YMASS1 a 1\nYPOSITION1 a 0 x={2*x(b)}\nYMASS2 b 1\nYPOSITION2 b 0 x={x(a)}',
    'yposition1 prescribes a position that depends on itself, by x(b)',
    'hint: take the position of a node that it does not move',
  ],
  [
    'YMASS1 a 1\nV1 p 0 1\nYPOSITION1 a 0 x={x(p)}',
    't.cir:4:19: error: node p is electrical: it has no position',
    'hint: ask for v(p)',
  ],
  [
    'YMASS1 a 1\nV1 p 0 1\nYFORCE1 a 0 f={f(v1)}',
    'error: v1 is electrical: it has no force',
    'hint: ask for i(v1)',
  ],
  [
    'YMASS1 a 1\nYFRICTION1 a 0 1 mu=2 normal=3',
    't.cir:3:18: error: yfriction1 has both fc and mu',
    'hint: remove one of them',
  ],
  [
    'YMASS1 a 1\nV1 p 0 1\nYMOTOR1 p 0 a',
    'error: ymotor1 has no k',
    'hint: write: ymotor1 e+ e- n k, or bl= instead of k',
  ],
  [
    'YMASS1 a 1e-320\nYFORCE1 a 0 1',
    't.cir:2:10: error: ymass1: m must be from 1e-60 to 1e+60, not 1e-320',
    'hint: leave it out where nothing is to be moved',
  ],
  [
    'YMASS1 a 1 x0=1\nYSPRING1 a 0 k=1e300',
    't.cir:3:16: error: yspring1: k must be from 1e-60 to 1e+60, not 1e+300',
    'hint: tie nodes that do not move against each other together: YLEVER a b 1',
  ],
  [
    'YMASS1 a 1 x0=1\nYSPRING1 a 0 k=-1\nYDAMPER1 a 0 1e99',
    't.cir:3:16: error: yspring1: k must be positive, not -1',
    't.cir:4:14: error: ydamper1: d must be from 1e-60 to 1e+60, not 1e+99',
  ],
  [
    'YMASS1 a 1\nV1 p 0 1\nYSOLENOID1 p 0 a l={0.1+v(p)*x} r=1',
    'error: ysolenoid1 has l = {...} of v(p)',
    'hint: l is a function of x alone',
  ],
  [
    'YMASS1 a 1\nYSTOP1 a 0 k=1k e=0.5',
    't.cir:3:1: error: ystop1 has both e and k: a stop is rigid with a restitution, or a spring',
    'hint: remove one of them; what a spring loses says d',
  ],
  ['YMASS1 a 1 x0=1\nYDAMPER1 a 0 c=2', 'error: ydamper1 has no parameter "c"', 'hint: use one of: d'],
  ['YMAS1 a 1', 'ymas1 is no YMASS element by its letters', 'did you mean "ymass"?'],
  ['YMASS1 b 1\nYSPRNG1 b 0 100', 'ysprng1 is no YSPRING element', 'did you mean "yspring"?'],
])('is told in words of mechanics: %s', (body, message, hint) => {
  const told = errorsOf(`${body}\n.tran 1m 1m`).join('\n');
  expect(told).toContain(message);
  expect(told).toContain(hint);
});

describe('letters behind mechanical numbers', () => {
  const contradictions = (body: string): readonly string[] =>
    simulate({ name: 't.cir', text: netlist(`${body}\n.tran 1m 1m`) }, {}).diagnostics.flatMap(
      ({ code, message }) => (code === 'wrong-unit' ? [message] : []),
    );
  const body = 'YMASS1 a 1\n';

  test.each([
    ['YMASS1 a 1N', 'ymass1: m is in kg, "1N" would be 1e-9 kg: N is nano'],
    [`${body}YFORCE1 a 0 10N`, 'yforce1: dc is in N, "10N" would be 1e-8 N: N is nano'],
    ['YINERTIA1 w 1\nYTORQUE1 w 0 2Nm', 'ytorque1: dc is in N m, "2Nm" would be 2e-9 N m: N is nano'],
    ['YMASS1 a 5g', 'ymass1: m is in kg, "5g" would be 5000000000 kg: g is giga'],
    ['YMASS1 a 5mg', 'ymass1: m is in kg, "5mg" would be 0.005 kg: m is a thousandth'],
    ['YMASS1 a 1 x0=3s', 'ymass1: x0 is in m or rad, "3s" ends in "s", which is no such unit'],
    ['YMASS1 a 1 x0=5cm', 'ymass1: x0 is in m or rad, "5cm" ends in "cm", which is no such unit'],
    ['YINERTIA1 w 1 x0=45deg', 'yinertia1: x0 is in m or rad, "45deg" ends in "deg", which is no such unit'],
    ['YMASS1 a 3mm', 'ymass1: m is in kg, "3mm" ends in "mm", which is no such unit'],
    [`${body}YFORCE1 a 0 3kg`, 'yforce1: dc is in N, "3kg" ends in "kg", which is no such unit'],
    [`${body}YFORCE1 a 0 SIN(0 10N 50)`, 'yforce1 sin: va is in N, "10N" would be 1e-8 N: N is nano'],
    [
      `${body}YFORCE1 a 0 PWL(0 0 1 3kg)`,
      'yforce1 pwl: v is in N, "3kg" ends in "kg", which is no such unit',
    ],
    ['YRACK1 a w 2cm\nYMASS1 a 1', 'yrack1: radius is in m, "2cm" ends in "cm", which is no such unit'],
  ])('are an error where they do not fit or would be read otherwise: %s', (text, message) => {
    expect(contradictions(text)).toEqual([message]);
  });

  test.each([
    'YMASS1 a 10n',
    'YMASS1 a 1 x0=5mm v0=2mm',
    'YMASS1 a 1 x0=3m\nYMASS2 b 1meg x0=1mil',
    'YINERTIA1 w 1 x0=2rad w0=3krad',
    `${body}YDAMPER1 a 0 3uNs`,
    `${body}YFORCE1 a 0 5kN`,
    `${body}YFORCE1 a 0 SIN(0 5kN 50 1ms)`,
    'YINERTIA1 w 1\nYTORQUE1 w 0 2mNm',
  ])('are none where they fit: %s', (text) => {
    expect(contradictions(text)).toEqual([]);
  });
});

test('a start that a prescribed motion agrees with is none that it contradicts, on either side of its jump', () => {
  for (const body of [
    'x0=2 v0=3\nYPOSITION1 a 0 PWL(0 2 1 5)',
    'v0=0\nYVELOCITY1 a 0 PULSE(0 1 0 1n 1n 1 2)',
  ])
    expect(errorsOf(`YMASS1 a 1 ${body}\n.tran 1m 1m`)).toEqual([]);
});

test('powers of ten stand behind mechanical numbers as in SPICE, units of mechanics too', () => {
  const result = run(netlist('YMASS1 a 1m v0=2mm\nYVELOCITY1 a 0 2m\nYDAMPER1 a 0 3uNs\n.tran 1m 1m'));
  expect(result.final('v(a)')).toBe(2e-3);
});
