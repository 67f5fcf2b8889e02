/** Devices that a caller brings are known to every analysis and method, with the same values. */
import { describe, expect, test } from 'vitest';
import type { Device } from '../../src/circuit/device.js';
import { endsOf } from '../../src/circuit/devices/parts/element-parts.js';
import { simulate } from '../../src/index.js';
import { netlist } from './run-netlist.js';

/** A resistance of twice what is written. */
const doubled = (letter: string): Device => ({
  syntax: {
    letter,
    name: 'doubled resistor',
    doc: 'Resistor of twice its value.',
    terminals: ['n+', 'n-'],
    value: { kind: 'number', parameter: { name: 'r', unit: 'Ohm', range: 'positive', doc: 'half of it' } },
    parameters: [],
  },
  models: [],
  branches: (element) => [{ kind: 'resistance', ...endsOf(element), resistance: 2 * (element.value ?? NaN) }],
});

/** 10 V over a device of 1k, which is 2k, and a conductance of 2k: 5 V; without the device 6.7 V. */
const divider = (letter: string): string =>
  `V1 s 0 dc 10 ac 10\n${letter}1 s out 1k\nG1 out 0 out 0 0.5m\nC1 out 0 1n`;

describe.each([
  { what: 'a letter of its own', letter: 'ZZ' },
  { what: 'the letter of another', letter: 'R' },
])('a device that has $what', ({ letter }) => {
  test.each([
    { what: 'operating point', cards: '.op' },
    { what: 'all operating points', cards: '.options points=all\n.op' },
    { what: 'sweep of a source', cards: '.dc V1 0 10 5' },
    { what: 'sweep of a parameter', cards: 'R9 q 0 {p}\nV9 q 0 1\n.param p=1\n.dc param p 1 2 1' },
    { what: 'small signals', cards: '.ac lin 1 1 1\n.print ac vm(out)' },
    { what: 'sensitivity', cards: '.sens v(out)', name: 'v1', value: 0.5 },
    { what: 'exact events', cards: '.tran 1u 10u' },
    { what: 'exact events of parts', cards: 'I2 0 q 1u\nC2 q 0 1n\n.tran 1u 10u uic' },
    { what: 'steps', cards: '.options method=stepping\n.tran 1u 10u' },
    { what: 'steps at rest', cards: '.options method=stepping\n.op' },
    { what: 'a grid', cards: '.options method=theta\n.tran 10n 10u' },
    { what: 'points of a sweep', cards: 'R9 q 0 {p}\nV9 q 0 1\n.param p=1\n.step param p 1 2 1\n.op' },
  ])('is known to: $what', ({ cards, name = 'v(out)', value = 5 }) => {
    const text = netlist(`${divider(letter)}\n${cards}`);
    const { diagnostics, runs } = simulate(text, { devices: [doubled(letter)] });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(runs.length).toBeGreaterThan(0);
    for (const { report } of runs) {
      const found = report.final.find((one) => one.name === name || one.name === `vm${name.slice(1)}`);
      // Ten time constants of 1 us, and reltol of steps.
      expect(Math.abs((found?.value ?? NaN) - value)).toBeLessThan(1e-3 * value);
    }
  });
});
