/**
 * The compiler's products.
 *
 * Descriptor (large circuits stay here):      M w' = A w + B lambda + F u,   y = C w + D lambda + E u
 * Reduced (small systems, explicit states):   M x' = A x + B lambda + F u,   y = C x + D lambda + E u
 *
 * w: node voltages and branch currents. u: inputs; u_0 = 1 when constants occur, then sources, then
 * derivatives of sources where capacitor-source loops or inductor cutsets need them. lambda, y: one row an
 * ideal element (unilateral or contact): in the tree lambda = -(voltage of the ideal part), y = its current;
 * outside lambda = current, y = -(voltage of the ideal part) (conventions: tree rule).
 */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { Triplets } from '../../numerics/sparse/sparse-matrix.js';
import type { InputTable } from './inputs.js';
import type { Branch, SmoothFunction } from '../primitives.js';
import type { Tree } from './tree.js';
import type { WellPosedness } from './well-posedness.js';

/** Where an unknown or a row comes from. */
export interface Origin {
  readonly quantity: 'v' | 'i';
  /** Node name for a node voltage or Kirchhoff row, branch name for a branch current or law. */
  readonly name: string;
}

/** One complementarity row. */
export interface MultiplierRow {
  /** Index into `branches`. */
  readonly branch: number;
  readonly name: string;
  /**
   * "voltage": lambda = -v of a tree element; "current": lambda = i of a link; "form": a segment of a
   * piecewise-linear function, where lambda and y have the function's unit.
   */
  readonly multiplier: 'voltage' | 'current' | 'form';
  /** Index into the branch's `auxiliaries`, for multiplier "form". */
  readonly auxiliary?: number;
  /** The row and that of the next auxiliary are a relay. */
  readonly beginsRelay?: true;
  /** "contact": the row is forced by a discrete state, not by sign; "smooth": y - f = 0, lambda free. */
  readonly law: 'unilateral' | 'ideal-switch' | 'smooth';
}

/**
 * A row of M that is not zero: z' = ..., where z is a capacitor's voltage or an inductor's current; for inductors whose
 * inductance matrix is singular (K = 1) the flux over the inductance, a magnetizing current, stands for z in the row.
 */
export interface StorageRow {
  /** Index into `branches`. */
  readonly branch: number;
  /** Row of the descriptor. */
  readonly row: number;
  /** Capacitance in farads or inductance in henries; mutual inductances are in `storageMatrix`. */
  readonly coefficient: number;
  /** What z is. */
  readonly quantity: 'v' | 'i';
  /**
   * Where the row's left side is the flux of several inductors: what that is divided by, henries, whose current it then is, and whether
   * it is written by turns alone.
   */
  readonly combined?: { readonly inductance: number; readonly branch: number; readonly isOfTurns: boolean };
}

export interface Descriptor {
  readonly branches: readonly Branch[];
  readonly tree: Tree;
  readonly unknowns: readonly Origin[];
  readonly rows: readonly MultiplierRow[];
  /** The dynamic rows, in row order. */
  readonly storage: readonly StorageRow[];
  /** Index of the unknown that is a branch's current; -1 where it has none. */
  readonly currentUnknown: Int32Array;
  /** Which of both an ideal branch has as its multiplier; undefined for other branches. */
  readonly multipliers: readonly ('voltage' | 'current' | undefined)[];
  /** Complementarity row of a branch, the first where it has several; -1 where it has none. */
  readonly rowOfBranch: Int32Array;
  readonly inputs: InputTable;
  readonly M: Triplets;
  readonly A: Triplets;
  readonly B: Triplets;
  readonly F: Triplets;
  readonly C: Triplets;
  readonly D: Triplets;
  readonly E: Triplets;
  /** What each row of M and A states: a Kirchhoff current law ("i" of a node) or a branch law ("v" of a branch). */
  readonly equations: readonly Origin[];
}

/** A state variable of the reduced system. */
export interface StateVariable {
  /** "v(c1)", "i(l1)", or "im(l1)", the magnetizing current flux/L of inductors coupled by K = 1. */
  readonly name: string;
  readonly unit: 'V' | 'A' | 'C' | 'Wb';
}

/** Voltage and current of one branch as rows over zeta = (x, lambda, u): length n + m + p each. */
export interface BranchForms {
  readonly v: Float64Array;
  readonly i: Float64Array;
}

/** The explicit small system; all matrices dense row-major. */
export interface ReducedSystem {
  readonly n: number;
  readonly m: number;
  readonly p: number;
  readonly states: readonly StateVariable[];
  /** n x n, regular. */
  readonly M: Float64Array;
  readonly A: Float64Array;
  /** n x m. */
  readonly B: Float64Array;
  /** n x p. */
  readonly F: Float64Array;
  /** m x n. */
  readonly C: Float64Array;
  /** m x m. */
  readonly D: Float64Array;
  /** m x p. */
  readonly E: Float64Array;
  /** What rounding of these matrices left over. */
  readonly remainder: Readonly<Record<'A' | 'B' | 'F' | 'C' | 'D' | 'E', Float64Array>>;
  /** Sums of products of entries that cancel to this part of their terms are 0. */
  readonly cancelled: number;
  readonly inputs: readonly Signal[];
  readonly inputNames: readonly string[];
  /** w = Wx x + Wl lambda + Wu u: N x n, N x m, N x p, rows as `unknowns`. */
  readonly recoverX: Float64Array;
  readonly recoverLambda: Float64Array;
  readonly recoverU: Float64Array;
  readonly unknowns: readonly Origin[];
  readonly rows: readonly MultiplierRow[];
  readonly branches: readonly Branch[];
  readonly forms: readonly BranchForms[];
  /** Differential index of the descriptor: 0, 1 or 2 (3 and above is an error). */
  readonly index: number;
  /**
   * All capacitor voltages and inductor currents: z = Tx x + Tu u + Tl lambda, K x n and K x p, in the order of
   * `storage`. The stored energy is z G z / 2. G Tl = 0: Tl is 0 but for inductors coupled by K = 1, whose
   * currents multipliers may shift without changing any flux.
   */
  readonly storage: readonly StorageRow[];
  /** G, K x K, symmetric positive semidefinite: capacitances, inductances and mutual inductances. */
  readonly storageMatrix: Float64Array;
  readonly storageX: Float64Array;
  readonly storageU: Float64Array;
  readonly start: StartForms;
}

/** The consistent states x = Sz s + Su u nearest to what storage rows held before, s = M1 w- (initial-state.ts). */
export interface StartForms {
  /** n x K. */
  readonly storage: Float64Array;
  /** n x p. */
  readonly inputs: Float64Array;
}

/** One contact and the form of its control over zeta = (x, lambda, u). */
export interface IdealSwitchGuard {
  /** Row of the complementarity system. */
  readonly row: number;
  readonly name: string;
  readonly control: Float64Array;
  readonly on: number;
  readonly off: number;
  readonly initially: 'on' | 'off';
  /** True when the control depends on inputs alone (conventions: simultaneous events). */
  readonly sourceOnly: boolean;
}

/** y_row = (C x + D lambda + E u)_row - f(arguments) = 0: a nonlinear equation for lambda_row. */
export interface SmoothRow {
  readonly row: number;
  readonly smooth: SmoothFunction;
  /** The arguments over zeta = (x, lambda, u), and their constants. */
  readonly arguments: readonly { readonly form: Float64Array; readonly constant: number }[];
}

export interface CompiledCircuit {
  readonly descriptor: Descriptor;
  readonly system: ReducedSystem;
  readonly guards: readonly IdealSwitchGuard[];
  /** Nonlinear rows; empty for circuits of linear and piecewise-linear parts. */
  readonly smooth: readonly SmoothRow[];
  /** Loops, cutsets and floating groups. */
  readonly facts: WellPosedness;
  /** Consistent x at t0 nearest in energy to the given capacitor voltages and inductor currents. */
  readonly x0: Float64Array;
  /** True when the given initial values had to be changed to be consistent. */
  readonly initialJump: boolean;
  /** The given initial values z, in the order of `system.storage`. */
  readonly given: Float64Array;
}
