/**
 * The front end's product: a flat list of elements with numbers instead of expressions, every item with
 * its place in the text. All names are lower case; ground is "0"; what stands in a subcircuit bears the
 * path of its call: x1.r1, x1.n1.
 *
 * A flat expression (whatever depends on the circuit) contains numbers, v(node), v(node,node) and
 * i(element) with full names, `time`, operators and the functions of expression/functions.ts and
 * expression/circuit-functions.ts (ddt, idt, sdt, delay): parameters, user functions and `temper` are
 * substituted, constants folded, dialects translated (`^` is a power, `log` the natural logarithm).
 */
import type { Span } from '../base/span.js';
import type { Expression } from '../expression/ast.js';
import type {
  AcCard,
  NoiseCard,
  ScatteringCard,
  Change,
  ControlAction,
  DcCard,
  FourierCard,
  MeasureCard,
  SensitivityCard,
  StepPlan,
  PoleZeroCard,
  TransferCard,
} from './flat-cards.js';
import type { PortType } from './language.js';
import type { OutputItem } from './output-item.js';

/** A source function with its arguments evaluated. */
export interface FlatSourceFunction {
  /** Lower case: "pulse". */
  readonly name: string;
  /** The arguments that were written; those left out at the end are absent, not 0. */
  readonly args: readonly number[];
  /** Places of the arguments; those of a file have the place of its name. */
  readonly argSpans: readonly Span[];
  /** `name=value` settings, canonical names (PWL r, td). */
  readonly parameters?: ReadonlyMap<string, number>;
  /** Words that the syntax allows among the arguments (the bits of PAT), lower case. */
  readonly words?: readonly string[];
  readonly span: Span;
}

export interface FlatModel {
  readonly name: string;
  /** Lower case: "d", "sw". */
  readonly type: string;
  /** Parameters as written, canonical names (aliases resolved); absent ones are absent. */
  readonly parameters: ReadonlyMap<string, number>;
  /** Parameters of the elements that refer to it, which theirs go before. */
  readonly ofElements?: ReadonlyMap<string, number>;
  /** Parameters that are several numbers. */
  readonly lists?: ReadonlyMap<string, readonly number[]>;
  /** Parameters that are texts. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Whether its elements make no noise. */
  readonly isNoiseless?: boolean;
  readonly span: Span;
}

/** What a port of a code model is connected to. */
export interface FlatPort {
  readonly type: PortType;
  /** Places in `FlatElement.nodes`: two, one (the other end is ground), or none. */
  readonly at: readonly number[];
  /** Full name of the net of a digital port. */
  readonly net?: string;
  /** Place in `FlatElement.controls` of the source whose current is read (vnam). */
  readonly control?: number;
  /** Behind "~". */
  readonly inverted?: true;
}

/** What controls a linear or polynomial source. */
export type FlatControl =
  | { readonly quantity: 'v'; readonly plus: string; readonly minus: string }
  | { readonly quantity: 'i'; readonly element: string };

/** How the output of E, F, G, H or B depends on the circuit. */
export type FlatLaw =
  /** output = gain * control */
  | { readonly kind: 'linear'; readonly control: FlatControl; readonly gain: number }
  /**
   * output = c0 + c1 x1 + ... + cn xn + c11 x1 x1 + c12 x1 x2 + ... in SPICE's order (degree by degree);
   * a single coefficient of POLY(1) is c1.
   */
  | {
      readonly kind: 'poly';
      readonly output: 'v' | 'i';
      readonly controls: readonly FlatControl[];
      readonly coefficients: readonly number[];
    }
  /** Voltage (v) from n+ to n-, or current (i) through the source from n+ to n-. */
  | { readonly kind: 'expression'; readonly output: 'v' | 'i'; readonly expression: Expression }
  /** Straight lines through points of ascending x, outside constant or with the slopes of the ends. */
  | {
      readonly kind: 'table';
      readonly straightEnds?: true;
      readonly output: 'v' | 'i';
      readonly input: Expression;
      readonly points: readonly { readonly x: number; readonly y: number }[];
    }
  /** output = numerator(s) / denominator(s) * input; coefficients of s^0, s^1, ... */
  | {
      readonly kind: 'laplace';
      readonly output: 'v' | 'i';
      readonly input: Expression;
      readonly numerator: readonly number[];
      readonly denominator: readonly number[];
    }
  /** output = response(f) * input, which only small signals know; at rest response(0). */
  | {
      readonly kind: 'response';
      readonly output: 'v' | 'i';
      readonly input: Expression;
      readonly response: FlatResponse;
      /** As it is written, for messages. */
      readonly form: 'FREQ' | 'LAPLACE';
      readonly span: Span;
    };

/** A function of `s`, or points by rising frequency in Hz, magnitudes and phases in radians, seconds later. */
export type FlatResponse =
  | { readonly kind: 'function'; readonly expression: Expression }
  | {
      readonly kind: 'table';
      readonly points: readonly {
        readonly frequency: number;
        readonly magnitude: number;
        readonly phase: number;
      }[];
      readonly delay: number;
    };

export interface FlatElement {
  /** Lower case, hierarchical: "x1.r1". */
  readonly name: string;
  /** Upper case letter of its ElementSyntax. */
  readonly letter: string;
  /** Node names, one a terminal. */
  readonly nodes: readonly string[];
  /** Value of `value.kind` "number" or "coupling"; absent when a model or an expression replaces it. */
  readonly value?: number;
  /**
   * Values that depend on the circuit, by canonical parameter name: the value's own (`r`, `c`, `l`), its
   * alternatives (`q`, `flux`), `control` of a switch. None of them is in `value` or `parameters`.
   */
  readonly expressions?: ReadonlyMap<string, Expression>;
  /** Of a controlled or behavioural source. */
  readonly law?: FlatLaw;
  /** Full names of the inductors of K, or of the element whose current controls W. */
  readonly controls?: readonly string[];
  readonly model?: FlatModel;
  /** Of a code model: for each port of its syntax what it is connected to, none where it is left out. */
  readonly ports?: readonly (readonly FlatPort[])[];
  /** Instance parameters as written, canonical names. */
  readonly parameters: ReadonlyMap<string, number>;
  readonly flags: ReadonlySet<string>;
  /** Parts of an independent source, as written. */
  readonly dc?: number;
  readonly ac?: { readonly magnitude: number; readonly phase: number };
  readonly waveform?: FlatSourceFunction;
  /** The whole card. */
  readonly span: Span;
  /**
   * Places of the parts, for messages (`element-places.ts`): nodes as written in order, then the value or model. Absent of a card of
   * plain words on one line, whose nodes are the words behind the name.
   */
  readonly nodeSpans?: readonly Span[];
  readonly valueSpan?: Span;
}

export interface TransientCard {
  readonly kind: 'tran';
  /** Seconds, as written; `tstop` alone when one argument was given. */
  readonly tstep?: number;
  readonly tstop: number;
  readonly tstart: number;
  /** Seconds from row to row where that is not `tstep`. */
  readonly rowStep?: number;
  /** The fourth argument. */
  readonly tmax?: number;
  readonly uic: boolean;
  /** Sources of constant value are switched on at t = 0. */
  readonly startup?: true;
  readonly span: Span;
}

export interface OperatingPointCard {
  readonly kind: 'op';
  readonly span: Span;
}

export type AnalysisCard = (
  | TransientCard
  | OperatingPointCard
  | DcCard
  | AcCard
  | NoiseCard
  | ScatteringCard
  | TransferCard
  | SensitivityCard
  | PoleZeroCard
) & {
  /** What a `.control` block has set before it. */
  readonly changes?: readonly Change[];
};

export type Dialect = 'ngspice' | 'ltspice' | 'pspice' | 'xyce';

export interface InitialValue {
  readonly value: number;
  readonly span: Span;
}

/** How a mechanical node moves. */
export type MechanicalDomain = 'translational' | 'rotational';

/** What is mechanical in a circuit. */
export interface MechanicalDomains {
  readonly nodes: ReadonlyMap<string, MechanicalDomain>;
  /** By the name under which F(element) is the current of branches. */
  readonly ports: ReadonlyMap<string, MechanicalDomain>;
}

export interface FlatCircuit {
  readonly title: string;
  /** As given by the caller, else guessed from the text. */
  readonly dialect: Dialect;
  /** What of the text shows the dialect; absent: it was given, or nothing shows one. */
  readonly dialectMark?: string;
  readonly elements: readonly FlatElement[];
  /** Absent where nothing is mechanical. */
  readonly domains?: MechanicalDomains;
  readonly analyses: readonly AnalysisCard[];
  /** The names of `.alter` blocks, each a run of its own; absent: there are none. */
  readonly alterations?: readonly string[];
  /** `.step`, the first innermost; this circuit has the values of the text (see step-points.ts). */
  readonly steps: readonly StepPlan[];
  readonly measures: readonly MeasureCard[];
  readonly fourier: readonly FourierCard[];
  /** What a `.control` block does besides analyses, outputs and measures, in its order. */
  readonly actions: readonly ControlAction[];
  /** Degrees Celsius: `.temp`, option temp, else 27. */
  readonly temperature: number;
  /** `.ic v(node)=value`. */
  readonly initialVoltages: ReadonlyMap<string, InitialValue>;
  /** `.ic i(inductor)=value`, by full names of elements. */
  readonly initialCurrents: ReadonlyMap<string, InitialValue>;
  /** `.nodeset v(node)=value`: guesses, which decide where there are several operating points. */
  readonly nodesets: ReadonlyMap<string, InitialValue>;
  /** Nodes of `.global`. */
  readonly globals: ReadonlySet<string>;
  /** Options as written: numbers or words, lower case. */
  readonly options: ReadonlyMap<string, { readonly value: number | string; readonly span: Span }>;
  /** What `.print`, `.save` and `.probe` name, in order, without repetition. */
  readonly outputs: readonly OutputItem[];
  /** Whether all that is written where nothing is named is written beside them (`.save all`). */
  readonly everything?: true;
}
