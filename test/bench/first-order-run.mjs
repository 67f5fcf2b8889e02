/**
 * Times a first-order model in a fresh process: model, discretisation, code generation and just-in-time
 * compilation included, node's own start and the loading of modules not.
 *
 * Usage: node first-order-run.mjs MODEL STEPS [RUNS]
 * Prints one line of JSON: seconds of the first run, of the second (`warm`, absent for one run), the final state.
 */
import { simulation } from './first-order-models.mjs';

const [model, stepText, runText = '1'] = process.argv.slice(2);
const steps = Number(stepText);
const seconds = [];
let state = [];
for (let run = 0; run < Number(runText); run++) {
  const start = performance.now();
  const stepping = simulation(model, steps);
  stepping.run();
  seconds.push((performance.now() - start) / 1000);
  state = Array.from(stepping.x);
}
console.log(JSON.stringify({ seconds: seconds[0], warm: seconds[1], state }));
