/**
 * What devices emit: data, not matrices. From this one description come the tree, the descriptor
 * system, the complementarity rows, the switch guards, `show` and the energy balance.
 *
 * Every primitive is a branch from node `a` to node `b` with voltage v = v_a - v_b and current i that
 * flows from a through it to b (CONVENTIONS 19); v i is absorbed power.
 */
import type { ClosedFormSignal } from './sources/closed-form-signal.js';

interface BranchBase {
  /** Name of the branch: the element's, with "#2" ... behind it where an element has several. */
  readonly name: string;
  /** Name of the element whose current and power it is part of. */
  readonly element: string;
  /** True when the branch runs from the element's second node to its first: it counts negatively in i(element). */
  readonly reversed?: true;
  /** Node names. */
  readonly a: string;
  readonly b: string;
}

/** i = v / resistance; positive or negative, never 0. */
export interface ResistanceBranch extends BranchBase {
  readonly kind: 'resistance';
  readonly resistance: number;
}

/** i = capacitance v'. */
export interface CapacitanceBranch extends BranchBase {
  readonly kind: 'capacitance';
  readonly capacitance: number;
  /** Volts, from `ic=`. */
  readonly initial?: number;
}

/** v = inductance i' (+ mutual inductances, by coupling primitives later). */
export interface InductanceBranch extends BranchBase {
  readonly kind: 'inductance';
  readonly inductance: number;
  /** Amperes, from `ic=`. */
  readonly initial?: number;
}

/** v = signal (t). */
export interface VoltageBranch extends BranchBase {
  readonly kind: 'voltage';
  readonly signal: ClosedFormSignal;
}

/** i = signal (t). */
export interface CurrentBranch extends BranchBase {
  readonly kind: 'current';
  readonly signal: ClosedFormSignal;
}

/**
 * An ideal diode in series with a resistance and a threshold:
 *
 *     u = threshold + resistance i - v,    0 <= i  _|_  u >= 0      (resistance >= 0)
 *
 * Sums of such branches and of resistances make every convex monotone piecewise-linear law (`graph.ts`
 * decomposes vertices and end rays into them).
 */
export interface UnilateralBranch extends BranchBase {
  readonly kind: 'unilateral';
  readonly resistance: number;
  readonly threshold: number;
}

/**
 * A contact in series with a resistance: closed v = resistance i, open i = 0. The discrete state is chosen
 * by a control with hysteresis: on above `on`, off below `off` (on >= off); `form` is volts or amperes.
 * Inside the band a switch keeps its state; it starts as `initially` says.
 */
export interface ContactBranch extends BranchBase {
  readonly kind: 'contact';
  readonly resistance: number;
  readonly control:
    | { readonly quantity: 'voltage'; readonly a: string; readonly b: string }
    | { readonly quantity: 'current'; readonly branch: string };
  readonly on: number;
  readonly off: number;
  readonly initially: 'on' | 'off';
}

export type Branch =
  | ResistanceBranch
  | CapacitanceBranch
  | InductanceBranch
  | VoltageBranch
  | CurrentBranch
  | UnilateralBranch
  | ContactBranch;
