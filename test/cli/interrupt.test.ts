import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { charge, workplace } from './command.js';

const place = workplace();

/** Runs the command until its file has rows, interrupts it, and returns what it said. */
async function interrupted(signal: NodeJS.Signals, ...args: readonly string[]) {
  const child = spawn(process.execPath, [place.script, 'run', ...args], { cwd: place.folder });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  setTimeout(() => child.kill(signal), 700);
  const status = await new Promise((resolve) => child.on('close', resolve));
  return { status, stdout, stderr };
}

/** More than 1e9 rows or steps: nobody waits for the end. */
const endless = charge.replace('.tran 10u 1m', '.tran 1n 10');
const smooth = endless
  .replace('R1 in out {r}', 'B1 in out I=1m*tanh(10*v(in,out))')
  .replace('.param r=1k\n', '');

describe('Ctrl-C keeps the rows up to the last accepted time, marked incomplete, and exits 130', () => {
  it.each([
    ['theta', endless, 'SIGINT'],
    ['events', endless, 'SIGINT'],
    ['events', endless, 'SIGTERM'],
    ['events', smooth, 'SIGINT'],
    ['theta', `${endless.replace('.end\n', '')}.step param r list 1k 2k 3k\n`, 'SIGINT'],
  ] as const)('method=%s, case %#', async (method, text, signal) => {
    place.write('long.cir', text);
    const args = ['long.cir', '--option', `method=${method}`, '-o', 'out.raw', '-o', 'out.csv'];
    const { status, stdout, stderr } = await interrupted(signal, ...args);
    expect({ status, stderr }).toEqual({ status: 130, stderr: '' });
    expect(place.files).toEqual(['long.cir', 'out.csv', 'out.raw']);
    const lines = place.read('out.csv').trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^# incomplete: stopped at t = [\d.]+ [num]?s,$/);
    expect(lines.at(-2)).toMatch(/^[\d.e-]+,[\d.e-]+$/);
    expect(stdout).toMatch(
      /\nincomplete: stopped at t = [\d.]+ [num]?s\ncertificate: holds .* as far as the run went\n/,
    );
    // The raw file has as many points as the csv has rows.
    expect(stdout).toContain(`wrote out.csv (${lines.length - 2} rows)\n`);
    expect(place.read('out.raw')).toContain(`No. Points: ${lines.length - 2}`);
  });
});
