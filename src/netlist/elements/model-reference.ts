/**
 * `D1 a k name [area]`: the model that an element refers to. A model is read when it is first referred to,
 * in the circuit that defines it: that of the element, else those that call it.
 */
import { nearestName } from '../../base/nearest-name.js';
import { formatEngineering } from '../../base/units.js';
import { baseOf, readModel } from '../dot-cards/model.js';
import type { ModelEntry } from '../frame.js';
import type { CircuitFrame, Session } from '../session.js';
import type { FlatModel } from '../flat-circuit.js';
import { textOf, type ParsedCard, type WordItem } from '../syntax.js';
import { readValue } from '../values.js';
import { usageOf, type ElementDraft } from './element-draft.js';
import { binNames, holds, readBinnedSize } from './model-bins.js';

/** Types of models that a message lists. */
const MOST_TYPES = 8;

/** Whether a model of this name can be referred to. */
export function hasModel(text: string, { frame }: Session): boolean {
  const name = text.toLowerCase();
  return definingFrame(name, frame) !== undefined || binsOf(name, frame).length > 0;
}

/** Names of the bins of a model, in the innermost circuit that has some. */
function binsOf(name: string, from: CircuitFrame): readonly string[] {
  for (let frame: CircuitFrame | undefined = from; frame; frame = frame.parent) {
    const names = binNames(name, frame.content.models);
    if (names.length > 0) return names;
  }
  return [];
}

function definingFrame(name: string, from: CircuitFrame): CircuitFrame | undefined {
  for (let frame: CircuitFrame | undefined = from; frame; frame = frame.parent) {
    if (frame.content.models.has(name)) return frame;
  }
  return undefined;
}

/** Remembers that something refers to a model. */
export function markUsed(name: string, { frame, usedModels }: Session): void {
  const card = definingFrame(name, frame)?.content.models.get(name)?.card;
  if (card) usedModels.add(card);
}

/** Finds a model by name and reads it if nobody did yet. */
export function findModel(name: string, session: Session): ModelEntry | undefined {
  const frame = definingFrame(name, session.frame);
  const bound = frame?.content.models.get(name);
  if (!frame || !bound) return undefined;
  const known = frame.models.get(name);
  if (known) return known;
  let entry: ModelEntry | undefined;
  frame.models.set(name, { span: bound.card.span, open: true });
  session.inFrame(frame, () => {
    entry = readBased(name, bound.card, session);
  });
  if (entry) frame.models.set(name, entry);
  return entry;
}

/** Reads a model, and before it the one from which it is derived. */
function readBased(name: string, card: ParsedCard, session: Session): ModelEntry {
  const base = baseOf(card);
  if (!base) return readModel(card, session);
  markUsed(base.text, session);
  const entry = findModel(base.text, session);
  if (entry?.model) return readModel(card, session, entry.model);
  if (!entry || entry.open === true) {
    const message = entry
      ? `model "${name}" is derived from itself`
      : `model "${name}" is derived from the unknown model "${base.text}"`;
    session.diagnostics.error('unknown-model', message, base.span, {
      related: session.missingLibraries,
      hint: 'name a model that is defined by its type',
    });
  }
  return { span: card.span };
}

export function readModelReference(draft: ElementDraft, session: Session): boolean {
  const { element, indexed, rest, nameSpan } = draft;
  const item = rest.shift();
  if (item?.kind !== 'word') {
    const message = item
      ? `${textOf(item.span)} is not the name of a model`
      : `${element.name} names no model`;
    session.diagnostics.error('missing-model', message, item?.span ?? nameSpan, {
      hint: `write: ${usageOf(element.name, indexed.syntax)}`,
    });
    return false;
  }
  const model = findNamedModel(item, draft, session);
  if (!model) return false;
  element.model = model;
  element.valueSpan = item.span;
  if (model.ofElements) element.parameters = new Map([...model.ofElements, ...element.parameters]);
  return readPositional(draft, session);
}

/** Finds the model that an element names, of a type that it takes; undefined after reporting. */
export function findNamedModel(item: WordItem, draft: ElementDraft, session: Session): FlatModel | undefined {
  const { element, indexed } = draft;
  const { modelTypes = [] } = indexed.syntax;
  const written = item.text.toLowerCase();
  const bins = definingFrame(written, session.frame) ? [] : binsOf(written, session.frame);
  const name = bins.length > 0 ? chooseBin(bins, item, draft, session) : written;
  if (name === undefined) return undefined;
  markUsed(name, session);
  const first = findModel(name, session);
  if (!first) reportUnknownModel(name, item.span, draft, session);
  const isOfType = ({ model: found }: ModelEntry): boolean => !!found && modelTypes.includes(found.type);
  const entry = first && !isOfType(first) ? (namesakes(name, session).find(isOfType) ?? first) : first;
  const model = entry?.model;
  if (!entry || !model) return undefined;
  if (!modelTypes.includes(model.type)) {
    const types = session.index.writtenTypes(modelTypes);
    const needed = types.length > MOST_TYPES ? 'another type' : `type ${types.join(' or ')}`;
    const message = `${element.name} needs a model of ${needed}, but "${name}" is of type ${model.type}`;
    session.diagnostics.error('wrong-model-type', message, item.span, {
      related: [{ span: entry.span, message: `"${name}" is defined here` }],
      ...(types.length > MOST_TYPES && { hint: 'docs/language.md lists its types' }),
    });
    return undefined;
  }
  return model;
}

/** Models of the same name and other types, which LTspice tells apart by what refers to them. */
function namesakes(name: string, session: Session): readonly ModelEntry[] {
  const keys = [...(definingFrame(name, session.frame)?.content.models.keys() ?? [])];
  const others = keys.filter((key) => key.startsWith(`${name} `));
  for (const other of others) markUsed(other, session);
  return others.flatMap((other) => findModel(other, session) ?? []);
}

/** Returns the name of the bin that holds an element's size; undefined after reporting that none does. */
function chooseBin(
  bins: readonly string[],
  { text, span }: WordItem,
  draft: ElementDraft,
  session: Session,
): string | undefined {
  const size = readBinnedSize(draft, session);
  // What is in bins is used, whichever of them.
  for (const bin of bins) markUsed(bin, session);
  const found = bins.find((bin) => {
    const model = size && findModel(bin, session)?.model;
    return model && holds(model, size);
  });
  if (found !== undefined) return found;
  const { name } = draft.element;
  const message = size
    ? `${name}: no bin of model "${text}" has L = ${formatEngineering(size.l, 'm')} and W = ${formatEngineering(size.w, 'm')}`
    : `${name} has no L and W, by which one of the bins of model "${text}" is taken`;
  session.diagnostics.error('no-model-bin', message, span, {
    hint: `its bins are ${bins.join(', ')}, each from LMIN to LMAX and from WMIN to WMAX`,
  });
  return undefined;
}

/** Numbers by position behind the model: area. */
function readPositional(draft: ElementDraft, session: Session): boolean {
  const { element, indexed, rest } = draft;
  const { value, flags = [], ignored = [] } = indexed.syntax;
  const specs = value.kind === 'model' ? (value.positional ?? []) : [];
  let right = true;
  for (const spec of specs) {
    const [item] = rest;
    if (!item || (item.kind === 'word' && [...flags, ...ignored].includes(item.text.toLowerCase()))) break;
    rest.shift();
    const number = readValue(item, spec, element.name, session);
    if (number === undefined) right = false;
    else element.parameters = new Map(element.parameters).set(spec.name, number);
  }
  return right;
}

function reportUnknownModel(
  name: string,
  span: ElementDraft['nameSpan'],
  { element, indexed }: ElementDraft,
  session: Session,
): void {
  // What is wrong with its card was told there.
  if (session.isMisread('model', name)) return;
  const { modelTypes = [] } = indexed.syntax;
  const message = `${element.name} names the unknown model "${name}"`;
  session.diagnostics.error('unknown-model', message, span, () => {
    const nearest = nearestName(name, modelNames(session));
    const near = nearest === undefined ? undefined : definingFrame(nearest, session.frame);
    const [place] = (nearest !== undefined && near?.content.models.get(nearest)?.card.items) || [];
    return {
      related: [
        ...(place ? [{ span: place.span, message: `"${nearest ?? ''}" is defined here` }] : []),
        ...session.missingLibraries,
      ],
      hint:
        nearest === undefined
          ? `define it: .model ${name} ${modelTypes[0] ?? 'type'}(...)`
          : `did you mean "${nearest}"?`,
    };
  });
}

function* modelNames({ frame: from, libraryNames }: Session): Iterable<string> {
  for (let frame: CircuitFrame | undefined = from; frame; frame = frame.parent) {
    yield* frame.content.models.keys();
  }
  yield* libraryNames.model;
}
