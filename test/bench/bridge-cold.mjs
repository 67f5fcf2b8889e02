/**
 * The first run in a fresh process: model, discretisation, code generation and JIT included, node's own start
 * and the loading of modules not.
 *
 * Usage: node bridge-cold.mjs STEPS [RUNS]
 * Prints one line of JSON: seconds of the first run (and of the last of RUNS: warm), the final state.
 */
import { bridge } from './bridge-model.mjs';

const steps = Number(process.argv[2]);
const runs = Number(process.argv[3] ?? 1);

function timed() {
  const start = performance.now();
  const simulation = bridge(steps);
  simulation.run();
  return { seconds: (performance.now() - start) / 1000, state: Array.from(simulation.x) };
}

const first = timed();
let warm = first;
for (let k = 1; k < runs; k++) warm = timed();
console.log(JSON.stringify({ ...first, warm: warm.seconds }));
