/** Leakage of 1 MOhm .. 1 TOhm in series with inductors: modes whose rates stand 1e16 / s beside 1e2 / s. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

/** Three phases of 325 V with 200 uH each into 1 mH and 20 Ohm. */
function sixPulse(model: string): string {
  const phases = ['a', 'b', 'c'].map(
    (phase, k) =>
      `V${phase} s${phase} 0 sin(0 325 50 0 0 ${-120 * k})\nL${phase} s${phase} ${phase} 200u\n` +
      `Dp${phase} ${phase} p d\nDn${phase} n ${phase} d`,
  );
  return netlist(`${phases.join('\n')}\nL1 p x 1m\nR1 x n 20\n.model d ${model}\n.tran 20u 60m uic`);
}

function meanFrom(times: Float64Array, values: Float64Array, from: number): number {
  let area = 0;
  let length = 0;
  for (let k = 1; k < times.length; k++) {
    const step = times[k]! - times[k - 1]!;
    if (times[k - 1]! < from) continue;
    area += (step * (values[k]! + values[k - 1]!)) / 2;
    length += step;
  }
  return area / length;
}

describe('a six-pulse rectifier with line inductance', () => {
  const blocking = run(sixPulse('d(Ron=1m Roff=inf)'), { rowtol: 0 }, 'v(p,n),i(l1)');

  test.each([
    // Six diodes let through 500 V / Roff each, of 27 A.
    ['1e12', 1e-8],
    ['1e9', 1e-6],
    ['1e6', 1e-3],
  ])('with diodes of %s Ohm goes on as with blocking ones, and its certificate holds', (roff, part) => {
    const leaking = run(sixPulse(`d(Ron=1m Roff=${roff})`), { rowtol: 0 }, 'v(p,n),i(l1)');
    expect(leaking.certificate.missed).toEqual([]);
    const [t, u] = [leaking.column('time'), leaking.column('v(p,n)')];
    // 3 sqrt(3) 325 V / pi less 3 omega L I / pi, I = 26.8 A, and 2 mOhm: 536.0 V; the rule over rows of 20 us errs by less than .1 V.
    const mean = meanFrom(t, u, 20e-3);
    expect(Math.abs(mean - 536)).toBeLessThan(0.15);
    const off = Math.abs(leaking.final('i(l1)') - blocking.final('i(l1)'));
    expect(off).toBeLessThan(part * blocking.final('i(l1)'));
  });
});

/** The coil's voltage falls within 1e-17 s to 1e-4 V of the other sign: what is left of 10 V then has to be known to 1e-9 of it. */
describe.each([
  [
    'flyback',
    'V2 g 0 pulse(0 1 5u .1u .1u 49.9u 100u)\nL2 0 s 1.7m\nK1 L1 L2 .98\nD2 s o d\nC2 o 0 680u\nR2 o 0 100',
  ],
  [
    'forward',
    'V2 g 0 pulse(0 1 5u 0 0 50u 100u)\nL2 s 0 425u\nK1 L1 L2 .995\nD2 s f d\nD3 0 f d\nL3 f o 3.3m\nC2 o 0 220u\nR2 o 0 4.7',
  ],
])('the rectifier of a %s converter whose switch opens', (_, secondary) => {
  const converter = (roff: string): string =>
    netlist(
      `V1 in 0 33\nL1 in d 6.8m\nS1 d 0 g 0 s\nD1 d c d\nC1 c in 22u\nR1 c in 1k\n${secondary}\n` +
        `.model s sw(ron=.1 roff=${roff} vt=.5 vh=0)\n.model d d(Ron=1m Roff=${roff})\n.tran 4u 60u uic`,
    );

  test('conducts from the zero of its voltage on, behind 1 TOhm as behind an open one', () => {
    const [leaking, blocking] = ['1e12', 'inf'].map((roff) =>
      run(converter(roff), { method: 'events', certificate: 'full' }, 'i(d2)'),
    ) as [ReturnType<typeof run>, ReturnType<typeof run>];
    expect(leaking.certificate.missed).toEqual([]);
    // Three parts let through 33 V / 1 TOhm each.
    expect(Math.abs(leaking.final('i(d2)') - blocking.final('i(d2)'))).toBeLessThan(1e-10);
  });
});

/** What blocks has 1 TOhm times currents of amperes where a mode is looked at, and turns of coils are ratios without rounding. */
describe.each([
  [
    'flyback converter',
    'V1 in 0 47\nV2 g 0 pulse(0 1 1u 0 0 8u 20u)\nL1 in d 1.36m\nL2 0 s 13.6u\nK1 L1 L2 .995\nC1 c in 9.4u\nR1 c in 1k\n' +
      'D2 s o m\nR2 o oe .047\nC2 oe 0 66u\nR3 o 0 1.5\n.tran .8u .4m uic',
  ],
  [
    'forward converter whose coils are coupled by 1',
    'V1 in 0 220\nV2 g 0 pulse(0 1 .5u 0 0 5u 10u)\nL1 in d 68u\nL2 s 0 17.3u\nK1 L1 L2 1\nC1 c in .22u\nR1 c in 680\n' +
      'D2 s f m\nD3 0 f m\nL3 f o 22u\nC2 o 0 6.8u\nR2 o 0 47\n.tran .4u .2m uic',
  ],
  [
    'forward converter whose output is sensed with a gain of .1',
    'V1 in 0 220\nV2 g 0 pulse(0 1 .5u 0 0 5u 10u)\nL1 in d 68u\nL2 s 0 17.3u\nK1 L1 L2 1\nC1 c in .22u\nR1 c in 680\n' +
      'D2 s f m\nD3 0 f m\nL3 f o 22u\nC2 o 0 6.8u\nR2 o 0 47\nE1 e 0 o 0 .1\nR3 e 0 1k\nF1 0 h E1 .7\nR4 h 0 33\n.tran .4u .2m uic',
  ],
])('a %s over its periods', (_, parts) => {
  const converter = (roff: string): ReturnType<typeof run> =>
    run(
      netlist(
        `${parts}\nS1 d 0 g 0 s\nD1 d c m\n.model s sw(ron=0 roff=inf vt=.5 vh=0)\n.model m d(Ron=1m Roff=${roff})`,
      ),
      { rowtol: 0, method: 'events' },
      'v(o),v(c)',
    );

  test('has the voltages of blocking diodes with diodes of 1 TOhm, and its certificate holds', () => {
    const [leaking, blocking] = [converter('1e12'), converter('inf')];
    expect(leaking.certificate.missed).toEqual([]);
    // Three diodes let through up to 1 kV / 1 TOhm each, beside amperes.
    for (const node of ['v(o)', 'v(c)'])
      expect(Math.abs(leaking.final(node) / blocking.final(node) - 1)).toBeLessThan(1e-8);
  });
});

test('a rectifier conducts at the end of a settling that is one of two, each a thousand times as fast as the other', () => {
  // Clamps and switches of 1 TOhm settle in 5e-15 s, what leaks from the secondary in 1e-16 s: 1e-26 A are to be known beside 1 A.
  const text = netlist(
    'V1 in 0 200\nV2 g 0 pulse(0 1 0 10n 10n 4u 10u)\nS1 in a g 0 s\nS2 b 0 g 0 s\nD1 0 a m\nD2 b in m\nL1 a b 2m\nL2 s 0 50u\n' +
      'K1 L1 L2 .97\nD3 s x m\nD4 0 x m\nL3 x o 47u\nC1 o 0 100u\nR1 o 0 4\n' +
      '.model s sw(ron=5m roff=1e12 vt=.5 vh=0)\n.model m d(Ron=1m)\n.tran .2u .6m uic',
  );
  expect(run(text, { rowtol: 0 }).certificate.missed).toEqual([]);
});

/** Half bridge with body diodes, 30 uH, 84 nF, a transformer and a centre-tapped rectifier: no diode conducts for a part of each period. */
function llc(roff: string, coupling: number): string {
  return netlist(
    'V1 in 0 400\nV2 g 0 pulse(0 1 0 20n 20n 5.4u 11.11u)\nV3 h 0 pulse(0 1 5.555u 20n 20n 5.4u 11.11u)\n' +
      'S1 in a g 0 s\nS2 a 0 h 0 s\nD3 a in m\nD4 0 a m\nL1 a b 30u\nC1 b c 84.43n\n' +
      `L2 c 0 150u\nL3 p 0 9.375u\nL4 0 q 9.375u\nK1 L2 L3 L4 ${coupling}\nD1 p o m\nD2 q o m\nC2 o 0 10u\nR1 o 0 5\n` +
      `.model s sw(vt=.5 vh=0 ron=10m roff=${roff})\n.model m d(Ron=10m Roff=${roff})\n.tran .5u 111.1u uic`,
  );
}

describe.each([1, 0.99])('an LLC converter whose transformer has K = %s', (coupling) => {
  const blocking = run(llc('inf', coupling), { rowtol: 0 }, 'v(o),i(l1)');

  test.each([
    ['1e12', 1e-8],
    ['1e9', 1e-6],
    ['1e6', 1e-3],
  ])('goes on with parts of %s Ohm as with blocking ones, and its certificate holds', (roff, part) => {
    const leaking = run(llc(roff, coupling), { rowtol: 0 }, 'v(o),i(l1)');
    expect(leaking.certificate.missed).toEqual([]);
    // Six parts let through up to 400 V / Roff each, beside peaks of 60 A and 70 V.
    expect(Math.abs(leaking.final('v(o)') - blocking.final('v(o)'))).toBeLessThan(part * 70);
    expect(Math.abs(leaking.final('i(l1)') - blocking.final('i(l1)'))).toBeLessThan(part * 60);
    // Tens of segments an event, of which there are about ten a period; millions where leakages are followed.
    expect(leaking.certificate.steps).toBeLessThan(3000);
  });
});

test('an inductor behind a switch that opens to 1 TOhm loses L i^2 / 2 there, however late in the run', () => {
  // 30 nH and 1 TOhm: 3e-20 s, of which a time of 1 ms is rounded to 7.
  const text = netlist(
    'V1 in 0 10\nR1 in x 1\nL1 x y 30n\n.model sw sw(vt=.5 vh=0 ron=1m roff=1e12)\nS1 y 0 g 0 sw\n' +
      'V2 g 0 pulse(1 0 1m 0 0 1)\n.tran 10u 1.01m uic',
  );
  const { certificate } = run(text);
  expect(certificate.missed).toEqual([]);
  const [current, resistance, rise] = [10 / 1.001, 1.001, 30e-9 / 1.001];
  // While i rises: R i^2 (t - 2 tau + tau / 2); while it falls R1 and the switch take all of L i^2 / 2 and what V1 delivers.
  const rising = resistance * current ** 2 * (1e-3 - 1.5 * rise);
  const falling = (30e-9 * current ** 2) / 2;
  // Both are sums of integrals that are exact but for rounding of the larger one, 0.1 J.
  expect(Math.abs(certificate.energy.dissipated - rising - falling)).toBeLessThan(1e-12);
});

test('two coils that are coupled settle behind a switch, a diode and a clamp of 1 TOhm each, in a few segments', () => {
  // The 15 pA of the primary stir the other coil by their rounding, above the 1e-33 A that it carries in the end.
  const text = netlist(
    'V1 in 0 15\nV2 g 0 pulse(0 1 1u .2u .2u 9.8u 20u)\nL1 in d 660u\nS1 d 0 g 0 sw\nL2 0 s 660u\nK1 L1 L2 .98\n' +
      'D1 d c m\nC1 c in 13.6u\nR1 c in 1k\nD2 s o m\nC2 o 0 9.4u\nR2 o 0 15\n' +
      '.model sw sw(ron=.1 roff=1e12 vt=.5 vh=0)\n.model m d(Ron=20m Roff=1e12 Vfwd=.3)\n.tran .8u 60u uic',
  );
  const { certificate } = run(text, { rowtol: 0 });
  expect(certificate.missed).toEqual([]);
  // A segment for every event and breakpoint, and some of each mode until it has settled; millions when it does not.
  expect(certificate.steps).toBeLessThan(500);
});

test('a fitted diode takes over 59 A of a coil whose switch opens to 1 TOhm: the first of its segments follows, not a later one', () => {
  // .68 uH and 1 TOhm: the diode goes through its segments in 1e-18 s, of which a time of 1 us is rounded to 1e-22.
  const text = netlist(
    'V1 in 0 22\nV2 g 0 pulse(1 0 1u 10n 10n 1 2)\nL1 in x 15u ic=59\nL2 x xl .68u ic=59\nS1 xl 0 g 0 sw\n' +
      'D1 x o m\nR1 o oe .15\nC1 oe 0 6.8u ic=24\nR2 o 0 1.5\n' +
      '.model sw sw(ron=.1 roff=1e12 vt=.5 vh=0)\n.model m d(IS=1e-14 N=1)\n.tran .4u 2u uic',
  );
  const result = run(text, { rowtol: 0, method: 'events' }, 'i(l1),i(d1),i(l2)');
  expect(result.certificate.missed).toEqual([]);
  // What coil and diode carry in series is the same but for 45 V over 1 TOhm.
  expect(Math.abs(result.final('i(l1)') - result.final('i(d1)') - result.final('i(l2)'))).toBeLessThan(1e-12);
  expect(result.final('i(l2)')).toBeLessThan(1e-10);
});

test('a leaking diode beside coupled coils conducts as soon as its voltage has come to Vfwd, within the settling of 1e-19 s', () => {
  // The voltage is 1 TOhm times currents of 1e-13 A; that the primary carries .5 A says nothing of their rounding.
  const text = netlist(
    'V1 in 0 10\nV2 g 0 pulse(1 0 5u 0 0 1 2)\nL1 in d 150u ic=.48\nS1 d 0 g 0 sw\nL2 0 s 1.5u\nK1 L1 L2 .98\n' +
      'D1 d c m\nC1 c in .68u ic=4.66\nR1 c in 150\nD2 s o m\nC2 o 0 47u ic=.156\nR2 o 0 1.5\n' +
      '.model sw sw(ron=.1 roff=1e12 vt=.5 vh=0)\n.model m d(Ron=20m Roff=1e12 Vfwd=.3)\n.tran .4u 5.6u uic',
  );
  expect(run(text, { rowtol: 0 }).certificate.missed).toEqual([]);
});

describe.each([
  { supply: 6.8, vto: 1, kp: 2, gate: '0 12 0 2u 2u 40u 100u', L: '220u', C: '22u', load: 15, tran: '2u 1m' },
  {
    supply: 15,
    vto: 2,
    kp: 0.5,
    gate: '0 10 0 .2u .2u 4u 10u',
    L: '68u',
    C: '6.8u',
    load: 4.7,
    tran: '.2u .1m',
  },
])('a boost converter of $supply V whose diode leaks', ({ supply, vto, kp, gate, L, C, load, tran }) => {
  // While both block, 1 GOhm would charge the capacitor of uV to kilovolts in hours: as the distance from there it loses its digits.
  test('keeps the current with which its channel ends', () => {
    const text = netlist(
      `V1 in 0 ${supply}\nV2 g 0 pulse(${gate})\nL1 in d ${L}\nD1 d o m\nC1 o 0 ${C}\nR1 o 0 ${load}\nM1 d g 0 0 nm w=100u l=10u\n` +
        `.model nm nmos(vto=${vto} kp=${kp})\n.model m d(Ron=.05 Roff=1e9 Vfwd=.7)\n.tran ${tran} uic`,
    );
    const { certificate } = run(text, { method: 'events' });
    expect(certificate.missed).toEqual([]);
    // A tenth of the bound that certificates have.
    expect(certificate.complementarity.value).toBeLessThan(1e-10);
  });
});

test('a coil that leakage alone holds begins at its divider by steps too, where a large capacitor makes first rates rounding', () => {
  const body = `Vin in 0 24
S1 in x pwm 0 swm
.model swm sw(vt=0 vh=0 ron=20m roff=10meg)
D1 0 x d
.model d d(ron=20m roff=10meg vfwd=.4)
L1 x o 10u ic=0
Co o 0 47u ic=0
Ro o 0 20
Sl o l g 0 swl
.model swl sw(vt=.5 vh=.1 ron=2 roff=10meg)
Rl l 0 1m
Vg g 0 pulse(0 1 4m 1u 1u 2m 10m)
Vr r 0 pwl(0 0 1m 5 1 5)
Rf o fb 10k
Eo ea 0 r fb 1000
Ra ea ea2 100
Rc ea2 cz 47k
Cz cz fb 2.2n ic=0
Vt t 0 pulse(0 5 0 4.9u .1u 1n 5.001u)
Bp pwm 0 v=limit(v(ea2),0,4.7)-v(t)
.tran 1u 100u uic`;
  const [stepped, exact] = ['stepping', 'events'].map((method) =>
    run(netlist(body), { method }, 'v(x),v(o)'),
  );
  expect(stepped!.certificate.missed).toEqual([]);
  expect(stepped!.certificate.incomplete).toBeUndefined();
  // 10 MOhm each, within a hundredth of L / R = 2 ps.
  expect(Math.abs(stepped!.column('v(x)')[0]! / 12 - 1)).toBeLessThan(0.01);
  expect(Math.abs(stepped!.final('v(o)') / exact!.final('v(o)') - 1)).toBeLessThan(1e-3);
});

test.each(['1e9', '1e10'])(
  'one diode of %s Ohm among those of 1 TOhm: what it lets through is known to digits of its own',
  (roff) => {
    // Currents of 10 A in series part by 1e-8 A behind a commutation, and that by two rates: of a difference of states it was microvolts.
    const phases = [
      'Va sa 0 sin(0 325 50)\nLa sa a .1m\nD1 a p d\nD2 n a other',
      'Vb sb 0 sin(0 325 50 0 0 -120)\nLb sb b .1m\nD3 b p d\nD4 n b d',
      'Vc sc 0 sin(0 325 50 0 0 -240)\nLc sc c .1m\nD5 c p d\nD6 n c d',
    ];
    const models = `.model d d(Ron=20m Roff=1e12 Vfwd=.3)\n.model other d(Ron=.05 Roff=${roff} Vfwd=.7)`;
    const text = netlist(`${phases.join('\n')}\nL1 p x 6.8m\nR1 x n 47\n${models}\n.tran .12m 20m uic`);
    const { certificate } = run(text, { certificate: 'full' }, 'v(p,n)');
    expect(certificate.missed).toEqual([]);
    expect(certificate.complementarity.value).toBeLessThan(1e-12);
    expect(certificate.elementLaws.value).toBeLessThan(1e-12);
  },
);
