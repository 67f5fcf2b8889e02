/**
 * `.model name type(parameter=value ...)`: defines a model that elements refer to by name.
 */
import { nearestName } from '../../base/nearest-name.js';
import { partitionItems, readAssignments } from '../assignments.js';
import type { FlatModel } from '../flat-circuit.js';
import type { ModelEntry } from '../frame.js';
import type { Session } from '../session.js';
import type { Item, ParsedCard, WordItem, GroupItem } from '../syntax.js';
import { textOf } from '../syntax.js';
import type { DotCard } from './dot-card.js';
import { UNSUPPORTED_MODELS } from './unsupported.js';

export const MODEL: DotCard<Session> = {
  name: '.model',
  usage: '.model name type(parameter=value ...)',
  doc: 'Defines a model of elements. The brackets may be left out.',
  phase: 'models',
};

/** Reads a model card in the current circuit. */
export function readModel(card: ParsedCard, session: Session): ModelEntry {
  const { diagnostics } = session;
  const [nameItem, typeItem, ...rest] = card.items;
  const isType = typeItem?.kind === 'word' || typeItem?.kind === 'group';
  if (nameItem?.kind !== 'word' || !isType) {
    diagnostics.error('too-few-arguments', '.model needs a name and a type', card.span, {
      hint: `write: ${MODEL.usage}`,
    });
    return { span: card.span };
  }
  const model = modelOf(nameItem.text.toLowerCase(), typeItem, rest, card, session);
  return { span: nameItem.span, ...(model && { model }) };
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
  const indexed = index.models.get(type);
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
      const list = `use one of: ${[...index.models.keys()].join(', ')}`;
      return { hint: nearest === undefined ? list : `did you mean "${nearest}"?` };
    });
    return undefined;
  }
  const ignored = new Set(indexed.syntax.ignored);
  const bracketed = typeItem.kind === 'group' ? typeItem.items : [];
  const { positional, assignments } = partitionItems([...bracketed, ...rest].flatMap(unwrap));
  for (const item of positional) {
    diagnostics.error(
      'not-an-assignment',
      `${textOf(item.span)} is not of the form parameter=value`,
      item.span,
      {
        hint: `write: ${MODEL.usage}`,
      },
    );
  }
  const owner = `model ${name}`;
  const accept = (parameter: string, item: Item): boolean => {
    if (ignored.has(parameter)) session.ignore('model parameters', `${type} ${parameter}`, item.span);
    return ignored.has(parameter);
  };
  const read = readAssignments(assignments, { owner, parameters: indexed.parameters, accept }, session);
  const parameters = new Map(read);
  for (const [key, value] of Object.entries(session.overrides.models ?? {})) {
    const [target, parameter = ''] = key.split(':');
    const spec = target === name ? indexed.parameters.get(parameter) : undefined;
    if (spec) parameters.set(spec.name, value);
  }
  return {
    name: session.frame.prefix + name,
    type: indexed.syntax.type.toLowerCase(),
    parameters,
    span: card.span,
  };
}

/** Brackets around all parameters but not at the type: `.model d1 d ron=1 (vfwd=0.6)`. */
function unwrap(item: Item): readonly Item[] {
  return item.kind === 'group' && item.name === '' ? item.items : [item];
}
