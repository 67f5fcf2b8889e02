/**
 * X(node) and F(element) in terms of what a circuit has: the position of a node is a state of its own, the voltage of a hidden
 * node of the element YX, added where it is asked for; the force is the current of the element's mechanical side.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { FlatElement } from './flat-circuit.js';
import type { LanguageIndex } from './language-index.js';
import type { ProbeExpression } from './resolve-names.js';
import { partOfComplex } from './output-item.js';
import { isMechanical, positionPrefix } from './node-domains.js';

/** The circuit as far as it is known; a session is one. */
export interface ProbedCircuit {
  readonly index: LanguageIndex;
  readonly diagnostics: Diagnostics;
  readonly elements: FlatElement[];
  /** Names of the states of positions that are among the elements. */
  readonly positions: Set<string>;
}

/** What is asked of nodes. */
export function asksNodes(quantity: string): boolean {
  return /^[vx]/.test(quantity);
}

/** The quantity and the full names that stand for a probe with full names; undefined after reporting a force of what has none. */
export function mechanicalProbe(probe: ProbeExpression, circuit: ProbedCircuit): ProbeExpression | undefined {
  const { quantity, names } = probe;
  const [of, part] = quantity.length === 1 ? [quantity, ''] : (partOfComplex(quantity) ?? []);
  if (of === 'x') {
    const positions = names.map((node) => positionNode(node, probe, circuit));
    return { ...probe, quantity: `v${part}`, names: positions };
  }
  if (of !== 'f') return probe;
  const forces = names.flatMap((name) => forceName(name, probe, circuit) ?? []);
  return forces.length < names.length ? undefined : { ...probe, quantity: `i${part}`, names: forces };
}

/** The hidden node whose voltage is the position of a node. */
function positionNode(node: string, { span }: ProbeExpression, circuit: ProbedCircuit): string {
  if (node === '0') return node;
  const name = positionPrefix + node;
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
function forceName(
  element: string,
  { span }: ProbeExpression,
  { index, diagnostics }: ProbedCircuit,
): string | undefined {
  const [own = ''] = element.split('.').slice(-1);
  const syntax = index.element(own)?.syntax;
  const first = syntax?.domains?.findIndex(isMechanical) ?? -1;
  const reads = syntax?.forceless === true;
  if (first >= 0 && !reads) return first > 0 ? `${element}#f` : element;
  const why = reads
    ? `${element} reads a motion, it has no force`
    : `${element} is electrical: it has no force`;
  diagnostics.error('no-force', why, span, { hint: `ask for i(${element})` });
  return undefined;
}
