/** summer and mult: the sum or product of gain_k (in_k + offset_k), times out_gain, plus out_offset. */
import type { Expression } from '../../expression/ast.js';
import { inPort, outPort, type CodeModel, type CodePart } from './code-model.js';
import { codeSyntax, list, real } from './model-syntax.js';

export const summer = combining('summer', 'Sum', (part, left, right) => part.build.add(left, right));

export const mult = combining('mult', 'Product', (part, left, right) => part.build.multiply(left, right));

function combining(
  type: string,
  what: string,
  combine: (part: CodePart, left: Expression, right: Expression) => Expression,
): CodeModel {
  return {
    syntax: codeSyntax(
      type,
      `${what} of its inputs: out = out_gain (${what.toLowerCase()} of in_gain (in + in_offset)) + out_offset.`,
      [{ ...inPort, list: true }, outPort],
      [
        list('in_offset', 'added to each input; default 0'),
        list('in_gain', 'factor of each input; default 1'),
        real('out_gain', 1, 'factor of the result'),
        real('out_offset', 0, 'added to the output'),
      ],
    ),
    branches(part) {
      const { build } = part;
      const [offsets, gains] = [part.list('in_offset'), part.list('in_gain')];
      const terms = part
        .ports('in')
        .map((port, k) => build.scaled(part.input(port), gains[k] ?? 1, offsets[k] ?? 0));
      const [first = build.number(0), ...others] = terms;
      const all = others.reduce((left, right) => combine(part, left, right), first);
      const out = build.scaled(build.scaled(all, part.number('out_gain')), 1, part.number('out_offset'));
      return part.driveBy(part.port('out'), out);
    },
  };
}
