/**
 * What the passes of one elaboration share: the tables, the diagnostics of all stages, and the products
 * that each pass leaves for the next. Later stages run in spite of earlier errors, so that all problems
 * are reported in one run; what failed is kept by name, so that nothing is reported twice.
 */
import { Diagnostics } from '../base/diagnostic.js';
import type { TextSource } from '../base/host.js';
import type { SourceText, Span } from '../base/span.js';
import type { DotCard } from './dot-cards/dot-card.js';
import type { AnalysisCard, FlatElement, FlatModel, OutputItem } from './flat-circuit.js';
import type { Language } from './language.js';
import { LanguageIndex } from './language-index.js';
import { ParameterScope } from './parameter-scope.js';
import type { ParsedCard } from './syntax.js';

/** What the command line (or a library caller) sets on top of the file. */
export interface Overrides {
  /** Values of parameters that the file defines: numbers, or text such as "10k" or "{2*c}". */
  readonly params?: Readonly<Record<string, number | string>>;
  /** Options that win over the file's. */
  readonly options?: Readonly<Record<string, number | string>>;
  /** More outputs, written as on a `.save` card: "v(out),i(l1)". */
  readonly outputs?: string;
}

/** A model by name; without `model` when its card is already reported as wrong. */
export interface ModelEntry {
  readonly model?: FlatModel;
  readonly span: Span;
}

export type OptionValue = { readonly value: number | string; readonly span: Span };

/** Things that are harmlessly ignored, collected to be noted once each. */
export type IgnoredKind = 'cards' | 'options' | 'model parameters' | 'output settings';

export class Session {
  readonly diagnostics = new Diagnostics();
  readonly index: LanguageIndex;
  title = '';
  readonly elementCards: ParsedCard[] = [];
  readonly dotCards: { readonly syntax: DotCard<Session>; readonly card: ParsedCard }[] = [];
  readonly scope = new ParameterScope();
  readonly models = new Map<string, ModelEntry>();
  readonly elements: FlatElement[] = [];
  /** Names of all element cards, the wrong ones included, with the places of the names. */
  readonly elementNames = new Map<string, Span>();
  /** Every node name that an element card mentions, the wrong cards included. */
  readonly nodeNames = new Set<string>(['0']);
  readonly analyses: AnalysisCard[] = [];
  /** Whether an analysis card stands in the text, be it right or wrong. */
  analysisSeen = false;
  readonly initialVoltages = new Map<string, OptionValue & { readonly value: number }>();
  readonly options = new Map<string, OptionValue>();
  readonly outputs = new Map<string, OutputItem>();
  readonly ignored = new Map<IgnoredKind, Map<string, Span>>();

  constructor(
    readonly text: SourceText,
    language: Language,
    readonly textSource: TextSource | undefined,
    readonly overrides: Overrides,
  ) {
    this.index = new LanguageIndex(language);
  }

  /** Remembers something to be listed as ignored; the first place counts. */
  ignore(kind: IgnoredKind, name: string, span: Span): void {
    const names = this.ignored.get(kind) ?? new Map<string, Span>();
    if (!names.has(name)) names.set(name, span);
    this.ignored.set(kind, names);
  }
}
