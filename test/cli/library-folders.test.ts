/** Models of vendors lie in folders of their own. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workplace } from './command.js';

const place = workplace();

function prepare(card: string): void {
  mkdirSync(place.path('work'));
  mkdirSync(place.path('models'));
  mkdirSync(join(place.path('models'), 'power'));
  place.write('models/Diodes.lib', '.model dx d(ron=1)\n');
  place.write('models/power/fast.lib', '.model dx d(ron=1)\n.inc "more.inc"\n');
  place.write('models/power/more.inc', '.param unused=1\n');
  place.write('work/a.cir', `t\nV1 a 0 1\nD1 a 0 dx\n${card}\n.op\n`);
}

it.each([
  '.lib Diodes.lib',
  '.lib diodes.LIB',
  '.lib "C:\\vendor\\models\\diodes.lib"',
  '.inc power\\fast.lib',
])('%s is found in the folders that --lib and NSCIRCUIT_LIB name', (card) => {
  prepare(card);
  expect(place.run('check', 'work/a.cir', '--lib', 'none', '--lib', 'models').stderr).toBe('');
  expect(place.runWith({ NSCIRCUIT_LIB: `none:${place.path('models')}` }, 'check', 'work/a.cir').stderr).toBe(
    '',
  );
});

it('names the flag where nothing is found, and the library at what is missing', () => {
  prepare('.lib Diodes.lib');
  const { status, stderr } = place.run('check', 'work/a.cir');
  expect(status).toBe(1);
  expect(stderr).toBe(
    [
      'work/a.cir:3:8: error: d1 names the unknown model "dx"',
      '  D1 a 0 dx',
      '         ^^',
      '  work/a.cir:4:1: perhaps "Diodes.lib" has it, which could not be read',
      '  .lib Diodes.lib',
      '  ^^^^^^^^^^^^^^^',
      '  hint: define it: .model dx d(...)',
      'work/a.cir:4:1: error: cannot include "Diodes.lib": cannot read "work/Diodes.lib": there is no such file',
      '  .lib Diodes.lib',
      '  ^^^^^^^^^^^^^^^',
      '  hint: name the folder of a library with --lib DIR (or NSCIRCUIT_LIB); remove the card if nothing needs it',
      '',
    ].join('\n'),
  );
});
