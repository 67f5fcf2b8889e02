/** ngspice as peer of the event-driven decks: its own analysis time, that of its process, its points, its waveform on the 1 us grid. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timed } from './peers.mjs';

/**
 * Runs a deck of ideal diodes with diodes of emission coefficient n.
 * Settings: `n`, `reltol`, `cap` (largest step, "" for ngspice's own), `expressions` (written when given).
 */
export function ngspiceDeck(file, { n, reltol, cap, expressions }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const rows = join(folder, 'rows.txt');
    const control = ['.control', 'set noaskquit', 'run', 'rusage all', 'print length(time)'];
    if (expressions) control.push('linearize', `wrdata ${rows} ${expressions.join(' ')}`);
    const deck = readFileSync(file, 'utf8')
      .replace(/^\.model dideal d$/m, `.model dideal d(is=1e-12 n=${n})`)
      .replace(/^\.print .*\n/m, '')
      .replace(/^\.tran (\S+) (\S+) uic$/m, `.options reltol=${reltol}\n.tran $1 $2 0 ${cap} uic`)
      .replace(/^\.end$/m, [...control, 'quit', '.endc', '.end'].join('\n'));
    const path = join(folder, 'deck.cir');
    writeFileSync(path, deck);
    const { stdout, seconds: process } = timed('ngspice', ['-b', path]);
    const number = (pattern) => Number(pattern.exec(stdout)?.[1] ?? NaN);
    const seconds = number(/Total analysis time \(seconds\) = (\S+)/);
    const points = number(/length\(time\) = (\S+)/);
    if (![seconds, points].every(Number.isFinite)) throw new Error(`ngspice failed:\n${stdout}`);
    return { seconds, process, points, table: expressions ? readTable(rows) : undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Seconds of a process that writes all of a deck's rows to a raw file, with ngspice's own step choice. */
export function ngspiceRows(file, n) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const deck = readFileSync(file, 'utf8')
      .replace(/^\.model dideal d$/m, `.model dideal d(is=1e-12 n=${n})`)
      .replace(/^\.print .*\n/m, '')
      .replace(/^\.tran /m, '.options reltol=1e-3\n.tran ');
    const path = join(folder, 'deck.cir');
    writeFileSync(path, deck);
    const { seconds, stdout, status } = timed('ngspice', ['-b', '-r', join(folder, 'rows.raw'), path]);
    if (status !== 0) throw new Error(`ngspice failed:\n${stdout}`);
    return seconds;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** wrdata's rows: time and value of each expression by turns. */
function readTable(file) {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.map((row) => ({ time: row[0], values: row.filter((_, k) => k % 2 === 1) }));
}
