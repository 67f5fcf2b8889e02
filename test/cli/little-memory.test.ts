/** Runs under a limit of the address space. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isOutOfMemory } from '../../src/cli/out-of-memory.js';
import { bridge, workplace } from './command.js';

const place = workplace();

/** Runs the command with so many kilobytes of address space. */
function runWithin(kilobytes: number, ...args: readonly string[]) {
  const words = ['-c', `ulimit -v ${kilobytes}; exec "$@"`, 'sh', process.execPath, place.script, ...args];
  const { status, stdout, stderr } = spawnSync('sh', words, { cwd: place.folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('under a limit of the address space that leaves no room for WebAssembly', () => {
  it.each(['theta', 'events'])('method=%s gives what it gives without', (method) => {
    const args = ['run', bridge, '--option', `method=${method}`, '-o', 'out.csv'];
    const free = place.run(...args);
    const rows = place.read('out.csv');
    // 900 MB: less than code wants, more than script does. (V8 by itself fails at some limits about a gigabyte.)
    expect(runWithin(900_000, ...args)).toEqual(free);
    expect(place.read('out.csv')).toBe(rows);
  });
});

describe('a netlist too large for memory', () => {
  const ladder = (sections: number): string =>
    [
      'a ladder',
      'V1 n0 0 1',
      ...Array.from({ length: sections }, (_, k) => `R${k} n${k} n${k + 1} 1\nRg${k} n${k + 1} 0 1k`),
      ...['.save v(n1)', '.op', '.end', ''],
    ].join('\n');

  it('is told before it starts, and how to give it more', () => {
    place.write('ladder.cir', ladder(40_000));
    const { status, stderr } = place.runWith(
      { NODE_OPTIONS: '--max-old-space-size=96' },
      'run',
      'ladder.cir',
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^ladder.cir:\d+:\d+: error: the circuit has more than \d+ elements .* of memory/);
    expect(stderr).toContain('NODE_OPTIONS=--max-old-space-size');
  });

  it('has no effect on one that is not', () => {
    place.write('small.cir', ladder(1000));
    expect(place.runWith({ NODE_OPTIONS: '--max-old-space-size=96' }, 'check', 'small.cir').status).toBe(0);
  });
});

describe('memory that cannot be had', () => {
  it.each([
    ['arrays', () => new Float64Array(2 ** 40)],
    ['buffers', () => new ArrayBuffer(2 ** 52)],
    ['texts', () => 'x'.repeat(2 ** 29)],
  ])('is told from a defect: %s', (_, allocate) => {
    expect(isOutOfMemory(errorOf(allocate))).toBe(true);
  });

  it('a wrong number of digits is a defect', () => {
    expect(isOutOfMemory(errorOf(() => (1).toFixed(1000)))).toBe(false);
  });

  function errorOf(action: () => unknown): unknown {
    try {
      action();
    } catch (error) {
      return error;
    }
    return undefined;
  }
});
