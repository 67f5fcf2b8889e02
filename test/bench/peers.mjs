/** The peers of the benchmarks as child processes: each returns seconds, a final state and what was counted. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a command; returns its output and the seconds from start to exit. */
export function timed(command, args, env = {}) {
  const start = performance.now();
  const { stdout, stderr, status, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  const seconds = (performance.now() - start) / 1000;
  if (error) throw error;
  return { seconds, stdout, stderr, status };
}

function mustSucceed(result, what) {
  if (result.status === 0) return result;
  throw new Error(`${what} exits with ${result.status}:\n${result.stderr}${result.stdout}`);
}

/** Runs a script of this folder with node; its last line of output is JSON. */
export function nodeScript(name, ...args) {
  const result = timed(process.execPath, [join(here, name), ...args]);
  return JSON.parse(mustSucceed(result, name).stdout.trim().split('\n').at(-1));
}

/** Runs the command, built. */
export function command(...args) {
  return mustSucceed(timed(process.execPath, ['dist/cli.cjs', ...args]), `nscircuit ${args.join(' ')}`);
}

/** Node that does nothing. */
export function emptyNode() {
  return mustSucceed(timed(process.execPath, ['-e', '0']), 'node');
}

/** Debian's python3 has the Siconos package; another one may come first on the path. */
export function findSiconos() {
  const has = (python) => spawnSync(python, ['-c', 'import siconos.kernel']).status === 0;
  return ['python3', '/usr/bin/python3'].find(has);
}

/** Runs a Python script of this folder with one thread; its last line of output is JSON. */
export function pythonScript(python, name, ...args) {
  const result = timed(python, [join(here, name), ...args], { OMP_NUM_THREADS: '1' });
  return JSON.parse(mustSucceed(result, name).stdout.trim().split('\n').at(-1));
}

/** Throws where two final states differ: their times are then not of the same work. */
export function mustAgree(what, ours, theirs, tolerance) {
  const apart = ours.map((value, k) => Math.abs(value - theirs[k]));
  if (apart.every((difference) => difference <= tolerance)) return;
  throw new Error(`${what}: the final states differ, [${ours}] and [${theirs}]: nothing to compare`);
}

/** Runs the ngspice deck: seconds of its analysis and of the whole process, points, final state. */
export function ngspiceBridge(tstop) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const deck = join(folder, 'bridge.cir');
    writeFileSync(deck, readFileSync(join(here, 'bridge-ngspice.cir'), 'utf8').replace('TSTOP', tstop));
    // The exit status of ngspice -b is no verdict; the numbers that it prints are.
    const { seconds: process, stdout } = timed('ngspice', ['-b', deck]);
    const number = (pattern) => Number(pattern.exec(stdout)?.[1] ?? NaN);
    const seconds = number(/Total analysis time \(seconds\) = (\S+)/);
    const points = number(/length\(time\) = (\S+)/);
    const state = [number(/^v\(a\)\S* = (\S+)/m), number(/^i\(l1\)\S* = (\S+)/m)];
    if (![seconds, points, ...state].every(Number.isFinite)) throw new Error(`ngspice failed:\n${stdout}`);
    return { process, seconds, points, state };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
