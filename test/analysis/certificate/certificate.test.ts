/** Whether a certificate notices what it is there to notice. */
import { describe, expect, test } from 'vitest';
import { HeldPointChecks } from '../../../src/analysis/certificate/laws/check-schedule.js';
import { CircuitLaws } from '../../../src/analysis/certificate/laws/circuit-laws.js';
import { LawCheck } from '../../../src/analysis/certificate/laws/law-check.js';
import { PointTrack } from '../../../src/analysis/certificate/point-track.js';
import type { ReducedSystem } from '../../../src/circuit/compiler/compiled-circuit.js';
import {
  missedBounds,
  numericalLossIsLarge,
  numericalLossShare,
} from '../../../src/analysis/certificate/certificate.js';
import type { Segment } from '../../../src/kernel/simulation/stream.js';
import { circuit, netlist, netlistText, run } from '../run-netlist.js';

/** A segment of two points, both of them the given one. */
function still(x: readonly number[], lambda: readonly number[]): Segment {
  const write = (_: number, outX: Float64Array, outLambda: Float64Array): void => {
    outX.set(x);
    outLambda.set(lambda);
  };
  return {
    t0: 0,
    t1: 1e-6,
    mode: 0,
    gridCount: 1,
    gridTime: (k) => k * 1e-6,
    gridPoint: write,
    interpolate: write,
  };
}

const bridge = circuit(netlistText('bridge.cir')).compiled.system;

/** The laws of a system, checked at points in turn. */
function checkAt(
  system: ReducedSystem,
  ...points: readonly (readonly [x: readonly number[], lambda: readonly number[]])[]
): LawCheck {
  const laws = new CircuitLaws(system, []);
  const track = new PointTrack(system);
  laws.announce(track);
  const check = new LawCheck(laws, { vntol: 1e-6, abstol: 1e-12 });
  const observer = new HeldPointChecks(track, check, { all: true, lawPoint: 1, side: 'right', turning: [] });
  for (const [x, lambda] of points) observer.segment(still(x, lambda));
  return check;
}

/** lambda = (-v(d1), i(d2), -v(d3), i(d4)) at vC = 10 V: d1 and d4 conduct 10 mA. */
const right = [0, 0, 10, 0.01] as const;

describe('a corrupted multiplier', () => {
  const check = (lambda: readonly number[]): LawCheck => checkAt(bridge, [[10, 0], lambda]);

  test('is absent from the right ones', () => {
    const { complementarity, kirchhoff, elementLaws, pointsChecked } = check(right);
    expect(pointsChecked).toBe(1);
    // A handful of operations on numbers of one size.
    expect(Math.max(complementarity.value, kirchhoff.value, elementLaws.value)).toBeLessThan(1e-14);
  });

  test.each([
    ['a voltage', [0, 0, 10.001, 0.01]],
    ['a current', [0, 1e-6, 10, 0.01]],
    ['a negative current', [0, 0, 10, -0.01]],
    ['a negative voltage', [-1e-5, 0, 10, 0.01]],
    ['a number that is none', [NaN, 0, 10, 0.01]],
  ])('is caught: %s', (_, lambda) => {
    expect(check(lambda).complementarity.value).toBeGreaterThan(1e-7);
  });

  test('is named with its element and time', () => {
    const { complementarity } = check([0, 0, 12, 0.01]);
    expect([complementarity.name, complementarity.time]).toEqual(['d3', 1e-6]);
  });
});

test("Kirchhoff's law is checked at every node: a branch that loses its current is found", () => {
  const forms = bridge.forms.map((form, k) =>
    bridge.branches[k]?.name === 'r1' ? { v: form.v, i: form.i.map((value) => 1.001 * value) } : form,
  );
  const checker = checkAt({ ...bridge, forms }, [[10, 0], right]);
  // 1e-3 of 10 mA, relative to the 20 mA that enter and leave.
  expect(checker.kirchhoff.value).toBeCloseTo(0.5e-3, 6);
  expect(['p', 'n']).toContain(checker.kirchhoff.name);
  expect([checker.elementLaws.name, checker.elementLaws.value > 1e-4]).toEqual(['r1', true]);
});

test('a missed bound names residual, time and place', () => {
  const fine = { value: 1e-12, time: 0, name: 'a' };
  const energy = {
    delivered: 1,
    dissipated: 1,
    stored: 0,
    numerical: 0,
    jumps: 0,
    error: 2e-6,
    relativeError: 2e-6,
  };
  const whole = run(netlistText('bridge.cir')).certificate;
  expect(whole.missed).toEqual([]);
  const bad = {
    ...whole,
    complementarity: { value: 2.5e-7, time: 1e-3, name: 'd1' },
    switches: { value: 1, time: 3e-6, name: 's1' },
    kirchhoff: { value: 1e-8, time: 2e-3, name: 'n' },
    elementLaws: fine,
    energy,
  };
  expect(missedBounds(bad)).toEqual([
    'complementarity residual 2.50e-7 > 1e-9 at t = 0.001 s (d1)',
    'switch state 1.00e+0 > 1e-9 at t = 0.000003 s (s1)',
    'Kirchhoff residual 1.00e-8 > 1e-9 at t = 0.002 s (n)',
    'energy balance 2.00e-6 > 0.000001 relative',
  ]);
});

test('the balance of sparse steps may be off by ten times their reltol', () => {
  const body = 'V1 a 0 sin(0 5 1k)\nR1 a b 1k\nC1 b 0 100n\n.tran 10u 2m';
  const { certificate } = run(netlist(body), { method: 'stepping' });
  const off = (relativeError: number): readonly string[] =>
    missedBounds({ ...certificate, energy: { ...certificate.energy, relativeError } });
  expect(off(0.0099)).toEqual([]);
  expect(off(0.011)).toEqual(['energy balance 1.10e-2 > 0.01 relative']);
});

test('a loss counts as large above 1 % of what is dissipated, and where nothing is dissipated', () => {
  const energy = { delivered: 0, stored: 0, jumps: 0, error: 0, relativeError: 0 };
  const large = (numerical: number, dissipated: number): boolean =>
    numericalLossIsLarge({ ...energy, numerical, dissipated });
  expect([large(0.009, 1), large(0.011, 1), large(-0.011, 1), large(1e-9, 0), large(0, 0)]).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('what a scheme takes below 1e-9 of the energies that occur is rounding, not a loss', () => {
  const energy = { delivered: 0, dissipated: 0, stored: 0, jumps: 0, error: 0, relativeError: 0, scale: 2 };
  expect(numericalLossIsLarge({ ...energy, numerical: -2e-9 })).toBe(false);
  expect(numericalLossIsLarge({ ...energy, numerical: 3e-9 })).toBe(true);
});

test('what impacts take counts as lost where the share of the scheme is told', () => {
  const energy = { delivered: 0, dissipated: 0, stored: -1, jumps: 0.995, error: 0, relativeError: 0 };
  expect(numericalLossShare({ ...energy, numerical: 0.005 })).toBeCloseTo(0.005 / 0.995, 15);
  expect(numericalLossIsLarge({ ...energy, numerical: 0.005 })).toBe(false);
  expect(numericalLossShare({ ...energy, jumps: 0, numerical: 1 })).toBeUndefined();
});

describe('the certificate of a run', () => {
  test('counts steps, modes and points, says how it was made and what is unique', () => {
    const { certificate } = run(netlistText('bridge.cir'), { theta: 0.5, gamma: 1, h: 1e-6 });
    expect(certificate).toMatchObject({
      method: 'theta = 0.5, gamma = 1, h = 1 us, source average',
      steps: 5000,
      events: 0,
      modesSeen: 2,
      // 16 half waves: 1591.55 Hz over 5 ms.
      modeChanges: 17,
      pointsChecked: 5000,
      sampling: 'full',
      impulses: [],
      undetermined: [],
      uniqueness:
        'waveforms are unique; multipliers are where D determines them (D is positive semidefinite)',
      tolerance: 1e-9,
      missed: [],
    });
    expect(certificate.incomplete).toBeUndefined();
  });

  test('reports the jump of an inconsistent start with charge and energy', () => {
    const { certificate } = run(netlistText('charge-sharing.cir'));
    const [c1, c2, ...none] = certificate.impulses;
    expect(none).toEqual([]);
    expect([c1?.element, c1?.unit, c2?.element]).toEqual(['c1', 'A s', 'c2']);
    // 1 uF goes from 10 V to 2.5 V, 3 uF takes the charge; 37.5 uJ are lost.
    expect(c1?.size).toBeCloseTo(-7.5e-6, 18);
    expect(c2?.size).toBeCloseTo(7.5e-6, 18);
    expect((c1?.energyLost ?? NaN) + (c2?.energyLost ?? NaN)).toBeCloseTo(37.5e-6, 18);
  });

  test('holds after a jump in the full scheme, whose first step is implicit', () => {
    const text = netlist(
      '.model d d\nC1 a 0 1u ic=10\nC2 a 0 3u ic=0\nD1 a b d\nR1 b 0 1k\n.tran 10u 5m uic',
    );
    for (const certificate of ['full', 'sampled']) {
      const run1 = run(text, { relation: 'gamma', gamma: 0.5, certificate });
      expect(run1.certificate.missed).toEqual([]);
    }
  });

  test('names the diodes that only together carry a determined voltage', () => {
    const { certificate } = run(netlistText('full-wave-filter.cir'));
    expect(certificate.undetermined).toEqual(['d1', 'd2', 'd3', 'd4']);
  });
});

test('a residual of exactly 0 has a time and an element: it was checked', () => {
  const { certificate } = run(
    netlist('V1 a 0 1\nR1 a 0 1\nC1 a 0 1u\nD1 0 a di\n.model di d\n.tran 1u 1m uic'),
  );
  expect(certificate.complementarity.value).toBe(0);
  expect(Number.isFinite(certificate.complementarity.time)).toBe(true);
  expect(certificate.complementarity.name).toBe('d1');
});

describe('a switch in a state that its control does not ask for', () => {
  const two = (vh: number): ReducedSystem =>
    circuit(
      netlist(
        `.model s sw(vt=5 vh=${vh} ron=1 roff=1e9)\nC1 g 0 1u ic=0\nR0 g 0 1k\nV1 a 0 10\nS1 a b g 0 s\nR1 b 0 9\n.tran 1u 1m uic`,
      ),
    ).compiled.system;
  /** The multiplier of the switch is its voltage: 0 when it is on; when it is off the leak leaves 90 nV beyond it. */
  const at = (control: number, multiplier: number): readonly [readonly number[], readonly number[]] => [
    [control],
    [multiplier],
  ];
  const on = 0;
  const off = -(10 - 9e-8);

  test('has the row that is assumed here', () => {
    const { rows, n } = two(0);
    expect([rows.length, rows[0]?.multiplier, n]).toEqual([1, 'voltage', 1]);
  });

  test('is found where it is off above its threshold, and on below it, and named with the time', () => {
    for (const [control, multiplier] of [
      [6, off],
      [4, on],
    ] as const) {
      const { switches, complementarity } = checkAt(two(0), at(control, multiplier));
      expect([switches.name, switches.time]).toEqual(['s1', 1e-6]);
      expect(switches.value).toBeGreaterThan(0.5);
      // Open or closed, the switch satisfies its own law.
      expect(complementarity.value).toBeLessThan(1e-7);
    }
  });

  test('is none where it obeys, or where its control stands at the threshold', () => {
    for (const point of [at(6, on), at(4, off), at(5, on), at(5, off)]) {
      expect(checkAt(two(0), point).switches.value).toBeLessThan(1e-7);
    }
  });

  test('is found inside its band by what its control was before', () => {
    expect(checkAt(two(2), at(8, on), at(6, on), at(2, off), at(4, off)).switches.value).toBeLessThan(1e-7);
    expect(checkAt(two(2), at(8, on), at(6, off)).switches.value).toBeGreaterThan(0.5);
    expect(checkAt(two(2), at(8, on), at(2, off), at(4, on)).switches.value).toBeGreaterThan(0.5);
  });
});

test('a steep edge late in a run is followed as exactly as its time is known', () => {
  // At 1 s times are known to 1e-16 s, in which the edge of 2 V/ns changes by 2e-7 V, 1e-8 of its height.
  const text = netlist(
    'V1 a 0 pulse(-10 10 0 10n 10n 9.0809090909u 18.1818181818u)\nL1 a b 150u ic=0\nR1 b 0 33\n.tran 10m 1 uic',
  );
  const { certificate } = run(text, { rowtol: 0 });
  expect(certificate.missed).toEqual([]);
  expect(certificate.pointsChecked).toBeGreaterThan(200_000);
});

test('what rounding makes of the charge of a large capacitor in the first steps of a fast start is no miss', () => {
  // 8.8 mC at 400 V are known to 2e-18 C: 20 A over a tenth of an attosecond.
  const text = netlist(
    'C1 o 0 220u ic=400\nR1 o d 5m\nC2 d 0 20f\nD1 o 0 dx\n.model dx d(is=1e-14 rs=1)\n.tran 1n 1u uic',
  );
  const { certificate } = run(text, { method: 'stepping' });
  expect(certificate.missed).toEqual([]);
  expect(certificate.kirchhoff.value).toBeLessThan(1e-4);
});

test('a node that capacitances alone join to a resistance carries the rounding of what that drives', () => {
  // At rest all currents are 0 but for rounding: 1e-18 A through the capacitances and the 1 kOhm behind them.
  const text = netlist(
    'V1 top 0 6\nC1 top mid 1n\nC2 mid low 1n\nR1 mid 0 10meg\nR2 low 0 1k\n.tran 10m 10m 0 10u',
  );
  const { certificate } = run(text);
  expect(certificate.pointsChecked).toBeGreaterThan(10);
  expect(certificate.missed).toEqual([]);
});
