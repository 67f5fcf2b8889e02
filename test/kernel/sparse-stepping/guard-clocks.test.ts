import { describe, expect, it } from 'vitest';
import { PiecewiseAffineSignal } from '../../../src/circuit/sources/piecewise-affine-signal.js';
import type { DescriptorSystem } from '../../../src/kernel/modeling/descriptor-system.js';
import type { Signal } from '../../../src/kernel/modeling/signals/signal.js';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import type { SparseSteppingOptions } from '../../../src/kernel/simulation/sparse-stepping/descriptor/stepping-options.js';
import { sinSignal } from '../../../src/circuit/sources/sin.js';
import { HandCircuit } from './hand-circuit.js';

const period = 1e-3;
const [rise, width] = [1e-6, 0.4e-3];

/** 0 to 1 within `rise` from `delay` on, and back. */
function gate(delay: number): Signal {
  const segment = (offset: number, length: number, from: number, to: number) => ({
    offset,
    length,
    from,
    to,
  });
  return new PiecewiseAffineSignal({
    ...{ before: 0, origin: delay, period },
    segments: [
      segment(0, rise, 0, 1),
      segment(rise, width, 1, 1),
      segment(rise + width, rise, 1, 0),
      segment(2 * rise + width, period - 2 * rise - width, 0, 0),
    ],
  });
}

/** From -1 to 1 and back. */
const triangle = new PiecewiseAffineSignal({
  ...{ before: -1, origin: 0, period },
  segments: [
    { offset: 0, length: period / 2, from: -1, to: 1 },
    { offset: period / 2, length: period / 2, from: 1, to: -1 },
  ],
});

/** The same values and corners; when it goes beyond a level is not known. */
function opaque(signal: Signal): Signal {
  return {
    constant: false,
    value: (t) => signal.value(t),
    valueLeft: (t) => signal.valueLeft(t),
    integral: (t0, t1) => signal.integral(t0, t1),
    nextBreakpoint: (t) => signal.nextBreakpoint(t),
  };
}

/** A capacitor that a leg of two switches charges from 1 V and discharges, through 1 kOhm: a time constant of 1 ms. */
function leg(signal: Signal): HandCircuit {
  const circuit = new HandCircuit().source('v', 'in', '0', 1).source('g', 'g', '0', signal);
  circuit
    .idealSwitch('high', 'in', 'x', 'g', '0', 0.5, 0.5)
    .idealSwitch('low', 'x', '0', '0', 'g', -0.5, -0.5);
  return circuit.resistor('x', 'c', 1e3).capacitor('c', '0', 1e-6);
}

const stop = 5.3e-3;

function run(circuit: HandCircuit, options: Partial<SparseSteppingOptions> = {}) {
  const system = circuit.system();
  const z = new Float64Array(system.size);
  const stepper = new SparseStepper(system, { t0: 0, z }, { maxStep: 1e-4, ...options });
  const moving = Int32Array.from(system.inputs.keys());
  const steps: { t0: number; t1: number; corners: readonly number[] }[] = [];
  while (stepper.t < stop) {
    const { t0, t1 } = stepper.step(stop);
    steps.push({ t0, t1, corners: stepper.accepted.corners(moving, moving) });
  }
  const ends = steps.map(({ t1 }) => t1);
  return { stepper, steps, ends, at: (name: string) => stepper.z[circuit.index(name)]! };
}

/** The voltage at `stop` by the closed form, from switching times in the middle of the ramps. */
function exact(delay: number): number {
  let [v, t] = [0, 0];
  for (let k = 0; ; k++) {
    for (const [end, target] of [
      [delay + k * period + rise / 2, 0],
      [delay + k * period + 1.5 * rise + width, 1],
    ] as const) {
      v = target + (v - target) * Math.exp(-(Math.min(end, stop) - t) / 1e-3);
      if (end >= stop) return v;
      t = end;
    }
  }
}

const delay = 0.23e-3;

describe('guards that sources switch at known times', () => {
  it.each([
    ['known', gate(delay)],
    ['looked for', opaque(gate(delay))],
  ])('a leg charges a capacitor as in closed form where the times are %s', (_, signal) => {
    const { at, stepper } = run(leg(signal), { reltol: 1e-5 });
    expect(Math.abs(at('v(c)') - exact(delay))).toBeLessThan(2e-5);
    expect(stepper.counters.locatedEvents).toBe(11);
  });

  it('steps end where they switch to the bit, and none is tried beyond', () => {
    const { ends, stepper } = run(leg(gate(delay)));
    for (let k = 0; k < 5; k++) {
      const start = k === 0 ? delay : delay + k * period;
      expect(ends).toContain(start + 0.5 * rise);
    }
    expect(stepper.counters.relocated).toBe(0);
    expect(run(leg(opaque(gate(delay)))).stepper.counters.relocated).toBeGreaterThan(5);
  });

  it('nothing restarts at corners that move nothing, and steps may pass them', () => {
    const circuit = leg(gate(delay));
    const { ends, stepper } = run(circuit);
    // The start, and 11 times a guard.
    expect(stepper.counters.restarts).toBe(12);
    expect(ends).toContain(delay);
    const passing = run(circuit, { passesCorners: true });
    expect(passing.ends).not.toContain(delay);
    expect(passing.stepper.counters.accepted).toBeLessThan(stepper.counters.accepted);
    expect(passing.at('v(g)')).toBe(gate(delay).value(stop));
    // In between the source says what its node is, and where it has corners.
    const input = circuit.system().inputs.findIndex(({ constant }) => !constant);
    expect([...passing.stepper.passed]).toEqual([[circuit.index('v(g)'), [[input, 1]]]]);
    const longest = passing.steps.find(({ t0, t1 }) => t0 < delay + rise && t1 > delay + rise)!;
    expect(longest.corners).toContain(delay + rise);
  });

  it('a source that drives something beside its switches bends it', () => {
    const circuit = leg(gate(delay)).resistor('g', 'd', 1e3).capacitor('d', '0', 1e-9);
    const { ends, stepper } = run(circuit, { passesCorners: true });
    expect(ends).toContain(delay);
    expect(stepper.counters.restarts).toBeGreaterThan(25);
    expect(stepper.counters.relocated).toBe(0);
  });

  it('a guard that begins beyond its band switches at once, with hysteresis and beside a constant', () => {
    const late = gate(-0.1e-3);
    const circuit = new HandCircuit()
      .source('v', 'in', '0', 1)
      .source('g', 'g', '0', late)
      .source('o', 'o', '0', 10);
    circuit.idealSwitch('s', 'in', 'c', 'g', 'o', -9.2, -9.8).resistor('c', '0', 1e3);
    const { ends, at, stepper } = run(circuit);
    expect(stepper.counters.locatedEvents).toBe(10);
    const off = -0.1e-3 + rise + width + 0.8 * rise;
    expect(ends.some((t) => Math.abs(t - off) < 1e-15)).toBe(true);
    expect(at('v(c)')).toBeCloseTo(1, 9);
  });

  it('half a sine behind a divider against a triangle: steps end at the crossings of the closed form, and nothing else is met', () => {
    const w = 2 * Math.PI * 100;
    const sine = sinSignal({ vo: 0, va: 1.6, freq: 100, td: 0, theta: 0, phase: 0 });
    const circuit = new HandCircuit().source('v', 'in', '0', 1).source('r', 'r', '0', sine);
    circuit.source('t', 't', '0', triangle).resistor('r', 'd', 1e3).resistor('d', '0', 1e3);
    circuit.idealSwitch('s', 'in', 'x', 'd', 't', 0, 0).resistor('x', 'c', 1e3).capacitor('c', '0', 1e-6);
    const { ends, stepper } = run(circuit, { passesCorners: true });
    const crossings: number[] = [];
    for (let k = 0; k * period < stop; k++)
      for (const [from, slope] of [
        [-1, 4 / period],
        [1, -4 / period],
      ] as const) {
        const begin = (k + (slope > 0 ? 0 : 0.5)) * period;
        let t = begin + period / 4;
        for (let round = 0; round < 20; round++)
          t -= (0.8 * Math.sin(w * t) - from - slope * (t - begin)) / (0.8 * w * Math.cos(w * t) - slope);
        if (t < stop) crossings.push(t);
      }
    expect(crossings).toHaveLength(11);
    for (const t of crossings) expect(ends.some((end) => Math.abs(end - t) < 1e-16)).toBe(true);
    // The switch begins closed.
    expect(stepper.counters.locatedEvents).toBe(crossings.length);
    expect(stepper.counters.relocated).toBe(0);
    expect(stepper.counters.restarts).toBe(crossings.length + 1);
  });

  it.each([
    ['itself', (circuit: HandCircuit) => circuit, true],
    ['behind a divider', (circuit: HandCircuit) => circuit, true],
    [
      'that charges something besides',
      (c: HandCircuit) => c.resistor('t', 'e', 1e3).capacitor('e', '0', 1e-9),
      false,
    ],
  ])('a carrier %s that is compared with a state: are its corners quiet', (how, with_, isQuiet) => {
    const circuit = new HandCircuit().source('v', 'in', '0', 1).source('t', 't', '0', triangle);
    const carrier = how === 'behind a divider' ? 'd' : 't';
    if (carrier === 'd') circuit.resistor('t', 'd', 1e3).resistor('d', '0', 3e3);
    circuit.idealSwitch('s', 'in', 'x', carrier, 'c', 0, 0);
    circuit.resistor('x', 'c', 1e3).resistor('c', '0', 1e3).capacitor('c', '0', 1e-6);
    const { ends, stepper } = run(with_(circuit));
    expect(stepper.counters.locatedEvents).toBeGreaterThan(9);
    for (let k = 1; k <= 10; k++) expect(ends.some((t) => Math.abs(t - 0.5 * k * period) < 1e-15)).toBe(true);
    const besides = stepper.counters.restarts - stepper.counters.locatedEvents - 1;
    expect(besides).toBe(isQuiet ? 0 : 10);
  });

  it('a state that is taken up again goes on to the bit', () => {
    // Of a sine below its level nothing is found, and some hundred periods further on one looks again.
    const sine = sinSignal({ vo: 0, va: 1, freq: 1e5, td: 0, theta: 0, phase: 0 });
    const circuit = leg(gate(delay))
      .source('q', 'q', '0', sine)
      .idealSwitch('never', 'in', 'c', 'q', '0', 2, 2);
    const system: DescriptorSystem = circuit.system();
    const of = () =>
      new SparseStepper(system, { t0: 0, z: new Float64Array(system.size) }, { maxStep: 1e-4 });
    const [whole, other] = [of(), of()];
    while (whole.t < 1.5e-3) whole.step(stop);
    const state = whole.save();
    const endsOf = (stepper: SparseStepper): number[] => {
      const ends: number[] = [];
      while (stepper.t < stop) ends.push(stepper.step(stop).t1);
      return ends;
    };
    const ends = endsOf(whole);
    other.restore(state);
    expect(endsOf(other)).toEqual(ends);
    expect([...other.z]).toEqual([...whole.z]);
  });
});
