import { describe, expect, it } from 'vitest';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { HandCircuit, pulseSignal, signalOf, stepSignal } from './hand-circuit.js';

describe('sparse stepper: events', () => {
  it('a loop of two capacitors that a switch closes shares its charge', () => {
    const circuit = new HandCircuit().capacitor('a', '0', 1e-6).capacitor('b', '0', 3e-6);
    circuit.resistor('a', '0', 1e6).source('c', 'c', '0', stepSignal(1e-3, 0, 1));
    circuit.idealSwitch('s', 'a', 'b', 'c', '0', 0.5, 0.5);
    const system = circuit.system();
    const z = new Float64Array(system.size);
    z[circuit.index('v(a)')] = 8;
    const stepper = new SparseStepper(system, { t0: 0, z });
    while (stepper.t < 1e-3) stepper.step(1e-3);
    const before = stepper.z[circuit.index('v(a)')]!;
    stepper.step(1.0001e-3);
    expect(before).toBeCloseTo(8 * Math.exp(-1e-3), 6);
    const [a, b] = [stepper.z[circuit.index('v(a)')]!, stepper.z[circuit.index('v(b)')]!];
    // The resistor discharges both with 4 s of time constant: 2.5e-5 of the voltage at most since the jump.
    expect(a).toBeCloseTo(b, 10);
    expect(a).toBeCloseTo((before / 4) * Math.exp(-(stepper.t - 1e-3) / 4), 7);
  });

  it('an ideal bridge rectifies exactly', () => {
    const circuit = new HandCircuit().source(
      'v',
      'a',
      'b',
      signalOf((t) => Math.sin(t)),
    );
    circuit.idealDiode('d1', 'a', 'p').idealDiode('d2', 'b', 'p');
    circuit.idealDiode('d3', '0', 'a').idealDiode('d4', '0', 'b').resistor('p', '0', 2);
    const system = circuit.system();
    const stepper = new SparseStepper(system, { t0: 0, z: new Float64Array(system.size) }, { maxStep: 0.1 });
    while (stepper.t < 10) {
      stepper.step(10);
      expect(stepper.z[circuit.index('v(p)')]!).toBeCloseTo(Math.abs(Math.sin(stepper.t)), 12);
      const currents = ['d1', 'd2', 'd3', 'd4'].map((d) => stepper.z[circuit.index(`i(${d})`)]!);
      expect(Math.min(...currents)).toBeGreaterThanOrEqual(0);
    }
  });

  it('a capacitor behind an ideal diode keeps the crest of a sine', () => {
    const circuit = new HandCircuit().source(
      'v',
      'in',
      '0',
      signalOf((t) => 10 * Math.sin(t)),
    );
    circuit.resistor('in', 'a', 1e-3).idealDiode('d', 'a', 'p').capacitor('p', '0', 1e-3);
    const system = circuit.system();
    const stepper = new SparseStepper(system, { t0: 0, z: new Float64Array(system.size) });
    while (stepper.t < 20) stepper.step(20);
    // reltol of the crest; the lag of 1 us behind the source is 5e-12 of it.
    expect(Math.abs(stepper.z[circuit.index('v(p)')]! - 10)).toBeLessThan(1e-3 * 10);
  });

  it('a coil that runs empty through an ideal diode stays empty', () => {
    // Charged to 1 A, against 10 V through 1 mH: empty after 0.1 ms.
    const circuit = new HandCircuit().source('v', 'out', '0', 10).inductor('l', '0', 'a', 1e-3);
    circuit.idealDiode('d', 'a', 'out').resistor('a', '0', 1e5);
    const system = circuit.system();
    const z = new Float64Array(system.size);
    z[circuit.index('i(l)')] = 1;
    const stepper = new SparseStepper(system, { t0: 0, z });
    const ends: number[] = [];
    while (stepper.t < 3e-4) {
      const step = stepper.step(3e-4);
      if (ends.length === 0 && stepper.counters.locatedEvents > 0) ends.push(step.t1);
    }
    // The resistor takes 0.1 mA beside the diode: that much of 0.1 ms, and the error of two steps.
    expect(Math.abs(ends[0]! - 1e-4)).toBeLessThan(2e-7);
    expect(stepper.z[circuit.index('i(d)')]!).toBe(0);
    expect(Math.abs(stepper.z[circuit.index('i(l)')]!)).toBeLessThan(1e-3);
  });

  it('an oscillator of a switch with hysteresis keeps its period in closed form', () => {
    const circuit = new HandCircuit()
      .source('v', 'in', '0', 1)
      .resistor('in', 'c', 1e3)
      .capacitor('c', '0', 1e-6);
    circuit.resistor('c', 'd', 100).idealSwitch('s', 'd', '0', 'c', '0', 0.6, 0.3);
    for (const reltol of [1e-3, 1e-5]) {
      const system = circuit.system();
      const stepper = new SparseStepper(system, { t0: 0, z: new Float64Array(system.size) }, { reltol });
      const turns: number[] = [];
      let located = 0;
      while (stepper.t < 10e-3) {
        stepper.step(10e-3);
        if (stepper.counters.locatedEvents > located) turns.push(stepper.t);
        located = stepper.counters.locatedEvents;
      }
      const on = 1e-3 * Math.log(1 / 0.4);
      const tau = 1e-6 / (1 / 1e3 + 1 / 100);
      const level = 100 / 1100;
      const off = tau * Math.log((0.6 - level) / (0.3 - level));
      const again = 1e-3 * Math.log(0.7 / 0.4);
      // Voltage errs by reltol; at 0.6 V the capacitor rises by 0.4 V a time constant of 1 ms.
      expect(turns[0]! / on).toBeCloseTo(1, 2);
      expect(Math.abs(turns[20]! - (on + 10 * (off + again))) / turns[20]!).toBeLessThan(3 * reltol);
    }
  });

  it('a comparator that fights itself slides, and is named', () => {
    const circuit = new HandCircuit().source('v', 'in', '0', 2).source('r', 'ref', '0', 1);
    circuit.idealSwitch('s', 'in', 'x', 'ref', 'c', 0, 0).resistor('x', 'c', 1e3).capacitor('c', '0', 1e-6);
    circuit.resistor('c', '0', 1e4);
    const system = circuit.system();
    const stepper = new SparseStepper(system, { t0: 0, z: new Float64Array(system.size) });
    while (stepper.t < 3e-3) stepper.step(3e-3);
    expect(stepper.z[circuit.index('v(c)')]!).toBeCloseTo(1, 2);
    expect(stepper.notes).toEqual(['the switch of row of i(s) chatters: it got a hysteresis of 0.002']);
  });

  it('a clocked buck keeps its mean', () => {
    const circuit = new HandCircuit().source('vin', 'in', '0', 12);
    circuit.source('vg', 'g', '0', pulseSignal(0, 1, 0, 1e-8, 1e-8, 4e-6, 1e-5));
    circuit.idealSwitch('s', 'in', 'sw', 'g', '0', 0.5, 0.5).idealDiode('d', '0', 'sw');
    circuit.inductor('l', 'sw', 'out', 1e-4).capacitor('out', '0', 1e-5).resistor('out', '0', 5);
    const system = circuit.system();
    const stepper = new SparseStepper(system, { t0: 0, z: new Float64Array(system.size) });
    let [mean, from] = [0, 0];
    const out = Float64Array.of(0);
    const unknown = Int32Array.of(circuit.index('v(out)'));
    while (stepper.t < 5e-3) {
      const step = stepper.step(5e-3);
      const { t0, t1 } = step;
      if (t0 < 4.9e-3 - 1e-12) continue;
      if (from === 0) from = t0;
      // The polynomial of a step is a parabola: Simpson's rule is its integral.
      for (const [part, weight] of [
        [0, 1],
        [0.5, 4],
        [1, 1],
      ] as const) {
        step.read(t0 + part * (t1 - t0), out, undefined, unknown);
        mean += (weight * (t1 - t0) * out[0]!) / 6;
      }
    }
    // Settled long ago (time constant 0.1 ms): 12 V times the duty of 4.01 us in 10 us.
    expect(mean / (5e-3 - from)).toBeCloseTo(4.812, 2);
    expect(stepper.counters.locatedEvents).toBe(1000);
  });
});
