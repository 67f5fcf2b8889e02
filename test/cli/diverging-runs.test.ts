/** Runs whose quantities grow beyond all numbers: what is said of them has no NaN, and the rows end before. */
import { expect, it } from 'vitest';
import { readCsv } from '../../src/waveform/csv-reader.js';
import { workplace } from './command.js';

const place = workplace();

it.each([
  ['a capacitor', 'C1 o 0 1u ic=1\nG1 0 o o 0 1\n.tran 1m 1 uic', 'events'],
  [
    'a capacitor and a coil',
    'C1 o 0 1m ic=1\nG1 0 o o 0 1\nL1 o p 1m\nR1 p 0 10\n.tran 10m 10 uic',
    'events',
  ],
  ['a capacitor', 'C1 o 0 1u ic=1\nG1 0 o o 0 1\n.tran 1m 1 uic', 'stepping'],
])('%s: %s by %s', (_, cards, method) => {
  place.write('d.cir', `unstable\n${cards}\n.options method=${method}\n.end\n`);
  for (const output of [[], ['-o', 'd.csv']]) {
    const { status, stdout, stderr } = place.run('run', 'd.cir', ...output);
    expect(status).toBe(3);
    expect(stdout + stderr).not.toMatch(/NaN|\binf\b|Infinity|impulses  *impulses/);
    expect(stdout).toContain('not balanced: the energies are beyond all numbers');
    expect(stdout).toMatch(/\nincomplete: /);
    if (method === 'events')
      expect(stderr).toContain(
        'hint: it grows without bound: look for positive feedback, a negative resistance, or a controlled source of the wrong sign',
      );
  }
  const { columns, incomplete } = readCsv({ name: 'd.csv', text: place.read('d.csv') });
  expect(incomplete).toBeDefined();
  expect(columns.every((column) => column.every(Number.isFinite))).toBe(true);
});
