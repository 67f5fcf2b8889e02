/**
 * Sources of noise of an element at its operating point: currents between two nodes, each independent of all others, with
 *
 *     S(f) = density / f^exponent      (A^2/Hz, one-sided):
 *     thermal of a resistance 4 k T / R,   shot of a junction 2 q |I|,   flicker KF |I|^AF / f.
 *
 * Names of parts are ngspice's ("rs", "id", "1overf"), so that columns of both programs have the same names. Ideal parts have none.
 * Source: [Nagel 1975] 3.4; ngspice's manual, ".NOISE" and the noise models of its devices.
 */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { LocalPoint } from '../../kernel/modeling/laws/local-law.js';
import { elementary } from '../laws/semiconductor.js';
import type { GivenValues } from '../laws/law-parameters.js';
import type { LawBranch, ResistanceBranch, SmoothBranch } from '../primitives.js';

/** J/K. */
const boltzmann = 1.380649e-23;

export interface NoiseGenerator {
  /** Behind the element's name: "id"; empty where the element has one source alone. */
  readonly part: string;
  /** Nodes between which the current flows. */
  readonly a: string;
  readonly b: string;
  /** A^2/Hz at 1 Hz. */
  readonly density: number;
  /** Of 1/f; 0: white. */
  readonly exponent: number;
}

/** What a device may ask of an element at the operating point. */
export interface OperatingElement {
  readonly element: FlatElement;
  /** Parameters of its model. */
  readonly model: GivenValues;
  /** Kelvin. */
  readonly temperature: number;
  /** As they were emitted for small signals. */
  readonly branches: readonly SmoothBranch[];
  /** Volts from ground. */
  readonly voltage: (node: string) => number;
  /** Currents and slopes of a law. */
  readonly at: (branch: LawBranch) => LocalPoint;
  /** Whether an ideal switch is closed. */
  readonly isClosed: (branch: SmoothBranch) => boolean;
}

/** Returns the noise of a conductance in siemens. */
export function thermalNoise(
  { a, b }: { readonly a: string; readonly b: string },
  part: string,
  conductance: number,
  temperature: number,
): NoiseGenerator {
  return { part, a, b, density: 4 * boltzmann * temperature * Math.abs(conductance), exponent: 0 };
}

/** Returns the noise of a current across a barrier, in amperes. */
export function shotNoise(
  { a, b }: { readonly a: string; readonly b: string },
  part: string,
  current: number,
): NoiseGenerator {
  return { part, a, b, density: 2 * elementary * Math.abs(current), exponent: 0 };
}

/** Returns 1/f noise of a current in amperes that `count` equal parts in parallel share, KF |I|^AF each. */
export function flickerNoise(
  { a, b }: { readonly a: string; readonly b: string },
  { model, element }: Pick<OperatingElement, 'model' | 'element'>,
  current: number,
): NoiseGenerator[] {
  const factor = model.get('kf') ?? 0;
  if (factor === 0) return [];
  const count = element.parameters.get('m') ?? 1;
  const each = Math.abs(current) / count;
  const density = count * factor * each ** (model.get('af') ?? 1);
  return [{ part: '1overf', a, b, density, exponent: 1 }];
}

/** Returns the law that has the name of its element: its channel, its junction. */
export function ownLaw({ branches, element }: OperatingElement): LawBranch | undefined {
  return branches.find(
    (branch): branch is LawBranch => branch.kind === 'law' && branch.name === element.name,
  );
}

/** Returns the noise of the resistances that are parts of an element, each with the name of its part. */
export function resistanceNoise({ branches, element, temperature }: OperatingElement): NoiseGenerator[] {
  return branches
    .filter(
      // What makes states and delays is no part of the circuit.
      (branch): branch is ResistanceBranch =>
        branch.kind === 'resistance' && !branch.weightless && !branch.inLine,
    )
    .map((branch) => {
      const part = branch.name.slice(element.name.length + 1);
      return thermalNoise(branch, part === '' ? 'thermal' : part, 1 / branch.resistance, temperature);
    });
}
