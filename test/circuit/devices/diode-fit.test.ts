import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diodeVoltage, fitDiode } from '../../../src/circuit/devices/semiconductors/diode-fit.js';
import { graphBranches } from '../../../src/circuit/compiler/graph.js';
import type { Branch } from '../../../src/circuit/primitives.js';
import { tryCompile } from '../compile-text.js';

/** Current of parallel branches at v; infinite slopes only above their threshold. */
function currentAt(branches: readonly Branch[], v: number): number {
  let sum = 0;
  for (const branch of branches) {
    if (branch.kind === 'resistance') sum += v / branch.resistance;
    else if (branch.kind === 'current') sum += branch.signal.value(0);
    else if (branch.kind === 'unilateral') {
      const own = branch.reversed ? -v : v;
      const i = Math.max(0, own - branch.threshold) / branch.resistance;
      sum += branch.reversed ? -i : i;
    }
  }
  return sum;
}

const place = { element: 'd1', a: 'a', b: 'b' };

describe('the fit of an exponential diode', () => {
  test('stays within its tolerance from 1e-12 A to 10 A, for any parameters', () => {
    const parameters = fc.record({
      saturation: fc.double({ min: -16, max: -8, noNaN: true }).map((e) => 10 ** e),
      slopeVoltage: fc.double({ min: 0.002, max: 0.05, noNaN: true }),
      series: fc.constantFrom(0, 0.01, 1),
    });
    fc.assert(
      fc.property(parameters, (diode) => {
        const fit = fitDiode(diode, 2e-3);
        // The vertices carry rounding of 1e-16 of volts; series resistance makes them up to 10 V.
        expect(fit?.error).toBeLessThanOrEqual(2e-3 + 1e-12);
        const branches = graphBranches(place, fit?.graph ?? { vertices: [], left: 0, right: 0 });
        for (const i of [1e-11, 1e-6, 1e-3, 0.1, 5]) {
          // The law of the branches at f(i) + 2.1 mV carries at least i, at f(i) - 2.1 mV at most i.
          const v = diodeVoltage(diode, i);
          expect(currentAt(branches, v + 2.1e-3)).toBeGreaterThanOrEqual(i * (1 - 1e-6));
          expect(currentAt(branches, v - 2.1e-3)).toBeLessThanOrEqual(i * (1 + 1e-6));
        }
      }),
      { seed: 2, numRuns: 60 },
    );
  });

  test('is a rising graph for any law, bound and range', () => {
    const power = (min: number, max: number): fc.Arbitrary<number> =>
      fc.double({ min, max, noNaN: true }).map((e) => 10 ** e);
    const law = fc.record({ saturation: power(-300, 2), slopeVoltage: power(-8, 2), series: power(-9, 3) });
    fc.assert(
      fc.property(law, power(-9, 0), fc.integer({ min: 1, max: 6 }), (diode, tolerance, decades) => {
        const fit = fitDiode(diode, tolerance, 10 ** decades);
        if (fit) expect(graphBranches(place, fit.graph).length).toBeGreaterThan(0);
      }),
      { seed: 3, numRuns: 150 },
    );
  });

  test('has slopes that grow for every bound and range, beyond 10 A too', () => {
    for (const tolerance of [1e-3, 0.03, 0.1, 0.2])
      for (const largest of [10, 10.01, 11, 30, 100, 1000]) {
        const diode = { saturation: 76.9e-12, slopeVoltage: 0.0375, series: 0 };
        const { graph } = fitDiode(diode, tolerance, largest) ?? { graph: undefined };
        const branches = graphBranches(place, graph ?? { vertices: [], left: 0, right: 0 });
        // Four times the tolerance and as much above the law.
        const v = diodeVoltage(diode, largest);
        expect(currentAt(branches, v + 8.1 * tolerance)).toBeGreaterThan(largest);
        expect(currentAt(branches, v - 0.1 * tolerance)).toBeLessThan(largest);
      }
  });

  test('goes on to a million amperes where the circuit drives that, within four times the tolerance', () => {
    for (const series of [0, 1e-4]) {
      const diode = { saturation: 1e-12, slopeVoltage: 0.0259, series };
      const [short, long] = [fitDiode(diode, 1e-3), fitDiode(diode, 1e-3, 1e6)];
      const branches = graphBranches(place, long?.graph ?? { vertices: [], left: 0, right: 0 });
      for (let i = 10; i < 1e6; i *= 1.05) {
        const v = diodeVoltage(diode, i);
        expect(currentAt(branches, v + 4.01e-3)).toBeGreaterThanOrEqual(i);
        expect(currentAt(branches, v - 4.01e-3)).toBeLessThanOrEqual(i);
      }
      // Five decades.
      expect((long?.graph.vertices.length ?? 0) - (short?.graph.vertices.length ?? 0)).toBeLessThanOrEqual(
        10,
      );
    }
  });

  test('reaches as far as sources, resistances and coils can drive a current', () => {
    const noteOf = (cards: string): string =>
      tryCompile(`.model d d(is=1e-12)\n${cards}`).diagnostics.find(({ code }) => code === 'diode-fit')
        ?.message ?? '';
    expect(noteOf('V1 a 0 5\nD1 a b d\nR1 b 0 1k')).toContain('from 1e-12 A to 10 A');
    expect(noteOf('V1 a 0 12\nD1 a b d\nR1 b 0 5m')).toContain(' to 10000 A');
    expect(noteOf('I1 0 a 1500\nD1 a 0 d')).toContain(' to 10000 A');
    expect(noteOf('V1 a 0 100\nL1 a b 1u\nD1 b c d\nC1 c 0 1m\nR1 c 0 1k')).toContain('to 10000 A');
  });

  test('reports its segments and its measured error in a note', () => {
    const { compiled, diagnostics } = tryCompile('.model d d(is=1e-12 n=0.1)\nV1 a 0 1\nD1 a b d\nR1 b 0 1k');
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'diode model d is fitted by 12 segments, within 0.001 V from 1e-12 A to 10 A',
    ]);
    expect(compiled?.descriptor.branches.filter(({ element }) => element === 'd1')).toHaveLength(12);
  });

  test('is ideal, with a note, where the whole drop lies below pwltol', () => {
    const { compiled, diagnostics } = tryCompile(
      '.model d d(is=1e-12 n=0.001)\nV1 a 0 1\nD1 a b d\nR1 b 0 1k',
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'diode model d drops at most 0.000774 V from 1e-12 A to 10 A, below pwltol = 0.001 V: its diodes are ideal',
    ]);
    expect(compiled?.descriptor.branches[1]).toMatchObject({
      kind: 'unilateral',
      resistance: 0,
      threshold: 0,
    });
  });

  test('takes the model of a white LED of four chips, whose N counts them', () => {
    const { compiled, diagnostics } = tryCompile(
      '.model d d(is=2.87419e-15 n=13.57447 rs=0.59063)\nV1 a 0 12\nD1 a 0 d',
    );
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(compiled).toBeDefined();
  });

  test('is refused, with a hint, where it would take too many segments', () => {
    const { compiled, diagnostics } = tryCompile('.options pwltol=1u\n.model d d(n=1)\nV1 a 0 1\nD1 a 0 d');
    expect(compiled).toBeUndefined();
    expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      [
        'the exponential of diode d1 needs more than 512 segments from 1e-12 A to 10 A for pwltol = 0.000001 V',
        'raise option pwltol, or give Ron and Vfwd instead of IS and N',
      ],
    ]);
  });
});

describe('a graph', () => {
  test('with slopes that fall, then grow, is reproduced by its branches', () => {
    const vertices = [
      { v: -3, i: -2 },
      { v: -1, i: -0.5 },
      { v: 2, i: 0.25 },
      { v: 3, i: 1.25 },
    ];
    const branches = graphBranches(place, { vertices, left: 4, right: 8 });
    for (const { v, i } of [...vertices, { v: -4, i: -6 }, { v: 0.5, i: -0.125 }, { v: 4, i: 9.25 }]) {
      expect(currentAt(branches, v)).toBeCloseTo(i, 12);
    }
    expect(branches.map(({ name }) => name)).toEqual(['d1', 'd1#2', 'd1#3', 'd1#4', 'd1#5', 'd1#6']);
  });

  test('with slopes that grow, then fall, is refused', () => {
    const vertices = [
      { v: 0, i: 0 },
      { v: 1, i: 1 },
    ];
    expect(() => graphBranches(place, { vertices, left: 0, right: 0 })).toThrow(
      'the slopes of a graph must fall, then grow',
    );
  });
});
