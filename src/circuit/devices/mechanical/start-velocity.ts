/** With what velocity masses start that do not say: as one does that levers, gears and racks tie them to, else with 0. */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import { ground } from '../../compiler/tree.js';

const transformers = new Set(['YLEVER', 'YGEAR', 'YRACK']);

/** What a mass says of the velocity of a node that moves with its own. */
export interface SaidVelocity {
  readonly value: number;
  readonly by: FlatElement;
}

/** Returns the nearest of these for the node of a mass, itself left out. */
export function tiedVelocity(mass: FlatElement, { elements }: EmissionContext): SaidVelocity | undefined {
  const [start = ground] = mass.nodes;
  // v(start) = factor v(node).
  const factors = new Map([[start, 1]]);
  for (const [node, factor] of factors)
    for (const element of elements().values()) {
      const { letter, nodes, parameters, value: ratio } = element;
      const [first = ground, second = ground] = nodes;
      const own = parameters.get('v0');
      if (element !== mass && first === node && own !== undefined && isMass(letter))
        return { value: factor * own, by: element };
      if (!transformers.has(letter) || !ratio) continue;
      if (first === node && second !== ground && !factors.has(second)) factors.set(second, factor * ratio);
      if (second === node && first !== ground && !factors.has(first)) factors.set(first, factor / ratio);
    }
  return undefined;
}

/** With what velocity two nodes depart from each other where masses say so and nothing holds them in place; 0 where none does. */
export function departure(a: string, b: string, context: EmissionContext): number {
  const [own, other] = [saidVelocity(a, context), saidVelocity(b, context)];
  return own === undefined || other === undefined ? 0 : own - other;
}

function saidVelocity(node: string, context: EmissionContext): number | undefined {
  if (node === ground || context.moved?.has(node) || context.still?.has(node)) return 0;
  for (const element of context.elements().values())
    if (isMass(element.letter) && element.nodes[0] === node)
      return element.parameters.get('v0') ?? tiedVelocity(element, context)?.value ?? 0;
  return undefined;
}

function isMass(letter: string): boolean {
  return letter === 'YMASS' || letter === 'YINERTIA';
}
