/** Adds elements to a netlist as flat data: the compiler is tested apart from the text that writes them. */
import { Diagnostics, formatDiagnostic } from '../../src/base/diagnostic.js';
import { compileCircuit, type Compilation } from '../../src/circuit/compile.js';
import type { CompiledCircuit } from '../../src/circuit/compiler/compiled-circuit.js';
import type { Expression } from '../../src/expression/ast.js';
import { parseExpression } from '../../src/expression/parse.js';
import { simplify } from '../../src/expression/simplify.js';
import type { FlatCircuit, FlatControl, FlatElement, FlatModel } from '../../src/netlist/flat-circuit.js';
import { flatten } from './compile-text.js';

const source = { name: 'x.cir', text: 'added' };
const span = { source, start: 0, end: 5 };

/** What a test says of an element; the rest is empty. */
export type Added = Partial<FlatElement> & { readonly name: string };

export function added({ name, nodes = [], ...rest }: Added): FlatElement {
  return {
    name,
    letter: name.charAt(0).toUpperCase(),
    nodes,
    parameters: new Map(),
    flags: new Set(),
    span,
    nodeSpans: nodes.map(() => span),
    ...rest,
  };
}

export function model(name: string, type: string, parameters: Readonly<Record<string, number>>): FlatModel {
  return { name, type, parameters: new Map(Object.entries(parameters)), span };
}

export function flatWith(text: string, elements: readonly Added[]): FlatCircuit {
  const flat = flatten(text);
  return { ...flat, elements: [...flat.elements, ...elements.map(added)] };
}

export function tryCompileWith(text: string, elements: readonly Added[]): Compilation {
  return compileCircuit(flatWith(text, elements));
}

export function compileWith(text: string, elements: readonly Added[]): CompiledCircuit {
  const { compiled, diagnostics } = tryCompileWith(text, elements);
  if (compiled === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return compiled;
}

export function expression(text: string): Expression {
  const diagnostics = new Diagnostics();
  const parsed = parseExpression({ source: { name: 'x', text }, start: 0, end: text.length }, diagnostics);
  if (parsed === undefined) throw new Error(diagnostics.items.map(formatDiagnostic).join('\n'));
  // As the front end hands it over: constants folded.
  return simplify(parsed);
}

export const voltage = (plus: string, minus = '0'): FlatControl => ({ quantity: 'v', plus, minus });
export const current = (element: string): FlatControl => ({ quantity: 'i', element });

/** A linear controlled source: E1 from `nodes`, output = gain control. */
export function linear(name: string, nodes: readonly string[], control: FlatControl, gain: number): Added {
  return { name, nodes, law: { kind: 'linear', control, gain } };
}

/** B, or E or G with an expression. */
export function behavioural(name: string, nodes: readonly string[], output: 'v' | 'i', text: string): Added {
  return { name, nodes, law: { kind: 'expression', output, expression: expression(text) } };
}

export function coupled(name: string, inductors: readonly string[], value: number): Added {
  return { name, controls: inductors, value };
}
