/**
 * Modes are selected where their event is: what is not coupled to it, or only loosely, keeps its state; and what follows
 * within rounding of time or of the states (leakages behind 1 TOhm, segments of a fitted diode passed in 1e-20 s) is right.
 */
import { describe, expect, test } from 'vitest';
import { netlist, run, type NetlistRun } from './run-netlist.js';

/** README's Schmitt oscillator: v(m) between -5 and 5 V towards -10 and 10 V, half a period of 1 us ln 3. */
const oscillator =
  'B1 out 0 V={if(v(p) > v(m), 10, -10)}\nR1 out m 1k\nC1 m 0 1n\nR2 out p 1k\nR3 p 0 1k\n.model d d';
const half = 1e-6 * Math.log(3);

/** Times at which v(out) jumps. */
function turns(result: NetlistRun): number[] {
  const [t, v] = [result.column('time'), result.column('v(out)')];
  return [...t.keys()].slice(1).flatMap((k) => (v[k]! * v[k - 1]! < 0 ? [t[k]!] : []));
}

describe('a Schmitt oscillator turns at its thresholds alone', () => {
  test.each([
    ['a diode circuit that reads it', 'E1 a 0 m 0 1\nD1 a k d\nR4 k 0 1k', 0],
    [
      'one that reads it through a bridge',
      'E1 a b m 0 3\nD1 a k d\nD2 b k d\nD3 0 a d\nD4 0 b d\nR4 k 0 1k',
      0,
    ],
    ['a diode with leakage that reads its output', 'D1 out k dl\nR4 k 0 1k\nC4 k 0 3n', 0],
    ['a rectifier coupled by 10 MOhm', 'V1 a 0 sin(0 1 130k)\nD1 a k d\nR4 k 0 1k\nR9 k m 10meg', 1e-4],
    [
      'a peak detector coupled by 1 MOhm',
      'V1 a 0 sin(0 3 170k)\nD1 a k d\nR4 k 0 1k\nC4 k 0 2n\nR9 k m 1meg',
      5e-3,
    ],
    [
      'a clamp on the reference, 10 MOhm away',
      'V1 a 0 sin(0 5 230k)\nR5 a k 1k\nD1 k 0 d\nD2 0 k d\nR9 k p 10meg',
      1e-3,
    ],
  ])('beside %s', (_, beside, tolerance) => {
    const result = run(netlist(`${oscillator}\n.model dl d(Ron=.1 Roff=1e9)\n${beside}\n.tran 20n 30u uic`));
    expect(result.certificate.missed).toEqual([]);
    const times = turns(result);
    for (let k = 2; k < times.length; k++) {
      expect(Math.abs(times[k]! - times[k - 1]! - half) / half).toBeLessThanOrEqual(tolerance + 1e-9);
    }
    // The first from 0 V takes 1 us ln 2.
    expect(times).toHaveLength(1 + Math.floor((30e-6 - 1e-6 * Math.log(2)) / half));
  });
});

describe('finite resistances beside ideal parts', () => {
  const finite = '.model m d(Ron=20m Roff=1e12 Vfwd=.3)\n.model d d';

  test('a clamp of both before a comparison', () => {
    const text = `V1 n1 0 sin(0 10 300k)\nD2 n1 n6 m\nD3 0 n6 d\nB1 b2 0 V={if(v(n6) > 0, 5, 0)}\n${finite}\n.tran 20n 10u uic`;
    const result = run(netlist(text), {}, 'v(n1),v(n6)');
    expect(result.certificate.missed).toEqual([]);
    const [v, n6] = [result.column('v(n1)'), result.column('v(n6)')];
    // Nothing else is at n6: it follows v(n1) - .3 V while D2 conducts the leakage of none, and is held at 0 V by D3 else.
    v.forEach((value, k) => expect(n6[k]!).toBeGreaterThanOrEqual(Math.min(0, value) - 1e-9));
  });

  test.each([
    ['m', 'd', 'd'],
    ['m', 'm', 'm'],
    ['d', 'm', 'd'],
  ])('a capacitor behind three diodes, %s %s %s', (one, two, three) => {
    const text = `D1 0 x1 ${one}\nC2 0 y1 4u ic=3\nD3 y1 x1 ${two}\nD6 x1 0 ${three}\n${finite}\n.tran 1u 1m uic`;
    expect(run(netlist(text)).certificate.missed).toEqual([]);
  });

  test('no source at all: nothing flows, and nothing is what the balance is relative to', () => {
    const text = '.model m d(Ron=10m Roff=10meg Vfwd=.6)\nD1 s p m\nD3 0 s m\nR2 p 0 5k\n.tran 1u 1m uic';
    expect(run(netlist(text)).certificate.missed).toEqual([]);
  });
});

describe('events closer together than evtol', () => {
  test('two diodes of a bridge that end 1e-16 s after each other do so one after the other', () => {
    const phases = ['a', 'b', 'c'].map(
      (phase, k) =>
        `V${phase} s${phase} 0 sin(0 325 50 0 0 ${-120 * k})\nL${phase} s${phase} ${phase} 47u\n` +
        `Dp${phase} ${phase} p d\nDn${phase} n ${phase} d`,
    );
    const text = `${phases.join('\n')}\nR1 p n 470\nC1 p n 68u\n.model d d(Ron=1m)\n.tran 120u 20m uic`;
    expect(run(netlist(text)).certificate.missed).toEqual([]);
  });

  test('a switch that interrupts 15 A behind a fitted diode passes its segments one by one', () => {
    const text =
      'V1 in 0 33\nV2 g 0 pulse(0 1 1u .2u .2u 7.8u 20u)\nL1 in x 136u\nL2 x xl .3u\nS1 xl 0 g 0 s\nC1 x y 9.4u\n' +
      'D1 y 0 f\nL3 y o 940u\nC2 o 0 66u\nR1 o 0 2.2\n.model s sw(ron=10m roff=10meg vt=.5 vh=0)\n' +
      '.model f d(IS=1n N=1.5 RS=.05)\n.tran .8u 120u uic';
    expect(run(netlist(text)).certificate.missed).toEqual([]);
  });
});

test('a transformer behind diodes of 1 MOhm and 1 TOhm keeps what the smaller leakage leaves', () => {
  const text =
    'V1 in 0 sin(0 325 50)\nR1 in a .22\nL1 a 0 .47\nL2 s1 0 .01\nK1 L1 L2 1\nD1 s1 p m\nD2 0 p n\nL3 p xp 4.7m\n' +
    'C1 xp 0 2.2u\nR2 xp 0 47\n.model m d(Ron=10m Roff=1e6 Vfwd=.6)\n.model n d(Ron=20m Roff=1e12 Vfwd=.3)\n.tran .2m 40m uic';
  expect(run(netlist(text)).certificate.missed).toEqual([]);
});

test('three phases start into a bridge of fitted diodes whose segments have slopes of 2 mOhm to 0.8 GOhm', () => {
  const phases = ['a', 'b', 'c'].map(
    (phase, k) =>
      `V${phase} s${phase} 0 sin(0 325 50 0 0 ${-120 * k})\nL${phase} s${phase} ${phase} 47u\n` +
      `Dp${phase} ${phase} p d\nDn${phase} n ${phase} d`,
  );
  const text = `${phases.join('\n')}\nR1 p n 100\nR2 n 0 150k\n.model d d(IS=1e-14 N=1)\n.tran 60u 4m uic`;
  const result = run(netlist(text), { method: 'events' });
  expect(result.certificate.missed).toEqual([]);
  // The line voltage is 325 sqrt(3) = 563 V, between 487 V and it at any time, less two junctions of 1 V or less and 47 uH.
  const [t, p, n] = ['time', 'v(p)', 'v(n)'].map((name) => result.column(name));
  t!.forEach((time, k) => {
    if (time < 1e-3) return;
    expect(p![k]! - n![k]!).toBeGreaterThan(480);
    expect(p![k]! - n![k]!).toBeLessThan(563);
  });
});

test('a transistor hands its coil to a fitted diode whose segments of 1e-12 A follow each other in 1e-20 s', () => {
  // Drain: 1 TOhm of gain from the gate's 60 MV/s, beside which the diode's thresholds are the fourteenth digit.
  const text =
    '.model m1 nmos(vto=2 kp=.5)\nV1 in 0 4.7\nV2 g 0 pulse(0 12 0 .2u .2u 4u 10u)\nL1 in d 10u\n' +
    '.model m2 d(IS=1e-14 N=1)\nD1 d o m2\nC1 o 0 4.7u\nR1 o 0 6.8\nM1 d g 0 0 m1 w=100u l=10u\n.tran .2u 16u uic';
  const result = run(netlist(text), { method: 'events' });
  expect(result.certificate.missed).toEqual([]);
  expect(result.certificate.zenoPoints).toEqual([]);
});

test('a multiplier at rest starts as its source does: rows whose fourth derivative is the first that is not 0', () => {
  const stages = [1, 2, 3].map(
    (k) =>
      `D${2 * k} p${k} q${k} d\nC${2 * k} ${k === 1 ? '0' : `q${k - 1}`} q${k} 100n\n` +
      `C${2 * k + 1} p${k} p${k + 1} 100n\nD${2 * k + 1} q${k} p${k + 1} d`,
  );
  const text =
    `V1 in 0 sin(0 22 50k)\nL1 in a .33m\nC1 a p1 100n\nD1 0 p1 d\n${stages.join('\n')}\nD8 p4 q4 dl\n` +
    'C8 q3 q4 100n\nR1 q4 0 1g\n.model d d\n.model dl d(Ron=.05 Roff=1e9 Vfwd=.7)\n.tran .32u 5u uic';
  const result = run(netlist(text), { method: 'events' });
  expect(result.certificate.missed).toEqual([]);
  expect(result.certificate.zenoPoints).toEqual([]);
  // All diodes but the last conduct: C1 and C2 in series ring with L1, and halve their voltage.
  const [w, w0] = [2 * Math.PI * 50e3, 1 / Math.sqrt(0.33e-3 * 50e-9)];
  const [t, v] = [result.column('time'), result.column('v(q1)')];
  t.forEach((time, k) => {
    const both = (22 / (1 - (w / w0) ** 2)) * (Math.sin(w * time) - (w / w0) * Math.sin(w0 * time));
    expect(Math.abs(v[k]! - both / 2)).toBeLessThan(1e-6);
  });
});

test('a guard that fired is 0, however steep: the last thresholds of a fitted diode are passed in 1e-18 s', () => {
  const text =
    '.model m1 nmos(vto=3 kp=.1)\nV1 in 0 15\nV2 g 0 pulse(0 10 0 .2u .2u 4u 10u)\nL1 in d 220u\n' +
    '.model m2 d(IS=1e-14 N=1)\nD1 d o m2\nC1 o 0 15u\nR1 o 0 68\nM1 d g 0 0 m1 w=100u l=10u\n.tran .2u 1u uic';
  const result = run(netlist(text), { method: 'events' });
  expect(result.certificate.zenoPoints).toEqual([]);
});

test('three phases start into diodes of two kinds: a current that cancels is 0, not 1e-46 A', () => {
  const text =
    'V1 sa 0 sin(0 325 50 0 0 0)\nL1 sa a 220u\nV2 sb 0 sin(0 325 50 0 0 -120)\nR1 sb b .33\n' +
    'V3 sc 0 sin(0 325 50 0 0 -240)\nL2 sc c 220u\nD1 a p dl\nD2 n a dl\nD3 b p dl\nD4 n b dl\n' +
    'D5 c p df\nD6 n c df\nL3 p xp .68m\nR2 xp n 3.3\nR3 n 0 680k\n' +
    '.model dl d(Ron=.1 Roff=inf)\n.model df d(IS=1e-14 N=1)\n.tran .12m 5m uic';
  const result = run(netlist(text), { method: 'events' });
  expect(result.certificate.missed).toEqual([]);
  expect(result.certificate.zenoPoints).toEqual([]);
});

test('where the current of a coil goes over to the other pair of fitted diodes, their first segments take it', () => {
  // Between both pairs nothing holds the node t: its voltage jumps by 87 V, past the thresholds of all 16 segments of d3.
  const { certificate } = run(
    netlist(
      'V1 p 0 68\nV2 ga 0 pulse(0 1 .3u 0 0 4.7u 10u)\nV3 gb 0 pulse(0 1 5.3u 0 0 4.7u 10u)\nS1 p x ga 0 s\nS2 x 0 gb 0 s\n' +
        'D1 x p d\nD2 0 x d\nC1 x r 195n\nL1 r t 9.02u\nL2 t 0 27.06u\nD3 t o d\nD4 n t d\nD5 0 o d\nD6 n 0 d\n' +
        'C2 o n 1.5u\nR1 n 0 33\nC3 o 0 1.5u\nR2 o 0 33\n.model s sw(ron=0 roff=inf vt=.5)\n.model d d(is=1e-14)\n.tran .2u 9u uic',
    ),
    { method: 'events', evtol: 1e-16 },
  );
  expect(certificate.missed).toEqual([]);
  expect(certificate.zenoPoints ?? []).toEqual([]);
});

test('a node between two coils goes from one fitted diode to the other, past all segments of both', () => {
  // Where the upper one lets go the node jumps by hundreds of volts: the lower one goes down its 38 segments to the one that carries nothing yet.
  const resonant =
    'V1 x 0 68\nC1 x r 36n ic=772\nL1 r t 17.5u ic=5.65\nL2 t 0 52.5u ic=.38\nD3 t o d\nD4 n t d\nD5 0 o d\nD6 n 0 d\n' +
    'C2 o n 16.5u ic=24.7\nR1 n 0 33\nC3 o 0 750n ic=25.6\nR2 o 0 68\n.model d d(IS=1e-14 N=1)\n.tran 10n 400n uic';
  const { certificate } = run(netlist(resonant), { method: 'events', pwltol: 1e-3 });
  expect(certificate.incomplete).toBeUndefined();
  // The rounding of the circuit's own volts.
  expect(certificate.complementarity.value).toBeLessThan(1e-12);
});

test('a segment of a fitted diode that no current can flow through carries 0, not rounding: a bridge of unlike diodes', () => {
  const bridge =
    'V1 in n sin(0 325 50)\nR1 in a .068\nD1 a p ideal\nD2 0 a finite\nD3 n p fitted\nD4 0 n finite\nR2 p 0 4700\nC1 p 0 15u\n' +
    '.model ideal d\n.model finite d(Ron=.1 Roff=inf)\n.model fitted d(IS=1e-14 N=1)\n.tran .2m 40m uic';
  const { certificate } = run(netlist(bridge), { method: 'events' });
  expect(certificate.incomplete).toBeUndefined();
  expect(certificate.missed).toEqual([]);
});

test('a latch that a steep edge turns on late in a run turns on where the edge crosses its threshold', () => {
  // At 23 ms the time is known to 3.5e-18 s: on an edge of 1 V/us 3.5e-12 V, on either side of the threshold.
  const latch =
    'V1 a 0 sin(0 32 50)\nVg g 0 pulse(0 1 2.96m 1u 1u .2m 20m)\nB1 c 0 V={if(v(g)>.5 | i(Vs)>2.76m,1,0)}\n' +
    'S1 a x c 0 s\nD1 x y d\nVs y z 0\nL1 z o 15m\nR1 o 0 44.2\nDf 0 z d\n.model s sw(ron=10m roff=1e7 vt=.5 vh=0)\n.model d d\n.tran 50u 60m uic';
  const result = run(netlist(latch), { method: 'events' }, 'v(c),i(l1)');
  expect(result.certificate.missed).toEqual([]);
  const [t, c] = [result.column('time'), result.column('v(c)')];
  const on = [...t.keys()].slice(1).flatMap((k) => (c[k]! > 0.5 && c[k - 1]! < 0.5 ? [t[k]!] : []));
  expect(on.length).toBe(3);
  // Exact but for the rounding of the time.
  on.forEach((at, k) => expect(Math.abs(at - (2.9605e-3 + k * 20e-3))).toBeLessThan(1e-16));
});

test('where the matrix excludes a second solution none is looked for behind a mode that is new: a multiplier of fitted diodes', () => {
  const multiplier =
    'V1 a 0 sin(0 33 1k)\nL1 a b 150u\nC1 b p 3.3u\nD1 0 p d\nD2 p q d\nC2 q 0 3.3u\nR1 q 0 15k\n' +
    '.model d d(IS=1n N=1.5 RS=.05)\n.tran 20u 5m uic';
  const { certificate } = run(netlist(multiplier), { method: 'events' });
  expect(certificate.missed).toEqual([]);
  // Problems are posed at the start alone, some over shorter and shorter steps; modes that are nearby are found without.
  expect(certificate.modesSeen).toBeGreaterThan(30);
  expect(certificate.lcpSolves).toBeLessThan(15);
});
