import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { checkNetlist } from '../../src/analysis/preparation.js';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, netlistText, run, type NetlistRun } from './run-netlist.js';

/** Steps with error control of 1e-3 each. */
const stepped = { certificate: 'sampled' } as const;

function errorsOf(body: string): string[] {
  const { diagnostics } = simulate({ name: 't.cir', text: netlist(body) });
  return diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
}

function measure({ report }: NetlistRun, name: string): number {
  return report.measures?.find((each) => each.name === name)?.value ?? NaN;
}

describe('a solenoid', () => {
  test('held at its place is a coil that pulls with i^2 L/2 over x', () => {
    const result = run(
      netlist(
        'V1 p 0 10\nYSOLENOID1 p 0 a l={0.1/(1+x/1m)} r=5\nYVELOCITY1 a 0 0\n.tran 0.1m 40m uic\n.print tran i(ysolenoid1) f(ysolenoid1) f(yvelocity1)\n.meas tran i1 FIND i(ysolenoid1) AT=20m',
      ),
      stepped,
    );
    expect(result.certificate.missed).toEqual([]);
    const i = 2 * (1 - Math.exp(-40e-3 / 20e-3));
    expect(measure(result, 'i1')).toBeCloseTo(2 * (1 - Math.exp(-1)), 3);
    expect(result.final('i(ysolenoid1)')).toBeCloseTo(i, 3);
    // L' = -100 H/m: it pulls towards smaller x, so that it takes a positive force from its node.
    const own = result.final('i(ysolenoid1)');
    expect(result.final('f(ysolenoid1)')).toBeCloseTo((own * own * 100) / 2, 6);
  });

  test('moved at a speed gives as work what the circuit gives', () => {
    // Constant flux: shorted without resistance; W = phi^2/(2 L) falls by what the force does.
    const result = run(
      netlist(
        'I1 0 p PWL(0 1 1m 1 1.000001m 1)\nYSOLENOID1 p 0 a l={0.1/(1+x/1m)}\nYVELOCITY1 a 0 PULSE(0 0.1 1m 0 0 5m)\nYX1 a\n.tran 10u 5m\n.print tran x(a) p(ysolenoid1) {f(ysolenoid1)*v(a)}\n.meas tran e INTEG p(ysolenoid1)\n.meas tran w INTEG {f(ysolenoid1)*v(a)}',
      ),
      stepped,
    );
    // At 1 A the flux falls with L: from 0.1 Wb to 0.1/1.4 Wb; electrical energy i dphi, stored energy half of it, the rest work.
    const change = 0.1 / 1.4 - 0.1;
    expect(measure(result, 'e')).toBeCloseTo(change, 5);
    expect(measure(result, 'w')).toBeCloseTo(-change / 2, 5);
  });
});

test.each([
  ['YSOLENOID1 b 0 x area=1e-4 turns=1000 residual=0.1m closed=0.1m', '10', '0.05', 2e-3, 1000],
  ['YGAP1 b 0 x area=1e-8', '1meg', '1n', 2e-6, 2],
])(
  'under uic a gap is as high at the start as its node stands, whatever it is at 0: %s',
  (card, r, m, x, k) => {
    const circuit = `V1 a 0 1\nR1 a b ${r}\n${card}\nYMASS1 x ${m} x0=${x}\nYSPRING1 x 0 ${k} l0=${x}\nYDAMPER1 x 0 5`;
    const { final, report } = run(netlist(`${circuit}\n.tran 10u 100u uic\n.print tran x(x)`), stepped);
    expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    // The spring is at rest there; the pull moves little in 100 us.
    expect(final('x(x)') / x).toBeCloseTo(1, 2);
  },
);

test('an electrostatic gap pulls in at sqrt(8 k g^3/(27 eps0 A))', () => {
  const [k, gap, area] = [2, 2e-6, 1e-8];
  const pullIn = Math.sqrt((8 * k * gap ** 3) / (27 * 8.8541878128e-12 * area));
  const place = (u: number): number =>
    run(
      netlist(
        `V1 p 0 PWL(0 0 10m ${u})\nR1 p q 1\nYGAP1 q 0 a area=${area} \nYMASS1 a 1n x0=${gap}\nYSPRING1 a 0 ${k} l0=${gap}\nYDAMPER1 a 0 0.2m\nYSTOP1 a 0 lower=0.2u\n.tran 0.2m 40m\n.print tran x(a)`,
      ),
      stepped,
    ).final('x(a)');
  // Below it the plate stays above two thirds of the gap, above it it falls onto the stop.
  expect(place(0.99 * pullIn)).toBeGreaterThan((2 / 3) * gap);
  expect(place(1.01 * pullIn)).toBeCloseTo(0.2e-6, 10);
});

describe.each(['table', 'pwl', 'spline', 'akima', 'wodicka', 'cubic', 'bli'])('a storage by %s', (curve) => {
  // Where neither circuit nor spring takes any: m v^2/2 = U^2 (C(x) - C(0))/2, i^2 (L(x) - L(0))/2.
  const points = [-1, 1.6, 0, 2, 1, 3, 2, 4.5, 3, 7, 4, 8];
  const law = (unit: number): string =>
    `${curve}(x,${points.map((value, k) => (k % 2 ? value * unit : value * 1e-3)).join(',')})`;
  const speeds = (element: string, mass: number): (readonly [number, number])[] => {
    const places = [1, 2, 3].map((n) => `.meas tran v${n} FIND v(a) WHEN x(a)=${n}m`).join('\n');
    const text = `${element}\nYMASS1 a ${mass}\n.tran 20u 20m\n.print tran x(a)\n${places}`;
    const result = run(netlist(text), { ...stepped, reltol: 1e-6 });
    expect(result.certificate.missed).toEqual([]);
    return [1, 2, 3].map((n) => [measure(result, `v${n}`), (points[2 * n + 3] ?? NaN) - 2]);
  };

  test('moves a plate by the energy that its capacitance gains', () => {
    for (const [v, gain] of speeds(`V1 p 0 20\nYGAP1 p 0 a c={${law(1e-12)}}`, 1e-8))
      expect(v / (20 * Math.sqrt((gain * 1e-12) / 1e-8))).toBeCloseTo(1, 5);
  });

  test('moves a plunger by the energy that its inductance gains', () => {
    for (const [v, gain] of speeds(`I1 0 p 0.5\nYSOLENOID1 p 0 a l={${law(1e-3)}}`, 1e-3))
      expect(v / (0.5 * Math.sqrt((gain * 1e-3) / 1e-3))).toBeCloseTo(1, 5);
  });
});

describe('a storage with a corner where a stop ends the travel', () => {
  // The slope within the travel counts: the plunger leaves its stop where i^2 1.5/2 N is the 1 N of the spring.
  test.each([
    ['the last point of its table', '4m,9m', 'YSTOP1 a 0 lower=0 upper=4m'],
    ['a point of its table', '4m,9m,6m,8m', 'YSTOP1 a 0 lower=0 upper=4m e=0.3'],
    ['the last point, its stop the other way round', '4m,9m', 'YSTOP1 0 a lower=-4m'],
  ])('pulls from there: %s', (_, points, stop) => {
    const circuit = `I1 0 p PWL(0 0 1 2)\nYSOLENOID1 p 0 a l={table(x,0,40m,2m,12m,${points})}\nYMASS1 a 5m x0=4m\nYSPRING1 a 0 500 l0=6m\n${stop}\n`;
    const lift = '.tran 1m 0.8\n.print tran x(a)\n.meas tran lift FIND i(ysolenoid1) WHEN x(a)=3.999m FALL=1';
    const result = run(netlist(circuit + lift), { ...stepped, reltol: 1e-5 });
    expect(result.certificate.missed).toEqual([]);
    expect(measure(result, 'lift') / Math.sqrt(2 / 1.5)).toBeCloseTo(1, 2);
    // At rest, too: 1.16 A stretches the spring.
    const rest = (i: number): number =>
      run(netlist(`${circuit.replace(/PWL.*/, String(i))}.op\n.print op x(a)`)).final('x(a)');
    expect(rest(1.15)).toBeCloseTo(4e-3, 12);
    expect(rest(1.16)).toBeCloseTo(6e-3 - (1.16 ** 2 * 0.75) / 500, 9);
  });
});

test('a table that ends where a soft stop begins does not pull behind it, and that is told', () => {
  const text = (points: string): string =>
    netlist(
      `I1 0 p 1\nYSOLENOID1 p 0 a l={table(x,0,40m,4m,9m${points})}\nYMASS1 a 5m x0=4m\nYSTOP1 a 0 upper=4m k=1meg\n.tran 1m 1m`,
    );
  const told = (points: string): readonly string[] =>
    checkNetlist(text(points)).diagnostics.flatMap(({ severity, message }) =>
      severity === 'warning' ? [message] : [],
    );
  expect(told('')).toEqual([
    'ysolenoid1 does not pull behind x = 0.004 m, where a soft stop of node a begins and the written law ends',
  ]);
  expect(told(',5m,8m')).toEqual([]);
});

test('a piezo with open electrodes is stiffer by alpha^2/cp', () => {
  const [alpha, cp, k, m] = [0.02, 50e-9, 1e4, 0.01];
  const result = run(
    netlist(
      `YPIEZO1 a 0 n ${alpha} cp=${cp} k=${k}\nYMASS1 n ${m} x0=1m\n.tran 0.1m 20m uic\n.print tran x(n) v(a)`,
    ),
  );
  expect(result.certificate.missed).toEqual([]);
  expect(result.certificate.energy.relativeError).toBeLessThan(1e-9);
  // k x + alpha^2/cp (x - x0): about the place where both balance.
  const extra = (alpha * alpha) / cp;
  const [middle, w] = [(extra * 1e-3) / (k + extra), Math.sqrt((k + extra) / m)];
  const x = middle + (1e-3 - middle) * Math.cos(w * 20e-3);
  expect(result.final('x(n)')).toBeCloseTo(x, 11);
  expect(result.final('v(a)')).toBeCloseTo((-alpha * (x - 1e-3)) / cp, 6);
});

test('a clutch brings two rotors to their common speed in the time that its torque takes', () => {
  const result = run(
    netlist(
      'V1 ctl 0 PULSE(0 1 0.5 0 0 10)\nYINERTIA1 a 1 v0=9\nYINERTIA2 b 2\nYCLUTCH1 a b 4 engage={v(ctl)}\n.tran 10m 3\n.print tran v(a) v(b) f(yclutch1)\n.meas tran locked WHEN f(yclutch1)=2 FALL=1',
    ),
  );
  expect(result.certificate.missed).toEqual([]);
  expect(result.final('v(a)')).toBeCloseTo(3, 12);
  expect(result.final('v(b)')).toBeCloseTo(3, 12);
  expect(measure(result, 'locked')).toBeCloseTo(0.5 + (9 * (2 / 3)) / 4, 9);
});

test('a clutch that an expression of time engages holds with the torque that both rotors ask for', () => {
  const result = run(
    netlist(
      'YTORQUE1 a 0 5\nYINERTIA1 a 0.2 w0=100\nYDAMPER1 a 0 0.05\nYINERTIA2 b 0.6\nYDAMPER2 b 0 0.01\nYCLUTCH1 a b 40 engage={min(1,time/0.5)}\n.tran 2m 1.5\n.print tran v(a) v(b) f(yclutch1)',
    ),
    stepped,
  );
  const w = result.final('v(a)');
  expect(result.final('v(b)')).toBeCloseTo(w, 6);
  // (J1 + J2) w' = 5 - (d1 + d2) w, and the clutch moves the second.
  expect(result.final('f(yclutch1)')).toBeCloseTo((0.6 / 0.8) * (5 - 0.06 * w) + 0.01 * w, 4);
});

test('behind backlash a mass follows late, and both stay within the play', () => {
  const result = run(
    netlist(
      'YPOSITION1 a 0 SIN(0 1m 1)\nYMASS1 b 1\nYDAMPER1 b 0 1k\nYBACKLASH1 a b 0.4m\n.tran 5m 1.5\n.print tran x(a) x(b) {x(a)-x(b)}\n.meas tran most MAX x(b) FROM=1 TO=1.5\n.meas tran play MAX {abs(x(a)-x(b))}',
    ),
  );
  expect(result.certificate.missed).toEqual([]);
  // A heavily damped mass stops where it is left: at 1 mm - 0.2 mm, but for its own time constant of 1 ms.
  expect(measure(result, 'most')).toBeCloseTo(0.8e-3, 5);
  expect(measure(result, 'play')).toBeLessThan(0.2e-3 + 1e-9);
});

test('a prescribed position may be an expression, of the time or of other positions, and starts where that is', () => {
  const result = run(
    netlist(
      'YPOSITION1 a 0 x={0.2+0.1*time}\nYPOSITION2 b 0 x={0.5*x(a)}\nYVELOCITY1 c 0 v={3*v(a)}\nYSPRING1 a b 10\nYX1 c\n.tran 10m 1\n.print tran x(a) x(b) x(c) v(b) f(yspring1)',
    ),
  );
  expect(result.certificate.missed).toEqual([]);
  expect(result.final('x(a)')).toBeCloseTo(0.3, 12);
  expect(result.final('x(b)')).toBeCloseTo(0.15, 12);
  expect(result.final('x(c)')).toBeCloseTo(0.3, 12);
  expect(result.final('v(b)')).toBeCloseTo(0.05, 12);
  expect(result.final('f(yspring1)')).toBeCloseTo(1.5, 12);
});

describe('bad input', () => {
  test.each([
    [
      'theta',
      'V1 p 0 2\nR1 p q 1\nYGAP1 q 0 m area=1u closed=-4u\nYMASS1 m 1u\nYSPRING1 m 0 10\n.tran 10u 20u uic',
      'mechanics in a nonlinear circuit, which method=theta does not take here: ygap1',
    ],
    [
      'events',
      'YMASS1 m 1\nYFRICTION1 m 0 1\nYFORCE1 m 0 f={sin(time*time)}\n.tran 1m 2m',
      'yfriction1 is a contact, friction or an ideal diode, which method=events does not take here: sin(time * time)',
    ],
  ])('mechanics that Newton steps get wrong are refused under method=%s', (method, body, message) => {
    const all = simulate({ name: 't.cir', text: netlist(body) }, { options: { method } });
    const [error = '', ...more] = all.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(formatDiagnostic);
    expect(more).toEqual([]);
    expect(error).toContain(message);
    expect(error).toContain('hint: write method=stepping');
  });

  test.each([
    ['YSOLENOID1 p 0 a l={0.1-x}\nYMASS1 a 1 x0=0.5', 'ysolenoid1 has l = -0.4 H at x = 0.5 m'],
    ['YSOLENOID1 p 0 a 1u\nYMASS1 a 1', 'ysolenoid1 has neither l nor an air gap'],
    ['YGAP1 p 0 a\nYMASS1 a 1', 'ygap1 has no area'],
    ['YCONTACTSWITCH1 p 0 a 0 ron=2 roff=1\nYMASS1 a 1', 'contact ycontactswitch1 has ron = 2 Ohm'],
  ])('%s', (cards, message) => {
    expect(errorsOf(`V1 p 0 1\n${cards}\n.tran 1m 1`)[0]).toContain(message);
  });

  test.each(['events', 'theta'])(
    'a gap straight across a source is told what to do under method=%s',
    (method) => {
      const body =
        'V1 p 0 1\nYGAP1 p 0 a area=1n residual=1u\nYMASS1 a 1u x0=1u\nYSPRING1 a 0 1 l0=1u\n.tran 1u 10u';
      const { diagnostics } = simulate({ name: 't.cir', text: netlist(body) }, { options: { method } });
      const [error = ''] = diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
      expect(error).toContain('t.cir:3:1: error: the equations do not determine the circuit');
      expect(error).toContain('hint: write method=stepping');
    },
  );

  test('a gap that a stop lets close altogether', () => {
    expect(
      errorsOf('V1 p 0 1\nYGAP1 p 0 a area=1u\nYMASS1 a 1 x0=1m\nYSTOP1 a 0 lower=-1m\n.tran 1m 1')[0],
    ).toContain('F at x = -0.001 m');
  });
});

test.each([
  [
    'V1 p 0 10\nYSOLENOID1 p 0 a l={0.1-x} r=5\nYMASS1 a 1 v0=1',
    /ysolenoid1 has l = \S+ H at x = (\S+) m, at t = \S+ s/,
  ],
  [
    'V1 p 0 1\nYGAP1 p 0 a c={1n*(1-x*x)}\nYVELOCITY1 a 0 2',
    /ygap1 has c = \S+ F at x = (\S+) m, at t = \S+ s/,
  ],
])('what turns negative along a run ends it there: %s', (cards, message) => {
  const [first = ''] = errorsOf(`${cards}\n.tran 1m 1\n.print tran x(a)`);
  const place = Number(message.exec(first)?.[1]);
  // Where the storage is 0, but for the last step.
  expect(Math.abs(place - (cards.includes('YGAP') ? 1 : 0.1))).toBeLessThan(0.01);
  expect(first).toContain('has to be positive wherever its node comes to');
});

describe('netlists/electromechanics', () => {
  const folder = new URL('../../netlists/electromechanics/', import.meta.url);
  const truths: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>> = {
    // measure: [truth of the file's head, digits]
    'bouncing-ball.cir': { first: [0.451523641, 8], bounce: [0.25, 9], rest: [1.354570923, 8] },
    'voice-coil.cir': { vmax: [5 / 31, 5], imax: [1 / 31, 5] },
    'dc-motor.cir': { speed: [58, 3], amps: [0.2, 5] },
    'stick-slip.cir': { top: [5 + Math.sqrt(10), 7], period: [0.978509376, 6] },
    'motor-stick-slip.cir': { stick: [1.6, 9], balance: [6, 7] },
    'relay.cir': {
      lift: [0.15681, 5],
      when: [2.2627e-3, 6],
      amps: [24 / 12.01, 4],
      place: [0, 7],
      where: [0.1e-3, 8],
    },
    'buzzer.cir': { low: [0.05e-3, 7], breaks: [0.5e-3, 8], makes: [0.5e-3, 8] },
    'valve.cir': {
      lift: [0.921318, 5],
      peak: [2.05, 6],
      most: [0.55, 6],
      least: [0.45, 6],
      release: [0.262614, 4],
      seat: [0.3e-3, 9],
    },
    'contact-breaker.cir': {
      break: [11.7593468e-3, 9],
      // A nanosecond before the contact opens.
      amps: [3.88252265, 6],
      primary: [466.919577, 5],
    },
    'mems-switch.cir': { held: [1.33583436e-6, 11], closed: [0, 10], release: [0.950541, 3] },
    'harvester.cir': { charge: [0, 11], power: [1, 10] },
    // As the kernel's model has it by events, with a tolerance of 1e-11; here steps are held to 1e-5 each.
    'cam-follower.cir': { early: [78.391414e-3, 4], late: [374.106189e-3, 4] },
  };

  test.each(readdirSync(folder).filter((file) => file.endsWith('.cir')))('%s has its truth', (file) => {
    const result = run(netlistText(`electromechanics/${file}`), stepped);
    expect(result.certificate.missed).toEqual([]);
    const expected = truths[file];
    expect(expected).toBeDefined();
    for (const [name, [truth, digits]] of Object.entries(expected ?? {}))
      expect(measure(result, name), name).toBeCloseTo(truth, digits);
  });
});
