/**
 * Converters by exact events against ngspice: a simulated second with ngspice's own step choice (`.tran 1u ...`) and
 * with the cheapest of its settings that comes within 1e-3 (largest difference on the 1 us grid over the range of the
 * first 20 ms, both written columns); microseconds an event; and both with every row of all node voltages and currents in
 * a raw file, microseconds a row. A second of ngspice is ten times 100 ms. The multiplier is run for its 20 ms.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulate } from 'nscircuit';
import { ngspiceDeck, ngspiceRows } from './ngspice.mjs';
import { command, nodeScript, root } from './peers.mjs';

const decks = [
  {
    ...{ name: 'resonant converter', file: 'resonant.cir', n: 0.001, expressions: ['v(o)-v(n)', 'i(Lf)'] },
    ...{ span: '1 s', ours: '1', peers: '100m', parts: 10 },
  },
  {
    ...{ name: 'buck', file: 'buck.cir', n: 0.01, expressions: ['v(o)', 'i(L1)'] },
    ...{ span: '1 s', ours: '1', peers: '100m', parts: 10 },
  },
  {
    ...{ name: 'Cockcroft-Walton', file: 'cockcroft.cir', n: 0.01, expressions: ['v(b10)'] },
    ...{ span: '20 ms', ours: '20m', peers: '20m', parts: 1 },
  },
];

const natural = { reltol: 1e-3, cap: '' };
/** By cost. */
const settings = [
  natural,
  { reltol: 1e-4, cap: '' },
  { reltol: 1e-3, cap: '200n' },
  { reltol: 1e-3, cap: '100n' },
  { reltol: 1e-4, cap: '100n' },
  { reltol: 1e-4, cap: '50n' },
  { reltol: 1e-4, cap: '30n' },
  { reltol: 1e-4, cap: '20n' },
];
const goal = 1e-3;
/** Runs in one process until the just-in-time compiler has done its work; the last half counts as warm. */
const warmRuns = 12;

/** The waveform by exact events at multiples of 1 us, right limits. */
function exactRows(file) {
  const { runs } = simulate(readFileSync(file, 'utf8'), { options: { method: 'events' } });
  const [time, ...columns] = runs[0].plot.columns;
  const rows = new Map();
  time.forEach((t, row) => {
    const k = Math.round(t * 1e6);
    const values = columns.map((column) => column[row]);
    if (Math.abs(t * 1e6 - k) < 1e-6) rows.set(k, values);
  });
  return rows;
}

function worstError(table, exact) {
  const count = table[0].values.length;
  const worst = new Float64Array(count);
  const [least, most] = [new Float64Array(count).fill(Infinity), new Float64Array(count).fill(-Infinity)];
  for (const { time, values } of table) {
    const reference = exact.get(Math.round(time * 1e6));
    if (!reference) continue;
    values.forEach((value, k) => {
      worst[k] = Math.max(worst[k], Math.abs(value - reference[k]));
      least[k] = Math.min(least[k], reference[k]);
      most[k] = Math.max(most[k], reference[k]);
    });
  }
  return Math.max(...worst.map((value, k) => value / (most[k] - least[k])));
}

function describe({ reltol, cap }, error) {
  return `reltol ${reltol.toExponential(0)}${cap ? `, cap ${cap}s` : ''}, error ${error.toExponential(1)}`;
}

/** Adds the rows to the results. */
export function eventRounds(results, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    for (const deck of decks) {
      const file = join(root, 'test/bench', deck.file);
      const exact = exactRows(file);
      const peers = [];
      for (const setting of settings) {
        const error = worstError(ngspiceDeck(file, { ...deck, ...setting }).table, exact);
        if (setting === natural)
          peers.push({ setting, name: `ngspice, natural (${describe(setting, error)})` });
        if (error > goal) continue;
        if (setting !== natural) peers.push({ setting, name: `ngspice, ${describe(setting, error)}` });
        break;
      }
      const rows = join(folder, 'rows.raw');
      const files = { ours: over(deck.ours), all: over(deck.ours, 'all-'), peers: over(deck.peers), rows };
      for (let round = 1; round <= rounds; round++) oneRound(results, round, { ...deck, files }, peers);

      /** The deck over another time, as a file. */
      function over(tstop, all = '') {
        const whole = readFileSync(file, 'utf8').replace(
          /^\.tran (\S+) (\S+) uic$/m,
          `.tran $1 ${tstop} uic`,
        );
        const text = all ? whole.replace(/^\.print .*\n/m, '') : whole;
        const path = join(folder, `${all}${tstop}-${deck.file}`);
        writeFileSync(path, text);
        return path;
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function oneRound(results, round, { name, files, n, span, parts }, peers) {
  const times = peers.map(({ setting }) => parts * ngspiceDeck(files.peers, { n, ...setting }).seconds);
  const ours = nodeScript('events-run.mjs', files.ours, 'sampled', String(warmRuns));
  const whole = command('run', files.ours).seconds;
  const peerWhole = parts * ngspiceDeck(files.peers, { n, ...natural }).process;
  const what = `${name} netlist, ${span}, exact events`;
  for (const [how, seconds] of [
    ['cold', ours.seconds],
    ['warm', ours.warm],
  ]) {
    const timing = `${how}, in process | no file | sampled`;
    peers.forEach((peer, k) => results.ratio(`${what} | ${timing}`, round, peer.name, times[k], seconds));
    results.alone(`${name} netlist, one of ${ours.events} events | ${timing}`, round, seconds / ours.events);
  }
  const process = `${what} | whole process | no file | sampled`;
  results.ratio(process, round, 'ngspice, natural, whole process', peerWhole, whole);
  const peerRows = parts * ngspiceRows(files.peers, n);
  for (const certificate of ['sampled', 'full']) {
    const written = command('run', files.all, '--option', `certificate=${certificate}`, '-o', files.rows);
    rmSync(files.rows);
    const count = Number(/\((\d+) rows\)/.exec(written.stdout)?.[1] ?? NaN);
    const how = `whole process | -o rows.raw | ${certificate}`;
    results.ratio(`${what} | ${how}`, round, 'ngspice -r, natural', peerRows, written.seconds);
    results.alone(`${name} netlist, one of ${count} rows | ${how}`, round, written.seconds / count);
  }
}
