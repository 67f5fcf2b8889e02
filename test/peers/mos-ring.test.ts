/** Rings of five CMOS stages with oxide (Meyer) and overlap capacitances against ngspice's levels 1 to 3. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Options, run } from '../analysis/run-netlist.js';

const hasNgspice = spawnSync('ngspice', ['--version']).status === 0;
const peer = hasNgspice || process.env['CI'] !== undefined;

interface Ring {
  readonly supply: number;
  readonly vto: number;
  readonly tox: string;
  readonly load: string;
  readonly length: string;
  readonly stop: string;
  /** What else both models have. */
  readonly process?: string;
}

function ringText({ supply, vto, tox, load, length, stop, process = '' }: Ring, tail: string): string {
  const nodes = ['a', 'b', 'c', 'd', 'e'];
  const stages = nodes.flatMap((node, k) => {
    const next = nodes[(k + 1) % 5] ?? '';
    return [
      `MN${k} ${next} ${node} 0 0 nm w=10u l=${length}`,
      `MP${k} ${next} ${node} vdd vdd pm w=20u l=${length}`,
      `C${k} ${node} 0 ${load}`,
    ];
  });
  return [
    'ring of five',
    `Vdd vdd 0 ${supply}`,
    ...stages,
    'I1 0 a pulse(0 200u 100p 10p 10p 200p 1)',
    `.model nm nmos(vto=${vto} kp=50u tox=${tox} cgso=0.2n cgdo=0.2n ${process})`,
    `.model pm pmos(vto=${-vto} kp=25u tox=${tox} cgso=0.2n cgdo=0.2n ${process})`,
    `.tran 5p ${stop}`,
    tail,
  ].join('\n');
}

function ngspicePeriod(ring: Ring): number {
  const folder = mkdtempSync(join(tmpdir(), 'ring-'));
  const half = ring.supply / 2;
  const tail = `.options reltol=1e-4\n.control\nrun\nmeas tran t1 when v(a)=${half} rise=4\nmeas tran t2 when v(a)=${half} rise=6\n.endc\n.end\n`;
  // Steps of at most 1 ps: at its own steps it is off by 1e-3.
  const capped = ringText(ring, tail).replace(/^(.tran .*)$/m, '$1 0 1p');
  writeFileSync(join(folder, 'ring.cir'), capped);
  // The exit code of -b is no verdict.
  const out = spawnSync('ngspice', ['-b', join(folder, 'ring.cir')], { encoding: 'utf8' }).stdout;
  const [, t1, t2] = /t1\s*=\s*(\S+)[\s\S]*?t2\s*=\s*(\S+)/.exec(out) ?? [];
  return (Number(t2) - Number(t1)) / 2;
}

function period(ring: Ring, options: Options): number {
  const { column } = run(ringText(ring, '.end'), options, 'v(a)');
  const [t, v] = [column('time'), column('v(a)')];
  const half = ring.supply / 2;
  const rises: number[] = [];
  for (let k = 1; k < t.length; k++) {
    const [before = NaN, after = NaN, from = NaN, to = NaN] = [v[k - 1], v[k], t[k - 1], t[k]];
    if (before < half && after >= half) rises.push(from + ((to - from) * (half - before)) / (after - before));
  }
  // The first crossings are of the unstable operating point, on which the ring may start.
  return ((rises.at(-1) ?? NaN) - (rises.at(-3) ?? NaN)) / 2;
}

/** Of piecewise-linear transistors, whose charges are functions of voltages; of SPICE's own laws at equal tolerances. */
const methods = [
  ['exact events', { method: 'events' }, 0.03],
  ['sparse steps', { method: 'stepping', reltol: 1e-4 }, 5e-4],
] as const;

describe.runIf(peer).each(methods)(
  'the period of a ring of five is that of ngspice by %s',
  (_, options, bound) => {
    test.each([
      ['oxide dominates', { supply: 5, vto: 1, tox: '20n', load: '10f', length: '1u', stop: '9n' }],
      ['loads dominate', { supply: 5, vto: 1, tox: '40n', load: '50f', length: '1u', stop: '9n' }],
      ['3.3 V, long channels', { supply: 3.3, vto: 0.7, tox: '15n', load: '20f', length: '2u', stop: '60n' }],
    ] as const)('%s', (_name, ring) => {
      const [own, theirs] = [period(ring, options), ngspicePeriod(ring)];
      expect(Math.abs(own / theirs - 1), `${own} s, ngspice ${theirs} s`).toBeLessThan(bound);
    });
  },
);

describe.runIf(peer)(
  'the period of a ring of five of short channels is that of ngspice by sparse steps',
  () => {
    const size = { supply: 5, vto: 0.8, tox: '20n', load: '10f', length: '1.5u', stop: '25n' };
    const short = 'gamma=0.5 phi=0.7 nsub=1e16 xj=0.3u ld=0.1u vmax=100k nfs=1e11';
    // NFS: without it and with VMAX ngspice's level 2 conducts below its threshold (`mos2-law.ts`).
    test.each([
      ['level 2', { ...size, process: `level=2 ${short} ucrit=5e4 uexp=0.15` }],
      ['level 3', { ...size, process: `level=3 ${short} theta=0.1 eta=0.1 kappa=0.3` }],
    ] as const)('%s', (_name, ring) => {
      const [own, theirs] = [period(ring, { method: 'stepping', reltol: 1e-4 }), ngspicePeriod(ring)];
      expect(Math.abs(own / theirs - 1), `${own} s, ngspice ${theirs} s`).toBeLessThan(5e-4);
    });
  },
);
