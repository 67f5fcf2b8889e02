/** Sparse steps: the current of a capacitor that a diode lays across a source has no state, and jumps where the diode closes. */
import { expect, test } from 'vitest';
import { run } from './run-netlist.js';

/** Two capacitors of 1 nF, a source of trapezoids of 10 V/us, a load of 10 kOhm. */
const doubler = [
  'V1 a 0 pulse(0 10 0 1u 1u 4u 10u)\nC1 a b 1n\nD1 0 b di\nD2 b o di',
  'C2 o 0 1n\nR1 o 0 10k\n.model di d\n.tran .5u 200u uic',
].join('\n');

test('currents of a voltage doubler are those of one of its states', () => {
  const { column, certificate } = run(`doubler\n${doubler}\n`, { method: 'stepping', certificate: 'full' });
  const [i, o] = [column('i(v1)'), column('v(o)')];
  const moved = new Set<number>();
  i.forEach((value, k) => {
    const load = o[k]! / 1e4;
    const first = [-10e-3, 0, 10e-3];
    const both = [-(10e-3 + load) / 2, -load / 2];
    const off = [...first, ...both].map((state) => Math.abs(value - state));
    const least = Math.min(...off);
    moved.add(off.indexOf(least));
    // Beside reltol of the largest current: what the row of an event lies between.
    expect(least).toBeLessThan(0.2e-3);
  });
  expect([...moved].sort()).toEqual([1, 2, 3, 4]);
  expect(certificate.missed).toEqual([]);
});

test('a diode that clamps a capacitor to a source takes the current of a coil at once', () => {
  const trap = [
    'V1 in 0 10\nS1 in a g 0 swi\nVg g 0 pulse(0 1 10u 0 0 10u 50u)\nL1 a b 10u\nC1 b 0 1u\nD1 0 a di\nD2 b in di\nR1 b 0 50',
    '.tran .5u 300u uic\n.model swi sw(vt=.5 vh=0 ron=0 roff=1e30)\n.model di d',
  ].join('\n');
  const { column } = run(`trap\n${trap}\n`, { method: 'stepping', certificate: 'full' });
  const [i, coil, b] = [column('i(v1)'), column('i(l1)'), column('v(b)')];
  const clamped = new Set<number>();
  i.forEach((value, k) => {
    const load = b[k]! / 50;
    // Through the switch, through both, through D2 alone, through none.
    const off = [-coil[k]!, -load, coil[k]! - load, 0].map((state) => Math.abs(value - state));
    const least = Math.min(...off);
    clamped.add(off.indexOf(least));
    expect(least).toBeLessThan(0.02);
  });
  expect(clamped.size).toBe(4);
});

test('rows of a step within which diodes commutate lie between its stages, whoever reads them', () => {
  const rectifier = [
    'V1 a 0 sin(0 100 50)\nV2 b 0 sin(0 100 50 0 0 -60)\nE1 an 0 0 a 1\nE2 bn 0 0 b 1\nD1 a x dr\nD2 an x dr\nD3 b y dr\nD4 bn y dr',
    'Lx1 x m 5m\nLx2 m y 5m\nK1 Lx1 Lx2 .999\nL1 m o 10m\nR1 o 0 5\n.model dr d(Ron=10m Roff=1meg Vfwd=.7)\n.tran 100u 60m uic',
  ].join('\n');
  // Products are read by script.
  for (const outputs of ['i(v2)', 'i(v2) {i(v2)*v(o)}']) {
    const current = run(`interphase\n${rectifier}\n`, { method: 'stepping' }, outputs).column('i(v2)');
    // Its diode carries nothing backwards, but for 200 V at 1 MOhm, what there is beside 14 A.
    expect(Math.max(...current)).toBeLessThan(3e-4);
    expect(Math.min(...current)).toBeLessThan(-10);
  }
});

test('a source that at its peak only touches the voltage of a capacitor is passed: few steps', () => {
  const rectifiers = Array.from({ length: 14 }, (_, k) =>
    [
      `V${k} a${k} 0 sin(0 ${10 + k} ${50 * (1 + ((0.618034 * k) % 1))})`,
      `D${k} a${k} b${k} d\nC${k} b${k} 0 ${10 + k}u\nR${k} b${k} 0 ${300 + 7 * k}\nRc${k} b${k} b${(k + 1) % 14} ${100 + 3 * k}`,
    ].join('\n'),
  );
  const { certificate } = run(
    `ring\n${rectifiers.join('\n')}\n.model d d(Ron=10m Roff=1e7 Vfwd=.6)\n.tran 100u .1 uic\n`,
    { method: 'stepping' },
    'v(b0)',
  );
  // Twenty a period and rectifier, of some 75 Hz.
  expect(certificate.steps).toBeLessThan(20 * 14 * 7.5);
  expect(certificate.missed).toEqual([]);
});
