/** Whole runs of circuits with couplings and controlled sources: their certificate counts every law and every joule. */
import { describe, expect, test } from 'vitest';
import { runCard } from '../../src/analysis/simulate.js';
import type { AnalysisReport } from '../../src/analysis/analysis.js';
import { circuitOptionsFrom } from '../../src/circuit/circuit-options.js';
import { compileCircuit } from '../../src/circuit/compile.js';
import { type Added, behavioural, coupled, flatWith, linear, voltage } from '../circuit/with-elements.js';

function run(text: string, elements: readonly Added[]): AnalysisReport {
  const flat = flatWith(text, elements);
  const circuitOptions = circuitOptionsFrom(flat.options);
  const { compiled } = compileCircuit(flat, circuitOptions);
  const [card] = flat.analyses;
  if (!compiled || !card) throw new Error('the circuit must compile');
  return runCard({ flat, compiled, circuitOptions }, card, []);
}

function finalOf({ final }: AnalysisReport, name: string): number {
  return final.find((value) => value.name === name)?.value ?? NaN;
}

const scheme = '.options method=theta theta=0.5 gamma=0.5 certificate=full';

describe('coupled inductors', () => {
  test.each([0.5, 0.99, 1])('with K = %d keep their energy balance to rounding', (k) => {
    const report = run(
      `${scheme}\nL1 a 0 1m ic=1\nC1 a 0 1u\nL2 b 0 4m\nR2 b 0 100\n.tran 1u 1m uic\n.print v(a)`,
      [coupled('k1', ['l1', 'l2'], k)],
    );
    // theta = gamma = 1/2 closes to rounding (conventions: energy of schemes): 1000 steps of 1e-16 each.
    expect(report.certificate?.energy.relativeError).toBeLessThan(1e-12);
    expect(report.certificate?.missed).toEqual([]);
  });

  test('with K = 1 ring as the closed form says', () => {
    // C1 with L1 alone: the secondary is open, no current flows in it. f = 1/(2 pi sqrt(LC)).
    const report = run(
      `${scheme}\nL1 a 0 1m ic=1\nC1 a 0 1u\nL2 b 0 4m\nR2 b 0 1e12\n.tran 10n 100u uic\n.print v(b)`,
      [coupled('k1', ['l1', 'l2'], 1)],
    );
    const w = 1 / Math.sqrt(1e-9);
    // v(a) = -i0 sqrt(L/C) sin(w t), twice that across l2. Trapezoidal rule: phase error (w h)^2 / 12 w t = 3e-8.
    expect(finalOf(report, 'v(b)') / (2 * Math.sqrt(1e3))).toBeCloseTo(-Math.sin(w * 1e-4), 6);
  });
});

describe('controlled sources', () => {
  test('a saturating amplifier with a capacitor integrates until it saturates', () => {
    const report = run(
      `${scheme}\nV1 a 0 1\nR1 a m 1k\nC1 m o 1u\nR2 o 0 1k\n.tran 1u 20m uic\n.print v(o) v(m)`,
      [behavioural('e1', ['o', '0'], 'v', 'limit(-1e5 * v(m), -12, 12)')],
    );
    expect(finalOf(report, 'v(o)')).toBeCloseTo(-12, 9);
    expect(report.certificate?.missed).toEqual([]);
    expect(report.certificate?.elementLaws.value).toBeLessThan(1e-9);
  });

  test('a comparator with hysteresis by feedback oscillates', () => {
    // R C from the output; threshold +-5 = 10/2: period 2 R C ln 3.
    const report = run(
      `${scheme}\nC1 m 0 1u\nR1 o m 1k\nR2 o p 1k\nR3 p 0 1k\n.tran 1u 10m uic\n.print v(o) v(m)`,
      [behavioural('e1', ['o', '0'], 'v', 'limit(1e6 * (v(p) - v(m) + 1u), -10, 10)')],
    );
    expect(Math.abs(finalOf(report, 'v(o)'))).toBeCloseTo(10, 6);
    expect(Math.abs(finalOf(report, 'v(m)'))).toBeLessThan(5.02);
    expect(report.certificate?.modeChanges).toBeGreaterThan(4);
  });

  test('a gyrator stores the energy of the inductor that it makes', () => {
    const report = run(`${scheme}\nC1 a 0 1u ic=1\nC2 b 0 1u\nR1 a 0 10k\n.tran 1u 1m uic\n.print v(a)`, [
      linear('g1', ['a', '0'], voltage('b'), 1e-3),
      linear('g2', ['b', '0'], voltage('a'), -1e-3),
    ]);
    expect(report.certificate?.energy.relativeError).toBeLessThan(1e-12);
  });
});
