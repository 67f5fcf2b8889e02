import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Outputs } from '../../src/cli/output/outputs.js';
import type { PlannedRun } from '../../src/analysis/run-plan.js';
import { readCsv } from '../../src/waveform/csv-reader.js';
import { dataWriters, writerFor } from '../../src/waveform/writers.js';
import { charge, workplace } from './command.js';

const place = workplace();

describe('a numerical failure', () => {
  /** The current of I1 turns against D1 at 1 ms; then it has no way. */
  const stuck =
    'stuck\n.model d d\nI1 0 a pwl(0 1m 2m -1m)\nD1 a b d\nR1 b 0 1k\n' +
    '.tran 10u 2m uic\n.options method=theta\n.print v(b)\n.end\n';

  it('exits 3, keeps the rows until then and marks them in the file and in the summary', () => {
    place.write('s.cir', stuck);
    const { status, stdout, stderr } = place.run('run', 's.cir', '-o', 's.csv');
    const text = place.read('s.csv');
    const rows = text.trimEnd().split('\n');
    const reason = /\nincomplete: (.*)\n/.exec(stdout)?.[1] ?? '';
    expect(status).toBe(3);
    expect(reason).toBe('the circuit has no solution right after t = 1 ms (proved): d1 conflicts with i1');
    expect(stderr).toBe(
      `error: ${reason}\n  hint: give d1 a resistance: in series where a voltage drives it, in parallel where a current does\n`,
    );
    // The header, t = 0 .. 1 ms in steps of 10 us, the mark.
    expect(rows).toHaveLength(1 + 101 + 1);
    expect(rows.at(-1)).toBe(`# incomplete: ${reason},`);
    expect(stdout).toContain('wrote s.csv (101 rows)\n');
    expect(place.files).toEqual(['s.cir', 's.csv']);
  });
});

describe('a number that is not finite', () => {
  it('ends its file after the rows before it, marked', async () => {
    const run = { at: 0 } as PlannedRun;
    const path = place.path('n.csv');
    const entry = writerFor(path, dataWriters);
    if (!entry) throw new Error('no writer');
    const outputs = await Outputs.open([{ written: '-o n.csv', path, entry, at: 0 }], {});
    const [sink] = outputs.sinksFor(run);
    const columns = [
      { name: 'time', unit: 's' },
      { name: 'v(a)', unit: 'V' },
    ] as const;
    const message = 'v(a) is Infinity at time = 0.002 s: a waveform holds finite numbers only';
    sink?.begin({ title: 't', name: 'Transient Analysis', columns, complex: false });
    expect(() => sink?.rows(Float64Array.of(0, 1, 1e-3, 2, 2e-3, Infinity), 3)).toThrow(message);
    outputs.endPlots(message);
    expect(outputs.finish({ text: '', rows: [] })).toEqual([]);
    expect(outputs.written).toEqual([{ path, rows: 2 }]);
    expect(place.read('n.csv')).toBe(`time,v(a)\n0,1\n0.001,2\n# incomplete: ${message},\n`);
  });
});

describe('a full disk', () => {
  const megabytes = 6;
  const disk = mkdtempSync(join(tmpdir(), 'nscircuit-disk-'));
  const mounted = mount();
  const unless = mounted ? '' : ' (skipped: only root can mount a small disk)';

  function mount(): boolean {
    try {
      mkdirSync(disk, { recursive: true });
      const words = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk];
      execFileSync('mount', words, { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }

  afterAll(() => {
    if (mounted) execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  it.skipIf(!mounted)(`exits 3 and keeps the rows that had room, marked${unless}`, () => {
    place.write('c.cir', charge.replace('.tran 10u 1m uic', '.tran 1n 1m uic'));
    const path = join(disk, 'c.csv');
    const { status, stderr, stdout } = place.run('run', 'c.cir', '--option', 'method=theta', '-o', path);
    const text = readFileSync(path, 'utf8');
    const plot = readCsv({ name: 'c.csv', text });
    const message = `cannot write "${path}": no space left on the disk`;
    expect(status).toBe(3);
    expect(stderr).toBe(`error: ${message}\n`);
    expect(text.trimEnd().split('\n').at(-1)).toBe(`# incomplete: ${message.replaceAll('"', "'")},`);
    expect(plot.length).toBeGreaterThan(1000);
    expect(stdout).toContain(`wrote ${path} (${plot.length} rows)\n`);
    expect(readdirSync(disk)).toEqual(['c.csv']);
  });
});

describe('a standard output without room', () => {
  const full = '/dev/full';
  const isThere = existsSync(full);

  it.skipIf(!isThere).each([['run'], ['check'], ['show'], ['--help']])(
    `exits 3 and says so: %s${isThere ? '' : ' (skipped: this system has no /dev/full)'}`,
    (word) => {
      const file = place.write('c.cir', charge);
      const out = openSync(full, 'w');
      const words = word === '--help' ? [word] : [word, file];
      const { status, stderr } = spawnSync(process.execPath, [place.script, ...words], {
        ...{ cwd: place.folder, encoding: 'utf8' },
        stdio: ['ignore', out, 'pipe'],
      });
      closeSync(out);
      expect(status).toBe(3);
      expect(stderr).toBe('error: stdout cannot be written: ENOSPC\n');
    },
  );

  it.skipIf(!isThere)(
    `exits 3 where rows of -o - are lost${isThere ? '' : ' (skipped: no /dev/full)'}`,
    () => {
      const file = place.write('c.cir', charge);
      const out = openSync(full, 'w');
      const { status, stderr } = spawnSync(process.execPath, [place.script, 'run', file, '-o', '-'], {
        ...{ cwd: place.folder, encoding: 'utf8' },
        stdio: ['ignore', out, 'pipe'],
      });
      closeSync(out);
      expect(status).toBe(3);
      expect(stderr).toContain('error: stdout cannot be written: ENOSPC\n');
    },
  );
});
