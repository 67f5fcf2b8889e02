/**
 * What devices emit: data, not matrices. From this one description come the tree, the descriptor
 * system, the complementarity rows, the switch guards, `show` and the energy balance.
 *
 * Every primitive is a branch from node `a` to node `b` with voltage v = v_a - v_b and current i that
 * flows from a through it to b (conventions: signs); v i is absorbed power.
 */
import type { Expression } from '../expression/ast.js';
import type { DelayedSignal } from '../kernel/modeling/signals/delayed-signal.js';
import type { ImpactSignal } from '../kernel/modeling/signals/impact-signal.js';
import type { LocalLaw } from '../kernel/modeling/laws/local-law.js';
import type { LogicProbe } from '../kernel/modeling/signals/logic-network.js';
import type { Signal } from '../kernel/modeling/signals/signal.js';

/** Volts of a node. */
export type NodeVoltage = (node: string) => number;

interface BranchBase {
  /** Name of the branch: the element's, with "#2" ... behind it where an element has several. */
  readonly name: string;
  /** Name of the element whose current and power it is part of. */
  readonly element: string;
  /** True when the branch runs from the element's second node to its first: it counts negatively in i(element). */
  readonly reversed?: true;
  /** The ends of the whole element, where this branch carries its current in series with others of another name. */
  readonly across?: { readonly a: string; readonly b: string };
  /** True for the branches of a lossless line: what they absorb is on its way in the line. */
  readonly inLine?: true;
  /** True for the branches of a state that is no energy, such as a position: none of their powers counts. */
  readonly weightless?: true;
  /** What the law was fitted to, where it is a fit. */
  readonly fits?: readonly FitCheck[];
  /** Node names. */
  readonly a: string;
  readonly b: string;
}

/** How far a fitted law is off where an element is driven beyond the range of its fit. */
export interface FitCheck {
  /** The auxiliary row whose multiplier tells how far it is driven; absent: the branch's current does. */
  readonly auxiliary?: number;
  /** Of the largest magnitude of that in a run; undefined where the fit is as good as was asked for. */
  readonly excess: (largest: number) => FitExcess | undefined;
}

export interface FitExcess {
  /** What was met and up to what the law was fitted, in `unit`. */
  readonly met: number;
  readonly range: number;
  readonly unit: 'A' | 'V';
  /** Error of the law there in `errorUnit`, and as a part of its value. */
  readonly error: number;
  readonly errorUnit: 'A' | 'V';
  readonly relative: number;
}

/** i = v / resistance; positive or negative, never 0. */
export interface ResistanceBranch extends BranchBase {
  readonly kind: 'resistance';
  readonly resistance: number;
  /** Whether sparse steps have an unknown for its current (`loose-nodes.ts`). */
  readonly carried?: boolean;
}

/** i = capacitance v'. */
export interface CapacitanceBranch extends BranchBase {
  readonly kind: 'capacitance';
  readonly capacitance: number;
  /** Volts, from `ic=`. */
  readonly initial?: number;
  /** Its voltage under `uic`, by the node voltages of `.ic`, where it is not the one between its nodes: the charge of a junction, or of an expression. */
  readonly startsFrom?: (voltageOf: NodeVoltage) => number;
  /** A voltage that follows from that one, from a to b: Newton's method is to begin near it. */
  readonly startsWith?: { readonly a: string; readonly b: string; readonly initial: number };
  /** The operating point takes the initial value too: an integral has no other. */
  readonly held?: boolean;
}

/** v = inductance i' + sum of mutual inductances times the other inductors' i'. */
export interface InductanceBranch extends BranchBase {
  readonly kind: 'inductance';
  readonly inductance: number;
  /** Filled in from couplings by `couple.ts`; symmetric. */
  readonly mutual?: readonly MutualInductance[];
  /** Amperes, from `ic=` or `.ic`. */
  readonly initial?: number;
  /** True where the operating point is held at `initial`, as `.ic` holds a node. */
  readonly held?: boolean;
}

export interface MutualInductance {
  /** Name of the other inductance branch. */
  readonly branch: string;
  /** Henries, of either sign. */
  readonly inductance: number;
}

/** A coefficient between two inductors: M = coefficient sqrt(L1 L2); 1 is an ideal transformer. */
export interface Coupling {
  readonly element: string;
  /** Names of inductor elements. */
  readonly inductors: readonly [string, string];
  readonly coefficient: number;
}

/** v = signal (t). */
export interface VoltageBranch extends BranchBase {
  readonly kind: 'voltage';
  readonly signal: Signal;
  /** Of the impact law of a contact, which is its signal: the relative velocity of the contact, and the switch that closes it. */
  readonly impact?: {
    readonly signal: ImpactSignal;
    readonly velocity: LinearForm;
    readonly contact: string;
  };
}

/** i = signal (t). */
export interface CurrentBranch extends BranchBase {
  readonly kind: 'current';
  readonly signal: Signal;
  /** What the signal delays, where it is an output of the run itself. */
  readonly delayed?: DelayedForm;
}

/** A form that the run records, to come back a delay later. */
export interface DelayedForm {
  readonly form: LinearForm;
  readonly signal: DelayedSignal;
  /** Its value before the run, under `uic`. */
  readonly initial: number;
  /** Ohms: impedance / 4 times its square is the power on its way. */
  readonly impedance: number;
  /** At rest it is the form times this, for what only small signals know; absent: 1. */
  readonly restGain?: number;
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
  /** Geometric mean, in ohms, of the largest and the smallest resistance of the graph of which it is a segment. */
  readonly graded?: number;
  /** Its current is asked for as much as what it moves: steps with error control end where it commutates. */
  readonly met?: true;
  /** Nothing is across it at the start, where its current is looked for: steps with error control begin so. */
  readonly beginsHeld?: true;
}

/**
 * An ideal switch in series with a resistance: closed v = resistance i, open i = 0. The discrete state is chosen
 * by a control with hysteresis: on above `on`, off below `off` (on >= off), in the control's unit.
 * Inside the band a switch keeps its state; it starts as `initially` says.
 */
export interface IdealSwitchBranch extends BranchBase {
  readonly kind: 'ideal-switch';
  readonly resistance: number;
  readonly control: LinearForm;
  readonly on: number;
  readonly off: number;
  readonly initially: 'on' | 'off';
  /** Closed where a run starts, by an impact that its operating point knows nothing of: there it is open. */
  readonly strikes?: true;
}

/** One term of a form: gain times a quantity of the circuit. */
export type FormTerm =
  | { readonly gain: number; readonly quantity: 'voltage'; readonly a: string; readonly b: string }
  /** The current of an element: the sum over its branches (conventions: signs). */
  | { readonly gain: number; readonly quantity: 'current'; readonly element: string }
  /** A given function of time; the name tells inputs apart. */
  | {
      readonly gain: number;
      readonly quantity: 'signal';
      readonly name: string;
      readonly signal: Signal;
    }
  /** The multiplier of an auxiliary row, of the branch itself where no other is named. */
  | {
      readonly gain: number;
      readonly quantity: 'auxiliary';
      readonly index: number;
      readonly branch?: string;
    };

/** constant + sum of terms. */
export interface LinearForm {
  readonly constant: number;
  readonly terms: readonly FormTerm[];
}

/** f(arguments), differentiable. */
export interface SmoothFunction {
  /** As people read it. */
  readonly text: string;
  readonly arguments: readonly LinearForm[];
  value(at: Float64Array): number;
  /** Writes the derivatives by the arguments. */
  gradient(at: Float64Array, out: Float64Array): void;
  /** The same as expressions of the arguments, where it is written as one. */
  readonly written?: WrittenFunction;
}

export interface WrittenFunction {
  /** What the arguments are called in the expressions. */
  readonly variables: readonly string[];
  readonly value: Expression;
  readonly slopes: readonly Expression[];
}

/**
 * A row that belongs to no element's port: 0 <= lambda _|_ y >= 0, lambda being what `auxiliary` terms refer to.
 * With a guard the row is forced instead: on y = 0, off lambda = 0. With a smooth function it is an equation:
 * y - f = 0, lambda free. A row that begins a relay is the first of two: its lambda between 0 and 1, and the excess; so is one
 * that begins a limit, of which lambda is what is limited.
 */
export interface AuxiliaryRow {
  readonly y: LinearForm;
  readonly smooth?: SmoothFunction;
  readonly beginsRelay?: true;
  readonly beginsLimit?: true;
  readonly guard?: {
    readonly control: LinearForm;
    readonly on: number;
    readonly off: number;
    readonly initially: 'on' | 'off';
    /** What of a logic network is told whether it is on. */
    readonly probe?: LogicProbe;
    /** What the part of that probe may read at events. */
    readonly measured?: LinearForm;
  };
  /** Of a relay or guard that compares: what it is while both sides are equal (`comparisons.ts`). */
  readonly whereEqual?: WhereEqual;
}

/** What a comparison is while its sides are equal, and up to which difference they count as equal. */
export interface WhereEqual {
  readonly holds: boolean;
  /** In the unit of the sides. */
  readonly within: number;
}

/**
 * v = form ("voltage") or i = form ("current"): linear controlled sources, and with auxiliary rows every
 * piecewise-linear function of voltages and currents (`piecewise-linear-form.ts`).
 */
export interface ControlledBranch extends BranchBase {
  readonly kind: 'controlled';
  readonly output: 'voltage' | 'current';
  readonly form: LinearForm;
  readonly auxiliaries?: readonly AuxiliaryRow[];
  /** What it absorbs is stored: with a capacitor it is the charge of a junction. */
  readonly charge?: SeriesCharge;
  /** What it absorbs turns into heat: it is no source. */
  readonly dissipates?: true;
  /** What has to stay positive in a run: an inductance or capacitance of a position. */
  readonly positive?: PositiveLaw;
}

/** A function of a node's voltage that has to be positive wherever it comes to. */
export interface PositiveLaw {
  readonly node: string;
  /** Name and unit of its value. */
  readonly symbol: string;
  readonly unit: string;
  value(at: number): number;
}

/**
 * A controlled voltage excess + sum of voltage max(0, side (z - z_k)) in series with a capacitor whose voltage is z: the
 * inverse of a charge that is piecewise linear (`devices/junction-charge.ts`).
 */
export interface SeriesCharge {
  /** Name of the capacitor's branch. */
  readonly capacitor: string;
  /** Volts. */
  readonly excess: number;
  readonly knots: readonly { readonly z: number; readonly side: 1 | -1; readonly voltage: number }[];
}

export type Branch =
  | ResistanceBranch
  | CapacitanceBranch
  | InductanceBranch
  | VoltageBranch
  | CurrentBranch
  | UnilateralBranch
  | IdealSwitchBranch
  | ControlledBranch;

/**
 * A smooth law between nodes, as SPICE's devices are: it reads the voltages of `reads` (from ground) and row k of it is the
 * current from node `rows[k]` into the element, f_k + dq_k/dt. Row 0 leaves `a`: it is the current of the branch, that of the
 * element where the name says so. What it absorbs is the sum of voltage times current over all rows.
 */
export interface LawBranch extends BranchBase {
  readonly kind: 'law';
  readonly law: LocalLaw;
  /** Nodes, as many as the law reads without its rates; one node may stand more than once, and so may ground. */
  readonly reads: readonly string[];
  /** Nodes, as many as the law has rows without those of its rates, the first `a`. */
  readonly rows: readonly string[];
  /** `law.parameterCount` numbers. */
  readonly parameters: Float64Array;
  /** The voltages of its nodes under `uic`, by those of `.ic`, where they are not these: by `ic=` of its element, or of an inner node. */
  readonly startsFrom?: (voltageOf: NodeVoltage) => NodeVoltage;
  /** Nodes that resistances of the law alone tie to another one, with that. */
  readonly behind?: readonly (readonly [inner: string, outer: string])[];
  /** Pairs of nodes with a pn junction between them, 'ends' for a and b alone: across these SPICE has its gmin. */
  readonly junctions?: 'ends' | readonly (readonly [a: string, b: string])[] | undefined;
}

/** What the smooth form of a device is made of: exact events never meet laws. */
export type SmoothBranch = Branch | LawBranch;
