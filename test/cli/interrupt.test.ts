import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { charge, workplace } from './command.js';

const place = workplace();

/** Runs the command for a while, or until there are so many files, ends it, and returns what it said. */
async function interrupted(signal: NodeJS.Signals, args: readonly string[], files?: number) {
  const child = spawn(process.execPath, [place.script, 'run', ...args], { cwd: place.folder });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = new Promise((resolve) => child.on('close', resolve));
  if (files === undefined) await wait(700);
  else while (place.files.length < files) await wait(20);
  child.kill(signal);
  const status = await ended;
  return { status, stdout, stderr };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** More than 1e9 rows or steps: nobody waits for the end. */
const endless = charge.replace('.tran 10u 1m', '.tran 1n 10');
const smooth = endless
  .replace('R1 in out {r}', 'B1 in out I=1m*tanh(10*v(in,out))')
  .replace('.param r=1k\n', '');

describe('a signal keeps the rows up to the last accepted time, marked incomplete; the exit code is 128 + its number', () => {
  it.each([
    ['theta', endless, 'SIGINT', 130],
    ['events', endless, 'SIGINT', 130],
    ['events', endless, 'SIGTERM', 143],
    ['events', endless, 'SIGHUP', 129],
    ['theta', endless, 'SIGQUIT', 131],
    ['events', smooth, 'SIGINT', 130],
    ['theta', `${endless.replace('.end\n', '')}.step param r list 1k 2k 3k\n`, 'SIGINT', 130],
  ] as const)('method=%s, case %#', async (method, text, signal, code) => {
    place.write('long.cir', text);
    const args = ['long.cir', '--option', `method=${method}`, '-o', 'out.raw', '-o', 'out.csv'];
    const { status, stdout, stderr } = await interrupted(signal, args);
    expect({ status, stderr }).toEqual({ status: code, stderr: '' });
    expect(place.files).toEqual(['long.cir', 'out.csv', 'out.raw']);
    const lines = place.read('out.csv').trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^# incomplete: stopped at t = [\d.]+ [num]?s,+$/);
    expect(lines.at(-2)).toMatch(/^[\d.e-]+(,[\d.e-]+)+$/);
    expect(stdout).toMatch(
      /\nincomplete: stopped at t = [\d.]+ [num]?s\ncertificate: holds .* as far as the run went\n/,
    );
    // The raw file has as many points as the csv has rows.
    expect(stdout).toContain(`wrote out.csv (${lines.length - 2} rows)\n`);
    expect(place.read('out.raw')).toContain(`No. Points: ${lines.length - 2}`);
  });
});

describe('a run that was killed', () => {
  it('leaves what it wrote aside to the next run to the same file, which removes it', async () => {
    place.write('long.cir', endless);
    place.write('short.cir', charge);
    place.write('.out.csv.elsewhere.1.part', 'of another machine');
    place.write('.out.csv.part', "somebody's");
    const theirs = place.files;
    const args = ['long.cir', '-o', 'out.csv', '--option', 'method=theta'];
    // The rows and the reserve of a long file.
    const { status } = await interrupted('SIGKILL', args, theirs.length + 2);
    expect(status).toBe(null);
    expect(place.files).toHaveLength(theirs.length + 2);
    expect(place.run('run', 'short.cir', '-o', 'other.csv').status).toBe(0);
    expect(place.files).toHaveLength(theirs.length + 3);
    expect(place.run('run', 'short.cir', '-o', 'out.csv').status).toBe(0);
    expect(place.files).toEqual([...theirs, 'other.csv', 'out.csv'].sort());
  });

  it('while it lives, nobody takes its rows away', async () => {
    place.write('long.cir', endless);
    place.write('short.cir', charge);
    const first = interrupted('SIGINT', ['long.cir', '-o', 'out.csv']);
    await wait(300);
    expect(place.run('run', 'short.cir', '-o', 'out.csv').status).toBe(0);
    expect((await first).status).toBe(130);
    expect(place.read('out.csv')).toMatch(/\n# incomplete: stopped at t = /);
    expect(place.files).toEqual(['long.cir', 'out.csv', 'short.cir']);
  });
});
