import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { charge, workplace } from './command.js';

const place = workplace();

describe('a netlist that cannot be read or run', () => {
  it.each([
    ['missing.cir', 'there is no such file'],
    ['folder', 'it is a directory'],
    ['c.cir/x', 'a part of the path is not a directory'],
    ['/dev/zero', 'it is a device, not a file'],
    ['binary.cir', 'it is a binary file, not a netlist'],
  ])('%s exits 1: %s', (file, cause) => {
    mkdirSync(place.path('folder'));
    place.write('c.cir', charge);
    place.write('binary.cir', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 1, 2));
    const before = place.files;
    const outcome = place.run('run', file, '-o', 'out.csv');
    expect(outcome).toEqual({ status: 1, stdout: '', stderr: `error: cannot read "${file}": ${cause}\n` });
    expect(place.files).toEqual(before);
  });

  it('an empty file has no elements', () => {
    place.write('empty.cir', '');
    const { status, stderr } = place.run('run', 'empty.cir', '-o', 'out.csv');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'empty.cir:1:1: error: the netlist has no elements\n  hint: remember that the first line is the title\n',
    );
  });

  it('reports all errors at once and leaves no file', () => {
    place.write('bad.cir', charge.replace('R1 in out {r}', 'R1 in out 0\nQQ in out\nR2 in out 1x1'));
    const { status, stderr } = place.run('run', 'bad.cir', '-o', 'out.csv', '-r', 'out.raw');
    expect(status).toBe(1);
    expect(stderr.match(/^bad\.cir:\d+:\d+: error: /gm)?.length).toBeGreaterThanOrEqual(2);
    expect(place.files).toEqual(['bad.cir']);
  });

  it('an error made a thousand times is told a hundred times', () => {
    place.write('many.cir', `many\n${'R1 a 0 1k\n'.repeat(1000)}.op\n`);
    const { status, stderr } = place.run('run', 'many.cir');
    expect(status).toBe(1);
    expect(stderr.match(/error: element "r1" is defined twice/g)).toHaveLength(100);
    expect(stderr.endsWith('\nand 899 more\n')).toBe(true);
  });

  it('an error behind hundreds of warnings is told, and ten of each kind of warning', () => {
    const unused = Array.from({ length: 300 }, (_, k) => `w${k}=1`).join(' ');
    place.write('warned.cir', `warned\n.options ${unused}\nR1 a 0 nonsense\n.op\n`);
    const { status, stderr } = place.run('run', 'warned.cir');
    expect(status).toBe(1);
    expect(stderr.match(/^warned\.cir:\d+:\d+: warning: unknown option "w/gm)).toHaveLength(10);
    expect(stderr).toMatch(/^warned\.cir:3:\d+: error: /m);
    expect(stderr).toMatch(/\nand 290 more\n/);
  });

  it('with --json the errors are on stdout too, as objects', () => {
    place.write('empty.cir', '');
    const { status, stdout } = place.run('run', 'empty.cir', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [{ code: 'no-elements' }], runs: [], files: [] });
  });

  it('a NaN is refused at its place', () => {
    place.write('c.cir', charge);
    const { status, stderr } = place.run('run', 'c.cir', '--set', 'r=0/0', '-o', 'out.csv');
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/error: /);
    expect(place.files).toEqual(['c.cir']);
  });

  it('reads UTF-16 with a mark, Latin-1 and CRLF', () => {
    place.write('wide.cir', Buffer.from(`\ufeff${charge}`, 'utf16le'));
    place.write('micro.cir', Buffer.from(charge.replace('1u\n', '1\u00b5\n'), 'latin1'));
    place.write('crlf.cir', charge.replaceAll('\n', '\r\n'));
    place.write('plain.cir', charge);
    const texts = ['wide', 'micro', 'crlf', 'plain'].map((name) => place.run('run', `${name}.cir`).stdout);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('certificate: holds');
  });

  it('includes files beside the file that includes them', () => {
    mkdirSync(place.path('parts'));
    place.write('main.cir', charge.replace('R1 in out {r}', '.include parts/r.inc'));
    place.write('parts/r.inc', '.include deeper.inc\n');
    place.write('parts/deeper.inc', 'R1 in out {r}\n');
    expect(place.run('check', 'main.cir').status).toBe(0);
    place.write('parts/deeper.inc', '.include ../parts/r.inc\n');
    const { status, stderr } = place.run('check', 'main.cir');
    expect(status).toBe(1);
    expect(stderr).toContain('parts/r.inc -> parts/deeper.inc -> parts/r.inc');
  });
});

describe('check and show', () => {
  it('check says of a circuit that runs by sparse steps what its system is, however large', () => {
    const ladder = Array.from({ length: 2000 }, (_, k) => `R${k} n${k} n${k + 1} 1\nG${k} n${k} 0 n0 0 1m`);
    place.write(
      'ladder.cir',
      ['* ladder', 'V1 n0 0 1', 'RL n2000 0 1', ...ladder, '.op', '.end', ''].join('\n'),
    );
    const { status, stdout } = place.run('check', 'ladder.cir');
    expect(status).toBe(0);
    expect(stdout).toContain('4002 elements, 2001 nodes besides ground');
    expect(stdout).toContain('2002 unknowns, 0 multipliers, by sparse steps');
  });

  it('check says what kind of circuit it is', () => {
    place.write('c.cir', charge);
    expect(place.run('check', 'c.cir')).toEqual({
      status: 0,
      stdout:
        'c.cir: fine\n  3 elements, 2 nodes besides ground, analyses: .tran\n  1 state, 0 multipliers, index 1\n',
      stderr: '',
    });
  });

  it('show prints the matrices and runs nothing', () => {
    place.write('c.cir', charge);
    const { status, stdout } = place.run('show', 'c.cir');
    expect(status).toBe(0);
    expect(stdout).toContain('tree:  v1 c1\nlinks: r1\n');
  });
});
