/**
 * Loops of ideal transmissions (levers, gears, racks): v_1 = r v_2 between nodes that others already tie by v_1 = s v_2. With r = s the
 * last by name is redundant, and how they share what they carry is open; with r other than s nothing in the loop can move.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { ground } from '../../compiler/tree.js';
import type { EmissionContext } from '../../device.js';

const transmissions = ['YLEVER', 'YGEAR', 'YRACK'];
/** Part of a ratio that is rounding of the product of others. */
const rounding = 1e-12;

/** Whether a transmission says what those before it by name say; told where it does, or contradicts them. */
export function repeatsOthers(card: FlatElement, { elements, diagnostics }: EmissionContext): boolean {
  const { name, nodes, value: ratio = NaN, span } = card;
  const [n1 = ground, n2 = ground] = nodes;
  const others = [...elements().values()].filter(
    (other) => transmissions.includes(other.letter) && other.name < name,
  );
  const found = n1 === ground ? undefined : ratioBetween(n1, n2, others);
  if (!found) return false;
  const told = `${name} closes a loop of ${list(found.by)}`;
  if (Math.abs(found.ratio - ratio) <= rounding * Math.abs(ratio)) {
    diagnostics.note('transmission-loop', `${told} that say the same: it carries nothing`, span);
    return true;
  }
  const message = `${told} by which v(${n1}) is ${found.ratio} v(${n2}), not ${ratio}: nothing in it can move`;
  diagnostics.warning('transmission-loop', message, span, {
    hint: `make its ratio ${found.ratio}, or give it play (YBACKLASH)`,
  });
  return false;
}

interface Tie {
  readonly ratio: number;
  readonly by: readonly string[];
}

/** r of v_1 = r v_2 by a chain of transmissions. */
function ratioBetween(n1: string, n2: string, chain: readonly FlatElement[]): Tie | undefined {
  const known = new Map<string, Tie>([[n1, { ratio: 1, by: [] }]]);
  // Nodes are met in the order in which the map grows.
  for (const [node, tie] of known) {
    for (const { name, nodes, value: ratio = NaN } of chain) {
      const [a = ground, b = ground] = nodes;
      const next = node === a ? b : node === b ? a : ground;
      if (next === ground || known.has(next)) continue;
      known.set(next, { ratio: node === a ? tie.ratio * ratio : tie.ratio / ratio, by: [...tie.by, name] });
    }
  }
  return n2 === n1 ? undefined : known.get(n2);
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
