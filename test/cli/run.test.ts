import { chmodSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../src/waveform/csv-reader.js';
import { readRaw } from '../../src/waveform/raw-reader.js';
import { bridge, charge, workplace } from './command.js';

const place = workplace();

/** v(out) of `charge` at 1 ms = RC. */
const charged = 1 - Math.exp(-1);
/** The bridge at 5 ms in closed form (the head of bridge.cir). */
const w = Math.sqrt(1e8 - 25e4);
const ringing = {
  v: 10 * Math.exp(-2.5) * (Math.cos(w * 5e-3) - (500 / w) * Math.sin(w * 5e-3)),
  i: (10 / (w * 10e-3)) * Math.exp(-2.5) * Math.sin(w * 5e-3),
};

describe('run', () => {
  it('writes the bridge to csv, raw, json and html and prints the certificate', () => {
    const { status, stdout, stderr } = place.run(
      ...['run', bridge, '-o', 'b.csv', '-o', 'b.json', '-o', 'b.html', '-r', 'plain'],
    );
    expect(status).toBe(0);
    expect(stderr).toBe('');
    const csv = readCsv({ name: 'b.csv', text: place.read('b.csv') });
    // The grid of tstep and, between its points, the 16 instants at which diodes switch.
    expect(csv.length).toBe(5017);
    // The csv holds 9 digits.
    expect(csv.columns[1]?.at(-1)).toBe(Number(ringing.v.toPrecision(9)));
    expect(csv.columns[2]?.at(-1)).toBe(Number(ringing.i.toPrecision(9)));
    const json = JSON.parse(place.read('b.json')) as { plots: { rows: number[][] }[] };
    expect(json.plots[0]?.rows).toHaveLength(5017);
    expect(place.read('b.html')).toMatch(/^<!doctype html>[^]*complementarity[^]*<\/html>\n$/);
    expect(place.files).toEqual(['b.csv', 'b.html', 'b.json', 'plain']);
    expect(stdout).toContain(
      'LC oscillator, diode bridge, resistor\nTransient Analysis: exact events, evtol 5 fs',
    );
    expect(stdout).toMatch(
      /\ncertificate: holds \(tolerance 1e-9\)\nnote: .*bridge\.cir:6: diode model dideal .*\n\nwrote b.csv \(5017 rows\)\n/,
    );
  });

  it('writes with -r what ngspice reads, to exactly the file named', () => {
    place.write('c.cir', charge);
    expect(place.run('run', 'c.cir', '-r', 'out.txt', '--quiet', '--option', 'rowtol=0').status).toBe(0);
    const [plot] = readRaw(readFileSync(place.path('out.txt')), 'out.txt');
    expect(plot?.length).toBe(101);
    expect(plot?.columns[1]?.at(-1)).toBeCloseTo(charged, 14);
  });

  it('gives the same bytes on every run', () => {
    place.write('c.cir', charge);
    const texts = [1, 2].map((k) => {
      place.run('run', 'c.cir', '-o', `${k}.raw`, '-o', `${k}.html`, '-o', `${k}.json`);
      return ['raw', 'json'].map((extension) => place.read(`${k}.${extension}`)).join('');
    });
    expect(texts[0]).toBe(texts[1]);
  });

  it('lets --set and --option win over the file', () => {
    place.write('c.cir', charge.replace('.end', '.options theta=1\n.end'));
    const words = ['--set', 'r=2k', '--option', 'theta=0.5', '--digits', '6'];
    const { stdout, stderr } = place.run('run', 'c.cir', ...words);
    expect(stderr).toBe('');
    expect(stdout).toContain('theta = 0.5, gamma = 1, h = 10 us');
    // R C = 2 ms: 1 - (0.9975/1.0025)^100
    expect(stdout).toContain(`v(out)  ${Number((1 - (0.9975 / 1.0025) ** 100).toPrecision(6))} V`);
  });

  it('says once what all runs of a sweep warn of', () => {
    const swept = charge.replace(' uic', '').replace('.end', '.step param r list 1k 2k 3k\n.end');
    place.write('c.cir', swept.replace(/^(C1 .*)$/im, '$1 ic=1'));
    const { stderr } = place.run('run', 'c.cir');
    expect(stderr.match(/ic= of c1 is ignored/g)).toHaveLength(1);
  });

  it('writes what --probe names besides the netlist', () => {
    place.write('c.cir', charge);
    place.run('run', 'c.cir', '-o', 'c.csv', '--probe', 'i(r1),v(in,out)', '--probe', 'v(in)');
    expect(place.read('c.csv').split('\n')[0]).toBe('time,v(out),i(r1),"v(in,out)",v(in)');
  });

  it('puts further analyses into csv files of their own', () => {
    place.write('c.cir', charge.replace('.tran', '.op\n.tran'));
    const { status } = place.run(
      ...['run', 'c.cir', '-o', 'c.csv', '-o', 'c.raw', '--quiet', '--option', 'rowtol=0'],
    );
    expect(status).toBe(0);
    expect(place.files).toEqual(['c.cir', 'c.csv', 'c.raw', 'c.tran.csv']);
    expect(place.read('c.csv')).toBe('v(out)\n1\n');
    expect(place.read('c.tran.csv').split('\n')).toHaveLength(103);
  });

  it('prints nothing but errors with --quiet', () => {
    expect(place.run('run', bridge, '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('prints one JSON object with --json', () => {
    const { status, stdout } = place.run('run', bridge, '--json', '-o', 'b.csv');
    expect(status).toBe(0);
    const summary = JSON.parse(stdout) as {
      runs: { name: string; final: unknown[]; certificate: { steps: number; missed: string[] } }[];
    };
    expect(summary).toMatchObject({
      title: 'LC oscillator, diode bridge, resistor',
      diagnostics: [{ code: 'ideal-diode', severity: 'note' }],
      files: [{ path: 'b.csv', rows: 5017 }],
    });
    expect(summary.runs[0]?.certificate).toMatchObject({ modeChanges: 16, missed: [] });
  });

  it('replaces an existing file and keeps its permissions', () => {
    place.write('c.cir', charge);
    place.write('c.csv', 'old');
    chmodSync(place.path('c.csv'), 0o640);
    place.run('run', 'c.cir', '-o', 'c.csv', '--quiet');
    expect(place.read('c.csv').startsWith('time,v(out)\n0,0\n')).toBe(true);
    expect(statSync(place.path('c.csv')).mode & 0o777).toBe(0o640);
  });
});

describe('standard streams', () => {
  it('take the netlist and give CSV, with the summary on stderr', () => {
    const { stdout, stderr, status } = place.runOn(charge, 'run', '-', '-o', '-');
    const { columns } = readCsv({ name: 'stdout', text: stdout });
    expect(columns[1]?.at(-1)).toBeCloseTo(charged, 8);
    expect(stderr).toContain('certificate: holds');
    expect(status).toBe(0);
  });

  it('give the same bytes as files do', () => {
    place.write('c.cir', charge);
    place.run('run', 'c.cir', '-o', 'c.csv');
    const { stdout, stderr } = place.runOn(charge, 'run', '-', '-o', '-', '--quiet');
    expect(stdout).toBe(place.read('c.csv'));
    expect(stderr).toBe('');
    expect(place.files).toEqual(['c.cir', 'c.csv']);
  });

  it('are named in messages, and hold one thing each', () => {
    expect(place.runOn('title\nR1 a 0 {\n', 'check', '-').stderr).toMatch(/^stdin:2:/);
    const both = place.runOn(charge, 'run', '-', '-o', '-', '--json');
    expect(both.stderr).toContain('both write to standard output');
    expect(both.status).toBe(2);
    const twice = charge.replace('.print', '.op\n.print');
    expect(place.runOn(twice, 'run', '-', '-o', '-').stderr).toContain('standard output holds one analysis');
  });
});

/** Tells of every script whether V8 took the compiled code that was given for it. */
const scriptWatch = `'use strict';
const vm = require('node:vm');
const taken = {};
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    taken[/\\w+(?=\\.cjs$)/.exec(options.filename)[0]] = this.cachedDataRejected === false;
  }
};
process.on('exit', () => require('node:fs').writeFileSync('scripts.json', JSON.stringify(taken)));
`;

describe('compiled code', () => {
  it.each([
    ['exact events', '', { main: true, events: true, engines: true }],
    ['sparse steps', 'method=stepping', { main: true, stepping: true, engines: true }],
  ])('is taken for all bundles that a run by %s reads', (_, option, expected) => {
    const watch = place.path(place.write('watch.cjs', scriptWatch));
    const options = option === '' ? [] : ['--option', option];
    const { status } = place.runWith({ NODE_OPTIONS: `--require ${watch}` }, 'run', bridge, ...options);
    expect(status).toBe(0);
    expect(JSON.parse(place.read('scripts.json'))).toEqual(expected);
  });

  it('is taken for what sparse steps load behind flags of their own: behavioural sources beside a transistor', () => {
    const watch = place.path(place.write('watch.cjs', scriptWatch));
    place.write('limiter.cir', limiter);
    const { status } = place.runWith({ NODE_OPTIONS: `--require ${watch}` }, 'run', 'limiter.cir');
    expect(status).toBe(0);
    const taken = JSON.parse(place.read('scripts.json')) as Record<string, boolean>;
    expect(taken).toMatchObject({ main: true, stepping: true, engines: true, behavioural: true });
  });
});

/** An amplifier whose output is limited, behind an emitter follower. */
const limiter = `limiter
Vcc vcc 0 12
V1 in 0 sin(6 1 1k)
Q1 vcc in e q1
R1 e 0 1k
B1 out 0 v=5*tanh(v(e)-5)
C1 out 0 1n
.model q1 npn
.tran 10u 1m
`;

/** Tells which of node's own modules a process has loaded. */
const moduleWatch = `'use strict';
process.on('exit', () => require('node:fs').writeFileSync('modules.json', JSON.stringify(process.moduleLoadList)));
`;

describe('a short run', () => {
  it("loads none of node's streams, which take as long to load as its own code", () => {
    const watch = place.path(place.write('watch.cjs', moduleWatch));
    const { status } = place.runWith({ NODE_OPTIONS: `--require ${watch}` }, 'run', bridge);
    expect(status).toBe(0);
    const modules = JSON.parse(place.read('modules.json')) as string[];
    expect(
      modules.filter((name) => /^NativeModule (v8|stream|internal\/streams\/readable)$/.test(name)),
    ).toEqual([]);
  });

  it('says nothing of what node calls deprecated', () => {
    expect(place.runWith({ NODE_OPTIONS: '--pending-deprecation' }, 'run', bridge).stderr).toBe(
      place.run('run', bridge).stderr,
    );
  });
});
