/**
 * Runs of exact events that sparse steps go on with: where no next mode is found within what searches may cost, and where nearly every
 * event leads to a mode that is new (CONTRIBUTING: events).
 */
import { expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { messages, netlist, run } from './run-netlist.js';

/** Three-phase bridge: each thyristor is a switch that a pulse, or its own current, keeps on, in series with a diode. */
function thyristorBridge({
  thyristor,
  alpha = 40,
  tstop = '22m',
}: {
  readonly thyristor: string;
  /** Degrees behind natural commutation. */
  readonly alpha?: number;
  readonly tstop?: string;
}): string {
  const period = 20e-3;
  const phases = ['a', 'b', 'c'].flatMap((name, k) => [
    `V${name} ${name}0 0 SIN(0 325 50 0 0 ${-120 * k})`,
    `L${name} ${name}0 ${name} 0.2m`,
  ]);
  const ends = [
    ['a', 'p'],
    ['n', 'c'],
    ['b', 'p'],
    ['n', 'a'],
    ['c', 'p'],
    ['n', 'b'],
  ] as const;
  const valves = ends.flatMap(([anode, cathode], k) => {
    const fires = (((30 + alpha + 60 * k) / 360) * period) % period;
    const [own, next] = [k + 1, ((k + 1) % 6) + 1];
    return [
      `Vg${own} g${own} 0 PULSE(0 1 ${fires.toPrecision(9)} 1u 1u 0.5m ${period})`,
      `Vs${own} ${anode} s${own} 0`,
      `S${own} s${own} m${own} c${own} 0 thyristor`,
      `D${own} m${own} ${cathode} ideal`,
      `B${own} c${own} 0 v=(v(g${own})>0.5||v(g${next})>0.5||i(Vs${own})>1m)?1:0`,
    ];
  });
  const models = [`.model thyristor SW(vt=0.5 vh=0.1 ${thyristor})`, '.model ideal D'];
  return netlist(
    [...phases, ...valves, 'Rl p x 10', 'Ll x n 50m', ...models, `.tran 20u ${tstop}`].join('\n'),
  );
}

const bridge = thyristorBridge({ thyristor: 'ron=0 roff=inf' });

test('a bridge of six ideal latching thyristors ends with its certificate, and nobody who looks on changes a bit', () => {
  const text = bridge.replace('.end', '.meas tran mean avg i(ll) from=10m to=22m\n.end');
  const options = { certificate: 'sampled' };
  const { certificate, report, plot, column, final } = run(text, options, 'i(ll)');
  expect(certificate.incomplete).toBeUndefined();
  expect(certificate.missed).toEqual([]);
  const [time, current] = [column('time'), column('i(ll)')];
  let area = 0;
  for (let k = 1; k < plot.length; k++) {
    const [from = NaN, to = NaN, before = NaN, after = NaN] = [
      ...[time[k - 1], time[k]],
      ...[current[k - 1], current[k]],
    ];
    expect(to).toBeGreaterThanOrEqual(from);
    // The flux of the load is continuous; a jump of steps conserves it to a part of what reltol allows.
    if (to === from) expect(Math.abs(after - before)).toBeLessThan(1e-6 * after);
    if (from >= 10e-3) area += ((to - from) * (before + after)) / 2;
  }
  // Lines between rows miss a quantity by no more than rowtol = 1e-3 of its largest.
  expect(Math.abs((report.measures?.[0]?.value ?? NaN) - area / 12e-3)).toBeLessThan(2e-3 * final('i(ll)'));

  const alone = simulate(bridge, { options, outputs: 'i(ll)', openSinks: () => [] }).runs[0]?.report;
  expect(alone?.final).toEqual(report.final);
  expect(alone?.certificate).toEqual(certificate);

  const stepping = run(bridge, { ...options, method: 'stepping', reltol: 1e-4 }, 'i(ll)').final('i(ll)');
  // Steps are off by reltol = 1e-3 each; the load forgets within its 5 ms.
  expect(Math.abs(final('i(ll)') - stepping)).toBeLessThan(2e-3 * stepping);
}, 240_000);

/** Rectifiers of so many frequencies on a ring of resistors: each commutates when it likes, and hardly a mode returns. */
function rectifierRing(count: number): string {
  const cards = Array.from({ length: count }, (_, k) => [
    `V${k} a${k} 0 sin(0 ${10 + k} ${50 * (1 + ((0.618034 * k) % 1))})`,
    `D${k} a${k} b${k} d`,
    `C${k} b${k} 0 ${10 + k}u`,
    `R${k} b${k} 0 ${300 + 7 * k}`,
    `Rc${k} b${k} b${(k + 1) % count} ${100 + 3 * k}`,
  ]);
  const model = '.model d d(Ron=10m Roff=1e7 Vfwd=.6)';
  return netlist([...cards.flat(), model, '.tran 100u .3 uic'].join('\n'));
}

test('a run whose events lead to new modes goes on by steps, at the same time and with the same bits whoever looks on', () => {
  const text = rectifierRing(14).replace('.end', '.meas tran mean avg v(b0) from=.1 to=.3\n.end');
  const options = { certificate: 'sampled' };
  const { certificate, report, plot, column, final } = run(text, options, 'v(b0) v(b7) i(v3)');
  expect(certificate.method).toMatch(
    /^exact events, evtol 300 fs, until t = [\d.]+ ms, then steps of order 2/,
  );
  expect(certificate.missed).toEqual([]);
  expect(certificate.incomplete).toBeUndefined();
  const note = report.diagnostics.find(({ code }) => code === 'continued-by-steps');
  expect(note?.message).toMatch(
    /\(nearly every event leads to a mode that is new, .*; sparse steps .* go on from there$/,
  );

  // Nothing jumps there: one row is the last of exact events and the first of steps.
  const there = 1e-3 * Number(/ at t = (\S+) ms\)/.exec(note?.message ?? '')?.[1]);
  const time = column('time');
  for (let k = 1; k < plot.length; k++) expect(time[k]).toBeGreaterThanOrEqual(time[k - 1] ?? NaN);
  // The message has nine digits.
  expect(time.filter((t) => Math.abs(t - there) < 1e-8 * there)).toHaveLength(1);

  const alone = simulate(text, { options, outputs: 'v(b0) v(b7) i(v3)', openSinks: () => [] }).runs[0]
    ?.report;
  expect(alone?.final).toEqual(report.final);
  expect(alone?.certificate).toEqual(certificate);
  expect(alone?.measures).toEqual(report.measures);

  const stepping = run(text, { method: 'stepping', reltol: 1e-5 }, 'v(b0) v(b7)');
  // Both steps err by reltol = 1e-3 or less of what is there; of the cells' 10 ms little is left after .3 s.
  for (const name of ['v(b0)', 'v(b7)'])
    expect(Math.abs(final(name) - stepping.final(name))).toBeLessThan(2e-3 * stepping.final(name));
  const mean = (of: typeof report): number => of.measures?.[0]?.value ?? NaN;
  expect(Math.abs(mean(report) - mean(stepping.report))).toBeLessThan(1e-3 * mean(stepping.report));
}, 240_000);

test('a part that exact events cannot go on with takes the whole circuit to steps: rows, measures and certificate are there', () => {
  const apart = 'Vz z 0 sin(0 1 50)\nRz z y 1k\nCz y 0 1u\n.meas tran mean avg v(b0) from=.1 to=.3';
  const text = rectifierRing(14).replace('.end', `${apart}\n.end`);
  const { certificate, report, plot, column, final } = run(text, {}, 'v(b0) v(y)');
  expect(certificate.method).toMatch(/^steps of order 2/);
  expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
  const note = report.diagnostics.find(({ code }) => code === 'steps-instead');
  const there = 1e-3 * Number(/ at t = (\S+) ms \(/.exec(note?.message ?? '')?.[1]);
  const time = column('time');
  expect([time[0], there > 0, time[plot.length - 1]]).toEqual([0, true, 0.3]);
  for (let k = 1; k < plot.length; k++) {
    expect(time[k]).toBeGreaterThanOrEqual(time[k - 1] ?? NaN);
    // Those of exact events, and those of steps: no two are further apart than the output step.
    expect((time[k] ?? NaN) - (time[k - 1] ?? NaN)).toBeLessThan(1.01e-4);
  }
  const stepping = run(text, { method: 'stepping', reltol: 1e-5 }, 'v(b0) v(y)');
  for (const name of ['v(b0)', 'v(y)'])
    expect(Math.abs(final(name) - stepping.final(name))).toBeLessThan(2e-3 * Math.abs(stepping.final(name)));
  const mean = (of: typeof report): number => of.measures?.[0]?.value ?? NaN;
  expect(Math.abs(mean(report) - mean(stepping.report))).toBeLessThan(1e-3 * mean(stepping.report));
}, 240_000);

test('a part that exact events do not begin with: a gate of ideal diodes that keep a charge, beside another', () => {
  const text = netlist(`Va a 0 pulse(0 5 1u 10n 10n 2u 4u)
Vb b 0 pulse(0 5 0.5u 10n 10n 1u 2u)
Vcc vcc 0 5
R1 vcc x 1k
D1 x a d
D2 x b d
D3 a w d
D4 b w d
R2 w 0 1k
.model d d(is=1e-14 cjo=2p tt=1n)
.options ideal=all
.tran 5n 10u`);
  const { certificate, column } = run(text);
  expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
  const [a, b, x, w] = ['v(a)', 'v(b)', 'v(x)', 'v(w)'].map((name) => column(name));
  // Capacitances of 2 pF at 1 kOhm have gone 20 ns behind an edge.
  const time = column('time');
  const isStill = (k: number): boolean =>
    time.every((t, j) => Math.abs(t - (time[k] ?? NaN)) > 50e-9 || a?.[j] === a?.[k]) &&
    time.every((t, j) => Math.abs(t - (time[k] ?? NaN)) > 50e-9 || b?.[j] === b?.[k]);
  let seen = 0;
  time.forEach((_, k) => {
    if (k % 10 > 0 || !isStill(k)) return;
    seen++;
    const [p, q] = [a?.[k] ?? NaN, b?.[k] ?? NaN];
    expect(Math.abs((x?.[k] ?? NaN) - Math.min(p, q))).toBeLessThan(5e-3);
    expect(Math.abs((w?.[k] ?? NaN) - Math.max(p, q))).toBeLessThan(5e-3);
  });
  expect(seen).toBeGreaterThan(50);
});

test('who asks for exact events gets them, whatever they cost', () => {
  const { certificate } = run(
    rectifierRing(14).replace('.tran 100u .3', '.tran 100u 20m'),
    { method: 'events' },
    'v(b0)',
  );
  expect(certificate.method).toBe('exact events, evtol 20 fs');
  expect(certificate.missed).toEqual([]);
}, 240_000);

test('a step through events at one time is told between modes that hold: the certificate of leaking thyristors holds', () => {
  const leaking = thyristorBridge({ thyristor: 'ron=1m roff=1meg' });
  const { certificate } = run(leaking, { certificate: 'sampled' }, 'i(ll)');
  expect(certificate.method).toMatch(/^exact events, evtol [\d.]+ fs$/);
  expect(certificate.missed).toEqual([]);
}, 120_000);

/** A buck converter whose switch its own output turns, through the drop of the capacitor's resistance. */
function slidingBuck({ band }: { readonly band: string }): string {
  return netlist(
    [
      ...['V1 in 0 24', 'Vr r 0 5', 'S1 in x r o s', 'D1 0 x d', 'L1 x o 47u', 'Re o e 50m'],
      ...['C1 e 0 100u', 'R1 o 0 5', `.model s SW(vt=0 vh=${band} ron=10m roff=1meg)`, '.model d D'],
      ...['.tran 1u 1m uic', '.meas tran drive avg v(x) from=.7m to=1m'],
      '.meas tran out avg v(o) from=.7m to=1m',
    ].join('\n'),
  );
}

test('a switch without hysteresis that would have to slide goes on by steps as with a small one', () => {
  const options = { certificate: 'sampled' };
  const { certificate, report } = run(slidingBuck({ band: '0' }), options, 'v(o)');
  expect(certificate.method).toMatch(/^exact events, .* until t = 572\.9\d+ us, then steps of order 2/);
  expect(certificate.missed).toEqual([]);
  expect(certificate.incomplete).toBeUndefined();
  const notes = report.diagnostics.map(({ message }) => message).join('\n');
  expect(notes).toMatch(/s1 has no hysteresis and would have to slide at its threshold 0 .*; sparse steps /);
  // reltol = 1e-3 of the largest term of its control, 5 V, to both sides.
  const band = Number(/the switch of row s1 chatters: it got a hysteresis of ([\d.]+)/.exec(notes)?.[1]);
  expect(Math.abs(band - 10e-3)).toBeLessThan(1e-6);

  const small = run(slidingBuck({ band: '1m' }), { ...options, method: 'events' }, 'v(o)').report.measures;
  const [drive = NaN, out = NaN] = report.measures?.map(({ value = NaN }) => value) ?? [];
  // The output stays within half of the hysteresis; the drive differs from it by L (i(1 ms) - i(.7 ms)) / .3 ms, where its ripple
  // of 10 mV over 50 mOhm, .2 A, is 31 mV.
  expect(Math.abs(out - (small?.[1]?.value ?? NaN))).toBeLessThan(band / 2);
  expect(Math.abs(drive - (small?.[0]?.value ?? NaN))).toBeLessThan(band / 2 + 31e-3);

  const alone = simulate(slidingBuck({ band: '0' }), { options, outputs: 'v(o)', openSinks: () => [] })
    .runs[0]?.report;
  expect(alone?.final).toEqual(report.final);
  expect(alone?.certificate).toEqual(certificate);
  expect(alone?.measures).toEqual(report.measures);
});

test('who asks for exact events is told of a switch that would have to slide', () => {
  expect(
    messages(simulate(slidingBuck({ band: '0' }), { options: { method: 'events', certificate: 'sampled' } })),
  ).toMatch(
    /error: [^\n]* \(s1\)\n {2}hint: s1 has no hysteresis and would have to slide at its threshold 0/,
  );
});

test('a control of one voltage that is 0 where it slides is as large as what it is the difference of', () => {
  const shifted = slidingBuck({ band: '0' }).replace('S1 in x r o s', 'E1 c 0 r o 1\nS1 in x c 0 s');
  const { certificate, report } = run(shifted, { certificate: 'sampled' }, 'v(o)');
  expect(certificate.missed).toEqual([]);
  expect(certificate.incomplete).toBeUndefined();
  // reltol = 1e-3 of 5 V to both sides; the output stays within half of it, and v(x) is what the coil passes on to it.
  expect(report.diagnostics.map(({ message }) => message).join('\n')).toMatch(
    / got a hysteresis of 0\.01(?:00\d*)?\b/,
  );
  const [drive, out] = report.measures?.map(({ value = NaN }) => value) ?? [];
  expect(Math.abs((out ?? NaN) - 5)).toBeLessThan(5e-3);
  expect(Math.abs((drive ?? NaN) - 5)).toBeLessThan(5e-3 + 31e-3);
});

test('a switch that a comparison without hysteresis turns, and that turns it back, runs as with a small one', () => {
  const boost = (comparison: string): string =>
    netlist(
      [
        ...[
          'V1 p 0 100',
          'L1 p sw 1m',
          'S1 sw 0 g 0 s',
          'D1 sw out d',
          'C1 out 0 470u ic=400',
          'R1 out 0 160',
        ],
        ...['Vr ref 0 2', `B1 g 0 v=(${comparison})?1:0`],
        ...['.model s SW(vt=0.5 vh=0 ron=10m roff=1meg)', '.model d D', '.tran 1u 300u uic'],
      ].join('\n'),
    );
  const result = run(boost('i(L1)<v(ref)'), {}, 'i(l1)');
  expect(messages(simulate(boost('i(L1)<v(ref)')))).toMatch(
    /warning: b1 and s1 would turn each other over without end at t = 20(?:\.\d+)? us: comparisons there are given a hysteresis, 2e-4 of what they compare\n {2}hint: write it there, .* such as v\(x\)\+0\.01\*v\(out\) > v\(y\)/,
  );
  expect(result.certificate.missed).toEqual([]);
  expect(result.certificate.incomplete).toBeUndefined();
  expect(Math.abs(result.final('i(l1)') - 2)).toBeLessThan(1e-3);
  const { certificate, final } = run(boost('i(L1)<v(ref)+0.01*v(g)'), {}, 'i(l1)');
  expect(certificate.missed).toEqual([]);
  expect(certificate.incomplete).toBeUndefined();
  expect(final('i(l1)')).toBeGreaterThan(1.99);
  expect(final('i(l1)')).toBeLessThan(2.01);
});
