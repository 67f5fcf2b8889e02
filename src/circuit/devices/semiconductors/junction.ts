/** Parts of transistors: junctions with their charges, ohmic terminals, constant capacitances. */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import { thermalVoltage } from '../../laws/semiconductor.js';
import type { Branch } from '../../primitives.js';
import { currentRange } from './current-range.js';
import {
  diodeVoltage,
  dropless,
  type ExponentialDiode,
  fitDiode,
  fittedBranches,
  largestCurrent,
} from './diode-fit.js';
import { modelValues } from '../parts/element-parts.js';
import {
  type Junction,
  type JunctionBranches,
  type JunctionCharge,
  junctionBranches,
  junctionCharge,
} from './junction-charge.js';
import { checkSaturation } from './saturation-problem.js';

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
  branches: { push(branch: Branch): unknown },
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
 * Returns a parasitic junction that normally blocks (body, gate): an ideal diode in series with the drop that the exponential
 * has at 1 mA. It costs one row; where its exact drop matters, a D element is the place for it.
 */
function blockingLaw(law: ExponentialDiode): Junction['law'] {
  const threshold = diodeVoltage(law, blockingCurrent);
  return ({ element, a, b }) => [
    { kind: 'unilateral', name: element, element, a, b, resistance: law.series, threshold },
  ];
}

/** Amperes at which the drop of a blocking junction is taken. */
const blockingCurrent = 1e-3;

/**
 * Returns a junction fitted within option pwltol, ideal where its drop is less; without branches after reporting that it would take
 * too many segments or has no current.
 */
export function fittedLaw(
  law: ExponentialDiode,
  element: FlatElement,
  context: EmissionContext,
): Junction['law'] {
  const { diagnostics, options } = context;
  const { model, span } = element;
  const { pwltol } = options;
  return (place) => {
    const subject = `junction ${place.element.replace(/#j$/, '')}`;
    if (!checkSaturation(subject, law, element, context, ' or a larger IS')) return [];
    const largest = currentRange(law.series, context);
    if (diodeVoltage(law, largest) < pwltol) return dropless(place, law, largest, pwltol);
    const fit = fitDiode(law, pwltol, largest);
    if (fit) return fittedBranches(place, law, fit);
    diagnostics.error(
      'junction-fit',
      `the ${subject} needs too many segments for pwltol = ${pwltol} V`,
      model?.span ?? span,
      { hint: 'raise option pwltol' },
    );
    return [];
  };
}

/** A junction of a transistor: its name behind that of the element, from anode to cathode. */
interface TransistorJunction {
  readonly part: string;
  readonly a: string;
  readonly b: string;
  readonly law: Junction['law'];
  /** The largest forward voltage. */
  readonly forward: number;
  readonly charge: JunctionCharge;
}

/** Returns a junction with its charge; no branches across one node. */
export function transistorJunction(
  element: FlatElement,
  { part, a, b, law, forward, charge }: TransistorJunction,
  context: EmissionContext,
): JunctionBranches {
  const name = `${element.name}#${part}`;
  const wanted = a === b ? undefined : junctionCharge(element, context, charge);
  if (!wanted) return { branches: [], carrier: name };
  return junctionBranches({
    ...{ name, a, b, series: 0, law, apart: true, charge: wanted },
    range: { reverse: context.supply, forward },
    tolerance: context.options.chargetol,
  });
}

/** One of them: its name, its other node, its farads at 0 V for size 1 and the exponent of its charge. */
export interface BlockingPart {
  readonly part: string;
  readonly node: string;
  readonly capacitance: number;
  readonly grading: number;
}

/** The blocking junctions of a transistor: of a JFET's gate, of a MOSFET's bulk. */
interface BlockingJunctions {
  /** The node that they share: their anode where the polarity is 1, their cathode where it is -1. */
  readonly shared: string;
  readonly polarity: number;
  readonly parts: readonly BlockingPart[];
  /** Area times number in parallel. */
  readonly size: number;
  /** Volts. */
  readonly potential: number;
}

/** Returns them with their charges, from the model's IS, N and FC. */
export function blockingJunctions(
  element: FlatElement,
  { shared, polarity, parts, size, potential }: BlockingJunctions,
  context: EmissionContext,
): Branch[] {
  const given = modelValues(element);
  const exponential = {
    saturation: size * given('is', 1e-14),
    slopeVoltage: given('n', 1) * thermalVoltage(context.options.temp),
    series: 0,
  };
  const isAbsent = exponential.saturation === 0;
  const law: Junction['law'] = isAbsent ? () => [] : blockingLaw(exponential);
  const forward = isAbsent ? context.supply : diodeVoltage(exponential, largestCurrent);
  return parts.flatMap(({ part, node, capacitance, grading }) => {
    const [a, b] = polarity === 1 ? [shared, node] : [node, shared];
    const charge = {
      capacitance: size * capacitance,
      potential,
      grading,
      linearFrom: given('fc', 0.5),
      transit: 0,
    };
    return transistorJunction(element, { part, a, b, law, forward, charge }, context).branches;
  });
}
