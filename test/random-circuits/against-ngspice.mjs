/**
 * Runs random circuits of smooth parts (`smooth-circuits.mjs`) at defaults and by the installed ngspice at reltol = 1e-5 with steps of
 * 1/1500 of a period, and prints those that are farther apart than 1 % of their range (rms), or that end in one of both only; then the counts.
 *
 *     node test/random-circuits/against-ngspice.mjs [--kind transistors] [--from 0] [--count 100] [--timeout 60]
 *
 * A difference is a question, no verdict: switches that chase each other differ by their phase, and ngspice finds solutions of
 * its own where junctions carry e^100 A. Exits 1 when there is any. The build must be there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readRaw } from '../bench/waveform-error.mjs';
import { smoothCircuit } from './smooth-circuits.mjs';

const { values: options } = parseArgs({
  options: {
    kind: { type: 'string', default: 'transistors' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '100' },
    timeout: { type: 'string', default: '60' },
  },
});
if (options.kind !== 'transistors' && options.kind !== 'behavioural')
  throw new RangeError('--kind is transistors or behavioural');
const own = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'smooth-'));
/** Instants at which waveforms are compared, and periods that are run. */
const INSTANTS = 6000;
const PERIODS = 3;
/** Ranges below this part of the largest one of the circuit, or a millivolt, are noise. */
const STILL = 0.02;
const LEAST = 1e-3;
const FAR = 0.01;

/** Runs a process that writes a raw file; its columns where it got to the end. */
function columnsOf(name, cards, end, command, args) {
  const [netlist, raw] = [join(folder, `${name}.cir`), join(folder, `${name}.raw`)];
  writeFileSync(netlist, `${cards.join('\n')}\n.end\n`);
  const timeout = 1000 * Number(options.timeout);
  const { stdout, stderr } = spawnSync(command, args(netlist, raw), { encoding: 'utf8', timeout });
  const says = `${stdout}${stderr}`.split('\n').find((line) => /^(error|incomplete)/.test(line)) ?? '';
  if (!existsSync(raw)) return { says };
  const columns = readRaw(raw);
  rmSync(raw);
  // A run that ended at rest leaves a plot without a time.
  return (columns.get('time')?.at(-1) ?? 0) > 0.999 * end ? { says, columns } : { says };
}

/** A column at equally spaced instants, along straight lines. */
function sampled(columns, name, end) {
  const [times, values] = [columns.get('time'), columns.get(name)];
  let k = 1;
  return Float64Array.from({ length: INSTANTS }, (_, i) => {
    const t = (end * (i + 1)) / INSTANTS;
    while (k < times.length - 1 && times[k] < t) k++;
    const span = times[k] - times[k - 1];
    const part = span > 0 ? Math.min(1, (t - times[k - 1]) / span) : 1;
    return values[k - 1] + part * (values[k] - values[k - 1]);
  });
}

const range = (values) => values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));

/** The farthest node, as rms of the difference in parts of its range. */
function farthest(ours, theirs, nodes, end) {
  const pairs = nodes.map((node) => [ours, theirs].map((columns) => sampled(columns, `v(${node})`, end)));
  const largest = Math.max(...pairs.map(([, truth]) => range(truth)));
  return pairs
    .map(([found, truth], k) => {
      const square = truth.reduce((sum, value, i) => sum + (value - found[i]) ** 2, 0) / INSTANTS;
      return { node: nodes[k], part: Math.sqrt(square) / Math.max(range(truth), STILL * largest, LEAST) };
    })
    .reduce((a, b) => (b.part > a.part ? b : a));
}

const counts = { agree: 0, differ: 0, 'ngspice alone': 0, 'nscircuit alone': 0, neither: 0 };
try {
  const from = Number(options.from);
  for (let seed = from; seed < from + Number(options.count); seed++) {
    const { cards, nodes, period } = smoothCircuit(seed, options.kind);
    const end = PERIODS * period;
    const tran = `.tran ${period / 100} ${end}`;
    const ours = columnsOf('own', [...cards, tran], end, process.execPath, (netlist, raw) => [
      own,
      'run',
      netlist,
      '--quiet',
      '--option',
      'method=stepping',
      '-o',
      raw,
    ]);
    const tight = '.options reltol=1e-5 abstol=1e-14 vntol=1e-8 chgtol=1e-17';
    const peer = columnsOf(
      'peer',
      [...cards, `${tran} 0 ${period / 1500}`, tight],
      end,
      'ngspice',
      (netlist, raw) => ['-b', '-r', raw, netlist],
    );
    let verdict = peer.columns ? 'ngspice alone' : 'neither';
    let says = ours.says;
    if (ours.columns) {
      verdict = 'nscircuit alone';
      if (peer.columns) {
        const { node, part } = farthest(ours.columns, peer.columns, nodes, end);
        verdict = part > FAR ? 'differ' : 'agree';
        says = `v(${node}) by ${(100 * part).toPrecision(2)} % of its range`;
      }
    }
    counts[verdict]++;
    if (verdict === 'differ' || verdict === 'ngspice alone') console.log(`${seed} ${verdict}: ${says}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(
  Object.entries(counts)
    .map(([verdict, count]) => `${verdict} ${count}`)
    .join(', '),
);
if (counts.differ + counts['ngspice alone'] > 0) process.exitCode = 1;
