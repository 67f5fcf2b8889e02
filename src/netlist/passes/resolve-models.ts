/**
 * Models of the netlist's own text are read even when nothing refers to them, so that their errors show;
 * those of other files only when they are needed: a library has many more than a circuit.
 */
import { findModel } from '../elements/model-reference.js';
import type { Session } from '../session.js';
import { textOf } from '../syntax.js';

export function resolveModels(session: Session): void {
  const { content, text, index } = session;
  for (const { reader, card } of content.cards) if (reader.phase === 'early') reader.read?.(card, session);
  for (const [name, { card }] of content.models) {
    const [, type] = card.items;
    if (card.span.source !== text || !type) continue;
    const typeSpan = type.kind === 'group' ? type.nameSpan : type.span;
    const typeName = textOf(typeSpan).toLowerCase();
    const isKnown = index.models.has(typeName) || typeName.startsWith('ako:');
    if (isKnown) findModel(name, session);
    else session.unknownModelTypes.set(name, typeSpan);
  }
}
