/**
 * What the junctions of a bulk have in common, whatever their current: charges of three layers, of the bottom, of the side by the field and of that by
 * the gate, and the limit of Newton's method. Between anode and cathode, the two values that their laws read.
 */
import type { Int } from '../../base/int.js';
import { depletionCapacitance, depletionCharge, depletionPlaces } from './depletion-charge.js';
import { limitedJunction } from './junction-current.js';
import { writeAcross } from './two-ends.js';

export const layerCount = 3;

/** Writes the charge at v of layers whose places begin at `first`. */
export function writeLayers(q: Float64Array, dq: Float64Array, p: Float64Array, first: Int, v: number): void {
  let charge = 0;
  let capacitance = 0;
  for (let layer = 0; layer < layerCount; layer++) {
    const at = first + layer * depletionPlaces;
    const farads = depletionCapacitance(p, at, v);
    capacitance += farads;
    charge += depletionCharge(p, at, v, farads);
  }
  writeAcross(q, dq, charge, capacitance);
}

/** Limits the anode in place; returns whether it moved. */
export function limitAnode(
  values: Float64Array,
  last: Float64Array,
  slopeVoltage: number,
  critical: number,
): boolean {
  const cathode = values[1] as number;
  const wanted = (values[0] as number) - cathode;
  const before = (last[0] as number) - (last[1] as number);
  const taken = limitedJunction(wanted, before, slopeVoltage, critical);
  if (taken === wanted) return false;
  values[0] = cathode + taken;
  return true;
}
