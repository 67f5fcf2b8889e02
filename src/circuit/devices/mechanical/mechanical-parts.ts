/**
 * Mechanics by the analogy of force and current: across a mechanical node stands its velocity (rad/s where it turns), through an
 * element flows a force (a torque). Momentum is the charge of a mass:
 *
 *     m v' = F         a capacitance m to the frame, node 0
 *     F = k (x - l0)   an inductance 1/k
 *     F = d v          a conductance d
 *     x' = v           a state of its own: 1 F that v charges (`positionState`)
 *
 * so that power is v F in watts, and one balance of energy spans both worlds. F(element) is the force that the element takes
 * from its first node: what drives a node has a negative one, as a voltage source that delivers has a negative current.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { TerminalDomain } from '../../../netlist/language.js';
import type { Branch, LinearForm } from '../../primitives.js';
import { ground } from '../../compiler/tree.js';
import { termForm } from '../../behavioural/form-arithmetic.js';

export const mechanical: TerminalDomain = 'mechanical';

/** Name and ends of an element's branch; one that has a single node acts against the frame. */
export function mechanicalEnds({ name, nodes: [a = ground, b = ground] }: FlatElement): {
  readonly name: string;
  readonly element: string;
  readonly a: string;
  readonly b: string;
} {
  return { name, element: name, a, b };
}

/** The source of a prescribed position whose small changes are looked at, and its node. */
export function positionInput(element: string): string {
  return `${element}#x`;
}

/** The velocity of a node against another one. */
export function velocity(a: string, b: string): LinearForm {
  return termForm({ gain: 1, quantity: 'voltage', a, b });
}

/** What a hidden node stands at. */
export function stateOf(node: string): LinearForm {
  return velocity(node, ground);
}

/** A state whose rate is a form: the voltage of a hidden node. It stores nothing. Without an initial value it is what it is at rest. */
export function integralState(node: string, rate: LinearForm, initial?: number): Branch[] {
  const source = `${node}#rate`;
  return [
    {
      ...{ kind: 'capacitance', name: node, element: node, a: node, b: ground },
      ...{ capacitance: 1, weightless: true },
      ...(initial !== undefined && { initial, held: true }),
    },
    {
      ...{ kind: 'controlled', name: source, element: source, a: ground, b: node, output: 'current' },
      ...{ form: rate, weightless: true },
    },
  ];
}
