import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { simulate } from '../../src/analysis/simulate.js';
import { ngspiceReason, skipWithoutNgspice } from '../peers/ngspice.js';
import { netlist, netlistText, run, type NetlistRun } from './run-netlist.js';

const g = 9.81;

function errorsOf(body: string, options = {}): string[] {
  const { diagnostics } = simulate({ name: 't.cir', text: netlist(body) }, { options });
  return diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
}

function holds({ certificate }: NetlistRun): void {
  expect(certificate.missed).toEqual([]);
  expect(certificate.energy.relativeError).toBeLessThan(1e-9);
}

function measure({ report }: NetlistRun, name: string): number {
  return report.measures?.find((each) => each.name === name)?.value ?? NaN;
}

describe('dry friction', () => {
  test('brakes a mass to rest at v0/(mu g), for good', () => {
    const result = run(
      netlist(
        `YMASS1 a 2 v0=3\nYFRICTION1 a 0 mu=0.25 normal=${2 * g}\n.tran 10m 3\n.print tran v(a) x(a) f(yfriction1)\n.meas tran stop WHEN v(a)=0`,
      ),
    );
    holds(result);
    expect(measure(result, 'stop')).toBeCloseTo(3 / (0.25 * g), 9);
    expect(result.final('x(a)')).toBeCloseTo(9 / (2 * 0.25 * g), 9);
    expect(result.final('v(a)')).toBe(0);
    expect(result.certificate.energy.dissipated).toBeCloseTo(9, 9);
  });

  test('with stiction makes a mass on a belt stick and slip with the amplitude of the closed form', () => {
    const [v, m, k, fc, fs] = [0.1, 1, 100, 5, 8];
    const result = run(
      netlist(
        `YVELOCITY1 belt 0 ${v}\nYMASS1 a ${m}\nYSPRING1 a 0 ${k}\nYFRICTION1 belt a ${fc} fs=${fs}\n.tran 1m 5\n.print tran v(a) f(yspring1) f(yfriction1)\n.meas tran top MAX f(yspring1)\n.meas tran one WHEN f(yfriction1)=6.5 FALL=1\n.meas tran two WHEN f(yfriction1)=6.5 FALL=2`,
      ),
    );
    holds(result);
    const w = Math.sqrt(k / m);
    expect(measure(result, 'top')).toBeCloseTo(fc + Math.hypot(fs - fc, (v * k) / w), 9);
    // Slips from fs to 2 fc - fs, through pi + 2 atan((fs - fc)/(v sqrt(k m))), then sticks at the speed of the belt.
    const slip = (2 * (Math.PI - Math.atan2(fs - fc, v * Math.sqrt(k * m)))) / w;
    const stick = (2 * (fs - fc)) / (k * v);
    expect(measure(result, 'two') - measure(result, 'one')).toBeCloseTo(stick + slip, 6);
  });
});

test.each([
  [1e-2, 1e-4],
  [1e-3, 1e-5],
  [1e-5, 3e-6],
  [1e-7, 3e-7],
])('stick and slip come out of sparse steps too, and converge: reltol = %d', (reltol, error) => {
  const result = run(
    netlist(
      'YVELOCITY1 belt 0 0.1\nYMASS1 a 1 v0=0.1\nYSPRING1 a 0 100\nYFRICTION1 belt a 5 fs=8\n.tran 1m 2\n.print tran v(a)\n.meas tran top MAX f(yspring1)\n.meas tran one WHEN f(yspring1)=5 FALL=1\n.meas tran two WHEN f(yspring1)=5 FALL=2',
    ),
    { method: 'stepping', certificate: 'sampled', reltol },
  );
  expect(result.certificate.missed).toEqual([]);
  expect(Math.abs(measure(result, 'top') - (5 + Math.sqrt(10)))).toBeLessThan(error);
  // 2 (fs - fc)/(k v) + 2 (pi - atan((fs - fc)/(v sqrt(k m)))) sqrt(m/k)
  const period = 0.6 + 0.2 * (Math.PI - Math.atan2(3, 1));
  expect(Math.abs(measure(result, 'two') - measure(result, 'one') - period)).toBeLessThan(error);
});

test.each([
  [1e-3, 3e-4],
  [1e-5, 6e-5],
  [1e-7, 3e-6],
])('a ball comes to rest at its Zeno time by sparse steps, and converges: reltol = %d', (reltol, error) => {
  const result = run(
    netlist(
      'YMASS1 a 1 x0=1 gravity=9.81\nYSTOP1 a 0 e=0.5\n.tran 5m 2\n.print tran x(a) f(ystop1)\n.meas tran rest WHEN f(ystop1)=-5 FALL=LAST',
    ),
    { method: 'stepping', certificate: 'sampled', reltol },
  );
  expect(result.certificate.missed).toEqual([]);
  // Which bounce is the last is a matter of how exactly events are met; every one that is left out doubles what is left of the time.
  expect(Math.abs(measure(result, 'rest') - 3 * Math.sqrt(2 / 9.81))).toBeLessThan(error);
});

test.each([5e-6, 1.25e-6])(
  'on a grid an arm that starts on its anvil stays there until it is lifted, h = %d',
  (h) => {
    const result = run(
      netlist(
        'YPOSITION1 cam 0 SIN(-0.2m 0.4m 50 0 0 180)\nYMASS1 arm 5m\nYSPRING1 arm 0 1k preload=8\nYSTOP1 arm cam e=0\nYSTOP2 arm 0 e=0.2\n.tran 20u 1m uic\n.print tran x(arm) f(ystop2)',
      ),
      { method: 'theta', h, certificate: 'sampled' },
    );
    for (const x of result.column('x(arm)')) expect(Math.abs(x)).toBeLessThan(1e-18);
    for (const F of result.column('f(ystop2)').slice(1)) expect(F).toBeCloseTo(-8, 9);
  },
);

test.each(['1.5', '2', '-2', 'PULSE(0 2 0.1 0 0 9)', 'PWL(0 0 0.5 2)', '-1.5 uic'])(
  'stiction holds a body up to its bound, from the start on: %s',
  (force) => {
    const [value = '', uic = ''] = force.split(/ (?=uic)/);
    for (const method of ['auto', 'stepping']) {
      const card = `YMASS1 a 1\nYFRICTION1 a 0 1 fs=2\nYFORCE1 a 0 ${value}\n.tran 10m 1 ${uic}\n.print tran v(a) f(yfriction1)`;
      const result = run(netlist(card), { method, certificate: 'sampled' });
      // By steps it rests but for their tolerance.
      expect(Math.abs(result.final('v(a)'))).toBeLessThan(1e-12);
      expect(Math.abs(result.final('f(yfriction1)'))).toBeCloseTo(value.includes('1.5') ? 1.5 : 2, 9);
    }
  },
);

test('a normal force counts by its magnitude, be it a number or an expression', () => {
  for (const normal of ['-20', '{-20}', '{10*v(p)-40}', '20']) {
    const text = `V1 p 0 2\nYMASS1 a 2 v0=3\nYFRICTION1 a 0 mu=0.25 normal=${normal}\n.tran 10m 0.5\n.print tran v(a)`;
    expect(run(netlist(text)).final('v(a)')).toBeCloseTo(3 - 0.5 * 2.5, 9);
  }
});

test('a mass on the frame does nothing, and is told', () => {
  const { diagnostics } = simulate({ name: 't.cir', text: netlist('YMASS1 0 1\nYMASS2 a 1\n.tran 1m 1m') });
  expect(diagnostics.filter(({ code }) => code === 'mass-on-frame').map(formatDiagnostic)).toEqual([
    [
      't.cir:2:8: warning: ymass1 stands on the frame (node 0), which does not move: it does nothing',
      '  YMASS1 0 1',
      '         ^',
      '  hint: give it a node of its own',
    ].join('\n'),
  ]);
});

describe('a ball that bounces', () => {
  const e = 0.5;
  const body = (more: string): string =>
    netlist(
      `YMASS1 a 1 x0=1 gravity=${g}\nYSTOP1 a 0 e=${e}\n.tran 1m 2\n.print tran v(a) x(a) f(ystop1)\n${more}`,
    );
  const t1 = Math.sqrt(2 / g);

  test('reaches e^2n of its height, rests from the Zeno time on and presses with its weight', () => {
    const result = run(
      body('.meas tran up MAX x(a) FROM=0.5 TO=0.85\n.meas tran last WHEN f(ystop1)=-5 FALL=LAST'),
    );
    holds(result);
    expect(measure(result, 'up')).toBeCloseTo(e * e, 9);
    expect(measure(result, 'last')).toBeCloseTo((t1 * (1 + e)) / (1 - e), 9);
    expect(result.final('f(ystop1)')).toBeCloseTo(-g, 12);
    // All that it had is lost in impacts.
    expect(result.certificate.energy.jumps).toBeCloseTo(g, 9);
    const [first, second] = result.certificate.impulses;
    expect(first).toMatchObject({ element: 'ystop1', unit: 'N s' });
    expect(first!.size).toBeCloseTo((1 + e) * Math.sqrt(2 * g), 9);
    expect(second!.size / first!.size).toBeCloseTo(e, 9);
  });

  test('does the same by sparse steps, to their tolerance', () => {
    const result = run(body(''), { method: 'stepping', certificate: 'sampled' });
    expect(result.certificate.missed).toEqual([]);
    // Contacts close and open within 1e-6 of the height.
    expect(Math.abs(result.final('x(a)'))).toBeLessThan(1e-5);
    expect(result.certificate.energy.jumps).toBeCloseTo(g, 4);
    const [first, second] = result.certificate.impulses;
    expect(first).toMatchObject({ element: 'ystop1', unit: 'N s' });
    // By 1e-6 of its height the ball falls further: v^2 = 2 g h.
    expect(first!.size / ((1 + e) * Math.sqrt(2 * g)) - 1).toBeCloseTo(0, 5);
    expect(second!.size / first!.size).toBeCloseTo(e, 5);
    const lost = result.certificate.impulses.reduce((sum, { energyLost }) => sum + energyLost, 0);
    expect(lost).toBeCloseTo(result.certificate.energy.jumps, 9);
  });
});

test('masses that collide keep their momentum, and the energy that their restitution says', () => {
  const result = run(
    netlist(
      'YMASS1 a 1 v0=2\nYMASS2 b 3 x0=1\nYSTOP1 b a e=0.8 lower=0.1\nYSTOP2 b 0 upper=2 e=1\n.tran 1m 3\n.print tran v(a) v(b) x(a) x(b) {v(a)+3*v(b)}\n.meas tran va FIND v(a) AT=1\n.meas tran vb FIND v(b) AT=1',
    ),
  );
  holds(result);
  expect(measure(result, 'va')).toBeCloseTo(0.5 - 0.75 * 1.6, 12);
  expect(measure(result, 'vb')).toBeCloseTo(0.5 + 0.25 * 1.6, 12);
  expect(result.final('v(b)')).toBeCloseTo(-0.9, 12);
  expect(result.certificate.impulses[0]?.energyLost).toBeCloseTo(0.5 * 0.75 * 4 * (1 - 0.64), 12);
});

test.each([
  ['events', 1e-9],
  ['stepping', 1e-5],
  ['theta', 0.03],
] as const)(
  'friction under an impact has the impulse mu P that it takes from what slides, method=%s',
  (method, off) => {
    const result = run(
      netlist(
        'YMASS1 y 1 x0=1 gravity=9.81\nYSTOP1 y 0 lower=0 e=0.5\nYMASS2 m 2 v0=5\nYFRICTION1 m 0 mu=0.3 normal={abs(f(ystop1))}\n.tran 1m 0.6\n.print tran v(m)',
      ),
      { method },
    );
    const { impulses, missed } = result.certificate;
    expect(missed).toEqual([]);
    const sizes = new Map(impulses.map(({ element, size }) => [element, size]));
    const press = 1.5 * Math.sqrt(2 * 9.81);
    expect(Math.abs(sizes.get('ystop1')! - press)).toBeLessThan(off);
    expect(Math.abs(sizes.get('yfriction1')! - 0.3 * press)).toBeLessThan(0.3 * off);
    expect(impulses).toHaveLength(2);
    // Momentum by the impulse that is told, whatever steps find it.
    expect(result.final('v(m)')).toBeCloseTo(5 - sizes.get('yfriction1')! / 2, method === 'stepping' ? 6 : 9);
  },
);

describe('impacts between sparse steps', () => {
  const steps = (body: string): NetlistRun => {
    const result = run(netlist(body), { method: 'stepping', certificate: 'sampled' });
    expect(result.certificate.missed).toEqual([]);
    return result;
  };

  // Velocities are those of the impact: m (v+ - v-) is the impulse to rounding. e = 0 has a law of its own in steps.
  test.each([0, 0.8, 1])('keep the momentum and lose what the restitution says, e = %d', (e) => {
    const result = steps(
      `YMASS1 a 1 v0=2\nYMASS2 b 3 x0=1\nYSTOP1 b a e=${e} lower=0.1\n.tran 10m 1\n.print tran v(a) v(b)`,
    );
    expect(result.final('v(a)')).toBeCloseTo(0.5 - 1.5 * e, 9);
    expect(result.final('v(b)')).toBeCloseTo(0.5 + 0.5 * e, 9);
    const { impulses, energy } = result.certificate;
    expect(impulses).toHaveLength(1);
    expect(impulses[0]!.size).toBeCloseTo(0.75 * 2 * (1 + e), 9);
    expect(impulses[0]!.energyLost).toBeCloseTo(0.5 * 0.75 * 4 * (1 - e * e), 9);
    expect(energy.jumps).toBeCloseTo(0.5 * 0.75 * 4 * (1 - e * e), 9);
    // One that the masses take up, and no step but that at the contact closes or opens early.
    expect(Math.abs(energy.numerical)).toBeLessThan(1e-9);
  });

  test('against a base that moves has work from its source, through a gear too', () => {
    // The base rises at 1, geared to 2: v- = -2, P = (1 + e) m 2, the source gives 2 P; the mass flies on without a force.
    const result = steps(
      'YMASS1 a 1 x0=1\nYVELOCITY1 w 0 1\nYLEVER1 base w 2\nYSTOP1 a base e=0.5\n.tran 10m 1\n.print tran v(a)',
    );
    const { impulses, energy } = result.certificate;
    expect(result.final('v(a)')).toBeCloseTo(2 * 1.5, 9);
    expect(impulses.map(({ element, unit }) => [element, unit])).toEqual([['ystop1', 'N s']]);
    expect(impulses[0]!.size).toBeCloseTo(3, 9);
    expect(energy.delivered).toBeCloseTo(6, 9);
    expect(energy.jumps).toBeCloseTo(6 - 4.5, 9);
    expect(Math.abs(energy.error)).toBeLessThan(1e-9);
  });

  test('of the harvester and all its energies are those of events', () => {
    const text = netlistText('electromechanics/harvester.cir');
    const exact = run(text, { certificate: 'sampled' }).certificate;
    const { missed, impulses, energy } = run(text, {
      method: 'stepping',
      certificate: 'sampled',
    }).certificate;
    expect(missed).toEqual([]);
    expect(impulses).toHaveLength(exact.impulses.length);
    // reltol 1e-3, which impact after impact of 28 carries on.
    expect(Math.abs(energy.delivered / exact.energy.delivered - 1)).toBeLessThan(5e-3);
    expect(Math.abs(energy.jumps / exact.energy.jumps - 1)).toBeLessThan(5e-3);
    expect(Math.abs(energy.numerical)).toBeLessThan(1e-3 * energy.delivered);
  });

  test('of inertias are in N m s; what only rests on a stop has none', () => {
    const result = steps(
      `YINERTIA1 a 2m x0=1 v0=-3\nYSTOP1 a 0 e=0.5\nYMASS1 m 1 gravity=${g}\nYSTOP2 m 0 e=0.5\n.tran 10m 1\n.print tran v(a) f(ystop2)`,
    );
    expect(result.final('f(ystop2)')).toBeCloseTo(-g, 9);
    const { impulses } = result.certificate;
    expect(impulses.map(({ element, unit }) => [element, unit])).toEqual([['ystop1', 'N m s']]);
    expect(impulses[0]!.size).toBeCloseTo(2e-3 * 3 * 1.5, 12);
  });

  test('come out of many parts as of one, and so does what falls', () => {
    const balls = Array.from({ length: 9 }, (_, k) => `YMASS${k} a${k} 1 x0=1 gravity=${g}`).join('\n');
    const stops = Array.from({ length: 9 }, (_, k) => `YSTOP${k} a${k} 0 e=0.5`).join('\n');
    const { impulses } = steps(`${balls}\n${stops}\n.tran 10m 0.5\n.print tran v(a0)`).certificate;
    expect(impulses).toHaveLength(9);
    for (const { size } of impulses) expect(size).toBeCloseTo(1.5 * Math.sqrt(2 * g), 4);
    // Parts that start alike are one.
    const falling = balls.replace(/a(\d) 1 x0=1/g, (_, k) => `a${k} 1 x0=${Number(k) + 1}`);
    const fallen = steps(`${falling}\n.tran 10m 0.4\n.print tran v(a8) x(a8)`);
    expect(fallen.final('x(a8)')).toBeCloseTo(9 - (g * 0.16) / 2, 9);
  });
});

test.each(['18.5m', '25m', '60m'])(
  'bounces end beside a shorted capacitor, whatever the end %s of the run',
  (end) => {
    const text = netlistText('electromechanics/contact-breaker.cir')
      .replace(/^\.meas.*\n/gm, '')
      .replace(/^\.tran.*/m, `.tran 20u ${end} uic`)
      .replace(/^\.end/m, '.meas tran rest FIND v(arm) AT=18.4m\n.end');
    const result = run(text, { certificate: 'sampled' });
    holds(result);
    expect(Math.abs(measure(result, 'rest'))).toBeLessThan(1e-12);
  },
);

test('balls that touch pass an impact on all at once', () => {
  // Newton's law of three equal balls in a row, e = 1: velocities 1 0 0 become 1/3 (-1 2 2).
  const result = run(
    netlist(
      'YMASS1 a 1 v0=1\nYMASS2 b 1 x0=1\nYMASS3 c 1 x0=1\nYSTOP1 b a e=1\nYSTOP2 c b e=1\n.tran 10m 1.5\n.print tran v(a) v(b) v(c)',
    ),
  );
  holds(result);
  expect(result.final('v(a)')).toBeCloseTo(-1 / 3, 12);
  expect(result.final('v(b)')).toBeCloseTo(2 / 3, 12);
  expect(result.final('v(c)')).toBeCloseTo(2 / 3, 12);
});

test('a soft stop gives half a swing of its spring back, and with damping less', () => {
  const soft = (d: string): NetlistRun =>
    run(
      netlist(
        `YMASS1 a 1 x0=1 v0=-2\nYSTOP1 a 0 k=1e4${d}\n.tran 10m 1\n.print tran v(a) x(a)\n.meas tran deep MIN x(a)`,
      ),
    );
  const [hard, damped] = [soft(''), soft(' d=20')];
  expect(hard.final('v(a)')).toBeCloseTo(2, 9);
  expect(measure(hard, 'deep')).toBeCloseTo(-2 / 100, 9);
  expect(hard.certificate.missed).toEqual([]);
  expect(damped.final('v(a)')).toBeLessThan(1.6);
  expect(damped.final('v(a)')).toBeGreaterThan(1.2);
  expect(damped.certificate.energy.relativeError).toBeLessThan(1e-9);
});

describe('a stop that is smoothed to a spring and a damper', () => {
  // One-sided contact of damping ratio z: e = exp(-z/r (pi - atan(2 z r/(1 - 2 z^2)))), r = sqrt(1 - z^2).
  const z = 0.21545;
  const r = Math.sqrt(1 - z * z);
  const e = Math.exp((-z / r) * (Math.PI - Math.atan2(2 * z * r, 1 - 2 * z * z)));
  const damping = (k: number): number => 2 * z * Math.sqrt(k);
  const height = (stop: string): number =>
    measure(
      run(
        netlist(
          `YMASS1 a 1 x0=1 gravity=${g}\nYSTOP1 a 0 ${stop}\n.tran 10m 0.9\n.print tran x(a)\n.meas tran up MAX x(a) FROM=0.5 TO=0.85`,
        ),
      ),
      'up',
    );
  const soft = (k: number): number => height(`k=${k} d=${damping(k)}`);

  test('converges to the rigid one as its stiffness^-1/2', () => {
    expect(height(`e=${e}`)).toBeCloseTo(e * e, 9);
    const [off, less] = [e * e - soft(1e6), e * e - soft(1e8)];
    expect(off / less).toBeGreaterThan(9.5);
    expect(off / less).toBeLessThan(10.5);
  });

  test.skipIf(skipWithoutNgspice)(`is what ngspice computes of its analogue${ngspiceReason}`, () => {
    const [k, d] = [1e4, damping(1e4)];
    const text = `analogue\nC1 v 0 1\nI1 v 0 ${g}\nB2 0 x i=v(v)\nC2 x 0 1 ic=1\nB1 0 v i=v(x)<0 ? max(0,-${k}*v(x)-${d}*v(v)) : 0\n.options reltol=1e-6\n.tran 1m 0.9 0 20u uic\n.meas tran up MAX v(x) FROM=0.5 TO=0.85\n.end\n`;
    const { stdout } = spawnSync('ngspice', ['-b'], { input: text, encoding: 'utf8' });
    const found = Number(/^up\s*=\s*(\S+)/m.exec(stdout)?.[1]);
    // Its steps end anywhere about the contact.
    expect(Math.abs(found - soft(k))).toBeLessThan(5e-4);
  });
});

test('two frictions in series without a mass between them are told', () => {
  const { diagnostics } = simulate({
    name: 't.cir',
    text: netlist('YMASS1 a 1 v0=1\nYFRICTION1 a b 1\nYFRICTION2 b 0 2\n.tran 10m 2'),
  });
  const [warning] = diagnostics.filter(({ code }) => code === 'friction-in-series');
  expect(warning?.message).toBe(
    'yfriction1 and yfriction2 are in series at node b, where there is no mass: which of them slides may not be unique',
  );
});

test('a measure that fails names quantities as they are written', () => {
  const result = run(
    netlist(
      'YMASS1 a 1 x0=1 gravity=9.81\nYSTOP1 a 0\n.tran 10m 1\n.print tran x(a)\n.meas tran high WHEN x(a)=5\n.meas tran hard WHEN f(ystop1)=77',
    ),
  );
  expect(result.report.measures?.map(({ failed }) => failed)).toEqual([
    'x(a) = 5 (cross 1) is never met',
    'f(ystop1) = 77 (cross 1) is never met',
  ]);
});

describe('bad input', () => {
  test.each([
    ['YMASS1 a 1 x0=1\nYMASS2 a 2 x0=2', 'ymass2 and ymass1 are on one node and start with x0 = 2 and 1'],
    ['YMASS1 a 1 x0=-1\nYSTOP1 a 0 e=0.5', 'ystop1 starts penetrated by 1: x(n+) - x(n-) = -1 at t = 0'],
    ['YMASS1 a 1\nYSTOP1 a 0 e=1.5', 'ystop1: e must be from 0 to 1, not 1.5'],
    ['YMASS1 a 1\nYSTOP1 a 0 lower=1 upper=0', 'ystop1 has lower = 1, not below upper = 0'],
    ['YMASS1 a 1\nYFRICTION1 a 0 5 fs=3', 'yfriction1 breaks away at 3 N, below the 5 N at which it slides'],
    ['YMASS1 a 1\nYFRICTION1 a 0 mu=0.2', 'yfriction1 has mu, but no normal force'],
  ])('%s', (cards, message) => {
    expect(errorsOf(`${cards}\n.tran 1m 1`)[0]).toContain(message);
  });
});
