/**
 * A diode of straight regions: i = v / Roff, slope 1/Ron above Vfwd and 1/Rrev below -Vrev. Each conducting region is an ideal
 * unilateral branch behind the resistance that makes it and Roff beside it exactly what is asked.
 */
import { type GraphPlace, namer } from '../../compiler/graph.js';
import type { Branch } from '../../primitives.js';
import { isOpen, seriesBeside } from '../parts/element-parts.js';

/** Ohms and volts of one diode; vrev Infinity: no breakdown. */
export interface StraightRegions {
  readonly ron: number;
  readonly roff: number;
  readonly rrev: number;
  readonly vfwd: number;
  readonly vrev: number;
  /** How many diodes are in parallel. */
  readonly scale: number;
}

/** Needs Ron and Rrev below Roff. */
export function regionBranches(
  { ron, roff, rrev, vfwd, vrev, scale }: StraightRegions,
  place: GraphPlace,
): Branch[] {
  const branches: Branch[] = [];
  const add = namer(place, branches);
  const forward = seriesBeside(ron, roff) / scale;
  add(true, (ends) => ({ kind: 'unilateral', ...ends, resistance: forward, threshold: vfwd }));
  if (!isOpen(roff)) add(true, (ends) => ({ kind: 'resistance', ...ends, resistance: roff / scale }));
  if (vrev < Infinity) {
    const reverse = seriesBeside(rrev, roff) / scale;
    add(false, (ends) => ({ kind: 'unilateral', ...ends, resistance: reverse, threshold: vrev }));
  }
  return branches;
}
