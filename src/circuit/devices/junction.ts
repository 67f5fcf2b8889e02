/** Parts of transistors: junctions, ohmic terminals, constant capacitances. */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { Span } from '../../base/span.js';
import { graphBranches } from '../graph.js';
import type { Branch } from '../primitives.js';
import { diodeVoltage, type ExponentialDiode, fitDiode } from './diode-fit.js';

/** Boltzmann's constant over the elementary charge, V/K (exact SI values). */
const boltzmannOverCharge = 1.380649e-23 / 1.602176634e-19;

/** Returns k T / q in volts. */
export function thermalVoltage(celsius: number): number {
  return boltzmannOverCharge * (celsius + 273.15);
}

/** Parts of an element that are no current of its own get names behind "#". */
export interface PartEnds {
  readonly name: string;
  readonly element: string;
  readonly a: string;
  readonly b: string;
}

/** Names a part of an element between two nodes. */
export function partOf(element: string, part: string, a: string, b: string): PartEnds {
  const name = `${element}#${part}`;
  return { name, element: name, a, b };
}

/** Adds a resistor from a terminal to an inner node and returns that node; the terminal itself where it is 0. */
export function behindResistance(
  branches: Branch[],
  element: string,
  part: string,
  terminal: string,
  resistance: number,
): string {
  if (!(resistance > 0)) return terminal;
  const inner = `${element}#${part}`;
  branches.push({ kind: 'resistance', ...partOf(element, part, terminal, inner), resistance });
  return inner;
}

/** Adds a capacitor unless it is 0 or across one node. */
export function addCapacitance(branches: Branch[], ends: PartEnds, capacitance: number): void {
  if (capacitance > 0 && ends.a !== ends.b) branches.push({ kind: 'capacitance', ...ends, capacitance });
}

/**
 * Adds a parasitic junction that normally blocks (body, gate): an ideal diode in series with the drop that the exponential
 * has at 1 mA. It costs one row; where its exact drop matters, a D element is the place for it.
 */
export function addBlockingJunction(branches: Branch[], ends: PartEnds, law: ExponentialDiode): void {
  if (ends.a === ends.b) return;
  const threshold = diodeVoltage(law, blockingCurrent);
  branches.push({ kind: 'unilateral', ...ends, resistance: law.series, threshold });
}

/** Amperes at which the drop of a blocking junction is taken. */
const blockingCurrent = 1e-3;

/** Adds a junction fitted within `tolerance` volts; false after reporting that it would take too many pieces. */
export function addFittedJunction(
  branches: Branch[],
  ends: PartEnds,
  law: ExponentialDiode,
  tolerance: number,
  report: { readonly diagnostics: Diagnostics; readonly span: Span },
): boolean {
  const fit = fitDiode(law, tolerance);
  if (!fit) {
    report.diagnostics.error(
      'junction-fit',
      `the junction ${ends.name} needs too many segments for pwltol = ${tolerance} V`,
      report.span,
      { cure: 'raise option pwltol' },
    );
    return false;
  }
  branches.push(...graphBranches(ends, fit.graph));
  return true;
}
