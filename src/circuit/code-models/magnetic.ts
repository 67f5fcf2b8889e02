/**
 * lcouple and core: a magnetic circuit. A winding of N turns (lcouple) has v = N d(flux)/dt at its port and gives the
 * magnetomotive force N i to its other one, whose current is the flux, negative; a core carries the flux
 * area B(mmf / length) through its port, B piecewise linear with sharp corners.
 */
import type { CodeModel } from './code-model.js';
import { codeSyntax, list, real, smoothing } from './model-syntax.js';
import { pointsOf } from './pwl.js';

export const lcouple: CodeModel = {
  syntax: codeSyntax(
    'lcouple',
    'Winding between an electric and a magnetic circuit.',
    [
      { name: 'l', direction: 'inout', types: ['hd', 'h'] },
      { name: 'mmf_out', direction: 'inout', types: ['hd'] },
    ],
    [real('num_turns', 1, 'number of turns', { range: 'non-zero' })],
  ),
  branches(part) {
    const { build, name } = part;
    const turns = part.number('num_turns');
    const magnetic = `${name}#mmf`;
    const rate = build.call('ddt', build.scaled(build.current(magnetic), -1));
    return [
      ...part.driveBy(part.port('l'), build.scaled(rate, turns)),
      ...part.driveBy(part.port('mmf_out'), build.scaled(build.current(name), turns), magnetic),
    ];
  },
};

export const core: CodeModel = {
  syntax: {
    ...codeSyntax(
      'code-core',
      'Magnetic core of a magnetic circuit: B is a piecewise-linear function of H (written core, with h_array).',
      [{ name: 'mc', direction: 'inout', types: ['gd', 'g'] }],
      [
        list('h_array', 'fields, rising', 'A/m'),
        list('b_array', 'flux densities there', 'T'),
        real('area', undefined, 'cross section', { unit: 'm^2', range: 'positive' }),
        real('length', undefined, 'length', { unit: 'm', range: 'positive' }),
        real('mode', 1, '1: no hysteresis'),
      ],
      smoothing,
    ),
    written: { type: 'core', with: 'h_array' },
  },
  branches(part) {
    const points = pointsOf(part, 'h_array', 'b_array');
    const [area, length] = [part.number('area'), part.number('length')];
    if (!points) return [];
    if (!(area > 0 && length > 0) || part.number('mode') !== 1) {
      part.error('core', 'needs area and length, and mode=1', 'give the model area and length');
      return [];
    }
    const input = part.build.scaled(part.input(part.port('mc')), 1 / length);
    const flux = points.map(({ x, y }) => ({ x, y: area * y }));
    return part.drive(part.port('mc'), {
      kind: 'table',
      output: 'i',
      input,
      points: flux,
      straightEnds: true,
    });
  },
};
