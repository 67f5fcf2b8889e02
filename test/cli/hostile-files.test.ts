/** Files that nobody means well with: what a terminal must not show, where an include must not lead, what never ends. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { charge, workplace } from './command.js';

const place = workplace();

/** Everything by which a terminal is steered or the order of text is changed; line ends and tabs are fine. */
const steering = /(?![\t\n])[\p{Cc}\p{Cf}]/u;

describe('what steers a terminal reaches no terminal', () => {
  /** Clear the screen, set the title, colours; another order of text, what is not seen; the line again, one back. */
  const codes = [
    '\u001b[2J\u001b]0:owned\u0007\u009b31m',
    '\u202egnp\u2066\u200b\u007f\ufeff\u{e0041}',
    'x\rerror\bx',
  ];

  it.each(codes.map((code) => [JSON.stringify(code), code]))('%s', (_, code) => {
    const title = `ti${code}tle`;
    const good = charge.replace('charge', title).replaceAll('out', 'o\u001b\u009b\u202eut');
    const bad = `${title}\nR1 a${code}b 0 x${code}y\n.foo${code} 1\n.model ${code} d\n.op\n`;
    place.write('good.cir', good);
    place.write('bad.cir', bad);
    place.write(`na${code}me.cir`, charge);
    const outcomes = [
      place.run('run', 'good.cir'),
      place.run('show', 'good.cir'),
      place.run('check', 'bad.cir'),
      place.run('run', `na${code}me.cir`, '-o', `o${code}.csv`),
      place.run('run', `no${code}ne.cir`),
      place.run('run', 'good.cir', '--set', `a${code}=1`, '--option', `b${code}=2`, '--probe', `v(${code})`),
      place.run(`fl${code}y`),
    ];
    for (const { stdout, stderr } of outcomes) {
      expect(stdout).not.toMatch(steering);
      expect(stderr).not.toMatch(steering);
    }
    const { stdout } = place.run('run', 'good.cir', '--json');
    expect(stdout).not.toMatch(steering);
    expect((JSON.parse(stdout) as { title: string }).title).toBe(title);
  });
});

describe('.include and data files stay in the folder of the netlist, wherever links lead', () => {
  const secret = 'root:x:0:0:secret\n';

  function prepared(card: string): void {
    mkdirSync(place.path('inner'));
    place.write('secret.inc', secret);
    symlinkSync('../secret.inc', place.path('inner/link.inc'));
    symlinkSync('..', place.path('inner/up'));
    symlinkSync('own.inc', place.path('inner/alias.inc'));
    place.write('inner/own.inc', 'R1 in out 1k\n');
    place.write('inner/a.cir', charge.replace('R1 in out {r}', card));
  }

  it.each([
    '.include link.inc',
    '.lib link.inc',
    '.include up/secret.inc',
    'R1 in out {r}\nI1 out 0 pwl file=link.inc',
  ])('%s', (card) => {
    prepared(card);
    const { status, stdout, stderr } = place.run('run', 'inner/a.cir');
    expect(status).toBe(1);
    expect(stderr).toContain(': it lies outside of the folder of the netlist\n');
    expect(stderr).toContain('\n  hint: allow it with --allow-outside, or name its folder with --lib DIR\n');
    expect(stdout + stderr).not.toContain('root:');
  });

  it('a link to a neighbour is followed, and one outside where the user permits it', () => {
    prepared('.include alias.inc');
    expect(place.run('run', 'inner/a.cir').status).toBe(0);
    prepared2('.include link.inc');
    expect(place.run('run', 'inner/a.cir', '--allow-outside').status).toBe(0);
  });

  function prepared2(card: string): void {
    place.write('secret.inc', 'R1 in out 1k\n');
    place.write('inner/a.cir', charge.replace('R1 in out {r}', card));
  }
});

describe('what never ends is refused by its kind', () => {
  it.each([
    ['pipe', 'it is a pipe, not a file'],
    ['/dev/zero', 'it is a device, not a file'],
    ['folder', 'it is a directory'],
  ])('%s, as netlist, include and output', (name, cause) => {
    execFileSync('mkfifo', [place.path('pipe')]);
    mkdirSync(place.path('folder'));
    place.write('a.cir', charge.replace('R1 in out {r}', `.include ${name}`));
    place.write('b.cir', charge);
    expect(place.run('run', name)).toEqual({
      status: 1,
      stdout: '',
      stderr: `error: cannot read "${name}": ${cause}\n`,
    });
    const included = place.run('run', 'a.cir', '--allow-outside');
    expect(included.status).toBe(1);
    expect(included.stderr).toContain(
      `a.cir:4:1: error: cannot include "${name}": cannot read "${name}": ${cause}\n`,
    );
    const written = place.run('run', 'b.cir', '-r', name);
    expect(written.status).toBe(2);
    expect(written.stderr).toMatch(/cannot write ".*": it is (?:a directory|not a regular file)\n/);
  });
});

describe('an output is none of the files that are read', () => {
  it.each([
    ['.include part.csv', 'part.csv'],
    ['.include "./part.csv"', './part.csv'],
    ['.include part.csv', 'link.csv'],
  ])('%s -o %s', (card, output) => {
    place.write('part.csv', 'R1 in out 1k\n');
    symlinkSync('part.csv', place.path('link.csv'));
    place.write('a.cir', charge.replace('R1 in out {r}', `${card}\nR2 in out {r}`));
    const { status, stderr } = place.run('run', 'a.cir', '-o', output);
    expect(stderr).toBe(
      `error: -o ${output} would overwrite part.csv, which the netlist includes\nsee nscircuit run --help\n`,
    );
    expect(status).toBe(2);
    expect(place.read('part.csv')).toBe('R1 in out 1k\n');
  });
});
