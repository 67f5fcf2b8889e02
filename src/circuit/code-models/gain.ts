/** gain: out = gain (in + in_offset) + out_offset. Source: the ngspice manual, analog models. */
import { inPort, outPort, type CodeModel } from './code-model.js';
import { codeSyntax, real } from './model-syntax.js';

export const gain: CodeModel = {
  syntax: codeSyntax(
    'gain',
    'Gain block: out = gain (in + in_offset) + out_offset.',
    [inPort, outPort],
    [
      real('in_offset', 0, 'added to the input'),
      real('gain', 1, 'output over input'),
      real('out_offset', 0, 'added to the output'),
    ],
    ['noise_voltage', 'noise_current', 'noise_corner', 'noise_exponent'],
  ),
  branches(part) {
    const { build } = part;
    const x = build.scaled(part.input(part.port('in')), part.number('gain'), part.number('in_offset'));
    return part.driveBy(part.port('out'), build.scaled(x, 1, part.number('out_offset')));
  },
};
