/**
 * Expressions of vectors as nutmeg writes them -> expressions of the circuit: a bare name is a node, v1#branch a current,
 * tran1.v(out) the vector of a plot, vdb(out) the decibels of v(out).
 */
import type { Span } from '../../base/span.js';
import type { Expression } from '../../expression/ast.js';
import { mapExpression } from '../../expression/map-expression.js';
import { parseExpressionText } from '../../expression/parse.js';
import { flatExpression } from '../elements/element-draft.js';
import { partOfComplex } from '../output-item.js';
import { MEASURE_PROBE } from '../flat-cards.js';
import { outputProbe, withScattering } from '../output-probe.js';
import { findNode } from '../resolve-names.js';
import type { Session } from '../session.js';
import type { Script } from './script.js';

/** Reads an expression; undefined after a warning. */
export function vectorExpression(
  written: string,
  span: Span,
  { session, vectors }: Script,
): Expression | undefined {
  const text = plainText(written);
  const { rules, diagnostics } = session;
  const place =
    text === written
      ? { source: span.source, base: span.start, rules }
      : { source: { name: span.source.name, text }, base: 0, rules };
  const tree = parseExpressionText(text, place, diagnostics);
  const named = tree && mapExpression(tree, (node) => withVector(node, vectors, session));
  const ofPorts = named && withScattering(named, session);
  return ofPorts && flatExpression(ofPorts, session, session.scope, outputProbe(session));
}

/** Without names of plots, and currents as i(element). */
export function plainText(text: string): string {
  return text
    .replaceAll(/\b(?:tran|ac|dc|op|sp|tf|const)\d*\.(?=[a-z@])/gi, '')
    .replaceAll(/([\w.:]+)#branch\b/gi, 'i($1)');
}

function withVector(
  node: Expression,
  vectors: ReadonlyMap<string, Expression>,
  session: Session,
): Expression {
  const { span } = node;
  if (node.kind === 'name') {
    const vector = vectors.get(node.name);
    if (vector) return vector;
    const isMeasure = session.measureNames.has(node.name) && session.scope.lookup(node.name) === undefined;
    if (isMeasure) return { kind: 'probe', quantity: MEASURE_PROBE, names: [node.name], span };
    if (node.name === 'frequency') return { ...node, name: 'freq' };
    const isKnown = session.scope.lookup(node.name) !== undefined;
    const found = isKnown ? undefined : findNode(node.name, session.frame, session);
    return found === undefined ? node : { kind: 'probe', quantity: 'v', names: [node.name], span };
  }
  if (node.kind !== 'probe' && node.kind !== 'call') return node;
  const complex = partOfComplex(node.kind === 'probe' ? node.quantity : node.name);
  if (node.kind === 'call') {
    const own = FUNCTIONS.get(node.name);
    if (own !== undefined) return { ...node, name: own };
  }
  if (!complex) return node;
  const [quantity, part] = complex;
  const call = PARTS.get(part);
  const names = node.kind === 'probe' ? node.names : node.args.flatMap((arg) => nameOf(arg));
  if (call === undefined || names.length === 0) return node;
  return { kind: 'call', name: call, args: [{ kind: 'probe', quantity, names, span }], span };
}

/** nutmeg's names of functions that are known by others. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['mag', 'abs'],
  ['magnitude', 'abs'],
  ['norm', 'abs'],
  ['phase', 'ph'],
  ['real', 're'],
  ['imag', 'im'],
]);

const PARTS: ReadonlyMap<string, string> = new Map([
  ['m', 'abs'],
  ['db', 'db'],
  ['p', 'ph'],
  ['r', 're'],
  ['i', 'im'],
]);

function nameOf(node: Expression): readonly string[] {
  if (node.kind === 'name') return [node.name];
  return node.kind === 'number' ? [String(node.value)] : node.kind === 'probe' ? node.names : [];
}
