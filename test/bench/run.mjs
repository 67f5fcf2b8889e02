/**
 * Benchmarks against the peers (`npm run bench`): figures are ratios within one run, peer and nscircuit by
 * turns in every round, medians over rounds. Says of every figure whether it is cold, warm or a whole process,
 * what is written and how much the certificate checks. Writes the rounds to results.csv.
 *
 * Usage: node test/bench/run.mjs [ROUNDS]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, emptyNode, findSiconos, ngspiceBridge, nodeScript, root, siconosBridge } from './peers.mjs';

const rounds = Number(process.argv[2] ?? 7);
const steps = 50_000;
/** One second of the peers' 5 s run costs seconds: fewer rounds. */
const longRounds = Math.max(3, Math.ceil(rounds / 3));

const results = [];

function record(figure, round, peer, peerSeconds, ours, ratio) {
  results.push({ figure, round, peer, peerSeconds, ours, ratio });
}

function mustAgree(what, ours, theirs, tolerance) {
  const apart = ours.map((value, k) => Math.abs(value - theirs[k]));
  if (apart.every((difference) => difference <= tolerance)) return;
  throw new Error(`${what}: the final states differ, [${ours}] and [${theirs}]: nothing to compare`);
}

function coldRounds(python) {
  for (let round = 1; round <= rounds; round++) {
    const ngspice = ngspiceBridge(`${steps / 1000}m`);
    const ours = nodeScript('bridge-cold.mjs', String(steps), '12');
    const siconos = python && siconosBridge(python, steps);
    const netlist = nodeScript('netlist-cold.mjs', 'test/bench/bridge-5s.cir', `${steps / 1000}m`, 'sampled');
    const perPoint = ngspice.seconds / ngspice.points;
    const add = (peer, peerSeconds) => {
      for (const [figure, seconds] of [
        ['cold', ours.seconds],
        ['warm', ours.warm],
        ['netlist, cold', netlist.seconds],
      ]) {
        record(figure, round, peer, peerSeconds, seconds / steps, (peerSeconds * steps) / seconds);
      }
    };
    // The diodes' drop dominates ngspice's state once the oscillation has died.
    mustAgree('cold, ngspice', ours.state, ngspice.state, 3e-3);
    if (siconos) {
      mustAgree('cold, Siconos', ours.state, siconos.state, 1e-10);
      add('Siconos, a step', siconos.seconds / steps);
    }
    add('ngspice, a point', perPoint);
  }
}

function longRun() {
  const netlist = 'test/bench/bridge-5s.cir';
  for (let round = 1; round <= longRounds; round++) {
    const ngspice = ngspiceBridge('5').process;
    for (const certificate of ['sampled', 'full']) {
      const ours = command('run', netlist, '--option', `certificate=${certificate}`).seconds;
      record(`5 s, ${certificate}`, round, 'ngspice, whole process', ngspice, ours, ngspice / ours);
    }
  }
}

function startUp() {
  for (let round = 1; round <= 3 * rounds; round++) {
    const nothing = emptyNode().seconds;
    const ours = command('run', 'netlists/bridge.cir').seconds;
    record('start-up', round, 'node that does nothing', nothing, ours, ours - nothing);
  }
}

const labels = {
  cold: 'bridge by hand, 50 000 steps | cold, in process | no file | none',
  warm: 'bridge by hand, 50 000 steps | warm, in process | no file | none',
  'netlist, cold': 'bridge netlist, 50 000 steps | cold, in process | no file | sampled',
  '5 s, sampled': 'bridge netlist, 5 s at 1 us | whole process | no file | sampled',
  '5 s, full': 'bridge netlist, 5 s at 1 us | whole process | no file | full',
  'start-up': '`run netlists/bridge.cir` | whole process | no file | sampled',
};

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function time(seconds) {
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(3)} us`;
  return seconds < 1 ? `${(seconds * 1e3).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;
}

function printTable() {
  console.log('| what | timed | written | certificate | peer | peer takes | we take | ratio (spread) |');
  console.log('|---|---|---|---|---|---|---|---|');
  const groups = new Map();
  for (const row of results) {
    const key = `${row.figure}|${row.peer}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  for (const rows of groups.values()) {
    const [{ figure, peer }] = rows;
    const ratios = rows.map((row) => row.ratio);
    const difference = figure === 'start-up';
    const show = (value) => (difference ? `${(value * 1e3).toFixed(1)} ms` : `${value.toPrecision(3)}x`);
    const spread = `${show(Math.min(...ratios))} .. ${show(Math.max(...ratios))}`;
    const cells = [
      labels[figure],
      peer,
      time(median(rows.map((row) => row.peerSeconds))),
      time(median(rows.map((row) => row.ours))),
      `${difference ? '+' : ''}${show(median(ratios))} (${spread})`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

const python = findSiconos();
if (!python) console.error('Siconos is not installed (Debian: python3-siconos); its rows are left out');
coldRounds(python);
startUp();
longRun();
printTable();

const header = 'figure,round,peer,peer_seconds,our_seconds,ratio_or_difference';
const quote = (text) => (text.includes(',') ? `"${text}"` : text);
const lines = results.map(({ figure, round, peer, peerSeconds, ours, ratio }) =>
  [quote(figure), round, quote(peer), ...[peerSeconds, ours, ratio].map((x) => x.toPrecision(5))].join(','),
);
writeFileSync(join(root, 'test/bench/results.csv'), `${[header, ...lines].join('\n')}\n`);
