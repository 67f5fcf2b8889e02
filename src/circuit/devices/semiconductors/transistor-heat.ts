/**
 * The word thermal and the nodes of junction and case that ngspice's VDMOS and diode may have: read and named. No heat flows here,
 * every device is at the temperature of its circuit.
 */
import type { Diagnostics } from '../../../base/diagnostic.js';
import { valuePlace } from '../../../netlist/element-places.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';

/** Whether an M element has no more nodes and words than it takes; says what of heat is left out. */
export function takesHeat(element: FlatElement, { diagnostics }: EmissionContext): boolean {
  const { name, nodes, flags, model } = element;
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
  sayLeftOut(
    element,
    "transistors stay at the circuit's temperature, no heat flows into tj and tc",
    diagnostics,
  );
  return true;
}

/** The same of a D element: a third node is that of its junction. */
export function diodeTakesHeat(element: FlatElement, { diagnostics }: EmissionContext): boolean {
  const { name, nodes, flags } = element;
  const isThermal = flags.has('thermal');
  const mostNodes = 2;
  if (!isThermal && nodes.length <= mostNodes) return true;
  if (!isThermal) {
    const message = `${name}: ${nodes.length} nodes are too many`;
    diagnostics.error('thermal', message, valuePlace(element), {
      hint: 'write anode and cathode; a node tj of the junction takes the word thermal',
    });
    return false;
  }
  sayLeftOut(element, "diodes stay at the circuit's temperature, no heat flows into tj", diagnostics);
  return true;
}

function sayLeftOut({ name, span }: FlatElement, what: string, diagnostics: Diagnostics): void {
  if (diagnostics.items.some(({ code }) => code === 'thermal')) return;
  diagnostics.warning('thermal', `${name}: thermal is left out: ${what}`, span);
}
