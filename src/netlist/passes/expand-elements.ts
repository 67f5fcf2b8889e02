/**
 * Element cards -> flat elements, by the syntax tables of the language.
 */
import { parseNumber } from '../../base/units.js';
import { partitionItems, readAssignments } from '../assignments.js';
import { usageOf, type ElementDraft, type PositionalItem } from '../elements/element-draft.js';
import { isSourceKeyword } from '../elements/source-value.js';
import { VALUE_READERS } from '../elements/value-readers.js';
import type { ElementSyntax } from '../language.js';
import type { Indexed } from '../language-index.js';
import { canonicalNode } from '../names.js';
import type { Session } from '../session.js';
import type { ParsedCard, WordItem } from '../syntax.js';
import { textOf } from '../syntax.js';

/** Shared by all elements without any: a large netlist has little else. */
const NO_PARAMETERS: ReadonlyMap<string, number> = new Map();
const NO_FLAGS: ReadonlySet<string> = new Set();

export function expandElements(session: Session): void {
  for (const card of session.elementCards) {
    const indexed = findSyntax(card, session);
    const isNew = claimName(card, session);
    if (indexed && isNew) expand(card, indexed, session);
  }
}

function findSyntax(
  { lead }: ParsedCard,
  { index, diagnostics }: Session,
): Indexed<ElementSyntax> | undefined {
  const indexed = index.element(lead.text);
  if (!indexed) {
    const message = `unknown element letter "${lead.text.charAt(0).toUpperCase()}" of "${lead.text.toLowerCase()}"`;
    diagnostics.error('unknown-element', message, lead.span, {
      cure: `use one of: ${index.letters.join(' ')}`,
    });
  }
  return indexed;
}

function claimName({ lead }: ParsedCard, { elementNames, diagnostics }: Session): boolean {
  const name = lead.text.toLowerCase();
  const earlier = elementNames.get(name);
  if (!earlier) {
    elementNames.set(name, lead.span);
    return true;
  }
  diagnostics.error('duplicate-element', `element "${name}" is defined twice`, lead.span, {
    related: [{ span: earlier, message: 'defined here first' }],
    cure: 'rename one of them',
  });
  return false;
}

function expand(card: ParsedCard, indexed: Indexed<ElementSyntax>, session: Session): void {
  const { syntax } = indexed;
  const name = card.lead.text.toLowerCase();
  const { positional, assignments } = partitionItems(card.items);
  const nodeItems = readNodes(name, positional, assignments.length > 0, syntax, card, session);
  if (!nodeItems) return;
  const nodes = nodeItems.map(({ text }) => canonicalNode(text));
  for (const node of nodes) session.nodeNames.add(node);
  const draft: ElementDraft = {
    element: {
      name,
      letter: syntax.letter,
      nodes,
      parameters: NO_PARAMETERS,
      flags: NO_FLAGS,
      span: card.span,
      nodeSpans: nodeItems.map(({ span }) => span),
    },
    indexed,
    rest: positional.slice(nodeItems.length),
    assignments: [...assignments],
    nameSpan: card.lead.span,
  };
  const valueRead = VALUE_READERS[syntax.value.kind](draft, session);
  if (draft.assignments.length > 0) {
    const rules = { owner: name, parameters: indexed.parameters };
    draft.element.parameters = readAssignments(draft.assignments, rules, session);
  }
  if (draft.rest.length > 0) draft.element.flags = readFlags(draft, valueRead, session);
  if (valueRead) session.elements.push(draft.element);
}

/** Takes one word a terminal off the front; what cannot be a node shows that one is missing. */
function readNodes(
  name: string,
  positional: readonly PositionalItem[],
  hasAssignments: boolean,
  syntax: ElementSyntax,
  card: ParsedCard,
  session: Session,
): readonly WordItem[] | undefined {
  const { terminals } = syntax;
  const nodes: WordItem[] = [];
  // Without a value left over, a number among the nodes is the value, and a node is missing.
  const short = positional.length <= terminals.length;
  for (let k = 0; k < terminals.length; k++) {
    const terminal = terminals[k] ?? '';
    const item = positional[k];
    const last = k === positional.length - 1;
    if (item?.kind === 'word' && !(short && last && standsForValue(item, syntax, hasAssignments, session))) {
      if (syntax.value.kind !== 'source' || !isSourceKeyword(item.text, session)) {
        nodes.push(item);
        continue;
      }
    }
    const needs = `${name} needs ${terminals.length} nodes (${terminals.join(' ')})`;
    const missing = item
      ? `"${textOf(item.span)}" stands where ${terminal} should`
      : `${terminal} is missing`;
    session.diagnostics.error('missing-node', `${needs}; ${missing}`, item?.span ?? card.span, {
      cure: `write: ${usageOf(name, syntax)}`,
    });
    for (const node of nodes) session.nodeNames.add(canonicalNode(node.text));
    return undefined;
  }
  return nodes;
}

function standsForValue(
  { text }: WordItem,
  { value }: ElementSyntax,
  named: boolean,
  session: Session,
): boolean {
  if (value.kind === 'model') return session.models.has(text.toLowerCase());
  return value.kind === 'number' && !named && !/^\d+$/.test(text) && parseNumber(text) !== undefined;
}

function readFlags(
  { element, indexed, rest }: ElementDraft,
  valueRead: boolean,
  session: Session,
): ReadonlySet<string> {
  const { flags = [], value } = indexed.syntax;
  const set = new Set<string>();
  for (const item of rest) {
    const word = item.kind === 'word' ? item.text.toLowerCase() : '';
    if (flags.includes(word)) {
      set.add(word);
    } else if (valueRead || value.kind !== 'model') {
      const legal = flags.length > 0 ? `; only ${flags.join(', ')} may stand here` : '';
      const message = `${element.name}: unexpected "${textOf(item.span)}"${legal}`;
      session.diagnostics.error('too-many-arguments', message, item.span, {
        cure: `write: ${usageOf(element.name, indexed.syntax)}`,
      });
    }
  }
  return set;
}
