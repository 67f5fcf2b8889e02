/** Circuits of `test/peers/ordinary`, shortened, in which steps once ended: what they must keep is known without a peer. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { netlist, type NetlistRun, run } from './run-netlist.js';

const folder = new URL('../peers/ordinary/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

/** Runs one with another `.tran`, to its end and with its certificate. */
function complete(name: string, card: string, options: Record<string, number | string> = {}): NetlistRun {
  const text = read(`${name}.cir`)
    .replace(/^\.include parts\.lib$/m, read('parts.lib'))
    .replace(/^\.tran.*/m, `.tran ${card}`);
  const result = run(text, options);
  expect(result.certificate.incomplete).toBeUndefined();
  expect(result.certificate.missed).toEqual([]);
  return result;
}

describe('ordinary circuits', () => {
  test('nodes between coils that only junctions tie together start behind every edge with the rates that they have', () => {
    const { certificate } = complete('converter-push-pull', '.2u 45u', { reltol: 3e-4 });
    // Steps of attoseconds, which rates taken from rounding asked for, had currents of rounding themselves.
    expect(certificate.stepping?.smallestStep).toBeGreaterThan(1e-14);
    expect(certificate.stepping?.failed).toBeLessThan(5);
  });

  test('power MOSFETs at 200 V run at tight tolerances, for the charge between gate and drain has its digits', () => {
    const run = (reltol: number) => complete('converter-phase-shifted-bridge', '.1u 1u', { reltol });
    const [tight, tighter] = [run(1e-5), run(3e-6)];
    // Where the charge was rounding no step was short enough at the first edge.
    expect(tight.certificate.stepping?.smallestStep).toBeGreaterThan(1e-14);
    // Both are within some reltol of the truth.
    expect(Math.abs(tight.final('i(lr)') - tighter.final('i(lr)'))).toBeLessThan(
      1e-4 * Math.abs(tighter.final('i(lr)')),
    );
  });

  test.each([1e-4, 1e-5])(
    'charged capacitors whose middle only leakage holds keep their steps before anything switches, at reltol = %s',
    (reltol) => {
      // Over 100 ns 1 uF at 150 V is known to .1 uA, and abstol asks for less.
      const { certificate, final } = complete('half-bridge-split', '.1u 12u', { reltol });
      expect(certificate.stepping?.smallestStep).toBeGreaterThan(1e-13);
      // From 10 us on 150 V drive 8 Ohm and 60 uH for 2 us.
      const expected = (150 / 8) * (1 - Math.exp((-8 * 2e-6) / 60e-6));
      expect(Math.abs(final('i(l1)') / expected - 1)).toBeLessThan(0.05);
    },
  );

  test('a capacitor at 20 V behind .1 Ohm, beside picofarads, lets a run begin at 10 nV and .1 pA', () => {
    const tight = { reltol: 1e-6, vntol: 1e-8, abstol: 1e-13, chgtol: 1e-16 };
    // What rounding of its charge makes of the currents at the start was an error of the first steps, the shorter the larger.
    const { certificate } = complete('ldo-pmos-transient', '2n 200n', tight);
    expect(certificate.stepping?.smallestStep).toBeGreaterThan(1e-12);
    expect(certificate.stepping?.failed).toBe(0);
  });

  test('what 1 uOhm at 24 V makes of the current of a gate is rounding beside a table too', () => {
    // An ulp of 24 V drives 3.6 nA through 1 uOhm: 36 nV at d, and microamperes through 10 nF in a tenth of a nanosecond.
    const text = netlist(
      'V1 dd 0 24\nRd dd d 10\nRs d e 1u\nD1 0 e j\nC1 d g 10n\nV2 h 0 pulse(0 1 1u 50n 50n 4u 10u)\nRg g h 10\n' +
        'E1 t 0 TABLE {v(g)} = (-0.5,1) (0.2,2) (0.8,4)\nRt t 0 1k\nD2 g 0 j\n.model j d(is=1e-12 cjo=3n)\n.tran 10n 4u',
    );
    const { certificate } = run(text, { method: 'stepping' });
    expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
    expect(certificate.stepping?.failed).toBe(0);
  });

  test('a bridge without charges of its own, which leaves its capacitor floating, keeps long steps at tight tolerances', () => {
    const text = netlist(
      'V1 a b sin(0 10 1k)\nR1 p n 1k\nC1 p n 1u\nD1 a p d\nD2 b p d\nD3 n a d\nD4 n b d\nRg b 0 1\n' +
        '.model d d(is=1e-12 n=1)\n.print tran v(p,n)\n.tran 10u 1m 0 1u uic',
    );
    const { certificate, column } = run(text, { method: 'stepping', reltol: 1e-5, abstol: 1e-15 });
    expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
    // Where all four block nothing but rounding says where p and n lie together: no error of a step.
    expect(certificate.stepping?.rejected).toBeLessThan(50);
    expect(certificate.stepping?.smallestStep).toBeGreaterThan(1e-9);
    const [time, v] = [column('time'), column('v(p,n)')];
    const at = (t: number): number => v[time.findIndex((one) => one > t - 1e-9)]!;
    expect(at(450e-6) / at(350e-6)).toBeCloseTo(Math.exp(-0.1), 5);
  });

  test('a latch of conditions within conditions is switched over by its comparators', () => {
    const { final, column } = complete('timer-555-comparators', '2u 260u');
    // 5 V, of which the supply's rise set the latch, are there until C1 has 2/3 of them: 1.1 x 14.7 kOhm x 10 nF.
    expect(Math.max(...column('v(out)'))).toBeCloseTo(5, 6);
    expect(final('v(c)')).toBeLessThan((2 / 3) * 5 + 0.05);
  });

  test('a source without a closed form beside diodes is stepped with their smooth laws', () => {
    const { certificate, column } = complete('detector-envelope', '1u .2m');
    expect(certificate.stepping).toBeDefined();
    // Carrier of 2 V x 1.5 at the most less the drop of a Schottky diode.
    expect(Math.max(...column('v(out)'))).toBeLessThan(3);
    expect(Math.max(...column('v(out)'))).toBeGreaterThan(2.2);
  });

  test('junctions with charges beside nothing ideal are stepped, fits of them where options of fits are written', () => {
    expect(complete('multiplier-doubler', '100u 40m').certificate.stepping).toBeDefined();
    const half = netlist('V1 a 0 sin(0 5 1k)\nD1 a b m\nR1 b 0 1k\n.model m d(is=1n cjo=10p)\n.tran 10u 1m');
    expect(run(half).certificate.stepping).toBeDefined();
    expect(run(half, { pwltol: 0.01 }).certificate.stepping).toBeUndefined();
  });

  test('a spark gap, which is consistent neither open nor closed at rest, starts as it begins and oscillates', () => {
    const { report, column } = run(
      netlist(
        'V1 s 0 1500\nR1 s a 100k\nC1 a 0 10n\nS1 a 0 a 0 g\n.model g sw(ron=1 roff=1g vt=600 vh=400)\n.tran 5u 5m',
      ),
    );
    expect(
      report.diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message),
    ).toEqual(['operating point: its switches have no consistent state; the run starts with s1 off']);
    // From 200 V to 1000 V behind 1500 V less the leak: RC ln(1300 / 500) = .956 ms; the discharge takes 16 ns.
    const v = column('v(a)');
    const t = column('time');
    const falls = [...v.keys()].filter((k) => k > 0 && v[k]! < 600 && v[k - 1]! >= 600).map((k) => t[k]!);
    expect(falls.length).toBeGreaterThan(3);
    expect((falls[3]! - falls[1]!) / 2).toBeCloseTo(1e-3 * Math.log(1300 / 500), 5);
  });
});
