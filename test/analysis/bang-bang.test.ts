/** A comparison without hysteresis that closes a switch as long as a current is too small, as textbooks draw it. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

const cards = (comparison: string) => `bang-bang control of a current
Vin in 0 10
S1 in x g 0 sw
D1 0 x d
L1 x o 1m
R1 o 0 1
Bg g 0 V={if(${comparison}, 1, 0)}
.model sw sw(ron=10m roff=inf vt=.5 vh=.2)
.model d d(ron=10m roff=inf vfwd=.6)
.tran 10u 2m uic
.meas tran held avg v(o) from=1m to=2m
.meas tran drawn avg i(vin) from=1m to=2m
.end`;

describe('bang-bang control of a current without hysteresis', () => {
  it.each(['i(L1) < 3', '3 > i(L1)', 'abs(i(L1)) < 3'])(
    'keeps it by the duty of a small hysteresis: %s',
    (comparison) => {
      const { runs } = simulate(cards(comparison), { options: { method: 'events' } });
      const { measures = [], certificate, diagnostics } = runs[0]!.report;
      expect(certificate!.missed).toEqual([]);
      expect(diagnostics.map(({ message }) => message)).toEqual([
        expect.stringMatching(
          /^bg and s1 would turn each other over without end at t = 357\.\d+ us: comparisons there are given a hysteresis, 2e-4 of what they compare$/u,
        ),
      ]);
      const [held, drawn] = measures.map(({ value }) => value!);
      // Within the hysteresis, which is 2e-4 of 3 A at most, and of what is compared.
      expect(Math.abs(held! - 3)).toBeLessThan(1e-3);
      // Volts at x: 10 - .03 in the part d of the time, else -.6 - .03, and 3 in the mean.
      expect(Math.abs(drawn! + (3 * 3.63) / 10.6)).toBeLessThan(2e-3);
    },
  );
});

/** The same with a junction, whose capacitance alone decides how fast the comparison chatters where it has no hysteresis. */
const drawn = (
  diode: string,
  control = 'if(i(L1) < v(r), 1, 0)',
  levels = 'vt=.5',
) => `bang-bang control by steps
V1 in 0 24
S1 in a g 0 sw
.model sw sw(${levels} ron=1m roff=1meg)
D1 0 a dd
.model dd d(${diode})
L1 a o 1m
R1 o 0 4
Vr r 0 2
Bg g 0 V={${control}}
.tran 1u .3m uic
.meas tran held avg v(o) from=.2m to=.3m
.meas tran current avg i(l1) from=.2m to=.3m
.meas tran drawn avg i(v1) from=.2m to=.3m
.end`;

const byLaw = 'is=1e-14 rs=10m cjo=100p';

function valuesOf(text: string, method: string): { values: number[]; said: string[] } {
  const { runs } = simulate(text, { options: { method } });
  const { measures = [], certificate, diagnostics } = runs[0]!.report;
  expect(certificate!.missed).toEqual([]);
  expect(certificate!.incomplete).toBeUndefined();
  return { values: measures.map(({ value }) => value!), said: diagnostics.map(({ message }) => message) };
}

describe('bang-bang control by steps', () => {
  it('of piecewise-linear parts has the means of exact events', { timeout: 60_000 }, () => {
    const text = drawn('ron=1m roff=1meg vfwd=.4');
    const exact = valuesOf(text, 'events');
    const stepped = valuesOf(text, 'stepping');
    const said: unknown = expect.stringMatching(
      /^bg and s1 would turn each other over without end at t = 101\.372\d* us: comparisons there are given a hysteresis, 2e-4 of what they compare$/u,
    );
    expect([exact.said, stepped.said]).toEqual([[said], [said]]);
    // A hysteresis of 3e-4 A each way in 2 A, and where in it a window of 1700 turns begins and ends.
    stepped.values.forEach((value, k) => {
      expect(Math.abs(value / exact.values[k]! - 1)).toBeLessThan(1e-3);
    });
  });

  it('with a junction has the means of a switch with that hysteresis', { timeout: 60_000 }, () => {
    const { values, said } = valuesOf(drawn(byLaw), 'stepping');
    expect(said).toEqual([
      expect.stringMatching(
        /^bg would turn what they compare over without end at t = 101\.37\d* us: comparisons there are given a hysteresis, 2e-4 of what they compare$/u,
      ),
    ]);
    // 1e-4 of 1 A and 2 V each way.
    const other = valuesOf(drawn(byLaw, 'v(r)-i(L1)', 'vt=0 vh=.3m'), 'stepping');
    expect(other.said).toEqual([]);
    values.forEach((value, k) => {
      expect(Math.abs(value / other.values[k]! - 1)).toBeLessThan(1e-3);
    });
  });

  it('in a block of its own beside others goes on with that hysteresis too', { timeout: 60_000 }, () => {
    // Rectifiers apart from each other, and a line to its matched end whose waves are on their way meanwhile.
    const rectifiers = Array.from({ length: 8 }, (_, k) => {
      const phase = 40 * k;
      return `Vs${k} s${k} 0 sin(0 5 20k 0 0 ${phase})\nDs${k} s${k} k${k} dd\nRk${k} k${k} 0 1k\nCk${k} k${k} 0 1u\n`;
    });
    const line = `Vt s 0 sin(0 1 20k)\nRt s ta 50\nT1 ta 0 tb 0 z0=50 td=7u\nRtb tb 0 50\n.save v(tb)\n`;
    const text = drawn(byLaw).replace('.end', `${rectifiers.join('')}${line}.end`);
    const { runs } = simulate(text, { options: { method: 'stepping' } });
    const { report, plot } = runs[0]!;
    const { certificate, diagnostics, measures } = report;
    expect([certificate!.incomplete, certificate!.missed]).toEqual([undefined, []]);
    expect(certificate!.stepping!.blocks!.count).toBeGreaterThanOrEqual(8);
    expect(diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^bg would turn what they compare over without end at t = 101\.37\d* us:/u),
    );
    const alone = valuesOf(drawn(byLaw), 'stepping').values;
    alone.forEach((value, k) => {
      expect(Math.abs(measures![k]!.value! / value - 1)).toBeLessThan(1e-3);
    });
    const [time, tb] = plot!.columns as [Float64Array, Float64Array];
    const sent = (t: number): number => (t < 7e-6 ? 0 : 0.5 * Math.sin(2 * Math.PI * 20e3 * (t - 7e-6)));
    time.forEach((t, k) => {
      expect(Math.abs(tb[k]! - sent(t))).toBeLessThan(2e-3);
    });
  });

  it('ends in the same bits whoever watches and writes', { timeout: 60_000 }, () => {
    const text = drawn(byLaw);
    const unwatched = text.replace(/^\.meas.*\n/gm, '');
    const finals = [text, unwatched, text.replace('.end', '.save v(o) i(l1)\n.end')].map((each) => {
      const { runs } = simulate(each, { options: { method: 'stepping' } });
      return runs[0]!.report.final.filter(({ name }) => name === 'v(o)' || name === 'i(l1)');
    });
    expect(finals[1]).toEqual(finals[0]);
    expect(finals[2]).toEqual(finals[0]);
  });

  it('leaves digital parts and lines beside it as they stand', { timeout: 60_000 }, () => {
    // A divider by two, and what a line of 7 us carries to its matched end while the comparison begins to chatter.
    const beside = `Vclk clk 0 pulse(0 1 10u 1n 1n 5u 10u)
A1 nq 0 clk 0 0 nq q 0 DFLOP td=3u
Rq q 0 1k
Vt s 0 sin(0 1 20k)
Rt s ta 50
T1 ta 0 tb 0 z0=50 td=7u
Rtb tb 0 50
.save v(q) v(tb) i(L1)
.end`;
    const { runs } = simulate(drawn(byLaw).replace('.end', beside), { options: { method: 'stepping' } });
    const { report, plot } = runs[0]!;
    expect(report.diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^bg would turn what they compare over without end at t = 101\.37/u),
    );
    const [time, q, tb] = plot!.columns as [Float64Array, Float64Array, Float64Array];
    const turns = [...time].filter((_, k) => k > 0 && q[k]! > 0.5 !== q[k - 1]! > 0.5);
    // Clocked at 10 us, 20 us ..., and turned 3 us later: at 101 us it is 1 and about to turn.
    expect(turns.map((t) => Math.round(t * 1e6))).toEqual(Array.from({ length: 29 }, (_, k) => 13 + 10 * k));
    const sent = (t: number): number => (t < 7e-6 ? 0 : 0.5 * Math.sin(2 * Math.PI * 20e3 * (t - 7e-6)));
    // Waves pass within a reltol of their size, bends between rows within rowtol.
    time.forEach((t, k) => {
      expect(Math.abs(tb[k]! - sent(t))).toBeLessThan(2e-3);
    });
  });
});

it('a boost behind a bridge slides where its ramp has met the current, turned back within the steps that turn it', () => {
  const text = `a boost behind a bridge
Vac a b sin(0 170 60 0 0 8.7)
Da a p d
Db b p d
Dc 0 a d
Dd 0 b d
Cin p 0 470n
L1 p x 500u ic=0
S1 x 0 g 0 sw
D1 x out d
C1 out 0 47u ic=380
R1 out 0 400
Vr ramp 0 pulse(0 1 0 19.8u 100n 100n 20u)
Bg g 0 V={if(v(ramp) > i(L1), 1, 0)}
.model sw sw(vt=.5 vh=0 ron=50m roff=1meg)
.model d d(ron=10m roff=1meg vfwd=.6)
.tran 1u 60u uic
.meas tran carried avg i(L1) from=41u to=59u
.end`;
  const [exact, stepped] = ['events', 'stepping'].map((method) => valuesOf(text, method));
  const said: unknown = expect.stringMatching(
    /^bg and s1 would turn each other over without end at t = 21\.22/u,
  );
  expect([exact!.said, stepped!.said]).toEqual([[said], [said]]);
  expect(Math.abs(stepped!.values[0]! / exact!.values[0]! - 1)).toBeLessThan(1e-6);
});

describe('comparisons each of which acts on what another one compares', () => {
  it('draw ever closer circles about the point at which both would slide, and get a hysteresis there', () => {
    // A timer whose two thresholds are one: the charge of q rises while v(c) is below 5/3 V, and above 2 V lets v(c) rise.
    const { runs } = simulate(`one threshold for both
Vcc v 0 5
R1 v d 4.7k
R2 d c 4.7k
C1 c 0 100n
Bset s 0 V=V(c) < 5/3 ? 5 : 0
Brst r 0 V=V(c) > 5/3 ? 5 : 0
Bq n 0 V=V(r) > 2 ? 0 : (V(s) > 2 ? 5 : V(q))
Rq n q 1k
Cq q 0 100n
Bd k 0 V=V(q) < 2 ? 5 : 0
S1 d 0 k 0 sw
.model sw sw(vt=2 vh=1 ron=1 roff=1g)
.tran 10u 10m
.meas tran held avg v(c) from=5m to=10m
.meas tran drawn avg v(k) from=5m to=10m
.end`);
    const { measures = [], certificate, diagnostics } = runs[0]!.report;
    expect(certificate!.incomplete).toBeUndefined();
    expect(certificate!.missed).toEqual([]);
    expect(diagnostics.map(({ message }) => message).join('\n')).toMatch(
      /^bd, brst and bset would turn .* without end at t = \d\.\d+ ms: comparisons there are given a hysteresis/mu,
    );
    const [held, drawn] = measures.map(({ value }) => value!);
    expect(Math.abs(held! - 5 / 3)).toBeLessThan(0.02);
    // While the switch is open 10/3 V charge C1 through 9.4 k, else 5/3 V discharge it through 4.7 k: each half of the time.
    expect(Math.abs(drawn! / 5 - 0.5)).toBeLessThan(0.02);
  });
});

it('a comparison that would slide behind two charges in steps without end gets a hysteresis', () => {
  // Held at 0.5 V by a latch that never latches.
  const text = `two charges
Vs s 0 5
Bq n 0 V= v(c)>3 ? 0 : (v(q)>2.5 ? 5 : (v(s)>2.5 ? (v(c)<.5 ? 5:0) : 0))
Rq n q 50
Cq q 0 50p
Rc q c 1k
Cc c 0 500p
.tran 50n 20u
.meas tran held avg v(c) from=10u to=20u
.meas tran before avg v(q) from=10u to=20u
.end`;
  const { runs } = simulate(text, { options: { method: 'stepping' } });
  const { measures = [], certificate, diagnostics } = runs[0]!.report;
  expect(certificate!.incomplete).toBeUndefined();
  expect(certificate!.missed).toEqual([]);
  expect(diagnostics.map(({ message }) => message).join('\n')).toMatch(
    /^bq would turn what they compare over without end at t = .* [fn]s: comparisons there are given a hysteresis/mu,
  );
  const [held, before] = measures.map(({ value }) => value!);
  // Its hysteresis is 1 mV, and q overshoots by its own time constant, which the charge of c makes 1.5 mV.
  expect(Math.abs(held! - 0.5)).toBeLessThan(5e-3);
  expect(Math.abs(before! - held!)).toBeLessThan(2e-3);
});

it.each([
  ['auto', '', 3],
  ['stepping', '', 3],
  // From .3 s on 1 V is outside, behind 20 k.
  ['auto', 'Va a 0 PULSE(0 1 .2 .1 .1 10 20)\nRa t a 20k\n', 3 + (10e3 * (3 - 1)) / 20e3],
] as const)(
  'a thermostat whose sensor lags behind chatters at the pace of a small hysteresis: %s %s',
  (method, ambient, heat) => {
    const text = `thermostat
Bh h 0 V= v(s) < 3 ? 10 : 0
R1 h t 10k
C1 t 0 100u
R2 t s 100k
C2 s 0 1u
${ambient}.tran 10m 4
.meas tran held avg v(s) from=2 to=4
.meas tran drawn avg v(h) from=2 to=4
.end`;
    const { runs } = simulate(text, { options: { method } });
    const { measures = [], certificate, diagnostics } = runs[0]!.report;
    expect(certificate!.missed).toEqual([]);
    expect(diagnostics.map(({ message }) => message).join('\n')).toMatch(
      /^bh would turn .* without end at t = .*s: comparisons there are given a hysteresis/mu,
    );
    // Without one 1.1 million turns up to 4 s, each exact; steps of 1 us.
    expect(certificate!.events).toBeLessThan(1000);
    const [held, drawn] = measures.map(({ value }) => value!);
    expect(Math.abs(held! - 3)).toBeLessThan(5e-3);
    // In the mean nothing flows into the charges.
    expect(Math.abs(drawn! - heat)).toBeLessThan(0.05);
  },
);
