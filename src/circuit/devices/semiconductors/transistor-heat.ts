/**
 * The word thermal and the nodes of junction and case that ngspice's VDMOS may have: read and named. No heat flows here, every
 * transistor is at the temperature of its circuit.
 */
import { valuePlace } from '../../../netlist/element-places.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';

/** Whether an M element has no more nodes and words than it takes; says what of heat is left out. */
export function takesHeat(element: FlatElement, { diagnostics }: EmissionContext): boolean {
  const { name, nodes, flags, model, span } = element;
  const mostNodes = 4;
  const isThermal = flags.has('thermal');
  if (!isThermal && nodes.length <= mostNodes) return true;
  if (model?.type !== 'vdmos' || !isThermal) {
    const what = isThermal ? 'only a VDMOS may be thermal' : `${nodes.length} nodes are too many`;
    diagnostics.error('thermal', `${name}: ${what}`, valuePlace(element), {
      hint: 'write drain, gate, source and bulk; a VDMOS model takes drain, gate, source, tj and tc with the word thermal',
    });
    return false;
  }
  if (!diagnostics.items.some(({ code }) => code === 'thermal')) {
    const message = `${name}: thermal is left out: transistors stay at the circuit's temperature, no heat flows into tj and tc`;
    diagnostics.warning('thermal', message, span);
  }
  return true;
}
