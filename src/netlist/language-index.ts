/**
 * The language tables, indexed by name: once a language, which is data and never changes.
 */
import type {
  ElementSyntax,
  Language,
  ModelSyntax,
  OptionSpec,
  ParameterSpec,
  PortSyntax,
  SourceFunctionSyntax,
} from './language.js';
import { parseNumber } from '../base/units.js';
import { textOf, type Item } from './syntax.js';

/** A syntax with its parameters by every name that dialects use: a netlist uses few of the many. */
export class Indexed<T extends { readonly parameters: readonly ParameterSpec[] }> {
  #parameters: ReadonlyMap<string, ParameterSpec> | undefined;

  constructor(readonly syntax: T) {}

  get parameters(): ReadonlyMap<string, ParameterSpec> {
    return (this.#parameters ??= parametersByName(this.syntax.parameters));
  }
}

const indices = new WeakMap<Language, LanguageIndex>();

/** The index of a language; sweeps elaborate a text thousands of times. */
export function indexOf(language: Language): LanguageIndex {
  let index = indices.get(language);
  if (!index) indices.set(language, (index = new LanguageIndex(language)));
  return index;
}

export class LanguageIndex {
  readonly models: ReadonlyMap<string, Indexed<ModelSyntax>>;
  readonly sourceFunctions: ReadonlyMap<string, SourceFunctionSyntax>;
  readonly options: ReadonlyMap<string, OptionSpec>;
  readonly ignoredOptions: ReadonlySet<string>;
  readonly ratings: ReadonlySet<string>;
  /** By first letter, longest prefix first. */
  readonly #elements = new Map<string, Indexed<ElementSyntax>[]>();

  readonly #variants: readonly Indexed<ModelSyntax>[];

  constructor(readonly language: Language) {
    this.models = byNames(
      language.models,
      ({ type, aliases = [] }) => [type, ...aliases],
      (syntax) => new Indexed(syntax),
    );
    this.sourceFunctions = byNames(
      language.sourceFunctions,
      ({ name, aliases = [] }) => [name, ...aliases],
      (syntax) => syntax,
    );
    this.#variants = language.models
      .filter(({ written }) => written !== undefined)
      .map((syntax) => new Indexed(syntax));
    this.options = new Map(language.options.map((spec) => [spec.name.toLowerCase(), spec]));
    this.ignoredOptions = new Set(language.ignoredOptions.map((name) => name.toLowerCase()));
    this.ratings = new Set(language.ratings);
    const byLength = [...language.elements].sort((a, b) => b.letter.length - a.letter.length);
    for (const syntax of byLength) {
      const first = syntax.letter.charAt(0).toLowerCase();
      this.#elements.set(first, [...(this.#elements.get(first) ?? []), new Indexed(syntax)]);
    }
  }

  /** Finds a model's syntax by its type, and by a parameter that tells models of one type apart. */
  modelOf(type: string, items: readonly Item[]): Indexed<ModelSyntax> | undefined {
    for (const variant of this.#variants) {
      const { written } = variant.syntax;
      if (written?.type !== type) continue;
      if (isMeant(items, written)) return variant;
    }
    return this.models.get(type);
  }

  /** The parameters of elements that refer to models of a type, by name; undefined where none does. */
  elementParameters(type: string): ReadonlyMap<string, ParameterSpec> | undefined {
    for (const elements of this.#elements.values()) {
      const found = elements.find(({ syntax }) => syntax.modelTypes?.includes(type));
      if (found) return found.parameters;
    }
    return undefined;
  }

  /** The types that a card may write for models of some types, each once. */
  writtenTypes(types: readonly string[]): readonly string[] {
    return writtenTypes(this.language.models, types);
  }

  /** The ports of a code model, by the type of `FlatModel`. */
  portsOf(type: string): readonly PortSyntax[] | undefined {
    return this.language.models.find((syntax) => syntax.type === type)?.ports;
  }

  /** Finds the syntax whose letter (or letters) begin a name. */
  element(name: string): Indexed<ElementSyntax> | undefined {
    return this.#elements
      .get(name.charAt(0).toLowerCase())
      ?.find(({ syntax: { letter } }) => letter.length === 1 || name.toUpperCase().startsWith(letter));
  }

  /** All syntaxes whose letters begin a name, longest first. */
  elements(name: string): readonly Indexed<ElementSyntax>[] {
    const all = this.#elements.get(name.charAt(0).toLowerCase()) ?? [];
    return all.filter(({ syntax }) => name.toUpperCase().startsWith(syntax.letter));
  }

  /** All element letters, in the order of the table. */
  get letters(): readonly string[] {
    return this.language.elements.map(({ letter }) => letter);
  }
}

/** Returns the types that are written for models of some types, each once. */
export function writtenTypes(models: readonly ModelSyntax[], types: readonly string[]): readonly string[] {
  return [...new Set(types.map((type) => models.find((one) => one.type === type)?.written?.type ?? type))];
}

/** Whether a card has the parameter, with one of its values where such are told, behind an equals sign or a blank. */
function isMeant(
  items: readonly Item[],
  { with: name, values }: NonNullable<ModelSyntax['written']>,
): boolean {
  return items.some((item, k) => {
    const isAssigned = item.kind === 'assignment';
    const key = isAssigned ? item.key : item;
    if (textOf(key.span).toLowerCase() !== name) return false;
    const value = isAssigned ? item.value : items[k + 1];
    if (!values) return isAssigned;
    const number = value && parseNumber(value.kind === 'word' ? value.text : textOf(value.span));
    return number !== undefined && values.includes(number);
  });
}

function byNames<S, T>(
  list: readonly S[],
  namesOf: (syntax: S) => readonly string[],
  make: (syntax: S) => T,
): ReadonlyMap<string, T> {
  const map = new Map<string, T>();
  for (const syntax of list) {
    const made = make(syntax);
    for (const name of namesOf(syntax)) map.set(name.toLowerCase(), made);
  }
  return map;
}

/** Maps a list of specs by name and aliases. */
export function parametersByName(specs: readonly ParameterSpec[]): ReadonlyMap<string, ParameterSpec> {
  const map = new Map<string, ParameterSpec>();
  for (const spec of specs) {
    const names = [spec.name, ...(spec.aliases ?? [])].map((name) => name.toLowerCase());
    for (const name of names) map.set(name, spec);
    if (spec.binned !== true) continue;
    for (const part of ['l', 'w', 'p']) {
      const { name, unit, doc } = spec;
      const own: ParameterSpec = { name: part + name, unit, doc, range: 'finite', default: 0 };
      for (const each of names) map.set(part + each, own);
    }
  }
  return map;
}
