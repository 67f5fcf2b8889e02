/**
 * A run by exact events is a function of its circuit: the last point is the same to the bit with and without rows, with and
 * without machine code, and however often the run is interrupted, copied and continued. `differential.mjs` in
 * test/random-circuits asks the same of many more circuits.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { prepare, type PreparedCircuit } from '../../src/index.js';
import { VariedRun, differences } from '../random-circuits/differences.js';
import { randomCircuit } from '../random-circuits/random-circuit.js';

const folder = 'netlists';
const manyRows = 40;

function circuitOf(text: string, options: Readonly<Record<string, string>> = {}): PreparedCircuit {
  const { circuit } = prepare(text, { options });
  if (!circuit) throw new Error('the circuit does not compile');
  return circuit;
}

const read = (file: string): PreparedCircuit => circuitOf(readFileSync(join(folder, file), 'utf8'));

/** Whether exact events take a netlist: all its parts are linear by segments, and none is digital. */
const isExact = (file: string): boolean => {
  const { flat } = read(file);
  return !flat.elements.some(({ letter }) => letter === 'A') && read(file).compiled.smooth.length === 0;
};
const files = readdirSync(folder).filter((file) => file.endsWith('.cir') && isExact(file));

describe.each(files)('%s', (file) => {
  const prepared = read(file);
  // A chain of inverters of 100 rows builds a mode an event: a part of its run shows as much.
  const run = new VariedRun(prepared, prepared.compiled.system.m > manyRows ? 0.02 : 1, 2e-3);

  test('every segment told', () => {
    const { bits, segments } = run.told();
    expect(bits).toBe(run.expected);
    expect(segments).toBeGreaterThan(0);
  });

  test('no machine code', () => {
    expect(run.plain()).toBe(run.expected);
  });

  test('continued from random points, and from copies of their states', () => {
    expect(run.interrupted()).toBe(run.expected);
  });
});

test.each([17, 41, 89])('random circuit %d, rows included', (number) => {
  expect(differences(circuitOf(randomCircuit(number).text, { method: 'events' }))).toEqual([]);
});
