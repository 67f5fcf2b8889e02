/**
 * slew: the output follows the input, no faster than its slopes: out' = K (in - out) between -fall_slope and rise_slope. K lets it
 * stay behind a slower input by a millionth of a volt at most.
 */
import { constantForm, scaled, sum, termForm } from '../behavioural/form-arithmetic.js';
import { ground } from '../compiler/tree.js';
import { inPort, outPort, type CodeModel } from './code-model.js';
import { codeSyntax, real } from './model-syntax.js';

/** Volts, or amperes. */
const lag = 1e-6;

export const slew: CodeModel = {
  syntax: codeSyntax(
    'slew',
    'Follower with limited slopes.',
    [inPort, outPort],
    [
      real('rise_slope', 1e-9, 'largest rising slope', { unit: '1/s', range: 'positive' }),
      real('fall_slope', 1e-9, 'largest falling slope', { unit: '1/s', range: 'positive' }),
    ],
    ['range'],
  ),
  branches(part) {
    const [rise, fall] = [part.number('rise_slope'), part.number('fall_slope')];
    const { node, branches } = part.state('follower', undefined, (builder, formOf) => {
      const own = termForm({ gain: 1, quantity: 'voltage', a: `${part.name}#follower`, b: ground });
      const ahead = sum(formOf(part.input(part.port('in'))), own, -1);
      const rate = scaled(Math.max(rise, fall) / lag, ahead);
      // The linear part stands by itself: it settles the operating point.
      const above = builder.ramp(sum(rate, constantForm(-rise)));
      const below = builder.ramp(sum(constantForm(-fall), rate, -1));
      return sum(sum(rate, above, -1), below);
    });
    return [...branches, ...part.driveBy(part.port('out'), part.build.voltage(node, ground))];
  },
};
