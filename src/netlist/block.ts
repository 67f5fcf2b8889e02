/**
 * The text as a tree: the main circuit and each `.subckt` are blocks of entries; `.if` keeps its branches
 * until the parameters are known that choose between them.
 */
import type { Span } from '../base/span.js';
import type { LogicalCard } from './cards.js';
import type { FunctionDefinition, ParameterDefinition } from './parameter-scope.js';
import type { ParsedCard } from './syntax.js';

/** A dot card and the reader that the table has for it. */
export interface BoundCard<Reader> {
  readonly reader: Reader;
  readonly card: ParsedCard;
}

export interface Branch<Reader> {
  /** Absent: `.else`. Its text is read when it is needed. */
  readonly condition?: LogicalCard;
  readonly entries: Entry<Reader>[];
}

export type Entry<Reader> =
  // An element's card itself: of a million entries each object counts.
  | (LogicalCard & { readonly kind?: undefined })
  | ({ readonly kind: 'dot' } & BoundCard<Reader>)
  | { readonly kind: 'subcircuit'; readonly block: Block<Reader> }
  | { readonly kind: 'if'; readonly branches: Branch<Reader>[]; readonly span: Span };

/** A `.data` block as it stands in the text. */
export interface DataBlock {
  readonly card: LogicalCard;
  readonly lines: LogicalCard[];
}

export interface OptionalPort {
  readonly name: string;
  readonly node: string;
}

/** The main circuit, or a subcircuit. */
export interface Block<Reader> {
  /** Lower case; empty for the main circuit. */
  readonly name: string;
  /** Place of the name. */
  readonly span: Span;
  readonly ports: readonly string[];
  /** PSpice's ports that a call may leave out, from the last on, with the nodes that they are then. */
  readonly optional?: readonly OptionalPort[];
  /** The `.subckt` card, with the defaults of the parameters among its items. */
  readonly card?: ParsedCard;
  readonly entries: Entry<Reader>[];
}

/** Parameters and functions as defined in the text. */
export interface Definitions {
  readonly definitions: Map<string, ParameterDefinition>;
  readonly functions: Map<string, FunctionDefinition>;
}

/** What a block holds once its `.if` are decided, sorted by kind. */
export interface BlockContent<Reader> extends Definitions {
  /** Those of the main circuit are let go once they are read, but for the last. */
  readonly elements: (LogicalCard | undefined)[];
  /** Cards of the phase "control", in the order of the text. */
  readonly cards: BoundCard<Reader>[];
  /** `.model` cards by the name that they define. */
  readonly models: Map<string, BoundCard<Reader>>;
  readonly subcircuits: Map<string, Block<Reader>>;
}

export function emptyContent<Reader>(): BlockContent<Reader> {
  return {
    elements: [],
    cards: [],
    models: new Map(),
    subcircuits: new Map(),
    definitions: new Map(),
    functions: new Map(),
  };
}

/** A text that is being read. */
export interface OpenFile {
  /** As the host knows it. */
  readonly identity: string;
  /** As the netlist's own name is written, for comparisons. */
  readonly path: string;
  /** The section of a library that is read, lower case. */
  readonly section?: string;
  /** Whether it is a library without sections, of which models, subcircuits and parameters count. */
  readonly definitionsOnly?: boolean;
}

/** A model or a subcircuit of an included text, as it stands there. */
export interface LibraryDefinition {
  readonly kind: 'model' | 'subcircuit';
  /** Lower case. */
  readonly name: string;
  /** The card of a model; those of a subcircuit from its first to its last. */
  readonly cards: readonly LogicalCard[];
  readonly files: readonly OpenFile[];
  /** Behind how many entries of the main circuit it stands. */
  readonly place: number;
}
