/**
 * A capacitance or inductance that depends on the circuit:
 *
 *     i = C(...) v'  =  C0 v' + (1 - C0 / C) i           a capacitance C0 beside a current of the whole current i
 *     v = L(...) i'  =  L0 i' + (1 - L0 / L) v           an inductance L0 in series with a voltage of the whole voltage v
 *
 * for any C0, L0 > 0; those at rest are taken. What C(...) v' stores follows from no charge: energy that comes and goes
 * with a C that time changes is absorbed by the branch.
 */
import type { Expression } from '../../expression/ast.js';
import { variablesIn } from '../../expression/map-expression.js';
import { compileExpression } from '../../expression/program.js';
import { quotient } from '../../expression/quotient.js';
import { numberAt, simplify } from '../../expression/simplify.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { EmissionContext } from '../device.js';
import type { Branch } from '../primitives.js';
import { expressionBranches } from './controlled-branch.js';

interface Ends {
  readonly name: string;
  readonly a: string;
  readonly b: string;
}

/** Returns the branches of an element whose value is a written expression times a factor. */
type VaryingStorage = (
  element: FlatElement,
  written: Expression,
  factor: number,
  ends: Ends,
  context: EmissionContext,
) => Branch[];

/** i = factor C v'. */
export const varyingCapacitance: VaryingStorage = (element, written, factor, { name, a, b }, context) => {
  const { reference: capacitance, excess, start } = partsOf(element, written, factor, 'i', [name]);
  return [
    { kind: 'capacitance', name: `${name}#0`, element: name, a, b, capacitance, ...start },
    ...expressionBranches(element, excess, { name, element: name, a, b, output: 'current' }, context),
  ];
};

/** v = factor L i'. */
export const varyingInductance: VaryingStorage = (element, written, factor, { name, a, b }, context) => {
  const { reference: inductance, excess, start } = partsOf(element, written, factor, 'v', [a, b]);
  const inner = `${name}#0`;
  // Named apart: i(l1) is the current of one of two parts in series, and no coupling finds a part of an inductance.
  const place = { name: `${name}#1`, element: `${name}#1`, a: inner, b, output: 'voltage' } as const;
  return [
    { kind: 'inductance', name: inner, element: name, a, b: inner, inductance, ...start },
    ...expressionBranches(element, excess, place, context),
  ];
};

interface Parts {
  /** C0 or L0. */
  readonly reference: number;
  /** (1 - C0 / C) i or (1 - L0 / L) v. */
  readonly excess: Expression;
  readonly start: { readonly initial?: number };
}

/** What an element is split into, whose whole current or voltage is the probe of these names. */
function partsOf(
  element: FlatElement,
  written: Expression,
  factor: number,
  quantity: 'i' | 'v',
  names: readonly string[],
): Parts {
  const reference = atRest(written, factor);
  const whole: Expression = { kind: 'probe', quantity, names, span: written.span };
  const initial = element.parameters.get('ic');
  return {
    reference,
    excess: excessOf(whole, written, reference / factor),
    start: initial === undefined ? {} : { initial },
  };
}

/** whole - reference whole / value. */
function excessOf(whole: Expression, value: Expression, reference: number): Expression {
  const { span } = value;
  const scaled: Expression = {
    kind: 'binary',
    operator: '*',
    left: numberAt(reference, span),
    right: whole,
    span,
  };
  return { kind: 'binary', operator: '-', left: whole, right: quotient(scaled, value), span };
}

/** The value with all voltages, currents and the time 0, else with all 1, in the card's unit times `factor`; else `factor`. */
function atRest(written: Expression, factor: number): number {
  const expression = simplify(written);
  const variables = variablesIn(expression);
  const program = compileExpression(expression, variables);
  for (const reference of [0, 1]) {
    const value = factor * (program?.evaluate(new Float64Array(variables.length).fill(reference)) ?? NaN);
    if (value > 0 && value < Infinity) return value;
  }
  return factor;
}
