/** Sparse steps: what a coil holds jumps where its diode opens, and leakage alone keeps it from doing so at once. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

const stepping = { method: 'stepping', certificate: 'full' } as const;
const gate = 'Vg g 0 pulse(0 1 0 5n 5n 2u 10u)\n';
const parts = { ideal: ['1e30', '1e30'], leaking: ['1e9', '1meg'] } as const;

/** With 1 MOhm L / R is 10 ps. */
const models = (kind: keyof typeof parts): string => {
  const [open, back] = parts[kind];
  return `.model swi sw(vt=.5 vh=0 ron=1m roff=${open})\n.model dr d(Ron=10m Roff=${back} Vfwd=.7)\n`;
};

describe.each(['ideal', 'leaking'] as const)('converters whose current ends, of %s parts', (kind) => {
  test('a buck converter: the node of its coil is at one of three voltages, of which one is the output', () => {
    const body = 'V1 in 0 12\nS1 in a g 0 swi\nD1 0 a dr\nL1 a o 10u\nC2 o 0 47u\nR1 o 0 50\n';
    const { column, certificate } = run(`buck\n${body}${gate}${models(kind)}.tran 1u 400u uic\n`, stepping);
    const [a, o, i] = [column('v(a)'), column('v(o)'), column('i(l1)')];
    let ended = 0;
    a.forEach((value, k) => {
      const states = [12 - 1e-3 * i[k]!, -0.7 - 0.01 * i[k]!, o[k]!];
      const off = states.map((state) => Math.abs(value - state));
      if (off[2]! < 0.01) ended++;
      // To reltol of 12 V.
      expect(Math.min(...off)).toBeLessThan(0.012);
    });
    expect(ended).toBeGreaterThan(100);
    expect(certificate.missed).toEqual([]);
  });

  test('a boost converter too', () => {
    const body = 'V1 in 0 12\nL1 in a 10u\nS1 a 0 g 0 swi\nD1 a o dr\nC2 o 0 47u ic=20\nR1 o 0 500\n';
    const { column } = run(`boost\n${body}${gate}${models(kind)}.tran 1u 400u uic\n`, stepping);
    const [t, a, o, i] = [column('time'), column('v(a)'), column('v(o)'), column('i(l1)')];
    a.forEach((value, k) => {
      // From the start, which is none of them, it is L / R to the second.
      if (t[k]! < 1e-9) return;
      const states = [1e-3 * i[k]!, o[k]! + 0.7 + 0.01 * i[k]!, 12];
      expect(Math.min(...states.map((state) => Math.abs(value - state)))).toBeLessThan(0.025);
    });
  });
});

test('a tolerance of amperes that has the number of that of volts makes no amperes of volts', () => {
  const body =
    'V1 in 0 24\nS1 in a g1 0 swi\nS2 a 0 g2 0 swi\nD1 a in dr\nD2 0 a dr\nL1 a o 22u\nC1 o 0 22u\nR1 o 0 20\n';
  const gates = 'Vg1 g1 0 pulse(0 1 0 5n 5n 3u 10u)\nVg2 g2 0 pulse(0 1 3.3u 5n 5n 5u 10u)\n';
  const text = `leg\n${body}${gates}${models('leaking')}.tran .2u 200u uic\n`;
  const rowsWith = (abstol: number): Float64Array =>
    run(text, { ...stepping, vntol: 1e-6, abstol }).column('v(a)');
  const [equal, other] = [rowsWith(1e-6), rowsWith(1.001e-6)];
  equal.forEach((value, k) => {
    expect(Math.abs(value - other[k]!)).toBeLessThan(0.05);
  });
});

test('a switch that opens a coil takes its current in L / Roff, far below the digits of the time', () => {
  const coil = 'V1 in 0 48\nS1 in s g 0 swi\nDs s s1 dr\nLr s1 a 2u\nCr a 0 50n\nD1 0 a dr\n';
  const filter = 'Lo a o 100u\nCo o 0 22u\nRo o 0 6\nVg g 0 pulse(0 1 0 5n 5n 2.2u 6u)\n';
  const open = '.model swi sw(vt=.5 vh=0 ron=5m roff=1e8)\n.model dr d(Ron=20m Roff=10meg Vfwd=.6)\n';
  const { column, certificate } = run(`qr\n${coil}${filter}${open}.tran .1u 66u uic\n`, stepping);
  const [t, g, i] = [column('time'), column('v(g)'), column('i(lr)')];
  expect(t.at(-1)).toBe(66e-6);
  // 48 V and what the resonance adds, at 100 MOhm.
  i.forEach((value, k) => g[k] === 0 && expect(Math.abs(value)).toBeLessThan(2e-6));
  expect(Math.max(...i)).toBeGreaterThan(5);
  expect(certificate.missed).toEqual([]);
});

test('between two diodes that have both opened, the overshoot of a step turns neither over', () => {
  const leg =
    'V1 in 0 24\nS1 in a g1 0 swi\nS2 a 0 g2 0 swi\nD1 a in dr\nD2 0 a dr\nL1 a o 22u\nC1 o 0 22u\nR1 o 0 20\n';
  const gates = 'Vg1 g1 0 pulse(0 1 0 5n 5n 3u 10u)\nVg2 g2 0 pulse(0 1 3.3u 5n 5n 5u 10u)\n';
  const open = '.model swi sw(vt=.5 vh=0 ron=5m roff=1e8)\n.model dr d(Ron=20m Roff=10meg Vfwd=.6)\n';
  const { column } = run(`leg\n${leg}${gates}${open}.tran .2u 200u uic\n`, stepping);
  const [t, a, o, i] = [column('time'), column('v(a)'), column('v(o)'), column('i(l1)')];
  a.forEach((value, k) => {
    if (t[k]! < 1e-9) return;
    const current = i[k]!;
    const states = [
      24.6 - 0.02 * current,
      -0.6 - 0.02 * current,
      24 - 5e-3 * current,
      -5e-3 * current,
      o[k]!,
    ];
    // A diode that is about to open, and the coil behind it, have some mV between them.
    expect(Math.min(...states.map((state) => Math.abs(value - state)))).toBeLessThan(0.05);
  });
});

test('windings that a switch leaves in series have one current, that of their fluxes', () => {
  const coils =
    'V1 in 0 12\nL1 in a 40u\nL2 a b 40u\nK1 L1 L2 .97\nS1 a 0 g 0 swi\nD1 b o dr\nC1 o 0 22u\nR1 o 0 100\n';
  const { column, certificate } = run(
    `tapped boost\n${coils}Vg g 0 pulse(0 1 0 5n 5n 4u 10u)\n${models('leaking')}.tran .2u 200u uic\n`,
    stepping,
  );
  const [t, g, source] = [column('time'), column('v(g)'), column('i(v1)')];
  const [first, second] = [column('i(l1)'), column('i(l2)')];
  const largest = Math.max(...first);
  let opened = 0;
  g.forEach((gate, k) => {
    expect(Math.abs(source[k]! + first[k]!)).toBeLessThan(1e-9 * largest);
    if (gate < 0.49) expect(Math.abs(first[k]! - second[k]!)).toBeLessThan(1e-3 * largest);
    // Across the opening the flux that both coils share goes on: of equal ones half the current.
    if (t[k] !== t[k + 1] || first[k]! < 1 || second[k]! > 0.1 || second[k + 1]! < 0.1) return;
    opened++;
    expect(first[k + 1]! / first[k]!).toBeCloseTo(0.5, 3);
  });
  expect(opened).toBeGreaterThan(10);
  expect(certificate.missed).toEqual([]);
});

test('what a switch charges beside a diode that opens is a current, however short: V / Ron at its peak', () => {
  const leg =
    'V1 p 0 100\nV2 ga 0 pulse(0 1 63n 10n 10n 3u 6.3u)\nV3 gb 0 pulse(0 1 3.21u 10n 10n 3u 6.3u)\nS1 p x ga 0 swi\nD1 x p di\nS2 x 0 gb 0 swi\nD2 0 x di\nC1 x 0 680p\n';
  const tank =
    'C2 x r 18.5n\nL1 r t 23u\nL2 t 0 89u\nL3 a b 35u\nK1 L2 L3 .995\nD3 a o di\nD4 b o di\nD5 0 a di\nD6 0 b di\nC3 o 0 4.7u\nR1 o 0 15\n';
  const models = '.model swi sw(vt=.5 vh=0 ron=10m roff=1e9)\n.model di d\n';
  const { column, certificate } = run(`llc\n${leg}${tank}${models}.tran .5u 63u uic\n`, stepping);
  const source = column('i(v1)');
  const spikes = source.filter((value) => value < -9000).length;
  // The first periods begin hard.
  expect(spikes).toBeGreaterThan(1);
  expect(Math.min(...source)).toBeGreaterThan(-10001);
  expect(certificate.missed).toEqual([]);
});

test('outputs of a flyback whose coils are coupled by 1 are by steps what they are by exact events, with real diodes near that', () => {
  const body = (diode: string): string => `V1 in 0 15
V2 g 0 pulse(0 1 0 20n 20n 5.13u 20u)
L1 in d 1m
L2 0 s1 .68m
L3 0 s2 22u
K1 L1 L2 L3 1
S1 d 0 g 0 sw
R1 d sn 220
C1 sn 0 6.8n
D1 s1 o1 di
C2 o1 0 6.8u
R2 o1 0 33
D2 s2 o2 di
C3 o2 0 33u
R3 o2 0 220
.model sw sw(ron=1m roff=1e6 vt=0.5 vh=0)
.model di d${diode}
.tran 2u .2m uic`;
  const exact = run(netlist(body('')), { method: 'events' }, 'v(o1) v(o2)');
  const steps = run(netlist(body('')), { method: 'stepping' }, 'v(o1) v(o2)');
  expect(steps.certificate.missed).toEqual([]);
  for (const name of ['v(o1)', 'v(o2)'])
    expect(Math.abs(steps.final(name) / exact.final(name) - 1)).toBeLessThan(1e-3);
  const real = run(netlist(body('(is=1n n=1.2 rs=20m cjo=100p)')), {}, 'v(o1) v(o2)');
  expect(real.certificate.missed).toEqual([]);
  // Drops of .6 V: of 4 V on the larger winding less than a third goes to them.
  expect(real.final('v(o1)') / exact.final('v(o1)')).toBeGreaterThan(2 / 3);
});

test('two outputs of such a flyback that conduct together share its current as their capacitors want it', () => {
  const body = `V1 in 0 100
V2 g 0 pulse(0 1 0 20n 20n 2.18u 20u)
L1 in d 1m
L2 0 s1 68u
L3 0 s2 33u
K1 L1 L2 L3 1
S1 d 0 g 0 sw
R1 d sn 680
C1 sn 0 2.2n
D1 s1 o1 di
C2 o1 0 68u
R2 o1 0 15
D2 s2 o2 di
C3 o2 0 1u
R3 o2 0 6.8
.model sw sw(ron=1m roff=1e6 vt=0.5 vh=0)
.model di d
.tran 2u .12m uic`;
  const exact = run(netlist(body), { method: 'events' }, 'v(o1) v(o2) i(l2)');
  const steps = run(netlist(body), { method: 'stepping', certificate: 'sampled' }, 'v(o1) v(o2) i(l2)');
  for (const name of ['v(o1)', 'v(o2)', 'i(l2)'])
    expect(Math.abs(steps.final(name) - exact.final(name))).toBeLessThan(5e-3 * exact.final(name) + 1e-6);
  // One that conducts alone charges its capacitor beyond the other: they would take turns, every few ns.
  expect(steps.certificate.steps).toBeLessThan(2000);
});
