/**
 * Times a netlist by exact events in a fresh process: parser, compiler, simulation and certificate included,
 * node's own start and the loading of modules not. No waveform is kept.
 *
 * Usage: node events-run.mjs FILE CERTIFICATE [RUNS]
 * Prints one line of JSON: seconds of the first run, the median of the last half of the runs (`warm`), the
 * events of a run (switchings and breakpoints of sources), the final values of the written columns.
 */
import { readFileSync } from 'node:fs';
import { simulate } from 'nscircuit';

const [file, certificate, runs = '1'] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const options = { method: 'events', certificate };
const seconds = [];
let report;
for (let run = 0; run < Number(runs); run++) {
  const start = performance.now();
  report = simulate(text, { openSinks: () => [], options }).runs[0].report;
  seconds.push((performance.now() - start) / 1000);
}
const last = seconds.slice(seconds.length >> 1).sort((a, b) => a - b);
console.log(
  JSON.stringify({
    seconds: seconds[0],
    warm: last[last.length >> 1],
    events: report.certificate.events,
    state: report.final.map(({ value }) => value),
  }),
);
