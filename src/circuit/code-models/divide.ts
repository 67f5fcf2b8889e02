/** divide: out = out_gain num / den + out_offset, the denominator kept off 0 by den_lower_limit. */
import { inPort, outPort, type CodeModel } from './code-model.js';
import { codeSyntax, real, smoothing } from './model-syntax.js';

export const divide: CodeModel = {
  syntax: codeSyntax(
    'divide',
    'Quotient: out = out_gain num_gain (num + num_offset) / (den_gain (den + den_offset)) + out_offset.',
    [{ ...inPort, name: 'num' }, { ...inPort, name: 'den' }, outPort],
    [
      real('num_offset', 0, 'added to the numerator'),
      real('num_gain', 1, 'factor of the numerator'),
      real('den_offset', 0, 'added to the denominator'),
      real('den_gain', 1, 'factor of the denominator'),
      real('den_lower_limit', 1e-10, 'least magnitude of the denominator', { range: 'positive' }),
      real('out_gain', 1, 'factor of the quotient'),
      real('out_offset', 0, 'added to the output'),
    ],
    smoothing,
  ),
  branches(part) {
    const { build } = part;
    const side = (name: string): ReturnType<typeof build.scaled> =>
      build.scaled(part.input(part.port(name)), part.number(`${name}_gain`), part.number(`${name}_offset`));
    const least = part.number('den_lower_limit');
    const den = side('den');
    const kept = build.choose(
      build.compare('>=', den, build.number(0)),
      build.call('max', den, build.number(least)),
      build.call('min', den, build.number(-least)),
    );
    const quotient = build.divide(build.scaled(side('num'), part.number('out_gain')), kept);
    return part.driveBy(part.port('out'), build.scaled(quotient, 1, part.number('out_offset')));
  },
};
