/**
 * int: out = out_ic + the integral of gain (in + in_offset). At a limit the integral stops, and leaves it as soon as the input
 * allows: ideal diodes at the state. d_dt: out = gain d(in)/dt + out_offset.
 */
import { scaled, sum, constantForm } from '../behavioural/form-arithmetic.js';
import { ground } from '../compiler/tree.js';
import { inPort, outPort, type CodeModel } from './code-model.js';
import { codeSyntax, real, smoothing } from './model-syntax.js';

const limits = [
  real('out_lower_limit', undefined, 'least output; absent: none'),
  real('out_upper_limit', undefined, 'largest output; absent: none'),
];

export const integrator: CodeModel = {
  syntax: codeSyntax(
    'int',
    'Integrator: out = out_ic + the integral of gain (in + in_offset).',
    [inPort, outPort],
    [
      real('in_offset', 0, 'added to the input'),
      real('gain', 1, 'factor of the input', { unit: '1/s' }),
      ...limits,
      real('out_ic', 0, 'output at the start'),
    ],
    smoothing,
  ),
  branches(part) {
    const { node, branches } = part.state('integral', part.number('out_ic'), (_, formOf) => {
      const x = formOf(part.input(part.port('in')));
      return scaled(part.number('gain'), sum(x, constantForm(part.number('in_offset'))));
    });
    branches.push(...part.stops(node, part.number('out_lower_limit'), part.number('out_upper_limit')));
    return [...branches, ...part.driveBy(part.port('out'), part.build.voltage(node, ground))];
  },
};

export const differentiator: CodeModel = {
  syntax: codeSyntax(
    'd_dt',
    'Differentiator: out = gain d(in)/dt + out_offset.',
    [inPort, outPort],
    [
      real('gain', 1, 'factor of the rate', { unit: 's' }),
      real('out_offset', 0, 'added to the output'),
      ...limits,
    ],
    smoothing,
  ),
  branches(part) {
    const { build } = part;
    const rate = build.call('ddt', part.input(part.port('in')));
    let out = build.scaled(build.scaled(rate, part.number('gain')), 1, part.number('out_offset'));
    if (part.isGiven('out_lower_limit'))
      out = build.call('max', out, build.number(part.number('out_lower_limit')));
    if (part.isGiven('out_upper_limit'))
      out = build.call('min', out, build.number(part.number('out_upper_limit')));
    return part.driveBy(part.port('out'), out);
  },
};
