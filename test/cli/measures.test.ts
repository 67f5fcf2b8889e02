/** `.meas` at the command line: the table, `--json`, the exit code of a failed one, and a CSV of a sweep. */
import { expect, it } from 'vitest';
import { workplace } from './command.js';

const work = workplace();

const rc = (cards: string): string =>
  `rc\nV1 in 0 1\nR1 in out {r}\nC1 out 0 1u ic=0\n.param r=1k\n.tran 10u 5m uic\n${cards}\n.end\n`;

it('prints a table, and what failed with its reason; the exit code is 4', () => {
  work.write(
    'a.cir',
    rc(
      '.meas tran tau when v(out)=0.6321205588285577\n.meas tran never when v(out)=2\n.meas tran bad max v(nix)',
    ),
  );
  const { status, stdout, stderr } = work.run('run', 'a.cir');
  expect(status).toBe(4);
  expect(stdout).toContain(`measures:
  tau    1 ms    at 1 ms
  never  failed  v(out) = 2 (cross 1) is never met
  bad    failed  the card could not be read`);
  expect(stderr).toContain('a.cir:9:20: warning: there is no node "nix": left out');
});

it('puts the numbers into --json, and ends with 0 where all is measured', () => {
  work.write('a.cir', rc('.meas tran tau when v(out)=0.6321205588285577'));
  const { status, stdout } = work.run('run', 'a.cir', '--json');
  expect(status).toBe(0);
  const { runs } = JSON.parse(stdout) as {
    runs: { measures: { name: string; value: number; unit: string }[] }[];
  };
  // tau = 1 ms to the digits of the level
  expect(runs[0]?.measures).toMatchObject([
    { name: 'tau', value: expect.closeTo(1e-3, 14) as number, unit: 's' },
  ]);
});

it('writes one line a point of a sweep', () => {
  work.write(
    'a.cir',
    rc(
      '.step param r list 1k 2k 10k\n.meas tran tau when v(out)=0.6321205588285577\n.meas tran last find v(out) at=5m',
    ),
  );
  const { status, stdout } = work.run('run', 'a.cir', '--measures', 'm.csv', '--digits', '6');
  // with 10k it takes longer than the run
  expect(status).toBe(4);
  expect(stdout).toContain('wrote m.csv (3 rows)');
  expect(work.read('m.csv')).toBe('r,tau,last\n1000,0.001,0.993262\n2000,0.002,0.917915\n10000,,0.393469\n');
});

it('says with --quiet too what failed, on the standard error', () => {
  work.write('a.cir', rc('.meas tran never when v(out)=2\n.meas tran part max vdb(out)\n.four 1k vdb(out)'));
  const { status, stdout, stderr } = work.run('run', 'a.cir', '--quiet');
  expect(status).toBe(4);
  expect(stdout).toBe('');
  expect(stderr).toBe(
    'error: Transient Analysis: measure never failed: v(out) = 2 (cross 1) is never met\n' +
      'error: Transient Analysis: measure part failed: vdb(out) is a part of a complex quantity: it belongs to .ac\n' +
      'error: Transient Analysis: Fourier analysis for vdb(out) failed: it is no quantity of this circuit\n',
  );
});

it('says where a part of a complex quantity belongs, and what to write in its place', () => {
  work.write('a.cir', rc('.meas tran part max vdb(out)'));
  expect(work.run('run', 'a.cir').stderr).toContain(
    'hint: vdb() is a part of a complex quantity, which .ac has; here write v(out)',
  );
});

it('refuses a table that would overwrite the netlist', () => {
  work.write('a.cir', rc('.meas tran m max v(out)'));
  const { status, stderr } = work.run('run', 'a.cir', '--measures', 'a.cir');
  expect(status).toBe(2);
  expect(stderr).toContain('--measures a.cir would overwrite the netlist');
});

it('draws a chart a measure over what is stepped, without the points at which it failed', () => {
  work.write(
    'a.cir',
    't\n.param r=1k g=1\nV1 a 0 {g}\nR1 a out {r}\nC1 out 0 1u ic=0\n.tran 10u 5m uic\n.step param r list 1k 2k 4k\n' +
      '.step param g 1 2 1\n.meas tran half when v(out)={g/2}\n.meas tran high when v(out)=1.8\n.meas tran never when v(out)=3\n.end\n',
  );
  const { status } = work.run('run', 'a.cir', '--measures', 'm.svg', '--quiet');
  expect(status).toBe(4);
  const svg = work.read('m.svg');
  for (const text of ['Measure half', 'Measure high', 'half, g = 1', 'half, g = 2', 'high, g = 2'])
    expect(svg).toContain(`>${text}<`);
  expect(svg).not.toContain('never');
  work.run('run', 'a.cir', '--measures', 'm.raw', '--measures', 'm.csv', '--quiet');
  expect(work.read('m.csv')).toMatch(/^r,g,half,high,never\n(.*\n){6}$/);
  const { stdout } = work.run('plot', 'm.raw', '-o', 'm.html');
  expect(stdout).toBe('');
  expect(work.read('m.html')).toContain('<h2>Measure half</h2>');
});

it('refuses a chart or table of a netlist that measures nothing, before it runs', () => {
  work.write('a.cir', rc(''));
  for (const file of ['m.svg', 'm.csv']) {
    const { status, stderr } = work.run('run', 'a.cir', '--measures', file, '--quiet');
    expect(status).toBe(2);
    expect(stderr).toContain(`--measures ${file}: the netlist has no .meas card`);
  }
});

it('has no chart of measures that all failed: it is these that decide the exit code', () => {
  work.write('a.cir', rc('.meas tran never when v(out)=99'));
  const { status, stderr } = work.run('run', 'a.cir', '--measures', 'none.svg', '--quiet');
  expect(status).toBe(4);
  expect(stderr).toContain('--measures none.svg is not written: no measure has a value');
});
