/**
 * What the netlist language knows of elements, models, source functions, dot cards and options - as
 * tables that are passed in. Each device file exports its own syntax, so a new device changes no file
 * here; the language reference is generated from the same tables.
 */
import type { DialectName } from '../expression/dialect.js';

/**
 * What the nodes of a terminal carry: across it a voltage, a velocity or an angular velocity, through it a current, a force or a
 * torque. "mechanical": translational or rotational, one of the two for all such terminals of a card. "any": it only reads.
 */
export type TerminalDomain = 'electrical' | 'translational' | 'rotational' | 'mechanical' | 'any';

/** A number that a card can carry. */
export interface ParameterSpec {
  /** Lower case, as after `name=`. */
  readonly name: string;
  readonly unit: string;
  /** Value when absent; undefined: absent stays absent. */
  readonly default?: number;
  /** What is legal; checked with the place of the value. "magnitude" is what has products and squares that are numbers. */
  readonly range?:
    | 'positive'
    | 'magnitude'
    | 'non-negative'
    | 'unit-interval'
    | 'non-zero'
    | 'temperature'
    | 'finite'
    | 'any';
  /** Whether infinity is legal (`roff=inf`); with range "any" it always is. */
  readonly infinite?: boolean;
  /**
   * Whether the value may depend on the circuit: v(), i(), time. Such a value is in
   * `FlatElement.expressions`, a constant one in `value` or `parameters` as ever.
   */
  readonly expression?: boolean;
  /** A name that stands for a quantity of the element itself, which its device puts in its place. */
  readonly own?: string;
  /** Several numbers in square brackets (`x_array=[0 1 2]`) -> `FlatModel.lists`; only of models. */
  readonly list?: true;
  /** A text in quotes or a word, or what stands in the file of that name -> `FlatModel.texts`; only of models. */
  readonly text?: 'word' | 'file';
  /** What it is of m elements in parallel: m times as much, or an m-th; absent: the same (`elements/parallel-copies.ts`). */
  readonly copies?: 'add' | 'share';
  /** What to write instead of a value out of range, as an imperative sentence. */
  readonly hint?: string;
  /** Whether names with l, w and p before it are parameters too: what of it is in proportion to 1/L, 1/W and 1/(L W). */
  readonly binned?: true;
  /** Says of which kind the mechanical terminals of a card are that has it. */
  readonly meansDomain?: 'translational' | 'rotational';
  readonly doc: string;
  /** Other names under which dialects know it. */
  readonly aliases?: readonly string[];
}

/** What stands after the terminals of an element. */
export type ValueSyntax =
  /**
   * A number or expression, positional or as `name=`. With `modelTypes`, the name of a model may stand before
   * or after it, and then the number may be missing (`R1 a b rmod`, `R1 a b 1k rmod`). `alternatives` are
   * named parameters one of which may replace it (`C1 a b q={...}`, `L1 a b flux={...}`).
   */
  | {
      readonly kind: 'number';
      readonly parameter: ParameterSpec;
      readonly alternatives?: readonly ParameterSpec[];
      /** What it is without a value in simulators that take such a card. */
      readonly absent?: Readonly<Partial<Record<DialectName, number>>>;
    }
  /**
   * The name of a model of one of `modelTypes`, then numbers by position (`area`), then flags. Optional
   * terminals are the words between the last terminal and the model's name.
   */
  | { readonly kind: 'model'; readonly positional?: readonly ParameterSpec[] }
  /** An independent source: [DC v] [AC mag phase] [FUNCTION(args)]. */
  | { readonly kind: 'source'; readonly parameter: ParameterSpec }
  /**
   * A controlled source -> `FlatElement.law`: `nc+ nc- gain` (control "voltage": E G) or `vname gain`
   * (control "current": F H), POLY(n), VALUE={}, TABLE {x}=(x,y)..., LAPLACE {x}={rational of s}.
   */
  | {
      readonly kind: 'controlled';
      readonly control: 'voltage' | 'current';
      /** The output of VALUE, TABLE and LAPLACE: "v" (E H) or "i" (G F). */
      readonly output: 'v' | 'i';
      /** The gain. */
      readonly parameter: ParameterSpec;
    }
  /** B: `v=expression` or `i=expression` -> `FlatElement.law` of kind "expression". */
  | { readonly kind: 'behavioural' }
  /** K: two or more inductors -> `FlatElement.controls`, then the coefficient -> `value`, then maybe a model. */
  | { readonly kind: 'coupling'; readonly parameter: ParameterSpec }
  /** W: an element whose current controls -> `FlatElement.controls`, then a model as for kind "model". */
  | { readonly kind: 'current-control' }
  /** T: `ic=` with a value for each of `names`, in this order -> `parameters`. */
  | { readonly kind: 'initial-values'; readonly names: readonly string[] }
  /** A: the ports of its model -> `FlatElement.nodes` and `ports`, then the model; or LTspice's eight nodes. */
  | { readonly kind: 'code-model' }
  /** P: nodes up to the name of a model -> `FlatElement.nodes`, then as for kind "model". */
  | { readonly kind: 'node-list' }
  | { readonly kind: 'none' };

/**
 * What a port of a code model reads or sets: the voltage of a node (v) or between two (vd), the current into it (i, id) or of
 * a voltage source that is named (vnam), both at once (g, gd: the current by the voltage; h, hd: the reverse), or the
 * level of a digital net (d).
 */
export type PortType = 'v' | 'vd' | 'i' | 'id' | 'vnam' | 'g' | 'gd' | 'h' | 'hd' | 'd';

/** A port of a code model, as its card connects it. */
export interface PortSyntax {
  readonly name: string;
  readonly direction: 'in' | 'out' | 'inout';
  /** The first is meant where the card says none (%vd). */
  readonly types: readonly PortType[];
  /** Several in square brackets. */
  readonly list?: true;
  /** The word null, or nothing, may stand for it. */
  readonly optional?: true;
}

/** An element: its letter, its terminals, what may follow. */
export interface ElementSyntax {
  /** First letter (or letters: "YMASS") of the name, upper case: "R". "X" is the front end's own. */
  readonly letter: string;
  readonly name: string;
  readonly doc: string;
  /** Terminal names in order, such as ["n+", "n-"]. */
  readonly terminals: readonly string[];
  /** What they are, in order; absent: electrical. */
  readonly domains?: readonly TerminalDomain[];
  /** What it does whose two mechanical terminals are one node, for a warning; 'refused' where its device reports that; absent: nothing. */
  readonly onOneNode?: string;
  /** Its mechanical terminals read a motion: no force flows through them. */
  readonly forceless?: true;
  /**
   * Terminals that may follow them: ["bulk"], only before a model's name. `FlatElement.nodes` is shorter
   * where they are left out.
   */
  readonly optionalTerminals?: readonly string[];
  /** An optional terminal that the element itself ties to ground where its model has a parameter above 0. */
  readonly heldTerminal?: {
    readonly terminal: string;
    readonly parameter: string;
    /** A level of the model at which it is another node. */
    readonly ofLevel?: { readonly level: number; readonly terminal: string };
  };
  /** What the numbers of `ic=` are, in this order: voltages of terminals from the terminal `from`, with `uic`, each a parameter too. */
  readonly initialVoltages?: {
    readonly from: number;
    readonly of: readonly { readonly parameter: string; readonly terminal: number }[];
  };
  /** Terminals that a parameter replaces: `S1 a b model control={...}` has two nodes instead of four. */
  readonly replacedTerminals?: { readonly count: number; readonly parameter: string };
  /** What stands after the terminals. */
  readonly value: ValueSyntax;
  /** Model types legal on the card, lower case: ["d"]. */
  readonly modelTypes?: readonly string[];
  /**
   * `name=value` parameters of the instance. An element in parallel m times has the parameter `m`; the front
   * end multiplies it by the `m=` of all calls above, of an element without it what has `copies`.
   */
  readonly parameters: readonly ParameterSpec[];
  /** Known instance parameters of SPICE that change nothing here (`temp`, `noiseless`); listed once when used. */
  readonly ignored?: readonly string[];
  /** Words of dialects that are not modelled and change the circuit, lower case, each with what to write instead. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Parameters that may be written without an equals sign among the words of a source: `portnum 1 z0 50`. */
  readonly words?: readonly string[];
  /** The same behind the first of these: `portnum 1 pwr 1m`. */
  readonly furtherWords?: readonly string[];
  /** Bare words allowed after the value, lower case: ["on", "off"]. */
  readonly flags?: readonly string[];
}

/** A model type such as D or SW and its parameters. */
export interface ModelSyntax {
  readonly type: string;
  /** Other names of the type, lower case: ["res"] of "r"; `FlatModel.type` is always `type`. */
  readonly aliases?: readonly string[];
  readonly doc: string;
  readonly parameters: readonly ParameterSpec[];
  /** Of a code model (A). */
  readonly ports?: readonly PortSyntax[];
  /**
   * The type that is written, where another model has it too: this one is meant by a card with that parameter, where `values` are
   * given with one of them.
   */
  readonly written?: { readonly type: string; readonly with: string; readonly values?: readonly number[] };
  /** A part of LTspice: A with eight nodes, named by itself instead of by a model; parameters stand on the element's card. */
  readonly builtIn?: true;
  /** Words that stand for a parameter, lower case: `pchan` for pchan=1; other names of the type among them do so there. */
  readonly flags?: ReadonlyMap<string, { readonly parameter: string; readonly value: number }>;
  /** Known parameters of SPICE that change nothing here; listed once when used. */
  readonly ignored?: readonly string[];
}

/** A source function such as PULSE and its positional arguments. */
export interface SourceFunctionSyntax {
  readonly name: string;
  /** Other names, lower case: ["sine"]. */
  readonly aliases?: readonly string[];
  readonly doc: string;
  readonly args: readonly ParameterSpec[];
  /** Number of arguments that must be present. */
  readonly required: number;
  /** The last two arguments repeat (PWL). */
  readonly pairs?: boolean;
  /** The arguments may come from a file: `pwl file=name`, read by the front end into `args`. */
  readonly file?: boolean;
  /** `name=value` after or among the arguments (PWL r=, td=) -> `FlatSourceFunction.parameters`. */
  readonly parameters?: readonly ParameterSpec[];
  /** Words among the arguments that match (PAT: /^b[01]+$/) -> `FlatSourceFunction.words`, lower case. */
  readonly words?: { readonly pattern: RegExp; readonly name: string; readonly doc: string };
}

export interface OptionSpec {
  readonly name: string;
  readonly unit: string;
  readonly doc: string;
  readonly value:
    | { readonly kind: 'number'; readonly range?: ParameterSpec['range']; readonly infinite?: boolean }
    /** `ignored`: words of SPICE that mean nothing here (method=gear); noted once when used. */
    | { readonly kind: 'word'; readonly words: readonly string[]; readonly ignored?: readonly string[] };
}

/** Everything the front end is told; assembled in `circuit/language-table.ts`. */
export interface Language {
  readonly elements: readonly ElementSyntax[];
  readonly models: readonly ModelSyntax[];
  readonly sourceFunctions: readonly SourceFunctionSyntax[];
  readonly options: readonly OptionSpec[];
  /** SPICE options that mean nothing here; noted once when used. */
  readonly ignoredOptions: readonly string[];
  /** Parameters that models of any type have for people only; noted once when used. */
  readonly ratings: readonly string[];
}
