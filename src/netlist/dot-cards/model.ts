/**
 * `.model name type(parameter=value ...)`: defines a model that elements refer to by name.
 */
import { nearestName } from '../../base/nearest-name.js';
import { parseNumber } from '../../base/units.js';
import { partitionItems, readAssignments } from '../assignments.js';
import type { FlatModel } from '../flat-circuit.js';
import type { ModelSyntax } from '../language.js';
import type { Indexed } from '../language-index.js';
import type { ModelEntry } from '../frame.js';
import type { Session } from '../session.js';
import type { AssignmentItem, Item, ParsedCard, WordItem, GroupItem } from '../syntax.js';
import { textOf } from '../syntax.js';
import { inRange } from '../values.js';
import { inOurLevels } from './levels-of-dialects.js';
import { takeLists } from './model-lists.js';
import { LEFT_OUT, type DotCard } from './dot-card.js';
import { UNSUPPORTED_MODELS } from './unsupported.js';

export const MODEL: DotCard<Session> = {
  name: '.model',
  usage: '.model name type(parameter=value ...)',
  doc: 'Defines a model of elements. The brackets and equals signs may be left out. "ako:other" or "ako: other" as the type: as another model, but for what is given. "noiseless": its elements make no noise. A name that is a number may be given as {k} by elements, and by calls that of a subcircuit. In files of ngspice parameters of elements (area) may stand there too, for those that have none. Models name.1, name.2 ... are bins of one that M cards name: the first holds L and W from LMIN to LMAX and from WMIN to WMAX.',
  phase: 'models',
};

/** LTspice, in models of all types: their elements make no noise. */
const NOISELESS = 'noiseless';

/** Reads a model card in the current circuit; `base` is the model that "ako:" names. */
export function readModel(card: ParsedCard, session: Session, base?: FlatModel): ModelEntry {
  const { diagnostics } = session;
  const [nameItem, typeItem, ...rest] = withoutAko(card.items);
  const isType = typeItem?.kind === 'word' || typeItem?.kind === 'group';
  if (nameItem?.kind !== 'word' || !isType) {
    diagnostics.error('too-few-arguments', '.model needs a name and a type', card.span, {
      hint: `write: ${MODEL.usage}`,
    });
    return { span: card.span };
  }
  const name = nameItem.text.toLowerCase();
  const model = base
    ? modelLike(name, base, typeItem, rest, card, session)
    : modelOf(name, typeItem, rest, card, session);
  return { span: nameItem.span, ...(model && { model }) };
}

/** The name behind "ako:" (a kind of), with its place. */
export function baseOf({ items }: ParsedCard): Pick<WordItem, 'text' | 'span'> | undefined {
  const [, typeItem] = withoutAko(items);
  if (typeItem?.kind !== 'word' && typeItem?.kind !== 'group') return undefined;
  const written = typeItem.kind === 'word' ? typeItem.text : typeItem.name;
  const span = typeItem.kind === 'word' ? typeItem.span : typeItem.nameSpan;
  const isApart = isAko(items[1]);
  const text = (isApart ? written : /^ako:(.+)$/i.exec(written)?.[1])?.toLowerCase();
  return text === undefined ? undefined : { text, span };
}

/** PSpice has a blank behind "ako:": it is no type. */
function withoutAko(items: readonly Item[]): readonly Item[] {
  return isAko(items[1]) ? items.filter((_, k) => k !== 1) : items;
}

function isAko(item: Item | undefined): boolean {
  return item?.kind === 'word' && item.text.toLowerCase() === 'ako:';
}

/** `.model name ako:base [type](parameter=value ...)`: as the base, but for what is given here. */
function modelLike(
  name: string,
  base: FlatModel,
  typeItem: WordItem | GroupItem,
  rest: readonly Item[],
  card: ParsedCard,
  session: Session,
): FlatModel | undefined {
  const [next, ...others] = rest;
  const isType =
    (next?.kind === 'word' || next?.kind === 'group') &&
    session.index.models.has((next.kind === 'word' ? next.text : next.name).toLowerCase());
  const { span } = typeItem;
  const type: WordItem = { kind: 'word', text: base.type, span };
  const own = typeItem.kind === 'group' ? typeItem.items : [];
  const model =
    next && isType
      ? modelOf(name, next, others, card, session)
      : modelOf(name, type, [...own, ...rest], card, session);
  if (!model) return undefined;
  const lists = new Map([...(base.lists ?? []), ...(model.lists ?? [])]);
  const texts = new Map([...(base.texts ?? []), ...(model.texts ?? [])]);
  const ofElements = new Map([...(base.ofElements ?? []), ...(model.ofElements ?? [])]);
  const parameters = new Map([...base.parameters, ...model.parameters]);
  const isNoiseless = base.isNoiseless === true || model.isNoiseless === true;
  return {
    ...{ ...model, parameters, lists, texts },
    ...(ofElements.size > 0 && { ofElements }),
    ...(isNoiseless && { isNoiseless }),
  };
}

function modelOf(
  name: string,
  typeItem: WordItem | GroupItem,
  rest: readonly Item[],
  card: ParsedCard,
  session: Session,
): FlatModel | undefined {
  const { diagnostics, index } = session;
  const typeWord = typeItem.kind === 'word' ? typeItem : { text: typeItem.name, span: typeItem.nameSpan };
  const type = typeWord.text.toLowerCase();
  const bracketed = typeItem.kind === 'group' ? typeItem.items : [];
  const written = withoutTolerances([...bracketed, ...rest].flatMap(unwrap), type, session);
  const items = inOurLevels(written, type, session.dialect);
  const indexed = index.modelOf(type, items);
  const unsupported = UNSUPPORTED_MODELS.get(type);
  if (!indexed && unsupported) {
    diagnostics.error(
      'unsupported-model',
      `model "${name}": ${unsupported.what} (${type}) are not supported`,
      typeWord.span,
      {
        hint: unsupported.hint,
      },
    );
    return undefined;
  }
  if (!indexed) {
    const message = `model "${name}" is of unknown type "${type}"`;
    diagnostics.error('unknown-model-type', message, typeWord.span, () => {
      const nearest = nearestName(type, index.models.keys());
      const types = 'docs/language.md lists the types';
      return { hint: nearest === undefined ? types : `did you mean "${nearest}"?` };
    });
    return undefined;
  }
  const isIgnored = (word: string): boolean =>
    indexed.syntax.ignored?.includes(word) === true || index.ratings.has(word);
  const isFlag = (word: string): boolean => indexed.syntax.flags?.has(word) === true;
  const isName = (word: string): boolean =>
    !isFlag(word) && (indexed.parameters.has(word) || isIgnored(word));
  const {
    lists,
    texts,
    rest: others,
  } = takeLists(withBlanksAsEquals(items, isName), indexed.parameters, `model ${name}`, session);
  const { positional, assignments } = partitionItems(others);
  const flags = indexed.syntax.flags ?? new Map<string, never>();
  const flagged = new Map<string, number>();
  const ofType = flags.get(type);
  if (ofType) flagged.set(ofType.parameter, ofType.value);
  for (const item of positional) {
    const flag = flags.get(textOf(item.span).toLowerCase());
    if (flag) {
      flagged.set(flag.parameter, flag.value);
      continue;
    }
    const word = textOf(item.span).toLowerCase();
    if (word === NOISELESS) continue;
    if (isIgnored(word)) {
      session.ignore('model parameters', `${type} ${word}`, item.span);
      continue;
    }
    const message = `${textOf(item.span)} is not of the form parameter=value: ${LEFT_OUT}`;
    diagnostics.warning('not-an-assignment', message, item.span, { hint: `write: ${MODEL.usage}` });
  }
  const owner = `model ${name}`;
  const unknown: Item[] = [];
  const instance: AssignmentItem[] = [];
  // ngspice takes parameters of elements in models of theirs, but for M.
  const instances =
    session.dialect === 'ngspice' ? index.elementParameters(indexed.syntax.type.toLowerCase()) : undefined;
  const accept = (parameter: string, item: AssignmentItem): boolean => {
    if (isIgnored(parameter)) session.ignore('model parameters', `${type} ${parameter}`, item.span);
    else if (parameter !== 'm' && instances?.has(parameter) === true) instance.push(item);
    else unknown.push(item.key);
    return true;
  };
  const read = readAssignments(assignments, { owner, parameters: indexed.parameters, accept }, session);
  reportUnknown(name, unknown, read, indexed, session);
  const ofElements = instances && readAssignments(instance, { owner, parameters: instances }, session);
  const parameters = new Map([...flagged, ...read]);
  for (const [key, value] of Object.entries(session.overrides.models ?? {})) {
    const at = key.lastIndexOf(':');
    if (key.slice(0, at) !== name) continue;
    session.appliedOverrides.add(key);
    const parameter = key.slice(at + 1);
    const spec = indexed.parameters.get(parameter);
    if (!spec) reportStepped(name, parameter, card, indexed, session);
    else if (inRange(value, card.span, spec, owner, diagnostics)) parameters.set(spec.name, value);
  }
  return {
    name: session.frame.prefix + name,
    type: indexed.syntax.type.toLowerCase(),
    parameters,
    ...(ofElements && ofElements.size > 0 && { ofElements }),
    ...(lists.size > 0 && { lists }),
    ...(texts.size > 0 && { texts }),
    ...(positional.some(({ span }) => textOf(span).toLowerCase() === NOISELESS) && { isNoiseless: true }),
    span: card.span,
  };
}

/** A step that changes nothing would be believed. */
function reportStepped(
  name: string,
  parameter: string,
  { span }: ParsedCard,
  { parameters }: Indexed<ModelSyntax>,
  { diagnostics }: Session,
): void {
  const message = `model "${name}" has no parameter "${parameter}" that a step could change`;
  diagnostics.error('unknown-target', message, span, () => {
    const nearest = nearestName(parameter, parameters.keys());
    const hint =
      nearest === undefined
        ? `name one of: ${[...parameters.keys()].join(' ')}`
        : `did you mean "${nearest}"?`;
    return { hint };
  });
}

/** Vendors add what only their program has: all of a model in one warning, with what may be a slip of none that is `given`. */
function reportUnknown(
  name: string,
  unknown: readonly Item[],
  given: ReadonlyMap<string, number>,
  { parameters }: Indexed<ModelSyntax>,
  { diagnostics }: Session,
): void {
  const [first] = unknown;
  if (!first) return;
  const names = unknown.map(({ span }) => textOf(span).toLowerCase());
  const message = `model "${name}" has parameters that are not known here: ${names.join(', ')}: ${LEFT_OUT}`;
  diagnostics.warning('unknown-model-parameter', message, first.span, () => {
    const free = [...parameters].flatMap(([key, { name: own }]) => (given.has(own) ? [] : [key]));
    const near = names.flatMap((written) => {
      const nearest = written.length > 2 ? nearestName(written, free) : undefined;
      return nearest === undefined ? [] : [`"${nearest}" instead of "${written}"`];
    });
    return near.length > 0 && names.length < 4 ? { hint: `did you mean ${near.join(', ')}?` } : {};
  });
}

/** DEV=5%, LOT/UNIFORM 10%: by how much PSpice's Monte Carlo analysis spreads the parameter before them. */
const TOLERANCE = /^(?:dev|lot)(?:\/.*)?$/i;
/** LOT=10% DEV/GAUSS 2%: "%" is read as the remainder of what follows. */
const ANOTHER_BEHIND = /%\s*(?:dev|lot)(?:\/\w+)?$/i;

function withoutTolerances(items: readonly Item[], type: string, session: Session): readonly Item[] {
  if (session.dialect !== 'pspice') return items;
  const others: Item[] = [];
  for (let k = 0; k < items.length; k++) {
    const item = items[k];
    if (!item) continue;
    const word = item.kind === 'assignment' ? item.key : item;
    if (!TOLERANCE.test(textOf(word.span))) others.push(item);
    else {
      session.ignore('model parameters', `${type} ${textOf(word.span).slice(0, 3).toLowerCase()}`, item.span);
      if (item.kind !== 'assignment' || ANOTHER_BEHIND.test(textOf(item.span))) k++;
    }
  }
  return others;
}

/** SPICE takes an equals sign for a blank: `bf 100` is `bf=100` where a parameter is followed by a value. */
function withBlanksAsEquals(items: readonly Item[], isName: (word: string) => boolean): readonly Item[] {
  const joined: Item[] = [];
  for (let k = 0; k < items.length; k++) {
    const [key, value] = [items[k], items[k + 1]];
    if (!key) continue;
    if (key.kind === 'word' && value && isName(key.text.toLowerCase()) && isValue(value)) {
      joined.push({ kind: 'assignment', key, value, span: { ...key.span, end: value.span.end } });
      k++;
    } else joined.push(key);
  }
  return joined;
}

function isValue(item: Item): item is Exclude<Item, AssignmentItem> {
  if (item.kind === 'word') return item.text.startsWith('[') || parseNumber(item.text) !== undefined;
  return item.kind === 'expression' || item.kind === 'string';
}

/** Brackets around all parameters but not at the type: `.model d1 d ron=1 (vfwd=0.6)`. */
function unwrap(item: Item): readonly Item[] {
  return item.kind === 'group' && item.name === '' ? item.items : [item];
}
