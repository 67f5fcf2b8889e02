/** s_xfer: a rational function of s; coefficients of the highest power first, s in units of denormalized_freq. */
import { inPort, outPort, setTypes, type CodeModel } from './code-model.js';
import { codeSyntax, list, real } from './model-syntax.js';

export const sTransfer: CodeModel = {
  syntax: codeSyntax(
    's_xfer',
    'Transfer function: out = gain (num(s) / den(s)) (in + in_offset), the highest power of s first.',
    [{ ...inPort, types: setTypes }, outPort],
    [
      real('in_offset', 0, 'added to the input'),
      real('gain', 1, 'factor of the function'),
      list('num_coeff', 'coefficients of the numerator; default [1]'),
      list('den_coeff', 'coefficients of the denominator; default [1]'),
      real('denormalized_freq', 1, 's is divided by it', { unit: 'rad/s', range: 'positive' }),
    ],
    ['int_ic'],
  ),
  branches(part) {
    const frequency = part.number('denormalized_freq');
    const rising = (name: string, factor: number): number[] =>
      [...part.list(name, [1])].reverse().map((value, k) => (factor * value) / frequency ** k);
    const input = part.build.scaled(part.input(part.port('in')), 1, part.number('in_offset'));
    return part.drive(part.port('out'), {
      ...{ kind: 'laplace', output: 'v', input },
      ...{
        numerator: trimmed(rising('num_coeff', part.number('gain'))),
        denominator: trimmed(rising('den_coeff', 1)),
      },
    });
  },
};

/** Without zeros at the highest powers. */
function trimmed(coefficients: readonly number[]): number[] {
  const last = coefficients.findLastIndex((value) => value !== 0);
  return coefficients.slice(0, Math.max(last, 0) + 1);
}
