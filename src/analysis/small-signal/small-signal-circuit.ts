/**
 * The circuit as small signals see it: the resistances that cards give for them (R1 a b 1k ac=2k), and 1 for smallsig().
 */
import { withSmallSignals } from '../../circuit/behavioural/expression-form.js';
import { FREQUENCY_VARIABLES } from '../../expression/circuit-functions.js';
import { visitExpression } from '../../expression/map-expression.js';
import type { Expression } from '../../expression/ast.js';
import type { FlatCircuit, FlatElement, FlatLaw } from '../../netlist/flat-circuit.js';

/** Returns the circuit; the same one where nothing differs. */
export function smallSignalCircuit(flat: FlatCircuit): FlatCircuit {
  const elements = flat.elements.map(asSmallSignal);
  return elements.every((element, k) => element === flat.elements[k]) ? flat : { ...flat, elements };
}

/** The first expression of the frequency: no derivative at the operating point is that. */
export function frequencyDependence(flat: FlatCircuit): FlatElement | undefined {
  return flat.elements.find((element) =>
    expressionsOf(element).some((expression) =>
      FREQUENCY_VARIABLES.some((name) => contains(expression, name)),
    ),
  );
}

function asSmallSignal(element: FlatElement): FlatElement {
  const other = element.letter === 'R' ? element.parameters.get('ac') : undefined;
  const own = other === undefined ? element : { ...element, value: other };
  if (!expressionsOf(element).some((expression) => contains(expression, 'smallsig'))) return own;
  const { expressions, law } = own;
  const mapped = [...(expressions ?? [])].map(([key, value]) => [key, withSmallSignals(value, 1)] as const);
  return { ...own, expressions: new Map(mapped), ...(law && { law: lawWithSmallSignals(law) }) };
}

function lawWithSmallSignals(law: FlatLaw): FlatLaw {
  if ('expression' in law) return { ...law, expression: withSmallSignals(law.expression, 1) };
  return 'input' in law ? { ...law, input: withSmallSignals(law.input, 1) } : law;
}

function expressionsOf({ expressions, law }: FlatElement): readonly Expression[] {
  const ofLaw = law && 'expression' in law ? [law.expression] : law && 'input' in law ? [law.input] : [];
  return [...(expressions?.values() ?? []), ...ofLaw];
}

/** Whether a name or a function of that name is in it. */
function contains(expression: Expression, name: string): boolean {
  let found = false;
  visitExpression(expression, (node) => {
    found ||= (node.kind === 'call' || node.kind === 'name') && node.name === name;
  });
  return found;
}
