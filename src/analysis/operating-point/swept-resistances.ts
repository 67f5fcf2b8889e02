/**
 * Resistances that a sweep sets, as inputs of one compiled circuit: each is the voltage of a node of its own, which a source that is
 * swept drives,
 *
 *     i = v / v(r#swept),
 *
 * a smooth law. Compiling a circuit takes longer than solving it at one value, some hundred times where it is small.
 */
import { ExpressionBuilder } from '../../expression/build.js';
import type { FlatCircuit, FlatElement } from '../../netlist/flat-circuit.js';

/** The source that drives the value of a resistor. */
export function sourceOfResistance(name: string): string {
  return `v.${name}#swept`;
}

/** Whether v / r is a law at all values of a resistor. */
export function isRegular({ letter, parameters }: FlatElement, values: readonly number[]): boolean {
  const isSigned = values.every((value) => value > 0) || values.every((value) => value < 0);
  return letter === 'R' && isSigned && !parameters.has('ac');
}

/** The circuit with resistors of these names that read their values. */
export function withSweptResistances(flat: FlatCircuit, names: ReadonlySet<string>): FlatCircuit {
  const elements = flat.elements.flatMap((element) =>
    names.has(element.name) ? readingItsValue(element) : [element],
  );
  return { ...flat, elements };
}

function readingItsValue(element: FlatElement): FlatElement[] {
  const { name, span } = element;
  const node = `${name}#swept`;
  const resistance = new ExpressionBuilder(span).voltage(node, '0');
  const { value: _, ...resistor } = element;
  return [
    { ...resistor, expressions: new Map([['r', resistance]]) },
    {
      ...{ name: sourceOfResistance(name), letter: 'V', nodes: [node, '0'], dc: element.value ?? NaN },
      ...{ parameters: new Map(), flags: new Set(), span },
    },
  ];
}
