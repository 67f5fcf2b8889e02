/** Small circuits of different temper, on which methods of steps are compared. */
import type { DescriptorSystem } from '../../../src/kernel/modeling/descriptor-system.js';
import { HandCircuit, pulseSignal, signalOf } from './hand-circuit.js';
import { junction, mos1, smoothSwitch, vanDerPol } from './hand-laws.js';

export interface SuiteCircuit {
  readonly name: string;
  readonly system: DescriptorSystem;
  readonly z0: Float64Array;
  readonly end: number;
  /** What is compared. */
  readonly watch: number;
  /** Its range. */
  readonly range: number;
}

function entry(
  name: string,
  circuit: HandCircuit,
  watch: string,
  range: number,
  end: number,
  initial: Readonly<Record<string, number>> = {},
): SuiteCircuit {
  const system = circuit.system();
  const z0 = new Float64Array(system.size);
  for (const [unknown, value] of Object.entries(initial)) z0[circuit.index(unknown)] = value;
  return { name, system, z0, end, watch: circuit.index(watch), range };
}

export function circuitSuite(): SuiteCircuit[] {
  const rc = new HandCircuit().source('v', 'in', '0', pulseSignal(0, 5, 0, 1e-6, 1e-6, 5e-4, 1e-3));
  rc.resistor('in', 'out', 1e3).capacitor('out', '0', 1e-7);

  const lc = new HandCircuit().source(
    'v',
    'in',
    '0',
    signalOf((t) => Math.sin(1e6 * t)),
  );
  lc.resistor('in', 'a', 10).inductor('l', 'a', 'out', 1e-3).capacitor('out', '0', 1e-9);

  const rectifier = new HandCircuit().source(
    'v',
    'in',
    '0',
    signalOf((t) => 10 * Math.sin(2 * Math.PI * 50 * t)),
  );
  rectifier.law(junction, 'd', ['in', 'out'], ['in', 'out'], [1e-14, 1, 1e-12]);
  rectifier.capacitor('out', '0', 1e-4).resistor('out', '0', 100);

  const ring = new HandCircuit().source('vdd', 'dd', '0', 5);
  const stages = 5;
  for (let k = 0; k < stages; k++) {
    const [input, output] = [`n${k}`, `n${(k + 1) % stages}`];
    ring.law(mos1, `p${k}`, [output, input, 'dd'], [output, 'dd'], [-1, 200e-6, 1, 0.01]);
    ring.law(mos1, `n${k}`, [output, input, '0'], [output, '0'], [1, 200e-6, 1, 0.01]);
    ring.capacitor(output, '0', 1e-13);
  }
  const alternate = Object.fromEntries(
    Array.from({ length: stages }, (_, k) => [`v(n${k})`, k % 2 === 0 ? 5 : 0]),
  );

  const vdp = new HandCircuit().inductor('l', 'x', '0', 1).capacitor('x', '0', 1);
  vdp.law(vanDerPol, 'g', ['x'], ['x'], [5]);

  const buck = new HandCircuit().source('vin', 'in', '0', 12);
  buck.source('vg', 'g', '0', pulseSignal(0, 1, 0, 1e-8, 1e-8, 4e-6, 1e-5));
  buck.law(smoothSwitch, 's', ['in', 'sw', 'g'], ['in', 'sw'], [1e-2, 1e6, 0.5, 0.1]);
  buck.law(junction, 'd', ['0', 'sw'], ['0', 'sw'], [1e-12, 1, 1e-11]);
  buck.inductor('l', 'sw', 'out', 1e-4).capacitor('out', '0', 1e-5).resistor('out', '0', 5);

  // So many of a kind keep their tangents.
  const ladder = new HandCircuit().source(
    'v',
    'in',
    '0',
    signalOf((t) => 5 * Math.sin(1e5 * t)),
  );
  const rungs = 10;
  for (let k = 1; k <= rungs; k++) {
    const [own, next] = [k === 1 ? '0' : `n${k - 1}`, `n${k}`];
    ladder.law(junction, `d${k}`, [own, next], [own, next], [1e-14, 1, 2e-12]);
    ladder.capacitor(k === 1 ? 'in' : k === 2 ? '0' : `n${k - 2}`, next, 1e-9);
  }
  ladder.resistor(`n${rungs}`, '0', 1e6);

  return [
    entry('RC, pulses', rc, 'v(out)', 5, 5e-3),
    entry('LC, Q = 100, driven', lc, 'v(out)', 60, 1e-4),
    entry('diode rectifier', rectifier, 'v(out)', 10, 0.1),
    entry('ring of 5 inverters', ring, 'v(n0)', 5, 2e-8, { ...alternate, 'v(dd)': 5 }),
    entry('van der Pol, mu = 5', vdp, 'v(x)', 4, 40, { 'v(x)': 1 }),
    entry('ladder of 10 diodes', ladder, `v(n${rungs})`, 40, 1e-3),
    entry('switched buck', buck, 'v(out)', 5, 5e-4, { 'v(in)': 12 }),
  ];
}
