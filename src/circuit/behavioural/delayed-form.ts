/** A form some seconds ago as the voltage of a node: a current, delayed as the waves of lines are, through 1 Ohm. */
import { DelayedSignal } from '../../kernel/modeling/signals/delayed-signal.js';
import { ground } from '../compiler/tree.js';
import type { Branch, LinearForm } from '../primitives.js';

export function delayedBranches(node: string, form: LinearForm, seconds: number): Branch[] {
  const signal = new DelayedSignal(seconds, 0);
  const ends = { element: node, a: node, b: ground, inLine: true } as const;
  const delayed = { form, signal, initial: 0, impedance: 0 };
  return [
    { kind: 'resistance', name: `${node}#one`, ...ends, resistance: 1 },
    { kind: 'current', name: node, ...ends, a: ground, b: node, signal, delayed },
  ];
}
