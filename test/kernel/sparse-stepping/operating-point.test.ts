import { describe, expect, it } from 'vitest';
import type { LocalLaw } from '../../../src/kernel/modeling/laws/local-law.js';
import { CompiledDescriptor } from '../../../src/kernel/simulation/sparse-stepping/compiled-descriptor.js';
import { operatingPoint } from '../../../src/kernel/simulation/sparse-stepping/operating-point.js';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { HandCircuit } from './hand-circuit.js';
import { junction, mos1 } from './hand-laws.js';

const solve = (circuit: HandCircuit) => operatingPoint(new CompiledDescriptor(circuit.system()), 0);

describe('operating point of a sparse descriptor system', () => {
  it('a diode behind a resistor carries what Lambert says', () => {
    const circuit = new HandCircuit().source('v', 'in', '0', 5).resistor('in', 'd', 1e3);
    circuit.law(junction, 'd1', ['d', '0'], ['d', '0'], [1e-14, 1, 0]);
    const { z, way } = solve(circuit);
    const v = z[circuit.index('v(d)')]!;
    // What the resistor brings is what the diode takes, with its 1e-12 S of slope alone left out of its current.
    expect((5 - v) / 1e3 / (1e-14 * Math.expm1(v / 0.02585))).toBeCloseTo(1, 10);
    expect(way).toBe('newton');
  });

  it('a chain of junctions from 200 V is found, however steep', () => {
    const circuit = new HandCircuit().source('v', 'n0', '0', 200);
    for (let k = 0; k < 20; k++)
      circuit.law(junction, `d${k}`, [`n${k}`, `n${k + 1}`], [`n${k}`, `n${k + 1}`], [1e-14, 1, 0]);
    circuit.resistor('n20', '0', 10);
    const { z } = solve(circuit);
    const drop = z[circuit.index('v(n0)')]! - z[circuit.index('v(n1)')]!;
    const current = z[circuit.index('v(n20)')]! / 10;
    // To the rounding of 200 V in 40 thermal voltages a junction.
    expect((1e-14 * Math.expm1(drop / 0.02585)) / current).toBeCloseTo(1, 10);
    expect(drop * 20 + 10 * current).toBeCloseTo(200, 6);
  });

  it('a latch of two inverters without a start finds one of its points', () => {
    const circuit = new HandCircuit().source('vdd', 'dd', '0', 5);
    for (const [input, output] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      circuit.law(mos1, `p${output}`, [output, input, 'dd'], [output, 'dd'], [-1, 2e-4, 1, 0.01]);
      circuit.law(mos1, `n${output}`, [output, input, '0'], [output, '0'], [1, 2e-4, 1, 0.01]);
    }
    const { z } = solve(circuit);
    const [a, b] = [z[circuit.index('v(a)')]!, z[circuit.index('v(b)')]!];
    // By symmetry 2.5 V each, or one at 5 V and the other at 0.
    expect(Math.min(Math.abs(a - 2.5), Math.abs(a), Math.abs(a - 5))).toBeLessThan(1e-6);
    expect(a + b).toBeCloseTo(5, 6);
  });

  it('a node between two capacitors is grounded by 1e-12 S, which is said, and no other node is', () => {
    const circuit = new HandCircuit()
      .source('v', 'in', '0', 5)
      .capacitor('in', 'm', 1e-9)
      .capacitor('m', '0', 1e-9);
    circuit.resistor('in', 'out', 1).resistor('out', '0', 1);
    const { z, notes } = solve(circuit);
    expect(notes).toEqual(['nothing determines v(m): it got 1e-12 S to ground']);
    expect(z[circuit.index('v(m)')]!).toBe(0);
    expect(z[circuit.index('v(out)')]!).toBe(2.5);
  });

  it('where there is none a pseudo-transient that goes round gives up', () => {
    // 2 mA flow into a node of 1 kOhm until it is at 1 V, from there on 1 mA out of it: nowhere are they what 1 kOhm takes.
    const jumping: LocalLaw = {
      name: 'jumping',
      reads: 1,
      rows: 1,
      parameterCount: 0,
      conducts: Uint8Array.of(1),
      stores: Uint8Array.of(0),
      evaluate(_parameters, _at, v, { f, df }) {
        f[0] = v[0]! < 1 ? -2e-3 : 1e-3;
        df[0] = 0;
      },
    };
    const circuit = new HandCircuit().resistor('a', '0', 1e3);
    circuit.law(jumping, 'j', ['a'], ['a'], []);
    const compiled = new CompiledDescriptor(circuit.system());
    expect(() => operatingPoint(compiled, 0)).toThrow(/at the operating point/);
    expect([...compiled.counters.fallbacks.keys()]).toContain('pseudo-transient');
    // Some 20 points that have no solution cost 100 iterations each.
    expect(compiled.counters.newtonIterations).toBeLessThan(6000);
  });

  it('two sources in parallel that differ name what cannot be', () => {
    const circuit = new HandCircuit()
      .source('v1', 'a', '0', 5)
      .source('v2', 'a', '0', 6)
      .resistor('a', '0', 1);
    expect(() => solve(circuit)).toThrow(
      /^the equations do not determine all unknowns at the operating point \(unknown i\(v[12]\)\)$/,
    );
  });

  it('ideal diodes in parallel share their current evenly, which is said', () => {
    const circuit = new HandCircuit().currentSource('0', 'a', 2).resistor('b', '0', 1);
    circuit.idealDiode('d1', 'a', 'b').idealDiode('d2', 'a', 'b');
    const { z, notes } = solve(circuit);
    // The resistances that make it even are 1e-6 Ohm beside 1 Ohm.
    expect(z[circuit.index('i(d1)')]!).toBeCloseTo(1, 6);
    expect(z[circuit.index('i(d2)')]!).toBeCloseTo(1, 6);
    expect(notes).toEqual([
      'nothing determines how ideal parts share a current or a voltage: they share it evenly',
    ]);
  });

  it('a run from the operating point stays there', () => {
    const circuit = new HandCircuit()
      .source('v', 'in', '0', 5)
      .resistor('in', 'd', 1e3)
      .capacitor('d', '0', 1e-9);
    circuit.law(junction, 'd1', ['d', '0'], ['d', '0'], [1e-14, 1, 0]);
    const compiled = new CompiledDescriptor(circuit.system());
    const { z, guards } = operatingPoint(compiled, 0);
    const stepper = new SparseStepper(compiled, { t0: 0, z, guards });
    while (stepper.t < 1) stepper.step(1);
    expect(stepper.z[circuit.index('v(d)')]!).toBeCloseTo(z[circuit.index('v(d)')]!, 9);
    expect(stepper.counters.accepted).toBeLessThan(40);
  });
});
