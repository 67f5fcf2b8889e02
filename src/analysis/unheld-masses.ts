/** Tells of masses that have no equilibrium at rest: nothing fixes their position. */
import type { Diagnostics } from '../base/diagnostic.js';
import { displacement } from '../circuit/devices/mechanical/equilibrium.js';
import type { FlatCircuit } from '../netlist/flat-circuit.js';
import type { RestingCircuit } from './resting-circuit.js';

/** Warns of each mass of a circuit at rest that is as it starts. */
export function warnOfUnheldMasses(
  { elements, domains }: FlatCircuit,
  { nodes }: Pick<RestingCircuit, 'nodes'>,
  diagnostics: Diagnostics,
): void {
  if (!domains) return;
  const known = new Set(nodes);
  for (const { name, letter, nodes: ends, nodeSpans, span } of elements) {
    const [node = ''] = ends;
    if ((letter !== 'YMASS' && letter !== 'YINERTIA') || known.has(displacement(node))) continue;
    const message = `${name} has no path that fixes its position: node ${node} is as it starts, which is no equilibrium where a force drives it`;
    diagnostics.warning('no-equilibrium', message, nodeSpans[0] ?? span, {
      hint: 'tie it to the frame by a spring, a stop or a prescribed position',
    });
  }
}
