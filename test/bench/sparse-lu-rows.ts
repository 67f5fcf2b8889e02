/**
 * Times of the sparse LU on matrices with the patterns of circuits: analysis, factorisation, refactorisation, the same after
 * a change of one column in the middle, and solve; warm, in microseconds of the processor and, of those that go over all
 * entries of L + U, nanoseconds an entry.
 */
import { compressColumns } from '../../src/numerics/sparse/sparse-matrix.js';
import { SparseLu } from '../../src/numerics/sparse/sparse-lu.js';
import {
  inverterChain,
  ladder,
  mesh,
  randomCircuit,
  type CircuitMatrix,
} from '../numerics/sparse/circuit-matrices.js';

const matrices: readonly (readonly [string, CircuitMatrix])[] = [
  ['ladder', ladder(5)],
  ['random circuit', randomCircuit(8, 4, 2, 1)],
  ['inverter chain', inverterChain(50)],
  ['random circuit', randomCircuit(500, 150, 20, 1)],
  ['inverter chain', inverterChain(500)],
  ['mesh 64 x 64', mesh(64)],
  ['inverter chain', inverterChain(10_000)],
  ['ladder', ladder(100_000)],
  ['inverter chain', inverterChain(100_000)],
];

/** Seconds of the processor for a call: the least of rounds of about 20 ms each. */
function time(call: () => void): number {
  const used = (): number => process.cpuUsage().user / 1e6;
  let calls = 1;
  let least = Infinity;
  for (let round = 0; round < 12;) {
    const begin = used();
    for (let k = 0; k < calls; k++) call();
    const seconds = used() - begin;
    if (seconds < 0.02 && round === 0) calls *= 2;
    else {
      least = Math.min(least, seconds / calls);
      round++;
    }
  }
  return least;
}

for (const [name, { n, triplets }] of matrices) {
  const A = compressColumns(n, n, triplets);
  const lu = new SparseLu(A);
  const analysis = time(() => void new SparseLu(A));
  const factor = time(() => {
    if (lu.factor(A.values).status !== 'ok') throw new Error(`${name} is singular`);
  });
  const refactor = time(() => {
    if (!lu.refactor(A.values)) throw new Error(`${name}: pivots do not suit`);
  });
  const changed = Int32Array.of(n >> 1);
  const part = time(() => {
    if (!lu.refactorColumns(A.values, changed)) throw new Error(`${name}: pivots do not suit`);
  });
  const b = new Float64Array(n);
  const solve = time(() => {
    b.fill(1);
    lu.solve(b);
  });
  const { entries, operations } = lu.size;
  const us = (seconds: number): string => (1e6 * seconds).toFixed(seconds < 1e-4 ? 3 : 0);
  const ns = (seconds: number): string => ((1e9 * seconds) / entries).toFixed(2);
  console.log(
    `${name}, n = ${n}: entries ${A.values.length}, of L + U ${entries}, operations ${operations}, blocks ${lu.order.blocks} | ` +
      `analysis ${us(analysis)} us, factor ${us(factor)}, refactor ${us(refactor)} (${ns(refactor)} ns), ` +
      `of one column ${us(part)}, ` +
      `solve ${us(solve)} (${ns(solve)} ns)`,
  );
}
