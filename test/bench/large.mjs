/**
 * Large circuits that are no chains against `ngspice -b -r`, both at their defaults, by turns: processor seconds and the
 * largest resident memory of whole processes. ngspice knows no ideal diode: in the converter it takes its default one.
 * Needs GNU time. The build must be there.
 *
 * Usage: node test/bench/large.mjs [mesh | adder | memory | converter]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memory, mesh, multilevelConverter, rippleAdder } from './large-netlist.mjs';
import { timed } from './peers.mjs';

const netlists = {
  mesh: () => mesh(64),
  adder: () => rippleAdder(32),
  memory: () => memory(40, 25),
  converter: () => multilevelConverter(200),
};
const chosen = Object.keys(netlists).find((name) => process.argv.includes(name));
const folder = mkdtempSync(join(tmpdir(), 'bench-'));

function measured(...words) {
  const report = join(folder, 'time.txt');
  const { status } = timed('/usr/bin/time', ['-f', '%U %S %M', '-o', report, ...words]);
  const [user, system, kilobytes] = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .at(-1)
    .split(' ')
    .map(Number);
  return { status, cpu: user + system, megabytes: Math.round(kilobytes / 1024) };
}

try {
  for (const [name, netlist] of Object.entries(netlists)) {
    if (chosen !== undefined && chosen !== name) continue;
    const file = join(folder, `${name}.cir`);
    writeFileSync(file, netlist());
    const peer = measured('ngspice', '-b', '-r', join(folder, 'peer.raw'), file);
    const own = measured(process.execPath, 'dist/cli.cjs', 'run', file, '-o', join(folder, 'own.raw'));
    console.log({ circuit: name, ngspice: peer, own, ratio: `${(peer.cpu / own.cpu).toFixed(2)}x` });
  }
} finally {
  rmSync(folder, { recursive: true });
}
