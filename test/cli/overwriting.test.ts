/** Nothing that a command reads is overwritten, by whatever path or link it is named. */
import { symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { workplace } from './command.js';

const place = workplace();
const netlist = `t\n.include part.txt\nV1 a 0 1\n.tran 1u 1m\n.meas tran top max v(a)\n.end\n`;
const part = 'R1 a 0 1k\n';

it.each([
  [['run', 'c.txt', '--measures', './c.txt'], '--measures ./c.txt would overwrite the netlist'],
  [['run', 'c.txt', '--measures', 'link.csv'], '--measures link.csv would overwrite the netlist'],
  [
    ['run', 'c.txt', '--measures', 'part.txt'],
    '--measures part.txt would overwrite part.txt, which the netlist includes',
  ],
  [
    ['run', 'c.txt', '-o', 'a.csv', '--measures', './a.csv'],
    '-o a.csv and --measures ./a.csv both write ./a.csv',
  ],
  [['convert', 'c.txt', '-o', './c.txt'], '-o ./c.txt would overwrite the netlist'],
  [
    ['convert', 'c.txt', '-o', 'part.txt'],
    '-o part.txt would overwrite part.txt, which the netlist includes',
  ],
  [
    ['compare', 'c.txt', '--reference', 'wave.csv', '-o', 'wavelink.raw'],
    '-o wavelink.raw would overwrite the reference',
  ],
  [
    ['compare', 'c.txt', '--reference', 'wave.csv', '-o', 'partlink.raw'],
    '-o partlink.raw would overwrite part.txt, which the netlist includes',
  ],
  [['plot', 'wave.csv', '-o', './wave.csv'], '-o ./wave.csv would overwrite the file that is plotted'],
])('%j is refused', (words, message) => {
  const wave = 'time,v(a)\n0,1\n0.001,1\n';
  place.write('c.txt', netlist);
  place.write('part.txt', part);
  place.write('wave.csv', wave);
  symlinkSync(place.path('c.txt'), place.path('link.csv'));
  symlinkSync(place.path('wave.csv'), place.path('wavelink.raw'));
  symlinkSync(place.path('part.txt'), place.path('partlink.raw'));
  const { status, stderr } = place.run(...words);
  expect(stderr).toContain(`error: ${message}\n`);
  expect(status).toBe(2);
  expect([place.read('c.txt'), place.read('part.txt'), place.read('wave.csv')]).toEqual([
    netlist,
    part,
    wave,
  ]);
});
