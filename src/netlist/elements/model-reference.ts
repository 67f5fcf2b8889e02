/**
 * `D1 a k name`: the model that an element refers to.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Session } from '../session.js';
import { textOf } from '../syntax.js';
import { usageOf, type ElementDraft } from './element-draft.js';

export function readModelReference(draft: ElementDraft, session: Session): boolean {
  const { element, indexed, rest, nameSpan } = draft;
  const { diagnostics, models } = session;
  const { modelTypes = [] } = indexed.syntax;
  const item = rest.shift();
  if (item?.kind !== 'word') {
    const message = item
      ? `${textOf(item.span)} is not the name of a model`
      : `${element.name} names no model`;
    diagnostics.error('missing-model', message, item?.span ?? nameSpan, {
      cure: `write: ${usageOf(element.name, indexed.syntax)}`,
    });
    return false;
  }
  const name = item.text.toLowerCase();
  const entry = models.get(name);
  if (!entry) {
    const nearest = nearestName(name, models.keys());
    const near = nearest === undefined ? undefined : models.get(nearest);
    diagnostics.error('unknown-model', `${element.name} names the unknown model "${name}"`, item.span, {
      related: near && [{ span: near.span, message: `"${nearest}" is defined here` }],
      cure: near ? `did you mean "${nearest}"?` : `define it: .model ${name} ${modelTypes[0] ?? 'type'}(...)`,
    });
    return false;
  }
  const { model } = entry;
  if (!model) return false;
  if (!modelTypes.includes(model.type)) {
    const message = `${element.name} needs a model of type ${modelTypes.join(' or ')}, but "${name}" is of type ${model.type}`;
    diagnostics.error('wrong-model-type', message, item.span, {
      related: [{ span: entry.span, message: `"${name}" is defined here` }],
    });
    return false;
  }
  element.model = model;
  element.valueSpan = item.span;
  return true;
}
