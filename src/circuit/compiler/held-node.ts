/**
 * `.ic v(node)` at the operating point: a source from ground, and where controlled sources drive held nodes too, which would be two
 * sources on one voltage, a source behind a resistance, which gives way to them:
 *
 *     v = value,      or      i = (v - value) / R.
 */
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import type { Branch } from '../primitives.js';
import { ground } from './tree.js';

/** Siemens: what a held node carries moves it by a millionth of that in volts. */
const grip = 1e6;

export function holdingSource(name: string, { a, b }: Pick<Branch, 'a' | 'b'>, value: number): Branch {
  return { kind: 'voltage', name, element: name, a, b, signal: constantSignal(value) };
}

export function heldNode(node: string, value: number): Branch {
  return holdingSource(nameOf(node), { a: node, b: ground }, value);
}

export function yieldingNode(node: string, value: number): Branch {
  const form = {
    constant: -grip * value,
    terms: [{ gain: grip, quantity: 'voltage', a: node, b: ground } as const],
  };
  const name = nameOf(node);
  return { kind: 'controlled', name, element: name, a: node, b: ground, output: 'current', form };
}

/** What is told of nodes that give way. */
export function givesWay(nodes: readonly string[]): string {
  const which = nodes.length === 1 ? `node ${nodes[0] ?? ''}` : `nodes ${nodes.join(', ')}`;
  return `.ic of ${which}: controlled sources drive what is held: what they give goes before`;
}

function nameOf(node: string): string {
  return `.ic ${node}`;
}
