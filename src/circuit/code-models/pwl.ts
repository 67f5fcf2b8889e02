/** pwl and pwlts: straight lines through points, of the input or of time. Corners are sharp: input_domain only rounds them. */
import type { Expression } from '../../expression/ast.js';
import type { FlatLaw } from '../../netlist/flat-circuit.js';
import { inPort, outPort, type CodeModel, type CodePart } from './code-model.js';
import { codeSyntax, list, smoothing, truth } from './model-syntax.js';

const parameters = [
  list('x_array', 'values of the input, rising'),
  list('y_array', 'outputs there'),
  truth(
    'limit',
    false,
    'whether the output stays outside at the values of the ends, instead of going straight on',
  ),
];

export const pwl: CodeModel = {
  syntax: codeSyntax(
    'pwl',
    'Piecewise-linear function of its input.',
    [inPort, outPort],
    parameters,
    smoothing,
  ),
  branches(part) {
    const law = tableLaw(part, part.input(part.port('in')));
    return law ? part.drive(part.port('out'), law) : [];
  },
};

export const pwlts: CodeModel = {
  syntax: codeSyntax('pwlts', 'Piecewise-linear function of time.', [outPort], parameters, smoothing),
  branches(part) {
    const time: Expression = { kind: 'name', name: 'time', span: part.element.span };
    const law = tableLaw(part, time);
    return law ? part.drive(part.port('out'), law) : [];
  },
};

function tableLaw(part: CodePart, input: Expression): FlatLaw | undefined {
  const points = pointsOf(part, 'x_array', 'y_array');
  if (!points) return undefined;
  const straight = part.number('limit') === 0 ? ({ straightEnds: true } as const) : {};
  return { kind: 'table', output: 'v', input, points, ...straight };
}

/** The points of two lists, two or more with rising x; undefined after reporting. */
export function pointsOf(
  part: CodePart,
  x: string,
  y: string,
  otherwise: { readonly x: readonly number[]; readonly y: readonly number[] } = { x: [], y: [] },
): { readonly x: number; readonly y: number }[] | undefined {
  const [at, values] = [part.list(x, otherwise.x), part.list(y, otherwise.y)];
  const rises = at.every((value, k) => k === 0 || value > (at[k - 1] ?? NaN));
  if (at.length >= 2 && at.length === values.length && rises)
    return at.map((value, k) => ({ x: value, y: values[k] ?? NaN }));
  part.error(
    'list-length',
    `${x} has ${at.length} and ${y} has ${values.length} values`,
    `give ${x} two rising values or more, and ${y} as many`,
  );
  return undefined;
}
