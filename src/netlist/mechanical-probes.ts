/**
 * X(node) and F(element) in terms of what a circuit has: the position of a node is a state of its own, the voltage of a hidden
 * node of the element YX, added where it is asked for; the force is the current of the element's mechanical side.
 */
import type { FlatElement } from './flat-circuit.js';
import type { LanguageIndex } from './language-index.js';
import type { ProbeExpression } from './resolve-names.js';
import { partOfComplex } from './output-item.js';
import { isMechanical } from './node-domains.js';

/** The circuit as far as it is known; a session is one. */
export interface ProbedCircuit {
  readonly index: LanguageIndex;
  readonly elements: FlatElement[];
  /** Names of the states of positions that are among the elements. */
  readonly positions: Set<string>;
}

/** What is asked of nodes. */
export function asksNodes(quantity: string): boolean {
  return /^[vx]/.test(quantity);
}

/** The quantity and the full names that stand for a probe with full names. */
export function mechanicalProbe(probe: ProbeExpression, circuit: ProbedCircuit): ProbeExpression {
  const { quantity, names } = probe;
  const [of, part] = quantity.length === 1 ? [quantity, ''] : (partOfComplex(quantity) ?? []);
  if (of === 'x') {
    const positions = names.map((node) => positionNode(node, probe, circuit));
    return { ...probe, quantity: `v${part}`, names: positions };
  }
  if (of !== 'f') return probe;
  return { ...probe, quantity: `i${part}`, names: names.map((name) => forceName(name, circuit)) };
}

/** The hidden node whose voltage is the position of a node. */
function positionNode(node: string, { span }: ProbeExpression, circuit: ProbedCircuit): string {
  if (node === '0') return node;
  const name = `yx#${node}`;
  if (!circuit.positions.has(name)) {
    circuit.positions.add(name);
    circuit.elements.push({
      ...{
        name,
        letter: 'YX',
        nodes: [node],
        parameters: new Map(),
        flags: new Set(),
        span,
        nodeSpans: [span],
      },
    });
  }
  return `${node}#x`;
}

/** The branches that carry an element's force: those behind its electrical side where it has one. */
function forceName(element: string, { index }: ProbedCircuit): string {
  const [own = ''] = element.split('.').slice(-1);
  const domains = index.element(own)?.syntax.domains ?? [];
  return domains.length > 0 && domains.findIndex(isMechanical) > 0 ? `${element}#f` : element;
}
