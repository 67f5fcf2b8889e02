/** `.op`, and transients that start from it, against closed forms. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { messages, netlist, run } from '../run-netlist.js';

describe('.op', () => {
  test('is a plot of one row: capacitors open, inductors short', () => {
    const { plot, final } = run(netlist('V1 a 0 6\nR1 a b 1\nL1 b c 1m\nR2 c 0 2\nC1 c 0 1u\n.op'));
    expect([plot.length, plot.header.name]).toEqual([1, 'Operating Point']);
    expect([final('v(a)'), final('v(b)'), final('v(c)'), final('i(l1)'), final('i(v1)')]).toEqual([
      6, 4, 4, 2, -2,
    ]);
  });

  test.each([
    [5, 5, 5e-3],
    [-5, 0, 0],
  ])('of an ideal diode behind a source of %d V leaves %d V', (volts, across, current) => {
    const { final } = run(netlist(`.model d d\nV1 a 0 ${volts}\nD1 a b d\nR1 b 0 1k\n.op`), {}, 'v(b),i(d1)');
    expect([final('v(b)'), final('i(d1)')]).toEqual([across, current]);
  });

  test('of a piecewise-linear diode solves its segment', () => {
    const text = netlist('.model d d(ron=10 roff=1g vfwd=0.7)\nV1 a 0 5\nR1 a b 1k\nD1 b 0 d\n.op');
    const { final } = run(text, {}, 'v(b),i(d1)');
    // (5 - v) / 1k = (v - 0.7) / 10 + 0.7 / 1G: the segments meet at Vfwd.
    expect(final('v(b)')).toBeCloseTo((5e-3 + 0.07 - 0.7e-9) / (1e-3 + 0.1), 12);
    expect(final('i(d1)')).toBeCloseTo((5 - final('v(b)')) / 1e3, 15);
  });

  test.each([
    ['D1 b 0 m', 'm d(ron=1.33)', 1e12],
    ['D1 b 0 m', 'm d(ron=1.33 roff=1e9 cjo=1n tt=1n)', 1e9],
    ['D1 b 0 m', 'm d(ron=1.33 cjo=1n m=0.4)', 1e12],
    ['S1 b 0 0 a m', 'm sw(vt=1e3 roff=1e12)', 1e12],
  ])(
    'of what blocks behind a small resistance holds by the rounding of its voltages: %s, %s',
    (card, model, off) => {
      for (const volts of [3, 25, 100]) {
        const text = netlist(`V1 a 0 -${volts}\nR1 a b 20\n${card}\n.model ${model}\n.op`);
        const { final, report } = run(text);
        // 1e-16 of 25 V over 20 Ohm are 1e-4 of the 25 pA that flow.
        expect(Math.abs(final('i(v1)') - volts / (20 + off))).toBeLessThan((4e-16 * volts) / 20);
        expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
    },
  );

  test('of two diodes that race for a node takes the higher source: a maximum', () => {
    const text = netlist('.model d d\nV1 a 0 3\nV2 b 0 7\nD1 a o d\nD2 b o d\nR1 o 0 1\n.op');
    const { final } = run(text, {}, 'v(o),i(d1),i(d2)');
    expect([final('v(o)'), final('i(d1)'), final('i(d2)')]).toEqual([7, 0, 7]);
  });

  test('turns a switch that its own circuit turns on', () => {
    const text = netlist(
      '.model s sw(vt=1 vh=0 ron=1 roff=1g)\nV1 a 0 2\nR1 a c 1k\nR2 c 0 3k\nS1 a o c 0 s\nR3 o 0 1\n.op',
    );
    // v(c) = 1.5 V > 1 V: 1 Ohm into 1 Ohm.
    expect(run(text).final('v(o)')).toBeCloseTo(1, 8);
  });

  test('of a switch that turns itself off when it is on, and on when it is off, is an error', () => {
    const text = netlist('.model s sw(vt=1 vh=0 ron=1 roff=1g)\nV1 a 0 2\nR1 a c 1k\nS1 c 0 c 0 s\n.op');
    const result = simulate({ name: 't.cir', text });
    expect(messages(result)).toBe(
      [
        'error: operating point: the switches s1 have no consistent state',
        '  hint: give the switches hysteresis (vh), or start with uic',
      ].join('\n'),
    );
    expect(result.runs[0]?.plot).toBeUndefined();
  });

  test('of a VSWITCH that takes away its own control is refused by levels of resistance, and found by the smooth law', () => {
    const cards = '.model s vswitch(von=2 voff=0 ron=1 roff=1meg)\nI1 0 a 10m\nR1 a 0 300\nS1 a 0 a 0 s\n.op';
    expect(messages(simulate({ name: 't.cir', text: netlist(cards) }))).toBe(
      [
        'error: operating point: the switches s1 have no consistent state',
        '  hint: write .options vswitch=smooth for a resistance that follows its control, or start with uic',
      ].join('\n'),
    );
    const v = run(netlist(cards), { vswitch: 'smooth' }).final('v(a)');
    const resistance = v / (10e-3 - v / 300);
    // ln R = ln Rm + 3 ln(Ron/Roff) x / (2 d) - 2 ln(Ron/Roff) (x / d)^3 with x = v - 1, d = 2, Rm = 1 kOhm.
    const x = (v - 1) / 2;
    const law = Math.log(1e3) + Math.log(1e-6) * (1.5 * x - 2 * x ** 3);
    expect(Math.log(resistance)).toBeCloseTo(law, 6);
  });

  test('does not exist where a current source drives against a diode', () => {
    const result = simulate({
      name: 't.cir',
      text: netlist('.model d d\nI1 a 0 1\nD1 a 0 d\nC1 a 0 1u\n.op'),
    });
    expect(messages(result)).toBe(
      [
        'error: there is no operating point (proved): d1 conflicts with i1',
        '  hint: give d1 a resistance: in series where a voltage drives it, in parallel where a current does, or start with uic',
      ].join('\n'),
    );
  });
});

describe('a transient without uic', () => {
  test('starts from the operating point and stays there without a change of sources', () => {
    const text = netlist('V1 a 0 6\nR1 a b 1\nL1 b c 1m\nR2 c 0 2\nC1 c 0 1u\n.tran 1u 1m');
    const { column } = run(text);
    // 1000 steps keep an equilibrium up to rounding.
    for (const v of column('v(c)')) expect(Math.abs(v - 4)).toBeLessThan(1e-11);
    for (const i of column('i(l1)')) expect(Math.abs(i - 2)).toBeLessThan(1e-11);
  });

  test.each(['events', 'theta', 'stepping'])(
    'starts from what was before a pulse that rises at t = 0: %s',
    (method) => {
      const text = netlist('V1 a 0 pulse(1 5)\nR1 a b 1k\nC1 b 0 1u\n.tran 10u 5m');
      const { column } = run(text, { method });
      const time = column('time');
      // Steps of both methods are of order 2: within reltol of the closed form.
      column('v(b)').forEach((v, k) => {
        expect(Math.abs(v - 5 + 4 * Math.exp(-1e3 * (time[k] ?? NaN)))).toBeLessThan(4e-3);
      });
      expect(run(netlist('V1 a 0 pulse(1 5)\nR1 a 0 1k\n.op')).final('v(a)')).toBe(1);
    },
  );

  test('starts from the diodes as they are: the filter capacitor is charged', () => {
    const text = netlist(
      '.model d d\nV1 a 0 dc 5 pulse(5 0 1m 0 0 1 2)\nD1 a b d\nC1 b 0 1u\nR1 b 0 1k\n.tran 1u 3m',
    );
    const { column } = run(text, { theta: 0.5, gamma: 0.5 });
    expect(column('v(b)')[0]).toBe(5);
    // The source falls at 1 ms: C1 discharges through R1 for two time constants.
    expect(column('v(b)').at(-1)).toBeCloseTo(5 * Math.exp(-2), 3);
  });

  test('holds the nodes of .ic and releases them at the start', () => {
    const text = netlist('V1 a 0 6\nR1 a b 1k\nC1 b 0 1u\n.ic v(b)=1\n.tran 1u 1m');
    const { column } = run(text, { theta: 0.5, gamma: 1 });
    expect(column('v(b)')[0]).toBe(1);
    // 6 - 5 exp(-1); the trapezoidal rule errs by h^2/12 of a time constant squared.
    expect(column('v(b)').at(-1)).toBeCloseTo(6 - 5 * Math.exp(-1), 6);
  });

  test('ignores ic= of elements with a warning', () => {
    const result = simulate({
      name: 't.cir',
      text: netlist('V1 a 0 6\nR1 a b 1k\nC1 b 0 1u ic=3\n.tran 1u 1m'),
    });
    expect(messages(result)).toBe(
      [
        't.cir:4:1: warning: ic= of c1 is ignored: the transient starts from the operating point',
        '  C1 b 0 1u ic=3',
        '  ^^^^^^^^^^^^^^',
        '  hint: write uic on the .tran card to use it',
      ].join('\n'),
    );
    expect(result.runs[0]?.plot?.columns[2]?.[0]).toBe(6);
  });

  test('starts switches in the state of the operating point', () => {
    const text = netlist(
      '.model s sw(vt=1 vh=0.5 ron=1 roff=1g)\nV1 a 0 2\nS1 a b a 0 s\nR1 b 0 1\nC1 b 0 1u\n.tran 1u 10u',
    );
    const { column, certificate } = run(text);
    expect(column('v(b)')[0]).toBeCloseTo(1, 12);
    expect(certificate.events).toBe(0);
  });

  test('takes the branch of a choice that holds at t = 0, by time or by a voltage', () => {
    const choice = (condition: string): number => {
      const text = netlist(
        `V1 a 0 3\nB1 b 0 v={if(${condition}, 1 + 2*v(a), abs(v(a)-5))}\nR1 b 0 1\nC1 b c 1u\nR2 c 0 1\n.tran 1u 10u`,
      );
      return run(text).column('v(b)')[0]!;
    };
    expect(choice('time < 1n')).toBeCloseTo(7, 12);
    expect(choice('time > 1n')).toBeCloseTo(2, 12);
    expect(choice('v(a) > 2')).toBeCloseTo(7, 12);
    expect(choice('v(a) > 4')).toBeCloseTo(2, 12);
  });

  test('leaves nothing behind of a state that was tried: 1 V over 1 TOhm would be 1e12 V', () => {
    const text = netlist(
      `V1 a 0 10\nB1 0 b i={if(time < 1f, 0, abs(v(a)))}\nR1 b 0 1t\nC1 b 0 1
B2 d 0 v={v(a)*v(a)*if(v(b) < 4, 0.15, 8)}\nR2 d 0 1\n.tran 1u 10u`,
    );
    expect(run(text, { method: 'events' }).column('v(d)')[0]).toBeCloseTo(15, 12);
  });

  test('does not start without an operating point', () => {
    const result = simulate({
      name: 't.cir',
      text: netlist('.model d d\nI1 a 0 1\nD1 a 0 d\nC1 a 0 1u\n.tran 1u 1m'),
    });
    expect(messages(result)).toContain('error: there is no operating point (proved): d1 conflicts with i1');
    expect(result.runs[0]?.plot).toBeUndefined();
  });
});

test('a node between junctions that block, and capacitors, takes the least voltage, with charges or without', () => {
  // Nothing but the charges of two junctions ties b and c to the rest.
  const body = (model: string): string =>
    netlist(
      `V1 a 0 sin(0 10 10k)\nC1 a b 100n\nD1 0 b d\nD2 b c d\nC2 0 c 100n\nRL c 0 1meg\n.model d d(${model})\n.tran 1u 50u`,
    );
  const models = ['is=2.5n rs=0.6 n=1.75 cjo=4p', 'is=2.5n rs=0.6 n=1.75'];
  const [charged, plain] = models.map((model) => run(body(model), { rowtol: 0 }, 'v(b),v(c)'));
  for (const name of ['v(b)', 'v(c)']) {
    // vntol is what steps of smooth laws know voltages by.
    expect(Math.abs(charged?.column(name)[0] ?? NaN)).toBeLessThan(1e-6);
    // 4 pF beside 100 nF.
    expect(charged?.final(name)).toBeCloseTo(plain?.final(name) ?? NaN, 2);
  }
  expect(charged?.certificate.missed).toEqual([]);
  // Nothing outside the circuit settles them: the mode next to the one before is found without.
  const isSaid = (model: string): boolean =>
    simulate({ name: 't.cir', text: body(model) }).diagnostics.some(
      ({ code }) => code === 'leaking-operating-point',
    );
  expect(models.map(isSaid)).toEqual([false, false]);
});

test('a node that a capacitor couples to a diode rests at 0 V, not at its breakdown', () => {
  const text = netlist(
    'V1 a 0 sin(0 5 50)\nC1 a b 1n\nD1 b 0 d\n.model d d(is=2.5n rs=0.5 n=1.7 cjo=2p bv=100 ibv=0.1m)\n.tran 1m 20m',
  );
  const { column, report } = run(text, { method: 'events' }, 'v(b)');
  expect(Math.abs(column('v(b)')[0] ?? NaN)).toBeLessThan(1e-9);
  // The peak of 5 V less the drop at the charging current, 0.15 V.
  expect(Math.min(...column('v(b)'))).toBeGreaterThan(-10);
  expect(report.diagnostics.map(({ code }) => code)).toContain('leaking-operating-point');
});

describe('what `.op` tells beside the quantities', () => {
  const told = (body: string): Map<string, string> => {
    const { report } = run(netlist(`${body}\n.op`));
    return new Map(report.states?.map(({ label, value }) => [label, value]));
  };

  test('ideal diodes conduct or block, switches are on or off', () => {
    const states = told(
      'V1 a 0 5\nD1 a b d\nD2 0 b d\nR1 b 0 1k\nS1 b x a 0 s\nS2 b y 0 a s\nR3 x 0 1k\nR4 y 0 1k\n.model d d\n.model s sw(vt=2)',
    );
    expect([...states].sort()).toEqual([
      ['d1', 'conducts'],
      ['d2', 'blocks'],
      ['s1', 'on'],
      ['s2', 'off'],
    ]);
  });

  test('the terminal currents of a transistor sum to 0', () => {
    const states = told('V1 c 0 5\nI1 0 b 10u\nQ1 c b 0 q\n.model q npn(bf=100 is=1e-15)');
    expect(states.get('q1')).toBe('c 1 mA, b 10 uA, e -1.01 mA');
  });

  test('a junction within a transistor stands in the currents of the transistor', () => {
    const states = told('V1 a 0 5\nR1 a d 1k\nM1 d d s s m\nR2 s 0 1k\n.model m nmos(vto=1 kp=1m)');
    expect([...states.keys()]).toEqual(['m1']);
  });

  test.each([
    ['by complementarity', 'V1 a 0 5\nR1 a b 3\nD1 b c d\nR2 c 0 7\nR3 b c 11\n.model d d'],
    ['by smooth laws', 'V1 a 0 5\nR1 a b 3\nD1 b c d\nR2 c 0 7\nR3 b c 11\n.model d d(is=1e-14)'],
  ])('Kirchhoff and the laws of elements hold to rounding: %s', (_, body) => {
    const { report } = run(netlist(`${body}\n.op`));
    const checks = report.checks ?? [];
    expect(checks.map(({ label }) => label)).toEqual(expect.arrayContaining(['Kirchhoff', 'element laws']));
    for (const { value, verdict } of checks) {
      expect(verdict).toBe('good');
      expect(Number.parseFloat(value)).toBeLessThan(1e-13);
    }
  });

  test.each([
    ['two capacitors in series', 'V1 a 0 5\nR1 a b 1\nC1 b c 1\nC2 c 0 1'],
    ['a chain of them', 'V1 a 0 5\nC1 a b 1\nC2 b c 2\nC3 c 0 1\nC4 c b 1'],
    ['two inductors in parallel', 'V1 a 0 5\nR1 a b 1\nL1 b 0 1\nL2 b 0 2'],
  ])('the laws hold in %s, which nothing ties but equal leaks', (_, body) => {
    const { report } = run(netlist(`${body}\n.op`));
    expect((report.checks ?? []).map(({ verdict }) => verdict)).toEqual(['good', 'good']);
    expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
