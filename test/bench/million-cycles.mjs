/**
 * A buck converter over a million periods of its switch: the state at the end against the fixed point of the
 * one-period map, computed here from the two linear circuits, and what the run leaves in memory.
 *
 * Usage: node million-cycles.mjs [CYCLES]
 * Prints one line of JSON: seconds, largest relative distance from the fixed point, bytes of heap that the run
 * left behind, events.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { simulate } from 'nscircuit';
import { root } from './peers.mjs';

const cycles = Number(process.argv[2] ?? 1e6);
const period = 10e-6;
const [L, C, R, ron, V] = [100e-6, 100e-6, 5, 1e-3, 24];

/** e^(A t) of (i, v, 1) by scaling and Taylor's series, as nested arrays. */
function propagator(A, t) {
  const halvings = 12;
  const size = A.length;
  const unit = A.map((_, i) => A.map((__, j) => Number(i === j)));
  const product = (X, Y) =>
    X.map((row) => unit.map((_, j) => row.reduce((sum, x, k) => sum + x * Y[k][j], 0)));
  const small = A.map((row) => row.map((a) => (a * t) / 2 ** halvings));
  let term = unit;
  let sum = unit;
  for (let k = 1; k < 12; k++) {
    term = product(term, small).map((row) => row.map((a) => a / k));
    sum = sum.map((row, i) => row.map((a, j) => a + term[i][j]));
  }
  for (let k = 0; k < halvings; k++) sum = product(sum, sum);
  return { map: sum.slice(0, size), product };
}

/** The gate passes 0.5 V in the middle of its edges of 10 ns: on from 5 ns to 5.005 us of each period. */
function fixedPoint() {
  const off = [
    [0, -1 / L, 0],
    [1 / C, -1 / (R * C), 0],
    [0, 0, 0],
  ];
  const on = [[-ron / L, -1 / L, V / L], off[1], off[2]];
  const { product } = propagator(on, 0);
  const after = (A, t) => propagator(A, t).map;
  const [[a, b, e], [c, d, f]] = product(after(off, 4.995e-6), product(after(on, 5e-6), after(off, 5e-9)));
  const determinant = (1 - a) * (1 - d) - b * c;
  return { i: ((1 - d) * e + b * f) / determinant, v: (c * e + (1 - a) * f) / determinant };
}

function run(count) {
  const text = readFileSync(`${root}/test/bench/buck.cir`, 'utf8').replace(
    '.tran 1u 20m',
    `.tran 1u ${count * period}`,
  );
  const start = performance.now();
  const { report } = simulate(text, { openSinks: () => [] }).runs[0];
  if (report.certificate.missed.length > 0)
    throw new Error(`the certificate misses ${report.certificate.missed}`);
  return { report, seconds: (performance.now() - start) / 1000 };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

function heap() {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

run(1000);
const before = heap();
const { report, seconds } = run(cycles);
const { events } = report.certificate;
const value = (name) => report.final.find((final) => final.name === name).value;
const exact = fixedPoint();
const distance = Math.max(
  Math.abs(value('i(l1)') - exact.i) / Math.abs(exact.i),
  Math.abs(value('v(o)') - exact.v) / Math.abs(exact.v),
);
console.log(JSON.stringify({ cycles, seconds, distance, heapGrowth: heap() - before, events }));
