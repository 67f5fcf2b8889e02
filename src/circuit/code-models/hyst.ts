/**
 * hyst: a buffer with hysteresis. Rising it goes from out_lower_limit to out_upper_limit between in_low + hyst and
 * in_high + hyst, falling back between in_high - hyst and in_low - hyst; it changes from one line to the other at their ends.
 */
import { constantForm, scaled, sum } from '../behavioural/form-arithmetic.js';
import { inPort, outPort, type CodeModel } from './code-model.js';
import { codeSyntax, real, smoothing } from './model-syntax.js';

export const hyst: CodeModel = {
  syntax: codeSyntax(
    'hyst',
    'Buffer with hysteresis.',
    [inPort, outPort],
    [
      real('in_low', 0, 'input at which the output is least, without hysteresis'),
      real('in_high', 1, 'input at which the output is largest'),
      real('hyst', 0.1, 'hysteresis to either side', { range: 'non-negative' }),
      real('out_lower_limit', 0, 'least output'),
      real('out_upper_limit', 1, 'largest output'),
    ],
    smoothing,
  ),
  branches(part) {
    const [low, high] = [part.number('in_low'), part.number('in_high')];
    const apart = part.number('hyst');
    const [least, most] = [part.number('out_lower_limit'), part.number('out_upper_limit')];
    if (!(low < high)) {
      part.error('hysteresis', `in_low = ${low} is not below in_high = ${high}`, 'make in_low smaller');
      return [];
    }
    return part.driveForm(part.port('out'), (builder, formOf) => {
      const x = formOf(part.input(part.port('in')));
      const line = (shift: number): ReturnType<typeof formOf> =>
        builder.table(x, [
          { x: low + shift, y: least },
          { x: high + shift, y: most },
        ]);
      const [rising, falling] = [line(apart), line(-apart)];
      if (apart === 0) return rising;
      const difference = sum(falling, scaled(-1, rising));
      return sum(
        sum(rising, constantForm(0)),
        builder.latched(x, high + apart, low - apart, difference, 'off'),
      );
    });
  },
};
