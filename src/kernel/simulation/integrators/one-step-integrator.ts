/**
 * What assembly asks of a one-step integrator: one a dynamical system, several in one simulation, [notes] 1.1, 9.2, 10.2,
 * 11.2. A step has unknowns w, as many as the system has equations (x_k+1 itself, or v_k+1 or q_k+1 of a mechanical
 * system); the integrator writes what is left of its equations without the reaction, R(w), and says with which
 * coefficient c a reaction r enters,
 *
 *     R(w) - c r = 0,      W = dR/dw,      X(w): the state at which relations are taken,      T = dX/dw.
 *
 * The relation gives y + C dX + D dlambda and r + K dX + B dlambda at X, the law holds between y and lambda; from these
 * the one-step problem of an iterate follows with dw as unknown (`newton-assembly.ts`):
 *
 *     W dw = c (r + K T dw + B dlambda) - R,      y + C T dw + D dlambda.
 *
 * Integrators, relations and laws meet only there: none names another's class.
 */
import type { LinearSolver } from '../../../numerics/linear-solver.js';
import type { DynamicalSystem } from '../../modeling/systems/dynamical-system.js';
import type { NonSmoothLaw } from '../../modeling/laws/nonsmooth-law.js';
import type { Relation } from '../../modeling/relations/relation.js';
import type { Signal } from '../../modeling/signals/signal.js';
import type { LinearDynamics } from '../../modeling/systems/first-order-system.js';

export interface OneStepIntegrator {
  /** The class, for messages. */
  readonly name: string;
  /** w of t = w t_k+1 + (1 - w) t_k at which relations are taken; equal for systems that interact. */
  readonly relationWeight: number;
  /** Whether the reaction at t_k enters the step to t_k+1. */
  readonly hasMemory: boolean;
  /** Whether a step over a jump is one already: `implicit` then changes nothing. */
  readonly isImplicit: boolean;
  /** Whether steps must all be of one size, because more than the present state enters them. */
  readonly needsConstantStep?: boolean;
  /**
   * At which derivative of y it states a law; undefined where it cannot take a reaction of such a relation and law.
   * All integrators of an interaction must give the same answer.
   */
  outputLevel(relation: Relation, law: NonSmoothLaw): number | undefined;
  /** What would do instead, where a system or an interaction is not taken. */
  readonly instead: string;
  /** Makes the step of a system; undefined where it is none of its kind. */
  stepOf(system: DynamicalSystem): SystemStep | undefined;
  /** The scheme of the first step after a jump (conventions: jumps). */
  implicit(): OneStepIntegrator;
  /** A solver of W, not yet analyzed. */
  newSolver(): LinearSolver;
  /** Its steps of a linear model as constant maps; absent where there are none. */
  readonly linearScheme?: LinearScheme;
  /** Its steps of linear mechanical systems with contacts, solved over the graph of contacts; absent where there are none. */
  readonly contactScheme?: ContactScheme | undefined;
}

/** The step of one system from t0 to t1; it owns the work space for it. Iterates are given as states. */
export interface SystemStep {
  /** Takes what is known at t0: the state (n) and the reaction (equations; read where the integrator `hasMemory`). */
  begin(t0: number, t1: number, x: Float64Array, reaction: Float64Array): void;
  /** Writes R, the sums of the magnitudes of its terms (equations each) and W (square, row-major) at an iterate. */
  evaluate(x: Float64Array, R: Float64Array, terms: Float64Array, W: Float64Array): void;
  /** Writes the unknowns w of an iterate (equations). */
  unknowns(x: Float64Array, w: Float64Array): void;
  /** Moves the iterate by dw. */
  move(dw: Float64Array, x: Float64Array): void;
  /** c, of a force or of the impulse of a step. */
  reactionWeight(impulsive: boolean): number;
  /** Equations that no reaction reaches: velocities that a boundary condition prescribes; none where absent. */
  readonly held?: readonly number[];
  /** Writes X of an iterate (n); a law with restitution may take part in it. */
  relationState(x: Float64Array, law: NonSmoothLaw, X: Float64Array): void;
  /** Writes J T (a column an equation) for a Jacobian J with respect to the state at which relations are taken. */
  byUnknowns(J: JacobianBlock, out: JacobianBlock, law: NonSmoothLaw): void;
  /**
   * Whether a constraint at the level of velocities may act in this step, from the gap and its rate at t0 ([notes]
   * (11.52)); absent: every row takes part.
   */
  mayTouch?(gap: number, rate: number): boolean;
  /** Told that the step was accepted, with its end; for schemes of several steps. */
  accept?(x: Float64Array): void;
}

/** Columns `first` and on of a row-major matrix of `rows` rows and `width` columns. */
export interface JacobianBlock {
  readonly values: Float64Array;
  readonly rows: number;
  readonly width: number;
  readonly first: number;
}

/** An integrator of linear first-order systems whose step is one constant map a mode (`discrete-scheme.ts`). */
export interface LinearScheme {
  readonly theta: number;
  readonly gamma: number;
  readonly relation: 'end' | 'gamma';
  readonly source: 'average' | 'sample';
  readonly field: 'ends' | 'midpoint';
  readonly hasMemory: boolean;
  /** What a step takes for an input of the dynamics. */
  inputOver(signal: Signal, t0: number, t1: number): number;
  /** Factors W for one system and one step; throws `ModelError` when W is singular. */
  discretize(system: LinearDynamics, h: number): DiscreteSystem;
}

/** A Moreau-Jean scheme of linear mechanical systems (`contact-model.ts`). */
export interface ContactScheme {
  readonly theta: number;
  /** External forces of a step: theta F(t_k+1) + (1 - theta) F(t_k), or F(t_k+theta). */
  readonly forceAt: 'ends' | 'midpoint';
}

/** W^-1 (M + h (1 - theta) A), n x n, and W^-1 itself, of one dynamical system. */
export interface DiscreteSystem {
  readonly propagate: Float64Array;
  /** Overwrites columns (n x cols, row-major) by h W^-1 columns. */
  applyInverse(columns: Float64Array, cols: number): void;
}
