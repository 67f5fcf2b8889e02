/**
 * Benchmarks against the peers (`npm run bench`): figures are ratios within one run, peer and nscircuit by
 * turns in every round, medians over rounds. Says of every figure whether it is cold, warm or a whole process,
 * what is written and how much the certificate checks. Writes the rounds to results.csv.
 *
 * Usage: node test/bench/run.mjs [ROUNDS]
 */
import { join } from 'node:path';
import { eventRounds } from './event-rows.mjs';
import { firstOrderRounds } from './first-order-rows.mjs';
import { mechanicsRounds } from './mechanics-rows.mjs';
import { command, emptyNode, findSiconos, mustAgree, ngspiceBridge, nodeScript, root } from './peers.mjs';
import { Results } from './results.mjs';
import { writerRounds } from './writer-rows.mjs';

const rounds = Number(process.argv[2] ?? 7);
const steps = 50_000;
/** Of figures for which a round takes long. */
const longRounds = Math.max(3, Math.ceil(rounds / 3));
const results = new Results();

/** The bridge against ngspice with the same step cap, by hand and from the netlist. */
function bridgeRounds() {
  for (let round = 1; round <= rounds; round++) {
    const ngspice = ngspiceBridge(`${steps / 1000}m`);
    const ours = nodeScript('first-order-run.mjs', 'bridge', String(steps));
    const netlist = nodeScript('netlist-cold.mjs', 'test/bench/bridge-5s.cir', `${steps / 1000}m`, 'sampled');
    // The diodes' drop dominates ngspice's state once the oscillation has died.
    mustAgree('bridge, ngspice', ours.state, ngspice.state, 3e-3);
    const timed = 'cold, in process | no file';
    const point = ngspice.seconds / ngspice.points;
    const add = (what, seconds) => results.ratio(what, round, 'ngspice, a point', point, seconds / steps);
    add(`bridge by hand, 50 000 steps | ${timed} | none`, ours.seconds);
    add(`bridge netlist, 50 000 steps | ${timed} | sampled`, netlist.seconds);
  }
}

function longRun() {
  const netlist = 'test/bench/bridge-5s.cir';
  for (let round = 1; round <= longRounds; round++) {
    const ngspice = ngspiceBridge('5').process;
    for (const certificate of ['sampled', 'full']) {
      const ours = command('run', netlist, '--option', `certificate=${certificate}`).seconds;
      const what = `bridge netlist, 5 s at 1 us | whole process | no file | ${certificate}`;
      results.ratio(what, round, 'ngspice, whole process', ngspice, ours);
    }
  }
}

function startUp() {
  for (let round = 1; round <= 3 * rounds; round++) {
    const nothing = emptyNode().seconds;
    const ours = command('run', 'netlists/bridge.cir').seconds;
    const what = '`run netlists/bridge.cir` | whole process | no file | sampled';
    results.difference(what, round, '`node -e 0`', nothing, ours);
  }
}

function millionCycles() {
  const { seconds, distance, heapGrowth, events } = nodeScript('million-cycles.mjs', '1000000');
  results.alone(
    'buck netlist, 1e6 periods, one of 2e6 events | cold, in process | no file | sampled',
    1,
    seconds / events,
  );
  console.log(
    `1e6 periods: ${distance.toExponential(1)} from the fixed point, ${(heapGrowth / 1e6).toFixed(2)} MB kept`,
  );
}

const python = findSiconos();
if (!python) console.error('Siconos is not installed (Debian: python3-siconos); its rows are left out');
try {
  if (python) {
    firstOrderRounds(results, rounds, python);
    mechanicsRounds(results, longRounds, python);
  }
  bridgeRounds();
  eventRounds(results, longRounds);
  millionCycles();
  startUp();
  writerRounds(results, longRounds);
  longRun();
} finally {
  // What was measured before a benchmark failed is told too.
  results.print();
}
results.write(join(root, 'test/bench/results.csv'));
