import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { charge, workplace } from './command.js';

const place = workplace();

it('Ctrl-C keeps the rows up to the last accepted time, marked incomplete, and exits 130', async () => {
  // More than 1e9 steps: nobody waits for its end.
  place.write('long.cir', charge.replace('.tran 10u 1m', '.tran 1n 10'));
  const child = spawn(process.execPath, [place.script, 'run', 'long.cir', '-o', 'out.csv'], {
    cwd: place.folder,
  });
  let stdout = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  setTimeout(() => child.kill('SIGINT'), 700);
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect(status).toBe(130);
  expect(place.files).toEqual(['long.cir', 'out.csv']);
  const lines = place.read('out.csv').trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/^# incomplete: interrupted at t = [\d.]+ [um]?s,$/);
  expect(lines.at(-2)).toMatch(/^[\d.e-]+,[\d.e-]+$/);
  expect(stdout).toMatch(/\nincomplete: interrupted at t = /);
});
