/** Rows of the benchmark: a million rows by our writers and by ngspice's, and a page of as many until it is painted. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeScript, timed } from './peers.mjs';

/** Seconds of ngspice's own writers, from a file of ours that it has loaded: raw binary, and text of nine digits. */
function ngspiceWriters(folder, raw) {
  const names = Array.from({ length: 9 }, (_, k) => `v(${k + 1})`).join(' ');
  const deck = join(folder, 'deck.cir');
  const lines = [
    'writers',
    '.control',
    `load ${raw}`,
    'set numdgt=8', // digits behind the point
    'set wr_singlescale',
    'set wr_vecnames',
    'rusage cputime',
    `write ${join(folder, 'peer.raw')} all`,
    'rusage cputime',
    `wrdata ${join(folder, 'peer.txt')} ${names}`,
    'rusage cputime',
    'quit',
    '.endc',
    '.end',
  ];
  writeFileSync(deck, lines.join('\n'));
  const { stdout, stderr } = timed('ngspice', ['-b', deck]);
  const seconds = Array.from(
    `${stdout}${stderr}`.matchAll(/elapsed time since last call[^=]*= *(\S+)/gi),
    ([, text]) => Number(text),
  );
  const [binary, text] = seconds.slice(-2);
  if (!(binary > 0 && text > 0)) throw new Error(`ngspice wrote nothing:\n${stdout}`);
  return { binary, text };
}

export function writerRounds(results, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const timing = 'cold, in process |';
  try {
    for (let round = 1; round <= rounds; round++) {
      const raw = join(folder, 'own.raw');
      const own = nodeScript('writers-run.mjs', raw).seconds;
      const csv = nodeScript('writers-run.mjs', join(folder, 'own.csv')).seconds;
      const peer = ngspiceWriters(folder, raw);
      results.ratio(`1e6 rows of 10 numbers | ${timing} raw | -`, round, 'ngspice, write', peer.binary, own);
      results.ratio(
        `1e6 rows of 10 numbers | ${timing} csv, 9 digits | -`,
        round,
        'ngspice, wrdata',
        peer.text,
        csv,
      );
      const page = nodeScript('writers-run.mjs', join(folder, 'page.html'), '5');
      results.alone(`1e6 rows of 4 curves, written | ${timing} html | -`, round, page.seconds);
      if (page.painted === undefined) continue;
      results.alone(
        `1e6 rows of 4 curves, painted by chromium | cold, browser running | html | -`,
        round,
        page.painted,
      );
      results.alone(
        `1e6 rows of 4 curves, all rows in the page | cold, browser running | html | -`,
        round,
        page.complete,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
