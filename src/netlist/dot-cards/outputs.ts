/**
 * `.print`, `.plot`, `.save`, `.probe`: the quantities to be written. They share one reader; the union of
 * all of them is written, in order, without repetition. Names are found when all elements are known.
 */
import type { Span } from '../../base/span.js';
import { parseNumber } from '../../base/units.js';
import type { Expression } from '../../expression/ast.js';
import { visitExpression } from '../../expression/map-expression.js';
import { parseExpressionText } from '../../expression/parse.js';
import { boundScope } from '../../expression/scope.js';
import { numberAt } from '../../expression/simplify.js';
import { deviceQuantity, terminalOf } from '../device-quantities.js';
import { isOfTerminals } from '../terminal-quantities.js';
import { outputProbe, withPower } from '../output-probe.js';
import { elementParameter } from '../elements/element-parameter.js';
import { flatExpression } from '../elements/element-draft.js';
import { MEASURE_PROBE } from '../flat-cards.js';
import { asksNodes, mechanicalProbe } from '../mechanical-probes.js';
import { inDegrees, type OutputItem, partOfComplex } from '../output-item.js';
import { findElement, findNode, requireName } from '../resolve-names.js';
import type { Session } from '../session.js';
import type { GroupItem, Item, ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import { isComplexFunction, withComplexParts } from './complex-parts.js';
import { withXyceNames, xyceProbe } from '../xyce-names.js';
import { scatteringOutput } from './scattering-outputs.js';
import type { DotCard } from './dot-card.js';
import { noiseOutputOf, readNoiseOutput } from './noise-outputs.js';

interface QuantitySpec {
  readonly of: 'node' | 'element';
  readonly most: number;
  readonly usage: string;
}

/** What may be asked for. */
const QUANTITIES: ReadonlyMap<string, QuantitySpec> = new Map([
  ['v', { of: 'node', most: 2, usage: 'v(node) or v(node,node)' }],
  ['i', { of: 'element', most: 1, usage: 'i(element)' }],
  ['p', { of: 'element', most: 1, usage: 'p(element)' }],
  ['x', { of: 'node', most: 2, usage: 'x(node)' }],
  ['f', { of: 'element', most: 1, usage: 'f(element)' }],
]);

/** Of a magnetic core: flux density and field, as PSpice names them. */
const CORE_QUANTITY = /^[bh]$/;

/** Xyce's internal names of the same, of the magnetization, and of the current of a winding. */
const CORE_NAME = /^((?:.*:)?)ymin!([^!]+?)_(?:([bhm])|(.+)_branch)$/;

/** Currents into terminals of transistors: id(m1). */
const TERMINAL_CURRENT = /^i([abcdeksg])$/;

/** Words before the quantities that say of which analysis, and its kind. */
const ANALYSIS_WORDS: ReadonlyMap<string, string> = new Map([
  ...['tran', 'op', 'dc', 'ac', 'noise', 'sp', 'hb', 'sens', 'tf', 'pz', 'disto'].map(
    (kind) => [kind, kind] as const,
  ),
  ['tr', 'tran'],
]);

/** Words that ask for all quantities, and those that add nothing to them. */
const ALL_WORDS: ReadonlySet<string> = new Set(['all', 'allv', 'alli', 'all_v']);
const NOTHING_MORE: ReadonlySet<string> = new Set(['vs', 'nointernalnodes']);

function outputCard(
  name: string,
  doc: string,
  bareNodes: boolean,
  aliases: readonly string[],
): DotCard<Session> {
  const read = (card: ParsedCard, session: Session): void => {
    let analysis: string | undefined;
    for (const [position, item] of card.items.entries()) {
      const word = item.kind === 'word' ? item.text.toLowerCase() : '';
      if (position === 0) analysis = ANALYSIS_WORDS.get(word);
      if (position === 0 && analysis !== undefined) continue;
      if (NOTHING_MORE.has(word)) continue;
      if (ALL_WORDS.has(word) || isWildcard(item)) {
        session.everything = true;
        continue;
      }
      if (position > 0 && isAxisRange(item)) {
        session.ignore('output settings', textOf(item.span), item.span);
        continue;
      }
      readOutput(item, session, bareNodes, analysis);
    }
  };
  return {
    name,
    aliases,
    usage: `${name} [tran] v(node) v(node,node) i(element) {expression} par('expression') ...`,
    doc,
    phase: 'control',
    request: true,
    local: true,
    read,
  };
}

export const PRINT = outputCard('.print', 'Names the quantities to be written.', false, []);
export const PLOT = outputCard('.plot', 'As .print.', false, []);
export const SAVE = outputCard('.save', 'As .print; a bare word is a node voltage.', true, []);
export const PROBE = outputCard('.probe', 'As .save.', true, ['.probe64', '.probe/csd', '.probe/csdf']);

/** Reads one output item into the session, of one analysis or of all. */
export function readOutput(item: Item, session: Session, bareNodes: boolean, analysis?: string): void {
  if (item.kind === 'assignment') {
    session.ignore('output settings', textOf(item.span).toLowerCase(), item.span);
    return;
  }
  if (analysis === 'sp') {
    const ofPorts = scatteringOutput(item, session);
    if (ofPorts) addOutput(ofPorts, session);
    return;
  }
  const ofNoise = analysis === 'noise' ? noiseOutputOf(item, session) : undefined;
  if (ofNoise) addOutput(ofNoise, session);
  if (ofNoise || (analysis === 'noise' && item.kind === 'expression')) return;
  if (readNoiseOutput(item, session, analysis)) return;
  const output = outputOf(item, session, bareNodes, analysis ?? 'tran');
  if (output) addOutput(analysis === undefined ? output : { ...output, analyses: [analysis] }, session);
}

/** Adds an item; of one that is there already only the analyses that write it. */
export function addOutput(output: OutputItem, { outputs }: Session): void {
  const known = outputs.get(output.text);
  if (!known?.analyses) {
    if (!known) outputs.set(output.text, output);
    return;
  }
  const { analyses, ...everywhere } = known;
  if (!output.analyses) outputs.set(output.text, everywhere);
  else outputs.set(output.text, { ...known, analyses: [...new Set([...analyses, ...output.analyses])] });
}

/** Reads an output item, {expression} or ngspice's par('expression') among them; undefined after reporting, or when it is ignored: measures are, but in rows of a transient. */
export function outputOf(
  item: Item,
  session: Session,
  bareNodes: boolean,
  rowsOf?: string,
): OutputItem | undefined {
  const { span } = item;
  if (item.kind === 'expression') {
    const measures = measuresIn(item.expression, session);
    const whole = measures.find((name) => rowsOf !== 'tran' || !hasRunningValue(name, session));
    if (whole !== undefined) return void ignoreMeasure(whole, span, session);
    const scope = boundScope(
      session.scope,
      new Map(measures.map((name) => [name, measureProbe(name, span)])),
    );
    const written = rowsOf === 'ac' ? withComplexParts(item.expression, session) : item.expression;
    const expression = flatExpression(
      withPower(withXyceNames(written, session), session),
      session,
      scope,
      outputProbe(session),
    );
    const text = textOf(span).toLowerCase().replaceAll(/\s/g, '');
    const analyses = measures.length > 0 && { analyses: ['tran'] };
    return expression && { text, quantity: 'expression', names: [], expression, ...analyses, span };
  }
  if (item.kind === 'word') {
    const { text } = item;
    const [, element = '', inner] = /^@([^[\]]+)\[(\w+)\]$/.exec(text) ?? /^(.+)#(branch)$/i.exec(text) ?? [];
    if (inner !== undefined) return ofDevice(element, inner.toLowerCase(), item, session);
    const isNumber = /^[.\d]/.test(text) && !bareNodes;
    if (text.toLowerCase() === 'time' || text === '*') return undefined;
    const known = session.scope.lookup(text.toLowerCase());
    if (bareNodes && !isNumber) return named('v', [text], item, session);
    const value = known ?? elementParameter(text, session);
    if (value !== undefined) {
      const expression = typeof value === 'number' ? numberAt(value, span) : value;
      return { text: text.toLowerCase(), quantity: 'expression', names: [], expression, span };
    }
    const node = isNumber ? undefined : findNode(text, session.frame, session);
    if (node !== undefined) return named('v', [text], item, session);
    if (text.toLowerCase() === 'power')
      return outputOf(
        { kind: 'expression', expression: { kind: 'name', name: 'power', span }, span },
        session,
        bareNodes,
        rowsOf,
      );
    const name = text.toLowerCase();
    if (session.measureNames.has(name)) {
      if (rowsOf !== 'tran' || !hasRunningValue(name, session))
        return void ignoreMeasure(name, span, session);
      const expression = measureProbe(name, span);
      return { text: name, quantity: 'expression', names: [], expression, analyses: ['tran'], span };
    }
  }
  const [inner] = item.kind === 'group' && item.name === 'par' ? item.items : [];
  if (inner?.kind === 'expression') return outputOf(inner, session, bareNodes, rowsOf);
  if (item.kind === 'group' && rowsOf === 'ac' && isComplexFunction(item.name)) {
    const place = { source: span.source, base: span.start, rules: session.rules };
    const expression = parseExpressionText(textOf(span), place, session.diagnostics);
    return expression && outputOf({ kind: 'expression', expression, span }, session, bareNodes, rowsOf);
  }
  if (item.kind === 'group') return ofGroup(item, session);
  reportQuantity(item, session);
  return undefined;
}

/** ngspice's @element[quantity] and element#branch. */
function ofDevice(element: string, quantity: string, item: Item, session: Session): OutputItem | undefined {
  const { span } = item;
  const text = textOf(span).toLowerCase();
  const name = requireName('element', element.toLowerCase(), span, session.frame, session);
  const probe = { kind: 'probe', quantity: `@${quantity}`, names: [name ?? ''], span } as const;
  const value = name === undefined ? undefined : deviceQuantity(probe, session, 'output');
  if (value?.kind !== 'probe')
    return value && { text, quantity: 'expression', names: [], expression: value, span };
  const { names } = value;
  const terminal = terminalOf(value.quantity);
  if (terminal !== undefined) return { text, quantity: 'i', names, terminal, span };
  const isPlain = !/^i[^d]$/.test(quantity) && /^[ivp]$/.test(value.quantity);
  if (isPlain) return named(value.quantity, [element], item, session);
  return { text, quantity: value.quantity, names, span };
}

/** The names of measures that an expression uses. */
function measuresIn(expression: Expression, { measureNames, scope }: Session): readonly string[] {
  const found = new Set<string>();
  visitExpression(expression, (node) => {
    if (node.kind !== 'name' || !measureNames.has(node.name)) return;
    if (scope.lookup(node.name) === undefined) found.add(node.name);
  });
  return [...found];
}

/** Whether a measure has a value while a transient goes on: a place, a value at one, or an expression of such. */
function hasRunningValue(name: string, session: Session): boolean {
  const question = session.measures.find((card) => card.name === name && card.analysis === 'tran')?.question;
  if (question?.kind !== 'param') return question?.kind === 'find' || question?.kind === 'deriv';
  let runs = true;
  visitExpression(question.expression, (node) => {
    if (node.kind === 'probe' && node.quantity === MEASURE_PROBE)
      runs &&= hasRunningValue(node.names[0] ?? '', session);
  });
  return runs;
}

function measureProbe(name: string, span: Span): Expression {
  return { kind: 'probe', quantity: MEASURE_PROBE, names: [name], span };
}

function ignoreMeasure(name: string, span: Span, session: Session): undefined {
  session.ignore('output quantities', name, span);
  return undefined;
}

/** v(*), i(*): all, and those of the other kind. */
function isWildcard(item: Item): boolean {
  return (
    item.kind === 'group' && item.items.some((inner) => inner.kind === 'word' && inner.text.includes('*'))
  );
}

/** SPICE 2's (low,high) behind a quantity of `.plot`. */
function isAxisRange(item: Item): boolean {
  const isNumber = (inner: Item): boolean => inner.kind === 'word' && parseNumber(inner.text) !== undefined;
  return item.kind === 'group' && item.name === '' && item.items.length === 2 && item.items.every(isNumber);
}

function ofGroup(item: GroupItem, session: Session): OutputItem | undefined {
  const words = item.items.flatMap((inner) => (inner.kind === 'word' ? [inner.text] : []));
  const isOfNames = words.length > 0 && words.length === item.items.length;
  const ofTerminals = isOfNames ? terminalItem(words, item, session) : 'another';
  if (ofTerminals !== 'another') return ofTerminals;
  const spec = QUANTITIES.get(item.name);
  const complex = partOfComplex(item.name);
  const terminal = TERMINAL_CURRENT.exec(item.name)?.[1];
  const most = spec?.most ?? (complex && asksNodes(complex[0]) ? 2 : 1);
  const legal = words.length > 0 && words.length === item.items.length && words.length <= most;
  if (legal && spec) return named(item.name, words, item, session);
  if (legal && terminal !== undefined) {
    const output = named('i', words, item, session);
    return output && { ...output, terminal };
  }
  if (legal && CORE_QUANTITY.test(item.name)) return named(item.name, words, item, session);
  const [, path = '', core = '', quantity = 'i', winding] =
    (item.name === 'n' && legal && CORE_NAME.exec(words[0]?.toLowerCase() ?? '')) || [];
  if (core !== '') {
    const output = named(quantity, [path + (winding ?? core)], item, session);
    return output && { ...output, text: textOf(item.span).toLowerCase().replaceAll(/\s/g, '') };
  }
  if (legal && complex) return named(inDegrees(item.name, session), words, item, session);
  const probe =
    legal && (item.name === 'n' || item.name === 'w')
      ? xyceProbe(item.name, words[0] ?? '', item.span, session)
      : undefined;
  if (probe) {
    const { quantity, names } = probe;
    const isDevices = quantity.startsWith('@');
    const output = isDevices
      ? ofDevice(names[0] ?? '', quantity.slice(1), item, session)
      : named(quantity, names, item, session);
    return output && { ...output, text: textOf(item.span).toLowerCase().replaceAll(/\s/g, '') };
  }
  if (['n', 'w', 'noise', 'onoise', 'inoise', 'd', 's', 'y', 'z'].includes(item.name)) {
    session.ignore('output quantities', textOf(item.span).toLowerCase(), item.span);
    return undefined;
  }
  reportQuantity(item, session);
  return undefined;
}

/** vbe(q1), i1(q1), ix(x1:out), v(r1); "another" where it is none. */
function terminalItem(
  words: readonly string[],
  { name, span }: GroupItem,
  session: Session,
): OutputItem | 'another' | undefined {
  const names = words.map((word) => word.toLowerCase());
  const [only = ''] = names;
  const isAcross =
    name === 'v' &&
    names.length === 1 &&
    findNode(only, session.frame, session) === undefined &&
    findElement(only, session.frame, session) !== undefined;
  const isOwn =
    isOfTerminals(name) && (name === 'ix' || findElement(only, session.frame, session) !== undefined);
  const isNamed =
    (name === 'i' || name === 'vd') &&
    names.some((one) => /[:.]/.test(one) && findElement(one, session.frame, session) === undefined);
  if (!isAcross && !isOwn && !isNamed) return 'another';
  const expression = outputProbe(session)({ kind: 'probe', quantity: name, names, span });
  const text = textOf(span).toLowerCase().replaceAll(/\s/g, '');
  return expression && { text, quantity: 'expression', names: [], expression, span };
}

function named(
  quantity: string,
  words: readonly string[],
  { span, ...item }: Item,
  session: Session,
): OutputItem | undefined {
  const of = asksNodes(quantity) ? 'node' : 'element';
  const written = words.map((word) => word.toLowerCase());
  const found = written.map((word) => requireName(of, word, span, session.frame, session));
  const names = found.filter((name) => name !== undefined);
  if (names.length < words.length) return undefined;
  const head = item.kind === 'group' ? item.name : quantity;
  const local = session.frame.prefix === '' ? written : names;
  const text = `${head}(${local.join(',')})`;
  const probe = mechanicalProbe({ kind: 'probe', quantity, names, span }, session);
  return probe && { text, quantity: probe.quantity, names: probe.names, span };
}

function reportQuantity(item: Item, { diagnostics }: Session): void {
  diagnostics.error(
    'unknown-output',
    `"${textOf(item.span)}" is not a quantity that can be written`,
    item.span,
    {
      hint: `use ${[...QUANTITIES.values()].map(({ usage }) => usage).join(', ')}`,
    },
  );
}
