/** Sparse steps: nodes between coils that only a capacitor ties to others, where a diode opens and none of them has a charge. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, run } from './run-netlist.js';

const stepping = { method: 'stepping', certificate: 'full' } as const;
const switches = 'Vg g 0 pulse(0 1 0 0 0 4u 10u)\n.model di d\n.model swi sw(vt=.5 vh=0 ron=0 roff=1e30)\n';

describe('converters in discontinuous conduction', () => {
  test('a Cuk converter: with all open, coils of one current halve what is across both', () => {
    const body =
      'V1 in 0 12\nL1 in a 100u\nS1 a 0 g 0 swi\nC1 a b 4.7u\nD1 b 0 di\nL2 b o 100u\nC2 o 0 22u\nR1 o 0 500\n';
    const { column, certificate } = run(`cuk\n${body}${switches}.tran 1u 600u uic\n`, stepping);
    const [a, b, o, g] = [column('v(a)'), column('v(b)'), column('v(o)'), column('v(g)')];
    let open = 0;
    a.forEach((value, k) => {
      expect(Math.abs(value)).toBeLessThan(60);
      if (g[k]! > 0.5 || Math.abs(b[k]!) < 1) return;
      open++;
      // 12 - v(a) = v(b) - v(o): of equal coils in series; to reltol of 40 V.
      expect(Math.abs(value + b[k]! - o[k]! - 12)).toBeLessThan(0.04);
    });
    expect(open).toBeGreaterThan(100);
    expect(certificate.missed).toEqual([]);
  });

  test.each(['roff=1e30', 'roff=1e9'])('a Zeta converter too, its switch with %s', (roff) => {
    const body =
      'V1 in 0 12\nS1 in a g 0 swi\nL1 a 0 100u\nC1 a b 4.7u\nD1 0 b di\nL2 b o 100u\nC2 o 0 22u ic=15\nR1 o 0 500\n';
    const circuit = `zeta\n${body}${switches.replace('roff=1e30', roff)}.tran 1u 400u uic\n`;
    const { column } = run(circuit, stepping);
    const [a, b, o, g] = [column('v(a)'), column('v(b)'), column('v(o)'), column('v(g)')];
    let open = 0;
    a.forEach((value, k) => {
      if (g[k]! > 0.5 || Math.abs(b[k]!) < 1) return;
      open++;
      // What one coil has at a the other has from b to o, with one current in both: v(a) = -(v(b) - v(o)).
      expect(Math.abs(value + b[k]! - o[k]!)).toBeLessThan(0.04);
    });
    expect(open).toBeGreaterThan(50);
  });
});

test('a voltage multiplier of diodes, whose source ties all its capacitors, is no such group: few steps', () => {
  const body = `V1 a 0 sin(0 100 10k)\nC1 a n1 100n\nD1 0 n1 dr\nD2 n1 n2 dr\nC2 n2 0 100n\nC3 n1 n3 100n\nD3 n2 n3 dr\nD4 n3 n4 dr\nC4 n4 n2 100n\nC5 n3 n5 100n\nD5 n4 n5 dr\nD6 n5 n6 dr\nC6 n6 n4 100n\nR1 n6 0 1meg\n.model dr d(Ron=10m Roff=1meg Vfwd=.7)`;
  const { certificate } = run(`ladder\n${body}\n.tran 10u 5m uic\n`, stepping);
  expect(certificate.steps).toBeLessThan(3000);
});

test('transistors between coils move behind a corner no further than what bends there, whatever the last digits of their charges', () => {
  const transistor = (farads: number) =>
    `Ls 5 g 7n\nLd 97 0 5n\nRg 95 96 7.4\nRs 5 76 .01\nD1 76 97 dr\nM1 98 96 76 76 mn\nCd 96 98 ${farads}\nCs 76 96 8n\nRd 98 97 4m\nLg 95 d1 7n\n.model dr d cjo=${farads / 2} rs=20m is=.3n bv=50\n.model mn nmos vto=4 kp=18\n`;
  for (let k = 0; k < 8; k++) {
    const body = `Vd dd 0 24\nR1 dd d 10\nL1 d d1 1u\nVg g0 0 pulse(0 12 1u 50n 50n 4u 10u)\nR2 g0 g 10\n${transistor(3e-9 + 0.37e-9 * k)}`;
    const { column, certificate } = run(`coils\n${body}.tran 10n 1.001u\n`);
    const [time, v] = [column('time'), column('v(d1)')];
    expect(certificate.missed).toEqual([]);
    time.forEach((t, row) => {
      // Coils alone divide what the gate's voltage has come to.
      const come = Math.max(0, (12 * (t - 1e-6)) / 50e-9);
      expect(Math.abs(v[row]! - 24)).toBeLessThanOrEqual(come + 0.01);
    });
  }
});

test('no node gets a conductance where that makes no mode regular: a thyristor that holds itself', () => {
  const body = `V1 a 0 sin(0 100 50)
V2 g 0 pulse(0 1 1.44m 1u 1u .2m 20m)
V3 y z 0
B1 c 0 V={if(v(g)>.5 | i(V3)>0.015, 1, 0)}
S1 a x c 0 sw
D1 x y d
L1 z o 1m
R1 o 0 10
D2 0 z d
.model d d
.model sw sw(ron=.1 roff=1e12 vt=0.5 vh=0)
.tran .1m 20m uic`;
  const { runs, diagnostics } = simulate({ name: 't.cir', text: netlist(body) }, { options: stepping });
  expect(runs[0]!.report.certificate!.missed).toEqual([]);
  expect(diagnostics.filter(({ message }) => message.startsWith('nothing determines'))).toEqual([]);
});

test('a group behind a capacitor with milliohms in it is put to ground as others are, and rounding leaves nothing of it open', () => {
  const { diagnostics, runs } = simulate(
    netlist(
      `V1 a 0 1
R1 a b 1k
D1 b 0 m
.model m d(is=1e-14)
C1 b w 68n
RA x w 1m
RB w y 50k
C2 a z 68n
.options method=stepping
.op`,
    ),
  );
  const notes = diagnostics.map(({ message }) => message).filter((text) => /nothing|rounding/.test(text));
  expect(notes.sort()).toEqual([
    'nothing determines v(y): it got 1e-9 S to ground',
    'nothing determines v(z): it got 1e-12 S to ground',
  ]);
  for (const name of ['v(w)', 'v(x)', 'v(y)', 'v(z)'])
    expect(runs[0]!.report.final.find((one) => one.name === name)?.value).toBe(0);
});
