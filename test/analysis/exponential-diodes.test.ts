/**
 * Exponential diodes by exact events at the step that a user writes. Truth: the equation of the exponential itself, which
 * every row must meet within the fit's tolerance; certificates that hold; an equal state by another way.
 */
import { describe, expect, test } from 'vitest';
import { netlist, run, type NetlistRun } from './run-netlist.js';

const thermal = (1.380649e-23 / 1.602176634e-19) * 300.15;

function complete(text: string): NetlistRun {
  // These are tests of the fits, which exact events take.
  const result = run(text, { method: 'events' });
  expect(result.certificate.missed).toEqual([]);
  expect(result.certificate.incomplete).toBeUndefined();
  return result;
}

/** Largest | v - n Vt ln(1 + i / Is) | over rows in the range of the fit. */
function worstDrop(v: (k: number) => number, i: Float64Array, n: number): number {
  return i.reduce((worst, current, k) => {
    if (!(current > 1e-11)) return worst;
    return Math.max(worst, Math.abs(v(k) - n * thermal * Math.log1p(current / 1e-12)));
  }, 0);
}

describe.each([1, 0.1, 0.01])('n = %d', (n) => {
  const model = `.model dd d(is=1e-12 n=${n})\n`;

  test('a half-wave rectifier drops what the exponential drops', () => {
    const result = complete(netlist(`V1 a 0 sin(0 10 1k)\nD1 a o dd\nR1 o 0 1k\n${model}.tran 10u 2m`));
    const [a, o] = [result.column('v(a)'), result.column('v(o)')];
    const current = o.map((v) => v / 1e3);
    expect(worstDrop((k) => a[k]! - o[k]!, current, n)).toBeLessThan(1.0001e-3);
  });

  test('diodes in series share a current that each drop belongs to', () => {
    const body = `V1 a 0 pulse(-10 10 0 1u 1u 400u 1m)\nR1 a m 100\nD1 m k dd\nD2 k o dd\nD3 o 0 dd\nRo k 0 1k\n`;
    const result = complete(netlist(`${body}${model}.tran 10u 2m`));
    const [a, m, k, o] = ['v(a)', 'v(m)', 'v(k)', 'v(o)'].map((name) => result.column(name));
    const first = a!.map((v, r) => (v - m![r]!) / 100);
    const others = first.map((i, r) => i - k![r]! / 1e3);
    // Below a nanoampere the difference of the two currents has no digits left for a logarithm.
    const large = others.map((i) => (i > 1e-6 ? i : 0));
    expect(
      worstDrop(
        (r) => m![r]! - k![r]!,
        first.map((i) => (i > 1e-6 ? i : 0)),
        n,
      ),
    ).toBeLessThan(1.001e-3);
    expect(worstDrop((r) => k![r]! - o![r]!, large, n)).toBeLessThan(1.001e-3);
    expect(worstDrop((r) => o![r]!, large, n)).toBeLessThan(1.001e-3);
  });
});

test.each([1, 0.01])('a flyback with an ideal transformer, 1 mOhm and 1 GOhm completes for n = %d', (n) => {
  const converter = [
    'Vin in 0 24\nVg g 0 pulse(0 1 0 10n 10n 3.99u 10u)\nLp in d 100u ic=0\nLs 0 s 25u ic=0\nK1 Lp Ls 1',
    'S1 d 0 g 0 sw1\nDc d cl dd\nRc cl in 1k\nCc cl in 100n ic=0\nD1 s o dd\nC1 o 0 10u ic=0\nRL o 0 10',
    `.model sw1 sw(vt=0.5 vh=0 ron=1m roff=1e9)\n.model dd d(is=1e-12 n=${n})\n.tran 1u 1m uic`,
  ];
  const result = complete(netlist(converter.join('\n')));
  expect(Math.abs(result.certificate.energy.relativeError)).toBeLessThan(1e-9);
});

test('the same flyback with ideal diodes completes', () => {
  const result = complete(
    netlist(
      'Vin in 0 24\nVg g 0 pulse(0 1 0 10n 10n 3.99u 10u)\nLp in d 100u ic=0\nLs 0 s 25u ic=0\nK1 Lp Ls 1\n' +
        'S1 d 0 g 0 sw1\nDc d cl di\nRc cl in 1k\nCc cl in 100n ic=0\nD1 s o di\nC1 o 0 100u ic=0\nRL o 0 10\n' +
        '.model sw1 sw(vt=0.5 vh=0 ron=1m roff=1e9)\n.model di d\n.tran 1u 0.5m uic',
    ),
  );
  expect(result.certificate.kirchhoff.value).toBeLessThan(1e-12);
});

test.each(['', ' uic'])(
  'a bridge of 152 segments completes%s, and each drop is the exponential one',
  (start) => {
    const result = complete(
      netlist(
        'V1 a b sin(0 10 1000)\nR1 p n 1k\nC1 p n 1u\nD1 a p dd\nD2 b p dd\nD3 n a dd\nD4 n b dd\nRg b 0 1\n' +
          `.model dd d(is=1e-12 n=1)\n.tran 1u 3m${start}`,
      ),
    );
    const [a, b, p, n] = ['v(a)', 'v(b)', 'v(p)', 'v(n)'].map((name) => result.column(name));
    const source = result.column('i(v1)');
    // While a is positive the source's current flows through D1 and D4.
    const forward = source.map((i, k) => (a![k]! - b![k]! > 2 && -i > 1e-6 ? -i : 0));
    expect(forward.some((i) => i > 1e-2)).toBe(true);
    expect(worstDrop((k) => a![k]! - p![k]!, forward, 1)).toBeLessThan(1.01e-3);
    expect(worstDrop((k) => n![k]! - b![k]!, forward, 1)).toBeLessThan(1.01e-3);
  },
);

test('a forward knee current of 0 is none, as in SPICE', () => {
  const current = (knee: string): number =>
    run(netlist(`v1 1 0 0.8\nd1 1 0 m\n.model m d(is=1e-14 ${knee})\n.op`)).final('i(v1)');
  expect(current('ikf=0')).toBe(current(''));
  expect(current('ikf=1m')).toBeGreaterThan(current(''));
});

test('a coil that lets go through a diode beside a channel of 35 A knows its last picoamperes', () => {
  // At the last segments of the diode 1e-19 A of 700 uA, and of the two terms of 35 A between which the channel stands, are nanovolts.
  const boost =
    'V1 in 0 6.8\nVg g 0 pulse(0 12 0 .2u .2u 4u 10u)\nL1 in d 470u\nD1 d o dd\nC1 o 0 22u\nR1 o 0 15\n' +
    'M1 d g 0 0 nm w=100u l=10u\n.model nm nmos(vto=3 kp=2)\n.model dd d(is=1e-14 n=1)\n';
  for (const [step, stop] of ['.1u 4u', '.2u 100u'].map((each) => each.split(' '))) {
    const { certificate } = run(netlist(`${boost}.tran ${step} ${stop} uic`), {
      method: 'events',
      certificate: 'full',
    });
    expect(certificate.missed, stop).toEqual([]);
    // Half of the bound that certificates have: no luck of one rounding.
    expect(certificate.complementarity.value, stop).toBeLessThan(5e-10);
  }
});
