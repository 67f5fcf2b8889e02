/**
 * Chains of inverters against `ngspice -b -r`, by turns: processor seconds, which other work on the machine hardly changes, and
 * the largest resident memory; then the circuits of `large.mjs`.
 *
 * Of ngspice two times: at its defaults with reltol = 1e-3, as ours are, and at equal error. The error of a run is the largest
 * time by which a passage of half the supply, in any column that is saved, differs from that of ngspice at reltol = 1e-6 and
 * steps of 4 ps at most. It is measured on 100 stages, behind which a chain does nothing else: no stage loads the one before it.
 * At equal error ngspice's largest step is the smallest of 100 ps / sqrt(2)^k at which its error is still no less than ours.
 *
 * The analysis is ours from the compiled circuit to the last row, ngspice's the process less one that reads the netlist and has
 * nothing to do; the whole is the process, which writes a raw file. Needs GNU time. The build must be there.
 *
 * Usage: node test/bench/chains.mjs [ROUNDS] [LARGEST] [wave | active | unlike | ring | large]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activeChains, ringOscillator, unlikeChains, waveChain } from './chain-netlist.mjs';
import { nodeScript, timed } from './peers.mjs';
import { passages, readRaw, worstShift } from './waveform-error.mjs';

const rounds = Number(process.argv[2] ?? 3);
const largest = Number(process.argv[3] ?? 10_000);
const only = process.argv[4];
const kinds = { wave: waveChain, active: activeChains, unlike: unlikeChains };
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const ownRaw = join(folder, 'own.raw');
const peerRaw = join(folder, 'peer.raw');
/** Half the supply, volts. */
const LEVEL = 2.5;

/** Processor seconds and MB of a process. */
function measured(command, ...args) {
  const report = join(folder, 'time.txt');
  const words = ['-f', '%U %S %M', '-o', report, command, ...args];
  timed('/usr/bin/time', words);
  const [user, system, kilobytes] = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .at(-1)
    .split(' ')
    .map(Number);
  return { cpu: user + system, megabytes: kilobytes / 1024 };
}

function netlistFile(name, text) {
  const file = join(folder, `${name}.cir`);
  writeFileSync(file, text);
  return file;
}

const own = (file) =>
  measured(process.execPath, 'dist/cli.cjs', 'run', file, '--option', 'method=stepping', '-o', ownRaw);
const peer = (file) => measured('ngspice', '-b', '-r', peerRaw, file);

/** The netlist with a largest step in seconds, and tolerances where told. */
const withStep = (text, step, tolerances) =>
  text
    .replace(/^(\.tran .*)$/m, `$1 0 ${step}`)
    .replace(/^\.options.*$/m, (old) => (tolerances === undefined ? old : `.options ${tolerances}`));
const tight = 'reltol=1e-6 vntol=1e-9 abstol=1e-15 chgtol=1e-18';

/** Errors of both, and ngspice's largest step and error at equal error. */
function calibrated(kind, netlist) {
  const text = netlist(100);
  peer(netlistFile(`${kind}-tight`, withStep(text, 4e-12, tight)));
  const truth = readRaw(peerRaw);
  const file = netlistFile(`${kind}100`, text);
  own(file);
  const ours = worstShift(readRaw(ownRaw), truth, LEVEL);
  peer(file);
  let error = worstShift(readRaw(peerRaw), truth, LEVEL);
  const atDefaults = error;
  let step;
  for (let next = 1e-10 / Math.SQRT2; next > 4e-12; next /= Math.SQRT2) {
    peer(netlistFile(`${kind}-step`, withStep(text, next)));
    const found = worstShift(readRaw(peerRaw), truth, LEVEL);
    if (!(found >= ours)) break;
    [step, error] = [next, found];
  }
  const ps = (seconds) => `${(1e12 * seconds).toFixed(2)} ps`;
  console.log(
    `${kind}: error ${ps(ours)}, ngspice ${ps(atDefaults)}, at equal error ${ps(error)} with steps of ${ps(step ?? 1e-10)} at most`,
  );
  return step;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
/** The exponent of cost in N from one size to ten times it. */
const exponent = (before, now) => (before ? Math.log10(now / before).toFixed(2) : '');

/** Ratios at defaults and at equal error. */
const ratios = (rows, theirs, equal, ours) =>
  [theirs, equal].map((of) => `${median(rows.map((row) => of(row) / ours(row))).toFixed(1)}x`).join(' / ');

function chain(kind, netlist) {
  const step = calibrated(kind, netlist);
  let before;
  for (let n = 10; n <= largest; n *= 10) {
    const text = netlist(n);
    const file = netlistFile(`${kind}${n}`, text);
    const equalFile = netlistFile(`${kind}${n}-equal`, step === undefined ? text : withStep(text, step));
    const idleFile = netlistFile(`${kind}${n}-idle`, text.replace(/^\.tran.*$/m, ''));
    const rows = Array.from({ length: rounds }, () => ({
      peer: peer(file),
      own: own(file),
      analysis: nodeScript('chain-run.mjs', file),
      equal: peer(equalFile),
      idle: peer(idleFile),
    }));
    const of = (read) => median(rows.map(read));
    const analysis = of((row) => row.analysis.cpu);
    console.log({
      circuit: `${kind} ${n}`,
      ngspice: `${of((row) => row.peer.cpu).toFixed(2)} / ${of((row) => row.equal.cpu).toFixed(2)} s`,
      analysis: `${analysis.toFixed(3)} s, ${ratios(
        rows,
        (row) => row.peer.cpu - row.idle.cpu,
        (row) => row.equal.cpu - row.idle.cpu,
        (row) => row.analysis.cpu,
      )}`,
      whole: `${of((row) => row.own.cpu).toFixed(2)} s, ${ratios(
        rows,
        (row) => row.peer.cpu,
        (row) => row.equal.cpu,
        (row) => row.own.cpu,
      )}`,
      memory: `${of((row) => row.own.megabytes).toFixed(0)} of ${of((row) => row.peer.megabytes).toFixed(0)} MB`,
      steps: rows[0].analysis.steps,
      exponent: exponent(before, analysis),
    });
    before = analysis;
  }
}

/** The period of a ring of 31 by its passages behind the first ones, seconds. */
function ring() {
  const text = ringOscillator(31);
  const period = (raw) => {
    const found = passages(readRaw(raw), 'v(n1)', LEVEL, true).slice(2);
    return (found.at(-1) - found[0]) / (found.length - 1);
  };
  const file = netlistFile('ring', text);
  const [peerRun, ownRun] = [peer(file), own(file)];
  const [theirs, ours] = [period(peerRaw), period(ownRaw)];
  peer(netlistFile('ring-tight', withStep(text, 5e-12, tight)));
  const truth = period(peerRaw);
  const off = (value) => `${(100 * (value / truth - 1)).toFixed(4)} %`;
  console.log({
    circuit: 'ring of 31',
    period: `${(1e9 * truth).toFixed(4)} ns`,
    own: `${off(ours)} in ${ownRun.cpu.toFixed(2)} s`,
    ngspice: `${off(theirs)} in ${peerRun.cpu.toFixed(2)} s`,
  });
}

const wants = (kind) => only === undefined || only === kind;
try {
  for (const [kind, netlist] of Object.entries(kinds)) if (wants(kind)) chain(kind, netlist);
  if (wants('ring')) ring();
} finally {
  rmSync(folder, { recursive: true });
}
if (wants('large')) await import('./large.mjs');
