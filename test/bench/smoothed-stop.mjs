/**
 * A rigid stop and what it is smoothed to, a spring and a damper, here and as a circuit of capacitors and behavioural sources
 * in ngspice: a ball falls 1 m, the height that it comes back to, and the processor time of each process. Damping ratio z at
 * every stiffness, so that heights converge to e^2 of
 *
 *     e = exp(-z/r (pi - atan(2 z r/(1 - 2 z^2)))),     r = sqrt(1 - z^2).
 *
 * Usage: npm run build && node test/bench/smoothed-stop.mjs
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, timed } from './peers.mjs';

const gravity = 9.81;
const z = 0.21545;
const r = Math.sqrt(1 - z * z);
const e = Math.exp((-z / r) * (Math.PI - Math.atan2(2 * z * r, 1 - 2 * z * z)));
const measure = (of) => `.meas tran up MAX ${of} FROM=0.5 TO=0.85`;

function ourDeck(stop) {
  return `ball\nYMASS1 a 1 x0=1 gravity=${gravity}\nYSTOP1 a 0 ${stop}\n.tran 10m 0.9\n.print tran x(a)\n${measure('x(a)')}\n.end\n`;
}

/** Velocity and place are voltages; steps resolve the contact, some 1500 in it. */
function analogue(k, d) {
  const force = `v(x)<0 ? max(0,-${k}*v(x)-${d}*v(v)) : 0`;
  const cap = 2e-3 / Math.sqrt(k);
  return `ball\nC1 v 0 1\nI1 v 0 ${gravity}\nB2 0 x i=v(v)\nC2 x 0 1 ic=1\nB1 0 v i=${force}\n.options reltol=1e-6\n.tran 1m 0.9 0 ${cap} uic\n${measure('v(x)')}\n.end\n`;
}

/** Runs a command on a deck; the height that it measures, and user and system time, seconds. */
function run(folder, deck, ...before) {
  const path = join(folder, 'ball.cir');
  writeFileSync(path, deck);
  const { stdout, stderr } = timed('bash', ['-c', 'TIMEFORMAT="cpu %U %S"; time "$@"', '-', ...before, path]);
  const height = Number(/^\s*up\s*=?\s*(\S+)/m.exec(stdout)?.[1] ?? NaN);
  const [, user, system] = /^cpu (\S+) (\S+)$/m.exec(stderr) ?? [];
  if (!Number.isFinite(height) || user === undefined)
    throw new Error(`${before[0]} failed:\n${stdout}${stderr}`);
  return { height, cpu: Number(user) + Number(system) };
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  const ours = (stop) =>
    run(
      folder,
      ourDeck(stop),
      process.execPath,
      join(root, 'dist/cli.cjs'),
      'run',
      '--option',
      'method=events',
    );
  const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);
  row('k, N/m', 'here, `method=events`', 'ngspice', 'processor time here, ngspice');
  row('---', '---', '---', '---');
  for (const k of [1e4, 1e6, 1e8]) {
    const d = 2 * z * Math.sqrt(k);
    const here = ours(`k=${k} d=${d}`);
    const theirs = run(folder, analogue(k, d), 'ngspice', '-b');
    const times = `${here.cpu.toPrecision(2)} s, ${theirs.cpu.toPrecision(2)} s`;
    row(k.toExponential().replace('+', ''), here.height.toFixed(6), theirs.height.toFixed(6), times);
  }
  const rigid = ours(`e=${e}`);
  row(`rigid, e = ${e.toFixed(6)}`, rigid.height.toFixed(6), '', `${rigid.cpu.toPrecision(2)} s`);
  console.log(`limit: e^2 = ${(e * e).toFixed(6)} m`);
} finally {
  rmSync(folder, { recursive: true });
}
