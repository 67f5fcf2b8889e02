/** Numbers of quantities (voltage, current, position), the same for unknowns and for rows. */
export interface QuantityKinds {
  readonly unknown: Int32Array;
  readonly row: Int32Array;
}

/**
 * A sparse system of differential and algebraic equations with complementarity, as modified nodal analysis writes it:
 *
 *     d/dt (Q z + sum q_e(z)) + K z + sum f_e(z, u) + S u(t) = 0      in every ordinary row,
 *     y_k = (K z + sum f_e + S u)_row,    0 <= y_k  _|_  z_unknown >= 0      in the row of a pair,
 *     y_k = 0 where a switch is on, z_unknown = 0 where it is off (or the reverse)      in the row of a guard.
 *
 * z holds voltages, currents and multipliers; no matrix is ever dense. Rows and unknowns are of equal number, and row k
 * need not be about unknown k. Q may be singular of any index that a stiffly accurate step bears (2 for loops of
 * capacitors and ideal sources). Source: [Vlach-Singhal 1994] ch. 4, [notes] 9.1, 10.
 */
import type { Triplets } from '../../numerics/sparse/sparse-matrix.js';
import type { DelayedSignal } from './signals/delayed-signal.js';
import type { Impact } from './signals/impact-signal.js';
import type { LocalGroup } from './laws/local-law.js';
import type { LogicNetwork, LogicProbe } from './signals/logic-network.js';
import type { Signal } from './signals/signal.js';

export interface DescriptorSystem {
  /** Rows and unknowns. */
  readonly size: number;
  /** u. */
  readonly inputs: readonly Signal[];
  /** size x size. */
  readonly K: Triplets;
  readonly Q: Triplets;
  /** size x inputs. */
  readonly S: Triplets;
  readonly groups: readonly LocalGroup[];
  readonly pairs: readonly ComplementarityPair[];
  readonly guards: readonly DescriptorGuard[];
  readonly delays: readonly DescriptorDelay[];
  /** Contacts with restitution, where there are any. */
  readonly impacts?: readonly DescriptorImpact[];
  /** Logic whose probes are guards and whose signals are inputs, where there is any. */
  readonly logic?: LogicNetwork;
  /** Of each unknown what an error of it is nothing next to (vntol, abstol), beside reltol times its size. */
  readonly absolute: Float64Array;
  /** Of each row the remainder that counts as none, in its unit, beside reltol times its largest term. */
  readonly residual: Float64Array;
  /** Absent: what has equal tolerances is of one kind. */
  readonly kinds?: QuantityKinds;
  /**
   * Of each unknown the row to which a conductance from it to ground would add its current, -1 where it is not the voltage
   * of a node; absent where there is no such thing. Only for what nothing else determines, and for homotopies.
   */
  readonly grounds?: Int32Array;
  /** For messages. */
  unknownName(unknown: number): string;
  rowName(row: number): string;
}

/** A contact in series with the source of its impact law, whose current flows against the force that presses it apart. */
export interface DescriptorImpact extends Impact<SparseForm> {
  readonly name: string;
  /** The unknown that is that current. */
  readonly source: number;
  /** The row of the guard that closes it. */
  readonly closing: number;
}

/** 0 <= y _|_ z[unknown] >= 0. */
export interface ComplementarityPair {
  readonly row: number;
  readonly unknown: number;
  /** Steps end where it commutates, even where what it moves is within their tolerance: its z is asked for. */
  readonly met?: true;
  /** It bounds the z of a relay, from below or above, and is met: the two stand one behind the other, and in between it slides. */
  readonly relay?: 'lower' | 'upper';
  /** Its y is 0 at the start, where its z is looked for; absent: its z is 0 until y is below 0. */
  readonly beginsHeld?: true;
}

/** Sum of gains times entries of (z, u): index below size an unknown, size + j input j. */
export interface SparseForm {
  readonly index: Int32Array;
  readonly gain: Float64Array;
}

/** A row that a discrete state forces: on above `on`, off below `off`, in between as it was. */
export interface DescriptorGuard {
  readonly row: number;
  readonly unknown: number;
  readonly control: SparseForm;
  readonly on: number;
  readonly off: number;
  readonly initially: 'on' | 'off';
  /** What holds where it is on; the other one holds where it is off. */
  readonly onMeans: 'y=0' | 'lambda=0';
  /** What is told whether it is on. */
  readonly probe?: LogicProbe;
  /** What is told with it at events. */
  readonly measured?: SparseForm;
  /** It is a comparison, which others follow. */
  readonly compares?: true;
}

/** Input `input` is `form` of the run itself, a delay ago. */
export interface DescriptorDelay {
  readonly input: number;
  readonly form: SparseForm;
  readonly signal: DelayedSignal;
}

/** The time from which a run starts. */
export interface DescriptorStart {
  readonly t0: number;
  /** A guess of z, or the operating point. */
  readonly z: Float64Array;
  /**
   * Q z + sum q_e as it was before t0, row by row: the start takes it over, z follows (charges and fluxes are conserved).
   * Absent where z is consistent: an operating point.
   */
  readonly stored?: Float64Array;
  /** z is consistent, but was held there (a mass at its velocity, a node of `.ic`): it moves as soon as the run begins. */
  readonly held?: boolean;
  /** 1 for every guard that is on; absent where all are as they are `initially`. */
  readonly guards?: Uint8Array;
  /** Logic stands as it is: the run goes on with another one of the same network. */
  readonly continues?: true;
  /** How large the control of each guard is, where it slides: its hysteresis is a part of that. Absent where the run is to find out. */
  readonly controlSizes?: Float64Array;
}

/** Where a run stands. */
export interface SteppedPoint {
  /** Seconds. */
  readonly t: number;
  /** (z | u | 0). */
  readonly z: Float64Array;
  /** Q z + sum q_e, row by row. */
  readonly stored: Float64Array;
  /** 1 for every guard that is on. */
  readonly guardsOn: Uint8Array;
}
