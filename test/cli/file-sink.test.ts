import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileSink, WriteError } from '../../src/cli/output/file-sink.js';
import { partPath } from '../../src/cli/output/part-file.js';

describe('FileSink', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nscircuit-sink-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('shows nothing under the final name before commit, and the patched whole after it', () => {
    const path = join(folder, 'out.csv');
    const sink = new FileSink(path);
    sink.write(bytes('count: ?\n'));
    sink.write(bytes('1 2 3\n'));
    sink.patch(7, bytes('3'));
    sink.write(bytes('end\n'));
    expect(readdirSync(folder)).not.toContain('out.csv');
    sink.commit();
    expect(readdirSync(folder)).toEqual(['out.csv']);
    expect(readFileSync(path, 'utf8')).toBe('count: 3\n1 2 3\nend\n');
  });

  it('leaves what was there before when it is discarded', () => {
    const path = join(folder, 'out.csv');
    writeFileSync(path, 'old');
    const sink = new FileSink(path);
    sink.write(bytes('new'));
    sink.discard();
    expect(readdirSync(folder)).toEqual(['out.csv']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('writes through a symbolic link and keeps the link', () => {
    writeFileSync(join(folder, 'real.csv'), 'old');
    symlinkSync('real.csv', join(folder, 'link.csv'));
    const sink = new FileSink(join(folder, 'link.csv'));
    sink.write(bytes('new'));
    sink.commit();
    expect(readdirSync(folder).sort()).toEqual(['link.csv', 'real.csv']);
    expect(readFileSync(join(folder, 'real.csv'), 'utf8')).toBe('new');
  });

  it('removes the reserve of a long file', () => {
    const sink = new FileSink(join(folder, 'long.raw'));
    for (let k = 0; k < 40; k++) sink.write(new Uint8Array(1 << 16));
    expect(readdirSync(folder)).toHaveLength(2);
    sink.commit();
    expect(readdirSync(folder)).toEqual(['long.raw']);
  });

  it('a name as long as names may be', () => {
    const names = ['a', 'b'].map((letter) => `${letter}${'x'.repeat(250)}.csv`);
    const sinks = names.map((name) => new FileSink(join(folder, name)));
    for (const [k, sink] of sinks.entries()) sink.write(bytes(String(k)));
    for (const sink of sinks) sink.commit();
    expect(names.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['0', '1']);
    expect(readdirSync(folder).sort()).toEqual(names);
  });

  it('does not write through a link that somebody put where it collects its bytes', () => {
    const path = join(folder, 'out.csv');
    writeFileSync(join(folder, 'precious'), 'kept');
    symlinkSync('precious', partPath(path));
    const sink = new FileSink(path);
    sink.write(bytes('new'));
    sink.commit();
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('kept');
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('a directory that has gone is an error that names the file', () => {
    const path = join(folder, 'no', 'out.csv');
    expect(() => new FileSink(path)).toThrow(
      new WriteError(`cannot write "${path}": there is no directory "${join(folder, 'no')}"`),
    );
  });
});
