/**
 * What the netlist language knows of elements, models, source functions, dot cards and options - as
 * tables that are passed in. Each device file exports its own syntax, so a new device changes no file
 * here; the language reference is generated from the same tables.
 */

/** A number that a card can carry. */
export interface ParameterSpec {
  /** Lower case, as after `name=`. */
  readonly name: string;
  readonly unit: string;
  /** Value when absent; undefined: absent stays absent. */
  readonly default?: number;
  /** What is legal; checked with the place of the value. */
  readonly range?: 'positive' | 'non-negative' | 'non-zero' | 'finite' | 'any';
  /** Whether infinity is legal (`roff=inf`); with range "any" it always is. */
  readonly infinite?: boolean;
  /** What to write instead of a value out of range, as an imperative sentence. */
  readonly cure?: string;
  readonly doc: string;
  /** Other names under which dialects know it. */
  readonly aliases?: readonly string[];
}

/** An element: its letter, its terminals, what may follow. */
export interface ElementSyntax {
  /** First letter (or letters: "YMASS") of the name, upper case: "R". */
  readonly letter: string;
  readonly name: string;
  readonly doc: string;
  /** Terminal names in order, such as ["n+", "n-"]. */
  readonly terminals: readonly string[];
  /** What stands after the terminals. */
  readonly value:
    /** A number or expression, positional or as `name=`. */
    | { readonly kind: 'number'; readonly parameter: ParameterSpec }
    /** The name of a model of one of `modelTypes`. */
    | { readonly kind: 'model' }
    /** An independent source: [DC v] [AC mag phase] [FUNCTION(args)]. */
    | { readonly kind: 'source'; readonly parameter: ParameterSpec }
    | { readonly kind: 'none' };
  /** Model types legal on the card, lower case: ["d"]. */
  readonly modelTypes?: readonly string[];
  /** `name=value` parameters of the instance. */
  readonly parameters: readonly ParameterSpec[];
  /** Bare words allowed after the value, lower case: ["on", "off"]. */
  readonly flags?: readonly string[];
}

/** A model type such as D or SW and its parameters. */
export interface ModelSyntax {
  readonly type: string;
  readonly doc: string;
  readonly parameters: readonly ParameterSpec[];
  /** Known parameters of SPICE that change nothing here; listed once when used. */
  readonly ignored?: readonly string[];
}

/** A source function such as PULSE and its positional arguments. */
export interface SourceFunctionSyntax {
  readonly name: string;
  readonly doc: string;
  readonly args: readonly ParameterSpec[];
  /** Number of arguments that must be present. */
  readonly required: number;
  /** The last two arguments repeat (PWL). */
  readonly pairs?: boolean;
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
}
