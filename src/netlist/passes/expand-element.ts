/**
 * Element cards -> flat elements, by the syntax tables of the language.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Span } from '../../base/span.js';
import { parseNumber } from '../../base/units.js';
import { partitionItems, readAssignments } from '../assignments.js';
import { setExpression, usageOf, type ElementDraft, type PositionalItem } from '../elements/element-draft.js';
import { UNSUPPORTED_PARTS } from '../elements/unsupported-parts.js';
import { flattenNodes } from '../elements/flatten-nodes.js';
import { multiply } from '../elements/parallel-copies.js';
import { readInitialVoltages } from '../elements/initial-voltages.js';
import { hasModel } from '../elements/model-reference.js';
import { withNumberedName } from '../elements/numbered-names.js';
import { isKeyword, VALUE_READERS } from '../elements/value-readers.js';
import { elementIn, nodeIn } from '../frame.js';
import type { ElementSyntax } from '../language.js';
import type { Indexed } from '../language-index.js';
import type { Session } from '../session.js';
import type { AssignmentItem, Item, ParsedCard, WordItem } from '../syntax.js';
import { textOf } from '../syntax.js';
import type { CircuitValue } from '../values.js';
import { applyStep } from './apply-step.js';
import { NO_FLAGS, NO_PARAMETERS } from './plain-element.js';

/** Reads one element of the current circuit. */
export function expandElement(card: ParsedCard, session: Session): void {
  const indexed = findSyntax(card, session);
  if (!indexed) return;
  const { syntax } = indexed;
  const { frame, globals } = session;
  const name = elementIn(frame, card.lead.text);
  const most = syntax.value.kind === 'source' ? syntax.terminals.length : Infinity;
  const written = syntax.value.kind === 'model' ? withNumberedName(card.items, session, false) : card.items;
  const items = flattenNodes(written, (word) => isKeyword(word, syntax, session), most);
  const { positional, assignments } = partitionItems(withFurtherCoefficients(items, indexed));
  const replaced = syntax.replacedTerminals;
  const isReplaced =
    replaced !== undefined &&
    assignments.some(({ key }) => textOf(key.span).toLowerCase() === replaced.parameter);
  const terminals = isReplaced ? syntax.terminals.slice(0, -replaced.count) : syntax.terminals;
  const nodeItems = readNodes(name, positional, assignments.length > 0, terminals, syntax, card, session);
  if (!nodeItems) return;
  const nodes = nodeItems.map(({ text }) => session.meetNode(nodeIn(frame, text, globals)));
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
    card,
  };
  session.elements.push(draft.element);
  // What names other elements waits until all are known.
  if (DEFERRED.has(syntax.value.kind)) {
    session.defer(() => {
      readRest(draft, session);
    });
  } else readRest(draft, session);
}

/** `tc=a,b,c`, and as vendors write it behind the value, `tc a b c`: the numbers are tc1, tc2, tc3 ... */
function withFurtherCoefficients(
  items: readonly Item[],
  { parameters, syntax }: Indexed<ElementSyntax>,
): readonly Item[] {
  if (!parameters.has('tc2')) return items;
  /** Which coefficient a number would be; 0: none. */
  let order = 0;
  return items.flatMap((item, k): readonly Item[] => {
    const word = textOf(item.kind === 'assignment' ? item.key.span : item.span);
    if (word.toLowerCase() === 'tc') {
      const next = items[k + 1];
      const isWord = k > syntax.terminals.length && next !== undefined && isNumber(next);
      order = item.kind === 'assignment' ? 2 : isWord ? 1 : 0;
      return order === 1 ? [] : [item];
    }
    const text = `tc${order}`;
    if (order === 0 || item.kind !== 'word' || !isNumber(item) || !parameters.has(text)) {
      order = 0;
      return [item];
    }
    order++;
    const span = { source: { ...item.span.source, text }, start: 0, end: text.length };
    return [{ kind: 'assignment', key: { kind: 'word', text, span }, value: item, span: item.span }];
  });
}

function isNumber(item: Item): boolean {
  return item.kind === 'word' && parseNumber(item.text) !== undefined;
}

const DEFERRED: ReadonlySet<ElementSyntax['value']['kind']> = new Set([
  'controlled',
  'behavioural',
  'coupling',
  'current-control',
]);

/** What a card that begins with N is, and what to write instead: of PSpice, and of the others. */
const DIGITAL_INPUT = [
  'a digital input of PSpice',
  'leave it out: a digital part (U) makes the input of an analog net itself, by its IO model',
] as const;
const COMPILED_MODEL = [
  'a compiled model of Verilog-A (OSDI)',
  'use a built-in model (M with level=54 is BSIM4), or write its equations as B sources',
] as const;

/** By the letters of its name; where several fit (Y, YMASS), the one whose nodes a model follows. */
function findSyntax(card: ParsedCard, session: Session): Indexed<ElementSyntax> | undefined {
  const { lead, items } = card;
  const { index, diagnostics } = session;
  if (isPort(card)) return index.element('v');
  const [first, ...others] = index.elements(lead.text);
  const named = others.find(({ syntax: { value, terminals } }) => {
    const item = items[terminals.length];
    return value.kind === 'model' && item?.kind === 'word' && hasModel(item.text, session);
  });
  const indexed = named ?? first;
  const unsupported = named ? undefined : UNSUPPORTED_PARTS.get(lead.text.toLowerCase());
  if (unsupported) {
    const [what, hint] = unsupported;
    const message = `${lead.text.toUpperCase()} of Xyce, ${what}, is not modelled`;
    diagnostics.error('unsupported-element', message, lead.span, { hint });
    return undefined;
  }
  if (!indexed && lead.text.charAt(0).toLowerCase() === 'n') {
    const [what, hint] = session.dialect === 'pspice' ? DIGITAL_INPUT : COMPILED_MODEL;
    diagnostics.error(
      'unsupported-element',
      `${lead.text.toLowerCase()} is ${what}, which is not supported`,
      lead.span,
      {
        hint,
      },
    );
    return undefined;
  }
  if (!indexed) {
    const message = `unknown element letter "${lead.text.charAt(0).toUpperCase()}" of "${lead.text.toLowerCase()}"`;
    diagnostics.error('unknown-element', message, lead.span, {
      hint: `use one of: ${index.letters.join(' ')}`,
    });
  }
  return indexed && !named && isMisspelt(card, indexed, session) ? undefined : indexed;
}

/** P of Xyce: a source that is a port. */
function isPort({ lead, items }: ParsedCard): boolean {
  const says = (item: Item): boolean =>
    item.kind === 'assignment' && textOf(item.key.span).toLowerCase() === 'port';
  return lead.text.charAt(0).toLowerCase() === 'p' && items.some(says);
}

/** Tells of a name such as YMAS1, that by its letter alone were an element with a model, and by most of its letters is another. */
function isMisspelt(
  { lead, items }: ParsedCard,
  { syntax }: Indexed<ElementSyntax>,
  session: Session,
): boolean {
  const { index, diagnostics } = session;
  const [letters = ''] = /^[a-z]+/i.exec(lead.text) ?? [];
  if (syntax.value.kind !== 'model' || letters.length < 4) return false;
  const isModel = (item: Item): boolean => item.kind === 'word' && hasModel(item.text, session);
  const longer = index.letters.filter(
    (other) => other.length > syntax.letter.length && other.startsWith(syntax.letter),
  );
  const nearest = nearestName(letters, longer);
  if (nearest === undefined && syntax.letter === 'Y' && !items.some(isModel)) {
    const message = `${lead.text.toUpperCase()} is no part that is known here: a device of Xyce or of a plug-in`;
    diagnostics.error('unsupported-element', message, lead.span, {
      hint: 'write it as a subcircuit of known elements',
    });
    return true;
  }
  if (nearest === undefined) return false;
  const message = `${lead.text.toLowerCase()} is no ${nearest} element by its letters, and of ${syntax.letter} elements it names no model`;
  diagnostics.error('unknown-element', message, lead.span, {
    hint: `did you mean "${nearest.toLowerCase()}"?`,
  });
  return true;
}

/** Reads value, parameters and flags. */
function readRest(draft: ElementDraft, session: Session): void {
  const { element, indexed } = draft;
  const { syntax } = indexed;
  readInitialVoltages(draft, session);
  const valueRead = VALUE_READERS[syntax.value.kind](draft, session);
  if (draft.assignments.length > 0) {
    const ignored = new Set(syntax.ignored);
    const rules = {
      owner: element.name,
      parameters: indexed.parameters,
      values: namesOfValue(syntax),
      accept: (name: string, { key: { span } }: AssignmentItem) => {
        if (reportSecondValue(draft, name, session) || reportRefused(draft, name, span, session)) return true;
        if (!ignored.has(name)) return false;
        session.ignore('element parameters', `${syntax.letter.toLowerCase()} ${name}`, element.span);
        return true;
      },
      expression: (name: string, value: CircuitValue) => {
        setExpression(draft, name, value, session);
      },
    };
    const parameters = readAssignments(draft.assignments, rules, session);
    element.parameters =
      element.parameters.size === 0 ? parameters : new Map([...element.parameters, ...parameters]);
  }
  if (draft.rest.length > 0) element.flags = readFlags(draft, valueRead, session);
  applyStep(draft, session);
  multiply(draft, session);
  element.parameters = session.sharedParameters.of(element.parameters);
}

/** The parameters that give the value itself. */
function namesOfValue({ value }: ElementSyntax): readonly string[] {
  if (value.kind !== 'number') return [];
  return [value.parameter, ...(value.alternatives ?? [])].map(({ name }) => name);
}

/** Reports words that are known and not modelled, those that one thing replaces at the first of them; false where it is none. */
function reportRefused(
  { element, indexed: { syntax }, assignments }: ElementDraft,
  name: string,
  span: Span,
  { diagnostics }: Session,
): boolean {
  const hint = syntax.refused?.[name];
  if (hint === undefined) return false;
  const written = assignments.map(({ key }) => textOf(key.span).toLowerCase());
  const names = written.filter((other) => syntax.refused?.[other] === hint);
  if (name !== names[0]) return true;
  const list = names.map((other) => `${other}=`).join(', ');
  const message = `${element.name}: ${list} ${names.length > 1 ? 'are' : 'is'} not supported`;
  diagnostics.error('unsupported-parameter', message, span, { hint });
  return true;
}

/** Reports a parameter that would replace the value, beside it; false where it is none. */
function reportSecondValue(
  { element, indexed, assignments }: ElementDraft,
  name: string,
  { diagnostics }: Session,
): boolean {
  const { value } = indexed.syntax;
  if (value.kind !== 'number') return false;
  const { parameter, alternatives = [] } = value;
  const other = alternatives.find((spec) => spec.name === name || spec.aliases?.includes(name) === true);
  if (!other) return false;
  const given = [parameter, ...alternatives].find(
    (spec) =>
      spec.name !== other.name && (element.parameters.has(spec.name) || element.expressions?.has(spec.name)),
  );
  const key = assignments.find(({ key: { span } }) => textOf(span).toLowerCase() === name)?.key;
  const message = `${element.name} has both ${(given ?? parameter).name} and ${name}`;
  diagnostics.error('two-values', message, key?.span ?? element.span, { hint: 'remove one of them' });
  return true;
}

/** Takes one word a terminal off the front; what cannot be a node shows that one is missing. */
function readNodes(
  name: string,
  positional: readonly PositionalItem[],
  hasAssignments: boolean,
  terminals: readonly string[],
  syntax: ElementSyntax,
  card: ParsedCard,
  session: Session,
): readonly WordItem[] | undefined {
  const nodes: WordItem[] = [];
  // Without a value left over, a number among the nodes is the value, and a node is missing.
  const short = positional.length <= terminals.length;
  for (let k = 0; k < terminals.length; k++) {
    const terminal = terminals[k] ?? '';
    const item = positional[k];
    const last = k === positional.length - 1;
    if (item?.kind === 'word' && !(short && last && standsForValue(item, syntax, hasAssignments, session))) {
      if (!isSourceWord(positional, k, syntax, session)) {
        nodes.push(item);
        continue;
      }
    }
    const needs = `${name} needs ${terminals.length} node${terminals.length === 1 ? '' : 's'} (${terminals.join(' ')})`;
    const missing = item
      ? `"${textOf(item.span)}" stands where ${terminal} should`
      : `${terminal} is missing`;
    session.diagnostics.error('missing-node', `${needs}; ${missing}`, item?.span ?? card.span, {
      hint: `write: ${usageOf(name, syntax)}`,
    });
    for (const node of nodes) session.meetNode(nodeIn(session.frame, node.text, session.globals));
    return undefined;
  }
  nodes.push(...optionalNodes(positional, terminals.length, syntax, session));
  return nodes;
}

/**
 * Whether a word begins the value of a source; a node may have such a name (dc, sin) where another one follows, or where it is
 * the first of two and a plain number is the value.
 */
function isSourceWord(
  positional: readonly PositionalItem[],
  at: number,
  syntax: ElementSyntax,
  session: Session,
): boolean {
  if (syntax.value.kind !== 'source') return false;
  const begins = (item: PositionalItem | undefined): boolean =>
    item?.kind === 'word'
      ? isKeyword(item.text.toLowerCase(), syntax, session)
      : item?.kind === 'group' && isKeyword(item.name, syntax, session);
  const isNode = at + 1 >= syntax.terminals.length || positional[at + 1]?.kind === 'word';
  const value = positional[syntax.terminals.length];
  const hasNumber = at === 0 && value?.kind === 'word' && parseNumber(value.text) !== undefined;
  return begins(positional[at]) && !(isNode && (hasNumber || positional.slice(at + 1).some(begins)));
}

/** The words before the model's name, as many as there are optional terminals. */
function optionalNodes(
  positional: readonly PositionalItem[],
  from: number,
  { optionalTerminals = [], flags = [], ignored = [] }: ElementSyntax,
  session: Session,
): readonly WordItem[] {
  const nodes: WordItem[] = [];
  for (let k = from; k < from + optionalTerminals.length; k++) {
    const item = positional[k];
    const next = positional[k + 1];
    if (item?.kind !== 'word' || next?.kind !== 'word') break;
    // PSpice has brackets around a name that is no model's.
    const inner = /^\[(.+)\]$/.exec(item.text)?.[1];
    if (inner !== undefined) {
      nodes.push({
        ...item,
        text: inner,
        span: { ...item.span, start: item.span.start + 1, end: item.span.end - 1 },
      });
      continue;
    }
    if (hasModel(item.text, session) && !hasModel(next.text, session)) break;
    if ([...flags, ...ignored].includes(next.text.toLowerCase())) break;
    // Neither is a model: the one that looks like a name is.
    if (!hasModel(next.text, session) && parseNumber(next.text) !== undefined) break;
    nodes.push(item);
  }
  return nodes;
}

function standsForValue(
  { text }: WordItem,
  { value }: ElementSyntax,
  named: boolean,
  session: Session,
): boolean {
  if (value.kind === 'model') return hasModel(text, session);
  return value.kind === 'number' && !named && !/^\d+$/.test(text) && parseNumber(text) !== undefined;
}

function readFlags(
  { element, indexed, rest }: ElementDraft,
  valueRead: boolean,
  session: Session,
): ReadonlySet<string> {
  const { flags = [], ignored = [], letter, value } = indexed.syntax;
  const set = new Set<string>();
  for (const item of rest) {
    const word = item.kind === 'word' ? item.text.toLowerCase() : '';
    if (flags.includes(word)) {
      set.add(word);
    } else if (ignored.includes(word)) {
      session.ignore('element parameters', `${letter.toLowerCase()} ${word}`, item.span);
    } else if (valueRead || value.kind !== 'model') {
      const legal = flags.length > 0 ? `; only ${flags.join(', ')} may stand here` : '';
      const message = `${element.name}: unexpected "${textOf(item.span)}"${legal}`;
      session.diagnostics.error('too-many-arguments', message, item.span, () => {
        const isSource = item.kind === 'group' && value.kind === 'source';
        const near = isSource ? nearestName(item.name, session.index.sourceFunctions.keys()) : undefined;
        const usage = `write: ${usageOf(element.name, indexed.syntax)}`;
        return { hint: near === undefined ? usage : `did you mean "${near}"?` };
      });
    }
  }
  return set;
}
