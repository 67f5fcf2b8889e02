/** limit and climit: out = gain (in + in_offset) between two limits, which are numbers or controls. */
import type { Expression } from '../../expression/ast.js';
import { inPort, outPort, type CodeModel } from './code-model.js';
import { codeSyntax, real, smoothing } from './model-syntax.js';

const gainParameters = [real('in_offset', 0, 'added to the input'), real('gain', 1, 'output over input')];

export const limit: CodeModel = {
  syntax: codeSyntax(
    'limit',
    'Gain block with limits.',
    [inPort, outPort],
    [
      ...gainParameters,
      real('out_lower_limit', undefined, 'least output; absent: none'),
      real('out_upper_limit', undefined, 'largest output; absent: none'),
    ],
    smoothing,
  ),
  branches(part) {
    const { build } = part;
    let out = build.scaled(part.input(part.port('in')), part.number('gain'), part.number('in_offset'));
    if (part.isGiven('out_lower_limit'))
      out = build.call('max', out, build.number(part.number('out_lower_limit')));
    if (part.isGiven('out_upper_limit'))
      out = build.call('min', out, build.number(part.number('out_upper_limit')));
    return part.driveBy(part.port('out'), out);
  },
};

export const climit: CodeModel = {
  syntax: codeSyntax(
    'climit',
    'Gain block whose limits are controlled: cntl_upper - upper_delta and cntl_lower + lower_delta.',
    [inPort, { ...inPort, name: 'cntl_upper' }, { ...inPort, name: 'cntl_lower' }, outPort],
    [
      ...gainParameters,
      real('upper_delta', 0, 'below the upper control'),
      real('lower_delta', 0, 'above the lower control'),
    ],
    smoothing,
  ),
  branches(part) {
    const { build } = part;
    const bound = (name: string, delta: number): Expression =>
      build.scaled(part.input(part.port(name)), 1, delta);
    const x = build.scaled(part.input(part.port('in')), part.number('gain'), part.number('in_offset'));
    const above = build.call('max', x, bound('cntl_lower', part.number('lower_delta')));
    return part.driveBy(
      part.port('out'),
      build.call('min', above, bound('cntl_upper', -part.number('upper_delta'))),
    );
  },
};
