/**
 * Circuits -> flat elements: the elements of the main circuit, and at each `X` those of the subcircuit that
 * it calls, with the caller's nodes for its ports and the caller's values for its parameters.
 *
 * Recursion follows calls; those without end are an error (`endless-calls.ts`). The
 * flat circuit has at most MAX_ELEMENTS elements, of at most MAX_CALLS calls: calls that double level by level grow
 * without bound.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Span } from '../../base/span.js';
import type { Expression } from '../../expression/ast.js';
import { namesIn } from '../../expression/names-in.js';
import { numberAt } from '../../expression/simplify.js';
import { warnOfRepeated } from '../assignments.js';
import { alikeElement, noteElement } from './alike-element.js';
import { emptyContent } from '../block.js';
import { firstWord, type LogicalCard } from '../cards.js';
import { digitalType, expandPrimitive } from '../digital/primitive-table.js';
import { elementIn, nodeIn } from '../frame.js';
import { ParameterScope } from '../parameter-scope.js';
import type { CircuitBlock, CircuitContent, CircuitFrame, Session } from '../session.js';
import { sortContent } from '../sort-content.js';
import type { AssignmentItem, ParsedCard, WordItem } from '../syntax.js';
import { textOf } from '../syntax.js';
import { expressionOf, readValue } from '../values.js';
import { flattenNodes } from '../elements/flatten-nodes.js';
import { withNumberedName } from '../elements/numbered-names.js';
import { isTooDeep, reportRecursion } from './endless-calls.js';
import { expandElement } from './expand-element.js';
import { allowsPlainElements, plainElement } from './plain-element.js';
import { argumentName, isOptional, isParamsWord } from './subcircuit-card.js';

/** Above a million, which is legal; below what memory holds. */
const MAX_ELEMENTS = 3_000_000;
/** What an element takes at least until a run begins: measured, 3 kB of a resistor, 6 kB of a transistor. */
const BYTES = 3000;
/** No memory in which a process starts is too small for so many. */
const FEW_ELEMENTS = 1000;
/** A call holds names and parameters of its own. */
const MAX_CALLS = 100_000;

export function expandCircuit(session: Session): void {
  expandFrame(session);
  for (const action of session.deferred) action();
}

function expandFrame(session: Session): void {
  const { content, depth } = session.frame;
  const plain = allowsPlainElements(session);
  // A device of a subcircuit may have a model and parameters of its own.
  const alike = plain && depth === 0;
  for (let k = 0; k < content.elements.length; k++) {
    const card = content.elements[k];
    if (!card) continue;
    // Nobody reads it again, and a million of them are more than their elements.
    if (depth === 0 && k < content.elements.length - 1) content.elements[k] = undefined;
    const digital = mayBeDigital(card) ? digitalType(card) : undefined;
    if (digital !== undefined) {
      expandDigital(card, digital, session);
      continue;
    }
    const read =
      (plain ? plainElement(card, session) : undefined) ?? (alike ? alikeElement(card, session) : undefined);
    if (read) {
      if (!claimName(read.name, read.span, session)) continue;
      session.elements.push(read);
      if (!hasTooMany(session)) continue;
      reportSize(card, session);
      return;
    }
    const syntax = depth > 0 ? parsedOnce(card, session) : session.parse(card);
    if (!syntax) continue;
    if (syntax.lead.text.charAt(0).toLowerCase() === 'x' && !session.index.element(syntax.lead.text)) {
      expandCall(syntax, session);
    } else if (claimName(elementIn(session.frame, syntax.lead.text), syntax.span, session)) {
      const { count } = session.diagnostics;
      expandElement(syntax, session);
      const element = session.elements.at(-1);
      if (alike && element && session.diagnostics.count === count) noteElement(card, element, session);
    }
    if (hasTooMany(session) || session.frames.size > MAX_CALLS) {
      reportSize(card, session);
      return;
    }
  }
}

/** A card of a subcircuit is read at each call: parsed once. */
function parsedOnce(card: LogicalCard, session: Session): ParsedCard | undefined {
  const { parsedElements } = session;
  if (!parsedElements.has(card)) parsedElements.set(card, session.parse(card));
  return parsedElements.get(card);
}

/** A cheap test, for all cards. */
function mayBeDigital({ text }: LogicalCard): boolean {
  return text.startsWith('U') || text.startsWith('u');
}

function expandDigital(card: LogicalCard, type: string, session: Session): void {
  const lead = /^\S+/.exec(card.text)?.[0] ?? '';
  if (claimName(elementIn(session.frame, lead), card.span, session)) expandPrimitive(card, type, session);
}

function hasTooMany(session: Session): boolean {
  const { length } = session.elements;
  return length > FEW_ELEMENTS && length > elementLimit(session);
}

/** How many elements there may be: what ends by itself where memory does is told before it begins. */
function elementLimit(session: Session): number {
  const { memory } = session.overrides;
  session.mostElements ??= Math.min(MAX_ELEMENTS, Math.floor((memory?.() ?? Infinity) / BYTES));
  return session.mostElements;
}

function reportSize({ span }: LogicalCard, session: Session): void {
  const { diagnostics } = session;
  if (diagnostics.has('circuit-too-large')) return;
  const most = elementLimit(session);
  if (hasTooMany(session) && most < MAX_ELEMENTS) {
    const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
    const message = `the circuit has more than ${most} elements once its subcircuits are put in, too many for ${megabytes(most * BYTES)} of memory: they take some ${BYTES / 1000} kB each, or more`;
    diagnostics.error('circuit-too-large', message, span, {
      hint: 'give it more memory (NODE_OPTIONS=--max-old-space-size=MEGABYTES, ulimit -v), or simulate a part of it',
    });
    return;
  }
  const message = `the circuit has more than ${MAX_ELEMENTS} elements or ${MAX_CALLS} calls once its subcircuits are put in`;
  diagnostics.error('circuit-too-large', message, span, { hint: 'simulate a part of it' });
}

/** Takes the full name of the element of a card; false after reporting that it is taken. */
function claimName(name: string, card: Span, session: Session): boolean {
  const earlier = session.claimElement(name, card);
  if (!earlier) return true;
  session.diagnostics.error('duplicate-element', `element "${name}" is defined twice`, leadOf(card), {
    related: [{ span: leadOf(earlier), message: 'defined here first' }],
    hint: 'rename one of them',
  });
  return false;
}

/** Place of the name with which a card begins. */
function leadOf({ source, start }: Span): Span {
  const { length } = firstWord(source.text.slice(start, start + MAX_LEAD));
  return { source, start, end: start + length };
}

/** More letters than an excerpt shows. */
const MAX_LEAD = 1000;

/** `X1 node ... name [params: k=v ...]` */
function expandCall(card: ParsedCard, session: Session): void {
  const { diagnostics, frame, globals } = session;
  const name = elementIn(frame, card.lead.text);
  if (!claimName(name, card.span, session)) return;
  const items = flattenNodes(withNumberedName(card.items, session, true), () => false);
  const words = items.filter((item) => item.kind === 'word').filter(({ text }) => !isParamsWord(text));
  const assignments = items.filter((item) => item.kind === 'assignment');
  const wrong = items.find(({ kind }) => kind !== 'word' && kind !== 'assignment');
  const called = words.pop();
  if (!called || wrong) {
    const message = wrong
      ? `${name}: ${textOf(wrong.span)} is no node and no name=value`
      : `${name} names no subcircuit`;
    diagnostics.error('missing-subcircuit', message, (wrong ?? card.lead).span, {
      hint: `write: ${name} node ... subcircuit [name=value ...]`,
    });
    return;
  }
  const nodes = words.map(({ text }) => session.meetNode(nodeIn(frame, text, globals)));
  const block = findSubcircuit(called, name, session);
  if (!block || !checkPorts(block, words, name, card, session)) return;
  if (isTooDeep(block, session)) {
    reportRecursion(block, called.span, session);
    return;
  }
  enter(block, nodes, name, assignments, card, session);
}

function findSubcircuit(called: WordItem, name: string, session: Session): CircuitBlock | undefined {
  const wanted = called.text.toLowerCase();
  for (let frame: CircuitFrame | undefined = session.frame; frame; frame = frame.parent) {
    const block = frame.content.subcircuits.get(wanted);
    if (!block) continue;
    session.calledSubcircuits.add(block);
    return block;
  }
  // What is wrong with its card was told there.
  if (session.isMisread('subcircuit', wanted)) return undefined;
  const message = `${name} calls the unknown subcircuit "${wanted}"`;
  session.diagnostics.error('unknown-subcircuit', message, called.span, () => {
    const nearest = nearestName(wanted, subcircuitNames(session));
    return {
      related: session.missingLibraries,
      hint: nearest === undefined ? `define it: .subckt ${wanted} ...` : `did you mean "${nearest}"?`,
    };
  });
  return undefined;
}

function* subcircuitNames({ frame: from, libraryNames }: Session): Iterable<string> {
  for (let frame: CircuitFrame | undefined = from; frame; frame = frame.parent) {
    yield* frame.content.subcircuits.keys();
  }
  yield* libraryNames.subcircuit;
}

function checkPorts(
  { name: subcircuit, ports, optional = [], span }: CircuitBlock,
  nodes: readonly WordItem[],
  name: string,
  card: ParsedCard,
  { diagnostics }: Session,
): boolean {
  if (nodes.length >= ports.length && nodes.length <= ports.length + optional.length) return true;
  const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
  const message = `${name} names ${counted(nodes.length, 'node')}, but "${subcircuit}" has ${counted(ports.length, 'port')} (${ports.join(' ')})`;
  diagnostics.error('wrong-port-count', message, card.span, {
    related: [{ span, message: `"${subcircuit}" is defined here` }],
    hint: `write: ${[name, ...ports, subcircuit].join(' ')}`,
  });
  return false;
}

function enter(
  block: CircuitBlock,
  nodes: readonly string[],
  name: string,
  assignments: readonly AssignmentItem[],
  card: ParsedCard,
  session: Session,
): void {
  const caller = session.frame;
  const scope = new ParameterScope(caller.scope.context, caller.scope);
  const given = setArguments(assignments, name, scope, card.span, session);
  setDefaults(block, scope, session);
  const frame: CircuitFrame = {
    parent: caller,
    block,
    scope,
    content: contentOf(block, scope, session),
    prefix: `${name}.`,
    ports: portsOf(block, nodes, session),
    multiplier: caller.multiplier * given,
    depth: caller.depth + 1,
    models: new Map(),
  };
  session.frames.set(name, frame);
  session.inFrame(frame, () => {
    scope.resolveProbe = (probe) => session.resolveProbe(probe, frame, undefined, 'output');
    scope.resolveAll();
    for (const local of frame.content.cards) {
      session.defer(() => {
        session.readCard(local);
      });
    }
    expandFrame(session);
  });
  warnOfUnusedArguments(block, assignments, name, scope, card, session);
  noteStepped(name, scope, session);
}

/** Full names of the ports, those that the call leaves out included; of one that is named twice, the first counts. */
function portsOf(
  { ports, optional = [] }: CircuitBlock,
  nodes: readonly string[],
  { globals, grounds }: Session,
): ReadonlyMap<string, string> {
  const map = new Map<string, string>(grounds);
  const all = [...ports, ...optional.map(({ name }) => name)];
  const otherwise = [
    ...ports,
    ...optional.map(({ node }) => nodeIn({ prefix: '', ports: map }, node, globals)),
  ];
  for (const [k, port] of all.entries()) if (!map.has(port)) map.set(port, nodes[k] ?? otherwise[k] ?? port);
  return map;
}

/** Content of a subcircuit: the same in every call, unless it chooses by `.if`. */
function contentOf(block: CircuitBlock, scope: ParameterScope, session: Session): CircuitContent {
  const shared = session.contents.get(block);
  if (shared) {
    scope.define(shared.definitions.values());
    for (const [key, definition] of shared.functions) scope.functions.set(key, definition);
    return shared;
  }
  const content: CircuitContent = emptyContent();
  sortContent(block.entries, content, scope, session);
  if (!block.entries.some(({ kind }) => kind === 'if')) session.contents.set(block, content);
  return content;
}

/** Defines what the call gives, read where the call stands; returns its `m=`. */
function setArguments(
  assignments: readonly AssignmentItem[],
  name: string,
  scope: ParameterScope,
  span: Span,
  session: Session,
): number {
  let multiplier = 1;
  const caller = session.frame.scope;
  const own = new Set(assignments.map(({ key }) => argumentName(key)));
  for (const { key, value } of assignments) {
    const parameter = argumentName(key);
    if (parameter === 'm') {
      const spec = { name: 'm', range: 'positive' } as const;
      multiplier = readValue(value, spec, name, session, 'named') ?? 1;
      continue;
    }
    const expression = expressionOf(value, session.diagnostics, session.rules);
    const earlier = scope.definitions.get(parameter);
    if (earlier) warnOfRepeated(`${name}: ${parameter}`, key.span, earlier.span, session);
    scope.definitions.set(parameter, {
      name: parameter,
      expression,
      span: key.span,
      // HSPICE and Xyce: of what the caller does not know, another argument of the same call.
      ...(!(expression && namesArgument(expression, parameter, own, caller)) && { scope: caller }),
      maybeUnused: true,
    });
  }
  setStepped(name, scope, span, session);
  return multiplier;
}

function namesArgument(
  expression: Expression,
  parameter: string,
  own: ReadonlySet<string>,
  caller: ParameterScope,
): boolean {
  if (own.size === 1) return false;
  return [...namesIn(expression)].some(
    (name) => name !== parameter && own.has(name) && caller.lookup(name) === undefined,
  );
}

/** What a step sets of the call, "x1:w", over what the card says. */
function setStepped(name: string, scope: ParameterScope, span: Span, session: Session): void {
  for (const [parameter, value] of steppedArguments(name, session)) {
    scope.definitions.set(parameter, { name: parameter, expression: numberAt(value, span), span });
  }
}

function steppedArguments(name: string, { overrides }: Session): readonly (readonly [string, number])[] {
  return Object.entries(overrides.elements ?? {})
    .filter(([key]) => key.startsWith(`${name}:`))
    .map(([key, value]) => [key.slice(name.length + 1), value]);
}

/** A step of an argument that the subcircuit uses changes something. */
function noteStepped(name: string, scope: ParameterScope, session: Session): void {
  for (const [parameter] of steppedArguments(name, session)) {
    const definition = scope.definitions.get(parameter);
    if (definition && session.used.has(definition)) session.appliedOverrides.add(`${name}:${parameter}`);
  }
}

/** A default that names its own parameter, r={r}, means the caller's. */
function setDefaults({ card }: CircuitBlock, scope: ParameterScope, session: Session): void {
  const items = card?.items ?? [];
  const given = new Set(scope.definitions.keys());
  for (const item of items) {
    if (item.kind !== 'assignment' || isOptional(items, item)) continue;
    const name = argumentName(item.key);
    if (given.has(name)) continue;
    const expression = expressionOf(item.value, session.diagnostics, session.rules);
    const isCallers = expression && scope.parent && [...namesIn(expression)].includes(name);
    const from = isCallers ? { scope: scope.parent } : {};
    scope.definitions.set(name, { name, expression, span: item.key.span, maybeUnused: true, ...from });
  }
}

/** A misspelt argument changes nothing, and nobody sees why. */
function warnOfUnusedArguments(
  { card: definition, name: subcircuit }: CircuitBlock,
  assignments: readonly AssignmentItem[],
  name: string,
  scope: ParameterScope,
  card: ParsedCard,
  { diagnostics, used }: Session,
): void {
  if (assignments.length === 0) return;
  const declared = (definition?.items ?? []).flatMap((item) =>
    item.kind === 'assignment' ? [argumentName(item.key)] : [],
  );
  for (const { key } of assignments) {
    const parameter = argumentName(key);
    const own = scope.definitions.get(parameter);
    if (parameter === 'm' || !own || used.has(own) || declared.includes(parameter)) continue;
    const message = `${name}: subcircuit "${subcircuit}" has no parameter "${parameter}"`;
    diagnostics.warning('unknown-argument', message, key.span ?? card.span, () => {
      const nearest = nearestName(parameter, declared);
      return { hint: nearest === undefined ? 'remove it' : `did you mean "${nearest}"?` };
    });
  }
}
