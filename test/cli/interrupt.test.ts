import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { charge, workplace } from './command.js';

const place = workplace();

/** Starts the command; how it ended, and what it said, come later. */
function spawned(args: readonly string[]) {
  const child = spawn(process.execPath, [place.script, 'run', ...args], { cwd: place.folder });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (status) => {
      resolve({ status, stdout, stderr });
    });
  });
  return { child, ended };
}

/** Runs the command for a while, or until there are so many files, ends it, and returns what it said. */
async function interrupted(signal: NodeJS.Signals, args: readonly string[], files?: number) {
  const { child, ended } = spawned(args);
  if (files === undefined) await wait(700);
  else while (place.files.length < files) await wait(20);
  child.kill(signal);
  return ended;
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
    // Both files have rows.
    const { status, stdout, stderr } = await interrupted(signal, args, 3);
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

/** Resistors between any two of many nodes: one factorization takes many seconds. */
function filled(nodes: number): string {
  const lines = ['filled', 'V1 n0 0 SIN(0 1 1k)'];
  for (let k = 1; k < nodes; k++) {
    const other = (7919 * k * k + 104_729 * k) % nodes;
    lines.push(`R${k} n${k} n${(31 * k + 7) % k} 1k`, `RX${k} n${k} n${other} 2k`, `C${k} n${k} 0 1n`);
    if (k % 10 === 0) lines.push(`D${k} n${k} 0 junction`);
  }
  return [...lines, '.model junction d(is=1e-14)', '.tran 1u 10m', '.end', ''].join('\n');
}

describe('before the first row a signal ends the process at once, in the middle of work without a pause, and leaves no file', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s', async (signal) => {
    place.write('long.cir', filled(20_000));
    const before = process.uptime();
    const { status, stdout, stderr } = await interrupted(signal, ['long.cir', '-o', 'out.csv']);
    expect(process.uptime() - before).toBeLessThan(2.5);
    expect({ status, stdout, stderr }).toEqual({ status: null, stdout: '', stderr: '' });
    expect(place.files).toEqual(['long.cir']);
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
    const first = spawned(['long.cir', '-o', 'out.csv']);
    while (place.files.length < 3) await wait(20);
    expect(place.run('run', 'short.cir', '-o', 'out.csv').status).toBe(0);
    first.child.kill('SIGINT');
    expect((await first.ended).status).toBe(130);
    expect(place.read('out.csv')).toMatch(/\n# incomplete: stopped at t = /);
    expect(place.files).toEqual(['long.cir', 'out.csv', 'short.cir']);
  });
});
