/**
 * Entries of a block -> its content: parameters, functions, models, subcircuits and elements by kind, with the
 * branches of `.if` that hold.
 */
import type { Expression } from '../expression/ast.js';
import type { Item, ParsedCard } from './syntax.js';
import { evaluate } from '../expression/evaluate.js';
import { parseExpressionText } from '../expression/parse.js';
import type { BoundCard, Entry } from './block.js';
import { firstWord, type LogicalCard } from './cards.js';
import type { ParameterScope } from './parameter-scope.js';
import type { CircuitBlock, CircuitContent, Reader, Session } from './session.js';

/**
 * Sorts the entries of a block. Definitions go into the scope as they are met, those outside of `.if` first,
 * so that conditions can use them.
 */
export function sortContent(
  entries: readonly Entry<Reader>[],
  content: CircuitContent,
  scope: ParameterScope,
  session: Session,
): void {
  sortConditional(sortCertain(entries, content, scope, session), content, scope, session);
}

type Conditional = Extract<Entry<Reader>, { kind: 'if' }>;

/** Sorts what stands outside of `.if`; returns the rest. */
export function sortCertain(
  entries: readonly Entry<Reader>[],
  content: CircuitContent,
  scope: ParameterScope,
  session: Session,
): readonly Conditional[] {
  const conditionals: Conditional[] = [];
  for (const entry of entries) {
    if (entry.kind === 'if') conditionals.push(entry);
    else sortEntry(entry, content, session);
  }
  scope.define(content.definitions.values());
  for (const [name, definition] of content.functions) scope.functions.set(name, definition);
  return conditionals;
}

/** Sorts the branches that hold. */
export function sortConditional(
  conditionals: readonly Conditional[],
  content: CircuitContent,
  scope: ParameterScope,
  session: Session,
): void {
  for (const conditional of conditionals) {
    const chosen = conditional.branches.find(
      ({ condition }) => condition === undefined || isTrue(condition, scope, session),
    );
    if (chosen) sortContent(chosen.entries, content, scope, session);
  }
}

function sortEntry(
  entry: Exclude<Entry<Reader>, { kind: 'if' }>,
  content: CircuitContent,
  session: Session,
): void {
  if (entry.kind === undefined) content.elements.push(entry);
  else if (entry.kind === 'subcircuit') addSubcircuit(entry.block, content, session);
  else if (entry.reader.define) entry.reader.define(entry.card, content, session);
  else if (entry.reader.phase === 'models') addModel(entry, content, session);
  else content.cards.push(entry);
}

function addSubcircuit(block: CircuitBlock, { subcircuits }: CircuitContent, { diagnostics }: Session): void {
  const earlier = subcircuits.get(block.name);
  if (!earlier) {
    subcircuits.set(block.name, block);
    return;
  }
  const message = `subcircuit "${block.name}" is defined twice: the first definition counts`;
  diagnostics.warning('defined-twice', message, block.span, {
    related: [{ span: earlier.span, message: 'defined here first' }],
    hint: 'remove or rename one of them',
  });
}

/** A `.model` card is kept by name, and read when an element needs it. */
function addModel(bound: BoundCard<Reader>, { models }: CircuitContent, session: Session): void {
  const { diagnostics, dialect } = session;
  const { items, span } = bound.card;
  const [nameItem, typeItem] = items;
  if (nameItem?.kind !== 'word') {
    diagnostics.error('too-few-arguments', '.model needs a name and a type', span, {
      hint: `write: ${bound.reader.usage}`,
    });
    return;
  }
  const name = nameItem.text.toLowerCase();
  const earlier = models.get(name);
  const [first, firstType] = earlier?.card.items ?? [];
  if (!first) {
    models.set(name, bound);
    return;
  }
  // LTspice writes `.model NMOS NMOS` into every netlist so that no model is missing: one that says more counts.
  if (dialect === 'ltspice' && earlier && isDefault(earlier.card)) {
    models.set(name, bound);
    return;
  }
  if (dialect === 'ltspice' && isDefault(bound.card)) return;
  // LTspice: models of one name and several types are told apart by what refers to them.
  const type = typeWordOf(typeItem);
  if (dialect === 'ltspice' && type !== typeWordOf(firstType) && !models.has(`${name} ${type}`)) {
    models.set(`${name} ${type}`, bound);
    return;
  }
  const message = `model "${name}" is defined twice: the first definition counts`;
  diagnostics.warning('defined-twice', message, nameItem.span, {
    related: [{ span: first.span, message: 'defined here first' }],
    hint: 'remove or rename one of them',
  });
}

function isDefault({ items }: ParsedCard): boolean {
  const [name, type] = items;
  if (items.length > 2 || name?.kind !== 'word' || type?.kind !== 'word') return false;
  return name.text.toLowerCase() === type.text.toLowerCase();
}

function typeWordOf(item: Item | undefined): string {
  if (item?.kind === 'group') return item.name.toLowerCase();
  return item?.kind === 'word' ? item.text.toLowerCase() : '';
}

/** Reads and evaluates what follows `.if` or `.elseif`; false after reporting. */
function isTrue(card: LogicalCard, scope: ParameterScope, session: Session): boolean {
  const condition = conditionOf(card, session);
  const value = condition && evaluate(condition, scope, session.diagnostics);
  return value !== undefined && value !== 0;
}

function conditionOf({ text, span }: LogicalCard, session: Session): Expression | undefined {
  const from = firstWord(text).length;
  // ngspice compares by "=", too; a blank beside it makes room for "==".
  const bare = text
    .slice(from)
    .replace(/^(\s*)[{'](.*)[}']\s*$/s, '$1 $2 ')
    .replace(/(?<![<>=!])=(?![=]) ?/g, '==');
  const place = { source: span.source, base: span.start + from, rules: session.rules };
  return parseExpressionText(bare, place, session.diagnostics);
}
