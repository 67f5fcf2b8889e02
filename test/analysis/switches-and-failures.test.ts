/** Switches with hysteresis in the theta method (conventions: simultaneous events), and steps that have no solution. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { messages, netlist, run } from './run-netlist.js';

describe('a switch with hysteresis', () => {
  /** On above 0.705 V, off below 0.305 V; the control is a triangle of 1 V over 2 ms. */
  const driven = netlist(
    [
      '.model s sw(vt=0.505 vh=0.2 ron=1 roff=1g)',
      'Vc c 0 pwl(0 0 1m 1 2m 0)',
      'V1 a 0 2',
      'S1 a b c 0 s',
      'R1 b 0 1',
      '.tran 10u 2m uic',
    ].join('\n'),
  );

  test.each([
    // Between points of the grid, steps of 10 mV, a point stands at the edge and one h/1024 before it.
    [0.505, 0.705, 0.305, 0.01 / 1024],
    // At points a step holds the switch as it is at its end.
    [0.5, 0.7, 0.3, 0.01],
  ])('turns at the ends of its band for a control by sources alone, vt=%d', (vt, up, down, step) => {
    const text = driven.replace('vt=0.505', `vt=${vt}`);
    const { column, certificate } = run(text, { theta: 0.5, gamma: 1 }, 'v(c),v(b)');
    const on = Array.from(column('v(b)'), (v) => v > 0.5);
    const turns = on.flatMap((state, k) => (k > 0 && state !== on[k - 1] ? [k] : []));
    const control = (k: number): number => column('v(c)')[k] ?? NaN;
    const [first = 0, second = 0, ...more] = turns;
    expect(more).toEqual([]);
    expect(control(first)).toBeCloseTo(up, 12);
    expect(control(first - 1)).toBeCloseTo(up - step, 12);
    expect(control(second)).toBeCloseTo(down, 12);
    expect(control(second - 1)).toBeCloseTo(down + step, 12);
    expect(certificate.events).toBe(2);
  });

  test('that its own circuit controls is taken at the start of the step: one step later', () => {
    const own = driven.replace('S1 a b c 0 s', 'Rc c d 1k\nCc d 0 1p\nS1 a b d 0 s');
    const { column } = run(own, { theta: 1, gamma: 1 }, 'v(d),v(b)');
    const control = column('v(d)');
    const on = Array.from(column('v(b)'), (v) => v > 0.5);
    on.forEach((state, k) => {
      if (k === 0) return;
      const before = control[k - 1] ?? NaN;
      if (before > 0.705) expect(state).toBe(true);
      else if (before < 0.305) expect(state).toBe(false);
      else expect(state).toBe(on[k - 1]);
    });
    expect(on.filter((state, k) => k > 0 && state !== on[k - 1]).length).toBe(2);
  });

  test('starts inside its band as written, else off', () => {
    const start = (flag: string): number => {
      const text = driven
        .replace('pwl(0 0 1m 1 2m 0)', '0.5')
        .replace('S1 a b c 0 s', `S1 a b c 0 s ${flag}`);
      return run(text, {}, 'v(b)').final('v(b)');
    };
    expect(start('')).toBeLessThan(1e-8);
    expect(start('off')).toBeLessThan(1e-8);
    expect(start('on')).toBeCloseTo(1, 12);
  });

  test('that a diode voltage controls acts alike with and without a watched grid', () => {
    // v(c) is a multiplier: the control at t0 needs lambda at t0.
    const text = netlist(
      [
        '.model d d',
        '.model s sw(vt=1 vh=0.1 ron=1 roff=1meg)',
        'V1 a 0 3',
        'R0 a c 1k',
        'D1 0 c d',
        'S1 a b c 0 s',
        'C1 b 0 1u ic=0',
        'R1 b 0 1k',
        '.tran 1u 100u uic',
      ].join('\n'),
    );
    const watched = run(text, { theta: 1, gamma: 1 });
    const { runs } = simulate(text, { options: { theta: 1, gamma: 1 }, openSinks: () => [] });
    expect(runs[0]?.report.final).toEqual(watched.report.final);
    expect(runs[0]?.report.certificate?.sampling).toBe('sampled');
  });
});

describe('a current that turns against a diode', () => {
  /** I1 flows through D1 until it changes sign at 1 ms; then no current has a way. */
  const text = netlist(
    ['.model d d', 'I1 0 a pwl(0 1m 2m -1m)', 'D1 a b d', 'R1 b 0 1k', '.tran 10u 2m uic'].join('\n'),
  );

  test('is an error that says when, the rows until then are kept and marked', () => {
    const result = simulate({ name: 't.cir', text }, { options: { theta: 0.5, gamma: 1 } });
    const [only] = result.runs;
    const last = only?.plot?.columns[0]?.at(-1) ?? NaN;
    // The source is 0 at 1 ms, negative afterwards.
    expect(last).toBeCloseTo(1e-3, 12);
    const reason = 'the circuit has no solution right after t = 1 ms (proved): d1 conflicts with i1';
    expect(only?.plot?.incomplete).toBe(reason);
    expect(only?.report.certificate?.incomplete).toBe(reason);
    expect(messages(result)).toBe(
      [
        `error: ${reason}`,
        '  hint: give d1 a resistance: in series where a voltage drives it, in parallel where a current does',
      ].join('\n'),
    );
    expect(only?.plot?.length).toBe(101);
    expect(only?.report.certificate?.steps).toBe(100);
  });

  test('ends a sampled run at the same time', () => {
    const { runs, diagnostics } = simulate(text, { openSinks: () => [], options: { method: 'theta' } });
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
      'simulation-infeasible',
    ]);
    expect(runs[0]?.report.certificate?.incomplete).toContain('right after t = 1 ms');
  });
});

test.each(['average', 'sample'])(
  'a source that jumps across two capacitors moves them by its jump, source=%s',
  (source) => {
    // The derivative of the source is an impulse, which samples would miss.
    const text = netlist(
      'V1 in 0 pulse(0 4 1.05m 0 0 1 2)\nC1 in m 1n ic=0\nC2 m 0 3n ic=0\n.tran 0.1m 2m uic',
    );
    const { column } = run(text, { theta: 1, gamma: 1, source }, 'v(m)');
    expect(column('v(m)')[10]).toBe(0);
    // One product and one quotient of numbers of order 1.
    for (const v of column('v(m)').slice(11)) expect(v).toBeCloseTo(1, 12);
  },
);

describe('a switch without hysteresis that its own circuit turns back at once', () => {
  /** On, C1 gets 0.25 mA more than R2 takes at 1 V, off 0.75 mA less: it slides with three quarters of on. */
  const text = netlist(
    [
      '.model s sw(vt=0 vh=0 ron=0 roff=1e30)',
      'V1 in 0 2',
      'Vr r 0 1',
      'R1 in b 1k',
      'S1 b a r a s',
      'C1 a 0 1u ic=0',
      `R2 a 0 ${4000 / 3}`,
      '.tran 10u 2m uic',
    ].join('\n'),
  );

  test('is refused by name, with its threshold and equivalent duty, and the rows until then are kept', () => {
    const { runs, diagnostics } = simulate({ name: 't.cir', text }, { options: { method: 'events' } });
    const [only] = runs;
    const time = only?.plot?.columns[0]?.at(-1) ?? NaN;
    const reason = only?.report.certificate?.incomplete ?? '';
    expect(only?.plot?.incomplete).toBe(reason);
    expect(reason).toMatch(/^events follow each other without end at t = 1\.18825\d+ ms \(s1\)$/);
    // 1.142857 (1 - exp(-t / 571.43 us)) = 1.
    expect(time).toBeCloseTo((4e-3 / 7) * Math.log(8), 8);
    expect(messages({ diagnostics })).toBe(
      [
        `error: ${reason}`,
        '  hint: s1 has no hysteresis and would have to slide at its threshold 0 with an equivalent duty of about 0.75: give its model vh > 0 (ih of a current switch), or drive the node by a comparator (B source), which can slide',
      ].join('\n'),
    );
  });

  test('runs with a hysteresis of 1 mV', () => {
    const result = run(text.replace('vh=0', 'vh=1m'), { method: 'events' });
    expect(result.certificate.missed).toEqual([]);
    expect(result.final('v(a)')).toBeCloseTo(1, 2);
  });
});

test('a spark gap that no voltage is left to hold is told to turn itself back, by both methods', () => {
  // Closed it leaves 2 Ohm of 10 kOhm: 2 V at 9.9 kV, where it opens below 100 V; open it has 9.9 kV, where it closes:
  // behind 10 kOhm on R2 beside the open gap's 1 GOhm.
  const text = netlist(
    'V1 a 0 sin(0 10k 50)\nR1 a p 10k\nS1 p 0 p 0 gap\nR2 p 0 1meg\n.model gap sw(vt=5k vh=4.9k ron=2 roff=1e9)\n.tran 1u 10m uic',
  );
  const at = (9900 * (1 + 1e4 * (1e-6 + 1e-9))) / 1e4;
  const milliseconds = (Math.asin(at) / (100 * Math.PI)) * 1e3;
  const timeOf = (message = ''): number => Number(/t = ([\d.]+) ms/.exec(message)?.[1]);
  const errorOf = (method: string) =>
    simulate({ name: 't.cir', text }, { options: { method } }).diagnostics.find(
      ({ severity }) => severity === 'error',
    );
  const exact = errorOf('events');
  expect(exact?.message).toMatch(/^the switches do not settle at t = [\d.]+ ms \(s1\)$/);
  expect(timeOf(exact?.message)).toBeCloseTo(milliseconds, 7);
  expect(exact?.hint).toBe(
    's1 turns itself back at once: while it is on its control asks for off, while it is off for on; set thresholds further apart ' +
      '(vh of a switch, ih of a current switch) than what the switching brings about itself, or keep the control by a capacitor or a coil',
  );
  const stepped = errorOf('stepping');
  expect(stepped?.message).toMatch(/^switches do not settle at t = [\d.]+ ms \(changing: s1\)$/);
  // Steps of some 20 us meet an event to a hundredth of reltol of one: 2e-7 ms.
  expect(timeOf(stepped?.message)).toBeCloseTo(milliseconds, 6);
  expect(stepped?.hint).toMatch(/^what is named turns back what turned it, at once/);
});

test('a comparison and the switch that turns it back get a hysteresis of what is compared, by events and by steps', () => {
  // The gate ends as soon as the switch has taken its voltage away, long before 20 mA hold it.
  const text = netlist(
    'V1 a 0 sin(0 325 50)\nRl a b 100\nLl b m 50m\nR1 m c 60k\nC1 c 0 100n\nS1 m 0 q 0 sw\n' +
      'B1 q 0 V={if(abs(v(c)) > 30 | abs(i(S1)) > 20m, 1, 0)}\n.model sw sw(vt=.5 vh=.3 ron=.1 roff=1meg)\n.tran 20u 3m',
  );
  const [exact, stepped] = ['events', 'stepping'].map((method) => run(text, { method }));
  for (const one of [exact, stepped]) {
    expect(one?.certificate.missed).toEqual([]);
    expect(one && messages(one.report)).toMatch(
      /b1 and s1 would turn each other over without end at t = 2\.02\d+ ms/,
    );
    // No wider than 2e-4 of the largest sum that is compared.
    const c = one?.column('v(c)') ?? [];
    expect(Math.max(...c)).toBeGreaterThan(30);
    expect(Math.max(...c)).toBeLessThan(30.05);
  }
  // By then the current holds the switch; steps meet it by their tolerance.
  expect(stepped?.final('i(ll)')).toBeCloseTo(exact?.final('i(ll)') ?? NaN, 3);
});
