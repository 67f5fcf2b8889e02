/**
 * The proof that goes with a run (DESIGN 4): what was done, and how well the answer satisfies the laws it
 * claims to satisfy - complementarity, Kirchhoff's laws and element laws, and the energy balance.
 */
import { formatNumber } from '../../base/units.js';
import type { FitExcess } from '../../circuit/primitives.js';
import { type EnergyBalance, unbalanced } from './energy/energy-share.js';

/** The worst residual of one kind and where it occurred. */
export interface WorstResidual {
  /** Relative to the scale of conventions: certificate. */
  readonly value: number;
  /** Seconds; NaN when nothing was checked. */
  readonly time: number;
  /** Row, node or element. */
  readonly name: string;
}

export interface Certificate {
  readonly method: string;
  readonly steps: number;
  /** Switch turns and, from event-driven runs, all located events. */
  readonly events: number;
  readonly modeChanges: number;
  readonly modesSeen: number;
  readonly lcpSolves: number;
  /** Solves for which exchanging violated pairs did not suffice. */
  readonly fallbacks: number;
  /** Points at which laws were checked, and whether these are all rows, written or not. */
  readonly pointsChecked: number;
  readonly sampling: 'full' | 'sampled';
  readonly complementarity: WorstResidual;
  /** Of ideal switches: whether each carries what its control demands. */
  readonly switches: WorstResidual;
  readonly kirchhoff: WorstResidual;
  readonly elementLaws: WorstResidual;
  /** Elements that were driven beyond what their laws were fitted to, at the points that were checked. */
  readonly fits: readonly ExceededFit[];
  /** `unbalanced` where blocks step by themselves: no time is one of a step of all of them. */
  readonly energy: EnergyBalance;
  /** Of sparse steps. */
  readonly stepping?: SteppingFacts;
  /** Time, element and size (A s or V s) of impulses, and the energy lost in them (J). */
  readonly impulses: readonly Impulse[];
  /** Times at which events accumulated (Zeno points), and at which elements. */
  readonly zenoPoints?: readonly ZenoPoint[];
  /** Intervals over which a relay slid. */
  readonly slides?: readonly Slide[];
  /** How many more of each there were than are listed. */
  readonly leftOut?: { readonly impulses: number; readonly zenoPoints: number; readonly slides: number };
  /** Elements whose currents or voltages the model leaves undetermined; least norms were taken. */
  readonly undetermined: readonly string[];
  readonly uniqueness: string;
  readonly tolerance: number;
  /** Empty when the certificate holds. */
  readonly missed: readonly string[];
  /** Set when the run did not reach its end. */
  readonly incomplete?: string;
}

export interface ExceededFit extends FitExcess {
  readonly element: string;
}

/** What steps with an error estimate did. */
export interface SteppingFacts {
  /** Error that a step may have, relative. */
  readonly reltol: number;
  /** Steps whose error was too large, and whose Newton iteration failed. */
  readonly rejected: number;
  readonly failed: number;
  readonly newtonIterations: number;
  readonly factorizations: number;
  readonly refactorizations: number;
  /** Seconds. */
  readonly smallestStep: number;
  /** How often each way out was taken when Newton's method alone did not do. */
  readonly fallbacks: readonly { readonly name: string; readonly count: number }[];
  /** Where blocks of the circuit step by themselves: how many there are, and how many took steps at a time, on the mean. */
  readonly blocks?: { readonly count: number; readonly awake: number };
}

/** Of a charge, a flux, a momentum, an angular momentum; of a spring, or of what is across a contact, a way or an angle. */
export type ImpulseUnit = 'A s' | 'V s' | 'N s' | 'N m s' | 'm' | 'rad';

export interface Impulse {
  readonly time: number;
  readonly element: string;
  readonly size: number;
  readonly unit: ImpulseUnit;
  readonly energyLost: number;
  /** Of the start: given initial values were inconsistent. The energy balance begins behind it. */
  readonly start?: true;
}

export interface ZenoPoint {
  /** Seconds. */
  readonly time: number;
  readonly elements: readonly string[];
}

/** An element that stayed at its threshold between its states, over [start, end] in seconds. */
export interface Slide {
  readonly element: string;
  readonly start: number;
  readonly end: number;
  /** Range and mean of the equivalent control: the part of the time that the upper state would have. */
  readonly lower: number;
  readonly upper: number;
  readonly mean: number;
}

/** How large the relative error of the energy balance may be (conventions: certificate). */
export function energyTolerance({
  tolerance,
  stepping,
}: Pick<Certificate, 'tolerance' | 'stepping'>): number {
  return (stepping ? steppingEnergyFactor : energyFactor) * tolerance;
}

/** 1e-6 beside the 1e-9 of `certtol`. */
const energyFactor = 1000;
/** 1e-2 beside a `reltol` of 1e-3: the balance closes as far as Newton's method has converged, with the scheme's loss in it. */
const steppingEnergyFactor = 10;

/** Says which bounds a certificate misses; a certificate without checked points misses nothing by that. */
export function missedBounds(certificate: Omit<Certificate, 'missed'>): string[] {
  const { tolerance, complementarity, switches, kirchhoff, elementLaws, energy } = certificate;
  const missed: string[] = [];
  const check = (what: string, { value, time, name }: WorstResidual): void => {
    if (value <= tolerance) return;
    missed.push(`${what} ${value.toExponential(2)} > ${formatNumber(tolerance)} at t = ${time} s (${name})`);
  };
  check('complementarity residual', complementarity);
  check('switch state', switches);
  check('Kirchhoff residual', kirchhoff);
  check('element law residual', elementLaws);
  const bound = energyTolerance(certificate);
  if (energy !== unbalanced && !(energy.relativeError <= bound)) {
    const { relativeError: off } = energy;
    missed.push(
      Number.isFinite(off)
        ? `energy balance ${off.toExponential(2)} > ${formatNumber(bound)} relative`
        : 'energy balance: the energies are beyond all numbers',
    );
  }
  return missed;
}

/** Part of the energies that occur below which what a scheme takes or adds is rounding. */
const lossRounding = 1e-9;
/** The same of what a circuit without losses dissipates: the sum of its ideal branches. */
const dissipationRounding = 1e-11;

/** The scheme's own loss over what was dissipated or lost in jumps, impacts among them; undefined where neither took anything. */
export function numericalLossShare({
  numerical,
  dissipated,
  jumps,
  scale = 0,
}: EnergyBalance): number | undefined {
  const lost = Math.abs(dissipated) + Math.abs(jumps);
  return lost > dissipationRounding * scale ? numerical / lost : undefined;
}

/** True where that share exceeds 1 % (conventions: energy of schemes), and is more than rounding. */
export function numericalLossIsLarge(energy: EnergyBalance): boolean {
  if (Math.abs(energy.numerical) <= lossRounding * (energy.scale ?? 0)) return false;
  const share = numericalLossShare(energy);
  return share === undefined ? Math.abs(energy.numerical) > 0 : Math.abs(share) > 0.01;
}
