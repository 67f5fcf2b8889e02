/**
 * How the demonstrations of netlists/electromechanics converge in h: a measure of each at h, h/2, h/4 ..., on a grid (`method=theta`)
 * where all is linear between events, and by sparse steps of at most h, with a reltol of 1e-3 that falls as h^3, as the error of a step
 * does; errors against exact events, else against sparse steps of reltol 1e-9 that are at most h/64 long. The order is the slope of the line through
 * their logarithms: on a grid impacts fall anywhere within a step. Prints a table in Markdown.
 *
 * Usage: npm run build && node test/bench/demonstration-orders.mjs [name]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './peers.mjs';

/** Name, end of the run, what is measured, and h, seconds: of a grid, of sparse steps. */
const demonstrations = [
  ['bouncing-ball', '0.9', 'MAX x(ball) FROM=0.5 TO=0.85', 8e-3, 8e-3],
  ['buzzer', '1.3m', 'FIND x(arm) AT=1.2m', undefined, 20e-6],
  ['cam-follower', '0.11', 'FIND {x(follower)-x(cam)} AT=0.1', 0.25e-3, 0.25e-3],
  ['contact-breaker', '12.5m', 'MAX v(c) FROM=11m TO=12.2m', 8e-6, 8e-6],
  ['dc-motor', '5.1m', 'FIND v(shaft) AT=5m', 5e-6, 5e-6],
  ['harvester', '41m', 'FIND x(m) AT=40m', 40e-6, 50e-6],
  ['mems-switch', '20m', 'FIND x(beam) AT=19m', undefined, 200e-6],
  ['motor-stick-slip', '0.31', 'FIND x(load) AT=0.3', 25e-6, 50e-6],
  ['relay', '2.3m', 'FIND i(ysolenoid1) AT=2.2m', undefined, 40e-6],
  ['stick-slip', '2.6', 'FIND x(body) AT=2.5', 4e-3, 4e-3],
  ['valve', '1.9m', 'FIND x(plunger) AT=1.8m', undefined, 20e-6],
  ['voice-coil', '20.1m', 'FIND x(cone) AT=20m', 0.1e-3, 0.1e-3],
];

/** Those that exact events do not take. */
const curved = ['buzzer', 'cam-follower', 'mems-switch', 'relay', 'valve'];
const [only] = process.argv.slice(2);
console.log('| netlist | measure | method | h, s | errors at h, h/2, h/4 ... | order |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [file, end, measure, grid, most] of demonstrations) {
  if (only && only !== file) continue;
  const exact = curved.includes(file)
    ? reference(file, end, measure, most / 64)
    : value(file, end, measure, { method: 'events' });
  for (const [method, h] of [
    ['theta', grid],
    ['stepping', most],
  ]) {
    if (!h) continue;
    const parts = method === 'theta' ? [1, 2, 4, 8, 16, 32] : [1, 2, 4, 8];
    const errors = parts.map((part) => Math.abs(stepped(file, end, measure, method, h, part) - exact));
    const cells = errors.map((error) => error.toExponential(1)).join(', ');
    console.log(`| ${file} | ${measure} | ${method} | ${h} | ${cells} | ${slope(errors).toFixed(1)} |`);
  }
}

/** The slope of the straight line through the logarithms of errors at h, h/2, h/4 ... */
function slope(errors) {
  const logs = errors.map(Math.log2);
  const middle = (errors.length - 1) / 2;
  const weight = errors.reduce((sum, _, k) => sum + (k - middle) ** 2, 0);
  return logs.reduce((sum, log, k) => sum - (k - middle) * log, 0) / weight;
}

function stepped(file, end, measure, method, h, part) {
  return method === 'theta'
    ? value(file, end, measure, { method, h: h / part })
    : value(file, end, measure, { method, reltol: 1e-3 / part ** 3 }, h / part);
}

function reference(file, end, measure, longest) {
  return value(file, end, measure, { method: 'stepping', reltol: 1e-9 }, longest);
}

/** The measure of a run of the netlist with an earlier end, in steps of `longest` at most. */
function value(file, end, measure, options, longest) {
  const text = readFileSync(join(root, `netlists/electromechanics/${file}.cir`), 'utf8')
    .replace(/^\.(meas|four|options|print).*\n/gm, '')
    .replace(/^(\.tran \S+) \S+/m, longest ? `$1 ${end} 0 ${longest}` : `$1 ${end}`)
    .replace(/^\.end/m, `.print tran {0}\n.meas tran asked ${measure}\n.end`);
  const given = Object.entries(options).flatMap(([key, one]) => ['--option', `${key}=${one}`]);
  const command = [join(root, 'dist/cli.cjs'), 'run', '-', '--json', ...given];
  const { stdout, stderr } = spawnSync(process.execPath, command, { input: text, encoding: 'utf8' });
  const run = JSON.parse(stdout).runs?.at(-1);
  const missed = run?.certificate?.missed ?? ['no run'];
  if (missed.length > 0) throw new Error(`${file}, ${JSON.stringify(options)}: ${missed}\n${stderr}`);
  return run.measures[0].value;
}
