/**
 * Chains of inverters against `ngspice -b -r`, both at their defaults with reltol = 1e-3, by turns: processor seconds, which
 * other work on the machine hardly changes, and the largest resident memory. ngspice's process is its analysis but for some
 * percent, so that both of our figures are held against it: the analysis alone, and the whole process that writes a raw file.
 * Needs GNU time. The build must be there.
 *
 * Usage: node test/bench/chains.mjs [ROUNDS] [LARGEST]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activeChains, unlikeChains, waveChain } from './chain-netlist.mjs';
import { nodeScript, timed } from './peers.mjs';

const rounds = Number(process.argv[2] ?? 3);
const largest = Number(process.argv[3] ?? 10_000);
const kinds = { wave: waveChain, active: activeChains, unlike: unlikeChains };
const folder = mkdtempSync(join(tmpdir(), 'bench-'));

/** Processor seconds and MB of a process. */
function measured(command, ...args) {
  const report = join(folder, 'time.txt');
  const { stderr, status, stdout } = timed('/usr/bin/time', [
    '-f',
    '%U %S %M',
    '-o',
    report,
    command,
    ...args,
  ]);
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
  const [user, system, kilobytes] = readFileSync(report, 'utf8').trim().split(' ').map(Number);
  return { cpu: user + system, megabytes: kilobytes / 1024 };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The exponent of cost in N from one size to ten times it. */
const exponent = (before, now) => (before ? Math.log10(now / before).toFixed(2) : '');

try {
  for (const [kind, netlist] of Object.entries(kinds)) {
    let before;
    for (let n = 10; n <= largest; n *= 10) {
      const file = join(folder, `${kind}${n}.cir`);
      writeFileSync(file, netlist(n));
      const rows = Array.from({ length: rounds }, () => ({
        peer: measured('ngspice', '-b', '-r', join(folder, 'peer.raw'), file),
        whole: measured(
          process.execPath,
          ...['dist/cli.cjs', 'run', file, '--option', 'method=stepping', '-o', join(folder, 'own.raw')],
        ),
        analysis: nodeScript('chain-run.mjs', file),
      }));
      const of = (read) => median(rows.map(read));
      const analysis = of((row) => row.analysis.cpu);
      console.log({
        circuit: `${kind} ${n}`,
        ngspice: `${of((row) => row.peer.cpu).toFixed(2)} s, ${of((row) => row.peer.megabytes).toFixed(0)} MB`,
        analysis: `${analysis.toFixed(3)} s, ${of((row) => row.peer.cpu / row.analysis.cpu).toFixed(1)}x`,
        whole: `${of((row) => row.whole.cpu).toFixed(2)} s, ${of((row) => row.peer.cpu / row.whole.cpu).toFixed(1)}x`,
        memory: `${of((row) => row.whole.megabytes).toFixed(0)} MB`,
        steps: rows[0].analysis.steps,
        exponent: exponent(before, analysis),
      });
      before = analysis;
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
