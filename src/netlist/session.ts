/**
 * What the passes of one elaboration share: the tables, the diagnostics of all stages, and the products
 * that each pass leaves for the next. Later stages run in spite of earlier errors, so that all problems
 * are reported in one run; what failed is kept by name, so that nothing is reported twice.
 */
import { Diagnostics } from '../base/diagnostic.js';
import type { TextSource } from '../base/host.js';
import { NameNumbers } from '../base/name-numbers.js';
import type { RandomStream } from '../base/random.js';
import type { SourceText, Span } from '../base/span.js';
import type { Expression } from '../expression/ast.js';
import { visitExpression } from '../expression/map-expression.js';
import { acrossElement, terminalQuantity } from './terminal-quantities.js';
import { DIALECTS, type DialectRules } from '../expression/dialect.js';
import {
  emptyContent,
  type Block,
  type BlockContent,
  type BoundCard,
  type DataBlock,
  type Entry,
  type LibraryDefinition,
} from './block.js';
import type { LogicalCard } from './cards.js';
import type { ControlAction, FourierCard, MeasureCard, StepPlan } from './flat-cards.js';
import { LEFT_OUT, type DotCard } from './dot-cards/dot-card.js';
import type { AnalysisCard, Dialect, FlatElement, InitialValue, MechanicalDomains } from './flat-circuit.js';
import { mechanicalProbe } from './mechanical-probes.js';
import type { OutputItem } from './output-item.js';
import type { Frame } from './frame.js';
import type { Language } from './language.js';
import { type AskedBy, deviceQuantity, isOfDevice, terminalCurrent } from './device-quantities.js';
import { indexOf, type LanguageIndex } from './language-index.js';
import { parseCard } from './parse-card.js';
import { ParameterScope, type ParameterDefinition } from './parameter-scope.js';
import { resolveProbeIn, type ProbeExpression } from './resolve-names.js';
import type { Item, ParsedCard } from './syntax.js';
import { SharedParameters } from './shared-parameters.js';

/** Lists of values by what gives them. */
export type SweepLists = Map<string, readonly number[]>;

/** What the command line (or a library caller, or a step) sets on top of the file. */
export interface Overrides {
  /** Values of parameters that the file defines: numbers, or text such as "10k" or "{2*c}". */
  readonly params?: Readonly<Record<string, number | string>>;
  /** Options that win over the file's. */
  readonly options?: Readonly<Record<string, number | string>>;
  /** More outputs, written as on a `.save` card: "v(out),i(l1)". */
  readonly outputs?: string;
  /** Absent: guessed from the text. */
  readonly dialect?: Dialect;
  /** Whether `.include` may leave the folder of the netlist. */
  readonly allowOutside?: boolean;
  /** Bytes that the circuit may take, asked for where it is not small; absent: not known. */
  readonly memory?: () => number;
  /** Values of elements "r1" or of their parameters "c1:ic"; for steps. */
  readonly elements?: Readonly<Record<string, number>>;
  /** Parameters of models "dmod:is"; for steps. */
  readonly models?: Readonly<Record<string, number>>;
  /** Degrees Celsius; for steps. */
  readonly temperature?: number;
  /** How many `.alter` of the text are carried out; for their runs. */
  readonly alteration?: number;
  /** Which point of a `.step` sweep: random functions draw anew in each. */
  readonly draw?: number;
  /** Values of sweeps as they were worked out before: a list is not made again at every one of its values. */
  readonly sweeps?: SweepLists;
}

/** A dot card's line of the table, and what is built of them. */
export type Reader = DotCard<Session>;
export type CircuitBlock = Block<Reader>;
export type CircuitContent = BlockContent<Reader>;
export type CircuitFrame = Frame<Reader>;

export type OptionValue = { readonly value: number | string; readonly span: Span };

/** Things that are harmlessly ignored, collected to be noted once each. */
export type IgnoredKind =
  | 'cards'
  | 'commands'
  | 'element parameters'
  | 'options'
  | 'model parameters'
  | 'output settings'
  | 'output files'
  | 'measure settings'
  | 'output quantities';

/** A name that a text uses, to be looked for when all names are known. */
export interface LibraryProblem {
  readonly span: Span;
  readonly message: string;
}

/** What devices share that have the letter, the number of nodes and the end of the card in common. */
export interface AlikeDevice extends Required<
  Pick<FlatElement, 'letter' | 'model' | 'parameters' | 'flags'>
> {
  readonly count: number;
}

/** Xyce's option for phases in radians. */
const PHASES_IN_RADIANS = /^\s*\.options?\s+output\b.*\bphase_output_radians\s*=\s*(?:true|1)\b/i;

export class Session {
  readonly diagnostics = new Diagnostics();
  readonly index: LanguageIndex;
  title = '';
  dialect: Dialect = 'ngspice';
  /** Of vp(a), ip(r1): those of Xyce are, unless it is told otherwise, and those of PSpice. */
  phasesInDegrees = false;
  /** What of the text shows its dialect, when that was guessed. */
  dialectMark: string | undefined;
  /** Cards of the main text. */
  cards: readonly LogicalCard[] = [];
  /** What each `.alter` of the text is called. */
  readonly alterations: string[] = [];
  /** Where in the text they begin: what is given twice by them is given anew. */
  alteredFrom = Infinity;
  readonly entries: Entry<Reader>[] = [];
  readonly content: CircuitContent = emptyContent();
  readonly used = new Set<ParameterDefinition>();
  readonly builtins = new Map<string, number>();
  /** The circuit that is being read. */
  frame: CircuitFrame;
  /** Contents of subcircuits without `.if`, which are the same in every call. */
  readonly contents = new Map<CircuitBlock, CircuitContent>();
  /** Parameters of elements, equal ones as one map. */
  readonly sharedParameters = new SharedParameters();
  /** What devices of the main circuit share, by the ends of their cards. */
  readonly alike = new Map<string, AlikeDevice[]>();
  /** Element cards of subcircuits, parsed once for all calls. */
  readonly parsedElements = new Map<LogicalCard, ParsedCard | undefined>();
  /** Models whose type nobody knows: an error only where one is used. */
  readonly unknownModelTypes = new Map<string, Span>();
  /** Cards of models that an element or another model refers to. */
  readonly usedModels = new Set<ParsedCard>();
  /** Subcircuits that are called. */
  readonly calledSubcircuits = new Set<CircuitBlock>();
  /** Calls of subcircuits by full name. */
  readonly frames = new Map<string, CircuitFrame>();
  readonly elements: FlatElement[] = [];
  /** Power and ground of digital parts, which say between which levels their bridges go. */
  readonly digitalSupplies = new Map<string, { readonly power: string; readonly ground: string }>();
  /** How many there may be; absent: not asked for yet. */
  mostElements: number | undefined;
  /** Positions of nodes that are asked for, by the names of their states. */
  readonly positions = new Set<string>();
  domains: MechanicalDomains | undefined;
  /** Elements as written, the wrong ones included. */
  elementCount = 0;
  /** Names of all element cards, the wrong ones included, and by their numbers the places of the cards. */
  readonly elementNames = new NameNumbers();
  readonly #elementPlaces: Span[] = [];
  /** Every node name that an element card mentions, the wrong cards included: one string each, whoever mentions it. */
  readonly nodeNames = new NameNumbers(['0']);
  /** Work that needs the names of all elements and nodes. */
  readonly deferred: (() => void)[] = [];
  readonly analyses: AnalysisCard[] = [];
  /** Whether an output names the part of an element in `.noise`. */
  noiseParts = false;
  readonly steps: StepPlan[] = [];
  readonly measures: MeasureCard[] = [];
  /** Names on `.meas` cards, the wrong ones included. */
  readonly measureNames = new Set<string>();
  /** Nodes whose voltages measures read. */
  readonly measuredNodes = new Set<string>();
  /** Analyses that are known but not supported. */
  readonly unsupported: { readonly name: string; readonly hint: string; readonly span: Span }[] = [];
  readonly fourier: FourierCard[] = [];
  readonly actions: ControlAction[] = [];
  readonly commands: LogicalCard[] = [];
  readonly dataBlocks: DataBlock[] = [];
  /** Whether an analysis card stands in the text, be it right or wrong. */
  analysisSeen = false;
  /** Errors so far in cards that have no part in the circuit itself. */
  controlErrors = 0;
  temperature: number | undefined;
  readonly initialVoltages = new Map<string, InitialValue>();
  readonly initialCurrents = new Map<string, InitialValue>();
  readonly nodesets = new Map<string, InitialValue>();
  readonly globals = new Set<string>();
  /** Further names of ground. */
  readonly grounds = new Map<string, string>();
  /** Waveforms by name, as they are written. */
  readonly stimuli = new Map<string, { readonly items: readonly Item[]; readonly span: Span }>();
  readonly options = new Map<string, OptionValue>();
  readonly outputs = new Map<string, OutputItem>();
  /** Whether a card asks for all quantities beside those in `outputs`. */
  everything = false;
  /** Names of values of elements and models that overrides set and something has taken. */
  readonly appliedOverrides = new Set<string>();
  /** Names of options that are reported already. */
  readonly unknownOptions = new Set<string>();
  /** Texts that were included. */
  includeCount = 0;
  /** Models and subcircuits of included texts, before it is known which of them are needed. */
  readonly libraryDefinitions: LibraryDefinition[] = [];
  /** Names of all of these, for hints. */
  readonly libraryNames: Readonly<Record<LibraryDefinition['kind'], string[]>> = {
    model: [],
    subcircuit: [],
  };
  /** Models and subcircuits whose cards could not be parsed. */
  readonly misread = new Set<string>();
  /** Libraries that could not be read. */
  readonly missingLibraries: LibraryProblem[] = [];
  readonly ignored = new Map<IgnoredKind, Map<string, Span>>();

  constructor(
    readonly text: SourceText,
    language: Language,
    readonly textSource: TextSource | undefined,
    readonly overrides: Overrides,
  ) {
    this.index = indexOf(language);
    this.frame = this.#mainFrame();
  }

  /** Whether the text or a library has this name, which nothing defines: its card is wrong. */
  isMisread(kind: LibraryDefinition['kind'], name: string): boolean {
    return this.misread.has(name) || (this.diagnostics.hasErrors && this.libraryNames[kind].includes(name));
  }

  /** Parameters of the circuit that is being read. */
  get scope(): ParameterScope {
    return this.frame.scope;
  }

  /** How the text's dialect reads expressions. */
  get rules(): DialectRules {
    return DIALECTS[this.dialect];
  }

  /** Takes the cards of the text, in its dialect. */
  begin(dialect: Dialect, title: string, cards: readonly LogicalCard[]): void {
    this.dialect = dialect;
    const isOther = cards.some(({ text }) => PHASES_IN_RADIANS.test(text));
    this.phasesInDegrees = (dialect === 'xyce' || dialect === 'pspice') && !isOther;
    this.title = title;
    this.cards = cards;
  }

  /** Notes a node that a card mentions; returns the one string that all its mentions share. */
  meetNode(name: string): string {
    return this.nodeNames.names[this.nodeNames.add(name)] ?? name;
  }

  /** Takes a name for the element of a card; returns the place of the card that has it already. */
  claimElement(name: string, card: Span): Span | undefined {
    const number = this.elementNames.add(name);
    if (number < this.#elementPlaces.length) return this.#elementPlaces[number];
    this.#elementPlaces.push(card);
    return undefined;
  }

  /** Lets random functions draw, in all circuits. */
  draw(random: RandomStream): void {
    this.scope.context.random = random;
  }

  /** Gives a probe of an expression in `frame` its full names. */
  resolveProbe(
    probe: ProbeExpression,
    frame: CircuitFrame,
    mayBeMeant?: (name: string) => boolean,
    by: AskedBy = 'law',
  ): Expression | undefined {
    const terminal = terminalQuantity(probe, frame, this);
    if (terminal !== 'another') return terminal && this.#withoutTerminals(terminal, by);
    const found = resolveProbeIn(probe, frame, this, mayBeMeant);
    if (found?.quantity === 'v' && found.names.length === 1 && !this.nodeNames.has(found.names[0] ?? ''))
      return acrossElement(found.names[0] ?? '', found, this);
    if (found && isOfDevice(found.quantity)) return deviceQuantity(found, this, by);
    const current = found && terminalCurrent(found, this, by);
    return current && mechanicalProbe(current, this);
  }

  /** Laws of sources read no currents of single terminals. */
  #withoutTerminals(expression: Expression, by: AskedBy): Expression | undefined {
    let refused: ProbeExpression | undefined;
    visitExpression(expression, (node) => {
      if (by === 'law' && node.kind === 'probe' && isOfDevice(node.quantity)) refused = node;
    });
    return refused ? deviceQuantity(refused, this, by) : expression;
  }

  /** Parses a card; of a request that cannot be read only a warning is left. */
  parse(card: LogicalCard, request = false): ParsedCard | undefined {
    const parse = (): ParsedCard | undefined => parseCard(card, this.diagnostics, this.rules);
    return request ? this.diagnostics.forgiving(LEFT_OUT, parse) : parse();
  }

  /** Reads a dot card; a wrong one that only asks for something is left out with a warning. */
  readCard({ reader, card }: BoundCard<Reader>): void {
    if (reader.request !== true) reader.read?.(card, this);
    else this.diagnostics.forgiving(LEFT_OUT, () => reader.read?.(card, this));
  }

  /** Does something in another circuit than the current one. */
  inFrame(frame: CircuitFrame, action: () => void): void {
    const outer = this.frame;
    this.frame = frame;
    action();
    this.frame = outer;
  }

  /** Does something in the current circuit when all names are known. */
  defer(action: () => void): void {
    const { frame } = this;
    this.deferred.push(() => {
      this.inFrame(frame, action);
    });
  }

  /** Whether digital parts have a net of that name: asked where no node has it. */
  isNet(name: string): boolean {
    const has = ({ ports = [] }: FlatElement): boolean =>
      ports.some((port) => port.some(({ net }) => net === name));
    return this.elements.some(has);
  }

  /** Remembers something to be listed as ignored; the first place counts. */
  ignore(kind: IgnoredKind, name: string, span: Span): void {
    const names = this.ignored.get(kind) ?? new Map<string, Span>();
    if (!names.has(name)) names.set(name, span);
    this.ignored.set(kind, names);
  }

  #mainFrame(): CircuitFrame {
    const { diagnostics, used, builtins } = this;
    const scope = new ParameterScope({ diagnostics, used, random: undefined, builtins });
    const frame: CircuitFrame = {
      scope,
      content: this.content,
      prefix: '',
      ports: this.grounds,
      multiplier: 1,
      depth: 0,
      models: new Map(),
    };
    scope.resolveProbe = (probe) => this.resolveProbe(probe, frame, undefined, 'output');
    return frame;
  }
}
