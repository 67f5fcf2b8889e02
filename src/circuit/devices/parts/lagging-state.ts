/** States of a device that are no energy: the voltage of a hidden node beside it, which follows what drives it with a lag. */
import { ground } from '../../compiler/tree.js';
import type { Branch, LinearForm } from '../../primitives.js';

/**
 * Returns a node whose voltage x goes to 0 by tau x' + x = 0, seconds: what flows into it from laws or forms is what it follows, a volt for
 * each ampere. None of its powers counts.
 */
export function laggingNode(node: string, tau: number): Branch[] {
  const leak = `${node}#leak`;
  const ends = { a: node, b: ground };
  const storage: Branch[] =
    tau > 0
      ? [{ kind: 'capacitance', name: node, element: node, ...ends, capacitance: tau, weightless: true }]
      : [];
  return [
    ...storage,
    { kind: 'resistance', name: leak, element: leak, ...ends, resistance: 1, weightless: true },
  ];
}

/** Returns a node whose voltage x follows a form, tau x' + x = form. */
export function laggingForm(node: string, tau: number, form: LinearForm): Branch[] {
  const drive = `${node}#drive`;
  return [
    ...laggingNode(node, tau),
    {
      ...{ kind: 'controlled', name: drive, element: drive, a: ground, b: node, output: 'current', form },
      weightless: true,
    },
  ];
}
