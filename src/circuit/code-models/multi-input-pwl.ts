/** multi_input_pwl: the piecewise-linear function of the least (and, nand) or largest (or, nor) of its inputs. */
import { type CodeModel } from './code-model.js';
import { codeSyntax, list, word } from './model-syntax.js';
import { pointsOf } from './pwl.js';

export const multiInputPwl: CodeModel = {
  syntax: codeSyntax(
    'multi_input_pwl',
    'Piecewise-linear function of the least or the largest of its inputs.',
    [
      { name: 'in', direction: 'in', types: ['vd', 'id'], list: true },
      { name: 'out', direction: 'out', types: ['vd', 'id'] },
    ],
    [
      list('x', 'values of the input, rising'),
      list('y', 'outputs there'),
      word('model', 'and, nand: the least input; or, nor: the largest; default and'),
    ],
  ),
  branches(part) {
    const points = pointsOf(part, 'x', 'y');
    const model = (part.text('model') ?? 'and').toLowerCase();
    const choice = new Map([
      ['and', 'min'],
      ['nand', 'min'],
      ['or', 'max'],
      ['nor', 'max'],
    ]).get(model);
    if (!points) return [];
    if (choice === undefined) {
      part.error('unknown-word', `model "${model}" is none of and, nand, or, nor`, 'use one of these');
      return [];
    }
    const inputs = part.ports('in').map((port) => part.input(port));
    const input = part.build.call(choice, ...inputs);
    // nand and nor turn the values around.
    const turned = points.map(({ x }, k) => ({ x, y: points[points.length - 1 - k]?.y ?? NaN }));
    const own = model.startsWith('n') ? turned : points;
    return part.drive(part.port('out'), { kind: 'table', output: 'v', input, points: own });
  },
};
