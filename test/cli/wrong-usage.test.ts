import { mkdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { charge, workplace } from './command.js';

const place = workplace();
const seeRun = 'see nscircuit run --help\n';

function refused(...args: readonly string[]): string {
  place.write('c.cir', charge);
  const before = place.files;
  const { status, stdout, stderr } = place.run(...args);
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(place.files).toEqual(before);
  return stderr;
}

it('an option of the netlist that is written as one of the command is told how', () => {
  const hint = 'hint: method is an option of the netlist: write --option method=theta\n';
  expect(refused('run', 'c.cir', '--method', 'theta')).toContain(hint);
  expect(refused('run', 'c.cir', '--method=theta')).toContain(hint);
  expect(refused('run', 'c.cir', '--nosuch', 'theta')).not.toContain('hint');
});

describe('wrong usage exits 2, says why and leaves no file', () => {
  it('without arguments: the help', () => {
    expect(refused()).toMatch(
      /^Usage: nscircuit \[options\] \[command\]\n[^]*Exit codes: 0 fine, 1 a netlist or waveform file is wrong/,
    );
  });

  it.each([
    [['fly'], "error: unknown command 'fly'\n"],
    [['run'], "error: missing required argument 'FILE'\nusage: nscircuit run FILE [options]; "],
    [
      ['run', 'c.cir', 'd.cir'],
      "error: too many arguments for 'run'. Expected 1 argument but got 2.\nusage: nscircuit run FILE [options]; ",
    ],
    [
      ['run', 'c.cir', '--prob', 'v(a)'],
      "error: unknown option '--prob'\n(Did you mean --probe?)\nusage: nscircuit run FILE [options]; ",
    ],
    [
      ['run', 'c.cir', '-o'],
      "error: option '-o, --output <FILE>' argument missing\nusage: nscircuit run FILE [options]; ",
    ],
  ])('%j', (args, text) => {
    const stderr = refused(...args);
    expect(stderr).toBe(text.endsWith('; ') ? `${text}${seeRun}` : text);
  });

  it.each([
    [
      ['-o', 'c.xyz'],
      'error: -o c.xyz: unknown format; the extension must be one of .csv .raw .prn .txt .json .html .svg\n',
    ],
    [
      ['-o', 'csv'],
      'error: -o csv: unknown format; the extension must be one of .csv .raw .prn .txt .json .html .svg\n',
    ],
    [['-o', ''], 'error: -o: the file name is empty\n'],
    [['-o', 'no/c.csv'], 'error: -o no/c.csv: cannot write "no/c.csv": there is no directory "no"\n'],
    [['-o', 'c.csv', '-o', './c.csv'], 'error: -o c.csv and -o ./c.csv both write ./c.csv\n'],
    [['-o', 'c.raw', '-r', 'c.raw'], 'error: -o c.raw and -r c.raw both write c.raw\n'],
    [['-r', './c.cir'], 'error: -r ./c.cir would overwrite the netlist\n'],
    [['-r', '/dev/null'], 'error: -r /dev/null: cannot write "/dev/null": it is not a regular file\n'],
    [['-r', 'folder'], 'error: -r folder: cannot write "folder": it is a directory\n'],
    [['--digits', '0'], 'error: --digits 0: a whole number from 1 to 17 is needed\n'],
    [['--digits', '1e1'], 'error: --digits 1e1: a whole number from 1 to 17 is needed\n'],
    [
      ['--option', 'h=1u theta=1'],
      'error: --option "h=1u theta=1" sets several: repeat --option for each KEY=VALUE\n',
    ],
    [['--set', 'r'], 'error: --set "r" is not of the form PARAM=VALUE\n'],
    [
      ['--option', '=1', '--option', 'h='],
      'error: --option "=1" is not of the form KEY=VALUE\nerror: --option "h=" is not of the form KEY=VALUE\n',
    ],
  ])('%j', (args, text) => {
    mkdirSync(place.path('folder'));
    expect(refused('run', 'c.cir', ...args)).toBe(text + seeRun);
  });

  it('an unknown option', () => {
    expect(refused('run', 'c.cir', '--option', 'thetta=1', '-o', 'c.csv')).toBe(
      '--option:1:1: error: unknown option "thetta"\n  thetta=1\n  ^^^^^^\n  hint: did you mean "theta"?\n',
    );
  });

  it.each(['theta', 'gamma'])('%s beyond 1', (name) => {
    expect(refused('run', 'c.cir', '--option', `${name}=1.5`)).toBe(
      `--option:1:7: error: .options: ${name} must be from 0 to 1, not 1.5\n  ${name}=1.5\n        ^^^\n`,
    );
  });

  it('a step that would make a run of more than 1e13 steps', () => {
    expect(refused('run', 'c.cir', '--option', 'method=theta', '--option', 'h=1e-30')).toBe(
      '--option:1:1: error: 0.001 s in steps of 1e-30 s are 1e+27 steps; more than 1e13 are not started\n' +
        '  h=1e-30\n  ^^^^^^^\n  hint: take a larger step, or permit it: --allow-long, .options allowlong=1\n',
    );
  });

  it('a parameter that the netlist does not define', () => {
    expect(refused('run', 'c.cir', '--set', 'rr=1')).toBe(
      '--set:1:1: error: the netlist defines no parameter "rr"\n  rr=1\n  ^^\n  hint: did you mean "r"?\n',
    );
  });

  it('a probe of what is not there', () => {
    expect(refused('run', 'c.cir', '--probe', 'v(outt)', '-o', 'c.csv')).toBe(
      '--probe:1:1: error: there is no node "outt"\n  v(outt)\n  ^^^^^^^\n  hint: did you mean "out"?\n',
    );
  });

  it('two csv files that several analyses would make the same', () => {
    place.write('two.cir', charge.replace('.tran', '.op\n.tran'));
    expect(refused('run', 'two.cir', '-o', 'c.csv', '-o', 'c.tran.csv')).toBe(
      `error: -o c.csv and -o c.tran.csv both write c.tran.csv\n${seeRun}`,
    );
  });
});

describe('help and version', () => {
  it('the help of a command exits 0', () => {
    const { status, stdout } = place.run('run', '--help');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: nscircuit run \[options\] <FILE>\n/);
  });

  it('the version is that of the package', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(place.run('--version')).toEqual({
      status: 0,
      stdout: `nscircuit ${manifest.version}\n`,
      stderr: '',
    });
  });
});
