/**
 * Instances of code models as cards of ngspice: every port with its type written, digital nets by names of their own. A model that is
 * not one of ngspice, or that reads a file, is told.
 */
import { codeModels } from '../circuit/code-models/code-model-table.js';
import type { FlatElement, FlatLaw, FlatPort } from '../netlist/flat-circuit.js';
import type { PortSyntax } from '../netlist/language.js';
import { currentSource, type SpiceWriting, textOf, Unwritable } from './spice-writing.js';

export function codeModelCard(element: FlatElement, writing: SpiceWriting): readonly string[] {
  const { name, model, ports = [] } = element;
  const syntax = codeModels.find((one) => one.syntax.type === model?.type)?.syntax;
  if (!model || !syntax || syntax.builtIn === true) throw new Unwritable(`${name} has no card in ngspice`);
  const file = syntax.parameters.find((spec) => spec.text === 'file');
  if (file) throw new Unwritable(`${name} reads a file (${file.name}), which is not written`);
  const connections = (syntax.ports ?? []).map((port, k) =>
    connection(element, port, ports[k] ?? [], writing),
  );
  const texts = [...(model.texts ?? [])].map(([key, value]) => `${key}="${value}"`);
  const lists = [...(model.lists ?? [])].map(([key, values]) => `${key}=[${values.join(' ')}]`);
  const written = writing.model(model, model.type, model.parameters, [...texts, ...lists]);
  return [[writing.names.element('A', name), ...connections, written].join(' ')];
}

function connection(
  element: FlatElement,
  { list }: PortSyntax,
  ports: readonly FlatPort[],
  writing: SpiceWriting,
): string {
  const texts = ports.map((port) => portText(element, port, writing));
  if (list) return `[${texts.join(' ')}]`;
  return texts[0] ?? 'null';
}

function portText(
  { name, nodes, controls = [] }: FlatElement,
  { type, at, net, control = 0, inverted }: FlatPort,
  writing: SpiceWriting,
): string {
  const { names } = writing;
  if (type === 'd') {
    if (net === undefined) throw new Unwritable(`a port of ${name} is connected to nothing`);
    return `${inverted ? '~' : ''}${names.net(net)}`;
  }
  if (type === 'vnam') return `%vnam ${currentSource(controls[control] ?? '', writing)}`;
  const ends = at.map((place) => names.node(nodes[place] ?? '0'));
  return ends.length > 1 ? `%${type}(${ends.join(' ')})` : `%${type} ${ends.join(' ')}`;
}

/** A transfer function as s_xfer, which has a voltage as its output: a current follows that. */
export function transferCards(
  { name, nodes }: FlatElement,
  { output, input, numerator, denominator }: Extract<FlatLaw, { readonly kind: 'laplace' }>,
  writing: SpiceWriting,
): readonly string[] {
  const { names } = writing;
  const [plus = '0', minus = '0'] = nodes.map((node) => names.node(node));
  const [read, written] = [names.node(`${name}_in`), names.node(`${name}_out`)];
  const highestFirst = (coefficients: readonly number[]): string =>
    `[${coefficients.toReversed().join(' ')}]`;
  const model = writing.model(undefined, 's_xfer', new Map(), [
    `num_coeff=${highestFirst(numerator)}`,
    `den_coeff=${highestFirst(denominator)}`,
    // without it ngspice refuses the model
    `int_ic=[${denominator.slice(1).fill(0).join(' ')}]`,
  ]);
  return [
    `${names.element('B', name, '_in')} ${read} 0 v=${textOf(input, writing)}`,
    `${names.element('A', name)} %v ${read} %v ${written} ${model}`,
    `${names.element(output === 'v' ? 'E' : 'G', name, '_out')} ${plus} ${minus} ${written} 0 1`,
  ];
}
