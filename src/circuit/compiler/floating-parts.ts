/**
 * Parts of a circuit that nothing joins to ground, such as the secondary of a transformer whose reference was left out: their common voltage
 * is free and moves nothing. The mean of their nodes is taken as 0 V, the limit of equal vanishing conductances from each of them to ground
 * (and what SPICE's gmin makes of it),
 *
 *     v_1 = -(v_2 + ... + v_n),
 *
 * by a controlled voltage at the node v_1 with the most branches, whose current is 0: there is no way back for it. In a part of many nodes
 * such a sum would fill the matrix, and v_1 itself is 0. Mechanical parts without a frame are errors (`well-posedness.ts`). Cost: one
 * pass over branches.
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { Span } from '../../base/span.js';
import type { MechanicalDomains } from '../../netlist/flat-circuit.js';
import { forEachNode, nodeCount } from '../branch-nodes.js';
import { listNames, plural, shortened } from '../diagnose.js';
import { inNameOrder } from '../name-order.js';
import type { ControlledBranch, SmoothBranch } from '../primitives.js';
import { DisjointSets, ground } from './tree.js';

/** Nodes of a part up to which their mean is taken. */
const mostAveraged = 100;

/** Returns what ties such parts to ground, and warns of them at the first of their branches in the text. */
export function floatingParts(
  branches: readonly SmoothBranch[],
  spanOf: (branch: number) => Span | undefined,
  domains: MechanicalDomains | undefined,
  diagnostics: Diagnostics,
): ControlledBranch[] {
  // Nearly all circuits are one part: what messages need is found where there are more.
  const places = new Map([[ground, 0]]);
  const placeOf = (node: string): number => {
    const known = places.get(node);
    if (known !== undefined) return known;
    places.set(node, places.size);
    return places.size - 1;
  };
  const sets = new DisjointSets(branches.reduce((count, branch) => count + nodeCount(branch), 1));
  let joined = 1;
  for (const branch of branches) {
    const first = placeOf(branch.a);
    forEachNode(branch, (node) => {
      if (sets.join(first, placeOf(node))) joined++;
    });
  }
  if (joined === places.size) return [];
  const counts = new Uint32Array(places.size);
  const spans = new Map<number, Span>();
  branches.forEach((branch, index) => {
    forEachNode(branch, (node) => {
      const place = placeOf(node);
      counts[place] = (counts[place] as number) + 1;
    });
    const [set, span] = [sets.find(placeOf(branch.a)), spanOf(index)];
    if (span && span.start < (spans.get(set)?.start ?? Infinity)) spans.set(set, span);
  });
  const parts = new Map<number, string[]>();
  for (const { name } of inNameOrder([...places.keys()].map((name) => ({ name })))) {
    const set = sets.find(placeOf(name));
    if (set === sets.find(0) || name.includes('#') || domains?.nodes.has(name)) continue;
    const known = parts.get(set);
    if (known) known.push(name);
    else parts.set(set, [name]);
  }
  return [...parts].map(([set, nodes]) => {
    const countOf = (node: string): number => counts[placeOf(node)] as number;
    const pinned = nodes.reduce((most, node) => (countOf(node) > countOf(most) ? node : most));
    warnOf(nodes, pinned, spans.get(set), diagnostics);
    const name = `${pinned}#mean`;
    const others = nodes.length > mostAveraged ? [] : nodes.filter((node) => node !== pinned);
    const terms = others.map((a) => ({ gain: -1, quantity: 'voltage', a, b: ground }) as const);
    return {
      kind: 'controlled',
      name,
      element: name,
      a: pinned,
      b: ground,
      output: 'voltage',
      form: { constant: 0, terms },
    };
  });
}

function warnOf(
  nodes: readonly string[],
  pinned: string,
  span: Span | undefined,
  diagnostics: Diagnostics,
): void {
  const where = `${plural(nodes.length, 'node', 'nodes')} ${listNames(shortened(nodes))} ${plural(nodes.length, 'has', 'have')}`;
  const isAveraged = nodes.length > 1 && nodes.length <= mostAveraged;
  const which = isAveraged ? 'the mean of their voltages' : `v(${pinned})`;
  const message = `${where} no path to ground (node ${ground}): ${which} is taken as 0 V`;
  diagnostics.warning('no-ground', message, span, {
    hint: `connect node ${pinned} to ground, directly or through a resistor`,
  });
}
