/**
 * `.param name=expression ...`, `.param f(x)=expression`, `.func f(x) {expression}`: parameters and functions.
 */
import { warnOfRepeated } from '../assignments.js';
import type { Definitions } from '../block.js';
import { parseExpressionText } from '../../expression/parse.js';
import type { Expression } from '../../expression/ast.js';
import { withFilePoints } from '../file-functions.js';
import type { Session } from '../session.js';
import type { GroupItem, Item, ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import { expressionOf } from '../values.js';
import { LEFT_OUT, type DotCard } from './dot-card.js';

export const PARAM: DotCard<Session> = {
  name: '.param',
  aliases: ['.params', '.parameter', '.parameters', '.csparam', '.global_param'],
  usage: '.param name=expression ...',
  doc: 'Defines parameters. They may depend on each other in any order.',
  phase: 'parameters',
  define: readParameters,
};

export const FUNC: DotCard<Session> = {
  name: '.func',
  aliases: ['.function'],
  usage: '.func name(parameter,...) {expression}',
  doc: 'Defines a function of expressions.',
  phase: 'parameters',
  define: readFunction,
};

function readParameters(card: ParsedCard, content: Definitions, session: Session): void {
  const { diagnostics, rules } = session;
  const items = withoutEquals(
    card.items.filter((item) => !(item.kind === 'word' && /^params:?$/i.test(item.text))),
    session,
  );
  if (items.length === 0) reportEmpty(card, PARAM, session);
  for (const item of items) {
    if (item.kind !== 'assignment') {
      reportShape(item, session);
      continue;
    }
    const { key, value } = item;
    if (key.kind === 'group') {
      defineFunction(key, expressionOf(value, diagnostics, rules), content, session);
      continue;
    }
    const name = key.text.toLowerCase();
    if (value.kind === 'string') {
      const message = `parameter "${name}" is a text, which no value here is computed with: ${LEFT_OUT}`;
      diagnostics.warning('text-parameter', message, value.span);
      continue;
    }
    const earlier = content.definitions.get(name);
    // What .csparam defines is for a .control block: it is no second definition.
    const forControl = card.lead.text.toLowerCase() === '.csparam';
    if (forControl && earlier) {
      session.used.add(earlier);
      continue;
    }
    const isAltered = key.span.source === session.text && key.span.start > session.alteredFrom;
    if (earlier && earlier.maybeUnused !== true && !isAltered) {
      // Xyce's default takes the first.
      const counts = session.dialect === 'xyce' ? 'first' : 'last';
      warnOfRepeated(`parameter "${name}"`, key.span, earlier.span, session, counts);
      if (counts === 'first') continue;
    }
    const written = expressionOf(value, diagnostics, rules);
    const expression = written && withFilePoints(written, session);
    const definition = { name, expression, span: key.span, maybeUnused: forControl };
    content.definitions.set(name, definition);
  }
}

/** LTspice: `.param x table(p,1,2,3,4)`, `.param x {2*y}` and `.param x 10k` are assignments without an equals sign. */
function withoutEquals(items: readonly Item[], { rules, diagnostics }: Session): readonly Item[] {
  const [key, value, ...others] = items;
  if (key?.kind !== 'word' || !value || others.length > 0) return items;
  const { span } = value;
  const isCall = value.kind === 'group' && value.name !== '';
  const place = { source: span.source, base: span.start, rules };
  const expression =
    value.kind === 'expression'
      ? value.expression
      : (isCall || value.kind === 'word') && parseExpressionText(textOf(span), place, diagnostics);
  if (!expression) return items;
  const written = { kind: 'expression', expression, span } as const;
  return [{ kind: 'assignment', key, value: written, span: { ...key.span, end: span.end } }];
}

function reportShape({ span }: Item, { diagnostics }: Session): void {
  diagnostics.error('not-an-assignment', `${textOf(span)} is not of the form name=expression`, span, {
    hint: `write: ${PARAM.usage}`,
  });
}

function reportEmpty(
  { lead, span }: ParsedCard,
  { usage }: DotCard<Session>,
  { diagnostics }: Session,
): void {
  const message = `${lead.text.toLowerCase()} defines nothing`;
  diagnostics.error('too-few-arguments', message, span, { hint: `write: ${usage}` });
}

function readFunction(card: ParsedCard, content: Definitions, session: Session): void {
  const { diagnostics, rules } = session;
  const [head, body] = card.items;
  if (head?.kind === 'assignment' && head.key.kind === 'group') {
    defineFunction(head.key, expressionOf(head.value, diagnostics, rules), content, session);
  } else if (head?.kind === 'group' && body?.kind === 'expression') {
    defineFunction(head, body.expression, content, session);
  } else if (head?.kind === 'group' && body) {
    // Without braces: the rest of the card.
    const from = head.span.end - card.span.start;
    const place = { source: card.span.source, base: head.span.end, rules };
    defineFunction(head, parseExpressionText(card.text.slice(from), place, diagnostics), content, session);
  } else {
    reportEmpty(card, FUNC, session);
  }
}

function defineFunction(
  { nameSpan, name, items, span }: GroupItem,
  body: Expression | undefined,
  { functions }: Definitions,
  session: Session,
): void {
  const { diagnostics } = session;
  const parameters = items.flatMap((item) => (item.kind === 'word' ? [item.text.toLowerCase()] : []));
  if (name === '' || parameters.length < items.length) {
    diagnostics.error('not-a-function', `${textOf(span)} is not of the form name(parameter,...)`, span, {
      hint: `write: ${FUNC.usage}`,
    });
    return;
  }
  const earlier = functions.get(name);
  if (earlier) warnOfRepeated(`function "${name}"`, nameSpan, earlier.span, session);
  functions.set(name, { name, parameters, body, span: nameSpan });
}
