/** What several devices read from a flat element. */
import type { FlatElement } from '../../netlist/flat-circuit.js';

/** From this value on a resistance is an open circuit, as CONVENTIONS 16 says of roff. */
const openResistance = 1e30;

/** Returns name and ends of an element's first branch. */
export function endsOf(element: FlatElement): { name: string; element: string; a: string; b: string } {
  const [a = '', b = ''] = element.nodes;
  return { name: element.name, element: element.name, a, b };
}

/** Tells whether an off-resistance means no path at all. */
export function isOpen(resistance: number): boolean {
  return resistance >= openResistance;
}

/** Returns the series resistance of a contact beside `off` that makes both together exactly `on`. */
export function seriesBeside(on: number, off: number): number {
  return isOpen(off) ? on : (on * off) / (off - on);
}
